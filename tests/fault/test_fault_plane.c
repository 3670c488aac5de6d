/* test_fault_plane.c - memory runs out while games in the plane are played and recorded.  GMP's own
 * memory is not covered. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/plane_match.h>
#include <demesne/plane_record.h>
#include <string.h>

/* A game of two players, and its record. */
static dm_status play(const char *white, const char *black, const dm_plane_game_rules *rules,
                      dm_error *err)
{
    dm_plane_board *board = NULL;
    dm_plane_game *game = NULL;
    dm_plane_player *player[2] = {NULL, NULL};
    dm_plane_record *record = NULL;
    char *text = NULL;
    dm_status status = dm_plane_board_named("triangle", &board, err);
    if (status == DM_OK)
        status = dm_plane_game_new(board, rules, &game, err);
    if (status == DM_OK)
        status = dm_plane_player_new(white, 1, &player[0], err);
    if (status == DM_OK)
        status = dm_plane_player_new(black, 2, &player[1], err);
    while (status == DM_OK && !dm_plane_game_is_over(game))
        status = dm_plane_player_turn(player[dm_plane_game_to_move(game)], game, 0, NULL, err);
    if (status == DM_OK)
        status = dm_plane_record_text(game, 1, white, black, &text, err);
    if (status == DM_OK)
        status = dm_plane_record_read_memory("game", text, strlen(text), &record, err);
    dm_free(text);
    dm_plane_record_free(record);
    dm_plane_player_free(player[0]);
    dm_plane_player_free(player[1]);
    dm_plane_game_free(game);
    dm_plane_board_free(board);
    return status;
}

static dm_status searching(dm_error *err)
{
    const dm_plane_game_rules rules = {.rounds = 2, .per_turn = 1, .min_distance = "1/20"};
    return play("champion:nodes=50", "monte-carlo:playouts=3:lattice=3", &rules, err);
}

static dm_status plain(dm_error *err)
{
    const dm_plane_game_rules rules = {
        .rounds = 1, .per_turn = 2, .metric = DM_MANHATTAN, .min_distance = "1/20"};
    return play("row", "balanced", &rules, err);
}

static dm_status gravity(dm_error *err)
{
    const dm_plane_game_rules rules = {
        .rounds = 2, .per_turn = 1, .rule = DM_PLANE_GRAVITY, .lattice = 20};
    return play("grid", "greedy:effort=quick", &rules, err);
}

static dm_status protocol(dm_error *err)
{
    static const char *const lines[] = {"plane 3",
                                        "0 0",
                                        "1 0",
                                        "0 1",
                                        "rules 2 1 neutral euclid 0 nearest",
                                        "genmove white",
                                        "play black 0,0",
                                        "undo"};
    dm_protocol_player *player = NULL;
    bool lost = false;
    dm_status status = dm_protocol_player_new("random", 1, &player, err);
    for (size_t i = 0; i < sizeof lines / sizeof *lines && status == DM_OK; i++)
        lost = strncmp(dm_protocol_player_answer(player, lines[i], NULL), "?", 1) == 0 || lost;
    dm_protocol_player_free(player);
    if (status == DM_OK && lost) { /* said to the other side */
        *err = (dm_error){.status = DM_NO_MEMORY, .message = "refused"};
        return DM_NO_MEMORY;
    }
    return status;
}

static void players_that_search(void **state)
{
    (void)state;
    fault_sweep(searching, FAULT_COPES | FAULT_ANY_ERROR);
}

static void plain_players(void **state)
{
    (void)state;
    fault_sweep(plain, FAULT_COPES | FAULT_ANY_ERROR);
}

static void the_gravity_rule(void **state)
{
    (void)state;
    fault_sweep(gravity, FAULT_COPES | FAULT_ANY_ERROR);
}

static void a_bot(void **state)
{
    (void)state;
    fault_sweep(protocol, FAULT_COPES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_that_search),
        cmocka_unit_test(plain_players),
        cmocka_unit_test(the_gravity_rule),
        cmocka_unit_test(a_bot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
