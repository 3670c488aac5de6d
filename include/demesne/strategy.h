/* demesne/strategy.h - a way to play: for every position that its side can meet, a move.
 *
 * With a bound it is a proof: whoever follows it as White ends with White minus
 * Black at least `bound`, as Black at most, whatever the other does.
 *
 *     start --> answer --> every reply --> answer --> ... --> every last reply
 *
 * dm_solve_strategy() finds one, dm_verify() checks one, dm_certificate_write() keeps it.
 */
#ifndef DEMESNE_STRATEGY_H
#define DEMESNE_STRATEGY_H

#include <demesne/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Entry i is vertices[first[i]] .. vertices[first[i + 1] - 1]: White's stones placed since the
 * start, Black's, and the answer, as many of each as the schedule has up to turn turns[i].  A list
 * of stones is increasing; under DM_TIES_EARLIER, where the order of play matters, each turn's
 * stones are, and turns come in order.  Every position stands once. */
typedef struct dm_strategy {
    dm_side side;
    int64_t bound;
    int64_t count;
    int32_t *turns; /* turns made before entry i, those before the start included */
    int64_t *first; /* count + 1 of them */
    dm_vertex *vertices;
} dm_strategy;

dm_status dm_strategy_new(dm_side side, int64_t bound, dm_strategy **out, dm_error *err);
void dm_strategy_free(dm_strategy *strategy);
/* Adds an entry of `count` vertices. */
dm_status dm_strategy_add(dm_strategy *strategy, int32_t turn, const dm_vertex *vertices,
                          int64_t count, dm_error *err);
/* How many positions a strategy of `side` from `start` on may need at most: a sum of products of
 * the other side's choices. */
double dm_strategy_estimate(const dm_position *start, dm_side side);

#ifdef __cplusplus
}
#endif
#endif
