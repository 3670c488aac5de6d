/* choice_score.c - the demand of every site if customers divide.
 *
 * The weights of all sites are added up at every vertex; then a second search from each site adds
 * up its shares.  Nothing per pair of site and vertex is kept, except, if only some sites of a side
 * compete, the lists of those: they say at once what each gets.
 *
 * Cost: two searches per site; memory O(n) per thread.
 */
#include <demesne/market.h>

#include "base/base.h"
#include "base/sum.h"
#include "location/choice/choice_rule.h"
#include "location/choice/pulls.h"
#include "search/parallel_tasks.h"
#include <assert.h>
#include <stdlib.h>

typedef struct sharing {
    const dm_arena *arena;
    dmi_choice_rule rule;
    dmi_pulls pulls;
    dmi_choice_site *sites;
    int32_t count;
    int threads;
    double *demand;          /* of each site */
    dmi_site_search *search; /* of each worker */
} sharing;

static double all_weights(const sharing *s, dm_vertex v)
{
    return s->pulls.total[0][v] + s->pulls.total[1][v] + dmi_pulls_outside(&s->pulls, &s->rule, v);
}

/* Adds up what a site gets of the demand of all vertices. */
static dm_status share_demand(void *context, int worker, int32_t i, dm_error *err)
{
    const sharing *s = context;
    const dmi_choice_site *site = &s->sites[i];
    const int64_t *values = dm_arena_values(s->arena);
    dmi_site_search *found = &s->search[worker];
    dmi_sum sum = {0};
    dm_status status = dmi_site_search_run(found, site->vertex, err);
    for (dm_vertex k = 0; status == DM_OK && k < found->count; k++) {
        dm_vertex v = found->vertex[k];
        double utility = dmi_choice_utility(&s->rule, site, v, found->distance[k]);
        double weight = exp(utility - s->pulls.top[v]), all = all_weights(s, v);
        assert(weight <= all * (1 + 1e-9));
        dmi_sum_add(&sum, (double)dm_value_of(values, v) * (weight / all));
    }
    s->demand[site->number] = dmi_sum_value(sum);
    return status;
}

/* The same from the lists of those that compete. */
static void share_by_lists(sharing *s, dmi_sum *sum)
{
    const int64_t *values = dm_arena_values(s->arena);
    const dmi_pulls *p = &s->pulls;
    for (int side = 0; side < 2; side++)
        for (dm_vertex v = 0; v < p->n; v++)
            for (int32_t i = 0; i < p->choices; i++) {
                size_t at = (size_t)v * (size_t)p->choices + (size_t)i;
                if (p->which[side][at] < 0)
                    break;
                double weight = exp(p->strongest[side][at] - p->top[v]);
                dmi_sum_add(&sum[p->which[side][at]],
                            (double)dm_value_of(values, v) * (weight / all_weights(s, v)));
            }
    for (int32_t i = 0; i < s->count; i++)
        s->demand[i] = dmi_sum_value(sum[i]);
}

/* If no side has more sites than compete, all compete. */
static void limit_choices(sharing *s)
{
    int32_t own[2] = {0, 0};
    for (int32_t i = 0; i < s->count; i++)
        own[s->sites[i].side]++;
    if (own[0] <= s->rule.choices && own[1] <= s->rule.choices)
        s->rule.choices = INT32_MAX;
}

static dm_status share_all(sharing *s, dm_run *run, dm_error *err)
{
    if (s->pulls.choices < INT32_MAX) {
        dmi_sum *sum = dmi_calloc((size_t)s->count, sizeof *sum);
        if (!sum)
            return dmi_no_memory(err);
        share_by_lists(s, sum);
        free(sum);
        return DM_OK;
    }
    dm_status status = dmi_site_searches_new(dm_arena_reverse(s->arena), s->rule.radius, s->threads,
                                             &s->search, err);
    if (status == DM_OK)
        status = dmi_tasks_run(&(dmi_tasks){.work = share_demand,
                                            .context = s,
                                            .count = s->count,
                                            .threads = s->threads,
                                            .run = run,
                                            .cost = 1,
                                            .phase = "shares"},
                               err);
    dmi_site_searches_free(s->search, s->threads);
    return status;
}

static void add_vertices(const sharing *s, dm_choice_score *score)
{
    const int64_t *values = dm_arena_values(s->arena);
    const dmi_pulls *pulls = &s->pulls;
    dmi_sum sum[2] = {0}, outside = {0}, unreached = {0};
    for (dm_vertex v = 0; v < score->n; v++) {
        double value = (double)dm_value_of(values, v), all = all_weights(s, v);
        score->site[v] = pulls->site[v];
        score->distance[v] = pulls->distance[v];
        for (int side = 0; side < 2; side++) {
            score->share[side][v] = all > 0 ? pulls->total[side][v] / all : -1;
            dmi_sum_add(&sum[side], all > 0 ? value * score->share[side][v] : 0);
        }
        if (all > 0)
            dmi_sum_add(&outside, value * (dmi_pulls_outside(pulls, &s->rule, v) / all));
        dmi_sum_add(&unreached, all > 0 ? 0 : value);
    }
    score->score[DM_WHITE] = dmi_sum_value(sum[DM_WHITE]);
    score->score[DM_BLACK] = dmi_sum_value(sum[DM_BLACK]);
    score->outside = dmi_sum_value(outside);
    score->unreached = dmi_sum_value(unreached);
}

static dm_status alloc_score(dm_choice_score *score, dm_vertex n, int32_t sites, dm_error *err)
{
    *score = (dm_choice_score){.n = n, .sites = sites};
    for (int side = 0; side < 2; side++)
        score->share[side] = dmi_alloc((size_t)n, sizeof *score->share[side]);
    score->site = dmi_alloc((size_t)n, sizeof *score->site);
    score->distance = dmi_alloc((size_t)n, sizeof *score->distance);
    score->demand = dmi_calloc((size_t)sites, sizeof *score->demand);
    bool has_room =
        score->share[0] && score->share[1] && score->site && score->distance && score->demand;
    return has_room ? DM_OK : dmi_no_memory(err);
}

dm_status dm_choice_score_new(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                              int group_count, int threads, dm_run *run, dm_choice_score **out,
                              dm_error *err)
{
    sharing s = {.arena = arena, .threads = threads < 1 ? 1 : threads};
    dm_choice_score *score = dmi_calloc(1, sizeof *score);
    dm_status status =
        score ? dmi_choice_rule_init(&s.rule, arena, terms, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_choice_sites(arena, terms, groups, group_count, &s.sites, &s.count, err);
    if (status == DM_OK)
        limit_choices(&s);
    if (status == DM_OK)
        status = alloc_score(score, dm_arena_vertices(arena), s.count, err);
    if (status == DM_OK)
        status = dmi_pulls_init(&s.pulls, dm_arena_reverse(arena), &s.rule, s.sites, s.count,
                                s.threads, run, err);
    if (status == DM_OK) {
        s.demand = score->demand;
        status = share_all(&s, run, err);
    }
    if (status == DM_OK)
        add_vertices(&s, score);
    dmi_pulls_clear(&s.pulls);
    free(s.sites);
    if (status == DM_OK)
        *out = score;
    else
        dm_choice_score_free(score);
    return dmi_as_unfinished(status, err);
}

void dm_choice_score_free(dm_choice_score *score)
{
    if (!score)
        return;
    for (int side = 0; side < 2; side++)
        free(score->share[side]);
    free(score->site);
    free(score->distance);
    free(score->demand);
    free(score);
}
