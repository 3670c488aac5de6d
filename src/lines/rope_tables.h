/* rope_tables.h - a level as a rope sees it, and what a whole box of ropes can do there.
 *
 * A rope goes from a point x of one piece to a point y of another.  A box is all ropes with x and
 * y in intervals.  A shortest way uses a new edge at most once, so whoever reaches vertex z
 * afterwards does so at one of nine times: when z was reached before, or when x (from
 * either end of its piece) plus the rope plus the way from y (over either end of its piece), or
 * the same from y to x.  Each time is a form  c + ax + by + kr  with r the length of
 * the rope, which is convex in (x,y): its values over the box are bounded by its
 * corners and by a tangent plane.  Where one form is least on the whole box, what lies behind z
 * is known exactly as a form; elsewhere it is bounded from above and below.
 *
 * Distances are doubles in units of the net; forms carry errors of rounding of about 10^-15 of
 * the level's length, which `tiny` covers.
 */
#ifndef DMI_LINES_ROPE_TABLES_H
#define DMI_LINES_ROPE_TABLES_H

#include "lines/network.h"

typedef struct dmi_rope_tables {
    const dm_level *level; /* borrowed */
    int32_t me;
    dm_line_ties ties;
    dmi_network net;
    int32_t n;                      /* of the net */
    double *when;                   /* by vertex, when it is reached; INFINITY: never */
    uint64_t *who;                  /* by whom */
    double *way;                    /* n by n: distances */
    double *first;                  /* player by vertex: when this player alone would reach it */
    dm_point *point;                /* by vertex */
    double unit;                    /* of the net */
    double tiny;                    /* times nearer than this are not told apart */
    double far;                     /* above all ropes and payoffs */
    struct dmi_rope_routes *routes; /* scratch of looks, one at a time */
    const struct dmi_rope_routes **at;
    struct dmi_rope_junction *junctions; /* the same, where ropes join what they cross */
    double *early, *late;
    bool *done;
} dmi_rope_tables;

/* DM_BAD_INPUT without coordinates; DM_TOO_LARGE where the level is too large for a table of
 * distances. */
dm_status dmi_rope_tables_init(const dm_level *level, int32_t me, dm_line_ties ties, dm_run *run,
                               dmi_rope_tables *out, dm_error *err);
void dmi_rope_tables_clear(dmi_rope_tables *tables);

/* All ropes from [x0,x1] of piece px to [y0,y1] of piece py, in units from the pieces' ends a. */
typedef struct dmi_rope_box {
    int32_t px, py;
    double x0, x1, y0, y1;
} dmi_rope_box;

dm_point dmi_rope_tables_point(const dmi_rope_tables *tables, int32_t piece, double at);

typedef struct dmi_rope_formula {
    double c, x, y, r;
} dmi_rope_formula;

/* The length of a box's ropes. */
typedef struct dmi_rope_lengths {
    double x0, x1, y0, y1;
    double corner[2][2]; /* r at (x,y) */
    double least;        /* r anywhere */
    double c, x, y;      /* c + x X + y Y is nowhere above r */
} dmi_rope_lengths;

void dmi_rope_lengths_of(const dmi_rope_tables *tables, const dmi_rope_box *box,
                         dmi_rope_lengths *out);
/* Upper and lower bounds of a form over the box. */
double dmi_rope_formula_high(const dmi_rope_lengths *f, dmi_rope_formula g);
double dmi_rope_formula_low(const dmi_rope_lengths *f, dmi_rope_formula g);

/* Payoffs over a box: each is its form and something between least and most. */
typedef struct dmi_rope_payoffs {
    dmi_rope_lengths lengths;
    dmi_rope_formula formula[DM_MAX_LINE_PLAYERS];
    double most[DM_MAX_LINE_PLAYERS], least[DM_MAX_LINE_PLAYERS];
    bool sure; /* nothing but the forms */
    bool only; /* the only case of its box */
} dmi_rope_payoffs;

typedef void dmi_rope_payoffs_fn(void *user, const dmi_rope_payoffs *payoffs);

/* What the box's ropes make of the level, tied as they are or joined to what they cross: each of
 * them is as one of the views says. */
void dmi_rope_box_payoffs(dmi_rope_tables *tables, const dmi_rope_box *box,
                          dmi_rope_payoffs_fn *visit, void *user);
/* The same of one rope (both intervals are points).  Times that differ by at most `tie` are equal,
 * and the view's forms are numbers. */
void dmi_single_rope_payoffs(dmi_rope_tables *tables, const dmi_rope_box *rope, double tie,
                             dmi_rope_payoffs *out);

/* The length of a piece that is own, where the own player comes to its ends at own_a, own_b and
 * all others at other_a, other_b; at equal times it is own. */
double dmi_own_length(double own_a, double other_a, double own_b, double other_b, double length);

#endif
