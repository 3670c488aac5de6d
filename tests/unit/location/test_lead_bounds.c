/* test_lead_bounds.c - bounds on leads that need no table of distances, compared with trying
 * everything. */
#include "check/dominance.h"
#include "check/lead.h"
#include "location/lead/early_bounds.h"
#include "support/lead_setting.h"
#include <stdlib.h>

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
    int boards = run_long() ? 20000 : 600, real = 0;
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

/* Black's best answer to a random opening is what trying all of them gives. */
static void check_answer(dm_rng *rng, const setting *s, const dmi_lead_sites *sites)
{
    dm_error err = {0};
    int32_t white[MOST], answer[MOST] = {0};
    dm_vertex opened[MOST];
    dm_lead lead = {.white = opened};
    int64_t lower = INT64_MIN, *distances = check_distances(s->arena);
    /* A random opening within the limits, the sites that may be closed kept. */
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
    assert_true(lead->proven && lead->value.whole <= upper);
    dm_lead_free(lead);
}

/* On boards large enough to have groups. */
static void answers_of_groups_are_right(void **state)
{
    (void)state;
    dm_rng rng;
    setting s;
    dm_rng_init(&rng, 8);
    for (int i = 0; i < (run_long() ? 1000 : 8); i++) {
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

/* Four and more sites of either side: White's are spread first, and every site is searched. */
static void bounds_of_many_sites_contain_the_value(void **state)
{
    (void)state;
    dm_rng rng;
    setting s;
    dm_rng_init(&rng, 10);
    for (int i = 0; i < (run_long() ? 5000 : 250); i++) {
        dmi_lead_sites sites = {0};
        random_setting(&rng, SMALL, &s);
        s.request.reply = i % 2 ? 4 : 2;
        s.request.count = i % 2 ? 2 : 4;
        if (dmi_lead_sites_init(&sites, s.arena, &s.request, NULL) == DM_OK) {
            check_first_bounds(&s, &sites, 3);
            check_answer(&rng, &s, &sites);
            check_plan(&rng, &s, &sites);
        }
        dmi_lead_sites_clear(&sites);
        dm_arena_free(s.arena);
    }
}

/* Plans drawn by lot bound the value, whatever the numbers of sites. */
static void mixed_bounds_contain_the_value(void **state)
{
    (void)state;
    dm_rng rng;
    setting s;
    int boards = run_long() ? 40000 : 150, real = 0;
    dm_rng_init(&rng, 11);
    for (int i = 0; i < boards; i++) {
        dm_error err = {0};
        dmi_lead_sites sites = {0};
        random_setting(&rng, SMALL, &s);
        s.request.reply = 1 + i % 2;
        if (dmi_lead_sites_init(&sites, s.arena, &s.request, NULL) == DM_OK) {
            int64_t *distances = check_distances(s.arena), total = dm_arena_total_value(s.arena);
            int64_t upper = total, best = check_lead_value(s.arena, distances, &s.request);
            assert_ok(dmi_lead_mixed_bound(s.arena, &sites, 100, NULL, &upper, &err), err);
            assert_true(best <= upper);
            real += upper < total;
            free(distances);
        }
        dmi_lead_sites_clear(&sites);
        dm_arena_free(s.arena);
    }
    assert_true(real > boards / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_bounds_contain_the_value),
        cmocka_unit_test(quick_openings_are_legal),
        cmocka_unit_test(answers_of_groups_are_right),
        cmocka_unit_test(bounds_of_many_sites_contain_the_value),
        cmocka_unit_test(mixed_bounds_contain_the_value),
    };
    return cmocka_run_group_tests_name("lead_bounds", tests, NULL, NULL);
}
