/* check/oneround.h - the one-round game from the definition alone.
 *
 * Every set of stones is tried, and scored by looking at every stone for every vertex
 * (check/dominance.h).  No bound, no step function, no table but the plain distances: C(n,k)
 * replies, C(n,p) leads with C(n-p,r) replies each.
 */
#ifndef CHECK_ONEROUND_H
#define CHECK_ONEROUND_H

#include <demesne/lead.h>

/* Who owns vertex v: White's stones are first, then Black's; farther than the radius from every
 * stone it is nobody's. */
int32_t check_round_owner(const int64_t *distances, dm_vertex n, const dm_terms *terms,
                          const dm_stone *stones, int64_t count, dm_vertex v);

/* White's score minus Black's, by check_round_owner. */
int64_t check_round_value(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                          const dm_stone *stones, int64_t count);

/* Every best set of stones, and what it is worth to the player who places it. */
typedef struct check_best {
    int64_t value;
    int32_t size;    /* stones per set */
    int64_t count;   /* best sets; 0: there is no set at all */
    dm_vertex *sets; /* count * size, each increasing, in lexicographic order */
} check_best;

/* Black's best replies; the value is Black minus White. `distances` come from check_distances().
 * Uses only the terms, White's and the kept stones and the count. */
check_best check_replies(const dm_arena *arena, const int64_t *distances,
                         const dm_reply_request *request);

/* White's best leads against Black's best replies; the value is White minus Black. Uses only the
 * terms and the two counts. */
check_best check_leads(const dm_arena *arena, const int64_t *distances,
                       const dm_lead_request *request);

void check_best_clear(check_best *best);

#endif
