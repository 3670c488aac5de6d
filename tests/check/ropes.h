/* check/ropes.h - ropes by their definition, in doubles: the network with the rope is written
 * down, all distances are computed, and every edge asks every player where he is first. */
#ifndef CHECK_ROPES_H
#define CHECK_ROPES_H

#include <demesne/lines.h>

/* A rope by the places of its ends, as fractions of edges. */
typedef struct check_rope {
    int e, f;
    double s, t;
} check_rope;

/* Payoffs after the rope under the level's own crossings; false: it may not be tied (it crosses
 * or runs along an edge where that is forbidden, or its angle is too small).  At most 6 players. */
bool check_rope_payoffs(const dm_level *level, const check_rope *rope, dm_line_ties ties,
                        double *payoff);

/* Of two standings the better: payoff; margin; or rank, then margin. */
double check_rope_score(const dm_level *level, int player, dm_line_objective objective,
                        const double *payoff);

/* The best score of a dense search: both ends at `steps` places of every edge and at its ends,
 * the best `starts` of them refined by ever smaller steps of both ends. */
double check_rope_search(const dm_level *level, int player, dm_line_objective objective,
                         dm_line_ties ties, int steps, int starts, check_rope *out);

#endif
