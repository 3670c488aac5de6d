/* site_distances.c - searches from the sites of a lead.
 *
 * The threads take sites, the standing ones first, until none is left.  Sums are stored in 32 bits;
 * if one does not fit, everything is done again in 64.
 */
#include "location/lead/site_distances.h"

#include "graph/shortest_paths.h"
#include "search/parallel_tasks.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT (INT64_C(1) << 30) /* bytes */

typedef struct distance_search {
    dmi_lead_distances *d;
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    dmi_paths *paths;      /* of each thread */
    atomic_bool too_large; /* for 32 bits */
    pthread_mutex_t lock;  /* of `white` and `black` of the distances */
} distance_search;

/* The sum at customer c, within the radius. */
static int64_t sum_at(const distance_search *s, const dmi_paths *paths, int32_t c, int64_t offset)
{
    const dm_terms *terms = &s->sites->request->terms;
    uint64_t distance = dmi_paths_at(paths, s->d->vertex[c]).distance;
    if (distance == DMI_UNREACHED || (terms->has_radius && distance > (uint64_t)terms->radius))
        return DMI_LEAD_NONE;
    return (int64_t)distance + offset;
}

static void write_row(distance_search *s, const dmi_paths *paths, int32_t site)
{
    dmi_lead_distances *d = s->d;
    size_t row = (size_t)site * (size_t)d->customers;
    int64_t offset = s->sites->site[site].offset;
    bool is_empty = s->sites->site[site].vertex < 0; /* it reaches nobody */
    for (int32_t c = 0; c < d->customers; c++) {
        int64_t sum = is_empty ? DMI_LEAD_NONE : sum_at(s, paths, c, offset);
        assert(sum >= 0);
        if (d->wide)
            d->wide[row + (size_t)c] = sum;
        else if (sum != DMI_LEAD_NONE && sum >= UINT32_MAX)
            atomic_store(&s->too_large, true);
        else
            d->narrow[row + (size_t)c] = sum == DMI_LEAD_NONE ? UINT32_MAX : (uint32_t)sum;
    }
}

/* Searches from a standing white site, a standing black one, or a site of the list. */
static dm_status search_from_task(void *context, int worker, int32_t task, dm_error *err)
{
    distance_search *s = context;
    dmi_paths *paths = &s->paths[worker];
    const dm_lead_request *r = s->sites->request;
    int32_t i = task, site = task - r->white.count - r->black.count;
    const dm_sites *list = i < r->white.count ? &r->white : &r->black;
    i -= list == &r->black ? r->white.count : 0;
    if (atomic_load(&s->too_large) && !s->d->wide)
        return DM_OK; /* all is done again */
    if (site >= 0 && s->sites->site[site].vertex < 0) {
        write_row(s, paths, site);
        return DM_OK;
    }
    if (list == &r->white && r->has_budget && list->may_close && list->may_close[i])
        return DM_OK; /* one of White's sites */
    dmi_paths_start(paths);
    dm_vertex v = site >= 0 ? s->sites->site[site].vertex : list->vertex[i];
    dm_status status = dmi_paths_origin(paths, v, 0, err);
    if (status == DM_OK)
        status = dmi_paths_run(paths, UINT32_MAX, err);
    if (status != DM_OK)
        return status;
    if (site >= 0) {
        write_row(s, paths, site);
        return DM_OK;
    }
    int64_t *least = list == &r->white ? s->d->white : s->d->black;
    pthread_mutex_lock(&s->lock);
    for (int32_t c = 0; c < s->d->customers; c++) {
        int64_t sum = sum_at(s, paths, c, list->offset ? list->offset[i] : 0);
        least[c] = sum < least[c] ? sum : least[c];
    }
    pthread_mutex_unlock(&s->lock);
    return DM_OK;
}

static dm_status check_table(int32_t sites, int32_t customers, size_t width, dm_error *err)
{
    int64_t bytes = (int64_t)sites * customers * (int64_t)width;
    if (bytes <= LIMIT)
        return DM_OK;
    return dmi_fail(err, DM_TOO_LARGE,
                    "the distances of %d sites to %d customers take %.1f GB; the limit is %.1f GB: "
                    "give fewer candidates",
                    sites, customers, (double)bytes / 1e9, (double)LIMIT / 1e9);
}

dm_status dmi_lead_distances_check(const dm_arena *arena, const dmi_lead_sites *sites,
                                   dm_error *err)
{
    int32_t customers = 0;
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
        customers += dm_value_of(dm_arena_values(arena), v) > 0;
    return check_table(sites->count, customers, sizeof(uint32_t), err);
}

/* Makes the table and fills it. */
static dm_status fill_table(distance_search *s, int threads, bool wide, dm_run *run, dm_error *err)
{
    dmi_lead_distances *d = s->d;
    const dm_lead_request *r = s->sites->request;
    const dm_graph *graph = dm_arena_reverse(s->arena);
    size_t width = wide ? sizeof *d->wide : sizeof *d->narrow;
    dm_status status = check_table(s->sites->count, d->customers, width, err);
    if (status != DM_OK)
        return status;
    void *cells = dmi_array(&d->arrays, (size_t)s->sites->count * (size_t)d->customers * width, 1);
    if (d->arrays.failed)
        return dmi_no_memory(err);
    d->wide = wide ? cells : NULL;
    d->narrow = wide ? NULL : cells;
    return dmi_tasks_run(&(dmi_tasks){.work = search_from_task,
                                      .context = s,
                                      .count = r->white.count + r->black.count + s->sites->count,
                                      .threads = threads,
                                      .run = run,
                                      .cost = (uint64_t)graph->n + graph->arcs,
                                      .phase = "distances"},
                         err);
}

dm_status dmi_lead_distances_init(dmi_lead_distances *distances, const dm_arena *arena,
                                  const dmi_lead_sites *sites, dm_run *run, dm_error *err)
{
    dmi_lead_distances *d = distances;
    dm_vertex n = dm_arena_vertices(arena);
    int threads = sites->request->threads < 1 ? 1 : sites->request->threads;
    *d = (dmi_lead_distances){0};
    distance_search s = {.d = d, .arena = arena, .sites = sites};
    d->vertex = dmi_array(&d->arrays, (size_t)n, sizeof *d->vertex);
    d->white = dmi_array(&d->arrays, (size_t)n, sizeof *d->white);
    d->black = dmi_array(&d->arrays, (size_t)n, sizeof *d->black);
    s.paths = dmi_calloc((size_t)threads, sizeof *s.paths);
    dm_status status = dmi_arrays_check(&d->arrays, err);
    if (status == DM_OK && (!s.paths || pthread_mutex_init(&s.lock, NULL) != 0))
        status = dmi_no_memory(err);
    if (status != DM_OK) {
        free(s.paths);
        dmi_lead_distances_clear(d);
        return status;
    }
    for (dm_vertex v = 0; v < n; v++)
        if (dm_value_of(dm_arena_values(arena), v) > 0) {
            d->white[d->customers] = d->black[d->customers] = DMI_LEAD_NONE;
            d->vertex[d->customers++] = v;
        }
    for (int i = 0; status == DM_OK && i < threads; i++)
        status = dmi_paths_init(&s.paths[i], dm_arena_reverse(arena), err);
    if (status == DM_OK)
        status = fill_table(&s, threads, false, run, err);
    if (status == DM_OK && atomic_load(&s.too_large))
        status = fill_table(&s, threads, true, run, err);
    for (int i = 0; i < threads; i++)
        dmi_paths_clear(&s.paths[i]);
    free(s.paths);
    pthread_mutex_destroy(&s.lock);
    if (status != DM_OK)
        dmi_lead_distances_clear(d);
    return status;
}

void dmi_lead_distances_clear(dmi_lead_distances *distances)
{
    dmi_arrays_free(&distances->arrays);
    *distances = (dmi_lead_distances){0};
}
