/* site_distances.c - searches from the sites of a lead.
 *
 * The workers take sites, the standing ones first, until none is left.  Sums are stored in 32 bits;
 * if one does not fit, everything is done again in 64.
 */
#include "location/lead/site_distances.h"

#include "base/threads.h"
#include "graph/shortest_paths.h"
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define LIMIT (INT64_C(1) << 30) /* bytes */

typedef struct search {
    dmi_lead_distances *d;
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    dm_run *run;
    atomic_int next;       /* task: a standing white, a standing black, a site */
    atomic_bool too_large; /* for 32 bits */
    pthread_mutex_t lock;  /* of what follows, and of `white` and `black` */
    dm_status status;
    dm_error err;
} search;

static void stop(search *s, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&s->lock);
    if (s->status == DM_OK) {
        s->status = status;
        s->err = *err;
    }
    pthread_mutex_unlock(&s->lock);
}

static bool is_stopped(search *s)
{
    pthread_mutex_lock(&s->lock);
    bool stopped = s->status != DM_OK;
    pthread_mutex_unlock(&s->lock);
    return stopped || (atomic_load(&s->too_large) && !s->d->wide);
}

/* The sum at customer c, within the radius. */
static int64_t sum_at(const search *s, const dmi_paths *paths, int32_t c, int64_t offset)
{
    const dm_terms *terms = &s->sites->request->terms;
    uint64_t distance = dmi_paths_at(paths, s->d->vertex[c]).distance;
    if (distance == DMI_UNREACHED || (terms->has_radius && distance > (uint64_t)terms->radius))
        return DMI_LEAD_NONE;
    return (int64_t)distance + offset;
}

static void write_row(search *s, const dmi_paths *paths, int32_t site)
{
    dmi_lead_distances *d = s->d;
    size_t row = (size_t)site * (size_t)d->customers;
    int64_t offset = s->sites->site[site].offset;
    for (int32_t c = 0; c < d->customers; c++) {
        int64_t sum = sum_at(s, paths, c, offset);
        if (d->wide)
            d->wide[row + (size_t)c] = sum;
        else if (sum != DMI_LEAD_NONE && sum >= UINT32_MAX)
            atomic_store(&s->too_large, true);
        else
            d->narrow[row + (size_t)c] = sum == DMI_LEAD_NONE ? UINT32_MAX : (uint32_t)sum;
    }
}

static void lower(search *s, const dmi_paths *paths, const dm_sites *list, int32_t i,
                  int64_t *least)
{
    pthread_mutex_lock(&s->lock);
    for (int32_t c = 0; c < s->d->customers; c++) {
        int64_t sum = sum_at(s, paths, c, list->offset ? list->offset[i] : 0);
        least[c] = sum < least[c] ? sum : least[c];
    }
    pthread_mutex_unlock(&s->lock);
}

static dm_status search_from(dmi_paths *paths, dm_vertex v, dm_error *err)
{
    dmi_paths_start(paths);
    dm_status status = dmi_paths_origin(paths, v, 0, err);
    return status == DM_OK ? dmi_paths_run(paths, UINT32_MAX, err) : status;
}

static void no_row(search *s, int32_t site)
{
    dmi_lead_distances *d = s->d;
    size_t row = (size_t)site * (size_t)d->customers, size = (size_t)d->customers;
    for (size_t c = 0; c < size && d->wide; c++)
        d->wide[row + c] = DMI_LEAD_NONE;
    if (!d->wide)
        memset(d->narrow + row, 0xff, size * sizeof *d->narrow);
}

static dm_status do_task(search *s, dmi_paths *paths, int32_t task, dm_error *err)
{
    const dm_lead_request *r = s->sites->request;
    int32_t i = task, site = task - r->white.count - r->black.count;
    const dm_sites *list = i < r->white.count ? &r->white : &r->black;
    i -= list == &r->black ? r->white.count : 0;
    if (site >= 0 && s->sites->site[site].vertex < 0) {
        no_row(s, site);
        return DM_OK;
    }
    if (list == &r->white && r->has_budget && list->may_close && list->may_close[i])
        return DM_OK; /* one of White's sites */
    dm_status status =
        search_from(paths, site >= 0 ? s->sites->site[site].vertex : list->vertex[i], err);
    if (status != DM_OK)
        return status;
    if (site >= 0)
        write_row(s, paths, site);
    else
        lower(s, paths, list, i, list == &r->white ? s->d->white : s->d->black);
    return DM_OK;
}

static void work(void *context, int worker)
{
    search *s = context;
    const dm_graph *graph = dm_arena_reverse(s->arena);
    const dm_lead_request *r = s->sites->request;
    dmi_paths paths = {0};
    dm_error err = {0};
    dm_status status = dmi_paths_init(&paths, graph, &err);
    int32_t tasks = r->white.count + r->black.count + s->sites->count;
    uint64_t cost = (uint64_t)graph->n + graph->arcs;
    (void)worker;
    for (int32_t task; status == DM_OK && (task = atomic_fetch_add(&s->next, 1)) < tasks;) {
        if (!dmi_run_report(s->run, cost, "distances", (uint64_t)task + 1, (uint64_t)tasks, NULL))
            status = dmi_stopped(s->run, &err);
        if (status == DM_OK)
            status = do_task(s, &paths, task, &err);
        if (is_stopped(s))
            break;
    }
    if (status != DM_OK)
        stop(s, status, &err);
    dmi_paths_clear(&paths);
}

static dm_status list_customers(dmi_lead_distances *d, const dm_arena *arena, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    const int64_t *values = dm_arena_values(arena);
    d->vertex = dmi_array(&d->arrays, (size_t)n, sizeof *d->vertex);
    d->white = dmi_array(&d->arrays, (size_t)n, sizeof *d->white);
    d->black = dmi_array(&d->arrays, (size_t)n, sizeof *d->black);
    if (dmi_arrays_check(&d->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    for (dm_vertex v = 0; v < n; v++)
        if (dm_value_of(values, v) > 0)
            d->vertex[d->customers++] = v;
    for (int32_t c = 0; c < d->customers; c++)
        d->white[c] = d->black[c] = DMI_LEAD_NONE;
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

static int32_t count_customers(const dm_arena *arena)
{
    int32_t count = 0;
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
        count += dm_value_of(dm_arena_values(arena), v) > 0;
    return count;
}

dm_status dmi_lead_distances_check(const dm_arena *arena, const dmi_lead_sites *sites,
                                   dm_error *err)
{
    return check_table(sites->count, count_customers(arena), sizeof(uint32_t), err);
}

static dm_status make_table(dmi_lead_distances *d, const dmi_lead_sites *sites, bool wide,
                            dm_error *err)
{
    size_t width = wide ? sizeof *d->wide : sizeof *d->narrow;
    size_t bytes = (size_t)sites->count * (size_t)d->customers * width;
    dm_status status = check_table(sites->count, d->customers, width, err);
    if (status != DM_OK)
        return status;
    void *cells = dmi_array(&d->arrays, bytes, 1);
    d->wide = wide ? cells : NULL;
    d->narrow = wide ? NULL : cells;
    return d->arrays.failed ? dmi_no_memory(err) : DM_OK;
}

static dm_status fill(search *s, bool wide, dm_error *err)
{
    int threads = s->sites->request->threads < 1 ? 1 : s->sites->request->threads;
    dm_status status = make_table(s->d, s->sites, wide, err);
    if (status != DM_OK)
        return status;
    atomic_store(&s->next, 0);
    dmi_threads_run(threads, work, s);
    if (s->status != DM_OK && err)
        *err = s->err;
    return s->status;
}

dm_status dmi_lead_distances_init(dmi_lead_distances *distances, const dm_arena *arena,
                                  const dmi_lead_sites *sites, dm_run *run, dm_error *err)
{
    *distances = (dmi_lead_distances){0};
    search s = {.d = distances, .arena = arena, .sites = sites, .run = run};
    dm_status status = list_customers(distances, arena, err);
    if (status != DM_OK)
        return status;
    if (pthread_mutex_init(&s.lock, NULL) != 0)
        status = dmi_no_memory(err);
    else {
        status = fill(&s, false, err);
        if (status == DM_OK && atomic_load(&s.too_large))
            status = fill(&s, true, err);
        pthread_mutex_destroy(&s.lock);
    }
    if (status != DM_OK)
        dmi_lead_distances_clear(distances);
    return status;
}

void dmi_lead_distances_clear(dmi_lead_distances *distances)
{
    dmi_arrays_free(&distances->arrays);
    *distances = (dmi_lead_distances){0};
}
