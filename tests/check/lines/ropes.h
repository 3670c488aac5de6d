/* check/ropes.h - ropes by their definition, in doubles: builds the network with the rope, computes
 * all distances, and divides every edge by who is first. */
#ifndef CHECK_LINES_ROPES_H
#define CHECK_LINES_ROPES_H

#include <demesne/lines.h>

/* A rope by the places of its ends, as fractions of edges. */
typedef struct check_rope {
    int e, f;
    double s, t;
} check_rope;

/* Payoffs after the rope under the level's own crossings; false: it is not allowed (it crosses or
 * runs along an edge, or its angle is too small).  At most 6 players. */
bool check_rope_payoffs(const dm_level *level, const check_rope *rope, dm_line_ties ties,
                        double *payoff);

/* A new site or a cut that comes together with the rope. */
typedef struct check_second {
    dm_line_op op; /* DM_LINE_ADD or DM_LINE_CUT */
    int player;    /* of the new site */
    int edge;      /* -1: on the rope */
    double at;     /* fraction of the edge, or of the rope from its first end */
} check_second;

/* The same with a second move, at a place different from the rope's ends; ropes that join edges may
 * not have it on the rope. */
bool check_rope_pair_payoffs(const dm_level *level, const check_rope *rope,
                             const check_second *second, dm_line_ties ties, double *payoff);

/* The better of two standings by payoff, margin, or rank and then margin. */
double check_rope_score(const dm_level *level, int player, dm_line_objective objective,
                        const double *payoff);

/* The best score of a dense search: both ends at `steps` places of every edge and at its ends, the
 * best `starts` of them refined by ever smaller steps of both ends. */
double check_rope_search(const dm_level *level, int player, dm_line_objective objective,
                         dm_line_ties ties, int steps, int starts, check_rope *out);

#endif
