/* choice_reply.c - a reply as a problem of choosing sites: a method chooses, and the sites are
 * scored again by the rule. */
#include "location/choice/choice_reply.h"

#include "base/base.h"
#include "base/names.h"
#include "base/sort.h"
#include "location/choice/choice_sites.h"
#include <assert.h>
#include <stdlib.h>

#define TOLERANCE 1e-6 /* of Black's demand, or of what all demand brings */

/* By how much a bound may be above what is reached if that is to be proven.  Whole numbers differ
 * by 1. */
static double tolerance_for(const dmi_choice_reply *r, double own_score)
{
    const dm_terms *terms = &r->request->terms;
    double total = (double)dm_arena_total_value(r->arena);
    if (terms->objective == DM_MAXIMIZE_PROFIT && !r->request->has_target)
        return TOLERANCE * terms->margin * total;
    double rounding = 1e-15 * total; /* and pulls too small to be kept */
    return rounding + (dmi_rule_divides(terms->rule) ? TOLERANCE * own_score : 0.9);
}

/* A set that the spacing did not let grow, or that misses the target, is no answer. */
static void forget_incomplete(const dmi_choice_reply *r, dmi_choice_set *set)
{
    if (dmi_choice_is_complete(&r->problem, set) && set->gain >= dmi_choice_need(r))
        return;
    dmi_choice_set_fill(&r->problem, NULL, 0, set);
    set->gain = -INFINITY;
}

/* Chooses sites by the method, from quick to exact. */
static dm_status choose_sites(dmi_choice_reply *r, dmi_choice_set *set, double *upper,
                              int64_t *nodes, dm_run *run, dm_error *err)
{
    const dmi_choice_problem *p = &r->problem;
    const dm_reply_request *q = r->request;
    dm_status status = dmi_choice_greedy(p, set, upper, run, err);
    if (status == DM_OK && q->method != DM_REPLY_GREEDY)
        status = dmi_choice_improve(p, set, run, err);
    forget_incomplete(r, set);
    if (status != DM_OK || q->method == DM_REPLY_GREEDY || q->method == DM_REPLY_LOCAL ||
        p->candidates == 0)
        return status;
    /* Black's score is at least this: a difference of scores grows by twice as much at most */
    double score = r->own_score + (set->gain > 0 ? set->gain / 2 : 0);
    const dmi_choice_wish wish = {.tolerance = 0.9 * tolerance_for(r, score),
                                  .least = -INFINITY,
                                  .enough = INFINITY,
                                  .threads = q->threads};
    return dmi_choice_exact(p, &wish, set, upper, nodes, run, err);
}

/* The sites that are chosen and those that are closed. */
static dm_status write_sites(const dmi_choice_reply *r, const dmi_choice_set *set, dm_reply *reply,
                             dm_error *err)
{
    int32_t news = r->problem.candidates - r->closable;
    bool *held = dmi_calloc((size_t)r->problem.candidates, sizeof *held);
    reply->black = dmi_alloc((size_t)set->count, sizeof *reply->black);
    reply->closed = dmi_alloc((size_t)r->closable, sizeof *reply->closed);
    if (!held || !reply->black || !reply->closed) {
        free(held);
        return dmi_no_memory(err);
    }
    for (int32_t i = 0; i < set->count; i++) {
        int32_t c = set->chosen[i];
        held[c] = true;
        if (c >= news)
            continue;
        reply->black[reply->count++] = r->vertex[c];
        reply->cost += r->cost[c];
    }
    for (int32_t c = news; c < r->problem.candidates; c++)
        if (!held[c]) {
            reply->closed[reply->closed_count++] = r->place[c];
            reply->cost -= r->cost[c];
        }
    free(held);
    dmi_sort_int32(reply->black, reply->count);
    dmi_sort_int32(reply->closed, reply->closed_count);
    return DM_OK;
}

/* The sites of Black's that a set opens, and those that it keeps open. */
static dm_status list_sites(const dmi_choice_reply *r, const dmi_choice_set *set,
                            dmi_arrays *arrays, dmi_site_list out[2], dm_error *err)
{
    const dm_sites *named = &r->request->terms.candidates, *kept = &r->request->kept;
    int32_t news = r->problem.candidates - r->closable, most = r->problem.candidates;
    for (int32_t i = 0; i < set->count; i++) {
        int32_t c = set->chosen[i];
        const dm_sites one = {.vertex = &r->vertex[c], .count = 1};
        const dm_sites *from = c >= news ? kept : named->vertex ? named : &one;
        if (!dmi_site_list_add(&out[c >= news], arrays, most, from, r->place[c]))
            return dmi_no_memory(err);
    }
    return DM_OK;
}

static dm_status score_set(const dmi_choice_reply *r, const dmi_choice_set *set, dm_reply *out,
                           dm_error *err)
{
    dmi_arrays arrays = {0};
    dmi_site_list lists[2] = {{0}, {0}};
    dmi_choice_totals totals = {0};
    dm_status status = list_sites(r, set, &arrays, lists, err);
    const dm_group groups[] = {{DM_WHITE, r->request->white},
                               {DM_BLACK, r->fixed},
                               {DM_BLACK, lists[1].sites},
                               {DM_BLACK, lists[0].sites}};
    if (status == DM_OK)
        status = dmi_choice_totals_of(r->arena, &r->request->terms, groups, 4, r->request->threads,
                                      &totals, err);
    out->white_score = totals.score[DM_WHITE];
    out->black_score = totals.score[DM_BLACK];
    out->tied = totals.tied;
    out->unreached = totals.unreached;
    out->value = totals.value;
    out->outside = totals.outside;
    dmi_arrays_free(&arrays);
    return status;
}

/* What the request maximizes, and the bound, as amounts of the request's kind. */
static dm_status set_bounds(const dmi_choice_reply *r, double upper, dm_reply *reply, dm_error *err)
{
    const dm_terms *terms = &r->request->terms;
    bool divides = dmi_rule_divides(terms->rule);
    bool is_profit = terms->objective == DM_MAXIMIZE_PROFIT && !r->request->has_target;
    bool is_value = terms->objective == DM_MAXIMIZE_VALUE && !r->request->has_target;
    double own = divides ? reply->black_score.real : (double)reply->black_score.whole;
    double tolerance = tolerance_for(r, own);
    if (!divides && !is_profit) {
        reply->reached = is_value ? reply->value : reply->black_score;
        reply->upper.whole = (int64_t)floor(r->problem.base + upper + 0.05);
        reply->proven = reply->upper.whole <= reply->reached.whole;
        if (reply->upper.whole < reply->reached.whole)
            reply->upper.whole = reply->reached.whole;
        return DM_OK;
    }
    reply->reached = is_value ? reply->value : reply->black_score;
    if (is_profit)
        reply->reached.real = terms->margin * own - (double)reply->cost;
    reply->upper.real = r->problem.base + upper;
    if (reply->reached.real > reply->upper.real + tolerance)
        return dmi_fail(err, DM_INTERNAL, "method %s found %.17g with the bound %.17g",
                        dm_reply_method_name(reply->method), reply->reached.real,
                        reply->upper.real);
    if (reply->reached.real > reply->upper.real) /* by rounding */
        reply->upper.real = reply->reached.real;
    assert(reply->upper.real >= reply->reached.real);
    reply->proven = reply->upper.real - reply->reached.real <= tolerance;
    return DM_OK;
}

static dm_status fill_reply(const dmi_choice_reply *r, const dmi_choice_set *set, double upper,
                            dm_reply *reply, dm_error *err)
{
    int32_t count = r->problem.count;
    if (set->gain == -INFINITY && !r->request->has_target && upper > -INFINITY)
        return dmi_fail(
            err, DM_UNFINISHED, "method %s found no %d %s as far apart as the spacing asks",
            dm_reply_method_name(reply->method), count, dmi_plural(count, "site", "sites"));
    if (set->gain == -INFINITY && !r->request->has_target)
        return dmi_fail(err, DM_TOO_LARGE, "no %d %s as far apart as the spacing asks", count,
                        dmi_plural(count, "candidate is", "candidates are"));
    dm_status status = write_sites(r, set, reply, err);
    if (status == DM_OK)
        status = score_set(r, set, reply, err);
    return status == DM_OK ? set_bounds(r, upper, reply, err) : status;
}

/* What the rules know nothing of. */
static dm_status check_request(const dm_reply_request *request, dm_error *err)
{
    const dm_terms *terms = &request->terms;
    const char *what = dmi_rule_divides(terms->rule)            ? "the rules huff and logit"
                       : request->has_target                    ? "a target"
                       : terms->has_spacing                     ? "a spacing"
                       : terms->objective == DM_MAXIMIZE_PROFIT ? "profits"
                                                                : "sites that may close";
    if (dmi_is_tree_method(request->method))
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method %s does not know %s; exact, local and greedy do",
                        dm_reply_method_name(request->method), what);
    if (request->optima_limit > 0)
        return dmi_fail(err, DM_UNSUPPORTED, "%s give one best set; all of them are found without",
                        what);
    if (terms->objective == DM_MAXIMIZE_PROFIT && !(terms->margin > 0 && isfinite(terms->margin)))
        return dmi_fail(err, DM_BAD_ARGUMENT, "the margin is %g; expected more than 0",
                        terms->margin);
    if (terms->has_spacing && terms->spacing < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the spacing %lld is negative",
                        (long long)terms->spacing);
    return DM_OK;
}

dm_status dmi_choice_reply_find(const dm_arena *arena, const dm_reply_request *request, dm_run *run,
                                dm_reply **out, dm_error *err)
{
    dmi_choice_reply r = {0};
    dmi_choice_set set = {0};
    bool is_settled = false;
    dm_status status = check_request(request, err);
    dm_reply *reply = status == DM_OK ? dmi_calloc(1, sizeof *reply) : NULL;
    if (!reply)
        return status == DM_OK ? dmi_no_memory(err) : status;
    reply->method = request->method == DM_REPLY_AUTO ? DM_REPLY_EXACT : request->method;
    reply->rule = request->terms.rule;
    reply->objective = request->terms.objective;
    reply->is_feasible = true;
    dm_status built = dmi_choice_reply_init(&r, arena, request, run, err);
    status = built == DM_STOPPED ? DM_OK : built;
    if (status == DM_OK)
        status = dmi_choice_set_init(&set, &r.problem, err);
    if (status == DM_OK) {
        double upper = r.problem.ceiling, other;
        if (built == DM_STOPPED) {
            status = dmi_choice_greedy(&r.problem, &set, &other, NULL, err);
            forget_incomplete(&r, &set);
        } else if (request->has_target) {
            status = dmi_choice_target(&r, &set, &upper, &reply->nodes, &is_settled, run, err);
        } else {
            status = choose_sites(&r, &set, &upper, &reply->nodes, run, err);
        }
        upper = upper < r.problem.ceiling ? upper : r.problem.ceiling;
        if (status == DM_OK || status == DM_STOPPED) {
            dm_status filled = fill_reply(&r, &set, upper, reply, err);
            status = filled != DM_OK ? filled : built == DM_STOPPED ? built : status;
        }
        if (request->has_target) {
            reply->is_feasible = set.gain > -INFINITY;
            reply->proven = is_settled;
        }
    }
    dmi_choice_set_clear(&set);
    dmi_choice_reply_clear(&r);
    if (status == DM_OK || status == DM_STOPPED)
        *out = reply;
    else
        dm_reply_free(reply);
    return status;
}
