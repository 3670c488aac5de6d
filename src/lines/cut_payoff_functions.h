/* cut_payoff_functions.h - what the own player gets beyond an arc, as a function of when it is
 * entered.
 *
 * Both players' fronts move at the speed of one, so the functions are piecewise linear with
 * slopes of halves, and jump where a vertex changes hands:
 *
 *      |----.
 *      |     \              value + slope * (x - at) / 2 from `at` to the next step's
 *      |      \ .----
 *      +-------'------- x
 */
#ifndef DMI_LINES_CUT_PAYOFF_FUNCTIONS_H
#define DMI_LINES_CUT_PAYOFF_FUNCTIONS_H

#include "lines/cut_rooted_tree.h"
#include <stddef.h>

typedef struct dmi_cut_step {
    int64_t at, value, slope;
    int64_t ties; /* how many vertices both players reach at one time; meant where not 0 */
} dmi_cut_step;

typedef struct dmi_cut_function {
    size_t first;
    int32_t count; /* of steps; 0: not made */
} dmi_cut_function;

/* Functions of arcs, one for each player who may enter it; the steps of all lie in one row. */
typedef struct dmi_cut_functions {
    const dmi_cut_rooted_tree *tree;
    dmi_cut_function *of; /* 2 * arc + player */
    dmi_cut_step *step;
    size_t step_count, step_room;
    dmi_cut_step *change; /* scratch: what children add, in the order of time */
    size_t change_room;
} dmi_cut_functions;

dm_status dmi_cut_functions_init(const dmi_cut_rooted_tree *tree, dmi_cut_functions *out,
                                 dm_error *err);
void dmi_cut_functions_clear(dmi_cut_functions *functions);
/* Makes both functions of an arc over `piece` to w from those of the arcs that leave w.
 * False: no memory. */
bool dmi_cut_functions_make(dmi_cut_functions *functions, int32_t arc, int32_t piece, int32_t w);

/* Value and ties, to be added up. */
typedef struct dmi_cut_worth {
    int64_t value, ties;
} dmi_cut_worth;

/* The worth of an arc whose function is made, entered by the player at time x >= 0. */
dmi_cut_worth dmi_cut_functions_ask(const dmi_cut_functions *functions, int32_t arc, int32_t player,
                                    int64_t x);
/* What the own player gets on an edge of that length, x late for its far end, which is q's. */
int64_t dmi_cut_on_edge(const dmi_cut_rooted_tree *tree, int32_t player, int32_t q, int64_t length,
                        int64_t late);

#endif
