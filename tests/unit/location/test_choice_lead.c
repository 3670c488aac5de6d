/* test_choice_lead.c - leads under every rule, objective and limit compared with their definition.
 */
#include "check/choice.h"
#include "check/dominance.h"
#include "support/any_distances.h"
#include "support/oneround.h"
#include <math.h>
#include <stdlib.h>

typedef struct lead_ask {
    random_ask ask;
    dm_vertex rivals[ASK_MOST];
    double pull[4][ASK_MOST], beta[4][ASK_MOST]; /* White's and Black's sites, both candidates */
    int64_t offset[4][ASK_MOST], cost[4][ASK_MOST];
    bool may_close[ASK_MOST];
    dm_lead_request request;
} lead_ask;

static void draw_sites(dm_rng *rng, dm_rule rule, lead_ask *out, int list, dm_sites *sites)
{
    for (int i = 0; i < ASK_MOST; i++) {
        double a = 3 * dm_rng_unit(rng) - 1.5;
        out->pull[list][i] = rule == DM_HUFF ? exp(a) : a;
        out->beta[list][i] = 0.5 + dm_rng_unit(rng);
        out->offset[list][i] = (int64_t)dm_rng_below(rng, 3);
        out->cost[list][i] = (int64_t)dm_rng_below(rng, 9);
    }
    if (rule != DM_NEAREST && dm_rng_below(rng, 2))
        sites->attraction = out->pull[list];
    if (rule != DM_NEAREST && dm_rng_below(rng, 4) == 0)
        sites->beta = out->beta[list];
    if (rule != DM_HUFF && dm_rng_below(rng, 4) == 0)
        sites->offset = out->offset[list];
    if (dm_rng_below(rng, 2))
        sites->cost = out->cost[list];
}

/* A lead that is not the plain one. */
static bool draw_lead(dm_rng *rng, dm_vertex n, dm_rule rule, lead_ask *out)
{
    if (!draw_ask(rng, n, 2, &out->ask))
        return false;
    dm_lead_request *q = &out->request;
    *q = (dm_lead_request){.terms = out->ask.request.terms,
                           .white = out->ask.request.white,
                           .black = out->ask.request.kept,
                           .count = out->ask.request.count,
                           .reply = 1 + (int32_t)dm_rng_below(rng, 2)};
    dm_terms *t = &q->terms;
    t->rule = rule;
    t->beta = 0.3 + dm_rng_unit(rng);
    t->floor = 1;
    t->objective = (dm_objective)dm_rng_below(rng, 3);
    t->margin = 0.3 + 2 * dm_rng_unit(rng);
    t->outside = rule != DM_NEAREST && dm_rng_below(rng, 3) == 0 ? 0.3 : 0;
    t->choices = rule != DM_NEAREST ? (int32_t)dm_rng_below(rng, 3) : 0;
    t->is_shared = dm_rng_below(rng, 4) == 0;
    t->has_spacing = dm_rng_below(rng, 3) == 0;
    t->spacing = (int64_t)dm_rng_below(rng, 4);
    draw_sites(rng, rule, out, 0, &q->white);
    draw_sites(rng, rule, out, 1, &q->black);
    if (t->candidates.vertex)
        draw_sites(rng, rule, out, 2, &t->candidates);
    if (dm_rng_below(rng, 3) == 0) {
        for (dm_vertex v = 0; v < n; v++)
            if (dm_rng_below(rng, 2))
                out->rivals[q->rival_candidates.count++] = v;
        q->rival_candidates.vertex = out->rivals;
        draw_sites(rng, rule, out, 3, &q->rival_candidates);
    }
    for (int i = 0; i < ASK_MOST; i++)
        out->may_close[i] = dm_rng_below(rng, 2);
    if (q->white.cost && dm_rng_below(rng, 2))
        q->white.may_close = out->may_close;
    q->has_budget = dm_rng_below(rng, 3) == 0;
    q->budget = (int64_t)dm_rng_below(rng, 14);
    q->has_reply_budget = dm_rng_below(rng, 4) == 0;
    q->reply_budget = (int64_t)dm_rng_below(rng, 9);
    q->method = dm_rng_below(rng, 4) ? DM_LEAD_AUTO : DM_LEAD_LOCAL;
    return rule != DM_NEAREST || t->objective != DM_MAXIMIZE_VALUE || t->has_spacing ||
           t->is_shared || q->has_reply_budget;
}

static void compare_lead(const dm_arena *arena, const int64_t *distances, const dm_lead_request *q,
                         dm_rng *rng)
{
    double total = (double)dm_arena_total_value(arena), slack = 1e-9 * (total + 1);
    double best = (double)check_choice_lead(arena, distances, q);
    bool is_whole = q->terms.rule == DM_NEAREST && q->terms.objective != DM_MAXIMIZE_PROFIT;
    dm_error err = {0};
    dm_lead *lead = NULL;
    dm_run *run = NULL;
    if (dm_rng_below(rng, 4) == 0) {
        assert_int_equal(dm_run_new(&run, NULL), DM_OK);
        dm_run_set_work_limit(run,
                              q->white.count + q->black.count + (int64_t)dm_rng_below(rng, 60));
    }
    dm_status status = dm_lead_new(arena, q, run, &lead, &err);
    dm_run_free(run);
    if (!lead) {
        bool is_stopped = status == DM_UNFINISHED;
        if (!is_stopped && status != DM_TOO_LARGE)
            fail_msg("%s", err.message);
        assert_true(is_stopped || best == -INFINITY);
        return;
    }
    double lower = is_whole ? (double)lead->lower.whole : lead->lower.real;
    double upper = is_whole ? (double)lead->upper.whole : lead->upper.real;
    double allowed = is_whole ? 0 : 1e-6 * (fabs(best) + total * q->terms.margin);
    if (lower > best + slack || upper < best - slack)
        fail_msg(
            "rule %d objective %d method %d: %.10g to %.10g, the best is %.10g; graph %d, ties %d, "
            "shared %d, spacing %d %lld, radius %d, budgets %d %d, standing %d %d, count %d %d, "
            "opened %d %d, score %lld",
            q->terms.rule, q->terms.objective, lead->method, lower, upper, best,
            dm_arena_graph(arena)->kind, q->terms.ties, q->terms.is_shared, q->terms.has_spacing,
            (long long)q->terms.spacing, q->terms.has_radius, q->has_budget, q->has_reply_budget,
            q->white.count, q->black.count, q->count, q->reply, lead->count, lead->reply,
            (long long)lead->white_score.whole);
    if (status == DM_OK && q->method == DM_LEAD_AUTO)
        assert_true(lead->proven);
    if (lead->proven && fabs(lower - best) > allowed + slack)
        fail_msg("proven %.12g is not %.12g", lower, best);
    dm_lead_free(lead);
}

static void leads_by_definition(void **state)
{
    static const dm_rule rules[] = {DM_LOGIT, DM_HUFF, DM_NEAREST};
    dm_rng rng;
    (void)state;
    dm_rng_init(&rng, 7);
    for (int done = 0; done < (run_long() ? 30000 : 1500); done++) {
        lead_ask h = {0};
        dm_vertex n = 3 + (dm_vertex)dm_rng_below(&rng, done % 8 ? 4 : 5);
        dm_arena *arena = done % 3 ? random_board(&rng, n, random_features(&rng, BOARD_SMALL))
                                   : random_distances(&rng, n);
        if (draw_lead(&rng, n, rules[done % 3], &h)) {
            int64_t *distances = check_distances(arena);
            limit_exponents(arena, distances, &h.request.terms);
            if (dm_arena_graph(arena)->kind == DM_PAIRS && h.request.terms.has_spacing)
                h.request.terms.spacing = 0; /* a table may lack distances of sites */
            compare_lead(arena, distances, &h.request, &rng);
            free(distances);
        }
        dm_arena_free(arena);
    }
}

/* With shared places, equal lists, nothing outside and no old sites Black may do as White does. */
static void the_leader_never_gets_more_than_half(void **state)
{
    dm_rng rng;
    dm_error err = {0};
    (void)state;
    dm_rng_init(&rng, 8);
    for (int done = 0; done < 30; done++) {
        dm_arena *arena = random_board(&rng, 12, random_features(&rng, BOARD_SMALL));
        const dm_lead_request ask = {.terms = {.rule = done % 2 ? DM_LOGIT : DM_HUFF,
                                               .beta = 1,
                                               .floor = 1,
                                               .objective = DM_MAXIMIZE_SHARE,
                                               .choices = done % 3,
                                               .is_shared = true},
                                     .count = 1 + done % 3,
                                     .reply = 1 + done % 3};
        dm_lead *lead = NULL;
        assert_ok(dm_lead_new(arena, &ask, NULL, &lead, &err), err);
        double total = (double)dm_arena_total_value(arena) - lead->unreached.real;
        assert_true(lead->proven);
        assert_true(lead->lower.real <= total / 2 * (1 + 1e-9));
        dm_lead_free(lead);
        dm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leads_by_definition),
        cmocka_unit_test(the_leader_never_gets_more_than_half),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
