/* test_reply_budget.c - replies within a budget compared with trying every set of candidates. */
#include "check/dominance.h"
#include "check/oneround.h"
#include "location/market/market.h"
#include "support/any_distances.h"
#include "support/oneround.h"
#include <demesne/reply.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 11, MANY = 30 }; /* vertices; clusters need more than a few candidates */

/* A question with its free candidates. */
typedef struct budget_ask {
    random_ask ask;
    dm_arena *arena;
    int64_t *distances;
    dm_vertex place[ASK_MOST], free[ASK_MOST]; /* candidates; those without a stone, increasing */
    int64_t cost[ASK_MOST], free_cost[ASK_MOST];
    int32_t free_count;
} budget_ask;

static bool has_stone(const dm_reply_request *request, dm_vertex v)
{
    for (int32_t i = 0; i < request->white.count; i++)
        if (request->white.vertex[i] == v)
            return true;
    for (int32_t i = 0; i < request->kept.count; i++)
        if (request->kept.vertex[i] == v)
            return true;
    return false;
}

/* Costs of all candidates, in any order, and a budget. */
static void draw_costs(dm_rng *rng, budget_ask *q)
{
    dm_reply_request *request = &q->ask.request;
    dm_vertex n = dm_arena_vertices(q->arena);
    const dm_vertex *listed = request->terms.candidates.vertex;
    int32_t count = listed ? request->terms.candidates.count : n;
    int64_t total = 0, unit = dm_rng_below(rng, 4) ? 1 : INT64_C(1) << 50;
    for (int32_t i = 0; i < count; i++) {
        q->place[i] = listed ? listed[i] : n - 1 - i;
        q->cost[i] = unit * (int64_t)dm_rng_below(rng, 7);
        total += q->cost[i];
    }
    q->free_count = 0;
    for (dm_vertex v = 0; v < n; v++)
        for (int32_t i = 0; i < count; i++)
            if (q->place[i] == v && !has_stone(request, v)) {
                q->free[q->free_count] = v;
                q->free_cost[q->free_count++] = q->cost[i];
            }
    request->terms.candidates = (dm_sites){.vertex = q->place, .count = count, .cost = q->cost};
    request->has_budget = true;
    request->budget = (int64_t)dm_rng_below(rng, (uint64_t)total + 2);
    request->count = dm_rng_below(rng, 2) ? 0 : request->count;
}

static void draw(dm_rng *rng, int32_t most, budget_ask *q)
{
    for (;;) {
        dm_vertex n = most / 4 + 1 + (dm_vertex)dm_rng_below(rng, (uint64_t)(most - most / 4));
        q->arena = random_distances(rng, n);
        if (draw_ask(rng, n, 4, &q->ask))
            break;
        dm_arena_free(q->arena);
    }
    q->distances = check_distances(q->arena);
    draw_costs(rng, q);
}

static void clear(budget_ask *q)
{
    free(q->distances);
    dm_arena_free(q->arena);
}

/* Black minus White with these candidates; INT64_MIN: not allowed. */
static int64_t value_of(const budget_ask *q, uint32_t chosen)
{
    const dm_reply_request *request = &q->ask.request;
    dm_stone stones[2 * ASK_MOST];
    int32_t count = 0, added = 0;
    int64_t cost = 0;
    for (int32_t i = 0; i < request->white.count; i++)
        stones[count++] = (dm_stone){request->white.vertex[i], DM_WHITE};
    for (int32_t i = 0; i < request->kept.count; i++)
        stones[count++] = (dm_stone){request->kept.vertex[i], DM_BLACK};
    for (int32_t i = 0; i < q->free_count; i++)
        if (chosen >> i & 1) {
            stones[count++] = (dm_stone){q->free[i], DM_BLACK};
            cost += q->free_cost[i];
            added++;
        }
    if (cost > request->budget || (request->count > 0 && added > request->count))
        return INT64_MIN;
    return -check_round_value(q->arena, q->distances, &request->terms, stones, count);
}

static int64_t best_of(const budget_ask *q, int64_t *sets)
{
    int64_t best = INT64_MIN;
    *sets = 0;
    for (uint32_t chosen = 0; chosen < UINT32_C(1) << q->free_count; chosen++) {
        int64_t value = value_of(q, chosen);
        *sets = value > best ? 0 : *sets;
        best = value > best ? value : best;
        *sets += value == best;
    }
    return best;
}

static uint32_t as_bits(const budget_ask *q, const dm_vertex *stones, int64_t count)
{
    uint32_t bits = 0;
    for (int64_t k = 0; k < count; k++)
        for (int32_t i = 0; i < q->free_count; i++)
            bits |= q->free[i] == stones[k] ? UINT32_C(1) << i : 0;
    return bits;
}

/* Asks, and checks that the answer is allowed and has its value. */
static dm_reply *answer(const budget_ask *q, dm_run *run, dm_status *status)
{
    dm_reply *reply = NULL;
    dm_error err = {0};
    int64_t cost = 0;
    *status = dm_reply_new(q->arena, &q->ask.request, run, &reply, &err);
    if (*status != DM_OK && *status != DM_STOPPED)
        fail_msg("%s", err.message);
    uint32_t chosen = as_bits(q, reply->black, reply->count);
    for (int32_t i = 0; i < q->free_count; i++)
        cost += chosen >> i & 1 ? q->free_cost[i] : 0;
    assert_int_equal(__builtin_popcount(chosen), reply->count);
    assert_int_equal(value_of(q, chosen), reply->value.whole);
    assert_int_equal(reply->cost, cost);
    return reply;
}

static void exact_is_the_best(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int i = 0; i < (run_long() ? 30000 : 1500); i++) {
        budget_ask q;
        dm_status status;
        int64_t sets;
        draw(&rng, FEW, &q);
        int64_t best = best_of(&q, &sets);
        q.ask.request.method = i % 2 ? DM_REPLY_EXACT : DM_REPLY_AUTO;
        q.ask.request.optima_limit = i % 3 ? 0 : 1 + (int64_t)dm_rng_below(&rng, 400);
        dm_reply *reply = answer(&q, NULL, &status);
        assert_true(status == DM_OK && reply->proven && reply->method == DM_REPLY_EXACT);
        assert_int_equal(reply->value.whole, best);
        if (q.ask.request.optima_limit > 0) {
            bool fits = sets <= q.ask.request.optima_limit;
            assert_int_equal(reply->optima_complete, fits);
            assert_int_equal(reply->optima_count, fits ? sets : q.ask.request.optima_limit);
        }
        for (int64_t k = 0; k < reply->optima_count; k++) {
            const int64_t *first = reply->optima_first + k;
            uint32_t chosen = as_bits(&q, reply->optima + first[0], first[1] - first[0]);
            assert_int_equal(value_of(&q, chosen), best);
        }
        dm_reply_free(reply);
        clear(&q);
    }
}

/* The best of at most two candidates. */
static int64_t best_of_two(const budget_ask *q)
{
    int64_t best = value_of(q, 0);
    for (int32_t i = 0; i < q->free_count; i++)
        for (int32_t k = 0; k <= i; k++) {
            int64_t value = value_of(q, UINT32_C(1) << i | UINT32_C(1) << k);
            best = value > best ? value : best;
        }
    return best;
}

/* Stopped at any moment of a search with clusters, the bounds hold; then the market answers. */
static void stopped_with_clusters(void **state)
{
    (void)state;
    dm_rng rng;
    int bounded = 0;
    dm_rng_init(&rng, 5);
    for (int i = 0; i < (run_long() ? 20000 : 1000); i++) {
        budget_ask q;
        dm_market *market = NULL;
        dm_run *run = NULL;
        dm_reply *got = NULL;
        dm_error err = {0};
        draw(&rng, MANY, &q);
        q.ask.request.count = 1 + i % 2;
        int64_t best = best_of_two(&q);
        q.ask.request.method = DM_REPLY_EXACT;
        assert_ok(dm_market_new(q.arena, &market, &err), err);
        assert_ok(dm_run_new(&run, &err), err);
        market->many_entries = 1;
        dm_run_set_work_limit(run, 1 + (int64_t)dm_rng_below(&rng, 50));
        dm_status status = dm_market_reply(market, &q.ask.request, run, &got, &err);
        assert_true(status == DM_OK || status == DM_STOPPED);
        assert_true(got->value.whole <= best && best <= got->upper.whole);
        assert_true(got->cost <= q.ask.request.budget);
        bounded += status == DM_STOPPED && market->prices.share &&
                   got->upper.whole < market->demand.base + market->demand.reachable;
        dm_reply_free(got);
        dm_run_free(run);
        assert_ok(dm_market_reply(market, &q.ask.request, NULL, &got, &err), err);
        assert_true(got->proven && got->value.whole == best);
        dm_reply_free(got);
        dm_market_free(market);
        clear(&q);
    }
    assert_true(bounded > 30); /* real bounds, not just the sum of all gains */
}

/* Greedy has half of the best gain if only the budget limits; no addition and no swap within the
 * budget improves the result of local. */
static void heuristics_within_budget(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 2);
    for (int i = 0; i < 2000; i++) {
        budget_ask q;
        dm_status status;
        int64_t sets;
        draw(&rng, FEW, &q);
        int64_t best = best_of(&q, &sets), none = value_of(&q, 0);
        q.ask.request.method = DM_REPLY_GREEDY;
        dm_reply *greedy = answer(&q, NULL, &status);
        assert_true(greedy->value.whole <= best);
        assert_true(q.ask.request.count > 0 || 2 * (greedy->value.whole - none) >= best - none);
        q.ask.request.method = DM_REPLY_LOCAL;
        dm_reply *local = answer(&q, NULL, &status);
        assert_true(local->value.whole <= best && local->value.whole >= greedy->value.whole);
        uint32_t chosen = as_bits(&q, local->black, local->count);
        for (int32_t in = 0; in < q.free_count; in++)
            for (int32_t out = -1; out < q.free_count; out++) {
                uint32_t other = out < 0 ? chosen : chosen & ~(UINT32_C(1) << out);
                assert_true(value_of(&q, other | UINT32_C(1) << in) <= local->value.whole);
            }
        dm_reply_free(greedy);
        dm_reply_free(local);
        clear(&q);
    }
}

static void stopped_anywhere(void **state)
{
    (void)state;
    static const dm_reply_method methods[] = {DM_REPLY_EXACT, DM_REPLY_LOCAL, DM_REPLY_GREEDY};
    dm_rng rng;
    dm_rng_init(&rng, 3);
    for (int i = 0; i < 1500; i++) {
        budget_ask q;
        dm_status status;
        dm_run *run = NULL;
        dm_error err = {0};
        int64_t sets;
        draw(&rng, FEW, &q);
        int64_t best = best_of(&q, &sets);
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_work_limit(run, 1 + (int64_t)dm_rng_below(&rng, 40));
        q.ask.request.method = methods[i % 3];
        dm_reply *reply = answer(&q, run, &status);
        assert_true(reply->value.whole <= best && best <= reply->upper.whole);
        dm_reply_free(reply);
        dm_run_free(run);
        clear(&q);
    }
}

static void refuses(dm_reply_request request, dm_status expected, const char *part)
{
    dm_arena *arena = family_board("path:9", 1);
    dm_reply *reply = NULL;
    dm_error err = {0};
    assert_int_equal(dm_reply_new(arena, &request, NULL, &reply, &err), expected);
    assert_non_null(strstr(err.message, part));
    assert_null(reply);
    dm_arena_free(arena);
}

static void bad_budgets(void **state)
{
    (void)state;
    static const dm_vertex white[] = {4}, places[] = {1, 2};
    static const int64_t bad[] = {3, -1}, huge[] = {INT64_C(1) << 62, 1};
    dm_reply_request request = {.white = {.vertex = white, .count = 1},
                                .terms = {.candidates = {.vertex = places, .count = 2}},
                                .has_budget = true};
    request.budget = -1;
    refuses(request, DM_BAD_ARGUMENT, "the budget -1 is negative");
    request.budget = 5;
    request.count = -2;
    refuses(request, DM_BAD_ARGUMENT, "at most -2 stones");
    request.count = 0;
    request.method = DM_REPLY_TREE;
    refuses(request, DM_UNSUPPORTED, "method tree knows no budget");
    request.method = DM_REPLY_SLIDES;
    refuses(request, DM_UNSUPPORTED, "method slides knows no budget");
    request.method = DM_REPLY_AUTO;
    request.terms.candidates.cost = bad;
    refuses(request, DM_BAD_ARGUMENT, "candidate 2 costs -1");
    request.terms.candidates.cost = huge;
    refuses(request, DM_TOO_LARGE, "more than 2^62");
}

/* No candidate fits: an answer with no new stone, by every method. */
static void too_little_money(void **state)
{
    (void)state;
    static const dm_reply_method methods[] = {DM_REPLY_EXACT, DM_REPLY_LOCAL, DM_REPLY_GREEDY};
    static const dm_vertex white[] = {4}, places[] = {1, 2};
    static const int64_t cost[] = {7, 9};
    dm_arena *arena = family_board("path:9", 1);
    for (int i = 0; i < 6; i++) {
        dm_reply_request request = {.white = {.vertex = white, .count = 1},
                                    .terms = {.candidates = {places, i < 3 ? 2 : 0, .cost = cost}},
                                    .has_budget = true,
                                    .budget = 6,
                                    .optima_limit = 10,
                                    .method = methods[i % 3]};
        dm_reply *reply = NULL;
        dm_error err = {0};
        assert_ok(dm_reply_new(arena, &request, NULL, &reply, &err), err);
        assert_int_equal(reply->count, 0);
        assert_int_equal(reply->cost, 0);
        assert_int_equal(reply->white_score.whole, 9);
        assert_true(reply->proven || request.method != DM_REPLY_EXACT);
        assert_int_equal(reply->optima_count, request.method == DM_REPLY_EXACT);
        dm_reply_free(reply);
    }
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_is_the_best),
        cmocka_unit_test(stopped_with_clusters),
        cmocka_unit_test(heuristics_within_budget),
        cmocka_unit_test(stopped_anywhere),
        cmocka_unit_test(bad_budgets),
        cmocka_unit_test(too_little_money),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
