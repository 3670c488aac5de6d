/* test_results.c - the results read from a database are those of the tournaments that ran. */
#include "store/query.h"
#include "support/folder.h"
#include "support/games.h"
#include "support/support.h"
#include <demesne/results.h>
#include <demesne/source.h>
#include <demesne/tournament.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int forget(void **state)
{
    (void)state;
    unlink(database);
    return 0;
}

static int remove_folder(void **state)
{
    forget(state);
    return rmdir(folder);
}

static const char *const players[] = {"random", "greedy", "minimax:depth=1"};

/* Plays every two players against each other; closed by the caller. */
static dm_tournament *play_with(const char *arena, const char *values, uint64_t seed, int32_t count)
{
    const dm_tournament_plan plan = {.arena = arena,
                                     .values = values,
                                     .seed = seed,
                                     .rounds = 2,
                                     .per_turn = 1,
                                     .ties = DM_TIES_EARLIER,
                                     .players = players,
                                     .player_count = count,
                                     .games = 6};
    dm_tournament *t = NULL;
    dm_error err = {0};
    assert_ok(dm_tournament_open(database, &plan, &t, &err), err);
    assert_ok(dm_tournament_run(t, 1, NULL, &err), err);
    return t;
}

static dm_tournament *play(const char *arena, uint64_t seed, int32_t count)
{
    return play_with(arena, NULL, seed, count);
}

static dm_results *opened(void)
{
    dm_results *results = NULL;
    dm_error err = {0};
    assert_ok(dm_results_open(database, &results, &err), err);
    return results;
}

typedef struct telling {
    char text[20000];
    size_t used;
    dm_tournament *t;
} telling;

#define TELL(to, ...)                                                                              \
    ((to)->used +=                                                                                 \
     (size_t)snprintf((to)->text + (to)->used, sizeof(to)->text - (to)->used, __VA_ARGS__))

static dm_status tell_event(void *user, const dm_event *e, dm_error *err)
{
    (void)err;
    TELL((telling *)user, "%lld %s%s seed %llu, %d of %d, %s; %lld %lld\n", (long long)e->id,
         e->arena, e->random ? " random" : "", (unsigned long long)e->seed, e->rounds, e->per_turn,
         dm_tie_rule_name(e->ties), (long long)e->pairings, (long long)e->games);
    return DM_OK;
}

static dm_status tell_pairing(void *user, const dm_event_pairing *p, dm_error *err)
{
    (void)err;
    TELL((telling *)user, "%s - %s: %lld %lld %lld %lld\n", p->first, p->second,
         (long long)p->games, (long long)p->first_wins, (long long)p->second_wins,
         (long long)p->ties);
    return DM_OK;
}

static dm_status tell_game(void *user, const dm_event_game *g, dm_error *err)
{
    (void)err;
    TELL((telling *)user, "%lld %s %s %llu %d %lld: %s\n", (long long)g->number, g->white, g->black,
         (unsigned long long)g->board_seed, g->outcome, (long long)g->value, g->moves);
    return DM_OK;
}

/* The same game, from the tournament. */
static dm_status tell_played(void *user, const dm_tournament_game *g, dm_error *err)
{
    telling *to = user;
    (void)err;
    TELL(to, "%lld %s %s %llu %d %lld: %s\n", (long long)g->number,
         dm_tournament_player(to->t, g->player[DM_WHITE]),
         dm_tournament_player(to->t, g->player[DM_BLACK]), (unsigned long long)g->board_seed,
         g->outcome, (long long)g->value, g->moves);
    return DM_OK;
}

static void events(void **state)
{
    telling got = {0};
    dm_error err = {0};
    (void)state;
    dm_tournament_close(play("grid:3x3", 5, 3));
    dm_tournament_close(play("gnp:12,0.4", 9, 2));
    dm_results *results = opened();
    assert_ok(dm_results_events(results, tell_event, &got, &err), err);
    assert_string_equal(got.text, "1 grid:3x3 seed 5, 2 of 1, earlier; 3 18\n"
                                  "2 gnp:12,0.4 random seed 9, 2 of 1, earlier; 1 6\n");
    got.used = 0;
    assert_ok(dm_results_event_of(results, 4, tell_event, &got, &err), err);
    assert_string_equal(got.text, "2 gnp:12,0.4 random seed 9, 2 of 1, earlier; 0 0\n");
    assert_int_equal(dm_results_event(results, 3, tell_event, &got, &err), DM_END);
    assert_int_equal(dm_results_event_of(results, 5, tell_event, &got, &err), DM_END);
    assert_int_equal(dm_results_games(results, 5, 0, 1, tell_game, &got, &err), DM_END);
    dm_results_close(results);
}

static void pairings_and_games(void **state)
{
    telling got = {0}, expected = {0};
    dm_error err = {0};
    (void)state;
    dm_tournament *t = play("gnp:12,0.4", 3, 3);
    dm_results *results = opened();
    expected.t = t;
    for (int32_t i = 0; i < dm_tournament_pairing_count(t); i++) {
        dm_pairing_score score = dm_tournament_score(t, i);
        TELL(&expected, "%s - %s: %lld %lld %lld %lld\n",
             dm_tournament_player(expected.t, score.pairing.first),
             dm_tournament_player(expected.t, score.pairing.second), (long long)score.games,
             (long long)score.wins[0], (long long)score.wins[1], (long long)score.ties);
    }
    assert_ok(dm_results_pairings(results, 1, tell_pairing, &got, &err), err);
    for (int32_t i = 0; i < dm_tournament_pairing_count(t); i++) {
        assert_ok(dm_tournament_each_game(t, i, tell_played, &expected, &err), err);
        assert_ok(dm_results_games(results, i + 1, 0, 4, tell_game, &got, &err), err);
        assert_ok(dm_results_games(results, i + 1, 4, 100, tell_game, &got, &err), err);
    }
    assert_true(got.used > 200);
    assert_string_equal(got.text, expected.text);
    dm_results_close(results);
    dm_tournament_close(t);
}

static void execute(const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* A file of an older version has no names of boards; opening it for writing adds them. */
static void older_files(void **state)
{
    telling got = {0};
    dm_error err = {0};
    (void)state;
    dm_tournament_close(play("grid:3x3", 5, 2));
    /* Makes a database of version 2 of the one that is there, with its games. */
    char newer[100], sql[500];
    snprintf(newer, sizeof newer, "%s.new", database);
    assert_int_equal(rename(database, newer), 0);
    execute(dmi_sqlite_dialect.step[0]);
    execute(dmi_sqlite_dialect.step[1]);
    snprintf(sql, sizeof sql,
             "ATTACH '%s' AS n; INSERT INTO event SELECT * FROM n.event;"
             "INSERT INTO pairing SELECT * FROM n.pairing;"
             "INSERT INTO played SELECT pairing, number, outcome, value, white_faults,"
             " black_faults, white_seconds, black_seconds, white_slowest, black_slowest, moves"
             " FROM n.played; PRAGMA application_id = %d; PRAGMA user_version = 2",
             newer, DMI_STORE_ID);
    execute(sql);
    assert_int_equal(unlink(newer), 0);
    dm_results *results = opened();
    assert_ok(dm_results_events(results, tell_event, &got, &err), err);
    assert_string_equal(got.text, "1  seed 5, 2 of 1, earlier; 1 6\n");
    dm_results_close(results);
    dm_tournament_close(play("grid:3x3", 5, 2));
    results = opened();
    got.used = 0;
    assert_ok(dm_results_events(results, tell_event, &got, &err), err);
    assert_string_equal(got.text, "1 grid:3x3 seed 5, 2 of 1, earlier; 1 6\n");
    dm_results_close(results);
}

static dm_status tell_player(void *user, const dm_event_player *p, dm_error *err)
{
    (void)err;
    TELL((telling *)user, "%s: %s%s, %lld in %lld\n", p->key, p->label, p->is_newest ? "" : " old",
         (long long)p->faults, (long long)p->faulty_games);
    return DM_OK;
}

static dm_status tell_fault(void *user, const dm_event_fault *f, dm_error *err)
{
    (void)err;
    TELL((telling *)user, "%lld.%d %s %s %s %s\n", (long long)f->number, f->turn,
         dm_side_name(f->side), f->kind, f->detail, f->error_output);
    return DM_OK;
}

/* Versions of a program are players with one name. */
static void players_and_faults(void **state)
{
    telling got = {0};
    dm_error err = {0};
    (void)state;
    dm_tournament_close(play("grid:3x3", 5, 2));
    execute("INSERT INTO pairing VALUES (2, 1, 'Ann@123456789', 'greedy'),"
            " (3, 1, 'Ben@0', 'greedy'), (4, 1, 'Ben@0', 'Ann@abcdefghi');"
            "INSERT INTO player VALUES ('Ann@123456789', 'Ann', '123456789', 'x', '/'),"
            " ('Ann@abcdefghi', 'Ann', 'abcdefghi', 'x', '/'), ('Ben@0', 'Ben', '0', 'x', '/');"
            "INSERT INTO played VALUES (2, 0, 1, 0, 0, 2, 0, 0, 0, 0, '1', 0, 0),"
            " (2, 1, 1, 0, 0, 1, 0, 0, 0, 0, '1', 0, 0);"
            "INSERT INTO fault VALUES (2, 0, 1, 1, 'late', 'too late', 'oh'),"
            " (2, 0, 3, 1, 'late', 'again', ''), (2, 1, 1, 1, 'crash', 'SIGSEGV', '')");
    dm_results *results = opened();
    assert_ok(dm_results_players(results, 1, tell_player, &got, &err), err);
    assert_ok(dm_results_faults(results, 2, 0, 0, tell_fault, &got, &err), err);
    assert_ok(dm_results_faults(results, 2, 1, 1, tell_fault, &got, &err), err);
    assert_string_equal(got.text, "random: random, 0 in 0\n"
                                  "greedy: greedy, 2 in 1\n"
                                  "Ann@123456789: Ann (1234567) old, 1 in 1\n"
                                  "Ben@0: Ben, 0 in 0\n"
                                  "Ann@abcdefghi: Ann (abcdefg), 0 in 0\n"
                                  "0.1 black late too late oh\n"
                                  "0.3 black late again \n"
                                  "1.1 black crash SIGSEGV \n");
    got.used = 0;
    assert_ok(dm_results_faults_of(results, 1, "greedy", 0, 9, tell_fault, &got, &err), err);
    assert_ok(dm_results_faults_of(results, 1, "Ann@123456789", 0, 9, tell_fault, &got, &err), err);
    assert_ok(dm_results_faults_of(results, 1, "greedy", 1, 1, tell_fault, &got, &err), err);
    assert_ok(dm_results_faults_of(results, 1, "greedy", 2, 9, tell_fault, &got, &err), err);
    assert_string_equal(got.text, "0.1 black late too late oh\n"
                                  "0.3 black late again \n"
                                  "1.1 black crash SIGSEGV \n"
                                  "0.3 black late again \n");
    dm_results_close(results);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

typedef struct replay {
    dm_results *results;
    int games;
} replay;

static dm_arena *read_board(const char *text)
{
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    dm_error err = {0};
    assert_ok(dm_reader_open_memory("board", text, strlen(text), "json", &reader, &err), err);
    assert_ok(dm_reader_next(reader, &arena, &err), err);
    dm_reader_free(reader);
    return arena;
}

/* The stored moves on the stored board give the stored value. */
static dm_status replay_game(void *user, const dm_event_game *g, dm_error *err)
{
    replay *r = user;
    char *text = NULL, *at = NULL;
    int64_t value = 0;
    assert_int_equal(dm_results_board(r->results, 1, g->number, &text, err), DM_OK);
    assert_non_null(text);
    dm_arena *arena = read_board(text);
    dm_position *position = new_game(arena, 2, 1, DM_TIES_EARLIER);
    for (const char *word = g->moves; *word; word = *at ? at + 1 : at) {
        dm_vertex v = (dm_vertex)strtol(word, &at, 10);
        assert_int_equal(dm_position_make(position, &v, 1, err), DM_OK);
    }
    assert_int_equal(dm_position_value(position, &value, err), DM_OK);
    assert_int_equal(value, g->value);
    r->games++;
    dm_position_free(position);
    dm_arena_free(arena);
    dm_free(text);
    return DM_OK;
}

static void replay_all(const char *arena, const char *values)
{
    dm_error err = {0};
    dm_tournament_close(play_with(arena, values, 5, 2));
    dm_tournament_close(play_with(arena, values, 5, 2)); /* opening again stores nothing twice */
    replay r = {.results = opened()};
    assert_ok(dm_results_games(r.results, 1, 0, 100, replay_game, &r, &err), err);
    assert_int_equal(r.games, 6);
    dm_results_close(r.results);
    forget(NULL);
}

static void boards(void **state)
{
    char file[200], values[200], *text = NULL;
    dm_error err = {0};
    (void)state;
    snprintf(file, sizeof file, "%s/two.g6", folder);
    snprintf(values, sizeof values, "%s/values.csv", folder);
    write_file(file, "DhC\nDqK\n"); /* a path and a cycle of five, used in turn */
    write_file(values, "0,1\n1,20\n2,300\n3,4000\n4,50000\n");
    replay_all(file, NULL);
    replay_all(file, values);
    replay_all("path:5", values);
    replay_all("random-tree:5", values);
    dm_tournament_close(play("random-tree:5", 5, 2));
    dm_results *results = opened();
    assert_ok(dm_results_board(results, 1, 0, &text, &err), err);
    assert_null(text); /* the name defines it */
    assert_int_equal(dm_results_board(results, 9, 0, &text, &err), DM_END);
    dm_results_close(results);
    unlink(file);
    unlink(values);
}

static dm_status keep_pairing(void *user, const dm_event_pairing *p, dm_error *err)
{
    (void)err;
    *(dm_event_pairing *)user = *p;
    return DM_OK;
}

static dm_event_pairing the_pairing(void)
{
    dm_event_pairing p = {0};
    dm_error err = {0};
    dm_results *results = opened();
    assert_ok(dm_results_pairings(results, 1, keep_pairing, &p, &err), err);
    dm_results_close(results);
    return p;
}

/* After a sequential run only the games up to its verdict count, until another run counts them all.
 */
static void verdicts(void **state)
{
    static const char *const pair[] = {"random", "minimax:depth=1"};
    dm_tournament_plan plan = {.arena = "gnp:12,0.4",
                               .seed = 4,
                               .rounds = 2,
                               .per_turn = 1,
                               .players = pair,
                               .player_count = 2,
                               .games = 400,
                               .sequential = true};
    dm_tournament *t = NULL;
    dm_error err = {0};
    (void)state;
    assert_ok(dm_tournament_open(database, &plan, &t, &err), err);
    assert_ok(dm_tournament_run(t, 2, NULL, &err), err);
    dm_pairing_score score = dm_tournament_score(t, 0);
    dm_tournament_close(t);
    dm_event_pairing p = the_pairing();
    assert_int_equal(score.verdict, -1);
    assert_int_equal(p.better, -1);
    assert_int_equal(p.games, score.games);
    assert_int_equal(p.first_wins, score.wins[0]);
    assert_int_equal(p.second_wins, score.wins[1]);
    assert_in_range(p.played, p.games, 399);
    plan.sequential = false;
    plan.games = p.played + 2 - p.played % 2;
    assert_ok(dm_tournament_open(database, &plan, &t, &err), err);
    assert_ok(dm_tournament_run(t, 1, NULL, &err), err);
    dm_tournament_close(t);
    p = the_pairing();
    assert_int_equal(p.better, 0);
    assert_int_equal(p.games, plan.games);
    assert_int_equal(p.played, plan.games);
}

static void bad_files(void **state)
{
    telling got = {0};
    dm_results *results = NULL;
    dm_error err = {0};
    (void)state;
    assert_int_equal(dm_results_open(database, &results, &err), DM_BAD_INPUT);
    dm_tournament_close(play("grid:3x3", 5, 2));
    execute("UPDATE event SET settings = 'arena given, boards 1 0, seed x'");
    results = opened();
    assert_int_equal(dm_results_events(results, tell_event, &got, &err), DM_BAD_INPUT);
    assert_int_equal(dm_results_games(results, 1, 0, 1, tell_game, &got, &err), DM_BAD_INPUT);
    dm_results_close(results);
    dm_results_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(events, forget),
        cmocka_unit_test_teardown(pairings_and_games, forget),
        cmocka_unit_test_teardown(older_files, forget),
        cmocka_unit_test_teardown(players_and_faults, forget),
        cmocka_unit_test_teardown(boards, forget),
        cmocka_unit_test_teardown(verdicts, forget),
        cmocka_unit_test_teardown(bad_files, forget),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
