/* pulls.c - a search from every site; the weights are added at the vertices that it reaches.
 *
 * The unit of a vertex is its largest weight so far: a larger one scales the sums down.  If only
 * some sites of a side compete, each vertex has a list of them, and the sums are made at the end.
 *
 * With several threads the sites are taken in batches of one per thread: first every thread
 * searches from its site, then every thread adds all sites of the batch, in their order, at its
 * part of the vertices.
 *
 * Cost: one search per site; memory O(n) per thread, and of the lists.
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
    const dmi_choice_rule *rule;
    const dmi_choice_site *site;
    int32_t count;
    dmi_site_search *search; /* one per site of the batch */
} site_batch;

static dm_status search_from_site(void *context, int worker, int32_t i, dm_error *err)
{
    site_batch *b = context;
    (void)worker;
    return dmi_site_search_run(&b->search[i], b->site[i].vertex, err);
}

/* Puts a site into its side's list at v, behind those that are as strong and listed before it. */
static void list_site(dmi_pulls *p, const dmi_choice_site *site, dm_vertex v, double utility)
{
    double *strongest = p->strongest[site->side] + (size_t)v * (size_t)p->choices;
    int32_t *which = p->which[site->side] + (size_t)v * (size_t)p->choices;
    int32_t at = p->choices;
    while (at > 0 && (which[at - 1] < 0 || strongest[at - 1] < utility ||
                      (strongest[at - 1] == utility && which[at - 1] > site->number)))
        at--;
    if (at == p->choices)
        return;
    for (int32_t i = p->choices - 1; i > at; i--) {
        strongest[i] = strongest[i - 1];
        which[i] = which[i - 1];
    }
    strongest[at] = utility;
    which[at] = site->number;
}

/* Adds a site at v. */
static void add_site(dmi_pulls *p, const dmi_choice_site *site, dm_vertex v, double utility,
                     int64_t distance)
{
    if (p->which[site->side]) {
        list_site(p, site, v, utility);
    } else if (utility > p->top[v]) {
        double scale = exp(p->top[v] - utility);
        p->total[0][v] *= scale;
        p->total[1][v] *= scale;
        p->total[site->side][v] += 1;
    } else {
        p->total[site->side][v] += exp(utility - p->top[v]);
    }
    p->top[v] = utility > p->top[v] ? utility : p->top[v];
    if (p->site[v] >= 0 && utility <= p->most[v])
        return;
    p->most[v] = utility;
    p->site[v] = site->number;
    p->distance[v] = distance;
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
        const dmi_choice_site *site = &b->site[k];
        const dmi_site_search *s = &b->search[k];
        for (dm_vertex i = 0; i < s->count; i++) {
            dm_vertex v = s->vertex[i];
            if (v >= from && v < to)
                add_site(p, site, v, dmi_choice_utility(b->rule, site, v, s->distance[i]),
                         s->distance[i]);
        }
    }
    return DM_OK;
}

static int compare_sites(const void *a, const void *b)
{
    const dmi_choice_site *x = a, *y = b;
    if (x->vertex != y->vertex)
        return x->vertex < y->vertex ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Lists of the strongest sites, if not all compete. */
static void alloc_lists(dmi_pulls *p, int32_t choices)
{
    p->choices = choices;
    for (int side = 0; side < 2 && choices < INT32_MAX; side++) {
        size_t room = (size_t)p->n * (size_t)choices;
        p->strongest[side] = dmi_array(&p->arrays, room, sizeof *p->strongest[side]);
        p->which[side] = dmi_array(&p->arrays, room, sizeof *p->which[side]);
        for (size_t i = 0; p->which[side] && i < room; i++)
            p->which[side][i] = -1;
    }
}

/* The sums of the lists. */
static void add_lists(dmi_pulls *p)
{
    for (int side = 0; side < 2; side++)
        for (dm_vertex v = 0; p->which[side] && v < p->n; v++)
            for (int32_t i = 0; i < p->choices; i++) {
                size_t at = (size_t)v * (size_t)p->choices + (size_t)i;
                if (p->which[side][at] >= 0)
                    p->total[side][v] += exp(p->strongest[side][at] - p->top[v]);
            }
}

dm_status dmi_pulls_init(dmi_pulls *pulls, const dm_graph *graph, const dmi_choice_rule *rule,
                         dmi_choice_site *sites, int32_t count, int threads, dm_run *run,
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
    p->top = dmi_array(&p->arrays, n, sizeof *p->top);
    p->most = dmi_array(&p->arrays, n, sizeof *p->most);
    p->site = dmi_array(&p->arrays, n, sizeof *p->site);
    p->distance = dmi_array(&p->arrays, n, sizeof *p->distance);
    alloc_lists(p, rule->choices);
    dm_status status = dmi_arrays_check(&p->arrays, err);
    for (dm_vertex v = 0; status == DM_OK && v < p->n; v++) {
        p->top[v] = rule->outside;
        p->most[v] = -INFINITY;
        p->site[v] = -1, p->distance[v] = -1;
    }
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
    if (status == DM_OK)
        add_lists(p);
    else
        dmi_pulls_clear(pulls);
    return status;
}

void dmi_pulls_clear(dmi_pulls *pulls)
{
    dmi_arrays_free(&pulls->arrays);
    *pulls = (dmi_pulls){0};
}
