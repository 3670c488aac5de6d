/* check/minimax.h - values of small games from the definition alone.
 *
 * Plain recursion over every legal move, no pruning: a game of s stones on n vertices
 * costs n (n-1) ... (n-s+1) leaves with one stone per turn, each scored by
 * check/dominance.h; on at most 9 vertices each pair of sets of stones is looked at once.
 */
#ifndef CHECK_MINIMAX_H
#define CHECK_MINIMAX_H

#include <demesne/position.h>

/* White's score minus Black's under best play: `rounds` rounds, in each White
 * places `per_turn` stones, then Black.  Needs 2 rounds per_turn <= n. */
int64_t check_game_value(const dm_arena *arena, int32_t rounds, int32_t per_turn, dm_tie_rule ties);

/* The same for a game in progress, with any schedule of at most 64 stones. */
int64_t check_position_value(const dm_position *position);

/* One round: White's stones are given, Black answers with `count` stones.  Black's
 * score minus White's under the best answer. */
int64_t check_reply_value(const dm_arena *arena, const dm_vertex *white, int32_t white_count,
                          int32_t count, dm_tie_rule ties);

#endif
