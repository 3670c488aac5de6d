/* playouts.h - games finished at random, many at a time.
 *
 * A completion places the remaining stones, in their order of play, on random
 * free vertices; every sequence of distinct vertices is equally likely.
 *
 *     dmi_playouts_start(p, DM_TIES_NEUTRAL, stones, count, sides, to_come);
 *     dmi_playouts_run(p, &rng, 1000, score);      sums of both scores
 */
#ifndef DMI_GAME_PLAYOUTS_H
#define DMI_GAME_PLAYOUTS_H

#include "game/evaluator.h"
#include <demesne/dominance.h>
#include <demesne/rng.h>

typedef struct dmi_playouts dmi_playouts;

/* For boards of at most 2048 vertices (DM_TOO_LARGE).  `arena` and `table` may be
 * freed afterwards.  O(n^2 log n); DM_UNFINISHED if the run ends first; DM_UNSUPPORTED if
 * this machine cannot run `simd`. */
dm_status dmi_playouts_new(const dm_arena *arena, const dm_distances *table, dmi_simd simd,
                           dm_run *run, dmi_playouts **out, dm_error *err);
void dmi_playouts_free(dmi_playouts *playouts);

/* Sets the position to complete: `stones` in the order they were placed, then one stone of each
 * of `sides` to come, together at most n.  Both are copied.  O(n) per stone. */
void dmi_playouts_start(dmi_playouts *playouts, dm_tie_rule ties, const dm_stone *stones,
                        int32_t count, const dm_side *sides, int32_t to_come);
/* Plays `count` completions and returns the sum of the scores per side, exact up to 2^53. */
void dmi_playouts_run(dmi_playouts *playouts, dm_rng *rng, int64_t count, double score[2]);
/* The same, faster, with completions that share stones: a shuffle of the free vertices is cut
 * into blocks, and each block, as White's stones, plays against each other block as Black's.
 * Every completion is as random as before, so the means are the same, but the completions of one
 * shuffle are not independent.  Every block plays both colours, so the mean difference of the
 * scores varies less than with as many independent completions (`demesne bench playouts` measures
 * by how much).  Plays independent ones if two blocks do not fit, or if the order of stones
 * decides ties. */
void dmi_playouts_cross(dmi_playouts *playouts, dm_rng *rng, int64_t count, double score[2]);
/* The remaining stones as the last completion placed them; borrowed. */
const dm_stone *dmi_playouts_last(dmi_playouts *playouts);

#endif
