/* test_lead_market.c - leads beside standing sites, with two lists, offsets, budgets and closing,
 * compared with trying everything. */
#include "check/dominance.h"
#include "check/lead.h"
#include "oneround/lead_first_bounds.h"
#include "oneround/lead_group_bound.h"
#include "oneround/lead_quick.h"
#include "support/oneround.h"
#include <stdlib.h>
#include <string.h>

enum { SMALL = 5, MEDIUM = 190, MOST = 200 }; /* vertices */

/* A list of sites with room for all of its columns. */
typedef struct table {
    dm_vertex vertex[MOST];
    int64_t offset[MOST], cost[MOST];
    bool may_close[MOST];
} table;

typedef struct setting {
    dm_arena *arena;
    dm_lead_request request;
    table white, black, candidates, rivals;
} setting;

static dm_sites fill(dm_rng *rng, table *t, const dm_vertex *vertex, int32_t count)
{
    bool offsets = dm_rng_below(rng, 2) == 0;
    for (int32_t i = 0; i < count; i++) {
        t->vertex[i] = vertex[i];
        t->offset[i] = (int64_t)dm_rng_below(rng, 4);
        t->cost[i] = (int64_t)dm_rng_below(rng, 6);
        t->may_close[i] = dm_rng_below(rng, 2) == 0;
    }
    return (dm_sites){.vertex = t->vertex,
                      .count = count,
                      .offset = offsets ? t->offset : NULL,
                      .cost = t->cost,
                      .may_close = t->may_close};
}

static void shuffle(dm_rng *rng, dm_vertex *list, int32_t count)
{
    for (int32_t i = count - 1; i > 0; i--) {
        int32_t k = (int32_t)dm_rng_below(rng, (uint64_t)i + 1);
        dm_vertex kept = list[i];
        list[i] = list[k];
        list[k] = kept;
    }
}

/* A random board of a few more vertices than `least`, standing sites and lists, with random
 * terms. */
static void random_setting(dm_rng *rng, dm_vertex least, setting *s)
{
    dm_vertex n = least + (dm_vertex)dm_rng_below(rng, 5), list[MOST];
    dm_lead_request *r = &s->request;
    s->arena = random_board(rng, n, random_features(rng, BOARD_ANY));
    *r = (dm_lead_request){.terms.ties = (dm_tie_rule)dm_rng_below(rng, 4),
                           .reply = 1 + (int32_t)dm_rng_below(rng, 3),
                           .seed = dm_rng_next(rng)};
    r->terms.has_radius = dm_rng_below(rng, 3) == 0;
    r->terms.radius = (int64_t)dm_rng_below(rng, 9);
    for (dm_vertex v = 0; v < n; v++)
        list[v] = v;
    shuffle(rng, list, n);
    int32_t white = (int32_t)dm_rng_below(rng, 3), black = (int32_t)dm_rng_below(rng, 3);
    r->white = fill(rng, &s->white, list, white);
    r->black = fill(rng, &s->black, list + white, black);
    r->black.may_close = NULL;
    shuffle(rng, list, n);
    if (dm_rng_below(rng, 2) == 0)
        r->terms.candidates =
            fill(rng, &s->candidates, list, 4 + (int32_t)dm_rng_below(rng, (uint64_t)n - 4));
    shuffle(rng, list, n);
    if (dm_rng_below(rng, 2) == 0)
        r->rival_candidates =
            fill(rng, &s->rivals, list, (int32_t)dm_rng_below(rng, (uint64_t)n + 1));
    r->has_budget = dm_rng_below(rng, 3) == 0;
    r->budget = (int64_t)dm_rng_below(rng, 9);
    r->count = (r->has_budget ? 0 : 1) + (int32_t)dm_rng_below(rng, 3);
}

static bool has(const dm_vertex *list, int32_t count, dm_vertex v)
{
    for (int32_t i = 0; i < count; i++)
        if (list[i] == v)
            return true;
    return false;
}

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
        assert_true(lead->lower <= best && best <= lead->upper);
        assert_int_equal(check_lead_answer(s->arena, distances, &s->request, lead), lead->value);
        if (s->request.method != DM_LEAD_LOCAL) {
            assert_true(lead->proven);
            assert_int_equal(lead->value, best);
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
    sweep(1, run_long() ? 20000 : 1000, DM_LEAD_EXACT, 1);
}

static void enumeration_is_brute_force(void **state)
{
    (void)state;
    sweep(2, run_long() ? 20000 : 1000, DM_LEAD_ENUMERATE, 1);
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
            assert_true(lead->lower <= best && best <= lead->upper);
            assert_true(lead->value >= lead->lower);
            free(distances);
        }
        dm_lead_free(lead);
        dm_run_free(run);
        dm_arena_free(s.arena);
    }
}

/* Whether the order of White's new sites and Black's standing ones decides ties, which the bounds
 * on large boards leave to Black. */
static bool order_matters(const dm_lead_request *r)
{
    return r->terms.ties == DM_TIES_EARLIER && r->black.count > 0;
}

/* Bounds from samples of every size contain the value.  From a sample of all sites White's opening
 * is the best, and Black's answer to it exact. */
static bool check_first_bounds(const setting *s, const dmi_lead_sites *sites, int32_t size)
{
    dm_error err = {0};
    int32_t white[2 * MOST], black[MOST];
    int64_t *distances = check_distances(s->arena), total = dm_arena_total_value(s->arena);
    int64_t best = check_lead_value(s->arena, distances, &s->request);
    dmi_lead_first_bounds bounds = {.white = white, .black = black, .upper = total};
    assert_ok(dmi_lead_first_bounds_find(s->arena, sites, size, 4, NULL, &bounds, &err), err);
    assert_true(bounds.has_opening && bounds.lower <= best && best <= bounds.upper);
    assert_true(dmi_lead_sites_allow(sites, white));
    for (int32_t i = 0; i < sites->choose; i++) {
        assert_in_range(white[i], 0, sites->whites - 1);
        for (int32_t k = 0; k < i; k++)
            assert_true(white[i] != white[k]);
    }
    if (size >= MOST && !order_matters(&s->request))
        assert_int_equal(bounds.lower, best);
    free(distances);
    return bounds.upper < total;
}

static void first_bounds_contain_the_value(void **state)
{
    (void)state;
    static const int32_t sizes[] = {1, 2, 3, 5, MOST};
    dm_rng rng;
    setting s;
    int boards = run_long() ? 20000 : 2000, real = 0;
    dm_rng_init(&rng, 7);
    for (int i = 0; i < boards; i++) {
        dmi_lead_sites sites = {0};
        random_setting(&rng, SMALL, &s);
        if (dmi_lead_sites_init(&sites, s.arena, &s.request, NULL) == DM_OK)
            real += check_first_bounds(&s, &sites, sizes[i % 5]);
        dmi_lead_sites_clear(&sites);
        dm_arena_free(s.arena);
    }
    assert_true(real > boards / 2);
}

/* Black's stones are on different free sites of his, as many as he may have. */
static void check_black(const dmi_lead_sites *sites, const dmi_lead_quick *quick)
{
    int32_t free = 0, seen = 0;
    for (int32_t b = sites->first_black; b < sites->count; b++) {
        bool held = false;
        for (int32_t i = 0; i < sites->choose; i++)
            held = held || quick->white[i] == sites->site[b].twin;
        free += !held;
        seen += !held && has(quick->black, quick->black_count, sites->site[b].vertex);
    }
    assert_int_equal(seen, quick->black_count);
    assert_int_equal(quick->black_count, free < sites->reply ? free : sites->reply);
}

static void quick_openings_are_legal(void **state)
{
    (void)state;
    dm_rng rng;
    setting s;
    dm_rng_init(&rng, 9);
    for (int i = 0; i < 500; i++) {
        dm_error err = {0};
        dmi_lead_sites sites = {0};
        dmi_lead_quick quick = {0};
        random_setting(&rng, SMALL, &s);
        if (dmi_lead_sites_init(&sites, s.arena, &s.request, NULL) == DM_OK) {
            assert_ok(dmi_lead_quick_init(&quick, s.arena, &sites, 4, NULL, &err), err);
            assert_true(dmi_lead_sites_allow(&sites, quick.white));
            check_black(&sites, &quick);
        }
        dmi_lead_quick_clear(&quick);
        dmi_lead_sites_clear(&sites);
        dm_arena_free(s.arena);
    }
}

/* A random opening within the limits, the sites that may be closed kept. */
static void random_opening(dm_rng *rng, const dmi_lead_sites *sites, int32_t *white)
{
    int32_t order[2 * MOST], count = 0;
    for (int32_t i = 0; i < sites->whites; i++)
        order[i] = i;
    shuffle(rng, order, sites->whites);
    for (int pass = 0; pass < 2; pass++)
        for (int32_t i = 0; i < sites->whites && count < sites->choose; i++) {
            const dmi_lead_site *site = &sites->site[order[i]];
            bool first = sites->budget == INT64_MAX || site->closable;
            if (pass == 0 ? first : !first && site->vertex < 0)
                white[count++] = order[i];
        }
}

/* Black's best answer to a random opening is what trying all of them gives. */
static void check_answer(dm_rng *rng, const setting *s, const dmi_lead_sites *sites)
{
    dm_error err = {0};
    int32_t white[MOST], answer[MOST] = {0};
    dm_vertex opened[MOST];
    dm_lead lead = {.white = opened};
    int64_t lower = INT64_MIN, *distances = check_distances(s->arena);
    random_opening(rng, sites, white);
    for (int32_t i = 0; i < sites->choose; i++)
        if (sites->site[white[i]].vertex >= 0 && !sites->site[white[i]].closable)
            opened[lead.count++] = sites->site[white[i]].vertex;
    assert_ok(dmi_lead_group_bound(s->arena, sites, DM_BLACK, white, sites->choose, 100, NULL,
                                   &lower, answer, &err),
              err);
    int64_t value = check_lead_answer(s->arena, distances, &s->request, &lead);
    assert_true(lower <= value);
    if (!order_matters(&s->request))
        assert_int_equal(lower, value);
    free(distances);
}

/* White's best answer to a random plan of Black's bounds the value. */
static void check_plan(dm_rng *rng, const setting *s, const dmi_lead_sites *sites)
{
    dm_error err = {0};
    dm_lead *lead = NULL;
    int32_t plan[2 * MOST], answer[MOST] = {0}, blacks = sites->count - sites->first_black;
    int64_t upper = INT64_MAX;
    for (int32_t i = 0; i < blacks; i++)
        plan[i] = sites->first_black + i;
    shuffle(rng, plan, blacks);
    assert_ok(dmi_lead_group_bound(s->arena, sites, DM_WHITE, plan, sites->reply, 100, NULL, &upper,
                                   answer, &err),
              err);
    assert_ok(dm_lead_new(s->arena, &s->request, NULL, &lead, &err), err);
    assert_true(lead->proven && lead->value <= upper);
    dm_lead_free(lead);
}

/* On boards large enough to have groups. */
static void answers_of_groups_are_right(void **state)
{
    (void)state;
    dm_rng rng;
    setting s;
    dm_rng_init(&rng, 8);
    for (int i = 0; i < (run_long() ? 1000 : 60); i++) {
        dmi_lead_sites sites = {0};
        random_setting(&rng, MEDIUM, &s);
        s.request.reply = 1 + i % 2;
        s.request.count = 1 + i / 2 % 2;
        if (dmi_lead_sites_init(&sites, s.arena, &s.request, NULL) == DM_OK) {
            check_answer(&rng, &s, &sites);
            check_plan(&rng, &s, &sites);
        }
        dmi_lead_sites_clear(&sites);
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
    assert_int_equal(lead->value, 2 - 3);
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
    assert_int_equal(lead->value, 6 - 2);
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
        cmocka_unit_test(first_bounds_contain_the_value),
        cmocka_unit_test(quick_openings_are_legal),
        cmocka_unit_test(answers_of_groups_are_right),
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(black_may_have_no_place),
        cmocka_unit_test(closing_pays_for_a_better_site),
    };
    return cmocka_run_group_tests_name("lead_market", tests, NULL, NULL);
}
