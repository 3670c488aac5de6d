/* test_choice.c - rules of choice, objectives and limits compared with their definitions. */
#include "check/choice.h"
#include "check/dominance.h"
#include "location/choice/choice_cell.h"
#include "support/any_distances.h"
#include "support/choice_ask.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assert_near(double found, long double expected, double scale)
{
    if (fabsl((long double)found - expected) > 1e-11L * (long double)(scale + 1))
        fail_msg("%.17g is not %.17Lg", found, expected);
}

static void compare_score(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                          const dm_group *groups, dm_choice_score *score)
{
    const int64_t *values = dm_arena_values(arena);
    dm_vertex n = dm_arena_vertices(arena);
    double total = (double)dm_arena_total_value(arena);
    check_choice_sums sums = check_choice(arena, distances, terms, groups, 2);
    assert_near(score->score[DM_WHITE], sums.white, total);
    assert_near(score->score[DM_BLACK], sums.black, total);
    assert_near(score->unreached, sums.unreached, total);
    assert_near(score->outside, sums.outside, total);
    assert_int_equal(score->sites, groups[0].sites.count + groups[1].sites.count);
    for (int32_t i = 0; i < score->sites; i++) {
        long double demand = 0;
        for (dm_vertex v = 0; v < n; v++) {
            long double share = check_choice_share(arena, distances, terms, groups, 2, i, v);
            demand += share > 0 ? share * dm_value_of(values, v) : 0;
            if (share < 0) {
                assert_int_equal(score->site[v], -1);
                assert_true(score->share[DM_WHITE][v] == -1);
                continue;
            }
            if (score->site[v] < 0 || terms->choices > 0) /* all is outside, or ties */
                continue;
            long double most =
                check_choice_share(arena, distances, terms, groups, 2, score->site[v], v);
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
        choice_ask h;
        dm_vertex n = 3 + (dm_vertex)dm_rng_below(&rng, 12);
        dm_arena *arena = random_distances(&rng, n);
        if (draw_choice(&rng, n, 4, done % 2 ? DM_LOGIT : DM_HUFF, &h)) {
            dm_reply_request *r = &h.ask.request;
            const dm_group groups[] = {{DM_WHITE, r->white}, {DM_BLACK, r->kept}};
            int64_t *distances = check_distances(arena);
            limit_exponents(arena, distances, &r->terms);
            dm_choice_score *score = NULL;
            int threads = dm_rng_below(&rng, 8) ? 1 : 3;
            assert_ok(dm_choice_score_new(arena, &r->terms, groups, 2, threads, NULL, &score, &err),
                      err);
            compare_score(arena, distances, &r->terms, groups, score);
            dm_choice_score_free(score);
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
    dm_choice_score *score[2] = {NULL, NULL};
    for (int turn = 0; turn < 2; turn++) {
        dm_vertex *list = turn ? second : first;
        const dm_group groups[] = {{DM_WHITE, {.vertex = list + (turn ? 20 : 0), .count = 20}},
                                   {DM_BLACK, {.vertex = list + (turn ? 0 : 20), .count = 20}}};
        assert_ok(
            dm_choice_score_new(arena, &terms, groups, 2, 1 + 3 * turn, NULL, &score[turn], &err),
            err);
    }
    assert_memory_equal(score[0]->score, score[1]->score, sizeof score[0]->score);
    assert_memory_equal(score[0]->share[DM_WHITE], score[1]->share[DM_WHITE],
                        2000 * sizeof *score[0]->share[DM_WHITE]);
    for (int i = 0; i < 40; i++)
        assert_true(score[0]->demand[i] == score[1]->demand[i < 20 ? 19 - i : 59 - i]);
    dm_choice_score_free(score[0]);
    dm_choice_score_free(score[1]);
    dm_arena_free(arena);
}

/* The lists of the answer's sites, for the checker. */
typedef struct answer_sites {
    dm_vertex vertex[2][ASK_MOST];
    int64_t offset[2][ASK_MOST];
    double pull[2][ASK_MOST], beta[2][ASK_MOST];
    dm_sites sites[2]; /* chosen, and kept ones that are not closed */
    int64_t cost;
} answer_sites;

static void take_site(answer_sites *to, int list, const dm_sites *from, int32_t i, dm_rule rule)
{
    dm_sites *s = &to->sites[list];
    int32_t at = s->count++;
    to->vertex[list][at] = from->vertex[i];
    to->offset[list][at] = from->offset ? from->offset[i] : 0;
    to->pull[list][at] = from->attraction ? from->attraction[i] : rule == DM_HUFF;
    to->beta[list][at] = from->beta ? from->beta[i] : 1;
    *s = (dm_sites){.vertex = to->vertex[list],
                    .count = s->count,
                    .offset = to->offset[list],
                    .attraction = to->pull[list],
                    .beta = to->beta[list]};
}

static void read_answer(const dm_reply_request *q, const dm_reply *reply, answer_sites *out)
{
    const dm_sites *named = &q->terms.candidates;
    bool is_closed[ASK_MOST] = {false};
    *out = (answer_sites){.cost = 0};
    for (int32_t i = 0; i < reply->count; i++) {
        const dm_sites one = {.vertex = &reply->black[i], .count = 1};
        int32_t k = 0;
        while (named->vertex && named->vertex[k] != reply->black[i])
            k++;
        take_site(out, 0, named->vertex ? named : &one, k, q->terms.rule);
        out->cost += named->cost ? named->cost[k] : 0;
    }
    for (int32_t i = 0; i < reply->closed_count; i++) {
        int32_t k = reply->closed[i];
        assert_true(q->kept.may_close[k] && !is_closed[k]);
        is_closed[k] = true;
        out->cost -= q->kept.cost[k];
    }
    for (int32_t k = 0; k < q->kept.count; k++)
        if (!is_closed[k])
            take_site(out, 1, &q->kept, k, q->terms.rule);
}

static double real_of(dm_rule rule, dm_amount amount)
{
    return rule == DM_NEAREST ? (double)amount.whole : amount.real;
}

static bool is_limit(const dm_reply_request *q)
{
    return q->has_budget || q->has_target || q->terms.objective == DM_MAXIMIZE_PROFIT;
}

/* Checks that the answer agrees with the score of its sites. */
static void check_answer(const dm_arena *arena, const int64_t *distances, const dm_reply_request *q,
                         const dm_reply *reply)
{
    dm_rule rule = q->terms.rule;
    double total = (double)dm_arena_total_value(arena);
    answer_sites own;
    read_answer(q, reply, &own);
    assert_int_equal(reply->cost, own.cost);
    if (!is_limit(q))
        assert_int_equal(reply->count, q->count);
    if (q->has_budget && reply->is_feasible)
        assert_true(own.cost <= q->budget);
    if (is_limit(q) && q->count > 0)
        assert_true(reply->count <= q->count);
    const dm_group groups[] = {
        {DM_WHITE, q->white}, {DM_BLACK, own.sites[1]}, {DM_BLACK, own.sites[0]}};
    check_choice_sums sums = check_choice(arena, distances, &q->terms, groups, 3);
    double black = real_of(rule, reply->black_score), value = real_of(rule, reply->value);
    assert_near(real_of(rule, reply->white_score), sums.white, total);
    assert_near(black, sums.black, total);
    assert_near(real_of(rule, reply->unreached), sums.unreached, total);
    assert_near(reply->outside, sums.outside, total);
    assert_near(value, sums.black - sums.white, total);
    if (q->has_target)
        return;
    bool is_profit = q->terms.objective == DM_MAXIMIZE_PROFIT;
    double reached = is_profit ? reply->reached.real : real_of(rule, reply->reached);
    double upper = is_profit ? reply->upper.real : real_of(rule, reply->upper);
    assert_near(reached,
                is_profit ? q->terms.margin * black - (double)own.cost
                : q->terms.objective == DM_MAXIMIZE_SHARE ? black
                                                          : value,
                total);
    assert_true(upper >= reached);
}

/* Compares the answer with the best there is. */
static void compare_best(const dm_arena *arena, const dm_reply_request *q, const dm_reply *reply,
                         check_choice_best best, dm_status status)
{
    dm_rule rule = q->terms.rule;
    bool is_profit = q->terms.objective == DM_MAXIMIZE_PROFIT;
    double total = (double)dm_arena_total_value(arena), slack = 1e-10 * (total + 1);
    double reached = is_profit ? reply->reached.real : real_of(rule, reply->reached);
    double upper = is_profit ? reply->upper.real : real_of(rule, reply->upper);
    double allowed =
        is_profit ? 1e-6 * q->terms.margin * total : 1e-6 * real_of(rule, reply->black_score);
    if (q->has_target) {
        if ((reply->proven || !best.any) && reply->is_feasible != best.any)
            fail_msg("target: rule %d is feasible %d, best %d; %.12g of %.12g, most %.12Lg", rule,
                     reply->is_feasible, best.any, real_of(rule, reply->black_score),
                     real_of(rule, q->target), best.most);
        if (reply->proven && best.any)
            assert_int_equal(q->terms.candidates.cost ? reply->cost : reply->count, best.price);
        if (!reply->is_feasible)
            assert_true(real_of(rule, reply->upper) >= (double)best.most - slack);
        if (status == DM_OK && reply->method == DM_REPLY_EXACT)
            assert_true(reply->proven);
        return;
    }
    if (reached > (double)best.reached + slack)
        fail_msg(
            "rule %d objective %d: %.12g is above %.12Lg; graph %d, spacing %d %lld, closed %d, "
            "count %d of %d",
            rule, q->terms.objective, reached, best.reached, dm_arena_graph(arena)->kind,
            q->terms.has_spacing, (long long)q->terms.spacing, reply->closed_count, reply->count,
            q->count);
    if (upper < (double)best.reached - slack)
        fail_msg("the bound %.12g is below %.12Lg", upper, best.reached);
    if (reply->proven)
        assert_true(reached >= (double)best.reached - allowed - slack);
    if (status == DM_OK && reply->method == DM_REPLY_EXACT && !reply->proven)
        fail_msg("not proven: rule %d objective %d reached %.12g upper %.12g best %.12Lg", rule,
                 q->terms.objective, reached, upper, best.reached);
}

/* Compares the reply with every set.  False: there is none, and there need not be one. */
static bool compare_reply(const dm_arena *arena, const int64_t *distances,
                          dm_reply_request *request, dm_rng *rng)
{
    static const dm_reply_method methods[] = {DM_REPLY_AUTO, DM_REPLY_EXACT, DM_REPLY_EXACT,
                                              DM_REPLY_LOCAL, DM_REPLY_GREEDY};
    check_choice_best best = check_choice_reply(arena, distances, request);
    dm_run *run = NULL;
    dm_error err = {0};
    dm_reply *reply = NULL;
    if (dm_rng_below(rng, 3) == 0) {
        assert_int_equal(dm_run_new(&run, NULL), DM_OK);
        dm_run_set_work_limit(run, request->white.count + request->kept.count + 1 +
                                       (int64_t)dm_rng_below(rng, 60));
    }
    request->method = methods[dm_rng_below(rng, 5)];
    request->threads = dm_rng_below(rng, 8) ? 1 : 3;
    dm_status status = dm_reply_new(arena, request, run, &reply, &err);
    dm_run_free(run);
    if (!reply) { /* the spacing leaves too few, or it was stopped early */
        bool is_stopped = run && status == DM_UNFINISHED;
        bool is_quick = request->method == DM_REPLY_GREEDY || request->method == DM_REPLY_LOCAL;
        if (!is_stopped && !(request->terms.has_spacing && (!best.any || is_quick)))
            fail_msg("%s", err.message);
        return false;
    }
    assert_true(best.any || request->has_target);
    check_answer(arena, distances, request, reply);
    compare_best(arena, request, reply, best, status);
    dm_reply_free(reply);
    return true;
}

/* How many replies of each kind were compared. */
typedef struct kinds {
    int binary, limited, profit, target, spacing;
} kinds;

static void count_kinds(const dm_reply_request *q, kinds *k)
{
    k->binary += q->terms.choices == 1;
    k->limited += q->terms.choices > 1;
    k->profit += q->terms.objective == DM_MAXIMIZE_PROFIT;
    k->target += q->has_target;
    k->spacing += q->terms.has_spacing;
}

static void replies_by_definition(void **state)
{
    static const dm_rule rules[] = {DM_HUFF, DM_LOGIT, DM_LOGIT, DM_NEAREST};
    dm_rng rng;
    kinds compared = {0};
    (void)state;
    dm_rng_init(&rng, 4);
    for (int done = 0; done < (run_long() ? 100000 : 5000); done++) {
        choice_ask h;
        dm_vertex n = 3 + (dm_vertex)dm_rng_below(&rng, done % 10 ? 6 : 9);
        dm_arena *arena = done % 3 ? random_board(&rng, n, random_features(&rng, BOARD_SMALL))
                                   : random_distances(&rng, n);
        if (draw_choice(&rng, n, 4, rules[done % 4], &h)) {
            int64_t *distances = check_distances(arena);
            limit_exponents(arena, distances, &h.ask.request.terms);
            if (done % 5)
                draw_objective(&rng, &h, (double)dm_arena_total_value(arena),
                               dm_arena_graph(arena)->kind == DM_PAIRS);
            if (compare_reply(arena, distances, &h.ask.request, &rng))
                count_kinds(&h.ask.request, &compared);
            free(distances);
        }
        dm_arena_free(arena);
    }
    const int enough = 1000;
    assert_in_range(compared.binary, enough, INT_MAX);
    assert_in_range(compared.limited, enough, INT_MAX);
    assert_in_range(compared.profit, enough, INT_MAX);
    assert_in_range(compared.target, enough, INT_MAX);
    assert_in_range(compared.spacing, enough, INT_MAX);
}

/* The least count whose best share reaches the target; -1: none does, -2: that is too close to
 * say. */
static int32_t scan_counts(const dm_arena *arena, dm_reply_request q)
{
    double target = real_of(q.terms.rule, q.target), slack = 1e-6 * target;
    q.has_target = false;
    for (q.count = 1;; q.count++) {
        dm_reply *reply = NULL;
        dm_error err = {0};
        dm_status status = dm_reply_new(arena, &q, NULL, &reply, &err);
        if (status != DM_OK) { /* there are fewer candidates */
            assert_null(reply);
            return -1;
        }
        double score = real_of(q.terms.rule, reply->black_score);
        assert_true(reply->proven);
        dm_reply_free(reply);
        if (q.terms.rule != DM_NEAREST && fabs(score - target) < slack)
            return -2;
        if (score >= target)
            return q.count;
    }
}

static void targets_by_a_scan_of_counts(void **state)
{
    static const dm_rule rules[] = {DM_HUFF, DM_LOGIT, DM_NEAREST};
    dm_rng rng;
    int found = 0, several = 0;
    (void)state;
    dm_rng_init(&rng, 5);
    for (int done = 0; done < (run_long() ? 5000 : 400); done++) {
        choice_ask h;
        dm_vertex n = 6 + (dm_vertex)dm_rng_below(&rng, 14);
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_SMALL));
        if (draw_choice(&rng, n, 4, rules[done % 3], &h)) {
            dm_reply_request *q = &h.ask.request;
            double total = (double)dm_arena_total_value(arena) * dm_rng_unit(&rng);
            int64_t *distances = check_distances(arena);
            dm_reply *reply = NULL;
            dm_error err = {0};
            limit_exponents(arena, distances, &q->terms);
            q->terms.candidates.cost = NULL;
            q->has_budget = false;
            q->count = 0;
            q->terms.objective = DM_MAXIMIZE_SHARE;
            q->method = DM_REPLY_EXACT;
            q->has_target = true;
            if (q->terms.rule == DM_NEAREST)
                q->target.whole = 1 + (int64_t)total;
            else
                q->target.real = total + 1e-3;
            assert_ok(dm_reply_new(arena, q, NULL, &reply, &err), err);
            int32_t least = scan_counts(arena, *q);
            assert_true(reply->proven);
            if (reply->count > 0 && least > -2)
                assert_int_equal(reply->is_feasible ? reply->count : -1, least);
            found += least > 0;
            several += least > 1;
            dm_reply_free(reply);
            free(distances);
        }
        dm_arena_free(arena);
    }
    assert_true(found > 200 && several > 50);
}

static void refuse(const dm_arena *arena, dm_terms terms, dm_sites sites, const char *message)
{
    const dm_group group = {DM_WHITE, sites};
    dm_choice_score *score = NULL;
    dm_error err = {0};
    assert_int_not_equal(dm_choice_score_new(arena, &terms, &group, 1, 1, NULL, &score, &err),
                         DM_OK);
    if (!strstr(err.message, message))
        fail_msg("\"%s\" lacks \"%s\"", err.message, message);
    assert_null(score);
}

/* The gain of a set of pulls and what its cut says. */
static void compare_cut(const dmi_choice_cell *cell, const dmi_choice_shared *pulls, int32_t count,
                        int32_t set)
{
    double sum = 0, cut = cell->square;
    for (int32_t i = 0; i < count; i++)
        if (set >> i & 1) {
            sum += pulls[i].pull;
            cut += dmi_choice_charge(cell, pulls[i].pull);
        }
    assert_true(sum / (1 + sum) <= cut + 1e-12);
}

/* Cells chosen at random shares bound every set that has as many sites as they ask for. */
static void cells_bound_every_set(void **state)
{
    dm_rng rng;
    (void)state;
    dm_rng_init(&rng, 6);
    for (int done = 0; done < 3000; done++) {
        dmi_choice_shared pulls[8];
        dmi_choice_cell cell;
        int32_t count = 2 + (int32_t)dm_rng_below(&rng, 7);
        int32_t sites = 1 + (int32_t)dm_rng_below(&rng, (uint64_t)count);
        double pull = exp(8 * dm_rng_unit(&rng)), sum = 0;
        for (int32_t i = 0; i < count; i++) {
            pulls[i] = (dmi_choice_shared){done % 50 || i ? pull : 1e150, dm_rng_unit(&rng)};
            pull = dm_rng_below(&rng, 5) ? pull * dm_rng_unit(&rng) : pull;
            sum += pulls[i].share;
        }
        for (int32_t i = 0; i < count; i++)
            pulls[i].share *= sites / sum;
        dmi_choice_cell_choose(&cell, pulls, count, done % 3 ? 0 : dm_rng_unit(&rng), sites - 1);
        for (int32_t set = 1; set < 1 << count; set++)
            if (__builtin_popcount((unsigned)set) >= sites)
                compare_cut(&cell, pulls, count, set);
    }
}

static void bad_questions(void **state)
{
    static const dm_vertex twice[] = {1, 1}, both[] = {1, 2}, outside[] = {9};
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
    refuse(arena, good, (dm_sites){.vertex = both, .count = 2, .offset = offset}, "offset");
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
        cmocka_unit_test(scores_by_definition),  cmocka_unit_test(order_and_threads_change_nothing),
        cmocka_unit_test(replies_by_definition), cmocka_unit_test(targets_by_a_scan_of_counts),
        cmocka_unit_test(cells_bound_every_set), cmocka_unit_test(bad_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
