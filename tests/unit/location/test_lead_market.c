/* test_lead_market.c - leads beside standing sites, with two lists, offsets, budgets and closing,
 * compared with trying everything. */
#include "check/dominance.h"
#include "check/lead.h"
#include "support/lead_setting.h"
#include <stdlib.h>
#include <string.h>

/* White opens free candidates within the limits, and the cost is what it says. */
static void check_choice(const dm_lead_request *r, const dm_lead *lead)
{
    int64_t cost = 0;
    for (int32_t i = 0; i < lead->count; i++) {
        dm_vertex v = lead->white[i];
        assert_false(has(r->white.vertex, r->white.count, v));
        assert_false(has(r->black.vertex, r->black.count, v));
        for (int32_t k = 0; k < r->terms.candidates.count; k++)
            cost += r->terms.candidates.vertex[k] == v ? r->terms.candidates.cost[k] : 0;
    }
    for (int32_t k = 0; k < r->white.count; k++)
        if (has(lead->closed, lead->closed_count, r->white.vertex[k])) {
            assert_true(r->white.may_close[k]);
            cost -= r->white.cost[k];
        }
    assert_int_equal(cost, lead->cost);
    if (r->has_budget)
        assert_true(cost <= r->budget && (r->count == 0 || lead->count <= r->count));
    else
        assert_true(lead->count == r->count && lead->closed_count == 0);
}

static void compare(const setting *s)
{
    dm_error err = {0};
    dm_lead *lead = NULL;
    int64_t *distances = check_distances(s->arena);
    int64_t best = check_lead_value(s->arena, distances, &s->request);
    dm_status status = dm_lead_new(s->arena, &s->request, NULL, &lead, &err);
    if (status == DM_TOO_LARGE) {
        assert_true(!s->request.has_budget);
        assert_true(best == INT64_MIN || !s->request.rival_candidates.vertex);
    } else {
        if (status != DM_OK)
            fail_msg("dm_lead_new gives %d: %s", (int)status, err.message);
        check_choice(&s->request, lead);
        assert_true(lead->lower.whole <= best && best <= lead->upper.whole);
        assert_int_equal(check_lead_answer(s->arena, distances, &s->request, lead),
                         lead->value.whole);
        if (s->request.method != DM_LEAD_LOCAL) {
            assert_true(lead->proven);
            assert_int_equal(lead->value.whole, best);
        }
    }
    dm_lead_free(lead);
    free(distances);
}

static void sweep(uint64_t seed, int boards, dm_lead_method method, int threads)
{
    dm_rng rng;
    setting s;
    dm_rng_init(&rng, seed);
    for (int i = 0; i < boards; i++) {
        random_setting(&rng, SMALL, &s);
        s.request.method = method;
        s.request.threads = threads;
        compare(&s);
        dm_arena_free(s.arena);
    }
}

static void exact_is_brute_force(void **state)
{
    (void)state;
    sweep(1, run_long() ? 20000 : 500, DM_LEAD_EXACT, 1);
}

static void enumeration_is_brute_force(void **state)
{
    (void)state;
    sweep(2, run_long() ? 20000 : 500, DM_LEAD_ENUMERATE, 1);
    sweep(3, 100, DM_LEAD_ENUMERATE, 3);
}

static void local_keeps_true_bounds(void **state)
{
    (void)state;
    sweep(4, 200, DM_LEAD_LOCAL, 1);
}

static void auto_is_brute_force(void **state)
{
    (void)state;
    sweep(5, 500, DM_LEAD_AUTO, 2);
}

/* Stopped anywhere, the bounds contain the value. */
static void stopped_runs_bound_the_value(void **state)
{
    (void)state;
    dm_rng rng;
    setting s;
    dm_rng_init(&rng, 6);
    for (int i = 0; i < 300; i++) {
        dm_error err = {0};
        dm_run *run = NULL;
        dm_lead *lead = NULL;
        random_setting(&rng, SMALL, &s);
        s.request.method = (dm_lead_method)(i % 4);
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_work_limit(run, 1 + (int64_t)dm_rng_below(&rng, UINT64_C(1) << (1 + i % 12)));
        dm_status status = dm_lead_new(s.arena, &s.request, run, &lead, &err);
        if (status != DM_TOO_LARGE) {
            if (status != DM_OK && status != DM_STOPPED)
                fail_msg("dm_lead_new gives %d: %s", (int)status, err.message);
            int64_t *distances = check_distances(s.arena);
            int64_t best = check_lead_value(s.arena, distances, &s.request);
            check_choice(&s.request, lead);
            assert_true(lead->lower.whole <= best && best <= lead->upper.whole);
            assert_true(lead->value.whole >= lead->lower.whole);
            free(distances);
        }
        dm_lead_free(lead);
        dm_run_free(run);
        dm_arena_free(s.arena);
    }
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:6", 1);
    const dm_vertex one[] = {2}, two[] = {2, 3}, twice[] = {2, 2}, outside[] = {6};
    const int64_t bad[] = {-1};
    const dm_lead_request ask = {.count = 1, .reply = 1};
    dm_lead_request r = ask;
    r.white = (dm_sites){.vertex = one, .count = 1};
    r.black = (dm_sites){.vertex = two, .count = 2};
    refuse_lead(arena, r, DM_BAD_VERTEX);
    r = ask;
    r.white = (dm_sites){.vertex = twice, .count = 2};
    refuse_lead(arena, r, DM_BAD_VERTEX);
    r = ask;
    r.rival_candidates = (dm_sites){.vertex = outside, .count = 1};
    refuse_lead(arena, r, DM_BAD_VERTEX);
    r.rival_candidates = (dm_sites){.vertex = one, .count = 1, .offset = bad};
    refuse_lead(arena, r, DM_BAD_ARGUMENT);
    r.rival_candidates = (dm_sites){.vertex = one, .count = 1, .cost = bad};
    refuse_lead(arena, r, DM_BAD_ARGUMENT);
    r = ask;
    r.has_budget = true;
    r.budget = -1;
    refuse_lead(arena, r, DM_BAD_ARGUMENT);
    r = ask;
    r.terms.candidates = (dm_sites){.vertex = two, .count = 2};
    r.white = r.terms.candidates;
    refuse_lead(arena, r, DM_TOO_LARGE);
    r = ask;
    r.terms.rule = DM_HUFF;
    r.method = DM_LEAD_EXACT;
    refuse_lead(arena, r, DM_UNSUPPORTED);
    dm_arena_free(arena);
}

/* A rival without places answers with nothing. */
static void black_may_have_no_place(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_lead *lead = NULL;
    dm_arena *arena = family_board("path:5", 1);
    const dm_vertex at[] = {2};
    dm_lead_request r = {.count = 1, .reply = 2, .rival_candidates = {.vertex = at, .count = 0}};
    r.black = (dm_sites){.vertex = at, .count = 1};
    assert_ok(dm_lead_new(arena, &r, NULL, &lead, &err), err);
    assert_int_equal(lead->reply, 0);
    assert_int_equal(lead->value.whole, 2 - 3);
    assert_true(lead->proven);
    dm_lead_free(lead);
    dm_arena_free(arena);
}

/* With money for one site only, White closes the poor site and opens the better one. */
static void closing_pays_for_a_better_site(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_lead *lead = NULL;
    dm_arena *arena = family_board("path:9", 1);
    const dm_vertex white[] = {0}, black[] = {8}, list[] = {4};
    const int64_t cost[] = {5};
    const bool may_close[] = {true};
    dm_lead_request r = {.count = 1, .reply = 1, .has_budget = true, .budget = 0};
    r.white = (dm_sites){.vertex = white, .count = 1, .cost = cost, .may_close = may_close};
    r.black = (dm_sites){.vertex = black, .count = 1};
    r.terms.candidates = (dm_sites){.vertex = list, .count = 1, .cost = cost};
    r.rival_candidates = (dm_sites){.vertex = black, .count = 1};
    assert_ok(dm_lead_new(arena, &r, NULL, &lead, &err), err);
    assert_int_equal(lead->closed_count, 1);
    assert_int_equal(lead->closed[0], 0);
    assert_int_equal(lead->count, 1);
    assert_int_equal(lead->cost, 0);
    assert_int_equal(lead->value.whole, 6 - 2);
    dm_lead_free(lead);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_is_brute_force),
        cmocka_unit_test(enumeration_is_brute_force),
        cmocka_unit_test(local_keeps_true_bounds),
        cmocka_unit_test(auto_is_brute_force),
        cmocka_unit_test(stopped_runs_bound_the_value),
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(black_may_have_no_place),
        cmocka_unit_test(closing_pays_for_a_better_site),
    };
    return cmocka_run_group_tests_name("lead_market", tests, NULL, NULL);
}
