/* player/completion_estimate.h - the value of a position if the remaining stones go to good places.
 *
 * Like the mean over random completions (completion_mean.h), but a stone prefers the vertices that
 * are good for its side at the start, and vertices are hit independently of each other.  Less exact
 * and much cheaper: shares are 16-bit integers, so trying a stone is one pass over a few vectors.
 * Without remaining stones it is the score, up to the rounding of values above 32767.
 *
 *     dmi_completion_estimate_start(e, stones, count, sides, to_come, run, err);
 *     dmi_completion_estimate_try(e, vertices, k, values);   after one more stone, for each vertex
 *     dmi_completion_estimate_place(e, 12);                  the schedule tells the side
 *     dmi_completion_estimate_undo(e);
 *
 * Values are White's minus Black's, in units of 2^-scale.
 */
#ifndef DMI_COMPLETION_ESTIMATE_H
#define DMI_COMPLETION_ESTIMATE_H

#include "graph/ranks.h"
#include <demesne/dominance.h>

typedef struct dmi_completion_estimate dmi_completion_estimate;

enum { DMI_ESTIMATE_DEPTH = 24 }; /* the most stones that it can place */

/* `arena` and `ranks` are borrowed.  O(n^2) bytes, and five times that for each level. */
dm_status dmi_completion_estimate_new(const dm_arena *arena, const dmi_ranks *ranks,
                                      dm_tie_rule ties, dmi_completion_estimate **out,
                                      dm_error *err);
void dmi_completion_estimate_free(dmi_completion_estimate *estimate);

/* Starts from `stones`; `sides` are those of the remaining ones, borrowed.  DM_STOPPED: start
 * again before use.  O(n^2). */
dm_status dmi_completion_estimate_start(dmi_completion_estimate *estimate, const dm_stone *stones,
                                        int32_t count, const dm_side *sides, int32_t to_come,
                                        dm_run *run, dm_error *err);
int dmi_completion_estimate_scale(const dmi_completion_estimate *estimate);
/* How many stones may be placed or tried after a start; fewer on large boards. */
int dmi_completion_estimate_reach(const dmi_completion_estimate *estimate);
/* The chances of a white and of a black stone on v if `left` of each side remain. */
void dmi_completion_estimate_chances(const dmi_completion_estimate *estimate, dm_vertex v,
                                     const int32_t left[2], double chances[2]);
bool dmi_completion_estimate_has_ties(const dmi_completion_estimate *estimate);
/* Puts the next stone of the schedule on v, which is free.  O(n). */
void dmi_completion_estimate_place(dmi_completion_estimate *estimate, dm_vertex v);
void dmi_completion_estimate_undo(dmi_completion_estimate *estimate);
/* The value after the next stone, for each vertex.  O(n) per vertex. */
void dmi_completion_estimate_try(dmi_completion_estimate *estimate, const dm_vertex *vertices,
                                 int64_t count, int32_t *values);

#endif
