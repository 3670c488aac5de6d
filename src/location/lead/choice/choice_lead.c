/* choice_lead.c - the market of a lead: what every site of both sides is to every customer, and
 * Black's best answer to an opening.
 *
 * All pulls are kept in a table, so that an opening and an answer are compared by one pass over the
 * customers, and Black's answer is a problem of choosing sites (choice_problem.h) whose rows are
 * those of the table.
 *
 * Cost: one search per site; 8 bytes per site and customer.
 */
#include "location/lead/choice/choice_lead.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NOTHING 1e-150 /* what pulls on a customer that nothing pulls */

bool dmi_choice_leads(const dm_lead_request *request)
{
    const dm_terms *t = &request->terms;
    return dmi_rule_divides(t->rule) || t->objective != DM_MAXIMIZE_VALUE || t->has_spacing ||
           t->is_shared || request->has_reply_budget;
}

static size_t width(const dmi_choice_lead *l)
{
    return l->rule.choices < INT32_MAX ? (size_t)l->rule.choices : 0;
}

dm_status dmi_lead_state_init(dmi_lead_state *state, const dmi_choice_lead *lead, dm_error *err)
{
    size_t n = (size_t)lead->customers;
    *state = (dmi_lead_state){0};
    if (!dmi_lead_divides(lead))
        state->key = dmi_alloc(n, sizeof *state->key);
    else
        state->total = dmi_calloc(n, sizeof *state->total);
    if (width(lead))
        state->strongest = dmi_calloc(n * width(lead), sizeof *state->strongest);
    for (size_t v = 0; state->key && v < n; v++)
        state->key[v] = UINT64_MAX;
    if ((state->key || state->total) && (!width(lead) || state->strongest))
        return DM_OK;
    dmi_lead_state_clear(state);
    return dmi_no_memory(err);
}

void dmi_lead_state_clear(dmi_lead_state *state)
{
    free(state->total);
    free(state->strongest);
    free(state->key);
    *state = (dmi_lead_state){0};
}

void dmi_lead_state_copy(const dmi_choice_lead *lead, const dmi_lead_state *from,
                         dmi_lead_state *to)
{
    size_t n = (size_t)lead->customers;
    if (n == 0)
        return;
    if (from->key)
        memcpy(to->key, from->key, n * sizeof *to->key);
    else
        memcpy(to->total, from->total, n * sizeof *to->total);
    if (from->strongest)
        memcpy(to->strongest, from->strongest, n * width(lead) * sizeof *to->strongest);
}

/* Adds one site's pull or key at customer v. */
static void add_at(const dmi_choice_lead *l, int32_t v, double pull, uint64_t key,
                   dmi_lead_state *to)
{
    if (to->key)
        to->key[v] = key < to->key[v] ? key : to->key[v];
    else if (to->strongest)
        dmi_choice_take_pull(to->strongest + (size_t)v * width(l), l->rule.choices, &to->total[v],
                             pull);
    else
        to->total[v] += pull;
}

void dmi_lead_state_add(const dmi_choice_lead *lead, dm_side side, int32_t s, dmi_lead_state *to)
{
    const dmi_lead_options *o = &lead->side[side];
    size_t at = (size_t)s * (size_t)lead->customers;
    for (int32_t v = 0; v < lead->customers; v++)
        add_at(lead, v, o->pull ? o->pull[at + (size_t)v] : 0, o->key ? o->key[at + (size_t)v] : 0,
               to);
}

/* Who has a customer: 1 White, -1 Black, 0 nobody. */
static int owner_of(const dmi_choice_lead *l, uint64_t white, uint64_t black)
{
    if (white != black)
        return white < black ? 1 : -1;
    if (white == UINT64_MAX || dm_ties_are_nobodys(l->request->terms.ties))
        return 0;
    return dm_ties_sign(l->request->terms.ties) < 0 ? -1 : 1; /* White's of equal age is earlier */
}

double dmi_lead_worth(const dmi_choice_lead *lead, const dmi_lead_state *white,
                      const dmi_lead_state *black)
{
    double sum = 0, own = lead->goal.own, rival = lead->goal.rival;
    for (int32_t v = 0; v < lead->customers; v++) {
        if (white->key) {
            int owner = owner_of(lead, white->key[v], black->key[v]);
            sum += owner > 0 ? lead->value[v] * own : owner < 0 ? -lead->value[v] * rival : 0;
            continue;
        }
        double w = white->total[v], b = black->total[v], all = w + b + lead->outside[v];
        sum += all > 0 ? lead->value[v] * ((own * w - rival * b) / all) : 0;
    }
    return sum;
}

/* Black's problem as White stands: weights and starts, or, under the nearest rule, pulls. */
static void set_reply(dmi_choice_lead *l, const dmi_lead_state *white, double *weight,
                      double *start)
{
    const dmi_lead_state *black = &l->standing[DM_BLACK];
    const dmi_lead_options *o = &l->side[DM_BLACK];
    double own = l->goal.rival, rival = l->goal.own; /* Black's own score counts as it harms */
    for (int32_t v = 0; v < l->customers && dmi_lead_divides(l); v++) {
        double w = white->total[v], rest = w + l->outside[v], all = rest + black->total[v];
        start[v] = all > NOTHING ? all : NOTHING;
        weight[v] = l->value[v] * (all > NOTHING ? own * rest + rival * w : own * NOTHING);
    }
    for (int32_t v = 0; v < l->customers && !dmi_lead_divides(l); v++) {
        uint64_t w = white->key[v], b = black->key[v];
        int before = owner_of(l, w, b);
        weight[v] = l->value[v];
        for (int32_t s = 0; s < o->count; s++) {
            size_t at = (size_t)s * (size_t)l->customers + (size_t)v;
            int after = owner_of(l, w, o->key[at] < b ? o->key[at] : b);
            l->gain[at] = ((before > 0) - (after > 0)) * rival + ((after < 0) - (before < 0)) * own;
        }
    }
}

/* The best set from greedy to exact, ended early by one that gains `enough`; *upper bounds all. */
static dm_status solve_reply(const dmi_choice_lead *l, const dmi_choice_problem *p, double enough,
                             dmi_choice_set *set, double *upper, dm_run *run, dm_error *err)
{
    double total = (double)dm_arena_total_value(l->arena);
    int64_t nodes = 0;
    dm_status status = dmi_choice_greedy(p, set, upper, run, err);
    *upper = *upper < p->ceiling ? *upper : p->ceiling;
    if (status != DM_OK || set->gain >= enough || p->candidates == 0)
        return status;
    const dmi_choice_wish wish = {
        .tolerance = dmi_lead_divides(l) ? 1e-8 * total * (l->goal.own + l->goal.rival) : 1e-9,
        .least = -INFINITY,
        .enough = enough,
        .threads = 1};
    status = dmi_choice_improve(p, set, run, err);
    if (status == DM_OK && set->gain < enough)
        status = dmi_choice_exact(p, &wish, set, upper, &nodes, run, err);
    return status;
}

dm_status dmi_choice_lead_reply(dmi_choice_lead *lead, const dmi_lead_state *white,
                                const bool *closed, double enough, dmi_choice_set *set,
                                double *least, dm_run *run, dm_error *err)
{
    dmi_choice_lead *l = lead;
    const dm_lead_request *q = l->request;
    const dmi_lead_options *o = &l->side[DM_BLACK];
    dmi_arrays arrays = {0};
    size_t n = (size_t)l->customers;
    double *weight = dmi_array(&arrays, n, sizeof *weight), upper = 0;
    double *start = dmi_array(&arrays, n, sizeof *start);
    double *none = dmi_array_zeroed(&arrays, n, sizeof *none);
    double before = dmi_lead_worth(l, white, &l->standing[DM_BLACK]);
    int32_t available = 0;
    for (int32_t s = 0; s < o->count; s++)
        available += !closed[s];
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    set_reply(l, white, weight, start);
    bool is_limit = q->has_reply_budget || q->terms.has_spacing;
    dmi_choice_problem p = {.candidates = o->count,
                            .vertex = o->vertex,
                            .cost = o->cost,
                            .closed = closed,
                            .count = l->reply < available ? l->reply : available,
                            .is_exact = !is_limit,
                            .has_budget = q->has_reply_budget,
                            .budget = q->reply_budget,
                            .spacing = o->has_spacing ? &o->spacing : NULL,
                            .customers = l->customers,
                            .is_linear = !dmi_lead_divides(l),
                            .weight = weight,
                            .start = dmi_lead_divides(l) ? start : NULL,
                            .choices = dmi_lead_divides(l) ? l->rule.choices : 1,
                            .strongest =
                                !dmi_lead_divides(l) ? none : l->standing[DM_BLACK].strongest,
                            .row = l->row,
                            .columns = l->columns};
    status = dmi_choice_problem_finish(&p, err);
    dmi_choice_set_clear(set);
    if (status == DM_OK)
        status = dmi_choice_set_init(set, &p, err);
    if (status == DM_OK)
        status = solve_reply(l, &p, before - enough, set, &upper, run, err);
    l->replies++;
    *least = before - upper;
    l->columns = dmi_lead_divides(l) ? p.columns : (dmi_choice_columns){0};
    if (!dmi_lead_divides(l))
        dmi_choice_columns_clear(&p.columns);
    dmi_arrays_free(&arrays);
    return status;
}
