/* test_clock.c - time per turn, per game and increments: guests that claim to have used seconds, so
 * that no test waits; processor time; the command `clock` of the protocol. */
#include "support/support.h"
#include <demesne/contest.h>
#include <demesne/rng.h>
#include <math.h>
#include <time.h>

enum { ROUNDS = 6, TURNS = 2 * ROUNDS };

/* A guest that takes the lowest free vertex. */
typedef struct claimer {
    double claims[ROUNDS];  /* seconds that its turns take */
    double allowed[ROUNDS]; /* what it was told; 0 where it was not asked */
    int turn;               /* of its own, counted by the caller's faults, too */
    double burns;           /* seconds of the processor per turn */
} claimer;

static dm_status begin(void *user, const dm_guest_game *game, void **player, dm_error *err)
{
    (void)game;
    (void)err;
    *player = user;
    return DM_OK;
}

static dm_status choose(void *player, const dm_position *position, double seconds, dm_vertex *move,
                        dm_turn_report *report, dm_error *err)
{
    (void)err;
    claimer *self = player;
    self->turn = dm_position_turns_made(position) / 2;
    self->allowed[self->turn] = seconds;
    report->seconds = self->claims[self->turn];
    clock_t end = clock() + (clock_t)(self->burns * CLOCKS_PER_SEC);
    while (clock() < end)
        ;
    for (*move = 0; !dm_position_is_free(position, *move); (*move)++)
        ;
    return DM_OK;
}

static void over(void *player, const dm_position *position, dm_outcome outcome)
{
    (void)player;
    (void)position;
    (void)outcome;
}

static void end(void *player)
{
    (void)player;
}

static dm_contestant *new_claimer(claimer *self, const dm_arena *arena)
{
    const dm_guest guest = {
        .user = self, .begin = begin, .choose = choose, .over = over, .end = end};
    const dm_guest_game game = {.arena = arena};
    dm_contestant *out = NULL;
    dm_error err = {0};
    assert_ok(dm_contestant_of_guest("claimer", &guest, &game, &out, &err), err);
    return out;
}

static dm_match_result play(const dm_arena *arena, claimer players[2],
                            const dm_match_settings *settings)
{
    dm_error err = {0};
    dm_match_result result = {0};
    dm_contestant *contestants[2] = {new_claimer(&players[0], arena),
                                     new_claimer(&players[1], arena)};
    dm_position *position = new_game(arena, ROUNDS, 1, DM_TIES_NEUTRAL);
    assert_ok(dm_match_play(position, contestants, settings, NULL, &result, &err), err);
    dm_contestant_free(contestants[0]);
    dm_contestant_free(contestants[1]);
    dm_position_free(position);
    return result;
}

/* From the definition: a chess clock that is set to the game's time, runs during a turn and gets
 * the increment after it.  Returns the late turns. */
static int check_side(const claimer *p, const dm_match_settings *s)
{
    double left = s->game_seconds;
    int late = 0;
    for (int turn = 0; turn < ROUNDS; turn++) {
        double limit = s->game_seconds > 0 ? left : s->move_seconds;
        if (s->move_seconds > 0 && s->move_seconds < limit)
            limit = s->move_seconds;
        bool is_asked = s->game_seconds <= 0 || left > 0;
        assert_true(fabs(p->allowed[turn] - (is_asked ? limit : 0)) < 1e-9);
        bool is_late = !is_asked || (limit > 0 && p->claims[turn] > limit);
        late += is_late;
        left -= is_asked ? p->claims[turn] : 0;
        if (left < 0)
            left = 0;
        left += s->increment_seconds;
    }
    return late;
}

static void clocks_run_as_defined(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:20", 1);
    dm_rng rng;
    dm_rng_init(&rng, 20);
    int late = 0, games = 300;
    for (int game = 0; game < games; game++) {
        claimer players[2] = {0};
        const dm_match_settings settings = {.move_seconds = (double)dm_rng_below(&rng, 4),
                                            .game_seconds = (double)dm_rng_below(&rng, 12),
                                            .increment_seconds = (double)dm_rng_below(&rng, 3)};
        for (int i = 0; i < TURNS; i++)
            players[i % 2].claims[i / 2] = (double)dm_rng_below(&rng, 9) / 2 + 0.25;
        dm_match_result result = play(arena, players, &settings);
        for (int side = 0; side < 2; side++) {
            int expected = check_side(&players[side], &settings);
            assert_int_equal(result.faults[side], expected);
            late += expected;
        }
    }
    assert_in_range(late, games / 2, games * TURNS - games / 2);
    dm_arena_free(arena);
}

static void the_game_may_be_lost(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:20", 1);
    claimer players[2] = {{.claims = {1, 1, 1, 1, 1, 1}}, {.claims = {2, 2, 2, 2, 2, 2}}};
    const dm_match_settings settings = {.game_seconds = 7, .faults_lose_game = true};
    dm_match_result result = play(arena, players, &settings);
    assert_true(result.is_forfeited);
    assert_int_equal(result.outcome, DM_FIRST_WINS);
    assert_int_equal(players[DM_BLACK].turn, 3); /* 2, 2, 2, and 1 left of the 7 */
    dm_arena_free(arena);
}

/* A player of this library shares its time among its turns. */
static void players_of_ours_keep_time(void **state)
{
    (void)state;
    dm_arena *arena = family_board("colby:60", 1);
    dm_error err = {0};
    dm_match_result result = {0};
    dm_contestant *contestants[2] = {NULL, NULL};
    const dm_match_settings settings = {.game_seconds = 1.2};
    dm_position *position = new_game(arena, ROUNDS, 1, DM_TIES_NEUTRAL);
    for (int side = 0; side < 2; side++)
        assert_ok(dm_contestant_new("champion", 1, &contestants[side], &err), err);
    assert_ok(dm_match_play(position, contestants, &settings, NULL, &result, &err), err);
    for (int side = 0; side < 2; side++) {
        assert_true(result.faults[side] <= 1); /* the last turn, on a busy machine */
        assert_true(result.slowest[side] < 1);
        assert_true(result.processor_seconds[side] > 0);
        assert_true(result.processor_seconds[side] <= result.seconds[side] + 0.05);
        dm_contestant_free(contestants[side]);
    }
    dm_position_free(position);
    dm_arena_free(arena);
}

static void processor_time_is_counted(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:20", 1);
    claimer players[2] = {{.burns = 0.02}, {.burns = 0}};
    dm_match_result result = play(arena, players, &(dm_match_settings){0});
    assert_true(result.processor_seconds[DM_WHITE] > 0.015 * ROUNDS);
    assert_true(result.processor_seconds[DM_BLACK] < 0.015 * ROUNDS);
    dm_arena_free(arena);
}

static const char *answer(dm_protocol_player *player, const char *line)
{
    return dm_protocol_player_answer(player, line, NULL);
}

static double seconds_of(dm_protocol_player *player, const char *line)
{
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    assert_int_equal(answer(player, line)[0], '=');
    clock_gettime(CLOCK_MONOTONIC, &b);
    return (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
}

/* Without `clock` time_left is for one turn, with it for all. */
static void the_protocol_tells_of_a_clock(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_protocol_player *player = NULL;
    assert_ok(dm_protocol_player_new("mcts:playouts=100000000", 1, &player, &err), err);
    answer(player, "arena 40 0");
    for (int v = 0; v < 40; v++)
        answer(player, "1");
    assert_string_equal(answer(player, "rules 20 1 neutral"), "= \n\n");
    assert_string_equal(answer(player, "clock soon"),
                        "? expected clock MILLISECONDS INCREMENT\n\n");
    assert_string_equal(answer(player, "time_left white 300"), "= \n\n");
    assert_true(seconds_of(player, "genmove white") > 0.2);
    assert_string_equal(answer(player, "clock 300 0"), "= \n\n");
    assert_string_equal(answer(player, "time_left black 300"), "= \n\n");
    assert_true(seconds_of(player, "genmove black") < 0.2);
    dm_protocol_player_free(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_run_as_defined),
        cmocka_unit_test(the_game_may_be_lost),
        cmocka_unit_test(players_of_ours_keep_time),
        cmocka_unit_test(processor_time_is_counted),
        cmocka_unit_test(the_protocol_tells_of_a_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
