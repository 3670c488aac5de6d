/* test_fault_tournament.c - memory runs out while a tournament is opened, played, counted,
 * stored and read again. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/results.h>
#include <demesne/tournament.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/demesne-fault-XXXXXX";
static char path[80], db_path[80], values_path[80];

static const char *const players[] = {"greedy", "random", "minimax:depth=1"};
static const char *arena;

static dm_status look(void *user, const dm_tournament_game *game, dm_error *err)
{
    (void)err;
    *(int *)user += game->outcome >= -1;
    return DM_OK;
}

/* One worker: requests are counted without threads, and the caller only waits. */
static dm_status hold(dm_error *err)
{
    const dm_tournament_plan plan = {.arena = arena,
                                     .seed = 1,
                                     .rounds = 2,
                                     .per_turn = 1,
                                     .players = players,
                                     .player_count = 3,
                                     .games = 2};
    dm_tournament *t = NULL;
    dm_rating ratings[3];
    int games = 0;
    dm_status status = dm_tournament_open(NULL, &plan, &t, err);
    assert_true((status == DM_OK) == (t != NULL));
    if (status == DM_OK)
        status = dm_tournament_run(t, 1, NULL, err);
    if (status == DM_OK)
        status = dm_tournament_ratings(t, ratings, err);
    if (status == DM_OK)
        status = dm_tournament_each_game(t, 1, look, &games, err);
    if (status == DM_OK)
        assert_int_equal(games, 2);
    if (status == DM_OK)
        status = dm_tournament_write_record(t, 2, 1, path, err);
    dm_tournament_close(t);
    return status;
}

static void holding_a_tournament(void **state)
{
    (void)state;
    arena = "gnp:9,0.4";
    fault_sweep(hold, FAULT_COPES | FAULT_ANY_ERROR); /* the record's JSON may do without */
    arena = "path:8";
    fault_sweep(hold, FAULT_COPES | FAULT_ANY_ERROR);
}

/* Reads a database with two tournaments. */
static dm_status see_event(void *user, const dm_event *event, dm_error *err)
{
    (void)err;
    *(int *)user += event->random ? 10 : 1;
    return DM_OK;
}

static dm_status see_pairing(void *user, const dm_event_pairing *pairing, dm_error *err)
{
    (void)err;
    *(int *)user += 100 * (int)pairing->games;
    return DM_OK;
}

static dm_status see_game(void *user, const dm_event_game *game, dm_error *err)
{
    (void)err;
    *(int *)user += game->moves[0] ? 1000 : 0;
    return DM_OK;
}

static dm_status read_results(dm_error *err)
{
    dm_results *results = NULL;
    int seen = 0;
    dm_status status = dm_results_open(db_path, &results, err);
    assert_true((status == DM_OK) == (results != NULL));
    if (status == DM_OK)
        status = dm_results_events(results, see_event, &seen, err);
    if (status == DM_OK)
        status = dm_results_pairings(results, 1, see_pairing, &seen, err);
    if (status == DM_OK)
        status = dm_results_games(results, 2, 0, 9, see_game, &seen, err);
    for (int64_t pairing = 1; status == DM_OK && pairing <= 2; pairing++) {
        char *board = NULL;
        status = dm_results_board(results, pairing, 1, &board, err);
        assert_true((status == DM_OK) == (board != NULL));
        dm_free(board);
    }
    if (status == DM_OK)
        assert_int_equal(seen, 1 + 10 + 200 + 2000);
    dm_results_close(results);
    return status;
}

static void keep_tournament(const char *boards)
{
    const dm_tournament_plan plan = {.arena = boards,
                                     .values = values_path,
                                     .seed = 1,
                                     .rounds = 1,
                                     .per_turn = 1,
                                     .players = players,
                                     .player_count = 2,
                                     .games = 2};
    dm_tournament *t = NULL;
    dm_error err = {0};
    assert_ok(dm_tournament_open(db_path, &plan, &t, &err), err);
    assert_ok(dm_tournament_run(t, 1, NULL, &err), err);
    dm_tournament_close(t);
}

static void reading_results(void **state)
{
    (void)state;
    FILE *values = fopen(values_path, "w");
    assert_non_null(values);
    assert_true(fputs("0,5\n", values) >= 0);
    assert_int_equal(fclose(values), 0);
    keep_tournament("path:8");
    keep_tournament("gnp:9,0.4");
    fault_sweep(read_results, FAULT_ANY_ERROR); /* of the JSON of boards */
}

static int set_up(void **state)
{
    (void)state;
    json_set_alloc_funcs(malloc, free);
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/g.json", folder);
    snprintf(db_path, sizeof db_path, "%s/a.db", folder);
    snprintf(values_path, sizeof values_path, "%s/v.csv", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    unlink(db_path);
    unlink(values_path);
    return rmdir(folder);
}

/* A server that is not there. */
static dm_status reach(dm_error *err)
{
    dm_results *results = NULL;
    dm_status status = dm_results_open("postgresql://user:pw@127.0.0.1:1/name", &results, err);
    assert_null(results);
    return status == DM_IO ? DM_OK : status;
}

static void reaching_a_server(void **state)
{
    (void)state;
    fault_sweep(reach, FAULT_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holding_a_tournament),
        cmocka_unit_test(reading_results),
        cmocka_unit_test(reaching_a_server),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
