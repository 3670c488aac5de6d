/* support/games.h - games between players, for the tests of strategies. */
#ifndef TEST_SUPPORT_GAMES_H
#define TEST_SUPPORT_GAMES_H

#include "support/support.h"
#include <demesne/player.h>
#include <demesne/tournament.h>

/* The complete k-ary tree, numbered breadth-first. */
dm_arena *tree_board(int k, int height);
/* The same graph with its vertices renumbered at random. */
dm_arena *shuffled_board(const dm_arena *arena, uint64_t seed);

dm_player *player_of(const char *spec, uint64_t seed);
void make_move(dm_player *player, dm_position *position);
int64_t value_of(dm_position *position);

/* White minus Black of one game with one stone per turn, ties neutral. */
int64_t play_game(const dm_arena *arena, int32_t rounds, const char *white, const char *black,
                  uint64_t seed);
/* The same for White's strategy against `rounds` stones of Black's; if one is taken, the next
 * free vertex is played. */
int64_t play_against(const dm_arena *arena, int32_t rounds, const char *white,
                     const dm_vertex *black);

/* Three quick players, all pairings, on small boards. */
dm_tournament_plan small_plan(void);

#endif
