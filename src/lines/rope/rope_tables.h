/* rope_tables.h - a level prepared for ropes, and boxes of ropes.
 *
 * A rope goes from a point x of one piece to a point y of another.  A box is all ropes with x and y
 * in intervals.  A shortest path uses a new edge at most once, so vertex z is reached at one of
 * nine times: as before, or over x (from either end of its piece), the rope, and y (over either end
 * of its piece), or the same from y to x.  Each time is a formula  c + ax + by + kr  with r the
 * length of the rope, which is convex in (x,y): its values over the box are bounded by its corners
 * and by a tangent plane.  If one formula is least on the whole box, the payoffs behind z are
 * formulas; otherwise they are bounded from above and below.
 *
 * A second move at a place t, a new site or a cut, is a third variable: boxes are intervals of x, y
 * and t, and formulas are  c + ax + by + kr + st.  Two variables on one piece either have disjoint
 * intervals, or the same interval and a known order:
 *
 *      t |  ,'         x <= t on the same interval: a triangle, whose corners are corners of the
 *        |,'____x      square; so a linear or convex formula is greatest at one of them
 *
 * Distances are doubles in units of the network; formulas have rounding errors of about 10^-15 of
 * the level's length, which `tiny` covers.
 */
#ifndef DMI_LINES_ROPE_ROPE_TABLES_H
#define DMI_LINES_ROPE_ROPE_TABLES_H

#include "base/base.h"
#include "lines/diagram/line_network.h"
#include "lines/diagram/standing.h"

typedef struct dmi_rope_tables {
    const dm_level *level; /* borrowed */
    int32_t me;
    dm_line_ties ties;
    dmi_line_network net;
    int32_t n;       /* of the net */
    int32_t cut;     /* a piece that nothing passes, or -1 */
    bool with_ties;  /* boxes have the places where two others arrive at exactly the same time */
    double *when;    /* by vertex, when it is reached; INFINITY: never */
    uint64_t *who;   /* by whom */
    double *way;     /* distances, n by n */
    double *first;   /* by player and vertex: when this player alone would reach it */
    dm_point *point; /* by vertex */
    double unit;     /* of the net */
    double tiny;     /* times that differ less are considered equal */
    double far;      /* above all ropes and payoffs */
    struct dmi_rope_routes *routes; /* scratch of one evaluation at a time */
    const struct dmi_rope_routes **at;
    struct dmi_rope_routes *chosen;
    struct dmi_rope_junction *junctions; /* scratch, if ropes join the edges they cross */
    double *early, *late;
    bool *done;
    dmi_arrays arrays;
} dmi_rope_tables;

/* DM_BAD_MOVE without coordinates; DM_TOO_LARGE if the level is too large for a table of
 * distances. */
dm_status dmi_rope_tables_init(const dm_level *level, int32_t me, dm_line_ties ties, dm_run *run,
                               dmi_rope_tables *out, dm_error *err);
void dmi_rope_tables_clear(dmi_rope_tables *tables);

/* Leaves out the piece `cut` (or none: -1) from all distances and times. */
dm_status dmi_rope_tables_cut(dmi_rope_tables *tables, int32_t cut, dm_run *run, dm_error *err);

/* The move that comes together with a rope. */
typedef enum dmi_rope_with {
    DMI_ROPE_ALONE = 0,
    DMI_ROPE_WITH_SITE,    /* a new site at t of piece pt */
    DMI_ROPE_WITH_CUT,     /* a cut at t of piece pt, which the tables leave out */
    DMI_ROPE_SITE_ON_ROPE, /* a new site at distance t from x on the rope */
    DMI_ROPE_CUT_ON_ROPE   /* the rope is cut at distance t from x */
} dmi_rope_with;

/* All ropes from [x0,x1] of piece px to [y0,y1] of piece py, in units from the pieces' ends a; with
 * another move, at all places [t0,t1].  Orders: -1: the first is at most the second, 1: at least,
 * 0: unknown, or not on the same piece. */
typedef struct dmi_rope_box {
    int32_t px, py;
    double x0, x1, y0, y1;
    dmi_rope_with with;
    int32_t pt;
    double t0, t1;
    int8_t xy, xt, yt;
} dmi_rope_box;

static inline dmi_rope_box dmi_one_rope(int32_t px, double x, int32_t py, double y)
{
    return (dmi_rope_box){.px = px, .py = py, .x0 = x, .x1 = x, .y0 = y, .y1 = y};
}

static inline bool dmi_rope_with_is_on_rope(dmi_rope_with with)
{
    return with == DMI_ROPE_SITE_ON_ROPE || with == DMI_ROPE_CUT_ON_ROPE;
}

/* Splits a box in the middle of its longer side; not for boxes with another move. */
static inline void dmi_rope_box_split(const dmi_rope_box *box, dmi_rope_box *low,
                                      dmi_rope_box *high)
{
    *low = *high = *box;
    if (box->x1 - box->x0 >= box->y1 - box->y0)
        low->x1 = high->x0 = 0.5 * (box->x0 + box->x1);
    else
        low->y1 = high->y0 = 0.5 * (box->y0 + box->y1);
}

#define DMI_ROPE_BOX_PARTS 8

dm_point dmi_rope_tables_point(const dmi_rope_tables *tables, int32_t piece, double at);

typedef struct dmi_rope_formula {
    double c, x, y, r, t;
} dmi_rope_formula;

/* Bounds for the lengths of a box's ropes. */
typedef struct dmi_rope_lengths {
    double x0, x1, y0, y1, t0, t1;
    double corner[2][2]; /* r at (x,y) */
    double least;        /* a lower bound of r */
    double c, x, y;      /* c + x X + y Y is nowhere above r */
    uint8_t corners;     /* bit 4x + 2y + t: whether the box has this corner */
} dmi_rope_lengths;

void dmi_rope_lengths_of(const dmi_rope_tables *tables, const dmi_rope_box *box,
                         dmi_rope_lengths *out);
/* Upper and lower bounds of a formula over the box. */
double dmi_rope_formula_high(const dmi_rope_lengths *f, dmi_rope_formula g);
double dmi_rope_formula_low(const dmi_rope_lengths *f, dmi_rope_formula g);

#define DMI_ROPE_LIMITS 16

/* Payoffs over a box: each is its formula plus something between least and most. */
typedef struct dmi_rope_payoffs {
    dmi_rope_lengths lengths;
    int32_t limit_count;
    dmi_rope_formula limit[DMI_ROPE_LIMITS]; /* not above 0 where this case holds */
    dmi_rope_formula formula[DM_MAX_LINE_PLAYERS];
    double most[DM_MAX_LINE_PLAYERS], least[DM_MAX_LINE_PLAYERS];
    bool sure; /* least and most are 0 */
    bool only; /* this is the only case of its box */
} dmi_rope_payoffs;

typedef void dmi_rope_payoffs_fn(void *user, const dmi_rope_payoffs *payoffs);

/* Visits the payoffs of the box's ropes, case by case; every rope belongs to one of the cases. */
void dmi_rope_box_payoffs(dmi_rope_tables *tables, const dmi_rope_box *box,
                          dmi_rope_payoffs_fn *visit, void *user);
/* The same for a single rope (both intervals are points).  Times that differ by at most `tie` are
 * equal, and the formulas are constants. */
void dmi_single_rope_payoffs(dmi_rope_tables *tables, const dmi_rope_box *rope, double tie,
                             dmi_rope_payoffs *out);

/* The length of a piece that the player owns if he reaches its ends at own_a, own_b and all others
 * at other_a, other_b; at equal times it is his. */
double dmi_own_length(double own_a, double other_a, double own_b, double other_b, double length);

#endif
