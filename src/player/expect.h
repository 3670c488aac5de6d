/* player/expect.h - the exact mean of the score over all random completions.
 *
 * A completion gives the stones still to come, in their order of play, to free
 * vertices, every sequence of distinct vertices equally likely.  The mean of
 * White's score minus Black's over them is found without playing any
 * (docs/ALGORITHMS.md); at the end of the game it is the score.
 *
 *     dmi_expect_start(e, stones, count, sides, to_come);
 *     dmi_expect_try(e, vertices, k, means);     after one more stone, for each vertex
 *     dmi_expect_place(e, 12);                   the side is the schedule's
 *     dmi_expect_undo(e);
 */
#ifndef DMI_EXPECT_H
#define DMI_EXPECT_H

#include "graph/ranks.h"
#include <demesne/dominance.h>

typedef struct dmi_expect dmi_expect;

/*   arena, ranks   borrowed
 *   depth          how many stones may be placed or tried after the start
 * O(n^2) bytes, eight times that for each depth. */
dm_status dmi_expect_new(const dm_arena *arena, const dmi_ranks *ranks, dm_tie_rule ties, int depth,
                         dmi_expect **out, dm_error *err);
void dmi_expect_free(dmi_expect *expect);

/* `stones` lie, in the order they were placed; the stones to come are `sides`, borrowed.
 * O(n^2 depth), and times to_come where ties go to the earlier stone. */
void dmi_expect_start(dmi_expect *expect, const dm_stone *stones, int32_t count,
                      const dm_side *sides, int32_t to_come);
/* The next stone of the schedule goes to v, which is free. */
void dmi_expect_place(dmi_expect *expect, dm_vertex v);
void dmi_expect_undo(dmi_expect *expect);
double dmi_expect_mean(const dmi_expect *expect);
/* The mean after the next stone, for each vertex.  O(n) a vertex. */
void dmi_expect_try(dmi_expect *expect, const dm_vertex *vertices, int64_t count, double *means);

#endif
