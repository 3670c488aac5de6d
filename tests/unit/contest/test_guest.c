/* test_guest.c - players of the caller's own in tournaments: the same games as the library's player
 * plays, faults, lateness, boards of the caller's own. */
#include "support/games.h"
#include "support/support.h"
#include <demesne/contest.h>
#include <demesne/player.h>
#include <demesne/tournament.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *spec; /* of the player that chooses */
    int fault_on;     /* this turn of every game, from 1; 0: none */
    double seconds;   /* that it claims to have used */
    dm_status status; /* of every choice */
    int begun, ended, over;
    int64_t last_board;
    dm_vertex vertices; /* of the last board */
} guest;

typedef struct {
    guest *self;
    dm_player *player;
    int turns;
} seat;

static dm_status begin(void *user, const dm_guest_game *game, void **player, dm_error *err)
{
    guest *g = user;
    seat *s = calloc(1, sizeof *s);
    assert_non_null(s);
    g->begun++;
    g->last_board = game->board;
    g->vertices = dm_arena_vertices(game->arena);
    s->self = g;
    dm_status status = dm_player_new(g->spec, game->seed, &s->player, err);
    if (status == DM_OK)
        *player = s;
    else
        free(s);
    return status;
}

static dm_status choose(void *player, const dm_position *position, double seconds, dm_vertex *move,
                        dm_turn_report *report, dm_error *err)
{
    seat *s = player;
    dm_position *copy = NULL;
    (void)seconds;
    assert_ok(dm_position_copy(position, &copy, err), *err);
    dm_status status = dm_player_choose(s->player, copy, NULL, move, err);
    dm_position_free(copy);
    report->seconds = s->self->seconds;
    if (++s->turns == s->self->fault_on)
        report->fault = DM_FAULT_GONE;
    return status == DM_OK ? s->self->status : status;
}

static void over(void *player, const dm_position *position, dm_outcome outcome)
{
    const seat *s = player;
    int64_t value = 0;
    dm_position *copy = NULL;
    dm_error err = {0};
    assert_true(dm_position_is_over(position));
    assert_ok(dm_position_copy(position, &copy, &err), err);
    assert_ok(dm_position_value(copy, &value, &err), err);
    assert_int_equal(outcome, dm_outcome_of(value));
    dm_position_free(copy);
    s->self->over++;
}

static void end(void *player)
{
    seat *s = player;
    s->self->ended++;
    dm_player_free(s->player);
    free(s);
}

static const char *const with_guest[] = {"me", "random"};

static dm_guest functions(guest *g)
{
    return (dm_guest){.user = g, .begin = begin, .choose = choose, .over = over, .end = end};
}

static dm_tournament_plan plan_with(const dm_guest guests[2])
{
    return (dm_tournament_plan){.arena = "gnp:14,0.3",
                                .seed = 3,
                                .rounds = 3,
                                .per_turn = 2,
                                .players = with_guest,
                                .guests = guests,
                                .player_count = 2,
                                .games = 10};
}

static dm_pairing_score score_of(const dm_tournament_plan *plan, dm_status expected)
{
    dm_tournament *t = NULL;
    dm_error err = {0};
    assert_ok(dm_tournament_open(NULL, plan, &t, &err), err);
    assert_int_equal(dm_tournament_run(t, 1, NULL, &err), expected);
    dm_pairing_score score = dm_tournament_score(t, 0);
    dm_tournament_close(t);
    return score;
}

static void a_guest_plays_as_its_player_does(void **state)
{
    (void)state;
    static const char *const plain[] = {"greedy", "random"};
    guest g = {.spec = "greedy"};
    const dm_guest guests[2] = {functions(&g)};
    dm_tournament_plan plan = plan_with(guests);
    dm_pairing_score ours = score_of(&plan, DM_OK);
    plan.players = plain;
    plan.guests = NULL;
    dm_pairing_score theirs = score_of(&plan, DM_OK);
    assert_int_equal(ours.games, 10);
    assert_memory_equal(ours.wins, theirs.wins, sizeof ours.wins);
    assert_memory_equal(ours.white_wins, theirs.white_wins, sizeof ours.white_wins);
    assert_int_equal(ours.ties, theirs.ties);
    assert_true(g.begun == 10 && g.ended == 10 && g.over == 10);
    assert_int_equal(g.last_board, 4);
}

static void faults_and_lateness_count(void **state)
{
    (void)state;
    guest g = {.spec = "random", .fault_on = 2};
    const dm_guest guests[2] = {functions(&g)};
    dm_tournament_plan plan = plan_with(guests);
    assert_int_equal(score_of(&plan, DM_OK).faults[0], 10);
    g = (guest){.spec = "random", .seconds = 7};
    assert_int_equal(score_of(&plan, DM_OK).faults[0], 0);
    plan.match.move_seconds = 6;
    assert_int_equal(score_of(&plan, DM_OK).faults[0], 30);
}

static void a_guest_may_stop_its_game(void **state)
{
    (void)state;
    guest g = {.spec = "random", .status = DM_STOPPED};
    const dm_guest guests[2] = {functions(&g)};
    dm_tournament_plan plan = plan_with(guests);
    assert_int_equal(score_of(&plan, DM_OK).games, 0);
    assert_true(g.begun == 1 && g.ended == 1 && g.over == 0);
    g = (guest){.spec = "nobody"};
    dm_tournament *t = NULL;
    dm_error err = {0};
    assert_ok(dm_tournament_open(NULL, &plan, &t, &err), err);
    assert_int_equal(dm_tournament_run(t, 1, NULL, &err), DM_BAD_ARGUMENT);
    dm_tournament_close(t);
}

static void boards_of_the_caller_are_used_in_turn(void **state)
{
    (void)state;
    guest g = {.spec = "greedy"};
    const dm_guest guests[2] = {functions(&g)};
    dm_arena *small = family_board("path:12", 1), *large = family_board("path:20", 1);
    const dm_arena *boards[] = {small, large};
    dm_tournament_plan plan = plan_with(guests);
    plan.arena = "two paths";
    plan.boards = boards;
    plan.board_count = 2;
    plan.games = 4;
    assert_int_equal(score_of(&plan, DM_OK).games, 4);
    assert_int_equal(g.vertices, 20);
    plan.games = 6;
    score_of(&plan, DM_OK);
    assert_int_equal(g.vertices, 12);
    dm_arena_free(small);
    dm_arena_free(large);
}

static void bad_plans_are_refused(void **state)
{
    (void)state;
    static const char *const taken[] = {"greedy", "random"};
    guest g = {.spec = "greedy"};
    const dm_guest guests[2] = {functions(&g)};
    const dm_arena *none[1] = {NULL};
    dm_tournament *t = NULL;
    dm_error err = {0};
    dm_tournament_plan plan = plan_with(guests);
    plan.players = taken;
    assert_int_equal(dm_tournament_open(NULL, &plan, &t, &err), DM_BAD_ARGUMENT);
    assert_non_null(strstr(err.message, "names a player already"));
    plan = plan_with(guests);
    plan.boards = none;
    assert_int_equal(dm_tournament_open(NULL, &plan, &t, &err), DM_BAD_ARGUMENT);
    assert_non_null(strstr(err.message, "boards is empty"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guest_plays_as_its_player_does),
        cmocka_unit_test(faults_and_lateness_count),
        cmocka_unit_test(a_guest_may_stop_its_game),
        cmocka_unit_test(boards_of_the_caller_are_used_in_turn),
        cmocka_unit_test(bad_plans_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
