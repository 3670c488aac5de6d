/* demesne/playout.h - games finished at random, many at a time.
 *
 * A completion gives the stones still to come, in their order of play, to free
 * vertices, every sequence of distinct vertices equally likely.
 *
 *     dm_playouts_start(p, DM_TIES_NEUTRAL, stones, count, sides, to_come);
 *     dm_playouts_run(p, &rng, 1000, score);      sums of both scores
 */
#ifndef DEMESNE_PLAYOUT_H
#define DEMESNE_PLAYOUT_H

#include <demesne/dominance.h>
#include <demesne/evaluator.h>
#include <demesne/rng.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_playouts dm_playouts;

/* For boards of at most 2048 vertices (DM_TOO_LARGE).  Neither `arena` nor `table` is
 * needed afterwards.  O(n^2 log n); DM_UNFINISHED if the run ends first; DM_UNSUPPORTED where
 * `simd` cannot run here. */
dm_status dm_playouts_new(const dm_arena *arena, const dm_distances *table, dm_simd simd,
                          dm_run *run, dm_playouts **out, dm_error *err);
void dm_playouts_free(dm_playouts *playouts);

/* Where completions begin: `stones` lie, in the order they were placed, and one stone of each
 * of `sides` is to come, together at most n.  Both are copied.  O(n) a stone. */
void dm_playouts_start(dm_playouts *playouts, dm_tie_rule ties, const dm_stone *stones,
                       int32_t count, const dm_side *sides, int32_t to_come);
/* Plays `count` completions and gives the sums of each side's scores, exact up to 2^53. */
void dm_playouts_run(dm_playouts *playouts, dm_rng *rng, int64_t count, double score[2]);
/* The same, faster, with completions that share stones: a shuffle of the free vertices is cut
 * into as many blocks as there is room for, and each of them, as White's stones, meets each
 * other as Black's.  Every completion is as random as before, so the means are the same; the
 * completions of one shuffle are not independent.  Every block plays both colours, so that the
 * mean difference of the scores strays less than that of as many independent completions
 * (`demesne bench playouts` measures by how much).  Independent ones where two blocks find no
 * room, or the order of stones decides ties. */
void dm_playouts_cross(dm_playouts *playouts, dm_rng *rng, int64_t count, double score[2]);
/* The stones to come where the last completion put them; borrowed. */
const dm_stone *dm_playouts_last(dm_playouts *playouts);

#ifdef __cplusplus
}
#endif
#endif
