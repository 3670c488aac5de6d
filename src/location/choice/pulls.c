/* pulls.c - a search from every site; the pulls are added at the vertices that it reaches.
 *
 * With several threads the sites are taken in batches of one per thread: first every thread
 * searches from its site, then every thread adds all sites of the batch, in their order, at its
 * part of the vertices.
 *
 * Cost: one search per site; memory O(n) per thread.
 */
#include "location/choice/pulls.h"

#include "search/parallel_tasks.h"
#include <assert.h>
#include <stdlib.h>

dm_status dmi_site_search_init(dmi_site_search *search, const dm_graph *graph, int64_t radius,
                               const dmi_site_search *other, dm_error *err)
{
    *search = (dmi_site_search){.radius = radius};
    search->vertex = dmi_alloc((size_t)graph->n, sizeof *search->vertex);
    search->distance = dmi_alloc((size_t)graph->n, sizeof *search->distance);
    dm_status status = search->vertex && search->distance ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK && radius < 0) {
        status = dmi_paths_init(&search->paths, graph, err);
    } else if (status == DM_OK && other) {
        status = dmi_bounded_search_share(&search->bounded, &other->bounded, err);
    } else if (status == DM_OK) {
        int64_t *limit = search->distance; /* not in use before the first search */
        for (dm_vertex v = 0; v < graph->n; v++)
            limit[v] = radius;
        status = dmi_bounded_search_init(&search->bounded, graph, limit, false, NULL, err);
    }
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

dm_status dmi_site_search_run(dmi_site_search *search, dm_vertex site, dm_error *err)
{
    dmi_site_search *s = search;
    s->count = 0;
    if (s->radius >= 0) {
        dm_status status = dmi_bounded_search_run(&s->bounded, site, s->radius, err);
        for (dm_vertex i = 0; status == DM_OK && i < s->bounded.count; i++) {
            s->vertex[i] = s->bounded.found[i];
            s->distance[i] = s->bounded.distance[s->vertex[i]];
            assert(s->distance[i] <= s->radius);
        }
        s->count = s->bounded.count;
        return status;
    }
    dmi_paths_start(&s->paths);
    dm_status status = dmi_paths_origin(&s->paths, site, 0, err);
    if (status == DM_OK)
        status = dmi_paths_run(&s->paths, UINT32_MAX, err);
    for (dm_vertex v = 0; status == DM_OK && v < s->paths.graph->n; v++) {
        uint64_t distance = dmi_paths_at(&s->paths, v).distance;
        s->vertex[s->count] = v;
        s->distance[s->count] = (int64_t)distance;
        s->count += distance != DMI_UNREACHED;
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

/* A batch of sites, as many as there are threads. */
typedef struct site_batch {
    dmi_pulls *pulls;
    const dmi_pull_rule *rule;
    const dmi_pull_site *site;
    int32_t count;
    dmi_site_search *search; /* one per site of the batch */
} site_batch;

static dm_status search_from_site(void *context, int worker, int32_t i, dm_error *err)
{
    site_batch *b = context;
    (void)worker;
    return dmi_site_search_run(&b->search[i], b->site[i].vertex, err);
}

/* Adds all sites of the batch at one part of the vertices. */
static dm_status add_pulls(void *context, int worker, int32_t part, dm_error *err)
{
    site_batch *b = context;
    dmi_pulls *p = b->pulls;
    int64_t n = p->n;
    dm_vertex from = (dm_vertex)(n * part / b->count), to = (dm_vertex)(n * (part + 1) / b->count);
    (void)worker;
    (void)err;
    for (int32_t k = 0; k < b->count; k++) {
        const dmi_pull_site *site = &b->site[k];
        const dmi_site_search *s = &b->search[k];
        for (dm_vertex i = 0; i < s->count; i++) {
            dm_vertex v = s->vertex[i];
            if (v < from || v >= to)
                continue;
            double pull = site->attraction * dmi_pull(b->rule, s->distance[i]);
            assert(pull > 0);
            p->total[site->side][v] += pull;
            if (pull <= p->most[v])
                continue;
            p->most[v] = pull;
            p->site[v] = site->number;
            p->distance[v] = s->distance[i];
        }
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

dm_status dmi_pulls_init(dmi_pulls *pulls, const dm_graph *graph, const dmi_pull_rule *rule,
                         dmi_pull_site *sites, int32_t count, int threads, dm_run *run,
                         dm_error *err)
{
    dmi_pulls *p = pulls;
    size_t n = (size_t)graph->n;
    site_batch b = {.pulls = p, .rule = rule};
    threads = threads < 1 ? 1 : threads > count ? (count > 0 ? (int)count : 1) : threads;
    qsort(sites, (size_t)count, sizeof *sites, compare_sites);
    *p = (dmi_pulls){.n = graph->n};
    for (int side = 0; side < 2; side++)
        p->total[side] = dmi_array_zeroed(&p->arrays, n, sizeof *p->total[side]);
    p->most = dmi_array_zeroed(&p->arrays, n, sizeof *p->most);
    p->site = dmi_array(&p->arrays, n, sizeof *p->site);
    p->distance = dmi_array(&p->arrays, n, sizeof *p->distance);
    dm_status status = dmi_arrays_check(&p->arrays, err);
    for (dm_vertex v = 0; status == DM_OK && v < p->n; v++)
        p->site[v] = -1, p->distance[v] = -1;
    if (status == DM_OK)
        status = dmi_site_searches_new(graph, rule->radius, threads, &b.search, err);
    for (int32_t done = 0; status == DM_OK && done < count; done += b.count) {
        b.site = sites + done;
        b.count = count - done < threads ? count - done : threads;
        dmi_tasks tasks = {
            .work = search_from_site, .context = &b, .count = b.count, .threads = threads};
        status = dmi_tasks_run(&tasks, err);
        tasks.work = add_pulls;
        if (status == DM_OK)
            status = dmi_tasks_run(&tasks, err);
        if (status == DM_OK &&
            !dmi_run_report(run, (uint64_t)b.count, "sites", (uint64_t)done, (uint64_t)count, NULL))
            status = dmi_stopped(run, err);
    }
    dmi_site_searches_free(b.search, threads);
    if (status != DM_OK)
        dmi_pulls_clear(pulls);
    return status;
}

void dmi_pulls_clear(dmi_pulls *pulls)
{
    dmi_arrays_free(&pulls->arrays);
    *pulls = (dmi_pulls){0};
}
