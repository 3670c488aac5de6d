/* rope_box_payoffs.h - the routes to a vertex over a box of ropes, and junctions with edges. */
#ifndef DMI_LINES_ROPE_ROPE_BOX_PAYOFFS_H
#define DMI_LINES_ROPE_ROPE_BOX_PAYOFFS_H

#include "lines/rope/rope_tables.h"

#define DMI_MOST_ROUTES                                                                            \
    128 /* three as before, seven each over both ends of both ways, four, and ties */

/* The routes that may be first somewhere in the box; none: never reached. */
typedef struct dmi_rope_routes {
    int32_t count;
    dmi_rope_formula formula[DMI_MOST_ROUTES];
    uint64_t players[DMI_MOST_ROUTES];
} dmi_rope_routes;

#define DMI_OPEN_NODES 24

/* The evaluation of one box. */
typedef struct dmi_rope_evaluation {
    dmi_rope_tables *tables;
    const dmi_rope_box *box;
    double tie;   /* times that differ by at most this are equal */
    bool one;     /* the box is one rope */
    bool is_flat; /* the rope's length is linear: */
    double slope; /* so much per unit of its piece */
    dmi_rope_payoffs *payoffs;
    dmi_rope_routes *routes;    /* by vertex; then x, y and t */
    const dmi_rope_routes **at; /* the same, except for vertices that a case decides */
    dmi_rope_routes x, y;       /* without the rope */
} dmi_rope_evaluation;

/* Sets what follows from the box. */
void dmi_rope_evaluation_init(dmi_rope_evaluation *l);
/* The routes to x or y without the rope. */
void dmi_rope_find_end_routes(const dmi_rope_evaluation *l, bool is_x, dmi_rope_routes *out);
/* All others, if l->x and l->y are known. */
void dmi_rope_find_all_routes(dmi_rope_evaluation *l);

dmi_rope_formula dmi_rope_formula_plus(dmi_rope_formula a, dmi_rope_formula b);
dmi_rope_formula dmi_rope_formula_minus(dmi_rope_formula a, dmi_rope_formula b);
/* Replaces variables with one value by constants, so that equal routes have equal formulas. */
dmi_rope_formula dmi_rope_with_constants(const dmi_rope_evaluation *l, dmi_rope_formula f);
/* The way from the end a of its piece to x, or to y, plus c. */
dmi_rope_formula dmi_rope_from_a(bool is_x, double c);

/* An interval of an edge in which joining ropes meet it; it may contain sites. */
typedef struct dmi_rope_junction {
    int32_t first, last; /* pieces */
    double from, to;     /* on the first piece and on the last */
    bool sure;           /* all ropes of the box meet the edge there */
    double near, far;    /* its extent along the middle rope */
    dm_point at[2];
} dmi_rope_junction;

/* Like dmi_single_rope_payoffs() and dmi_rope_box_payoffs(), for ropes that join the edges they
 * cross. Return false and do nothing if the box's ropes cross no edge (rope_join.c). */
bool dmi_joined_rope_payoffs(dmi_rope_tables *tables, const dmi_rope_box *rope, double tie,
                             dmi_rope_payoffs *out);
bool dmi_joined_box_payoffs(dmi_rope_tables *tables, const dmi_rope_box *box,
                            dmi_rope_payoffs_fn *visit, void *user);

void dmi_rope_payoffs_clear(dmi_rope_payoffs *payoffs, int32_t players);
/* Adds a length that these players reach first. */
void dmi_rope_payoffs_add(const dmi_rope_tables *tables, dmi_rope_payoffs *payoffs,
                          uint64_t players, double length);

typedef struct dmi_rope_join {
    dmi_rope_tables *tables;
    const dmi_rope_box *box;
    dmi_rope_payoffs *payoffs;
    bool one; /* the box is a single rope */
    double tie;
    int32_t players, count; /* of junctions, in order along the rope */
    dmi_rope_junction *junction;
    dm_point along; /* direction of the middle rope */
} dmi_rope_join;

/* Finds the two ends, and every edge that ropes of the box can cross.  False: there is no such
 * edge. */
bool dmi_rope_join_find_junctions(dmi_rope_join *j);
/* Returns its number in order along the rope. */
int32_t dmi_rope_join_add_junction(dmi_rope_join *j, dmi_rope_junction h);
void dmi_rope_join_drop_junction(dmi_rope_join *j, int32_t number);

#endif
