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
#include "base/threads.h"
#include "location/choice/huff_terms.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct sharing {
    const dm_arena *arena;
    const dmi_pull_rule *rule;
    const dmi_pulls *pulls;
    const dmi_pull_site *sites;
    int32_t count;
    double *demand;          /* of each site */
    dmi_site_search *search; /* of each worker */
    _Atomic int32_t next;
    _Atomic bool failed;
    pthread_mutex_t lock; /* guards status and error */
    dm_status status;
    dm_error error;
    dm_run *run;
} sharing;

static double demand_of(const sharing *s, const dmi_pull_site *site, const dmi_site_search *found)
{
    const int64_t *values = dm_arena_values(s->arena);
    dmi_sum sum = {0};
    for (dm_vertex i = 0; i < found->count; i++) {
        dm_vertex v = found->vertex[i];
        double pull = site->attraction * dmi_pull(s->rule, found->distance[i]);
        dmi_sum_add(&sum, (double)dm_value_of(values, v) *
                              (pull / (s->pulls->total[0][v] + s->pulls->total[1][v])));
    }
    return dmi_sum_value(sum);
}

static void give_up(sharing *s, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&s->lock);
    if (s->status == DM_OK) {
        s->status = status;
        s->error = *err;
    }
    pthread_mutex_unlock(&s->lock);
    atomic_store(&s->failed, true);
}

static void share(void *context, int worker)
{
    sharing *s = context;
    dmi_site_search *search = &s->search[worker];
    for (int32_t i; !atomic_load(&s->failed) && (i = atomic_fetch_add(&s->next, 1)) < s->count;) {
        dm_error err = {0};
        dm_status status = dmi_site_search_run(search, s->sites[i].vertex, &err);
        if (status == DM_OK)
            s->demand[s->sites[i].number] = demand_of(s, &s->sites[i], search);
        if (status == DM_OK &&
            !dmi_run_report(s->run, 1, "shares", (uint64_t)i, (uint64_t)s->count, NULL))
            status = dmi_stopped(s->run, &err);
        if (status != DM_OK)
            give_up(s, status, &err);
    }
}

static dm_status share_all(sharing *s, int threads, dm_error *err)
{
    threads = threads < 1 ? 1 : threads;
    dm_status status = dmi_site_searches_new(dm_arena_reverse(s->arena), s->rule->radius, threads,
                                             &s->search, err);
    if (status != DM_OK)
        return status;
    pthread_mutex_init(&s->lock, NULL);
    dmi_threads_run(threads, share, s);
    pthread_mutex_destroy(&s->lock);
    dmi_site_searches_free(s->search, threads);
    if (s->status != DM_OK && err)
        *err = s->error;
    return s->status;
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

static dm_huff_score *make_room(dm_vertex n, int32_t sites)
{
    dm_huff_score *score = dmi_calloc(1, sizeof *score);
    if (!score)
        return NULL;
    score->n = n;
    score->sites = sites;
    score->white = dmi_alloc((size_t)n, sizeof *score->white);
    score->site = dmi_alloc((size_t)n, sizeof *score->site);
    score->distance = dmi_alloc((size_t)n, sizeof *score->distance);
    score->demand = dmi_calloc((size_t)sites, sizeof *score->demand);
    if (score->white && score->site && score->distance && score->demand)
        return score;
    dm_huff_score_free(score);
    return NULL;
}

dm_status dm_huff_score_new(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                            int group_count, int threads, dm_run *run, dm_huff_score **out,
                            dm_error *err)
{
    dmi_pull_rule rule = {0};
    dmi_pulls pulls = {0};
    sharing s = {.arena = arena, .rule = &rule, .pulls = &pulls, .run = run};
    dmi_pull_site *sites = NULL;
    dm_huff_score *score = NULL;
    dm_status status = dmi_huff_rule(terms, &rule, err);
    if (status == DM_OK)
        status = dmi_huff_sites(arena, groups, group_count, &sites, &s.count, err);
    if (status == DM_OK && !(score = make_room(dm_arena_vertices(arena), s.count)))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_pulls_init(&pulls, dm_arena_reverse(arena), &rule, sites, s.count, threads,
                                run, err);
    if (status == DM_OK) {
        s.sites = sites;
        s.demand = score->demand;
        status = share_all(&s, threads, err);
    }
    if (status == DM_OK)
        add_vertices(arena, &pulls, score);
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
