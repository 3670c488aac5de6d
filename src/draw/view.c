/* view.c - a position prepared for drawing: owners, places, sizes. */
#include "draw/view.h"

#include "base/base.h"
#include "draw/edge_boundary.h"
#include "graph/csr.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_COMPARED = 3000, /* vertices: the nearest places are searched up to here */
    DENSE_VERTICES = 20,  /* a board is dense from this number of vertices */
    DENSE_DEGREE = 16     /* and above this mean degree */
};

void dmi_view_clear(dmi_view *view)
{
    dm_dominance_free(view->own);
    dm_arena_free(view->undirected);
    free(view->stone_at);
    free(view->places);
    *view = (dmi_view){0};
}

int dmi_compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double nearest_place(const dmi_view *view, dm_vertex v)
{
    double nearest = INFINITY;
    dm_point p = view->places[v];
    for (dm_vertex w = 0; w < view->graph->n; w++) {
        double dx = view->places[w].x - p.x, dy = view->places[w].y - p.y;
        double squared = dx * dx + dy * dy;
        if (w != v && squared < nearest)
            nearest = squared;
    }
    return sqrt(nearest);
}

/* Few vertices: about the least distance between two of them.  Many: as if spread evenly. */
static dm_status measure_spacing(dmi_view *view, dm_error *err)
{
    dm_vertex n = view->graph->n;
    dmi_draw_box box = dmi_draw_box_of(view->places, n);
    double width = box.right - box.left, height = box.high - box.low;
    double even = n ? fmax(sqrt(width * height / n), fmax(width, height) / n) : 0;
    view->spacing = 0.7 * even;
    if (n > 1 && n <= MOST_COMPARED) {
        double *nearest = dmi_alloc((size_t)n, sizeof *nearest);
        if (!nearest)
            return dmi_no_memory(err);
        for (dm_vertex v = 0; v < n; v++)
            nearest[v] = nearest_place(view, v);
        qsort(nearest, (size_t)n, sizeof *nearest, dmi_compare_doubles);
        view->spacing = fmax(nearest[n / 12], 0.3 * even);
        free(nearest);
    }
    if (!(view->spacing > 0) || !isfinite(view->spacing))
        view->spacing = 1;
    view->dense_spacing = fmax(1.7 * even, view->spacing);
    return DM_OK;
}

bool dmi_draws_edge(const dmi_view *view, dm_vertex v, uint32_t arc)
{
    assert(v >= 0);
    const int64_t *distance = view->owned->distance;
    int64_t here = distance[v], there = distance[view->graph->target[arc]];
    int64_t length = dm_graph_length(view->graph, arc);
    return !view->shortest_paths_only ||
           (here >= 0 && there >= 0 && (here - there == length || there - here == length));
}

/* A customer on a one-way arc goes on to its end, so all of the arc belongs to that end. */
double dmi_boundary_share(const dmi_view *view, dm_vertex v, uint32_t arc)
{
    assert(v >= 0);
    dm_vertex w = view->graph->target[arc];
    int64_t length = dm_graph_length(view->graph, arc);
    if (view->undirected) {
        const dm_graph *graph = dm_arena_graph(view->arena);
        bool there = dmi_graph_length_between(graph, v, w) > 0;
        bool back = dmi_graph_length_between(graph, w, v) > 0;
        if (there != back)
            return there ? 0 : 1;
    }
    double share = dmi_edge_boundary(length, view->owned->distance[v], view->owned->distance[w]);
    return fmin(fmax(share, 0), 1);
}

static void note_stones(dmi_view *view)
{
    for (dm_vertex v = 0; v < view->graph->n; v++)
        view->stone_at[v] = -1;
    for (int64_t i = 0; i < view->count; i++)
        view->stone_at[view->stones[i].vertex] = (int32_t)i;
    const int64_t *values = dm_arena_values(view->arena);
    view->most_value = values ? 0 : 1;
    for (dm_vertex v = 0; values && v < view->graph->n; v++)
        if (values[v] > view->most_value)
            view->most_value = values[v];
}

dm_status dmi_view_init(const dm_arena *arena, const dm_stone *stones, int32_t count,
                        dm_tie_rule ties, const dm_dominance *owned, uint64_t seed, dmi_view *out,
                        dm_error *err)
{
    assert(count >= 0);
    size_t n = (size_t)dm_arena_vertices(arena);
    dmi_view view = {
        .arena = arena,
        .stones = stones,
        .count = count,
        .ties = ties,
    };
    dm_status status = dm_arena_check(arena, NULL, err);
    if (status == DM_OK && !owned)
        status = dm_dominance_new(arena, stones, count, ties, &view.own, err);
    for (int32_t i = 0; owned && i < count && status == DM_OK; i++) /* sites may share a vertex */
        if (stones[i].vertex < 0 || (size_t)stones[i].vertex >= n)
            status = dmi_fail(err, DM_BAD_VERTEX, "there is no vertex %d", stones[i].vertex);
    if (status != DM_OK)
        return status;
    view.owned = owned ? owned : view.own;
    if (dm_arena_is_directed(arena) && dm_arena_graph(arena)->kind == DM_NETWORK)
        status = dm_arena_undirected(arena, &view.undirected, err);
    view.graph = dm_arena_graph(view.undirected ? view.undirected : arena);
    view.stone_at = dmi_alloc(n, sizeof *view.stone_at);
    view.places = dmi_alloc(n, sizeof *view.places);
    if (status == DM_OK && (!view.stone_at || !view.places))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = dm_layout(view.undirected ? view.undirected : arena, seed, view.places, err);
    if (status == DM_OK) {
        dmi_limit_places(view.places, view.graph->n);
        /* On dense boards edges hide each other: only those on a shortest path from a stone are
         * drawn. */
        const dm_graph *graph = view.graph;
        double sum = 0, arcs = 0;
        view.shortest_paths_only = view.count > 0 && graph->n >= DENSE_VERTICES &&
                                   graph->arcs > (double)DENSE_DEGREE * graph->n;
        for (dm_vertex v = 0; v < graph->n; v++)
            for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
                if (!dmi_draws_edge(&view, v, a))
                    continue;
                dm_point p = view.places[v], q = view.places[graph->target[a]];
                sum += hypot(p.x - q.x, p.y - q.y);
                arcs++;
            }
        view.edge_sum = sum / 2;
        view.edge_count = arcs / 2;
        note_stones(&view);
        status = measure_spacing(&view, err);
    }
    if (status != DM_OK) {
        dmi_view_clear(&view);
        return status;
    }
    *out = view;
    return DM_OK;
}

const char *dmi_label(const dmi_view *view, dm_vertex v, char room[16])
{
    assert(v >= 0);
    const char *name = dm_arena_name(view->arena, v);
    if (name && *name)
        return name;
    snprintf(room, 16, "%" PRId32, v);
    return room;
}

/* The area of a free vertex grows with its value, on boards where values differ. */
double dmi_mark_radius(const dmi_view *view, dm_vertex v)
{
    assert(v >= 0);
    if (view->stone_at[v] >= 0)
        return view->stone;
    const int64_t *values = dm_arena_values(view->arena);
    if (!values || view->most_value <= 1)
        return view->dot;
    double share = (double)values[v] / (double)view->most_value;
    return fmax(view->dot, 0.85 * view->stone) * (0.35 + 0.65 * sqrt(share));
}
