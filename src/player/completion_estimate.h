/* player/completion_estimate.h - what a position is worth when the stones to come go to good
 * places.
 *
 * Like the mean over random completions (expect.h), but a stone to come prefers the
 * vertices that are good for its side at the start, and vertices are hit independently
 * of each other.  Coarser, and far cheaper: shares are 16-bit integers, so that trying a
 * stone is one pass over a few vectors.  With no stones to come it is the score, up to
 * the rounding of values above 32767.
 *
 *     dmi_completion_estimate_start(o, stones, count, sides, to_come);
 *     dmi_completion_estimate_try(o, vertices, k, gains);    after one more stone, for each vertex
 *     dmi_completion_estimate_place(o, 12);                  the side is the schedule's
 *     dmi_completion_estimate_undo(o);
 *
 * Values are White's minus Black's, in units of 2^-scale.
 */
#ifndef DMI_COMPLETION_ESTIMATE_H
#define DMI_COMPLETION_ESTIMATE_H

#include "graph/ranks.h"
#include <demesne/dominance.h>

typedef struct dmi_completion_estimate dmi_completion_estimate;

enum { DMI_ESTIMATE_DEPTH = 24 }; /* the most stones it can follow */

/* `arena` and `ranks` are borrowed.  O(n^2) bytes, and five times that for each stone
 * it follows. */
dm_status dmi_completion_estimate_new(const dm_arena *arena, const dmi_ranks *ranks,
                                      dm_tie_rule ties, dmi_completion_estimate **out,
                                      dm_error *err);
void dmi_completion_estimate_free(dmi_completion_estimate *estimate);

/* `stones` lie; the stones to come are `sides`, borrowed.  O(n^2); DM_NO_MEMORY. */
dm_status dmi_completion_estimate_start(dmi_completion_estimate *estimate, const dm_stone *stones,
                                        int32_t count, const dm_side *sides, int32_t to_come,
                                        dm_error *err);
int dmi_completion_estimate_scale(const dmi_completion_estimate *estimate);
/* How many stones may be placed or tried after a start: fewer on large boards. */
int dmi_completion_estimate_reach(const dmi_completion_estimate *estimate);
/* The chances that a white and a black stone come to v, `left` of each side being to come. */
void dmi_completion_estimate_chances(const dmi_completion_estimate *estimate, dm_vertex v,
                                     const int32_t left[2], double chances[2]);
bool dmi_completion_estimate_has_ties(const dmi_completion_estimate *estimate);
/* The next stone of the schedule goes to v, which is free.  O(n). */
void dmi_completion_estimate_place(dmi_completion_estimate *estimate, dm_vertex v);
void dmi_completion_estimate_undo(dmi_completion_estimate *estimate);
/* The value after the next stone, for each vertex.  O(n) a vertex. */
void dmi_completion_estimate_try(dmi_completion_estimate *estimate, const dm_vertex *vertices,
                                 int64_t count, int32_t *values);

#endif
