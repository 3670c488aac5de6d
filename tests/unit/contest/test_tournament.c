/* test_tournament.c - tournaments: colours swapped, the same results in any order, nothing lost or
 * played twice. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "support/games.h"
#include "support/support.h"
#include <demesne/record.h>
#include <demesne/source.h>
#include <demesne/tournament.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/demesne-tournament-XXXXXX";
static char path[80], record_path[80], board_path[80];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/a.db", folder);
    snprintf(record_path, sizeof record_path, "%s/g.json", folder);
    snprintf(board_path, sizeof board_path, "%s/boards.g6", folder);
    return 0;
}

static int forget(void **state)
{
    (void)state;
    unlink(path);
    unlink(record_path);
    unlink(board_path);
    return 0;
}

static int remove_folder(void **state)
{
    forget(state);
    return rmdir(folder);
}

static dm_tournament *opened(const char *db, const dm_tournament_plan *plan)
{
    dm_tournament *t = NULL;
    dm_error err = {0};
    assert_ok(dm_tournament_open(db, plan, &t, &err), err);
    return t;
}

static dm_tournament *ran(const char *db, const dm_tournament_plan *plan, int threads)
{
    dm_tournament *t = opened(db, plan);
    dm_error err = {0};
    assert_ok(dm_tournament_run(t, threads, NULL, &err), err);
    return t;
}

typedef struct {
    char *text;
    size_t size;
    FILE *to;
} listing;

static dm_status list_game(void *user, const dm_tournament_game *game, dm_error *err)
{
    (void)err;
    fprintf(((listing *)user)->to, "%d %lld: %d-%d %d %lld %s\n", game->pairing,
            (long long)game->number, game->player[0], game->player[1], game->outcome,
            (long long)game->value, game->moves);
    return DM_OK;
}

/* Freed with free(). */
static char *listed(dm_tournament *t)
{
    listing l = {0};
    dm_error err = {0};
    l.to = open_memstream(&l.text, &l.size);
    assert_non_null(l.to);
    for (int32_t i = 0; i < dm_tournament_pairing_count(t); i++)
        assert_ok(dm_tournament_each_game(t, i, list_game, &l, &err), err);
    fclose(l.to);
    return l.text;
}

static int64_t played_now(const dm_tournament *t)
{
    int64_t games = 0;
    for (int32_t i = 0; i < dm_tournament_pairing_count(t); i++)
        games += dm_tournament_score(t, i).games_played_now;
    return games;
}

static dm_status check_game(void *user, const dm_tournament_game *game, dm_error *err)
{
    dm_tournament *t = user;
    dm_record *record = NULL;
    int64_t value = 0;
    dm_arena *arena = family_board("gnp:14,0.3", dm_tournament_board_seed(7, game->number / 2));
    assert_ok(dm_tournament_write_record(t, game->pairing, game->number, record_path, err), *err);
    assert_ok(dm_record_read(record_path, &record, err), *err);
    assert_ok(dm_position_value(record->position, &value, err), *err);
    assert_true(dm_position_is_over(record->position));
    assert_int_equal(value, game->value);
    assert_int_equal(game->outcome, (value > 0) - (value < 0));
    assert_int_equal(dm_arena_edges(record->arena), dm_arena_edges(arena));
    for (int side = 0; side < 2; side++)
        assert_string_equal(record->player[side], dm_tournament_player(t, game->player[side]));
    dm_pairing pairing = dm_tournament_score(t, game->pairing).pairing;
    assert_int_equal(game->player[0], game->number % 2 ? pairing.second : pairing.first);
    assert_int_equal(game->player[1], game->number % 2 ? pairing.first : pairing.second);
    dm_record_free(record);
    dm_arena_free(arena);
    return DM_OK;
}

static void every_game_can_be_replayed(void **state)
{
    (void)state;
    dm_tournament_plan plan = small_plan();
    dm_error err = {0};
    dm_tournament *t = ran(NULL, &plan, 1);
    assert_int_equal(dm_tournament_pairing_count(t), 3);
    for (int32_t i = 0; i < 3; i++)
        assert_ok(dm_tournament_each_game(t, i, check_game, t, &err), err);
    assert_int_equal(dm_tournament_write_record(t, 0, 20, record_path, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_tournament_write_record(t, 3, 0, record_path, &err), DM_BAD_ARGUMENT);
    dm_tournament_close(t);
}

/* The same game played by hand: new contestants with the documented seeds repeat it, whoever else
 * plays. */
static void a_game_does_not_depend_on_the_others(void **state)
{
    (void)state;
    dm_tournament_plan plan = small_plan();
    const char *two[] = {"random", "minimax:depth=1"};
    dm_tournament *all = ran(NULL, &plan, 1);
    plan.players = two;
    plan.player_count = 2;
    plan.games = 10;
    dm_tournament *alone = ran(NULL, &plan, 2);
    char *long_list = listed(all), *short_list = listed(alone);
    const char *in_long = strstr(long_list, "2 0: "), *in_short = short_list;
    for (int game = 0; game < 10; game++) {
        /* after the players' places, which differ */
        in_long = strchr(strchr(in_long, ':') + 2, ' ');
        in_short = strchr(strchr(in_short, ':') + 2, ' ');
        size_t size = strcspn(in_long, "\n");
        assert_memory_equal(in_long, in_short, size + 1);
        in_long += size + 1, in_short += size + 1;
    }
    free(long_list);
    free(short_list);
    dm_tournament_close(all);
    dm_tournament_close(alone);
}

static dm_status count_game(void *user, const dm_tournament_game *game, dm_error *err)
{
    (void)err;
    dm_pairing_score *score = user;
    int white = game->player[0] == score->pairing.first ? 0 : 1;
    int winner = game->outcome > 0 ? white : 1 - white;
    score->games++;
    score->white_games[white]++;
    score->ties += game->outcome == 0;
    score->white_ties[white] += game->outcome == 0;
    score->wins[winner] += game->outcome != 0;
    score->white_wins[white] += game->outcome > 0;
    return DM_OK;
}

static void scores_are_counts_of_games(void **state)
{
    (void)state;
    dm_tournament_plan plan = small_plan();
    dm_tournament *t = ran(NULL, &plan, 1);
    dm_error err = {0};
    for (int32_t i = 0; i < 3; i++) {
        dm_pairing_score score = dm_tournament_score(t, i), counted = {.pairing = score.pairing};
        assert_ok(dm_tournament_each_game(t, i, count_game, &counted, &err), err);
        assert_int_equal(score.games, 20);
        assert_int_equal(score.games, counted.games);
        assert_int_equal(score.ties, counted.ties);
        assert_int_equal(score.games, score.wins[0] + score.wins[1] + score.ties);
        for (int who = 0; who < 2; who++) {
            assert_int_equal(score.wins[who], counted.wins[who]);
            assert_int_equal(score.white_games[who], 10);
            assert_int_equal(score.white_wins[who], counted.white_wins[who]);
            assert_int_equal(score.white_ties[who], counted.white_ties[who]);
        }
    }
    dm_rating ratings[3];
    assert_ok(dm_tournament_ratings(t, ratings, &err), err);
    assert_true(ratings[2].points > ratings[0].points && ratings[2].points > ratings[1].points);
    dm_tournament_close(t);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    dm_tournament_plan plan = small_plan();
    plan.games = 100;
    dm_tournament *t = ran(NULL, &plan, 1);
    char *one = listed(t);
    dm_tournament_close(t);
    for (int threads = 2; threads <= 8; threads += 3) {
        t = ran(NULL, &plan, threads);
        char *many = listed(t);
        assert_string_equal(one, many);
        free(many);
        dm_tournament_close(t);
    }
    free(one);
}

/* Stops a run after some of its games. */
static void stop_soon(void *user, const dm_progress *progress)
{
    (void)progress;
    dm_run_cancel(user);
}

static void a_stopped_tournament_goes_on(void **state)
{
    (void)state;
    dm_tournament_plan plan = small_plan();
    plan.arena = "gnp:60,0.3";
    plan.games = 100;
    dm_tournament *t = ran(NULL, &plan, 2);
    char *whole = listed(t);
    dm_tournament_close(t);
    dm_status status = DM_STOPPED;
    int64_t played = 0;
    for (int tries = 0; status == DM_STOPPED && tries < 1000; tries++) {
        dm_error err = {0};
        dm_run *run = NULL;
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_progress(run, stop_soon, run, 0.01);
        t = opened(path, &plan);
        status = dm_tournament_run(t, 2, run, &err);
        assert_true(status == DM_OK || status == DM_STOPPED);
        played += played_now(t);
        char *now = listed(t);
        assert_true(strlen(now) <= strlen(whole));
        if (status == DM_OK)
            assert_string_equal(now, whole);
        free(now);
        dm_tournament_close(t);
        dm_run_free(run);
    }
    assert_int_equal(status, DM_OK);
    assert_int_equal(played, 300); /* nothing is played twice */
    free(whole);
}

static void more_games_and_players_go_on_with_what_is_there(void **state)
{
    (void)state;
    dm_tournament_plan plan = small_plan();
    plan.player_count = 2;
    plan.games = 10;
    dm_tournament *t = ran(path, &plan, 1);
    assert_int_equal(played_now(t), 10);
    dm_tournament_close(t);
    plan.games = 16;
    t = ran(path, &plan, 1);
    assert_int_equal(played_now(t), 6);
    dm_tournament_close(t);
    plan.player_count = 3;
    t = ran(path, &plan, 1);
    assert_int_equal(played_now(t), 32);
    dm_tournament_close(t);
    plan.games = 4;
    t = ran(path, &plan, 1);
    assert_int_equal(played_now(t), 0);
    assert_int_equal(dm_tournament_score(t, 0).games, 4);
    dm_tournament_close(t);
}

static void other_settings_are_another_event(void **state)
{
    (void)state;
    dm_tournament_plan plans[8];
    for (int i = 0; i < 8; i++)
        plans[i] = small_plan();
    plans[1].seed = 8;
    plans[2].rounds = 2;
    plans[3].ties = DM_TIES_EARLIER;
    plans[4].arena = "gnp:15,0.3";
    plans[5].match.move_seconds = 10;
    plans[6].match.faults_lose_game = true;
    plans[7].per_turn = 2;
    for (int i = 0; i < 8; i++) {
        dm_tournament *t = ran(path, &plans[i], 1);
        assert_int_equal(played_now(t), 60);
        dm_tournament_close(t);
    }
    for (int i = 0; i < 8; i++) {
        dm_tournament *t = ran(path, &plans[i], 1);
        assert_int_equal(played_now(t), 0);
        dm_tournament_close(t);
    }
}

static void a_proven_pairing_ends_where_it_was_proven(void **state)
{
    (void)state;
    dm_tournament_plan plan = small_plan();
    plan.games = 400;
    dm_tournament *t = ran(NULL, &plan, 1);
    char *all = listed(t);
    dm_tournament_close(t);
    plan.sequential = true;
    char *first = NULL;
    for (int threads = 1; threads <= 8; threads += 7) {
        t = ran(NULL, &plan, threads);
        dm_pairing_score weak = dm_tournament_score(t, 0), strong = dm_tournament_score(t, 2);
        assert_int_equal(strong.verdict, -1); /* random - minimax */
        assert_true(strong.games < 60 && strong.games % 2 == 0);
        assert_true(weak.games % 2 == 0);
        char *list = listed(t);
        if (first) {
            assert_string_equal(first, list);
            free(list);
        } else {
            first = list;
        }
        dm_tournament_close(t);
    }
    /* every game is one of the whole tournament */
    for (char *line = strtok(first, "\n"); line; line = strtok(NULL, "\n"))
        assert_non_null(strstr(all, line));
    free(first);
    free(all);
}

static dm_status check_board(void *user, const dm_tournament_game *game, dm_error *err)
{
    static const int32_t sizes[] = {6, 7, 8};
    dm_record *record = NULL;
    assert_ok(dm_tournament_write_record(user, game->pairing, game->number, record_path, err),
              *err);
    assert_ok(dm_record_read(record_path, &record, err), *err);
    assert_int_equal(dm_arena_vertices(record->arena), sizes[game->number / 2 % 3]);
    dm_record_free(record);
    return DM_OK;
}

static void write_boards(const char *graph6)
{
    FILE *file = fopen(board_path, "w");
    assert_non_null(file);
    fputs(graph6, file);
    fclose(file);
}

static void a_file_gives_its_boards_in_turn(void **state)
{
    (void)state;
    dm_tournament_plan plan = small_plan();
    dm_error err = {0};
    plan.arena = board_path;
    plan.rounds = 2;
    plan.player_count = 2;
    write_boards("EhCG\nFhCGG\nGhCGKC\n"); /* paths of 6, 7 and 8, the last with a chord */
    dm_tournament *t = ran(path, &plan, 2);
    assert_true(dm_tournament_is_repetitive(t));
    assert_ok(dm_tournament_each_game(t, 0, check_board, t, &err), err);
    dm_tournament_close(t);
    /* another content is another event */
    write_boards("EhCG\nFhCGG\nGhCGGC\n");
    t = ran(path, &plan, 2);
    assert_int_equal(played_now(t), 20);
    dm_tournament_close(t);
}

static void change(const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void results_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const char *const changes[] = {"UPDATE played SET outcome = 2 WHERE number = 3",
                                          "UPDATE played SET white_faults = -1 WHERE number = 0",
                                          "UPDATE played SET number = -5 WHERE number = 1"};
    dm_tournament_plan plan = small_plan();
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        dm_tournament *t = ran(path, &plan, 1), *again = NULL;
        dm_error err = {0};
        dm_tournament_close(t);
        change(changes[i]);
        assert_int_equal(dm_tournament_open(path, &plan, &again, &err), DM_BAD_INPUT);
        assert_null(again);
        assert_non_null(strstr(err.message, path));
        forget(NULL);
    }
}

static void moves_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const char *const moves[] = {"x",   "1 2 3 4 5 6 7", "1 1", "99",
                                        "1,2", "1 ,",           "1x",  "-7"};
    dm_tournament_plan plan = small_plan();
    dm_tournament_close(ran(path, &plan, 1));
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        char sql[100];
        dm_error err = {0};
        snprintf(sql, sizeof sql, "UPDATE played SET moves = '%s'", moves[i]);
        change(sql);
        dm_tournament *t = opened(path, &plan);
        assert_int_not_equal(dm_tournament_write_record(t, 0, 0, record_path, &err), DM_OK);
        assert_non_null(strstr(err.message, "greedy - random, game 1: "));
        assert_int_equal(access(record_path, F_OK), -1);
        dm_tournament_close(t);
    }
}

int main(void)
{
#define CASE(name) cmocka_unit_test_teardown(name, forget)
    const struct CMUnitTest tests[] = {
        CASE(every_game_can_be_replayed),
        CASE(a_game_does_not_depend_on_the_others),
        CASE(scores_are_counts_of_games),
        CASE(threads_change_nothing),
        CASE(a_stopped_tournament_goes_on),
        CASE(more_games_and_players_go_on_with_what_is_there),
        CASE(other_settings_are_another_event),
        CASE(a_proven_pairing_ends_where_it_was_proven),
        CASE(a_file_gives_its_boards_in_turn),
        CASE(results_that_cannot_be_are_refused),
        CASE(moves_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
