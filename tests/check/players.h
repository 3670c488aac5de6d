/* check/players.h - the choices of the published players, from their definitions.
 *
 * Distances by check/dominance.h; every sum is computed again.  One stone for the side to move; -1
 * if no vertex is free.
 */
#ifndef CHECK_PLAYERS_H
#define CHECK_PLAYERS_H

#include <demesne/position.h>

/* Neighbours over edges of at most tenths/10 of the length unit. */
dm_vertex check_neighbour(const dm_position *position, int64_t tenths);
dm_vertex check_enhanced(const dm_position *position);

/* The score of every vertex, free or not, of "greedy", "neighbour:threshold=2", "enhanced" (the
 * report's code) or "enhanced:as=text" (its text). */
void check_scores(const dm_position *position, const char *player, double *out);

/* The published Monte Carlo player on its last stone, when no random stone follows: the
 * vertex with the most value strictly nearer to the mover than to the other. */
dm_vertex check_last_stone(const dm_position *position);

/* The lowest vertex whose stone leaves the best mean over all completions, within 1e-9. */
dm_vertex check_best_mean(const dm_position *position);

#endif
