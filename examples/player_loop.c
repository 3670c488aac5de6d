/* player_loop.c - two players play a game, one turn after another.
 *
 *     cc player_loop.c $(pkg-config --cflags --libs demesne) && ./a.out minimax greedy
 *
 * The arguments are the players of White and Black; `demesne --help` lists them.
 */
#include <demesne/demesne.h>
#include <stdio.h>

enum { ROUNDS = 3, STONES = 1 }; /* stones per turn */

/* Asks whoever is to move, and makes the move. */
static dm_status play_turn(dm_position *position, dm_player *const players[2], dm_error *err)
{
    dm_vertex move[STONES];
    dm_side side = dm_position_to_move(position);
    dm_status status = dm_player_choose(players[side], position, NULL, move, err);
    if (status == DM_OK)
        status = dm_position_make(position, move, STONES, err);
    if (status == DM_OK)
        printf("%s takes %d\n", dm_side_name(side), move[0]);
    return status;
}

int main(int argc, char **argv)
{
    const char *specs[2] = {argc > 1 ? argv[1] : "minimax", argc > 2 ? argv[2] : "greedy"};
    dm_error err = {0};
    dm_rules rules = {0};
    dm_arena *arena = NULL;
    dm_position *position = NULL;
    dm_player *players[2] = {NULL, NULL};
    int64_t value = 0;

    dm_status status = dm_arena_open("grid:5x5", 1, &arena, &err);
    if (status == DM_OK)
        status = dm_rules_init(ROUNDS, STONES, DM_TIES_NEUTRAL, &rules, &err);
    if (status == DM_OK)
        status = dm_position_new(arena, &rules, &position, &err);
    for (int side = 0; side < 2 && status == DM_OK; side++)
        status = dm_player_new(specs[side], 1, &players[side], &err);

    while (status == DM_OK && !dm_position_is_over(position))
        status = play_turn(position, players, &err);
    if (status == DM_OK)
        status = dm_position_value(position, &value, &err);

    if (status == DM_OK)
        printf("%s (White) minus %s (Black): %lld\n", specs[DM_WHITE], specs[DM_BLACK],
               (long long)value);
    else
        fprintf(stderr, "%s\n", err.message);
    dm_player_free(players[DM_WHITE]);
    dm_player_free(players[DM_BLACK]);
    dm_position_free(position);
    dm_rules_clear(&rules);
    dm_arena_free(arena);
    return status == DM_OK ? 0 : 1;
}
