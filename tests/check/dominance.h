/* check/dominance.h - ownership from the definition alone.
 *
 * Shares nothing with the library but the board's edge list: distances by
 * Floyd-Warshall, owners by looking at every stone for every vertex.
 */
#ifndef CHECK_DOMINANCE_H
#define CHECK_DOMINANCE_H

#include <demesne/dominance.h>

/* n x n distances, row by row; -1 where there is no path.  Freed with free(). */
int64_t *check_distances(const dm_arena *arena);

/* Owner of vertex v: of all stones at the least distance, one player alone owns
 * it; several share it by the tie rule. */
int32_t check_owner(const int64_t *distances, dm_vertex n, const dm_stone *stones, int64_t count,
                    dm_tie_rule ties, dm_vertex v);

/* White's score minus Black's, by check_owner. */
int64_t check_value(const dm_arena *arena, const int64_t *distances, const dm_stone *stones,
                    int64_t count, dm_tie_rule ties);

#endif
