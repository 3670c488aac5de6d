/* check/expectation.h - the mean score over random completions, by playing all of them.
 *
 * Plain recursion over every sequence of free vertices, each scored by
 * check/dominance.h: n (n-1) ... sequences, for boards of a few vertices.
 */
#ifndef CHECK_EXPECTATION_H
#define CHECK_EXPECTATION_H

#include <demesne/position.h>

/* White's score minus Black's, summed over all sequences in which the remaining stones can be
 * placed, and the number of those sequences. */
void check_completions(const dm_position *position, int64_t *sum, int64_t *sequences);

/* The same with `stones` placed (room for all) and `sides` remaining. */
void check_completions_of(const dm_arena *arena, const int64_t *distances, dm_tie_rule ties,
                          dm_stone *stones, int32_t count, const dm_side *sides, int32_t to_come,
                          int64_t *sum, int64_t *sequences);

#endif
