/* test_postgres_faults.c - PostgreSQL servers that are lost, full or slow, and deadlocks. */
#include "store/postgres.h"
#include "store/tournament_games.h"
#include "support/postgres.h"
#include "support/store_cases.h"
#include "support/support.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const dmi_member path9 = {"paths", "path:9", "H_form", 9, 8};
static const dmi_member path8 = {"paths", "path:8", "G_form", 8, 7};

/* Restarts the server when its first run has written one of two rows. */
static dm_status lose_server(void *user, dmi_store *store, dm_error *err)
{
    int *runs = user;
    dm_status status = put_board(store, &path9, NULL, err);
    if ((*runs)++ == 0)
        restart_postgres("immediate");
    return status == DM_OK ? put_board(store, &path8, NULL, err) : status;
}

static void a_restarted_server_is_found_again(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *writer = open_store(), *reader = NULL;
    int64_t number = 0;
    int runs = 0;
    assert_ok(dmi_store_open(postgres_tcp_address, false, &reader, &err), err);
    assert_ok(dmi_store_set_number(writer, "n", 1, &err), err);
    assert_ok(dmi_store_number(reader, "n", &number, &err), err);
    restart_postgres("fast");
    assert_ok(dmi_store_number(reader, "n", &number, &err), err);
    assert_ok(dmi_store_set_number(writer, "n", 2, &err), err);
    assert_ok(dmi_store_transact(writer, lose_server, &runs, &err), err);
    assert_int_equal(runs, 2);
    assert_ok(find_board(reader, &path9, NULL, &err), err);
    assert_ok(find_board(reader, &path8, NULL, &err), err);
    dmi_store_close(writer);
    dmi_store_close(reader);
}

/* The role may not connect again, which a writer would try for a minute. */
static void waiting_ends_with_the_run(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_run *run = NULL;
    dmi_store *store = NULL;
    char address[200];
    snprintf(address, sizeof address, "postgresql://busy:b@127.0.0.1:%d/test", postgres_port);
    postgres_execute("CREATE ROLE busy SUPERUSER LOGIN PASSWORD 'b'");
    assert_ok(dmi_store_open(address, true, &store, &err), err);
    assert_ok(dm_run_new(&run, &err), err);
    postgres_execute("ALTER ROLE busy NOSUPERUSER CONNECTION LIMIT 0");
    postgres_execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'busy'");
    dm_run_set_deadline(run, 0.7);
    dmi_store_watch(store, run);
    assert_int_equal(dmi_store_set_number(store, "n", 1, &err), DM_IO);
    assert_true(strstr(err.message, "too many connections") || strstr(err.message, "run ended"));
    dmi_store_close(store);
    dm_run_free(run);
    postgres_execute("REASSIGN OWNED BY busy TO demesne; DROP ROLE busy");
}

/* A server that is stopped as a whole answers no more, and its connections stay open. */
static void a_silent_server_is_given_up_after_the_run(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_run *run = NULL;
    dmi_store *store = NULL;
    assert_ok(dmi_store_open(postgres_tcp_address, true, &store, &err), err);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_deadline(run, 0.2);
    dmi_store_watch(store, run);
    pid_t backend = PQbackendPID(dmi_postgres_of(store)->link); /* it is forgotten when lost */
    assert_int_equal(kill(backend, SIGSTOP), 0);
    assert_int_equal(dmi_store_set_number(store, "n", 1, &err), DM_IO);
    assert_int_equal(kill(backend, SIGCONT), 0);
    assert_non_null(strstr(err.message, "run ended"));
    dmi_store_close(store);
    dm_run_free(run);
}

typedef struct rival {
    dmi_store *store;
    const dmi_member *first, *second;
    pthread_barrier_t *barrier;
    int runs;
    dm_status status;
} rival;

/* Each holds what the other wants, in its first run. */
static dm_status put_crosswise(void *user, dmi_store *store, dm_error *err)
{
    rival *r = user;
    dm_status status = put_board(store, r->first, NULL, err);
    if (status == DM_OK)
        find_board(store, r->first, NULL, err); /* a read waits for what was written */
    if (r->runs++ == 0)
        pthread_barrier_wait(r->barrier);
    return status == DM_OK ? put_board(store, r->second, NULL, err) : status;
}

static void *run_rival(void *user)
{
    rival *r = user;
    r->status = dmi_store_transact(r->store, put_crosswise, r, NULL);
    return NULL;
}

static void a_deadlock_is_repeated(void **state)
{
    (void)state;
    pthread_barrier_t barrier;
    pthread_t thread;
    assert_int_equal(pthread_barrier_init(&barrier, NULL, 2), 0);
    rival a = {open_store(), &path9, &path8, &barrier, 0, DM_OK};
    rival b = {open_store(), &path8, &path9, &barrier, 0, DM_OK};
    assert_int_equal(pthread_create(&thread, NULL, run_rival, &b), 0);
    run_rival(&a);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);
    assert_int_equal(a.status, DM_OK);
    assert_int_equal(b.status, DM_OK);
    assert_true(a.runs + b.runs > 2);
    assert_int_equal(find_board(a.store, &path8, NULL, NULL), DM_OK);
    dmi_store_close(a.store);
    dmi_store_close(b.store);
}

static void a_full_disk_writes_nothing(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    assert_ok(put_board(store, &path9, NULL, &err), err);
    fill_postgres_disk(true);
    assert_int_equal(dmi_store_transact(store, put_boards, NULL, &err), DM_IO);
    assert_non_null(strstr(err.message, "No space left on device"));
    assert_ok(find_board(store, &path9, NULL, &err), err);
    char *count = postgres_text("SELECT count(*) FROM solved");
    assert_string_equal(count, "1\n");
    free(count);
    fill_postgres_disk(false);
    assert_ok(dmi_store_transact(store, put_boards, NULL, &err), err);
    count = postgres_text("SELECT count(*) FROM solved");
    assert_string_equal(count, "3001\n");
    free(count);
    dmi_store_close(store);
}

/* Seconds of a processor that the server has used for a store. */
static double server_seconds(const dmi_store *store)
{
    char path[40], line[500] = "";
    long user = 0, system_ = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", PQbackendPID(dmi_postgres_of(store)->link));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    const char *rest = strrchr(line, ')');
    assert_non_null(rest);
    assert_int_equal(
        sscanf(rest, ") %*s %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system_), 2);
    return (double)(user + system_) / (double)sysconf(_SC_CLK_TCK);
}

static dm_status put_100(void *user, dmi_store *store, dm_error *err)
{
    int64_t *number = user;
    dm_status status = DM_OK;
    for (int64_t i = 0; i < 100 && status == DM_OK; i++) {
        const dmi_played_game game = {.number = *number + i, .moves = "1 2 3 4"};
        status = dmi_played_game_put(store, 1, &game, err);
    }
    return status;
}

/* In transactions of 100 rows; the processor's time is measured, as other tests run beside. */
static void a_processor_stores_40_thousand_games_per_second(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    int64_t number = 0, count = run_long() ? 100000 : 10000;
    double begun = server_seconds(store);
    for (; number < count; number += 100)
        assert_ok(dmi_store_transact(store, put_100, &number, &err), err);
    double rate = (double)count / (server_seconds(store) - begun);
    print_message("# %.0f games per second\n", rate);
    if (run_long())
        assert_true(rate > 40000);
    dmi_store_close(store);
    char *stored = postgres_text("SELECT count(*) FROM played");
    assert_int_equal(strtoll(stored, NULL, 10), count);
    free(stored);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_teardown(name, forget_tables)
    const struct CMUnitTest tests[] = {
        CASE(a_restarted_server_is_found_again),
        CASE(waiting_ends_with_the_run),
        CASE(a_silent_server_is_given_up_after_the_run),
        CASE(a_deadlock_is_repeated),
        CASE(a_full_disk_writes_nothing),
        CASE(a_processor_stores_40_thousand_games_per_second),
    };
    store_address = postgres_address;
    return cmocka_run_group_tests(tests, start_postgres, stop_postgres);
}
