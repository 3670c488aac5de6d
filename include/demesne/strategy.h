/* demesne/strategy.h - a strategy: a move for every position that can arise for its side.
 *
 * With a bound it is a proof: White minus Black ends up at least `bound` if White
 * follows it, at most `bound` if Black does, whatever the other player does.
 *
 *     start --> answer --> every reply --> answer --> ... --> every last reply
 *
 * dm_solve_strategy() finds one, dm_verify() checks one, dm_certificate_write() writes it to
 * a file.
 */
#ifndef DEMESNE_STRATEGY_H
#define DEMESNE_STRATEGY_H

#include <demesne/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Entry i is vertices[first[i]] .. vertices[first[i + 1] - 1]: White's stones placed since the
 * start, Black's, and the answer, as many of each as the schedule has up to turn turns[i].  The
 * stones of a list are in increasing order; under DM_TIES_EARLIER, where the order of play matters,
 * only those of each turn, and turns are in order.  Every position has one entry. */
typedef struct dm_strategy {
    dm_side side;
    int64_t bound;
    int64_t count;
    int32_t *turns; /* turns made before entry i, including those before the start */
    int64_t *first; /* count + 1 of them */
    dm_vertex *vertices;
} dm_strategy;

dm_status dm_strategy_new(dm_side side, int64_t bound, dm_strategy **out, dm_error *err);
void dm_strategy_free(dm_strategy *strategy);
/* Adds an entry of `count` vertices. */
dm_status dm_strategy_add(dm_strategy *strategy, int32_t turn, const dm_vertex *vertices,
                          int64_t count, dm_error *err);
/* An upper bound on the positions of a strategy of `side` from `start` on: a sum of products of
 * the other side's choices. */
double dm_strategy_estimate(const dm_position *start, dm_side side);

#ifdef __cplusplus
}
#endif
#endif
