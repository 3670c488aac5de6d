/* layout.c - places for every vertex: which layout, and parts set side by side.
 *
 * A board's own coordinates come first.  Otherwise each connected part is laid out by its structure
 * and scaled to edges of length 1; the parts are set in rows, the tallest first:
 *
 *     +-------+ +----+ +--+
 *     |       | |    | |  |
 *     |       | |    | +--+
 *     +-------+ +----+
 *     +---+ +--+ . . . . .
 *
 * O(n + m) and a sort of the parts, besides the layouts themselves.
 */
#include "draw/layout/layout.h"

#include "base/base.h"
#include <assert.h>
#include <demesne/draw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAP_BETWEEN_PARTS 1.0

dmi_draw_box dmi_draw_box_of(const dm_point *places, dm_vertex n)
{
    assert(n >= 0);
    dmi_draw_box box = {0, 0, 0, 0};
    for (dm_vertex v = 0; v < n; v++) {
        dm_point p = places[v];
        if (v == 0)
            box = (dmi_draw_box){p.x, p.x, p.y, p.y};
        box.left = fmin(box.left, p.x);
        box.right = fmax(box.right, p.x);
        box.low = fmin(box.low, p.y);
        box.high = fmax(box.high, p.y);
    }
    return box;
}

void dmi_limit_places(dm_point *places, dm_vertex n)
{
    assert(n >= 0);
    dmi_draw_box box = dmi_draw_box_of(places, n);
    double half = fmax(box.right / 2 - box.left / 2, box.high / 2 - box.low / 2);
    if (half == 0 || (half > 1e-100 && half < 1e100))
        return;
    for (dm_vertex v = 0; v < n; v++)
        places[v] = (dm_point){(places[v].x / 2 - box.left / 2) / half,
                               (places[v].y / 2 - box.low / 2) / half};
}

dm_vertex dmi_breadth_first(const dm_graph *graph, dm_vertex from, dm_vertex *order, int32_t *depth)
{
    assert(from >= 0 && from < graph->n);
    for (dm_vertex v = 0; v < graph->n; v++)
        depth[v] = -1;
    dm_vertex head = 0, tail = 0;
    order[tail++] = from;
    depth[from] = 0;
    while (head < tail) {
        dm_vertex v = order[head++];
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
            dm_vertex w = graph->target[a];
            if (depth[w] < 0) {
                depth[w] = depth[v] + 1;
                order[tail++] = w;
            }
        }
    }
    assert(tail <= graph->n);
    return tail;
}

static dm_status lay_part(const dm_graph *graph, uint64_t seed, dm_point *places, dm_error *err)
{
    bool done = false;
    dm_status status = dmi_layout_grid(graph, places, &done, err);
    if (status == DM_OK && !done)
        done = dmi_layout_simple(graph, places);
    if (status == DM_OK && !done)
        status = dmi_layout_tree(graph, places, &done, err);
    if (status == DM_OK && !done) {
        status = dmi_layout_stress(graph, seed, places, err);
        /* Scales it so that an edge is 1 long in the mean. */
        double sum = 0;
        for (dm_vertex v = 0; v < graph->n; v++)
            for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
                dm_point p = places[v], q = places[graph->target[a]];
                sum += hypot(p.x - q.x, p.y - q.y);
            }
        if (sum > 0 && isfinite(sum)) {
            double factor = graph->arcs / sum;
            for (dm_vertex v = 0; v < graph->n; v++) {
                places[v].x *= factor;
                places[v].y *= factor;
            }
        }
    }
    return status;
}

typedef struct part {
    dm_vertex begin, count; /* in parts.member */
    double width, height;   /* of its layout, with the gap */
    double x, y;            /* where its lower left corner goes */
} part;

typedef struct parts {
    const dm_graph *graph;
    part *all;
    int32_t count;
    dm_vertex *member; /* vertices, part by part, increasing within each */
    dm_vertex *local;  /* a vertex's place within its part */
    uint32_t *first;   /* the graph of the part being laid out */
    dm_vertex *target;
    dm_point *places; /* of that part */
    dmi_arrays arrays;
} parts;

static dm_status lay_each(parts *p, uint64_t seed, dm_point *places, dm_error *err)
{
    for (int32_t i = 0; i < p->count; i++) {
        part *one = &p->all[i];
        /* The part's own graph, without lengths. */
        assert(one->begin >= 0 && one->begin + one->count <= p->graph->n);
        uint32_t arcs = 0;
        for (dm_vertex k = 0; k < one->count; k++) {
            dm_vertex v = p->member[one->begin + k];
            p->first[k] = arcs;
            for (uint32_t a = p->graph->first[v]; a < p->graph->first[v + 1]; a++)
                p->target[arcs++] = p->local[p->graph->target[a]];
        }
        assert(arcs <= p->graph->arcs);
        p->first[one->count] = arcs;
        dm_graph graph = {.n = one->count,
                          .arcs = arcs,
                          .first = p->first,
                          .target = p->target,
                          .uniform = 1,
                          .shortest = 1,
                          .longest = 1};
        dm_status status = lay_part(&graph, seed, p->places, err);
        if (status != DM_OK)
            return status;
        dmi_draw_box box = dmi_draw_box_of(p->places, one->count);
        one->width = box.right - box.left + GAP_BETWEEN_PARTS;
        one->height = box.high - box.low + GAP_BETWEEN_PARTS;
        for (dm_vertex j = 0; j < one->count; j++)
            places[p->member[one->begin + j]] =
                (dm_point){p->places[j].x - box.left, p->places[j].y - box.low};
    }
    return DM_OK;
}

static int tallest_first(const void *left, const void *right)
{
    const part *a = left, *b = right;
    if (a->height != b->height)
        return a->height < b->height ? 1 : -1;
    return a->begin < b->begin ? -1 : 1;
}

static dm_status lay_parts(const dm_arena *arena, uint64_t seed, const int32_t *part_of,
                           int32_t count, dm_point *places, dm_error *err)
{
    parts p;
    /* Sorts the vertices by part. */
    const dm_graph *graph = dm_arena_graph(arena);
    size_t n = (size_t)graph->n;
    p = (parts){.graph = graph, .count = count};
    p.all = dmi_array_zeroed(&p.arrays, (size_t)count, sizeof *p.all);
    p.member = dmi_array(&p.arrays, n, sizeof *p.member);
    p.local = dmi_array(&p.arrays, n, sizeof *p.local);
    p.first = dmi_array(&p.arrays, n + 1, sizeof *p.first);
    p.target = dmi_array(&p.arrays, graph->arcs, sizeof *p.target);
    p.places = dmi_array(&p.arrays, n, sizeof *p.places);
    if (dmi_arrays_check(&p.arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    for (dm_vertex v = 0; v < graph->n; v++)
        p.local[v] = p.all[part_of[v]].count++;
    dm_vertex begin = 0;
    for (int32_t i = 0; i < count; i++) {
        p.all[i].begin = begin;
        begin += p.all[i].count;
    }
    for (dm_vertex v = 0; v < graph->n; v++)
        p.member[p.all[part_of[v]].begin + p.local[v]] = v;
    dm_status status = lay_each(&p, seed, places, err);
    if (status == DM_OK) {
        /* Row after row, each as high as its highest part. */
        double area = 0, widest = 0;
        for (int32_t i = 0; i < p.count; i++) {
            area += p.all[i].width * p.all[i].height;
            widest = fmax(widest, p.all[i].width);
        }
        double room = fmax(widest, 1.3 * sqrt(area));
        qsort(p.all, (size_t)p.count, sizeof *p.all, tallest_first);
        double x = 0, top = 0, highest = 0;
        for (int32_t i = 0; i < p.count; i++) {
            part *one = &p.all[i];
            if (x > 0 && x + one->width > room * 1.0001) {
                top -= highest;
                x = highest = 0;
            }
            highest = fmax(highest, one->height);
            for (dm_vertex j = one->begin; j < one->begin + one->count; j++) {
                places[p.member[j]].x += x;
                places[p.member[j]].y += top - one->height;
            }
            x += one->width;
        }
    }
    dmi_arrays_free(&p.arrays);
    return status;
}

/* Coordinates that put all vertices on one point are of no use. */
static bool has_useful_places(const dm_arena *arena)
{
    const dm_point *own = dm_arena_places(arena);
    dm_vertex n = dm_arena_vertices(arena);
    if (!own)
        return false;
    dmi_draw_box box = dmi_draw_box_of(own, n);
    return n < 2 || box.right > box.left || box.high > box.low;
}

/* A table of pairs: customers in a column, the other sites in one beside it, both as tall. */
static void lay_table(const dm_graph *graph, dm_point *places)
{
    dm_vertex count[2] = {0}, at[2] = {0};
    for (dm_vertex v = 0; v < graph->n; v++)
        count[graph->first[v] == graph->first[v + 1]]++;
    for (dm_vertex v = 0; v < graph->n; v++) {
        int side = graph->first[v] == graph->first[v + 1];
        double tall = count[0] > count[1] ? count[0] : count[1];
        places[v] = (dm_point){side ? tall / 2 : 0, -tall * (at[side]++ + 0.5) / count[side]};
    }
}

dm_status dm_layout(const dm_arena *arena, uint64_t seed, dm_point *places, dm_error *err)
{
    if (dm_arena_graph(arena)->kind == DM_PAIRS) {
        lay_table(dm_arena_graph(arena), places);
        return DM_OK;
    }
    if (dm_arena_is_directed(arena)) {
        /* The layout ignores directions. */
        dm_arena *undirected = NULL;
        dm_status status = dm_arena_undirected(arena, &undirected, err);
        if (status == DM_OK)
            status = dm_layout(undirected, seed, places, err);
        dm_arena_free(undirected);
        return status;
    }
    const dm_graph *graph = dm_arena_graph(arena);
    size_t n = (size_t)graph->n;
    if (has_useful_places(arena)) {
        memcpy(places, dm_arena_places(arena), n * sizeof *places);
        double narrow = dmi_map_narrowing(arena);
        for (size_t v = 0; v < n; v++)
            places[v].x *= narrow;
        return DM_OK;
    }
    if (n == 0)
        return DM_OK;
    int32_t *part_of = dmi_alloc(n, sizeof *part_of), count = 0;
    if (!part_of)
        return dmi_no_memory(err);
    dm_point *fresh = dmi_alloc(n, sizeof *fresh);
    dm_status status = fresh ? dm_components(arena, part_of, &count, err) : dmi_no_memory(err);
    if (status == DM_OK && count == 1)
        status = lay_part(graph, seed, fresh, err);
    else if (status == DM_OK)
        status = lay_parts(arena, seed, part_of, count, fresh, err);
    if (status == DM_OK)
        memcpy(places, fresh, n * sizeof *places);
    free(fresh);
    free(part_of);
    return status;
}
