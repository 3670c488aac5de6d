/* candidate_moves.h - the stones worth trying at a node. */
#ifndef DMI_CANDIDATE_MOVES_H
#define DMI_CANDIDATE_MOVES_H

#include "solve/search.h"

/* Lists the candidates of the side to place; a best one is among them.  Returns how many. */
int64_t dmi_candidates_list(dmi_search *s, dmi_candidate_move *candidates, dmi_detail detail);
/* Sets the order in which to try them. */
void dmi_candidates_rank(const dmi_search *s, dmi_candidate_move *candidates, int64_t count);
/* Drops candidates that cannot reach beta even if the enemy passes from now on;
 * raises *best to a bound on them.  Returns how many stay. */
int64_t dmi_candidates_within_reach(const dmi_search *s, dmi_candidate_move *candidates,
                                    int64_t count, int64_t beta, int64_t *best);

#endif
