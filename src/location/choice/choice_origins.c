/* choice_origins.c - whom new sites take their demand from if customers divide.
 *
 * Let q(i) be the share of site i at a customer before the new sites opened, q(0) what was outside
 * or unreached, and p(j) the share of new site j after.  If nothing closes and all sites compete,
 * all lose the same part of what they had, so p(j) comes from site i by p(j) q(i).  If sites close,
 * these lose everything: with r the weights before in units of those after and c the sum of q over
 * those that close, the others lose max(0, 1 - r) of what they had, and
 *
 *     p(j) q(i) lost(i) / (c + (1 - c) max(0, 1 - r)),     lost(i) = 1 if i closes, else max(0, 1 -
 * r).
 *
 * If only some sites of a side compete, the lists of those say what each had and has.
 *
 * Cost: three searches per site, as the new ones are taken in batches whose shares are kept at
 * every vertex; with lists one or two.
 */
#include "location/choice/choice_origins.h"

#include "base/base.h"
#include "location/choice/choice_rule.h"
#include "location/choice/pulls.h"
#include "search/parallel_tasks.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_NUMBERS = 1 << 24 }; /* of the shares of a batch */

typedef struct origins {
    const dm_arena *arena;
    const int64_t *values;
    dmi_choice_rule rule;
    dmi_choice_site *site; /* by their numbers */
    const dmi_site_change *change;
    int32_t count;
    dmi_pulls was, is;
    double *all[2];  /* of each vertex: the weights before and after, with the outside */
    double *lost[2]; /* of each vertex: by which q of sites that stay and that close is multiplied;
                        NULL: 1, as nothing closes */
    double *before;  /* the outputs */
    double **from;   /* of each new site of the batch, */
    double **share;  /* and its share at every vertex */
    int32_t batch;
    bool is_first;
    dmi_site_search *search; /* of each worker */
    dmi_arrays arrays;
} origins;

static double value_of(const origins *o, dm_vertex v)
{
    return (double)dm_value_of(o->values, v);
}

/* What is outside or unreached at v. */
static double nobodys(const origins *o, const dmi_pulls *pulls, const double *all, dm_vertex v)
{
    return all[v] > 0 ? dmi_pulls_outside(pulls, &o->rule, v) / all[v] : 1;
}

/* Fills `share` with what the site has at every vertex. */
static dm_status find_share(const origins *o, const dmi_pulls *pulls, const double *all,
                            int32_t number, dmi_site_search *search, double *share, dm_error *err)
{
    const dmi_choice_site *site = &o->site[number];
    memset(share, 0, (size_t)pulls->n * sizeof *share);
    dm_status status = dmi_site_search_run(search, site->vertex, err);
    for (dm_vertex k = 0; status == DM_OK && k < search->count; k++) {
        dm_vertex v = search->vertex[k];
        double utility = dmi_choice_utility(&o->rule, site, v, search->distance[k]);
        share[v] = exp(utility - pulls->top[v]) / all[v];
    }
    return status;
}

/* What the new sites of the batch take from one that stands, or that closes. */
static dm_status take_from(void *context, int worker, int32_t number, dm_error *err)
{
    origins *o = context;
    const dmi_choice_site *site = &o->site[number];
    dmi_site_search *search = &o->search[worker];
    if (o->change[number] == DMI_SITE_OPENS)
        return DM_OK;
    const double *lost = o->lost[o->change[number] == DMI_SITE_CLOSES];
    dm_status status = dmi_site_search_run(search, site->vertex, err);
    for (dm_vertex k = 0; status == DM_OK && k < search->count; k++) {
        dm_vertex v = search->vertex[k];
        double utility = dmi_choice_utility(&o->rule, site, v, search->distance[k]);
        double had = value_of(o, v) * exp(utility - o->was.top[v]) / o->all[0][v];
        o->before[number] += o->is_first ? had : 0;
        had *= lost ? lost[v] : 1;
        for (int32_t j = 0; j < o->batch && had > 0; j++)
            o->from[j][number] += had * o->share[j][v];
    }
    return status;
}

/* And what nobody had. */
static void take_from_nobody(origins *o)
{
    for (dm_vertex v = 0; v < o->was.n; v++) {
        double had = value_of(o, v) * nobodys(o, &o->was, o->all[0], v);
        had *= o->lost[0] ? o->lost[0][v] : 1;
        for (int32_t j = 0; j < o->batch && had > 0; j++)
            o->from[j][o->count] += had * o->share[j][v];
    }
}

/* By which the shares of sites that stay and that close are multiplied. */
static dm_status find_lost(origins *o, dm_error *err)
{
    size_t n = (size_t)o->was.n;
    bool any = false;
    for (int32_t i = 0; i < o->count; i++)
        any |= o->change[i] == DMI_SITE_CLOSES;
    if (!any)
        return DM_OK;
    double *closing = dmi_array_zeroed(&o->arrays, n, sizeof *closing);
    double *share = dmi_array(&o->arrays, n, sizeof *share);
    for (int k = 0; k < 2; k++)
        o->lost[k] = dmi_array(&o->arrays, n, sizeof *o->lost[k]);
    dm_status status = dmi_arrays_check(&o->arrays, err);
    for (int32_t i = 0; i < o->count && status == DM_OK; i++) {
        if (o->change[i] != DMI_SITE_CLOSES)
            continue;
        status = find_share(o, &o->was, o->all[0], i, o->search, share, err);
        for (size_t v = 0; v < n && status == DM_OK; v++)
            closing[v] += share[v];
    }
    for (size_t v = 0; v < n && status == DM_OK; v++) {
        /* the weights before in units of those after */
        double ratio = o->all[0][v] > 0 && o->all[1][v] > 0
                           ? o->all[0][v] / o->all[1][v] * exp(o->was.top[v] - o->is.top[v])
                           : 0;
        double stays = ratio < 1 ? 1 - ratio : 0, sum = closing[v] + (1 - closing[v]) * stays;
        o->lost[0][v] = sum > 0 ? stays / sum : 0;
        o->lost[1][v] = sum > 0 ? 1 / sum : 0;
    }
    return status;
}

/* Takes the new sites in batches. */
static dm_status trace_batches(origins *o, int threads, double *from, dm_run *run, dm_error *err)
{
    size_t n = (size_t)o->was.n;
    int32_t most = (int32_t)(KEPT_NUMBERS / (n + 1)) + 1, next = 0;
    most = most < o->count ? most : o->count;
    o->from = dmi_array(&o->arrays, (size_t)most, sizeof *o->from);
    o->share = dmi_array(&o->arrays, (size_t)most, sizeof *o->share);
    double *kept = dmi_array(&o->arrays, (size_t)most * n, sizeof *kept);
    dm_status status = dmi_arrays_check(&o->arrays, err);
    o->is_first = true;
    while (status == DM_OK && (next < o->count || o->is_first)) {
        o->batch = 0;
        for (; next < o->count && o->batch < most && status == DM_OK; next++) {
            if (o->change[next] != DMI_SITE_OPENS)
                continue;
            o->from[o->batch] = from;
            o->share[o->batch] = kept + (size_t)o->batch * n;
            from += o->count + 1;
            status = find_share(o, &o->is, o->all[1], next, o->search, o->share[o->batch++], err);
        }
        if (o->batch == 0 && !o->is_first)
            break;
        if (status == DM_OK)
            status = dmi_tasks_run(&(dmi_tasks){.work = take_from,
                                                .context = o,
                                                .count = o->count,
                                                .threads = threads,
                                                .run = run,
                                                .cost = 1,
                                                .phase = "origins"},
                                   err);
        if (status == DM_OK)
            take_from_nobody(o);
        o->is_first = false;
    }
    return status;
}

/* The share of a site at v by the lists of those that compete. */
static double listed_share(const dmi_pulls *p, const double *all, int32_t side, int32_t number,
                           dm_vertex v)
{
    for (int32_t i = 0; i < p->choices; i++) {
        size_t at = (size_t)v * (size_t)p->choices + (size_t)i;
        if (p->which[side][at] == number)
            return exp(p->strongest[side][at] - p->top[v]) / all[v];
    }
    return 0;
}

/* What the sites in the lists at v lose; returns the sum.  lost[0] is nobody's. */
static double find_listed_losses(const origins *o, dm_vertex v, int32_t *who, double *lost,
                                 int32_t *count)
{
    double sum = nobodys(o, &o->was, o->all[0], v) - nobodys(o, &o->is, o->all[1], v);
    lost[0] = sum = sum > 0 ? sum : 0;
    who[0] = o->count;
    *count = 1;
    for (int32_t side = 0; side < 2; side++)
        for (int32_t i = 0; i < o->was.choices; i++) {
            int32_t number = o->was.which[side][(size_t)v * (size_t)o->was.choices + (size_t)i];
            if (number < 0)
                break;
            double had = listed_share(&o->was, o->all[0], side, number, v);
            double has = o->change[number] == DMI_SITE_CLOSES
                             ? 0
                             : listed_share(&o->is, o->all[1], side, number, v);
            o->before[number] += value_of(o, v) * had;
            who[*count] = number;
            lost[*count] = had > has ? had - has : 0;
            sum += lost[(*count)++];
        }
    return sum;
}

/* If only some sites of a side compete: row[i] is the row of new site i. */
static dm_status trace_lists(origins *o, double *const *row, dm_run *run, dm_error *err)
{
    size_t most = 2 * (size_t)o->was.choices + 1;
    int32_t *who = dmi_array(&o->arrays, most, sizeof *who), count;
    double *lost = dmi_array(&o->arrays, most, sizeof *lost);
    dm_status status = dmi_arrays_check(&o->arrays, err);
    for (dm_vertex v = 0; v < o->was.n && status == DM_OK; v++) {
        double sum = find_listed_losses(o, v, who, lost, &count);
        for (int32_t side = 0; side < 2 && sum > 0; side++)
            for (int32_t i = 0; i < o->is.choices; i++) {
                int32_t number = o->is.which[side][(size_t)v * (size_t)o->is.choices + (size_t)i];
                if (number < 0)
                    break;
                if (o->change[number] != DMI_SITE_OPENS)
                    continue;
                double part =
                    value_of(o, v) / sum * listed_share(&o->is, o->all[1], side, number, v);
                for (int32_t k = 0; k < count; k++)
                    row[number][who[k]] += part * lost[k];
            }
        if (!dmi_run_go_on(run, 1))
            status = dmi_stopped(run, err);
    }
    return status;
}

/* The weights of the sites that are there, with the outside. */
static dm_status add_up(origins *o, dmi_site_change without, int threads, dmi_pulls *pulls,
                        double **all, dm_run *run, dm_error *err)
{
    int32_t count = 0;
    dmi_choice_site *list = dmi_alloc((size_t)o->count, sizeof *list);
    if (!list)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < o->count; i++)
        if (o->change[i] != without)
            list[count++] = o->site[i];
    dm_status status =
        dmi_pulls_init(pulls, dm_arena_reverse(o->arena), &o->rule, list, count, threads, run, err);
    free(list);
    if (status != DM_OK)
        return status;
    *all = dmi_array(&o->arrays, (size_t)pulls->n, sizeof **all);
    status = dmi_arrays_check(&o->arrays, err);
    for (dm_vertex v = 0; v < pulls->n && status == DM_OK; v++)
        (*all)[v] = pulls->total[0][v] + pulls->total[1][v] + dmi_pulls_outside(pulls, &o->rule, v);
    return status;
}

/* If no side has more sites than compete, all compete. */
static void limit_choices(origins *o)
{
    int32_t own[2] = {0, 0};
    for (int32_t i = 0; i < o->count; i++)
        own[o->site[i].side]++;
    if (own[0] <= o->rule.choices && own[1] <= o->rule.choices)
        o->rule.choices = INT32_MAX;
}

static dm_status trace(origins *o, int threads, double *from, dm_run *run, dm_error *err)
{
    if (o->rule.choices == INT32_MAX) {
        dm_status status = dmi_site_searches_new(dm_arena_reverse(o->arena), o->rule.radius,
                                                 threads, &o->search, err);
        if (status == DM_OK)
            status = find_lost(o, err);
        if (status == DM_OK)
            status = trace_batches(o, threads, from, run, err);
        dmi_site_searches_free(o->search, threads);
        return status;
    }
    double **row = dmi_calloc((size_t)o->count, sizeof *row);
    if (!row)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < o->count; i++)
        if (o->change[i] == DMI_SITE_OPENS) {
            row[i] = from;
            from += o->count + 1;
        }
    dm_status status = trace_lists(o, row, run, err);
    free(row);
    return status;
}

dm_status dmi_choice_origins(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                             int32_t count, const dmi_site_change *change, int threads, dm_run *run,
                             double *before, double *from, dm_error *err)
{
    origins o = {
        .arena = arena, .values = dm_arena_values(arena), .change = change, .before = before};
    int32_t sites = 0, news = 0;
    threads = threads < 1 ? 1 : threads;
    for (int32_t i = 0; i < count; i++)
        news += change[i] == DMI_SITE_OPENS;
    memset(before, 0, (size_t)count * sizeof *before);
    memset(from, 0, (size_t)news * ((size_t)count + 1) * sizeof *from);
    dm_status status = dmi_choice_rule_init(&o.rule, arena, terms, err);
    if (status == DM_OK)
        status = dmi_choice_sites(arena, terms, groups, count, &o.site, &sites, err);
    assert(status != DM_OK || sites == count);
    o.count = count;
    if (status == DM_OK)
        limit_choices(&o);
    if (status == DM_OK)
        status = add_up(&o, DMI_SITE_OPENS, threads, &o.was, &o.all[0], run, err);
    if (status == DM_OK)
        status = add_up(&o, DMI_SITE_CLOSES, threads, &o.is, &o.all[1], run, err);
    if (status == DM_OK)
        status = trace(&o, threads, from, run, err);
    dmi_pulls_clear(&o.was);
    dmi_pulls_clear(&o.is);
    dmi_arrays_free(&o.arrays);
    free(o.site);
    return dmi_as_unfinished(status, err);
}
