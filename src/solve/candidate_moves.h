/* candidate_moves.h - the stones worth trying at a node. */
#ifndef DMI_CANDIDATE_MOVES_H
#define DMI_CANDIDATE_MOVES_H

#include "solve/search.h"

/* The candidates of the side to place; a best one is among them.  Returns how many. */
int64_t dmi_candidates_list(dmi_search *s, dmi_candidate_move *candidates, dmi_detail detail);
/* How soon each is to be tried. */
void dmi_candidates_weigh(const dmi_search *s, dmi_candidate_move *candidates, int64_t count);
/* Leaves out candidates that cannot reach beta even if the enemy passed from now
 * on; *best becomes at least a bound on them. */
int64_t dmi_candidates_within_reach(const dmi_search *s, dmi_candidate_move *candidates,
                                    int64_t count, int64_t beta, int64_t *best);

#endif
