/* pulls.c - a search from every site; the pulls are added at the vertices that it reaches.
 *
 * With several threads the sites are taken in batches of one per thread: first every thread
 * searches from its site, then every thread adds all sites of the batch, in their order, at its
 * part of the vertices.
 *
 * Cost: one search per site; memory O(n) per thread.
 */
#include "location/choice/pulls.h"

#include "base/threads.h"
#include <stdatomic.h>
#include <stdlib.h>

static dm_status init_bounded(dmi_site_search *s, const dm_graph *graph,
                              const dmi_site_search *other, dm_error *err)
{
    if (other)
        return dmi_bounded_search_share(&s->bounded, &other->bounded, err);
    int64_t *limit = dmi_alloc((size_t)graph->n, sizeof *limit);
    if (!limit)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < graph->n; v++)
        limit[v] = s->radius;
    dm_status status = dmi_bounded_search_init(&s->bounded, graph, limit, false, NULL, err);
    free(limit);
    return status;
}

dm_status dmi_site_search_init(dmi_site_search *search, const dm_graph *graph, int64_t radius,
                               const dmi_site_search *other, dm_error *err)
{
    *search = (dmi_site_search){.radius = radius};
    search->vertex = dmi_alloc((size_t)graph->n, sizeof *search->vertex);
    search->distance = dmi_alloc((size_t)graph->n, sizeof *search->distance);
    dm_status status = search->vertex && search->distance ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = radius >= 0 ? init_bounded(search, graph, other, err)
                             : dmi_paths_init(&search->paths, graph, err);
    if (status != DM_OK)
        dmi_site_search_clear(search);
    return status;
}

void dmi_site_search_clear(dmi_site_search *search)
{
    dmi_paths_clear(&search->paths);
    dmi_bounded_search_clear(&search->bounded);
    free(search->vertex);
    free(search->distance);
    *search = (dmi_site_search){0};
}

static dm_status run_bounded(dmi_site_search *s, dm_vertex site, dm_error *err)
{
    dm_status status = dmi_bounded_search_run(&s->bounded, site, s->radius, err);
    for (dm_vertex i = 0; status == DM_OK && i < s->bounded.count; i++) {
        s->vertex[i] = s->bounded.found[i];
        s->distance[i] = s->bounded.distance[s->vertex[i]];
    }
    s->count = s->bounded.count;
    return status;
}

dm_status dmi_site_search_run(dmi_site_search *search, dm_vertex site, dm_error *err)
{
    if (search->radius >= 0)
        return run_bounded(search, site, err);
    dmi_paths_start(&search->paths);
    dm_status status = dmi_paths_origin(&search->paths, site, 0, err);
    if (status == DM_OK)
        status = dmi_paths_run(&search->paths, UINT32_MAX, err);
    search->count = 0;
    for (dm_vertex v = 0; status == DM_OK && v < search->paths.graph->n; v++) {
        uint64_t distance = dmi_paths_at(&search->paths, v).distance;
        search->vertex[search->count] = v;
        search->distance[search->count] = (int64_t)distance;
        search->count += distance != DMI_UNREACHED;
    }
    return status;
}

dm_status dmi_site_searches_new(const dm_graph *graph, int64_t radius, int count,
                                dmi_site_search **out, dm_error *err)
{
    dmi_site_search *searches = dmi_calloc((size_t)count, sizeof *searches);
    dm_status status = searches ? DM_OK : dmi_no_memory(err);
    for (int i = 0; status == DM_OK && i < count; i++)
        status = dmi_site_search_init(&searches[i], graph, radius, i ? searches : NULL, err);
    if (status == DM_OK)
        *out = searches;
    else
        dmi_site_searches_free(searches, count);
    return status;
}

void dmi_site_searches_free(dmi_site_search *searches, int count)
{
    for (int i = count; searches && i-- > 0;) /* those that share the arcs first */
        dmi_site_search_clear(&searches[i]);
    free(searches);
}

typedef struct adding {
    dmi_pulls *pulls;
    const dmi_pull_rule *rule;
    const dmi_pull_site *batch;
    int batch_size;
    dmi_site_search *search; /* one per site of the batch */
    _Atomic int next;        /* the next piece of work: a site, or a part of the vertices */
    dm_status *status;
    dm_error *error;
} adding;

static void search_batch(void *context, int worker)
{
    adding *a = context;
    (void)worker;
    for (int i; (i = atomic_fetch_add(&a->next, 1)) < a->batch_size;)
        a->status[i] = dmi_site_search_run(&a->search[i], a->batch[i].vertex, &a->error[i]);
}

static void add_site(dmi_pulls *p, const dmi_pull_rule *rule, const dmi_pull_site *site,
                     const dmi_site_search *s, dm_vertex from, dm_vertex to)
{
    for (dm_vertex i = 0; i < s->count; i++) {
        dm_vertex v = s->vertex[i];
        if (v < from || v >= to)
            continue;
        double pull = site->attraction * dmi_pull(rule, s->distance[i]);
        p->total[site->side][v] += pull;
        if (pull <= p->most[v])
            continue;
        p->most[v] = pull;
        p->site[v] = site->number;
        p->distance[v] = s->distance[i];
    }
}

static void add_batch(void *context, int worker)
{
    adding *a = context;
    int64_t n = a->pulls->n;
    (void)worker;
    for (int part; (part = atomic_fetch_add(&a->next, 1)) < a->batch_size;) {
        dm_vertex from = (dm_vertex)(n * part / a->batch_size);
        dm_vertex to = (dm_vertex)(n * (part + 1) / a->batch_size);
        for (int i = 0; i < a->batch_size; i++)
            add_site(a->pulls, a->rule, &a->batch[i], &a->search[i], from, to);
    }
}

static void share_work(adding *a, dmi_thread_fn *work)
{
    atomic_store(&a->next, 0);
    dmi_threads_run(a->batch_size, work, a);
}

static dm_status add_all(adding *a, const dmi_pull_site *sites, int32_t count, int threads,
                         dm_run *run, dm_error *err)
{
    for (int32_t done = 0; done < count; done += a->batch_size) {
        a->batch = sites + done;
        a->batch_size = count - done < threads ? (int)(count - done) : threads;
        share_work(a, search_batch);
        for (int i = 0; i < a->batch_size; i++) {
            if (a->status[i] == DM_OK)
                continue;
            if (err)
                *err = a->error[i];
            return a->status[i];
        }
        share_work(a, add_batch);
        if (!dmi_run_report(run, (uint64_t)a->batch_size, "sites", (uint64_t)done, (uint64_t)count,
                            NULL))
            return dmi_stopped(run, err);
    }
    return DM_OK;
}

static int compare_sites(const void *a, const void *b)
{
    const dmi_pull_site *x = a, *y = b;
    if (x->vertex != y->vertex)
        return x->vertex < y->vertex ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static dm_status make_room(dmi_pulls *p, dm_vertex n, dm_error *err)
{
    *p = (dmi_pulls){.n = n};
    for (int side = 0; side < 2; side++)
        p->total[side] = dmi_array_zeroed(&p->arrays, (size_t)n, sizeof *p->total[side]);
    p->most = dmi_array_zeroed(&p->arrays, (size_t)n, sizeof *p->most);
    p->site = dmi_array(&p->arrays, (size_t)n, sizeof *p->site);
    p->distance = dmi_array(&p->arrays, (size_t)n, sizeof *p->distance);
    dm_status status = dmi_arrays_check(&p->arrays, err);
    for (dm_vertex v = 0; status == DM_OK && v < n; v++)
        p->site[v] = -1, p->distance[v] = -1;
    return status;
}

dm_status dmi_pulls_init(dmi_pulls *pulls, const dm_graph *graph, const dmi_pull_rule *rule,
                         dmi_pull_site *sites, int32_t count, int threads, dm_run *run,
                         dm_error *err)
{
    threads = threads < 1 ? 1 : threads > count ? (count > 0 ? (int)count : 1) : threads;
    qsort(sites, (size_t)count, sizeof *sites, compare_sites);
    adding a = {.pulls = pulls, .rule = rule};
    dm_status status = make_room(pulls, graph->n, err);
    if (status == DM_OK)
        status = dmi_site_searches_new(graph, rule->radius, threads, &a.search, err);
    a.status = dmi_calloc((size_t)threads, sizeof *a.status);
    a.error = dmi_calloc((size_t)threads, sizeof *a.error);
    if (status == DM_OK && (!a.status || !a.error))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = add_all(&a, sites, count, threads, run, err);
    dmi_site_searches_free(a.search, threads);
    free(a.status);
    free(a.error);
    if (status != DM_OK)
        dmi_pulls_clear(pulls);
    return status;
}

void dmi_pulls_clear(dmi_pulls *pulls)
{
    dmi_arrays_free(&pulls->arrays);
    *pulls = (dmi_pulls){0};
}
