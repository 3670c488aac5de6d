/* test_tournament_systems.c - swiss and adaptive tournaments, and goals that end them: who meets
 * whom, the same steps after a stop, and how often the goal's finding is wrong.
 *
 * The players are guests on a board without edges, where vertex v is worth v + 1.  Each takes the
 * vertex of its strength plus luck, so the stronger wins more often; a taken one makes it take the
 * next lower. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "support/games.h"
#include "support/support.h"
#include <demesne/rng.h>
#include <demesne/tournament.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VERTICES = 40, MOST_PLAYERS = 12, LUCK = 20 };

static const char *const names[MOST_PLAYERS] = {"ann", "bob", "cid", "dot", "eve", "fay",
                                                "gus", "hal", "ivy", "joe", "kay", "lee"};
static int strength[MOST_PLAYERS];
static dm_guest guests[MOST_PLAYERS];
static dm_arena *board;
static int64_t choices_left = INT64_MAX; /* until a guest stops the tournament */
static dm_run *stopping;
static char folder[] = "/tmp/demesne-systems-XXXXXX";
static char path[80];

typedef struct {
    int strength;
    uint64_t seed;
} seat;

static dm_status begin(void *user, const dm_guest_game *game, void **player, dm_error *err)
{
    (void)err;
    seat *s = malloc(sizeof *s);
    assert_non_null(s);
    *s = (seat){*(const int *)user, game->seed};
    *player = s;
    return DM_OK;
}

static bool is_taken(const dm_position *position, dm_vertex v)
{
    int32_t count;
    const dm_stone *stone = dm_position_stones(position, &count);
    for (int32_t i = 0; i < count; i++)
        if (stone[i].vertex == v)
            return true;
    return false;
}

static dm_status choose(void *player, const dm_position *position, double seconds, dm_vertex *move,
                        dm_turn_report *report, dm_error *err)
{
    const seat *s = player;
    dm_rng rng;
    (void)seconds;
    (void)report;
    (void)err;
    dm_rng_init(&rng, s->seed);
    *move = s->strength + (dm_vertex)dm_rng_below(&rng, LUCK);
    if (is_taken(position, *move))
        *move += *move > 0 ? -1 : 1;
    if (!stopping || choices_left-- > 0)
        return DM_OK;
    dm_run_cancel(stopping);
    return DM_STOPPED;
}

static int set_up(void **state)
{
    (void)state;
    int64_t values[VERTICES];
    dm_arena *plain = family_board("gnp:40,0", 1);
    dm_error err = {0};
    for (int i = 0; i < VERTICES; i++)
        values[i] = i + 1;
    assert_ok(dm_arena_with_values(plain, values, &board, &err), err);
    dm_arena_free(plain);
    for (int i = 0; i < MOST_PLAYERS; i++)
        guests[i] = (dm_guest){.user = &strength[i], .begin = begin, .choose = choose, .end = free};
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/a.db", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    dm_arena_free(board);
    unlink(path);
    return rmdir(folder);
}

static dm_tournament_plan plan_of(int players, dm_pairing_system system)
{
    return (dm_tournament_plan){.arena = "bare",
                                .boards = (const dm_arena *const *)&board,
                                .board_count = 1,
                                .seed = 5,
                                .rounds = 1,
                                .per_turn = 1,
                                .players = names,
                                .guests = guests,
                                .player_count = players,
                                .games = 2,
                                .system = system};
}

static dm_tournament *ran(const char *db, const dm_tournament_plan *plan, int threads)
{
    dm_tournament *t = NULL;
    dm_error err = {0};
    assert_ok(dm_tournament_open(db, plan, &t, &err), err);
    assert_ok(dm_tournament_run(t, threads, NULL, &err), err);
    assert_true(dm_tournament_where(t).is_over);
    return t;
}

static void set_strengths(const int *of, int count)
{
    memcpy(strength, of, (size_t)count * sizeof *of);
}

/* All pairings and their results, freed with free(). */
static char *table_of(const dm_tournament *t)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    for (int32_t i = 0; i < dm_tournament_pairing_count(t); i++) {
        dm_pairing_score s = dm_tournament_score(t, i);
        fprintf(to, "%d-%d %d %d %d of %d\n", s.pairing.first, s.pairing.second, (int)s.wins[0],
                (int)s.wins[1], (int)s.ties, (int)s.games);
    }
    fclose(to);
    return text;
}

static int64_t games_of(const dm_tournament *t, int32_t player)
{
    int64_t games = 0;
    for (int32_t i = 0; i < dm_tournament_pairing_count(t); i++) {
        dm_pairing_score s = dm_tournament_score(t, i);
        games += s.pairing.first == player || s.pairing.second == player ? s.games : 0;
    }
    return games;
}

static void everyone_meets_another_in_every_round(void **state)
{
    (void)state;
    set_strengths((const int[]){0, 2, 4, 6, 8, 10, 12, 14, 15, 16}, 10);
    for (int players = 2; players <= 10; players++)
        for (int rounds = 1; rounds <= players; rounds++) {
            dm_tournament_plan plan = plan_of(players, DM_SWISS);
            plan.swiss_rounds = rounds;
            dm_tournament *t = ran(NULL, &plan, 1);
            int full = players % 2 ? players : players - 1; /* rounds in which all pairs meet */
            int64_t most = 0;
            for (int32_t i = 0; i < dm_tournament_pairing_count(t); i++)
                most =
                    dm_tournament_score(t, i).games > most ? dm_tournament_score(t, i).games : most;
            if (rounds <= full / 2) /* the graph of those who have not met still has a matching */
                assert_int_equal(most, 2);
            for (int i = 0; i < players; i++) {
                int64_t out = rounds - games_of(t, i) / 2;
                assert_true(players % 2 ? out <= (rounds + players - 1) / players : out == 0);
            }
            assert_int_equal(dm_tournament_where(t).steps, rounds);
            dm_tournament_close(t);
        }
}

/* After the first round, those with the same points meet. */
static void equal_points_meet(void **state)
{
    (void)state;
    set_strengths((const int[]){0, 0, 0, 0, 0, 0, 0, 0}, 8);
    dm_tournament_plan plan = plan_of(8, DM_SWISS);
    plan.swiss_rounds = 1;
    dm_tournament *t = ran(NULL, &plan, 1);
    int64_t points[8] = {0};
    for (int32_t i = 0; i < 4; i++) {
        dm_pairing_score s = dm_tournament_score(t, i);
        points[s.pairing.first] = 2 * s.wins[0] + s.ties;
        points[s.pairing.second] = 2 * s.wins[1] + s.ties;
    }
    dm_tournament_close(t);
    plan.swiss_rounds = 2;
    t = ran(NULL, &plan, 1);
    int64_t apart = 0, least = 0, order[8];
    for (int32_t i = 4; i < 8; i++) {
        dm_pairing pairing = dm_tournament_score(t, i).pairing;
        apart += llabs(points[pairing.first] - points[pairing.second]);
    }
    memcpy(order, points, sizeof order);
    for (int i = 0; i < 8; i++)
        for (int j = i + 1; j < 8; j++)
            if (order[j] > order[i]) {
                int64_t kept = order[i];
                order[i] = order[j];
                order[j] = kept;
            }
    for (int i = 0; i < 8; i += 2)
        least += order[i] - order[i + 1];
    assert_true(apart <= least + 4); /* one pair may have met already */
    dm_tournament_close(t);
}

/* Stops a tournament again and again; its table is that of an undisturbed one. */
static void assert_resumed(const dm_tournament_plan *plan)
{
    dm_tournament *calm = ran(NULL, plan, 2), *t = NULL;
    char *expected = table_of(calm), *found = NULL;
    dm_error err = {0};
    dm_status status = DM_STOPPED;
    int runs = 0;
    for (; status == DM_STOPPED; runs++) {
        assert_ok(dm_run_new(&stopping, &err), err);
        choices_left = 30;
        assert_ok(dm_tournament_open(path, plan, &t, &err), err);
        status = dm_tournament_run(t, 1, stopping, &err);
        status = status == DM_OK && choices_left < 0 ? DM_STOPPED : status;
        found = status == DM_OK ? table_of(t) : NULL;
        dm_tournament_close(t);
        dm_run_free(stopping);
        stopping = NULL;
    }
    assert_int_equal(status, DM_OK);
    assert_true(runs >= 3);
    assert_string_equal(found, expected);
    free(found);
    free(expected);
    dm_tournament_close(calm);
    unlink(path);
}

static void stopped_tournaments_go_on_to_the_same_table(void **state)
{
    (void)state;
    set_strengths((const int[]){0, 3, 5, 8, 9, 12, 15}, 7);
    dm_tournament_plan plan = plan_of(7, DM_SWISS);
    plan.games = 4;
    assert_resumed(&plan);
    plan = plan_of(7, DM_ADAPTIVE);
    plan.max_games = 300;
    assert_resumed(&plan);
    plan.until = DM_GOAL_WINNER;
    assert_resumed(&plan);
    plan = plan_of(4, DM_ROUND_ROBIN);
    plan.until = DM_GOAL_ORDER;
    plan.games = 400;
    assert_resumed(&plan);
}

static void games_go_where_ratings_are_unsure(void **state)
{
    (void)state;
    set_strengths((const int[]){0, 0, 0, 20}, 4);
    dm_tournament_plan plan = plan_of(4, DM_ADAPTIVE);
    plan.max_games = 200;
    dm_tournament *t = ran(NULL, &plan, 1);
    int64_t close = 0, clear = 0;
    for (int32_t i = 0; i < dm_tournament_pairing_count(t); i++) {
        dm_pairing_score s = dm_tournament_score(t, i);
        *(s.pairing.second == 3 ? &clear : &close) += s.games;
    }
    assert_int_equal(close + clear, 200);
    assert_true(close > 2 * clear);
    for (int i = 0; i < 4; i++)
        assert_true(games_of(t, i) >= 8);
    dm_tournament_close(t);
}

/* Among equals every finding is wrong.  A rule that trusts the intervals of the moment would name
 * someone in most of these tournaments. */
static void findings_are_rarely_wrong(void **state)
{
    (void)state;
    int wrong = 0, tries = run_long() ? 100 : 20;
    set_strengths((const int[]){3, 3, 3}, 3);
    for (uint64_t seed = 1; seed <= (uint64_t)tries; seed++) {
        dm_tournament_plan plan = plan_of(3, seed % 2 ? DM_ADAPTIVE : DM_ROUND_ROBIN);
        plan.seed = seed;
        plan.games = seed % 2 ? 2 : 200;
        plan.max_games = seed % 2 ? 600 : 0;
        plan.until = DM_GOAL_WINNER;
        plan.confidence = 0.8;
        dm_tournament *t = ran(NULL, &plan, 1);
        wrong += dm_tournament_where(t).is_known;
        dm_tournament_close(t);
    }
    print_message("%d of %d findings wrong\n", wrong, tries);
    assert_true(5 * wrong <= tries);
}

static void clear_orders_are_found_early(void **state)
{
    (void)state;
    set_strengths((const int[]){0, 20, 10}, 3);
    for (int system = DM_ROUND_ROBIN; system <= DM_ADAPTIVE; system++)
        for (int goal = DM_GOAL_WINNER; goal <= DM_GOAL_ORDER; goal++) {
            dm_tournament_plan plan = plan_of(3, (dm_pairing_system)system);
            plan.until = (dm_tournament_goal)goal;
            plan.games = system == DM_ROUND_ROBIN ? 1000 : 2;
            plan.swiss_rounds = system == DM_SWISS ? 1000 : 0;
            plan.max_games = system == DM_ADAPTIVE ? 3000 : 0;
            dm_tournament *t = ran(NULL, &plan, 1);
            int64_t games = (games_of(t, 0) + games_of(t, 1) + games_of(t, 2)) / 2;
            dm_rating rating[3];
            dm_error err = {0};
            assert_true(dm_tournament_where(t).is_known);
            assert_true(games < 400);
            assert_ok(dm_tournament_ratings(t, rating, &err), err);
            assert_true(rating[1].points > rating[2].points && rating[2].points > rating[0].points);
            dm_tournament_close(t);
        }
}

static void fields_of_other_systems_are_refused(void **state)
{
    (void)state;
    static const dm_pairing one = {0, 1};
    dm_tournament_plan plans[7];
    for (int i = 0; i < 7; i++)
        plans[i] = plan_of(3, DM_ROUND_ROBIN);
    plans[0].swiss_rounds = 3;
    plans[1].max_games = 10;
    plans[2].confidence = 1;
    plans[3].confidence = 0.2;
    plans[4].sequential = true;
    plans[4].until = DM_GOAL_ORDER;
    plans[5].sequential = true;
    plans[5].system = DM_SWISS;
    plans[6].system = DM_ADAPTIVE;
    plans[6].pairings = &one;
    plans[6].pairing_count = 1;
    for (int i = 0; i < 7; i++) {
        dm_tournament *t = NULL;
        dm_error err = {0};
        assert_int_equal(dm_tournament_open(NULL, &plans[i], &t, &err), DM_BAD_ARGUMENT);
        assert_null(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_meets_another_in_every_round),
        cmocka_unit_test(equal_points_meet),
        cmocka_unit_test(stopped_tournaments_go_on_to_the_same_table),
        cmocka_unit_test(games_go_where_ratings_are_unsure),
        cmocka_unit_test(findings_are_rarely_wrong),
        cmocka_unit_test(clear_orders_are_found_early),
        cmocka_unit_test(fields_of_other_systems_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
