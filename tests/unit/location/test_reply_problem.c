/* test_reply_problem.c - gains of new stones, owners under the terms, and the greedy reply,
 * compared with trying every set. */
#include "check/dominance.h"
#include "check/oneround.h"
#include "location/reply/reply_problem.h"
#include "support/oneround.h"
#include <stdlib.h>
#include <string.h>

typedef struct question {
    dm_arena *arena;
    dm_market *market;
    int64_t *distances; /* the checker's */
    dm_vertex n;
    random_ask ask;
} question;

/* A random board of at most `most` vertices, and a question about it. */
static void draw_question(dm_rng *rng, dm_vertex most, question *q)
{
    int features = random_features(rng, BOARD_ANY);
    q->n = 1 + (dm_vertex)dm_rng_below(rng, (uint64_t)most);
    q->arena = random_board(rng, q->n, features);
    q->distances = check_distances(q->arena);
    assert_int_equal(dm_market_new(q->arena, &q->market, NULL), DM_OK);
    while (!draw_ask(rng, q->n, 4, &q->ask))
        ;
    if (features & BOARD_LARGE_LENGTHS)
        q->ask.request.terms.radius *= INT64_C(1) << 33;
}

static void drop_question(question *q)
{
    dm_market_free(q->market);
    dm_arena_free(q->arena);
    free(q->distances);
}

/* White's stones, the kept ones, then `count` chosen ones.  Returns how many. */
static int32_t lay(const dm_reply_request *r, const dm_vertex *chosen, int32_t count, dm_stone *out)
{
    int32_t placed = 0;
    for (int32_t i = 0; i < r->white.count; i++)
        out[placed++] = (dm_stone){r->white.vertex[i], DM_WHITE};
    for (int32_t i = 0; i < r->kept.count; i++)
        out[placed++] = (dm_stone){r->kept.vertex[i], DM_BLACK};
    for (int32_t i = 0; i < count; i++)
        out[placed++] = (dm_stone){chosen[i], DM_BLACK};
    return placed;
}

static int64_t defined_value(const question *q, const dm_vertex *chosen, int32_t count)
{
    dm_stone stones[ASK_MOST];
    int32_t placed = lay(&q->ask.request, chosen, count, stones);
    return -check_round_value(q->arena, q->distances, &q->ask.request.terms, stones, placed);
}

/* Distance of v to the nearest stone; -1 if none is within the radius. */
static int64_t nearest(const question *q, const dm_vertex *stones, int32_t count, dm_vertex v)
{
    const dm_terms *terms = &q->ask.request.terms;
    int64_t least = -1;
    for (int32_t i = 0; i < count; i++) {
        int64_t d = q->distances[(int64_t)v * q->n + stones[i]];
        if (d >= 0 && (least < 0 || d < least))
            least = d;
    }
    return terms->has_radius && least > terms->radius ? -1 : least;
}

/* Draws some candidates of the problem. */
static int32_t draw_subset(dm_rng *rng, const dmi_reply_problem *problem, dm_vertex *out)
{
    int32_t count = 0;
    for (dm_vertex i = 0; i < problem->candidate_count; i++)
        if (dm_rng_below(rng, 3) == 0)
            out[count++] = problem->candidate[i];
    return count;
}

typedef void check_fn(dm_rng *rng, const question *q, const dmi_reply_problem *problem);

static void check_random_problems(uint64_t seed, int count, check_fn *check)
{
    dm_rng rng;
    dm_rng_init(&rng, seed);
    for (int i = 0; i < count; i++) {
        question q;
        dmi_reply_problem problem = {0};
        dm_error err = {0};
        draw_question(&rng, 14, &q);
        assert_ok(dmi_reply_problem_init(q.market, &q.ask.request, NULL, &problem, &err), err);
        assert_ok(dmi_reply_problem_customers(&problem, &err), err);
        check(&rng, &q, &problem);
        dmi_reply_problem_clear(&problem);
        drop_question(&q);
    }
}

static void check_market(dm_rng *rng, const question *q, const dmi_reply_problem *problem)
{
    const dm_reply_request *r = &q->ask.request;
    dm_vertex chosen[ASK_MOST];
    assert_true(problem->base == defined_value(q, NULL, 0));
    for (dm_vertex v = 0; v < q->n; v++) {
        assert_true(problem->customer[v].white == nearest(q, r->white.vertex, r->white.count, v));
        assert_true(problem->customer[v].black == nearest(q, r->kept.vertex, r->kept.count, v));
    }
    for (int i = 0; i < 6; i++) {
        int32_t count = i ? draw_subset(rng, problem, chosen) : 0;
        int64_t value = problem->base;
        for (dm_vertex v = 0; v < q->n; v++)
            value += dmi_market_gain(&problem->customer[v], nearest(q, chosen, count, v));
        assert_true(value == defined_value(q, chosen, count));
        assert_true(value <= problem->base + problem->reachable);
    }
}

static void gains_add_up_to_the_definition(void **state)
{
    (void)state;
    check_random_problems(41, 6000, check_market);
}

/* The weight of the items that some of the sets hold. */
static int64_t covered_weight(const dmi_coverage *wins, const int32_t *set, int32_t count)
{
    int64_t weight = 0;
    for (int32_t j = 0; j < wins->items; j++) {
        bool is_covered = false;
        for (int32_t i = 0; i < count; i++)
            for (int64_t at = wins->first[set[i]]; at < wins->first[set[i] + 1]; at++) {
                dmi_item_run r = dmi_item_run_at(wins->run, wins->item, at);
                is_covered |= r.from <= j && j < r.end;
            }
        weight += is_covered ? wins->weight[j] : 0;
    }
    return weight;
}

static const dmi_coverage *find_wins(const dmi_reply_problem *problem, int threads)
{
    const dm_sites list = {
        .vertex = problem->candidate, .count = problem->candidate_count, .offset = problem->offset};
    const dmi_coverage *wins = NULL;
    dm_error err = {0};
    assert_ok(dmi_market_coverage(problem->market, &list, &(dmi_market_ask){.count = 1}, threads,
                                  NULL, &wins, &err),
              err);
    return wins;
}

static void check_wins(dm_rng *rng, const question *q, const dmi_reply_problem *problem)
{
    problem->market->many_entries = dm_rng_below(rng, 3) ? 0 : 1;
    const dmi_coverage *wins = find_wins(problem, 1 + (int)dm_rng_below(rng, 3));
    /* Lists increase, and every item weighs something. */
    for (int32_t s = 0; s < wins->sets; s++)
        for (int64_t at = wins->first[s] + 1; at < wins->first[s + 1]; at++)
            assert_true(dmi_item_run_at(wins->run, wins->item, at - 1).end <=
                        dmi_item_run_at(wins->run, wins->item, at).from);
    for (int32_t j = 0; j < wins->items; j++)
        assert_true(wins->weight[j] > 0);
    for (int i = 0; i < 6; i++) {
        int32_t set[ASK_MOST], count = 0;
        dm_vertex chosen[ASK_MOST];
        for (int32_t s = 0; i && s < wins->sets; s++)
            if (dm_rng_below(rng, 3) == 0) {
                chosen[count] = problem->candidate[s];
                set[count++] = s;
            }
        assert_true(problem->base + covered_weight(wins, set, count) ==
                    defined_value(q, chosen, count));
    }
}

static void wins_add_up_to_the_definition(void **state)
{
    (void)state;
    check_random_problems(43, 3000, check_wins);
}

/* A path with White in the middle and one candidate on each side: two groups, those beyond. */
static void customers_treated_alike_are_one(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:101", 1);
    const dm_vertex white[] = {50}, candidate[] = {40, 60};
    const dm_reply_request ask = {
        .white = {.vertex = white, .count = 1},
        .count = 1,
        .terms = {.candidates = {.vertex = candidate, .count = 2}, .ties = DM_TIES_WHITE}};
    dmi_reply_problem problem = {0};
    dm_market *market = NULL;
    dm_error err = {0};
    assert_ok(dm_market_new(arena, &market, &err), err);
    assert_ok(dmi_reply_problem_init(market, &ask, NULL, &problem, &err), err);
    const dmi_coverage *wins = find_wins(&problem, 1);
    assert_int_equal(wins->items, 2);
    assert_int_equal(wins->weight[0], 2 * 45); /* 0 .. 44 become Black's instead of White's */
    assert_int_equal(wins->weight[1], 2 * 45);
    dmi_reply_problem_clear(&problem);
    dm_market_free(market);
    dm_arena_free(arena);
}

/* A board that is renumbered for the searches. */
static void wins_on_a_large_board(void **state)
{
    (void)state;
    dm_arena *arena = family_board("road:70000", 3);
    const dm_vertex white[] = {1000, 40000}, candidate[] = {5, 777, 20000, 33333, 69999};
    dm_reply_request ask = {.white = {.vertex = white, .count = 2}, .count = 2};
    dm_reply *reply = NULL;
    dm_error err = {0};
    int64_t least = INT64_MAX;
    ask.terms.candidates.vertex = candidate;
    ask.terms.candidates.count = 5;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++) {
            const dm_vertex black[] = {candidate[i], candidate[j]};
            dm_dominance *d = NULL;
            assert_ok(dm_terms_dominance(arena, &ask.terms,
                                         (dm_group[]){{DM_WHITE, ask.white},
                                                      {DM_BLACK, {.vertex = black, .count = 2}}},
                                         2, &d, &err),
                      err);
            int64_t value = d->score[DM_WHITE] - d->score[DM_BLACK];
            least = value < least ? value : least;
            dm_dominance_free(d);
        }
    assert_ok(dm_reply_new(arena, &ask, NULL, &reply, &err), err);
    assert_true(reply->proven && -reply->value.whole == least);
    dm_reply_free(reply);
    dm_arena_free(arena);
}

/* Gains fall with the distance, and the wider step comes first. */
static void steps_are_in_order(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 42);
    for (int i = 0; i < 2000; i++) {
        question q;
        dmi_reply_problem problem = {0};
        dm_error err = {0};
        draw_question(&rng, 20, &q);
        assert_ok(dmi_reply_problem_init(q.market, &q.ask.request, NULL, &problem, &err), err);
        assert_ok(dmi_reply_problem_customers(&problem, &err), err);
        for (dm_vertex v = 0; v < q.n; v++) {
            const dmi_market_step *step = problem.customer[v].step;
            assert_true(step[0].reach >= 0 || step[1].reach < 0);
            assert_true(step[0].reach < 0 || step[0].gain > 0);
            assert_true(step[1].reach < 0 ||
                        (step[1].reach < step[0].reach && step[1].gain > step[0].gain));
        }
        dmi_reply_problem_clear(&problem);
        drop_question(&q);
    }
}

/* A vertex is a candidate if it is free and, with a list, on the list. */
static bool may_open(const dm_reply_request *r, dm_vertex v)
{
    bool open = !r->terms.candidates.vertex;
    for (dm_vertex i = 0; i < r->terms.candidates.count; i++)
        open = open || r->terms.candidates.vertex[i] == v;
    for (int32_t i = 0; i < r->white.count; i++)
        open = open && r->white.vertex[i] != v;
    for (int32_t i = 0; i < r->kept.count; i++)
        open = open && r->kept.vertex[i] != v;
    return open;
}

static void candidates_are_the_free_ones(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 43);
    for (int i = 0; i < 2000; i++) {
        question q;
        dmi_reply_problem problem = {0};
        dm_error err = {0};
        dm_vertex next = 0;
        draw_question(&rng, 20, &q);
        assert_ok(dmi_reply_problem_init(q.market, &q.ask.request, NULL, &problem, &err), err);
        assert_ok(dmi_reply_problem_customers(&problem, &err), err);
        for (dm_vertex v = 0; v < q.n; v++)
            if (may_open(&q.ask.request, v)) {
                assert_true(next < problem.candidate_count);
                assert_int_equal(problem.candidate[next++], v);
            }
        assert_int_equal(next, problem.candidate_count);
        dmi_reply_problem_clear(&problem);
        drop_question(&q);
    }
}

static void check_terms(const question *q)
{
    const dm_reply_request *r = &q->ask.request;
    dm_stone stones[ASK_MOST];
    dm_dominance *got = NULL;
    dm_error err = {0};
    int64_t sum[2] = {0}, tied = 0, unreached = 0;
    int32_t placed = lay(r, NULL, 0, stones);
    assert_ok(dm_terms_dominance(q->arena, &r->terms,
                                 (dm_group[]){{DM_WHITE, r->white}, {DM_BLACK, r->kept}}, 2, &got,
                                 &err),
              err);
    for (dm_vertex v = 0; v < q->n; v++) {
        int32_t owner = check_round_owner(q->distances, q->n, &r->terms, stones, placed, v);
        int64_t worth = dm_value_of(dm_arena_values(q->arena), v);
        assert_int_equal(got->owner[v], owner);
        assert_true(got->distance[v] == nearest(q, r->white.vertex, r->white.count + r->kept.count,
                                                v)); /* kept ones follow */
        *(owner >= 0 ? &sum[owner] : owner == DM_TIED ? &tied : &unreached) += worth;
    }
    assert_true(got->score[DM_WHITE] == sum[0] && got->score[DM_BLACK] == sum[1]);
    assert_true(got->tied == tied && got->unreached == unreached);
    dm_dominance_free(got);
}

static void terms_decide_who_owns_what(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 44);
    for (int i = 0; i < 6000; i++) {
        question q;
        draw_question(&rng, 20, &q);
        check_terms(&q);
        drop_question(&q);
    }
}

static void check_greedy(question *q)
{
    dm_reply *got = NULL;
    dm_error err = {0};
    check_best best = check_replies(q->arena, q->distances, &q->ask.request);
    int64_t before = defined_value(q, NULL, 0);
    q->ask.request.method = DM_REPLY_GREEDY;
    assert_ok(dm_reply_new(q->arena, &q->ask.request, NULL, &got, &err), err);
    assert_int_equal(got->count, q->ask.request.count);
    for (int32_t i = 0; i < got->count; i++) {
        assert_true(may_open(&q->ask.request, got->black[i]));
        assert_true(i == 0 || got->black[i - 1] < got->black[i]);
    }
    assert_true(got->value.whole == defined_value(q, got->black, got->count));
    assert_true(got->value.whole <= best.value && best.value <= got->upper.whole);
    assert_true(got->proven == (got->value.whole == got->upper.whole));
    /* 1 - 1/e is above 0.632. */
    assert_true(1000 * (got->value.whole - before) >= 632 * (best.value - before));
    dm_reply_free(got);
    check_best_clear(&best);
}

static void greedy_never_beats_the_best(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 45);
    for (int i = 0; i < 4000; i++) {
        question q;
        draw_question(&rng, 10, &q);
        check_greedy(&q);
        drop_question(&q);
    }
}

/* Checks the checker itself on answers that can be counted by hand. */
static void the_checker_counts_by_hand(void **state)
{
    (void)state;
    dm_arena *path = family_board("path:5", 1);
    int64_t *distances = check_distances(path);
    dm_vertex middle = 2, all[] = {0, 4};
    dm_reply_request ask = {.white = {.vertex = &middle, .count = 1}, .count = 1};
    check_best best = check_replies(path, distances, &ask);
    assert_true(best.value == -1 && best.count == 2); /* next to White, on either side */
    assert_true(best.sets[0] == 1 && best.sets[1] == 3);
    check_best_clear(&best);
    ask.terms = (dm_terms){.candidates = {.vertex = all, .count = 2}};
    best = check_replies(path, distances, &ask); /* an end: White 3, Black 1, a tie between */
    assert_true(best.value == -2 && best.count == 2);
    check_best_clear(&best);
    dm_lead_request lead = {.count = 1, .reply = 1};
    best = check_leads(path, distances, &lead); /* the middle */
    assert_true(best.value == 1 && best.count == 1 && best.sets[0] == 2);
    check_best_clear(&best);
    lead.reply = 5; /* more stones than free vertices */
    best = check_leads(path, distances, &lead);
    assert_true(best.count == 0);
    check_best_clear(&best);
    free(distances);
    dm_arena_free(path);
}

static void refuse(const dm_arena *arena, dm_reply_request ask, dm_status status,
                   const char *message)
{
    dm_reply *got = NULL;
    dm_error err = {0};
    assert_int_equal(dm_reply_new(arena, &ask, NULL, &got, &err), status);
    assert_null(got);
    if (!strstr(err.message, message))
        fail_msg("'%s' does not say '%s'", err.message, message);
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    dm_arena *path = family_board("path:5", 1);
    dm_vertex twice[] = {1, 1}, outside[] = {5}, negative[] = {-1}, one[] = {1}, ends[] = {0, 4};
    const dm_reply_request good = {.white = {.vertex = one, .count = 1}, .count = 1};
    dm_reply_request ask = good;
    ask.white.vertex = twice;
    ask.white.count = 2;
    refuse(path, ask, DM_BAD_VERTEX, "White's vertex 1 is named twice");
    ask.white.vertex = outside;
    ask.white.count = 1;
    refuse(path, ask, DM_BAD_VERTEX, "vertices 0..4");
    ask.white.vertex = negative;
    refuse(path, ask, DM_BAD_VERTEX, "-1");
    ask = good;
    ask.kept.vertex = one;
    ask.kept.count = 1;
    refuse(path, ask, DM_BAD_VERTEX, "both White's and Black's");
    ask = good;
    ask.count = 5;
    refuse(path, ask, DM_TOO_LARGE, "5");
    ask.count = 0;
    refuse(path, ask, DM_BAD_ARGUMENT, "at least 1");
    ask = good;
    ask.terms = (dm_terms){.has_radius = true, .radius = -1};
    refuse(path, ask, DM_BAD_ARGUMENT, "negative");
    ask.terms = (dm_terms){.candidates = {.vertex = twice, .count = 2}};
    refuse(path, ask, DM_TOO_LARGE, "0"); /* taken: no free candidate */
    ask.white.count = 0;
    refuse(path, ask, DM_BAD_VERTEX, "candidate 1 is listed twice");
    ask.terms = (dm_terms){.candidates = {.vertex = outside, .count = 1}};
    refuse(path, ask, DM_BAD_VERTEX, "candidate 5");
    ask.terms = (dm_terms){.candidates = {.vertex = ends, .count = 2}};
    ask.count = 3;
    refuse(path, ask, DM_TOO_LARGE, "candidates");
    const int64_t values[5] = {INT64_C(1) << 60, 1};
    dm_arena *dear = NULL;
    assert_int_equal(dm_arena_with_values(path, values, &dear, NULL), DM_OK);
    refuse(dear, good, DM_TOO_LARGE, "2^60");
    dm_arena_free(dear);
    dm_arena_free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checker_counts_by_hand),
        cmocka_unit_test(gains_add_up_to_the_definition),
        cmocka_unit_test(wins_add_up_to_the_definition),
        cmocka_unit_test(customers_treated_alike_are_one),
        cmocka_unit_test(wins_on_a_large_board),
        cmocka_unit_test(steps_are_in_order),
        cmocka_unit_test(candidates_are_the_free_ones),
        cmocka_unit_test(terms_decide_who_owns_what),
        cmocka_unit_test(greedy_never_beats_the_best),
        cmocka_unit_test(bad_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
