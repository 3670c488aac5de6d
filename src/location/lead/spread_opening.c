/* spread_opening.c - places White's sites so that the sum of the customers' distances is small.
 *
 * The sites are placed one by one, each on the best place of a random sample.  Then single sites
 * move: a random place takes the site nearest to it, if that makes the sum smaller.
 *
 * Cost: a search of the board per place tried.
 */
#include "location/lead/spread_opening.h"

#include <demesne/rng.h>
#include <math.h>
#include <string.h>

enum {
    SAMPLE_WORK = 1 << 21, /* vertices and arcs searched for all samples: some milliseconds */
    MOVES = 40             /* places tried per site */
};

typedef struct spread {
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    int32_t *white;
    int32_t count, standing; /* sites placed, and those that stand */
    dm_vertex *vertex;       /* standing sites, then those placed */
    int64_t *offset;
    bool *used;
    int32_t *nearest; /* of each vertex: its number in `vertex`; -1: none */
    dm_rng rng;
    dmi_arrays arrays;
} spread;

static void place(spread *s, int32_t i, int32_t site)
{
    s->white[i] = site;
    s->vertex[s->standing + i] = s->sites->site[site].vertex;
    s->offset[s->standing + i] = s->sites->site[site].offset;
}

/* The sum over all vertices of value times distance to the first `count` sites placed. */
static dm_status sum_distances(const spread *s, int32_t count, double *sum, dm_error *err)
{
    const dm_group group = {
        DM_WHITE, {.vertex = s->vertex, .offset = s->offset, .count = s->standing + count}};
    const int64_t *values = dm_arena_values(s->arena);
    dm_dominance *d = NULL;
    dm_status status = dm_terms_dominance(s->arena, &s->sites->request->terms, &group, 1, &d, err);
    if (status != DM_OK)
        return status;
    *sum = 1e18 * (double)d->unreached;
    for (dm_vertex v = 0; v < d->n; v++)
        if (d->owner[v] >= 0)
            *sum += (double)dm_value_of(values, v) * (double)d->distance[v];
    memcpy(s->nearest, d->site, (size_t)d->n * sizeof *s->nearest);
    dm_dominance_free(d);
    return DM_OK;
}

static dm_status place_next(spread *s, int64_t sample, dm_error *err)
{
    const dmi_lead_sites *list = s->sites;
    double least = INFINITY, sum = 0;
    int32_t best = -1;
    bool all = sample >= list->whites;
    for (int64_t k = 0; k < (all ? list->whites : sample) || best < 0; k++) {
        int32_t at = all ? (int32_t)k : (int32_t)dm_rng_below(&s->rng, (uint64_t)list->whites);
        if (s->used[at])
            continue;
        place(s, s->count, at);
        dm_status status = sum_distances(s, s->count + 1, &sum, err);
        if (status != DM_OK)
            return status;
        best = sum < least || best < 0 ? at : best;
        least = sum < least ? sum : least;
    }
    place(s, s->count++, best);
    s->used[best] = true;
    return DM_OK;
}

/* Moves a site to a random place next to it if the sum falls. */
static dm_status move_one(spread *s, double *least, dm_error *err)
{
    double sum = 0;
    int32_t to = (int32_t)dm_rng_below(&s->rng, (uint64_t)s->sites->whites);
    int32_t i = s->nearest[s->sites->site[to].vertex] - s->standing;
    if (s->used[to] || i < 0)
        return DM_OK;
    int32_t from = s->white[i];
    place(s, i, to);
    dm_status status = sum_distances(s, s->count, &sum, err);
    if (status != DM_OK)
        return status;
    if (sum < *least) {
        *least = sum;
        s->used[from] = false;
        s->used[to] = true;
        return DM_OK;
    }
    place(s, i, from);
    return sum_distances(s, s->count, &sum, err);
}

static dm_status place_all(spread *s, dm_run *run, dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(s->arena);
    int64_t work = ((int64_t)graph->n + graph->arcs) * s->sites->choose;
    double least = INFINITY;
    dm_status status = DM_OK;
    while (s->count < s->sites->choose && status == DM_OK)
        status = place_next(s, SAMPLE_WORK / work + 1, err);
    if (status == DM_OK && run)
        status = sum_distances(s, s->count, &least, err);
    for (int64_t k = 0; status == DM_OK && run && k < (int64_t)MOVES * s->count; k++) {
        if (!dmi_run_go_on(run, 1))
            break;
        status = move_one(s, &least, err);
    }
    return status;
}

dm_status dmi_lead_spread(const dm_arena *arena, const dmi_lead_sites *sites, dm_run *run,
                          int32_t *white, dm_error *err)
{
    const dm_sites *standing = &sites->request->white;
    size_t room = (size_t)standing->count + (size_t)sites->choose;
    spread s = {.arena = arena, .sites = sites, .white = white, .standing = standing->count};
    dm_rng_init(&s.rng, sites->request->seed);
    s.vertex = dmi_array(&s.arrays, room, sizeof *s.vertex);
    s.offset = dmi_array(&s.arrays, room, sizeof *s.offset);
    s.used = dmi_array_zeroed(&s.arrays, (size_t)sites->whites, sizeof *s.used);
    s.nearest = dmi_array(&s.arrays, (size_t)dm_arena_vertices(arena), sizeof *s.nearest);
    dm_status status = dmi_arrays_check(&s.arrays, err);
    for (int32_t i = 0; i < standing->count && status == DM_OK; i++) {
        s.vertex[i] = standing->vertex[i];
        s.offset[i] = standing->offset ? standing->offset[i] : 0;
    }
    if (status == DM_OK)
        status = place_all(&s, run, err);
    dmi_arrays_free(&s.arrays);
    return status;
}
