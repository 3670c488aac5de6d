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
 * Distances are doubles in units of the network; formulas have rounding errors of about 10^-15 of
 * the level's length, which `tiny` covers.
 */
#ifndef DMI_LINES_ROPE_TABLES_H
#define DMI_LINES_ROPE_TABLES_H

#include "base/base.h"
#include "lines/network.h"

typedef struct dmi_rope_tables {
    const dm_level *level; /* borrowed */
    int32_t me;
    dm_line_ties ties;
    dmi_network net;
    int32_t n;       /* of the net */
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
    struct dmi_rope_junction *junctions; /* scratch, if ropes join the edges they cross */
    double *early, *late;
    bool *done;
    dmi_arrays arrays;
} dmi_rope_tables;

/* DM_BAD_INPUT without coordinates; DM_TOO_LARGE if the level is too large for a table of
 * distances. */
dm_status dmi_rope_tables_init(const dm_level *level, int32_t me, dm_line_ties ties, dm_run *run,
                               dmi_rope_tables *out, dm_error *err);
void dmi_rope_tables_clear(dmi_rope_tables *tables);

/* All ropes from [x0,x1] of piece px to [y0,y1] of piece py, in units from the pieces' ends a. */
typedef struct dmi_rope_box {
    int32_t px, py;
    double x0, x1, y0, y1;
} dmi_rope_box;

/* Splits a box in the middle of its longer side. */
static inline void dmi_rope_box_split(const dmi_rope_box *box, dmi_rope_box *low,
                                      dmi_rope_box *high)
{
    *low = *high = *box;
    if (box->x1 - box->x0 >= box->y1 - box->y0)
        low->x1 = high->x0 = 0.5 * (box->x0 + box->x1);
    else
        low->y1 = high->y0 = 0.5 * (box->y0 + box->y1);
}

dm_point dmi_rope_tables_point(const dmi_rope_tables *tables, int32_t piece, double at);

typedef struct dmi_rope_formula {
    double c, x, y, r;
} dmi_rope_formula;

/* Bounds for the lengths of a box's ropes. */
typedef struct dmi_rope_lengths {
    double x0, x1, y0, y1;
    double corner[2][2]; /* r at (x,y) */
    double least;        /* a lower bound of r */
    double c, x, y;      /* c + x X + y Y is nowhere above r */
} dmi_rope_lengths;

void dmi_rope_lengths_of(const dmi_rope_tables *tables, const dmi_rope_box *box,
                         dmi_rope_lengths *out);
/* Upper and lower bounds of a formula over the box. */
double dmi_rope_formula_high(const dmi_rope_lengths *f, dmi_rope_formula g);
double dmi_rope_formula_low(const dmi_rope_lengths *f, dmi_rope_formula g);

/* Payoffs over a box: each is its formula plus something between least and most. */
typedef struct dmi_rope_payoffs {
    dmi_rope_lengths lengths;
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
