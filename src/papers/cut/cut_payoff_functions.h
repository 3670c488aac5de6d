/* cut_payoff_functions.h - the own payoff beyond an arc, as a function of the time at which it is
 * entered.
 *
 * Both players move at speed one, so the functions are piecewise linear with slopes of 1/2, and
 * jump where a vertex changes hands:
 *
 *      |----.
 *      |     \              value + slope * (x - at) / 2 from `at` to the next step's
 *      |      \ .----
 *      +-------'------- x
 */
#ifndef DMI_PAPERS_CUT_CUT_PAYOFF_FUNCTIONS_H
#define DMI_PAPERS_CUT_CUT_PAYOFF_FUNCTIONS_H

#include "papers/cut/cut_rooted_tree.h"
#include <stddef.h>

typedef struct dmi_cut_step {
    int64_t at, value, slope;
    int64_t ties; /* the number of vertices that both players reach at the same time */
} dmi_cut_step;

typedef struct dmi_cut_function {
    size_t first;
    int32_t count; /* of steps; 0: not computed */
} dmi_cut_function;

/* Functions of arcs, one per player who may enter; one array holds the steps of all. */
typedef struct dmi_cut_functions {
    const dmi_cut_rooted_tree *tree;
    dmi_cut_function *of; /* by 2 * arc + player */
    dmi_cut_step *step;
    size_t step_count, step_room;
    dmi_cut_step *change; /* scratch: changes of children, in order of time */
    size_t change_room;
} dmi_cut_functions;

dm_status dmi_cut_functions_init(const dmi_cut_rooted_tree *tree, dmi_cut_functions *out,
                                 dm_error *err);
void dmi_cut_functions_clear(dmi_cut_functions *functions);
/* Computes both functions of an arc over `piece` to w from those of the arcs out of w.
 * False: no memory. */
bool dmi_cut_functions_make(dmi_cut_functions *functions, int32_t arc, int32_t piece, int32_t w);

typedef struct dmi_cut_worth {
    int64_t value, ties;
} dmi_cut_worth;

/* The payoff beyond an arc whose function is computed, entered by the player at time x >= 0. */
dmi_cut_worth dmi_cut_functions_ask(const dmi_cut_functions *functions, int32_t arc, int32_t player,
                                    int64_t x);
/* The same by methods 1 and 2, whose functions are made for it (cut_methods_1_and_2.c). */
dm_status dmi_cut_ask_methods(const dmi_cut_rooted_tree *tree, int32_t piece, int32_t v,
                              int32_t player, int64_t x, dm_run *run, dmi_cut_worth out[2],
                              dm_error *err);
/* The own payoff on an edge of that length if `player` would come `late` to its far end, which is
 * q's. */
int64_t dmi_cut_on_edge(const dmi_cut_rooted_tree *tree, int32_t player, int32_t q, int64_t length,
                        int64_t late);

#endif
