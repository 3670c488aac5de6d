/* support/choice_ask.c - see the header. */
#include "support/choice_ask.h"

#include <math.h>

static void draw_sites(dm_rng *rng, const dm_terms *terms, choice_ask *out, int list,
                       dm_sites *sites)
{
    bool is_huff = terms->rule == DM_HUFF;
    for (int i = 0; i < ASK_MOST; i++) {
        double a = 4 * dm_rng_unit(rng) - 2;
        out->pull[list][i] = is_huff ? exp(a) : a;
        out->beta[list][i] = 0.3 + 1.5 * dm_rng_unit(rng);
        out->offset[list][i] = (int64_t)dm_rng_below(rng, 4);
    }
    if (terms->rule != DM_NEAREST && dm_rng_below(rng, 2))
        sites->attraction = out->pull[list];
    if (terms->rule != DM_NEAREST && dm_rng_below(rng, 3) == 0)
        sites->beta = out->beta[list];
    sites->offset = !is_huff && dm_rng_below(rng, 3) == 0 ? out->offset[list] : NULL;
}

/* A rule with all its numbers, for a board of n vertices. */
static void draw_rule(dm_rng *rng, dm_vertex n, choice_ask *out)
{
    static const double betas[] = {0.5, 1, 1.7, 2, 2, 3};
    dm_terms *terms = &out->ask.request.terms;
    terms->beta = betas[dm_rng_below(rng, 6)];
    terms->floor = 1 + (int64_t)dm_rng_below(rng, 3);
    if (terms->rule == DM_LOGIT)
        terms->beta /= 2;
    if (dm_rng_below(rng, 3) == 0)
        terms->outside = exp(2 * dm_rng_unit(rng) - 2);
    static const int32_t choices[] = {0, 0, 0, 0, 1, 1, 1, 2, 2, 3};
    terms->choices = choices[dm_rng_below(rng, 10)];
    for (dm_vertex v = 0; v < n; v++)
        out->customer_beta[v] = 0.5 + dm_rng_unit(rng);
    if (dm_rng_below(rng, 4) == 0)
        terms->customer_beta = out->customer_beta;
}

bool draw_choice(dm_rng *rng, dm_vertex n, int32_t most, dm_rule rule, choice_ask *out)
{
    if (!draw_ask(rng, n, most, &out->ask))
        return false;
    dm_reply_request *r = &out->ask.request;
    dm_sites *lists[] = {&r->white, &r->kept, &r->terms.candidates};
    r->terms.rule = rule;
    if (rule != DM_NEAREST)
        draw_rule(rng, n, out);
    for (int list = 0; list < 3; list++)
        if (lists[list]->vertex)
            draw_sites(rng, &r->terms, out, list, lists[list]);
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

void draw_objective(dm_rng *rng, choice_ask *out, double total, bool is_table)
{
    dm_reply_request *r = &out->ask.request;
    r->terms.objective = (dm_objective)dm_rng_below(rng, 3);
    r->terms.margin = 0.2 + 2 * dm_rng_unit(rng);
    if (dm_rng_below(rng, 3) == 0 && !is_table) { /* which may lack distances of sites */
        r->terms.has_spacing = true;
        r->terms.spacing = (int64_t)dm_rng_below(rng, 5);
    }
    for (int i = 0; i < ASK_MOST; i++) {
        out->kept_cost[i] = (int64_t)dm_rng_below(rng, 12);
        out->may_close[i] = dm_rng_below(rng, 2);
    }
    if (dm_rng_below(rng, 2)) {
        r->kept.may_close = out->may_close;
        r->kept.cost = out->kept_cost;
    }
    if (dm_rng_below(rng, 3) == 0) {
        r->has_target = true;
        r->count = dm_rng_below(rng, 2) ? 0 : r->count;
        if (r->terms.rule == DM_NEAREST)
            r->target.whole = 1 + (int64_t)(total * dm_rng_unit(rng));
        else
            r->target.real = total * (0.01 + dm_rng_unit(rng));
    }
    if (r->terms.objective == DM_MAXIMIZE_PROFIT && dm_rng_below(rng, 2))
        r->count = 0;
}
