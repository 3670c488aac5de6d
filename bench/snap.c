/* snap.c - 100 000 places found on the streets of a map of more than 10^6 of them.
 *
 * The map is a road board laid on one square degree.  The peer looks at every street for each of a
 * few places, and is charged for all of them.
 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>

enum { PLACES = 100000, SAMPLE = 20, WEST = 70000000, SOUTH = 430000000, DEGREE = 10000000 };

typedef struct trial {
    dm_arena *town;
    dm_lonlat *places;
    dm_snapped *found;
    dm_vertex *vertex;
    double sum; /* of the peer's distances, so that they are computed */
} trial;

static dm_status lay_out(const dm_arena *road, dm_arena **out, dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(road);
    const dm_point *places = dm_arena_places(road);
    dm_builder *builder = NULL;
    double size = 1;
    dm_status status = dm_builder_new(graph->n, &builder, err);
    for (dm_vertex v = 0; v < graph->n; v++)
        size = fmax(size, fmax(places[v].x, places[v].y));
    for (dm_vertex v = 0; v < graph->n && status == DM_OK; v++) {
        status = dm_builder_place(builder, v, 7 + places[v].x / size, 43 + places[v].y / size, err);
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1] && status == DM_OK; a++)
            if (graph->target[a] > v)
                status =
                    dm_builder_edge(builder, v, graph->target[a], dm_graph_length(graph, a), err);
    }
    if (status != DM_OK) {
        dm_builder_free(builder);
        return status;
    }
    dm_builder_geographic(builder, DM_METRES);
    return dm_builder_finish(builder, out, err);
}

static dm_status find(void *user, dm_error *err)
{
    trial *t = user;
    return dm_snap(t->town, t->places, PLACES, 0, NULL, t->found, err);
}

static double distance_to(const trial *t, int32_t street, dm_lonlat place)
{
    dm_lonlat a = dm_street_point(t->town, street, 0), b = dm_street_point(t->town, street, 1);
    double squeeze = cos(place.lat * 1e-7 * 3.14159265358979 / 180);
    double ax = (a.lon - place.lon) * squeeze, ay = a.lat - place.lat;
    double ux = (b.lon - a.lon) * squeeze, uy = b.lat - a.lat, size = ux * ux + uy * uy;
    double at = size > 0 ? fmin(1, fmax(0, -(ax * ux + ay * uy) / size)) : 0;
    return hypot(ax + at * ux, ay + at * uy);
}

static dm_status look_at_all(void *user, dm_error *err)
{
    trial *t = user;
    (void)err;
    for (int i = 0; i < SAMPLE; i++) {
        double least = INFINITY;
        for (int32_t s = 0; s < dm_arena_map(t->town)->streets; s++)
            least = fmin(least, distance_to(t, s, t->places[i]));
        t->sum += least;
    }
    return DM_OK;
}

static dm_status divide(void *user, dm_error *err)
{
    trial *t = user;
    dm_arena *divided = NULL;
    dm_status status = dm_arena_divided(t->town, t->found, PLACES, t->vertex, &divided, err);
    dm_arena_free(divided);
    return status;
}

static dm_status measure(bench *b, trial *t, dm_error *err)
{
    double seconds[3];
    bench_step steps[] = {{find, t}, {look_at_all, t}, {divide, t}};
    dm_status status = bench_time(b, steps, 3, seconds, err);
    if (status != DM_OK)
        return status;
    bench_print(b, "%d streets, %d places", dm_arena_map(t->town)->streets, PLACES);
    bench_row(b, &(bench_result){.what = "find the nearest streets",
                                 .unit = "s",
                                 .ours = seconds[0],
                                 .peer = "looking at all",
                                 .theirs = seconds[1] * PLACES / SAMPLE});
    bench_row(b,
              &(bench_result){.what = "divide the board there", .unit = "s", .ours = seconds[2]});
    return DM_OK;
}

dm_status bench_snap(bench *b, dm_error *err)
{
    trial t = {0};
    dm_arena *road = NULL;
    dm_rng rng;
    dm_rng_init(&rng, b->seed);
    dm_status status = dm_generate("road:700000", b->seed, &road, err);
    if (status == DM_OK)
        status = lay_out(road, &t.town, err);
    dm_arena_free(road);
    t.places = calloc(PLACES, sizeof *t.places);
    t.found = calloc(PLACES, sizeof *t.found);
    t.vertex = calloc(PLACES, sizeof *t.vertex);
    if (status == DM_OK && (!t.places || !t.found || !t.vertex))
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int i = 0; i < PLACES && status == DM_OK; i++)
        t.places[i] = (dm_lonlat){WEST + (int32_t)dm_rng_below(&rng, DEGREE),
                                  SOUTH + (int32_t)dm_rng_below(&rng, DEGREE)};
    if (status == DM_OK)
        status = measure(b, &t, err);
    free(t.places);
    free(t.found);
    free(t.vertex);
    dm_arena_free(t.town);
    return status;
}
