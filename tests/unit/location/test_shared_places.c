/* test_shared_places.c - sites that share a vertex, of one side or of both, and new sites where one
 * stands, compared with the definitions. */
#include "check/choice.h"
#include "check/dominance.h"
#include "check/lead.h"
#include "check/market.h"
#include "support/any_distances.h"
#include "support/oneround.h"
#include <demesne/source.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 5 }; /* sites of a side */

/* A random board with sites of which some share a vertex. */
typedef struct crowd {
    dm_arena *arena;
    int64_t *distances;
    dm_vertex n, vertex[2][MOST], candidate[ASK_MOST];
    int64_t offset[2][MOST];
    double attraction[2][MOST];
    dm_sites side[2];
    dm_terms terms;
} crowd;

static void draw_crowd(dm_rng *rng, dm_rule rule, dm_vertex most, crowd *c)
{
    *c = (crowd){.n = 2 + (dm_vertex)dm_rng_below(rng, (uint64_t)most - 1)};
    c->arena = dm_rng_below(rng, 2)
                   ? random_board(rng, c->n, random_features(rng, BOARD_ANY) & ~BOARD_LARGE_LENGTHS)
                   : random_distances(rng, c->n);
    c->distances = check_distances(c->arena);
    uint64_t places = 1 + dm_rng_below(rng, (uint64_t)c->n); /* few: many meet */
    for (int side = 0; side < 2; side++) {
        c->side[side] = (dm_sites){.vertex = c->vertex[side],
                                   .count = (int32_t)dm_rng_below(rng, MOST + 1),
                                   .offset = rule == DM_NEAREST ? c->offset[side] : NULL,
                                   .attraction = rule == DM_HUFF ? c->attraction[side] : NULL};
        bool has_offsets = dm_rng_below(rng, 2);
        for (int i = 0; i < MOST; i++) {
            c->vertex[side][i] = (dm_vertex)dm_rng_below(rng, places);
            c->offset[side][i] = has_offsets ? (int64_t)dm_rng_below(rng, 3) : 0;
            c->attraction[side][i] = 0.5 * (double)(1 + dm_rng_below(rng, 5));
        }
    }
    c->terms = (dm_terms){.rule = rule,
                          .beta = 0.5 + (double)dm_rng_below(rng, 3),
                          .floor = 1,
                          .ties = (dm_tie_rule)dm_rng_below(rng, 4),
                          .may_meet = true,
                          .has_radius = dm_rng_below(rng, 2),
                          .radius = (int64_t)dm_rng_below(rng, 9)};
    if (dm_rng_below(rng, 2) == 0)
        return;
    for (dm_vertex v = 0; v < c->n; v++)
        if (dm_rng_below(rng, 3))
            c->candidate[c->terms.candidates.count++] = v;
    c->terms.candidates.vertex = c->candidate;
}

static void drop_crowd(crowd *c)
{
    dm_arena_free(c->arena);
    free(c->distances);
}

/* The least count of candidates that are not at a site that stands. */
static int32_t free_candidates(const crowd *c)
{
    const dm_sites *list = &c->terms.candidates;
    int32_t count = 0;
    for (int32_t i = 0; i < (list->vertex ? list->count : c->n); i++) {
        bool taken = false;
        for (int side = 0; side < 2; side++)
            for (int32_t k = 0; k < c->side[side].count; k++)
                taken |= c->vertex[side][k] == (list->vertex ? list->vertex[i] : i);
        count += !taken || c->terms.is_shared;
    }
    return count;
}

static void scores_follow_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 81);
    for (int i = 0; i < (run_long() ? 100000 : 8000); i++) {
        crowd c;
        check_site sites[2 * MOST];
        dm_dominance *got = NULL;
        dm_error err = {0};
        draw_crowd(&rng, DM_NEAREST, 12, &c);
        const dm_group groups[] = {{DM_WHITE, c.side[0]}, {DM_BLACK, c.side[1]}};
        int32_t count = check_market_sites(groups, 2, sites), site;
        assert_ok(dm_terms_dominance(c.arena, &c.terms, groups, 2, &got, &err), err);
        for (dm_vertex v = 0; v < c.n; v++) {
            int32_t owner = check_market_owner(c.distances, c.n, &c.terms, sites, count, v, &site);
            assert_int_equal(got->owner[v], owner);
            assert_int_equal(got->site[v], site);
        }
        dm_dominance_free(got);
        drop_crowd(&c);
    }
}

static void shares_follow_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 82);
    for (int i = 0; i < (run_long() ? 20000 : 1500); i++) {
        crowd c;
        dm_choice_score *got = NULL;
        dm_error err = {0};
        draw_crowd(&rng, DM_HUFF, 12, &c);
        const dm_group groups[] = {{DM_WHITE, c.side[0]}, {DM_BLACK, c.side[1]}};
        assert_ok(dm_choice_score_new(c.arena, &c.terms, groups, 2, 1, NULL, &got, &err), err);
        check_choice_sums sums = check_choice(c.arena, c.distances, &c.terms, groups, 2);
        assert_true(fabs(got->score[0] - (double)sums.white) <= 1e-9 * (1 + (double)sums.white));
        assert_true(fabs(got->score[1] - (double)sums.black) <= 1e-9 * (1 + (double)sums.black));
        for (int32_t k = 0; k < got->sites; k++) {
            long double demand = 0;
            for (dm_vertex v = 0; v < c.n; v++) {
                long double share =
                    check_choice_share(c.arena, c.distances, &c.terms, groups, 2, k, v);
                demand += share > 0 ? share * dm_value_of(dm_arena_values(c.arena), v) : 0;
            }
            assert_true(fabs(got->demand[k] - (double)demand) <= 1e-9 * (1 + (double)demand));
        }
        dm_choice_score_free(got);
        drop_crowd(&c);
    }
}

/* Asks for a reply by the method, and compares it with every choice. */
static void check_reply(dm_rng *rng, dm_rule rule, dm_reply_method method)
{
    crowd c;
    dm_reply *got = NULL;
    dm_error err = {0};
    draw_crowd(rng, rule, 9, &c);
    c.terms.is_shared = dm_rng_below(rng, 2);
    int32_t most = free_candidates(&c);
    const dm_reply_request request = {.terms = c.terms,
                                      .white = c.side[0],
                                      .kept = c.side[1],
                                      .count = 1 + (int32_t)dm_rng_below(rng, 3),
                                      .method = method};
    dm_status status = dm_reply_new(c.arena, &request, NULL, &got, &err);
    if (most < request.count) {
        assert_int_equal(status, DM_TOO_LARGE);
    } else {
        assert_ok(status, err);
        bool is_exact = method == DM_REPLY_EXACT || method == DM_REPLY_AUTO;
        double best = rule == DM_HUFF
                          ? (double)check_choice_reply(c.arena, c.distances, &request).reached
                          : (double)check_market_best(c.arena, c.distances, &request);
        double value = rule == DM_HUFF ? got->value.real : (double)got->value.whole;
        double slack = rule == DM_HUFF ? 1e-5 * (1 + fabs(best)) : 0;
        assert_true(value <= best + slack);
        assert_true(!is_exact || (got->proven && value >= best - slack));
    }
    dm_reply_free(got);
    drop_crowd(&c);
}

static void replies_follow_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 83);
    for (int i = 0; i < (run_long() ? 20000 : 2000); i++)
        check_reply(&rng, i % 4 == 0 ? DM_HUFF : DM_NEAREST,
                    (const dm_reply_method[]){DM_REPLY_AUTO, DM_REPLY_EXACT, DM_REPLY_LOCAL,
                                              DM_REPLY_GREEDY}[dm_rng_below(&rng, 4)]);
}

static void leads_follow_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 84);
    for (int i = 0; i < (run_long() ? 10000 : 900); i++) {
        crowd c;
        dm_lead *got = NULL;
        dm_error err = {0};
        draw_crowd(&rng, DM_NEAREST, 8, &c);
        const dm_lead_request request = {.terms = c.terms,
                                         .white = c.side[0],
                                         .black = c.side[1],
                                         .count = 1 + (int32_t)dm_rng_below(&rng, 2),
                                         .reply = 1 + (int32_t)dm_rng_below(&rng, 2),
                                         .method = (dm_lead_method)dm_rng_below(&rng, 4)};
        dm_status status = dm_lead_new(c.arena, &request, NULL, &got, &err);
        if (status == DM_TOO_LARGE) {
            assert_true(free_candidates(&c) < request.count + request.reply);
        } else {
            assert_ok(status, err);
            int64_t best = check_lead_value(c.arena, c.distances, &request);
            assert_true(got->lower.whole <= best && best <= got->upper.whole);
            assert_true(!got->proven || got->value.whole == best);
            assert_true(got->proven || request.method == DM_LEAD_LOCAL);
        }
        dm_lead_free(got);
        drop_crowd(&c);
    }
}

static void what_is_not_known_is_refused(void **state)
{
    (void)state;
    dm_arena *arena = NULL;
    dm_error err = {0};
    dm_reply *reply = NULL;
    dm_lead *lead = NULL;
    const dm_vertex twice[] = {1, 1}, other[] = {1};
    const bool may_close[] = {true, false};
    assert_ok(dm_generate("path:6", 1, &arena, &err), err);
    dm_reply_request ask = {.white = {.vertex = twice, .count = 2}, .count = 1};
    assert_int_equal(dm_reply_new(arena, &ask, NULL, &reply, &err), DM_BAD_VERTEX);
    ask.terms.may_meet = true;
    ask.kept = (dm_sites){.vertex = other, .count = 1};
    ask.method = DM_REPLY_TREE;
    assert_int_equal(dm_reply_new(arena, &ask, NULL, &reply, &err), DM_UNSUPPORTED);
    dm_lead_request open = {.terms = {.may_meet = true},
                            .white = {.vertex = twice, .count = 2, .may_close = may_close},
                            .has_budget = true,
                            .reply = 1};
    assert_int_equal(dm_lead_new(arena, &open, NULL, &lead, &err), DM_UNSUPPORTED);
    open.has_budget = false;
    open.count = 1;
    open.terms.is_shared = true;
    open.method = DM_LEAD_EXACT;
    assert_int_equal(dm_lead_new(arena, &open, NULL, &lead, &err), DM_UNSUPPORTED);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_follow_the_definition),
        cmocka_unit_test(shares_follow_the_definition),
        cmocka_unit_test(replies_follow_the_definition),
        cmocka_unit_test(leads_follow_the_definition),
        cmocka_unit_test(what_is_not_known_is_refused),
    };
    return cmocka_run_group_tests_name("shared_places", tests, NULL, NULL);
}
