/* test_fault_players.c - memory runs out while players made for certain boards play. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/complete_tree.h>
#include <demesne/player.h>

static dm_arena *board;
static const char *spec;
static int32_t rounds;

/* A game between the player and random, which the player may begin or answer. */
static dm_status play_on(dm_player *players[2], dm_position *position, dm_error *err)
{
    dm_status status = DM_OK;
    while (status == DM_OK && !dm_position_is_over(position)) {
        dm_vertex move = -1;
        dm_player *player = players[dm_position_to_move(position)];
        status = dm_player_choose(player, position, NULL, &move, err);
        if (status == DM_OK)
            status = dm_position_make(position, &move, 1, err);
    }
    return status;
}

static dm_status play_side(dm_side seat, dm_error *err)
{
    dm_rules rules = {0};
    dm_position *position = NULL;
    dm_player *players[2] = {NULL, NULL};
    dm_status status = dm_rules_init(rounds, 1, DM_TIES_NEUTRAL, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(board, &rules, &position, err);
    if (status == DM_OK)
        status = dm_player_new(spec, 1, &players[seat], err);
    if (status == DM_OK)
        status = dm_player_new("random", 1, &players[dm_other(seat)], err);
    if (status == DM_OK)
        status = play_on(players, position, err);
    dm_player_free(players[0]);
    dm_player_free(players[1]);
    dm_position_free(position);
    dm_rules_clear(&rules);
    dm_arena_forget_tables(board);
    return status;
}

static dm_status play_white(dm_error *err)
{
    return play_side(DM_WHITE, err);
}

static dm_status play_black(dm_error *err)
{
    return play_side(DM_BLACK, err);
}

static void players_without_memory(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *board;
        int32_t rounds;
    } games[] = {{"median", "random-tree:9", 1},     {"tree-simple", "tree:4,2", 2},
                 {"key-level", "tree:3,3", 3},       {"key-level:repaired=0", "tree:2,3", 3},
                 {"symmetric", "tree:2,3", 3},       {"mirror", "grid:3x4", 3},
                 {"champion:nodes=9", "path:45", 2}, {"champion:nodes=1", "path:513", 2}};
    const size_t count = sizeof games / sizeof *games;
    for (size_t i = 0; i < count; i++) {
        board = family_board(games[i].board, 1);
        spec = games[i].spec;
        rounds = games[i].rounds;
        int places = i > 0 ? FAULT_KNOWN_PLACES : 0;
        fault_sweep(play_white, FAULT_COPES | places);
        if (i < count - 1 || run_long()) /* the last is slow, and Black does what White does */
            fault_sweep(play_black, FAULT_COPES | FAULT_KNOWN_PLACES);
        dm_arena_free(board);
    }
}

static dm_status recognise(dm_error *err)
{
    dm_complete_tree tree = {0};
    dm_status status = dm_complete_tree_init(board, &tree, err);
    assert_true((status == DM_OK) == (tree.vertex != NULL));
    dm_complete_tree_clear(&tree);
    return status;
}

static void recognising_without_memory(void **state)
{
    (void)state;
    board = family_board("tree:3,3", 1);
    fault_sweep(recognise, FAULT_NO_MEMORY);
    dm_arena_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_without_memory),
        cmocka_unit_test(recognising_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
