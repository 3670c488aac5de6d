/* check/dominance.h - ownership from the definition alone.
 *
 * Shares only the board's edge list with the library: distances by
 * Floyd-Warshall, owners by looking at every stone for every vertex.
 */
#ifndef CHECK_DOMINANCE_H
#define CHECK_DOMINANCE_H

#include <demesne/dominance.h>

/* n x n distances, row by row; -1 if there is no path.  Freed with free(). */
int64_t *check_distances(const dm_arena *arena);

/* The owner of vertex v: the player of all stones at the least distance; if they
 * are of several players, the tie rule decides. */
int32_t check_owner(const int64_t *distances, dm_vertex n, const dm_stone *stones, int64_t count,
                    dm_tie_rule ties, dm_vertex v);

/* White's score minus Black's, by check_owner. */
int64_t check_value(const dm_arena *arena, const int64_t *distances, const dm_stone *stones,
                    int64_t count, dm_tie_rule ties);

#endif
