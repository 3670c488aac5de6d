/* test_base.c - errors, run control, threads, late libraries, random numbers, text. */
#include "base/base.h"
#include "base/lazy_library.h"
#include "base/threads.h"
#include "base/utf8.h"
#include "support/support.h"
#include <demesne/run.h>
#include <stdatomic.h>
#include <string.h>

static void messages_are_one_printable_line(void **state)
{
    (void)state;
    dm_error err = {0};
    assert_int_equal(dmi_fail_at(&err, DM_BAD_INPUT, "a.gr", 12, "bad\nthing %d", 7), DM_BAD_INPUT);
    assert_string_equal(err.message, "a.gr:12: bad?thing 7");
    assert_int_equal(err.status, DM_BAD_INPUT);
    dmi_fail_at(&err, DM_BAD_INPUT, "a.gr", 0, "empty");
    assert_string_equal(err.message, "a.gr: empty");
    assert_int_equal(dmi_fail(NULL, DM_IO, "nobody listens"), DM_IO);
}

static void long_messages_are_cut_not_overrun(void **state)
{
    (void)state;
    dm_error err = {0};
    char name[2000];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    dmi_fail_at(&err, DM_BAD_INPUT, name, 1, "%s", name);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

static void sizes_that_overflow_are_refused(void **state)
{
    (void)state;
    assert_null(dmi_alloc(SIZE_MAX / 2, 4));
    assert_null(dmi_calloc(SIZE_MAX, 2));
    void *empty = dmi_alloc(0, 8);
    assert_non_null(empty);
    dm_free(empty);
}

static void a_run_stops_at_its_work_limit(void **state)
{
    (void)state;
    dm_run *run = NULL;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, 10);
    int steps = 0;
    while (dmi_run_go_on(run, 1))
        steps++;
    assert_int_equal(steps, 10);
    assert_int_equal(dm_run_stopped(run), DM_STOP_WORK);
    dm_run_free(run);
}

static void a_run_stops_at_its_deadline_or_when_cancelled(void **state)
{
    (void)state;
    dm_run *run = NULL;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    assert_true(dmi_run_go_on(run, 1));
    dm_run_set_deadline(run, 0);
    while (dmi_run_go_on(run, 1))
        ;
    assert_int_equal(dm_run_stopped(run), DM_STOP_DEADLINE);
    dm_run_free(run);

    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_cancel(run);
    assert_false(dmi_run_go_on(run, 1));
    dm_error err = {0};
    assert_int_equal(dmi_stopped(run, &err), DM_STOPPED);
    assert_string_equal(err.message, "cancelled");
    dm_run_free(run);
    assert_true(dmi_run_go_on(NULL, 1));
}

enum { GENERATIONS = 4 };

static void make_line_of_runs(dm_run *line[GENERATIONS])
{
    for (int i = 0; i < GENERATIONS; i++) {
        assert_int_equal(dm_run_new(&line[i], NULL), DM_OK);
        dmi_run_follow(line[i], i ? line[i - 1] : NULL);
    }
}

static void free_line_of_runs(dm_run *line[GENERATIONS])
{
    for (int i = 0; i < GENERATIONS; i++)
        dm_run_free(line[i]);
}

static void a_run_obeys_every_run_that_it_follows(void **state)
{
    (void)state;
    dm_run *line[GENERATIONS], *last;
    for (int who = 0; who < GENERATIONS; who++) {
        make_line_of_runs(line);
        last = line[GENERATIONS - 1];
        assert_true(dmi_run_go_on(last, 1));
        dm_run_cancel(line[who]);
        assert_false(dmi_run_go_on(last, 1));
        assert_int_equal(dm_run_stopped(last), DM_STOP_CANCEL);
        free_line_of_runs(line);

        make_line_of_runs(line);
        last = line[GENERATIONS - 1];
        dm_run_set_deadline(line[who], 0);
        assert_false(dmi_run_report(last, 1, "phase", 0, 0, NULL));
        assert_int_equal(dm_run_stopped(last), DM_STOP_DEADLINE);
        free_line_of_runs(line);
    }
}

static void count_reports(void *user, const dm_progress *progress)
{
    assert_string_equal(progress->phase, "phase");
    ++*(int *)user;
}

static void progress_is_reported_at_its_interval(void **state)
{
    (void)state;
    dm_run *run = NULL;
    int reports = 0;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_progress(run, count_reports, &reports, 0);
    for (uint64_t i = 0; i < 5; i++)
        assert_true(dmi_run_report(run, 1, "phase", i, 5, NULL));
    assert_int_equal(reports, 5);
    dm_run_set_progress(run, count_reports, &reports, 1e9);
    assert_true(dmi_run_report(run, 1, "phase", 5, 5, NULL));
    assert_int_equal(reports, 5);
    dm_run_free(run);
}

/* The published first outputs for state {1,2,3,4}. */
static void the_generator_is_xoshiro256starstar(void **state)
{
    (void)state;
    dm_rng rng = {{1, 2, 3, 4}};
    const uint64_t expected[] = {11520, 0, 1509978240, UINT64_C(1215971899390074240)};
    for (size_t i = 0; i < 4; i++)
        assert_true(dm_rng_next(&rng) == expected[i]);
}

static void draws_below_a_bound_are_even(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    int count[6] = {0};
    for (int i = 0; i < 60000; i++)
        count[dm_rng_below(&rng, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(count[i], 9600, 10400);
    for (int i = 0; i < 1000; i++) {
        double unit = dm_rng_unit(&rng);
        assert_true(unit >= 0 && unit < 1);
    }
    assert_true(dm_rng_derive(1, 0) != dm_rng_derive(1, 1));
    assert_true(dm_rng_derive(1, 1) != dm_rng_derive(2, 1));
}

/* Whatever the bytes, what is shown is clean. */
static void text_for_people_is_clean(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        bool has_lines;
        const char *shown;
    } cases[] = {{"plain \xc3\xa4 \xe2\x82\xac", false, "plain \xc3\xa4 \xe2\x82\xac"},
                 {"\x1b[2J\x07\x7f", true, "\\x1b[2J\\x07\\x7f"},
                 {"a\r\nb\tc\rd", true, "a\nb\tc\\x0dd"},
                 {"a\nb", false, "a\\x0ab"},
                 {"\xc2\x9b \xff \xe2\x80", true, "\\xc2\\x9b \\xff \\xe2\\x80"},
                 {"\xe2\x80\xae \xe2\x81\xa6 \xe2\x80\x94", true, "\\u202e \\u2066 \xe2\x80\x94"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[100];
        dmi_utf8_visible(cases[i].bytes, strlen(cases[i].bytes), cases[i].has_lines, out,
                         sizeof out);
        assert_string_equal(out, cases[i].shown);
    }
    dm_rng rng;
    dm_rng_init(&rng, 3);
    for (int trial = 0; trial < 20000; trial++) {
        char bytes[12], out[sizeof bytes * 4 + 1], less[sizeof out];
        size_t size = dm_rng_below(&rng, sizeof bytes + 1);
        for (size_t i = 0; i < size; i++) /* mostly bytes that matter */
            bytes[i] = (char)(dm_rng_below(&rng, 2) ? dm_rng_below(&rng, 256)
                                                    : (uint64_t) "\xe2\x80\xae\n"[i % 4]);
        dmi_utf8_visible(bytes, size, false, out, sizeof out);
        size_t all = strlen(out), room = 1 + dm_rng_below(&rng, sizeof out);
        for (size_t i = 0; i < all; i++)
            out[i] = out[i] == '\t' ? ' ' : out[i];
        assert_true(dmi_utf8_is_clean(out, all));
        assert_null(strstr(out, "\xe2\x80\xae"));
        dmi_utf8_visible(bytes, size, false, less, room);
        assert_true(strlen(less) < room && strlen(less) + 8 > (all < room ? all : room));
        for (size_t i = 0; i < strlen(less); i++)
            less[i] = less[i] == '\t' ? ' ' : less[i];
        assert_memory_equal(less, out, strlen(less));
    }
}

static void utf8_is_checked(void **state)
{
    (void)state;
    const char *good[] = {"", "abc", "Köln", "東京", "\xf0\x9f\x8f\xb0"};
    const char *bad[] = {
        "a\n",          "\x7f", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80",
        "\xe0\x80\x80", "\xff", "\x80", "\xc2\x85"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(dmi_utf8_is_clean(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(dmi_utf8_is_clean(bad[i], strlen(bad[i])));
}

enum { PIECES = 1000, WORKERS = 4 };

typedef struct pieces {
    atomic_int next, done;
    atomic_int workers; /* bit i: worker i was here */
} pieces;

static void do_pieces(void *context, int worker)
{
    pieces *p = context;
    atomic_fetch_or(&p->workers, 1 << worker);
    while (atomic_fetch_add(&p->next, 1) < PIECES)
        atomic_fetch_add(&p->done, 1);
}

static void a_crew_does_every_piece_once(void **state)
{
    (void)state;
    for (int count = 0; count <= WORKERS; count++) {
        pieces p = {0};
        dmi_threads_run(count, do_pieces, &p);
        assert_int_equal(p.done, PIECES);
        assert_int_equal(p.workers, (1 << (count > 1 ? count : 1)) - 1);
    }
}

static void a_crew_works_beside_its_caller(void **state)
{
    (void)state;
    pieces p = {0};
    dmi_threads *threads = NULL;
    assert_int_equal(dmi_threads_new(WORKERS, do_pieces, &p, &threads, NULL), DM_OK);
    while (dmi_threads_is_working(threads, 0.01))
        continue;
    assert_int_equal(p.done, PIECES);
    dmi_threads_free(threads);
    dmi_threads_free(NULL);
}

static struct {
    double (*floor)(double), (*ceil)(double);
} math;

static const char *const math_names[] = {"floor", "ceil"};

static void load_and_use(void *library, int worker)
{
    (void)worker;
    assert_int_equal(dmi_lazy_library_load(library, NULL), DM_OK);
    assert_true(math.floor(1.5) == 1 && math.ceil(1.5) == 2);
}

static void a_library_is_loaded_when_it_is_needed(void **state)
{
    (void)state;
    dmi_lazy_library library = {
        .file = "libm.so.6", .names = math_names, .count = 2, .functions = &math};
    dmi_threads_run(WORKERS, load_and_use, &library);
    assert_true(library.is_loaded);
}

static void a_library_that_cannot_be_loaded_is_named(void **state)
{
    (void)state;
    static const char *const names[] = {"floor", "no_such_function"};
    dm_error err = {0};
    void (*functions[2])(void) = {NULL, NULL};
    dmi_lazy_library library = {.file = "libm.so.6",
                                .purpose = "the moon needs libm",
                                .names = names,
                                .count = 2,
                                .functions = functions};
    assert_int_equal(dmi_lazy_library_load(&library, &err), DM_IO);
    assert_non_null(strstr(err.message, "the moon needs libm, which is not installed or cannot"));
    assert_non_null(strstr(err.message, "no_such_function"));
    library.file = "no_such_library.so";
    assert_int_equal(dmi_lazy_library_load(&library, &err), DM_IO);
    assert_non_null(strstr(err.message, "(no_such_library.so: "));
    assert_false(library.is_loaded);
    library.file = "libm.so.6";
    library.count = 1;
    assert_int_equal(dmi_lazy_library_load(&library, &err), DM_OK); /* it is installed now */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_one_printable_line),
        cmocka_unit_test(long_messages_are_cut_not_overrun),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(a_run_stops_at_its_work_limit),
        cmocka_unit_test(a_run_stops_at_its_deadline_or_when_cancelled),
        cmocka_unit_test(a_run_obeys_every_run_that_it_follows),
        cmocka_unit_test(a_crew_does_every_piece_once),
        cmocka_unit_test(a_crew_works_beside_its_caller),
        cmocka_unit_test(a_library_is_loaded_when_it_is_needed),
        cmocka_unit_test(a_library_that_cannot_be_loaded_is_named),
        cmocka_unit_test(progress_is_reported_at_its_interval),
        cmocka_unit_test(the_generator_is_xoshiro256starstar),
        cmocka_unit_test(draws_below_a_bound_are_even),
        cmocka_unit_test(utf8_is_checked),
        cmocka_unit_test(text_for_people_is_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
