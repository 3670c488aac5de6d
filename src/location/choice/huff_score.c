/* huff_score.c - the demand of every site under the Huff rule.
 *
 * The pulls of all sites are added up at every vertex; then a second search from each site adds
 * up its shares.  Nothing per pair of site and vertex is kept.
 *
 * Cost: two searches per site; memory O(n) per thread.
 */
#include <demesne/market.h>

#include "base/base.h"
#include "base/sum.h"
#include "location/choice/huff_terms.h"
#include "search/parallel_tasks.h"
#include <assert.h>
#include <stdlib.h>

typedef struct sharing {
    const dm_arena *arena;
    const dmi_pull_rule *rule;
    const dmi_pulls *pulls;
    const dmi_pull_site *sites;
    double *demand;          /* of each site */
    dmi_site_search *search; /* of each worker */
} sharing;

/* Adds up what a site gets of the demand of all vertices. */
static dm_status share_demand(void *context, int worker, int32_t i, dm_error *err)
{
    const sharing *s = context;
    const dmi_pull_site *site = &s->sites[i];
    const int64_t *values = dm_arena_values(s->arena);
    dmi_site_search *found = &s->search[worker];
    dmi_sum sum = {0};
    dm_status status = dmi_site_search_run(found, site->vertex, err);
    for (dm_vertex k = 0; status == DM_OK && k < found->count; k++) {
        dm_vertex v = found->vertex[k];
        double pull = site->attraction * dmi_pull(s->rule, found->distance[k]);
        double all = s->pulls->total[0][v] + s->pulls->total[1][v];
        assert(pull <= all * (1 + 1e-12));
        dmi_sum_add(&sum, (double)dm_value_of(values, v) * (pull / all));
    }
    s->demand[site->number] = dmi_sum_value(sum);
    return status;
}

static void add_vertices(const dm_arena *arena, const dmi_pulls *pulls, dm_huff_score *score)
{
    const int64_t *values = dm_arena_values(arena);
    dmi_sum sum[2] = {0}, unreached = {0};
    for (dm_vertex v = 0; v < score->n; v++) {
        double value = (double)dm_value_of(values, v);
        double all = pulls->total[DM_WHITE][v] + pulls->total[DM_BLACK][v];
        score->white[v] = all > 0 ? pulls->total[DM_WHITE][v] / all : -1;
        score->site[v] = pulls->site[v];
        score->distance[v] = pulls->distance[v];
        for (int side = 0; side < 2 && all > 0; side++)
            dmi_sum_add(&sum[side], value * (pulls->total[side][v] / all));
        dmi_sum_add(&unreached, all > 0 ? 0 : value);
    }
    score->score[DM_WHITE] = dmi_sum_value(sum[DM_WHITE]);
    score->score[DM_BLACK] = dmi_sum_value(sum[DM_BLACK]);
    score->unreached = dmi_sum_value(unreached);
}

dm_status dm_huff_score_new(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                            int group_count, int threads, dm_run *run, dm_huff_score **out,
                            dm_error *err)
{
    const dm_graph *graph = dm_arena_reverse(arena);
    size_t n = (size_t)dm_arena_vertices(arena);
    dmi_pull_rule rule = {0};
    dmi_pulls pulls = {0};
    sharing s = {.arena = arena, .rule = &rule, .pulls = &pulls};
    dmi_pull_site *sites = NULL;
    int32_t count = 0;
    threads = threads < 1 ? 1 : threads;
    dm_huff_score *score = dmi_calloc(1, sizeof *score);
    dm_status status = score ? dmi_huff_rule(terms, &rule, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_huff_sites(arena, groups, group_count, terms->may_meet, &sites, &count, err);
    if (status == DM_OK) {
        *score = (dm_huff_score){.n = (dm_vertex)n, .sites = count};
        score->white = dmi_alloc(n, sizeof *score->white);
        score->site = dmi_alloc(n, sizeof *score->site);
        score->distance = dmi_alloc(n, sizeof *score->distance);
        score->demand = dmi_calloc((size_t)count, sizeof *score->demand);
        if (!score->white || !score->site || !score->distance || !score->demand)
            status = dmi_no_memory(err);
    }
    if (status == DM_OK)
        status = dmi_pulls_init(&pulls, graph, &rule, sites, count, threads, run, err);
    if (status == DM_OK)
        status = dmi_site_searches_new(graph, rule.radius, threads, &s.search, err);
    if (status == DM_OK) {
        s.sites = sites;
        s.demand = score->demand;
        status = dmi_tasks_run(&(dmi_tasks){.work = share_demand,
                                            .context = &s,
                                            .count = count,
                                            .threads = threads,
                                            .run = run,
                                            .cost = 1,
                                            .phase = "shares"},
                               err);
    }
    if (status == DM_OK)
        add_vertices(arena, &pulls, score);
    dmi_site_searches_free(s.search, threads);
    dmi_pulls_clear(&pulls);
    free(sites);
    if (status == DM_OK)
        *out = score;
    else
        dm_huff_score_free(score);
    return dmi_as_unfinished(status, err);
}

void dm_huff_score_free(dm_huff_score *score)
{
    if (!score)
        return;
    free(score->white);
    free(score->site);
    free(score->distance);
    free(score->demand);
    free(score);
}
