/* test_plane_players.c - players of the plane: legal moves on all boards, the same for a seed;
 * records; the bot protocol. */
#include "support/planes.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Specs without clocks. */
static const char *const specs[] = {"random",
                                    "greedy",
                                    "greedy:effort=quick",
                                    "grid",
                                    "row",
                                    "balanced",
                                    "monte-carlo:playouts=40:lattice=6",
                                    "champion:nodes=3000"};
enum { SPECS = sizeof specs / sizeof *specs };

static dm_plane_game *played(const dm_plane_board *board, const dm_plane_game_rules *rules,
                             const char *white, const char *black, uint64_t seed)
{
    dm_plane_game *game = NULL;
    dm_plane_player *player[2] = {NULL, NULL};
    dm_error err = {0};
    assert_ok(dm_plane_game_new(board, rules, &game, &err), err);
    assert_ok(dm_plane_player_new(white, seed, &player[0], &err), err);
    assert_ok(dm_plane_player_new(black, seed + 1, &player[1], &err), err);
    while (!dm_plane_game_is_over(game)) {
        int32_t turn = dm_plane_game_turns_made(game);
        dm_plane_player *mover = player[dm_plane_game_to_move(game)];
        assert_ok(dm_plane_player_turn(mover, game, 0, NULL, &err), err);
        assert_true(dm_plane_game_turns_made(game) == turn + 1 || dm_plane_game_is_full(game));
    }
    assert_int_equal(dm_plane_player_turn(player[0], game, 0, NULL, NULL), DM_BAD_MOVE);
    dm_plane_player_free(player[0]);
    dm_plane_player_free(player[1]);
    return game;
}

static void same_sites(const dm_plane *a, const dm_plane *b)
{
    assert_int_equal(dm_plane_count(a), dm_plane_count(b));
    for (int32_t i = 0; i < dm_plane_count(a); i++) {
        dm_plane_site p = dm_plane_site_at(a, i), q = dm_plane_site_at(b, i);
        assert_true(p.at.x == q.at.x && p.at.y == q.at.y && p.side == q.side);
    }
}

/* The game refuses what is not legal, so a game that ends was legal throughout. */
static void all_players_on_all_boards(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 6);
    for (int g = 0; g < 3 * SPECS; g++) {
        dm_plane_board *board = random_plane_board(&rng);
        dm_point low, high;
        dm_plane_board_box(board, &low, &high);
        char least[40];
        snprintf(least, sizeof least, "%d/100", (int)(15 * (high.x - low.x)));
        const dm_plane_game_rules rules = {.metric = g % 5 == 1 ? DM_MANHATTAN : DM_EUCLID,
                                           .rule = g % 5 == 2 ? DM_PLANE_GRAVITY : DM_PLANE_NEAREST,
                                           .lattice = 60,
                                           .rounds = g % 3 == 0 ? 1 : 3,
                                           .per_turn = g % 3 == 0 ? 3 : 1,
                                           .min_distance = g % 2 ? least : NULL};
        const char *white = specs[g % SPECS], *black = specs[(g + g / SPECS + 1) % SPECS];
        dm_plane_game *one = played(board, &rules, white, black, (uint64_t)g);
        dm_plane_game *two = played(board, &rules, white, black, (uint64_t)g);
        same_sites(dm_plane_game_plane(one), dm_plane_game_plane(two));
        dm_plane_game_free(one);
        dm_plane_game_free(two);
        dm_plane_board_free(board);
    }
}

static void names_and_parameters(void **state)
{
    (void)state;
    dm_plane_player *player = NULL;
    dm_error err = {0};
    static const char *const bad[] = {"foo", "greedy:effort=most", "champion:nodes=x",
                                      "random:seed=1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(dm_plane_player_new(bad[i], 1, &player, &err), DM_BAD_ARGUMENT);
    for (int i = 0; i < dm_plane_player_count(); i++) {
        assert_ok(dm_plane_player_new(dm_plane_player_at(i)->name, 1, &player, &err), err);
        assert_string_equal(dm_plane_player_spec(player), dm_plane_player_at(i)->name);
        dm_plane_player_free(player);
    }
}

/* A run that has ended: the turn is made, and the call says so. */
static void a_stopped_player_moves(void **state)
{
    (void)state;
    dm_plane_board *board = NULL;
    dm_plane_game *game = NULL;
    dm_plane_player *player = NULL;
    dm_run *run = NULL;
    dm_error err = {0};
    assert_ok(dm_plane_board_named("triangle", &board, &err), err);
    assert_ok(
        dm_plane_game_new(board, &(dm_plane_game_rules){.rounds = 1, .per_turn = 4}, &game, &err),
        err);
    assert_ok(dm_plane_player_new("champion", 1, &player, &err), err);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_cancel(run);
    assert_int_equal(dm_plane_player_turn(player, game, 0, run, &err), DM_STOPPED);
    assert_int_equal(dm_plane_game_turns_made(game), 1);
    dm_run_free(run);
    dm_plane_player_free(player);
    dm_plane_game_free(game);
    dm_plane_board_free(board);
}

/* Replaces the first `from` by `to` of the same length. */
static void tamper(char *text, const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    memcpy(at, to, strlen(to));
}

static void records(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 7);
    for (int g = 0; g < 12; g++) {
        dm_plane_board *board = random_plane_board(&rng);
        const dm_plane_game_rules rules = {.metric = g % 3 == 1 ? DM_MANHATTAN : DM_EUCLID,
                                           .rule = g % 3 == 2 ? DM_PLANE_GRAVITY : DM_PLANE_NEAREST,
                                           .lattice = 50,
                                           .rounds = 3,
                                           .per_turn = 1 + g % 2,
                                           .min_distance = "1/20"};
        dm_plane_game *game = played(board, &rules, "random", "greedy:effort=quick", (uint64_t)g);
        dm_plane_record *record = NULL;
        dm_error err = {0};
        char *text = NULL;
        for (int undo = 0; undo < g % 3; undo++)
            assert_ok(dm_plane_game_undo(game, &err), err);
        if (g % 3 == 2)
            assert_ok(dm_plane_game_pass(game, &err), err);
        assert_ok(dm_plane_record_text(game, 9, "random", "greedy", &text, &err), err);
        assert_ok(dm_plane_record_read_memory("test", text, strlen(text), &record, &err), err);
        same_sites(dm_plane_game_plane(game), dm_plane_game_plane(record->game));
        assert_int_equal(dm_plane_game_turns_made(game), dm_plane_game_turns_made(record->game));
        assert_int_equal(record->seed, 9);
        assert_string_equal(record->player[1], "greedy");
        dm_plane_record_free(record);
        tamper(text, "\"white_score\":\"", "\"white_score\":\"0");
        assert_int_equal(dm_plane_record_read_memory("test", text, strlen(text), &record, &err),
                         DM_BAD_INPUT);
        dm_free(text);
        dm_plane_game_free(game);
        dm_plane_board_free(board);
    }
}

/* What is sent, and how the answer begins. */
static void bot_session(void **state)
{
    (void)state;
    static const char *const lines[][2] = {{"genmove white", "? no game yet"},
                                           {"plane 2", "? expected plane N"},
                                           {"plane 4", ""},
                                           {"0 0", ""},
                                           {"1 0 0", ""},
                                           {"1 1", ""},
                                           {"0 1", "? corner 2"},
                                           {"plane 4", ""},
                                           {"0 0", ""},
                                           {"2 0", ""},
                                           {"2 1", ""},
                                           {"0 1", "="},
                                           {"genmove white", "? no game yet"},
                                           {"rules 2 1", "? expected rules"},
                                           {"rules 2 1 neutral euclid 1/4 nearest", "="},
                                           {"time_left white 1000", "="},
                                           {"genmove black", "? it is white's turn"},
                                           {"play white 1,1/2", "="},
                                           {"play black 1,0.6", "? "},
                                           {"play black 3,0.5", "? "},
                                           {"play black 1", "? "},
                                           {"play black 1/2,1/2 3/2,1/2", "? "},
                                           {"play black", "="},
                                           {"undo", "="},
                                           {"genmove black", "= "},
                                           {"genmove white", "= "},
                                           {"play black 0,0", "="},
                                           {"genmove white", "? the game is over"},
                                           {"arena 2 1", ""},
                                           {"1", ""},
                                           {"1", ""},
                                           {"0 1 1", "="},
                                           {"rules 1 1 neutral", "="},
                                           {"genmove white", "= "},
                                           {"quit", "="}};
    dm_protocol_player *player = NULL;
    dm_error err = {0};
    assert_ok(dm_protocol_player_new("greedy", 1, &player, &err), err);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *answer = dm_protocol_player_answer(player, lines[i][0], NULL);
        if (strncmp(answer, lines[i][1], strlen(lines[i][1])) != 0 || !*answer != !*lines[i][1])
            fail_msg("%s: expected %s, got %s", lines[i][0], lines[i][1], answer);
    }
    assert_true(dm_protocol_player_is_done(player));
    dm_protocol_player_free(player);
    assert_ok(dm_protocol_player_new("row", 1, &player, &err), err);
    dm_protocol_player_free(player);
    assert_int_equal(dm_protocol_player_new("foo", 1, &player, &err), DM_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_players_on_all_boards),
        cmocka_unit_test(names_and_parameters),
        cmocka_unit_test(a_stopped_player_moves),
        cmocka_unit_test(records),
        cmocka_unit_test(bot_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
