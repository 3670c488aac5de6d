/* test_lead.c - leads compared with trying every opening with every reply. */
#include "check/dominance.h"
#include "check/oneround.h"
#include "support/any_distances.h"
#include "support/oneround.h"
#include <stdlib.h>
#include <string.h>

static dm_lead *lead_of(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                        dm_status expected)
{
    dm_error err = {0};
    dm_lead *lead = NULL;
    dm_status status = dm_lead_new(arena, request, run, &lead, &err);
    if (status != expected && !(expected == DM_STOPPED && status == DM_OK))
        fail_msg("dm_lead_new gives %d: %s", (int)status, err.message);
    assert_non_null(lead);
    return lead;
}

/* Checks that the stones have the reported score, by the definition. */
static void check_stones(const dm_arena *arena, const int64_t *distances,
                         const dm_lead_request *request, const dm_lead *lead)
{
    dm_stone stones[64];
    int32_t count = 0;
    for (int32_t i = 0; i < lead->count; i++) {
        assert_true(i == 0 || lead->white[i - 1] < lead->white[i]);
        stones[count++] = (dm_stone){lead->white[i], DM_WHITE};
    }
    for (int32_t i = 0; i < lead->reply; i++) {
        assert_true(i == 0 || lead->black[i - 1] < lead->black[i]);
        stones[count++] = (dm_stone){lead->black[i], DM_BLACK};
    }
    assert_int_equal(check_round_value(arena, distances, &request->terms, stones, count),
                     lead->value.whole);
}

/* Whether the opening is one of the best. */
static bool is_listed(const check_best *best, const dm_vertex *white)
{
    for (int64_t k = 0; k < best->count; k++) {
        const dm_vertex *set = best->sets + k * best->size;
        int32_t same = 0;
        while (same < best->size && set[same] == white[same])
            same++;
        if (same == best->size)
            return true;
    }
    return false;
}

typedef struct setting {
    dm_arena *arena;
    dm_lead_request request;
    dm_vertex candidates[16];
} setting;

/* A random board of up to `most` vertices with random terms. */
static void random_setting(dm_rng *rng, dm_vertex most, setting *s)
{
    dm_vertex n = 4 + (dm_vertex)dm_rng_below(rng, (uint64_t)most - 3), sites = n;
    s->arena = random_distances(rng, n);
    s->request = (dm_lead_request){.terms.ties = (dm_tie_rule)dm_rng_below(rng, 4),
                                   .seed = dm_rng_next(rng)};
    if (dm_rng_below(rng, 3) == 0) {
        s->request.terms.has_radius = true;
        s->request.terms.radius = (int64_t)dm_rng_below(rng, 9);
    }
    if (dm_rng_below(rng, 3) == 0) {
        dm_stone stones[16];
        sites = 3 + (dm_vertex)dm_rng_below(rng, (uint64_t)n - 2);
        random_stones(rng, n, sites, 2, stones);
        for (dm_vertex i = 0; i < sites; i++)
            s->candidates[i] = stones[i].vertex;
        s->request.terms.candidates.vertex = s->candidates;
        s->request.terms.candidates.count = sites;
    }
    int32_t count = 1 + (int32_t)dm_rng_below(rng, 3), reply = 1 + (int32_t)dm_rng_below(rng, 3);
    s->request.count = count < sites ? count : sites - 1;
    s->request.reply = reply <= sites - s->request.count ? reply : sites - s->request.count;
}

static void sweep(uint64_t seed, int boards, dm_vertex most, dm_lead_method method, int threads)
{
    dm_rng rng;
    setting s;
    dm_rng_init(&rng, seed);
    for (int i = 0; i < boards; i++) {
        random_setting(&rng, most, &s);
        s.request.method = method;
        s.request.threads = threads;
        int64_t *distances = check_distances(s.arena);
        check_best best = check_leads(s.arena, distances, &s.request);
        dm_lead *lead = lead_of(s.arena, &s.request, NULL, DM_OK);
        check_stones(s.arena, distances, &s.request, lead);
        if (s.request.method == DM_LEAD_LOCAL) {
            assert_true(lead->lower.whole <= best.value && lead->upper.whole >= best.value);
        } else {
            assert_true(lead->proven);
            assert_int_equal(lead->value.whole, best.value);
            assert_int_equal(lead->lower.whole, lead->upper.whole);
            assert_true(is_listed(&best, lead->white));
        }
        dm_lead_free(lead);
        check_best_clear(&best);
        free(distances);
        dm_arena_free(s.arena);
    }
}

static void exact_is_brute_force(void **state)
{
    (void)state;
    sweep(1, run_long() ? 6000 : 200, 10, DM_LEAD_EXACT, 1);
    sweep(2, run_long() ? 400 : 30, 13, DM_LEAD_EXACT, 1);
}

static void enumeration_is_brute_force(void **state)
{
    (void)state;
    sweep(3, run_long() ? 3000 : 100, 10, DM_LEAD_ENUMERATE, 1);
}

static void local_keeps_true_bounds(void **state)
{
    (void)state;
    sweep(4, 100, 10, DM_LEAD_LOCAL, 1);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    sweep(5, 60, 10, DM_LEAD_AUTO, 2);
    sweep(6, 60, 10, DM_LEAD_AUTO, 8);
}

static void threads_agree_on(const char *spec, uint64_t seed, int32_t count, dm_tie_rule ties)
{
    dm_arena *arena = family_board(spec, seed);
    int64_t first = 0;
    const int threads[] = {1, 2, 8};
    for (int i = 0; i < 3; i++) {
        dm_lead_request request = {
            .terms.ties = ties, .count = count, .reply = count, .threads = threads[i], .seed = 1};
        dm_lead *lead = lead_of(arena, &request, NULL, DM_OK);
        assert_true(lead->proven);
        first = i == 0 ? lead->value.whole : first;
        assert_int_equal(lead->value.whole, first);
        dm_lead_free(lead);
    }
    dm_arena_free(arena);
}

static void threads_agree(void **state)
{
    (void)state;
    threads_agree_on("euclid:30", 1, 4, DM_TIES_WHITE);
    threads_agree_on("euclid:30", 2, 3, DM_TIES_NEUTRAL);
    threads_agree_on("grid:5x6", 1, 3, DM_TIES_NEUTRAL);
    threads_agree_on("random-tree:30", 1, 3, DM_TIES_BLACK);
}

static int64_t value_of(const char *spec, int32_t count, dm_tie_rule ties, dm_lead_method method)
{
    dm_arena *arena = family_board(spec, 1);
    dm_lead_request request = {
        .terms.ties = ties, .count = count, .reply = count, .method = method, .seed = 1};
    dm_lead *lead = lead_of(arena, &request, NULL, DM_OK);
    int64_t value = lead->value.whole;
    assert_true(lead->proven);
    dm_lead_free(lead);
    dm_arena_free(arena);
    return value;
}

static void known_values(void **state)
{
    (void)state;
    assert_int_equal(value_of("path:14", 3, DM_TIES_NEUTRAL, DM_LEAD_EXACT), 1);
    assert_int_equal(value_of("path:14", 3, DM_TIES_WHITE, DM_LEAD_EXACT), 2 * 8 - 14);
    assert_int_equal(value_of("path:14", 3, DM_TIES_EARLIER, DM_LEAD_EXACT), 2 * 8 - 14);
}

static void enumeration_agrees(void **state)
{
    (void)state;
    const char *const boards[] = {"euclid:24", "grid:4x6", "cycle:21", "random-tree:24",
                                  "hypercube:4"};
    for (int i = 0; i < 5; i++)
        for (int ties = 0; ties < 4; ties++) {
            int32_t count = 2 + (i + ties) % 2;
            assert_int_equal(value_of(boards[i], count, (dm_tie_rule)ties, DM_LEAD_EXACT),
                             value_of(boards[i], count, (dm_tie_rule)ties, DM_LEAD_ENUMERATE));
        }
    if (run_long())
        for (int32_t count = 3; count <= 5; count++)
            assert_int_equal(value_of("euclid:100", count, DM_TIES_WHITE, DM_LEAD_EXACT),
                             value_of("euclid:100", count, DM_TIES_WHITE, DM_LEAD_ENUMERATE));
}

static void stop_at(const dm_arena *arena, const dm_lead_request *request, int64_t work,
                    int64_t value)
{
    dm_error err = {0};
    dm_run *run = NULL;
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_work_limit(run, work);
    dm_lead *lead = lead_of(arena, request, run, DM_STOPPED);
    assert_true(lead->lower.whole <= value && value <= lead->upper.whole);
    assert_true(!lead->proven || lead->lower.whole == lead->upper.whole);
    int64_t *distances = check_distances(arena);
    check_stones(arena, distances, request, lead);
    assert_true(lead->value.whole >= lead->lower.whole);
    free(distances);
    dm_lead_free(lead);
    dm_run_free(run);
}

static void stopped_runs_bound_the_value(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 7);
    for (int i = 0; i < 12; i++) {
        dm_arena *arena = family_board("euclid:26", (uint64_t)i);
        dm_lead_request request = {.terms.ties = (dm_tie_rule)(i % 4),
                                   .count = 2 + i % 3,
                                   .reply = 3,
                                   .threads = 1 + i % 3};
        dm_lead *lead = lead_of(arena, &request, NULL, DM_OK);
        for (int k = 0; k < 16; k++)
            stop_at(arena, &request, 1 + (int64_t)dm_rng_below(&rng, UINT64_C(1) << (1 + k)),
                    lead->value.whole);
        dm_lead_free(lead);
        dm_arena_free(arena);
    }
}

static void note_progress(void *user, const dm_progress *progress)
{
    *(bool *)user |= strcmp(progress->phase, "lead") == 0 && strstr(progress->note, "gap");
}

static void progress_shows_the_gap(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_run *run = NULL;
    bool seen = false;
    dm_arena *arena = family_board("euclid:30", 1);
    dm_lead_request request = {.terms.ties = DM_TIES_WHITE, .count = 4, .reply = 4};
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_progress(run, note_progress, &seen, 0);
    dm_lead_free(lead_of(arena, &request, run, DM_OK));
    assert_true(seen);
    dm_run_free(run);
    dm_arena_free(arena);
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:5", 1);
    const dm_vertex twice[] = {1, 2, 1}, outside[] = {1, 2, 5};
    refuse_lead(arena, (dm_lead_request){.count = 0, .reply = 1}, DM_BAD_ARGUMENT);
    refuse_lead(arena, (dm_lead_request){.count = 1, .reply = 0}, DM_BAD_ARGUMENT);
    refuse_lead(arena, (dm_lead_request){.count = 3, .reply = 3}, DM_TOO_LARGE);
    refuse_lead(arena,
                (dm_lead_request){
                    .count = 1, .reply = 1, .terms = {.candidates = {.vertex = twice, .count = 3}}},
                DM_BAD_VERTEX);
    refuse_lead(arena,
                (dm_lead_request){.count = 1,
                                  .reply = 1,
                                  .terms = {.candidates = {.vertex = outside, .count = 3}}},
                DM_BAD_VERTEX);
    refuse_lead(arena,
                (dm_lead_request){
                    .count = 1, .reply = 1, .terms = {.candidates = {.vertex = twice, .count = 0}}},
                DM_TOO_LARGE);
    refuse_lead(
        arena,
        (dm_lead_request){.count = 1, .reply = 1, .terms = {.has_radius = true, .radius = -1}},
        DM_BAD_ARGUMENT);
    dm_arena_free(arena);
}

/* Even before the distances are known White takes the middle, and the bounds count the stones. */
static void a_cancelled_lead_has_a_sensible_opening(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:31", 1);
    const dm_lead_request request = {.count = 1, .reply = 1};
    dm_run *run = NULL;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_cancel(run);
    dm_lead *lead = lead_of(arena, &request, run, DM_STOPPED);
    assert_int_equal(lead->white[0], 15);
    assert_true(lead->lower.whole >= 2 - 31 && lead->lower.whole <= 1);
    assert_true(lead->upper.whole >= 1 && lead->upper.whole <= 31 - 2);
    dm_lead_free(lead);
    dm_run_free(run);
    dm_arena_free(arena);
}

static void methods_have_names(void **state)
{
    (void)state;
    for (int i = DM_LEAD_AUTO; i <= DM_LEAD_LOCAL; i++) {
        dm_lead_method method = DM_LEAD_AUTO;
        assert_int_equal(
            dm_lead_method_parse(dm_lead_method_name((dm_lead_method)i), &method, NULL), DM_OK);
        assert_int_equal(method, i);
    }
    dm_error err = {0};
    dm_lead_method method;
    assert_int_equal(dm_lead_method_parse("guess", &method, &err), DM_BAD_ARGUMENT);
    assert_non_null(strstr(err.message, "enumerate"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_is_brute_force),
        cmocka_unit_test(enumeration_is_brute_force),
        cmocka_unit_test(local_keeps_true_bounds),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(known_values),
        cmocka_unit_test(enumeration_agrees),
        cmocka_unit_test(stopped_runs_bound_the_value),
        cmocka_unit_test(progress_shows_the_gap),
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(methods_have_names),
        cmocka_unit_test(a_cancelled_lead_has_a_sensible_opening),
    };
    return cmocka_run_group_tests_name("lead", tests, NULL, NULL);
}
