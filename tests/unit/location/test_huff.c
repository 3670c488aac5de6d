/* test_huff.c - the Huff rule compared with its definition. */
#include "check/dominance.h"
#include "check/huff.h"
#include "support/any_distances.h"
#include "support/oneround.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct huff_ask {
    random_ask ask;
    double pull[3][ASK_MOST]; /* of White's sites, the kept ones, the candidates */
    int64_t cost[ASK_MOST];   /* of the candidates */
} huff_ask;

/* A question under the Huff rule on a board of n vertices; false if nothing is left to ask. */
static bool draw_huff(dm_rng *rng, dm_vertex n, int32_t most, huff_ask *out)
{
    static const double betas[] = {0.5, 1, 1.7, 2, 2, 3};
    if (!draw_ask(rng, n, most, &out->ask))
        return false;
    dm_reply_request *r = &out->ask.request;
    r->terms.rule = DM_HUFF;
    r->terms.beta = betas[dm_rng_below(rng, 6)];
    r->terms.floor = 1 + (int64_t)dm_rng_below(rng, 3);
    for (int list = 0; list < 3; list++)
        for (int i = 0; i < ASK_MOST; i++)
            out->pull[list][i] = exp(4 * dm_rng_unit(rng) - 2);
    r->white.attraction = dm_rng_below(rng, 2) ? out->pull[0] : NULL;
    r->kept.attraction = dm_rng_below(rng, 2) ? out->pull[1] : NULL;
    if (r->terms.candidates.vertex && dm_rng_below(rng, 2))
        r->terms.candidates.attraction = out->pull[2];
    if (r->terms.candidates.vertex && dm_rng_below(rng, 2)) {
        for (int i = 0; i < ASK_MOST; i++)
            out->cost[i] = (int64_t)dm_rng_below(rng, 12);
        r->terms.candidates.cost = out->cost;
        r->has_budget = dm_rng_below(rng, 4) != 0;
        r->budget = (int64_t)dm_rng_below(rng, 30);
        r->count = r->has_budget && dm_rng_below(rng, 2) ? 0 : r->count;
    }
    return true;
}

static void assert_near(double found, long double expected, double scale)
{
    if (fabsl((long double)found - expected) > 1e-11L * (long double)(scale + 1))
        fail_msg("%.17g is not %.17Lg", found, expected);
}

static void compare_score(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                          const dm_group *groups, dm_huff_score *score)
{
    const int64_t *values = dm_arena_values(arena);
    dm_vertex n = dm_arena_vertices(arena);
    double total = (double)dm_arena_total_value(arena);
    check_huff_sums sums = check_huff(arena, distances, terms, groups, 2);
    assert_near(score->score[DM_WHITE], sums.white, total);
    assert_near(score->score[DM_BLACK], sums.black, total);
    assert_near(score->unreached, sums.unreached, total);
    assert_int_equal(score->sites, groups[0].sites.count + groups[1].sites.count);
    for (int32_t i = 0; i < score->sites; i++) {
        long double demand = 0;
        for (dm_vertex v = 0; v < n; v++) {
            long double share = check_huff_share(distances, n, terms, groups, 2, i, v);
            demand += share > 0 ? share * dm_value_of(values, v) : 0;
            if (share < 0) {
                assert_int_equal(score->site[v], -1);
                assert_true(score->white[v] == -1);
                continue;
            }
            long double most = check_huff_share(distances, n, terms, groups, 2, score->site[v], v);
            assert_true(share <= most * (1 + 1e-12L));
        }
        assert_near(score->demand[i], demand, total);
    }
}

static void scores_by_definition(void **state)
{
    dm_rng rng;
    dm_error err = {0};
    (void)state;
    dm_rng_init(&rng, 1);
    for (int done = 0; done < (run_long() ? 40000 : 2000); done++) {
        huff_ask h;
        dm_vertex n = 3 + (dm_vertex)dm_rng_below(&rng, 12);
        dm_arena *arena = random_distances(&rng, n);
        if (draw_huff(&rng, n, 4, &h)) {
            const dm_reply_request *r = &h.ask.request;
            const dm_group groups[] = {{DM_WHITE, r->white}, {DM_BLACK, r->kept}};
            int64_t *distances = check_distances(arena);
            dm_huff_score *score = NULL;
            int threads = dm_rng_below(&rng, 8) ? 1 : 3;
            assert_ok(dm_huff_score_new(arena, &r->terms, groups, 2, threads, NULL, &score, &err),
                      err);
            compare_score(arena, distances, &r->terms, groups, score);
            dm_huff_score_free(score);
            free(distances);
        }
        dm_arena_free(arena);
    }
}

/* The same sites in another order and with more threads: the same bits. */
static void order_and_threads_change_nothing(void **state)
{
    dm_error err = {0};
    dm_vertex first[40], second[40];
    dm_rng rng;
    (void)state;
    dm_rng_init(&rng, 2);
    dm_arena *arena = random_board(&rng, 2000, 1);
    for (int i = 0; i < 40; i++) {
        first[i] = 7 + 49 * i;
        second[39 - i] = first[i];
    }
    const dm_terms terms = {.rule = DM_HUFF, .beta = 1.3, .floor = 1};
    dm_huff_score *score[2] = {NULL, NULL};
    for (int turn = 0; turn < 2; turn++) {
        dm_vertex *list = turn ? second : first;
        const dm_group groups[] = {{DM_WHITE, {.vertex = list + 20 * turn, .count = 20}},
                                   {DM_BLACK, {.vertex = list + 20 * !turn, .count = 20}}};
        assert_ok(
            dm_huff_score_new(arena, &terms, groups, 2, 1 + 3 * turn, NULL, &score[turn], &err),
            err);
    }
    assert_memory_equal(score[0]->score, score[1]->score, sizeof score[0]->score);
    assert_memory_equal(score[0]->white, score[1]->white, 2000 * sizeof *score[0]->white);
    for (int i = 0; i < 40; i++)
        assert_true(score[0]->demand[i] == score[1]->demand[i < 20 ? 19 - i : 59 - i]);
    dm_huff_score_free(score[0]);
    dm_huff_score_free(score[1]);
    dm_arena_free(arena);
}

/* Asks, and checks that the answer agrees with the score of its sites. */
static dm_reply *answer(const dm_arena *arena, const int64_t *distances,
                        const dm_reply_request *request, dm_run *run, dm_status *status)
{
    dm_error err = {0};
    dm_reply *reply = NULL;
    *status = dm_reply_new(arena, request, run, &reply, &err);
    if (*status != DM_OK && *status != DM_STOPPED)
        fail_msg("%s", err.message);
    if (!request->has_budget)
        assert_int_equal(reply->count, request->count);
    double pulls[ASK_MOST], total = (double)dm_arena_total_value(arena);
    const dm_sites *named = &request->terms.candidates;
    int64_t cost = 0;
    for (int32_t i = 0; i < reply->count; i++) {
        pulls[i] = 1;
        for (int32_t k = 0; named->vertex && k < named->count; k++) {
            if (named->vertex[k] != reply->black[i])
                continue;
            pulls[i] = named->attraction ? named->attraction[k] : 1;
            cost += named->cost ? named->cost[k] : 0;
        }
    }
    assert_int_equal(reply->cost, cost);
    if (request->has_budget) {
        assert_true(cost <= request->budget);
        assert_true(request->count == 0 || reply->count <= request->count);
    }
    const dm_sites chosen = {.vertex = reply->black, .count = reply->count, .attraction = pulls};
    const dm_group groups[] = {
        {DM_WHITE, request->white}, {DM_BLACK, request->kept}, {DM_BLACK, chosen}};
    check_huff_sums sums = check_huff(arena, distances, &request->terms, groups, 3);
    assert_near(reply->white_score.real, sums.white, total);
    assert_near(reply->black_score.real, sums.black, total);
    assert_near(reply->unreached.real, sums.unreached, total);
    assert_near(reply->value.real, sums.black - sums.white, total);
    assert_true(reply->upper.real >= reply->value.real);
    return reply;
}

static void compare_reply(const dm_arena *arena, const int64_t *distances,
                          dm_reply_request *request, dm_rng *rng)
{
    static const dm_reply_method methods[] = {DM_REPLY_AUTO, DM_REPLY_EXACT, DM_REPLY_EXACT,
                                              DM_REPLY_LOCAL, DM_REPLY_GREEDY};
    double total = (double)dm_arena_total_value(arena);
    double best = (double)check_huff_reply(arena, distances, request);
    dm_run *run = NULL;
    dm_status status;
    if (dm_rng_below(rng, 3) == 0) {
        assert_int_equal(dm_run_new(&run, NULL), DM_OK);
        dm_run_set_work_limit(run, request->white.count + request->kept.count + 1 +
                                       (int64_t)dm_rng_below(rng, 60));
    }
    request->method = methods[dm_rng_below(rng, 5)];
    request->threads = dm_rng_below(rng, 8) ? 1 : 3;
    dm_reply *reply = answer(arena, distances, request, run, &status);
    double slack = 1e-11 * (total + 1), allowed = 1e-6 * reply->black_score.real;
    assert_true(reply->value.real <= best + slack);
    if (reply->upper.real < best - slack)
        fail_msg("the bound %.12g is below %.12g", reply->upper.real, best);
    if (reply->proven)
        assert_true(reply->value.real >= best - allowed - slack);
    if (status == DM_OK && reply->method == DM_REPLY_EXACT)
        assert_true(reply->proven);
    dm_reply_free(reply);
    dm_run_free(run);
}

static void replies_by_definition(void **state)
{
    dm_rng rng;
    (void)state;
    dm_rng_init(&rng, 4);
    for (int done = 0; done < (run_long() ? 60000 : 3000); done++) {
        huff_ask h;
        dm_vertex n = 3 + (dm_vertex)dm_rng_below(&rng, 9);
        dm_arena *arena = random_board(&rng, n, (int)dm_rng_below(&rng, 32));
        if (draw_huff(&rng, n, 4, &h)) {
            int64_t *distances = check_distances(arena);
            compare_reply(arena, distances, &h.ask.request, &rng);
            free(distances);
        }
        dm_arena_free(arena);
    }
}

static void refuse(const dm_arena *arena, dm_terms terms, dm_sites sites, const char *message)
{
    const dm_group group = {DM_WHITE, sites};
    dm_huff_score *score = NULL;
    dm_error err = {0};
    assert_int_not_equal(dm_huff_score_new(arena, &terms, &group, 1, 1, NULL, &score, &err), DM_OK);
    if (!strstr(err.message, message))
        fail_msg("\"%s\" lacks \"%s\"", err.message, message);
    assert_null(score);
}

static void bad_questions(void **state)
{
    static const dm_vertex twice[] = {1, 1}, outside[] = {9};
    static const int64_t offset[] = {0, 3};
    static const double nothing[] = {0};
    const dm_terms good = {.rule = DM_HUFF, .beta = 2, .floor = 1};
    dm_rng rng;
    dm_terms terms = good;
    (void)state;
    dm_rng_init(&rng, 3);
    dm_arena *arena = random_board(&rng, 5, 0);
    refuse(arena, good, (dm_sites){.vertex = twice, .count = 2}, "vertex 1 has two sites");
    refuse(arena, good, (dm_sites){.vertex = outside, .count = 1}, "vertex 9 does not exist");
    refuse(arena, good, (dm_sites){.vertex = twice, .count = 2, .offset = offset}, "offset");
    refuse(arena, good, (dm_sites){.vertex = twice, .count = 1, .attraction = nothing},
           "attraction 0;");
    terms.beta = 0;
    refuse(arena, terms, (dm_sites){.vertex = twice, .count = 1}, "beta is 0");
    terms.beta = NAN;
    refuse(arena, terms, (dm_sites){.vertex = twice, .count = 1}, "beta is nan");
    terms = good;
    terms.floor = 0;
    refuse(arena, terms, (dm_sites){.vertex = twice, .count = 1}, "floor");
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_by_definition),
        cmocka_unit_test(order_and_threads_change_nothing),
        cmocka_unit_test(replies_by_definition),
        cmocka_unit_test(bad_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
