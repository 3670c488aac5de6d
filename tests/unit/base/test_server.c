/* test_server.c - boards, jobs and the semaphore of the server. */
#include "base/base.h"
#include "server/http/fair_semaphore.h"
#include "server/jobs.h"
#include "server/known_boards.h"
#include "server/uploads.h"
#include "support/support.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void rest(double seconds)
{
    const struct timespec t = {.tv_nsec = (long)(seconds * 1e9)};
    nanosleep(&t, NULL);
}

static const boards_limits few = {.vertices = 100,
                                  .edges = 1000,
                                  .table_bytes = 1 << 20,
                                  .kept = 3,
                                  .kept_size = 1000,
                                  .kept_bytes = 1 << 20};

static dm_status send_board(boards *b, const char *text, board **out)
{
    return boards_add(b, &(boards_text){.text = text, .format = "edges", .size = strlen(text)}, out,
                      NULL);
}

static void boards_by_name(void **state)
{
    boards *b = boards_new(&few);
    board *one = NULL, *same = NULL, *other = NULL;
    dm_error err = {0};
    (void)state;
    assert_ok(boards_open(b, "grid:3x3", 1, &one, &err), err);
    assert_ok(boards_open(b, "grid:3x3", 2, &same, &err), err);
    assert_ptr_equal(one, same); /* the seed does not matter to a grid */
    board_release(b, same);
    assert_ok(boards_open(b, "gnp:9,0.5", 1, &same, &err), err);
    assert_ok(boards_open(b, "gnp:9,0.5", 2, &other, &err), err);
    assert_ptr_not_equal(same, other);
    board_release(b, one);
    board_release(b, same);
    board_release(b, other);
    static const char *const wrong[] = {"/etc/passwd",       "-",       "", "@",
                                        "@0000000000000000", "nosuch:3"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_true(boards_open(b, wrong[i], 1, &one, NULL) ==
                    (wrong[i][0] == '@' ? DM_END : DM_BAD_INPUT));
    assert_int_equal(boards_open(b, "path:101", 1, &one, NULL), DM_TOO_LARGE);
    assert_int_equal(boards_open(b, "complete:60", 1, &one, NULL), DM_TOO_LARGE);
    boards_free(b);
}

static void boards_that_were_sent(void **state)
{
    boards *b = boards_new(&few);
    board *one = NULL, *two = NULL, *again = NULL;
    dm_error err = {0};
    (void)state;
    assert_ok(send_board(b, "0 1\n", &one), err);
    assert_ok(send_board(b, "0 1\n", &again), err);
    assert_ptr_equal(one, again);
    board_release(b, again);
    assert_ok(send_board(b, "0 1\n1 2\n", &two), err);
    assert_string_not_equal(board_name(one), board_name(two));
    assert_int_equal(send_board(b, "vertices 101\n", &again), DM_TOO_LARGE);
    assert_int_equal(send_board(b, "0 x\n", &again), DM_BAD_INPUT);
    assert_int_equal(boards_add(b,
                                &(boards_text){.text = "Bw\nBw\n", .format = "graph6", .size = 6},
                                &again, NULL),
                     DM_BAD_INPUT);
    for (int i = 4; i < 7; i++) { /* three newer boards displace the first */
        char name[16];
        snprintf(name, sizeof name, "path:%d", i);
        assert_ok(boards_open(b, name, 1, &again, &err), err);
        board_release(b, again);
    }
    assert_int_equal(boards_open(b, board_name(one), 1, &again, NULL), DM_END);
    assert_int_equal(dm_arena_vertices(board_arena(one)), 2); /* but it is still in use */
    board_release(b, one);
    board_release(b, two);
    boards_free(b);
}

static void tables_of_distances(void **state)
{
    boards_limits small = few;
    board *one = NULL;
    const dm_distances *table = NULL, *again = NULL;
    dm_error err = {0};
    (void)state;
    boards *b = boards_new(&few);
    assert_ok(boards_open(b, "path:9", 1, &one, &err), err);
    assert_ok(boards_distances(b, board_arena(one), &table, &err), err);
    assert_ok(boards_distances(b, board_arena(one), &again, &err), err);
    assert_ptr_equal(table, again);
    assert_int_equal(dm_distance(table, 0, 8), 8);
    board_release(b, one);
    boards_free(b);
    small.table_bytes = 64;
    b = boards_new(&small);
    assert_ok(boards_open(b, "path:9", 1, &one, &err), err);
    assert_int_equal(boards_distances(b, board_arena(one), &table, NULL), DM_TOO_LARGE);
    board_release(b, one);
    boards_free(b);
}

/* "long" runs until it is stopped and then has a result; "bad" fails. */
static dm_status work(void *user, const char *call, const char *with, dm_run *run, char **out,
                      dm_error *err)
{
    (void)user;
    if (strcmp(call, "bad") == 0) {
        snprintf(err->message, sizeof err->message, "it is \"bad\"");
        return DM_BAD_INPUT;
    }
    while (strcmp(call, "long") == 0 && dmi_run_report(run, 1, "long", 1, 2, "so far"))
        rest(0.01);
    size_t room = strlen(with) + 20;
    if ((*out = malloc(room)))
        snprintf(*out, room, "{\"echo\":%s}", with);
    return strcmp(call, "long") == 0 ? DM_STOPPED : DM_OK;
}

/* Reads the events of a job to the end; `last` gets the last one. */
static void follow(jobs *j, const char *id, char *last, size_t room)
{
    http_flow flow;
    char text[64]; /* small: events come in pieces */
    size_t used = 0;
    assert_true(jobs_events(j, id, &flow));
    for (int size; (size = flow.next(flow.state, text, sizeof text)) >= 0;)
        for (int i = 0; i < size; i++) {
            last[used] = text[i];
            last[used + 1] = 0;
            bool ends = used > 0 && text[i] == '\n' && last[used - 1] == '\n';
            used = ends ? 0 : used + 1;
            assert_true(used + 1 < room);
        }
    flow.drop(flow.state);
}

static dm_status order(jobs *j, const char *call, char *with, char id[JOB_ID], dm_error *err)
{
    const job_order wanted = {.lane = JOB_LONG, .client = "", .call = call, .with = with};
    return jobs_start(j, &wanted, id, err);
}

static void start_job(jobs *j, const char *call, char id[JOB_ID])
{
    dm_error err = {0};
    assert_ok(order(j, call, strdup("{\"x\":1}"), id, &err), err);
}

static void wait_until_it_runs(jobs *j, const char *id)
{
    for (bool runs = false; !runs; rest(0.01)) {
        char *text = jobs_describe(j, id);
        runs = text && strstr(text, "\"state\":\"running\"");
        free(text);
    }
}

static void jobs_end(void **state)
{
    const jobs_limits limits = {.workers = {1, 1},
                                .waiting = 2,
                                .waiting_bytes = 100,
                                .kept = 2,
                                .kept_bytes = 100,
                                .seconds = 60};
    jobs *j = jobs_new(&limits, work, NULL);
    char quick[JOB_ID], bad[JOB_ID], lengthy[JOB_ID], waiting[JOB_ID], event[1000];
    (void)state;
    start_job(j, "quick", quick);
    follow(j, quick, event, sizeof event);
    assert_non_null(strstr(event, "event: end\n"));
    assert_non_null(strstr(event, "\"state\":\"done\""));
    assert_non_null(strstr(event, "\"result\":{\"echo\":{\"x\":1}}}"));
    start_job(j, "bad", bad);
    follow(j, bad, event, sizeof event);
    assert_non_null(strstr(event, "\"state\":\"failed\""));
    assert_non_null(strstr(event, "\"error\":\"it is \\\"bad\\\"\",\"reason\":\"bad input\"}"));
    start_job(j, "long", lengthy);
    wait_until_it_runs(j, lengthy);
    start_job(j, "quick", waiting);
    assert_true(jobs_cancel(j, waiting)); /* it is still queued */
    assert_true(jobs_cancel(j, lengthy));
    follow(j, lengthy, event, sizeof event);
    assert_non_null(strstr(event, "\"state\":\"cancelled\""));
    assert_non_null(strstr(event, "\"result\":{\"echo\""));
    assert_null(jobs_describe(j, quick)); /* only two are kept */
    assert_false(jobs_cancel(j, "0000000000000000"));
    jobs_free(j);
}

static void jobs_are_limited(void **state)
{
    const jobs_limits limits = {.workers = {1, 1},
                                .waiting = 2,
                                .waiting_bytes = 100,
                                .kept = 2,
                                .kept_bytes = 100,
                                .seconds = 0.2};
    jobs *j = jobs_new(&limits, work, NULL);
    char id[JOB_ID], event[1000];
    dm_error err = {0};
    int started = 0;
    (void)state;
    start_job(j, "long", id);
    while (order(j, "long", strdup("{}"), event, &err) == DM_OK)
        assert_true(++started <= 3);
    assert_non_null(strstr(err.message, "too many jobs are waiting"));
    follow(j, id, event, sizeof event);
    assert_non_null(strstr(event, "\"state\":\"stopped\"")); /* out of time */
    jobs_stop(j);
    assert_int_equal(order(j, "quick", strdup("{}"), id, &err), DM_STOPPED);
    assert_int_equal(order(j, "quick", NULL, id, &err), DM_NO_MEMORY);
    jobs_free(j);
}

static char *text_of(size_t size)
{
    char *text = malloc(size + 1);
    assert_non_null(text);
    memset(text, '1', size);
    text[size] = 0;
    return text;
}

/* The bytes of waiting and of kept jobs are limited too. */
static void large_jobs_are_limited(void **state)
{
    const jobs_limits limits = {.workers = {1, 1},
                                .waiting = 50,
                                .waiting_bytes = 1000,
                                .kept = 50,
                                .kept_bytes = 1000,
                                .seconds = 60};
    jobs *j = jobs_new(&limits, work, NULL);
    char first[JOB_ID], id[JOB_ID], event[2000], *told = NULL;
    dm_error err = {0};
    (void)state;
    assert_ok(order(j, "quick", text_of(400), first, &err), err);
    follow(j, first, event, sizeof event);
    assert_non_null(told = jobs_describe(j, first));
    assert_non_null(strstr(told, "\"result\":{\"echo\":1111"));
    free(told);
    assert_ok(order(j, "quick", text_of(600), id, &err), err);
    follow(j, id, event, sizeof event);
    assert_non_null(strstr(event, "\"error\":\"the result is too large"));
    for (int i = 0; i < 2; i++) {
        assert_ok(order(j, "quick", text_of(400), id, &err), err);
        follow(j, id, event, sizeof event);
    }
    assert_null(jobs_describe(j, first)); /* three results exceed the limit */
    start_job(j, "long", id);
    wait_until_it_runs(j, id);
    assert_ok(order(j, "quick", text_of(1000), first, &err), err);
    assert_int_equal(order(j, "quick", text_of(2), first, &err), DM_UNFINISHED);
    jobs_free(j);
}

static void order_for(jobs *j, job_lane lane, const char *client, const char *call, char id[JOB_ID])
{
    dm_error err = {0};
    const job_order wanted = {lane, client, call, strdup("{}")};
    assert_ok(jobs_start(j, &wanted, id, &err), err);
}

static bool is_in_state(jobs *j, const char *id, const char *state)
{
    char *text = jobs_describe(j, id), wanted[40];
    snprintf(wanted, sizeof wanted, "\"state\":\"%s\"", state);
    bool is_so = text && strstr(text, wanted);
    free(text);
    return is_so;
}

static const jobs_limits two_lanes = {.workers = {2, 1},
                                      .waiting = 20,
                                      .waiting_bytes = 10000,
                                      .kept = 20,
                                      .kept_bytes = 10000,
                                      .seconds = 60};

/* A short job does not wait for long ones, and one client's slow ones leave a place free. */
static void short_jobs_do_not_wait(void **state)
{
    jobs *j = jobs_new(&two_lanes, work, NULL);
    char id[JOB_ID], slow[2][JOB_ID], event[1000];
    (void)state;
    for (int i = 0; i < 3; i++)
        order_for(j, JOB_LONG, "a", "long", id);
    for (int i = 0; i < 2; i++)
        order_for(j, JOB_SHORT, "a", "long", slow[i]);
    wait_until_it_runs(j, slow[0]);
    order_for(j, JOB_SHORT, "b", "quick", id);
    follow(j, id, event, sizeof event);
    assert_non_null(strstr(event, "\"state\":\"done\""));
    assert_true(is_in_state(j, slow[1], "queued"));
    jobs_free(j);
}

/* One client's ten jobs do not go before another's one; and its queue is limited. */
static void clients_take_turns(void **state)
{
    jobs *j = jobs_new(&two_lanes, work, NULL);
    char first[JOB_ID], many[JOB_ID], one[JOB_ID], id[JOB_ID];
    dm_error err = {0};
    (void)state;
    order_for(j, JOB_LONG, "a", "long", first);
    wait_until_it_runs(j, first);
    order_for(j, JOB_LONG, "a", "long", many);
    for (int i = 0; i < 14; i++)
        order_for(j, JOB_LONG, "a", "long", id);
    const job_order more = {JOB_LONG, "a", "long", strdup("{}")};
    assert_int_equal(jobs_start(j, &more, id, &err), DM_UNFINISHED);
    order_for(j, JOB_LONG, "b", "long", one);
    assert_true(jobs_cancel(j, first));
    wait_until_it_runs(j, one);
    assert_true(is_in_state(j, many, "queued"));
    assert_true(jobs_cancel(j, one));
    wait_until_it_runs(j, many);
    jobs_free(j);
}

enum { THREADS = 16, TIMES = 500 };
static fair_semaphore places;
static atomic_int inside, most;

static void *acquire_and_release(void *argument)
{
    (void)argument;
    for (int i = 0; i < TIMES; i++) {
        fair_semaphore_acquire(&places);
        int now = atomic_fetch_add(&inside, 1) + 1, seen = atomic_load(&most);
        while (now > seen && !atomic_compare_exchange_weak(&most, &seen, now))
            continue;
        atomic_fetch_sub(&inside, 1);
        fair_semaphore_release(&places);
    }
    return NULL;
}

static void places_are_limited(void **state)
{
    pthread_t threads[THREADS];
    (void)state;
    fair_semaphore_init(&places, 3);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, acquire_and_release, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_true(atomic_load(&most) <= 3);
    assert_int_equal(places.free, 3);
    assert_null(places.first);
    fair_semaphore_clear(&places);
}

/* The oldest files go first; each is taken once. */
static void files_that_were_sent(void **state)
{
    uploads *u = uploads_new(10);
    char first[UPLOAD_ID], second[UPLOAD_ID], third[UPLOAD_ID], *bytes = NULL;
    size_t size = 0;
    dm_error err = {0};
    (void)state;
    assert_non_null(u);
    assert_ok(uploads_add(u, "1234", 4, first, &err), err);
    assert_ok(uploads_add(u, "56\0008", 4, second, &err), err);
    assert_string_not_equal(first, second);
    assert_ok(uploads_add(u, "90", 2, third, &err), err);
    assert_ok(uploads_take(u, second, &bytes, &size, &err), err);
    assert_int_equal(size, 4);
    assert_memory_equal(bytes, "56\0008", 4);
    free(bytes);
    assert_int_equal(uploads_take(u, second, &bytes, &size, NULL), DM_END);
    assert_ok(uploads_add(u, "abcdefgh", 8, second, &err), err); /* displaces the first */
    assert_int_equal(uploads_take(u, first, &bytes, &size, NULL), DM_END);
    assert_ok(uploads_take(u, third, &bytes, &size, &err), err);
    free(bytes);
    assert_int_equal(uploads_add(u, "12345678901", 11, first, NULL), DM_TOO_LARGE);
    uploads_free(u);
}

/* Boards of the owner are named by their files and never dropped. */
static void boards_of_the_owner(void **state)
{
    char path[] = "/tmp/demesne-town.XXXXXX";
    const dm_read_options read = {0};
    boards *b = boards_new(&few);
    board *one = NULL;
    dm_error err = {0};
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "vertices 200\n0 1\n", 17), 17);
    close(fd);
    assert_ok(boards_add_file(b, path, &read, &err), err); /* larger than a client's may be */
    assert_ok(boards_add_file(b, path, &read, &err), err);
    assert_null(boards_of_owner(b, 2));
    assert_string_not_equal(board_name(boards_of_owner(b, 0)), board_name(boards_of_owner(b, 1)));
    for (int i = 4; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "path:%d", i);
        assert_ok(boards_open(b, name, 1, &one, &err), err);
        board_release(b, one);
    }
    assert_ok(boards_open(b, board_name(boards_of_owner(b, 0)), 1, &one, &err), err);
    assert_true(board_is_of_owner(one));
    assert_int_equal(dm_arena_vertices(board_arena(one)), 200);
    board_release(b, one);
    unlink(path);
    assert_int_equal(boards_add_file(b, path, &read, NULL), DM_BAD_INPUT);
    boards_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_by_name),         cmocka_unit_test(boards_that_were_sent),
        cmocka_unit_test(boards_of_the_owner),    cmocka_unit_test(files_that_were_sent),
        cmocka_unit_test(tables_of_distances),    cmocka_unit_test(jobs_end),
        cmocka_unit_test(jobs_are_limited),       cmocka_unit_test(large_jobs_are_limited),
        cmocka_unit_test(short_jobs_do_not_wait), cmocka_unit_test(clients_take_turns),
        cmocka_unit_test(places_are_limited),
    };
    return cmocka_run_group_tests_name("server", tests, NULL, NULL);
}
