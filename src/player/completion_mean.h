/* player/completion_mean.h - the exact mean of the score over all random completions.
 *
 * A completion puts the remaining stones, in their order of play, on free vertices; every sequence
 * of distinct vertices is equally likely.  The mean of White's score minus Black's is computed
 * without playing any (docs/algorithms/players.md); at the end of the game it is the score.
 *
 *     dmi_completion_mean_start(e, stones, count, sides, to_come, run);
 *     dmi_completion_mean_try(e, vertices, k, means);   after one more stone, for each vertex
 *     dmi_completion_mean_place(e, 12);                 the schedule tells the side
 *     dmi_completion_mean_undo(e);
 */
#ifndef DMI_COMPLETION_MEAN_H
#define DMI_COMPLETION_MEAN_H

#include "graph/ranks.h"
#include <demesne/dominance.h>

typedef struct dmi_completion_mean dmi_completion_mean;

/*   arena, ranks   borrowed
 *   depth          how many stones may be placed or tried after the start
 * O(n^2) bytes, eight times that for each depth. */
dm_status dmi_completion_mean_new(const dm_arena *arena, const dmi_ranks *ranks, dm_tie_rule ties,
                                  int depth, dmi_completion_mean **out, dm_error *err);
void dmi_completion_mean_free(dmi_completion_mean *e);

/* Starts from `stones`, in the order they were placed; `sides` are those of the remaining ones,
 * borrowed.  False if the run ended first: then it must be started again before use.
 * O(n^2 depth), times to_come if ties go to the earlier stone. */
bool dmi_completion_mean_start(dmi_completion_mean *e, const dm_stone *stones, int32_t count,
                               const dm_side *sides, int32_t to_come, dm_run *run);
/* Puts the next stone of the schedule on v, which is free. */
void dmi_completion_mean_place(dmi_completion_mean *e, dm_vertex v);
void dmi_completion_mean_undo(dmi_completion_mean *e);
double dmi_completion_mean_value(const dmi_completion_mean *e);
/* The mean after the next stone, for each vertex.  O(n) per vertex. */
void dmi_completion_mean_try(dmi_completion_mean *e, const dm_vertex *vertices, int64_t count,
                             double *means);

#endif
