/* metric.c - diameter, radius and medians of the largest strong component.
 *
 * A tree takes three sweeps.  The vertex u farthest from any vertex is an end of a
 * longest path, the vertex v farthest from u is its other end, and no vertex is
 * farther from x than u or v is.  The medians are the vertices with at most half of
 * the total value beyond each of their edges: a step over an edge changes the sum
 * by its length times (value on this side - value beyond), and on a tree every
 * local minimum of the sum is a global one.  O(n), with any lengths.
 * Source: Jordan 1869; Goldman, Optimal center location in simple networks, 1971.
 *
 * Other components take one search from every vertex against the direction of the arcs,
 * O(n (m + n log n)).  A path between two vertices of a strong component stays in it.
 *
 * Sums stop at UINT64_MAX; only a least sum beyond INT64_MAX is an error, so
 * nothing is ever compared after wrapping around.
 */
#include "arena/arena.h"
#include "base/base.h"
#include "graph/shortest_paths.h"
#include <assert.h>
#include <demesne/graph.h>
#include <stdlib.h>
#include <string.h>

/* The largest component, in increasing order. */
typedef struct component {
    const dm_graph *graph;
    const int64_t *values;
    dm_vertex *member;
    dm_vertex size;
    uint64_t arcs;
} component;

static uint64_t add_product(uint64_t sum, uint64_t a, uint64_t b)
{
    uint64_t product;
    if (__builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(sum, product, &sum))
        return UINT64_MAX;
    return sum;
}

static uint64_t value_at(const component *c, dm_vertex v)
{
    return (uint64_t)dm_value_of(c->values, v);
}

static dm_status find_component(const dm_arena *arena, component *out, dm_error *err)
{
    const dm_graph *graph = dm_arena_reverse(arena);
    size_t n = (size_t)graph->n;
    int32_t *part = dmi_alloc(n, sizeof *part);
    dm_vertex *member = dmi_calloc(n, sizeof *member);
    int32_t count = 0;
    dm_status status =
        part && member ? dm_strong_components(arena, part, &count, err) : dmi_no_memory(err);
    if (status == DM_OK) {
        *out = (component){graph, dm_arena_values(arena), member, 0, 0};
        int32_t chosen = 0;
        for (dm_vertex v = 0; v < graph->n; v++) /* sizes, before there are members */
            member[part[v]]++;
        for (int32_t i = 1; i < count; i++)
            chosen = member[i] > member[chosen] ? i : chosen;
        for (dm_vertex v = 0; v < graph->n; v++)
            if (part[v] == chosen) {
                member[out->size++] = v;
                out->arcs += graph->first[v + 1] - graph->first[v];
            }
    } else {
        free(member);
    }
    free(part);
    return status;
}

/* The result so far. */
typedef struct measured {
    uint64_t diameter, radius, least;
    dm_vertex *medians;
    dm_vertex count;
} measured;

static void add_eccentricity(measured *m, uint64_t eccentricity)
{
    if (eccentricity > m->diameter)
        m->diameter = eccentricity;
    if (eccentricity < m->radius)
        m->radius = eccentricity;
}

/* A walk of the tree away from `order[0]`.  Arrays are indexed by vertex. */
typedef struct walk {
    dm_vertex *order;
    dm_vertex *parent;
    uint64_t *distance;
    dmi_arrays arrays;
} walk;

static dm_status walk_init(walk *w, size_t n, dm_error *err)
{
    w->order = dmi_array(&w->arrays, n, sizeof *w->order);
    w->parent = dmi_array(&w->arrays, n, sizeof *w->parent);
    w->distance = dmi_array(&w->arrays, n, sizeof *w->distance);
    return dmi_arrays_check(&w->arrays, err);
}

/* Returns the vertex farthest from `root`. */
static dm_vertex walk_from(walk *w, const component *c, dm_vertex root)
{
    assert(root >= 0 && root < c->graph->n);
    const dm_graph *graph = c->graph;
    dm_vertex filled = 0, farthest = root;
    w->order[filled++] = root;
    w->parent[root] = -1;
    w->distance[root] = 0;
    for (dm_vertex i = 0; i < filled; i++) {
        dm_vertex v = w->order[i];
        if (w->distance[v] > w->distance[farthest])
            farthest = v;
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            dm_vertex to = graph->target[arc];
            if (to == w->parent[v])
                continue;
            w->parent[to] = v;
            w->distance[to] = w->distance[v] + (uint64_t)dm_graph_length(graph, arc);
            assert(filled < c->size);
            w->order[filled++] = to;
        }
    }
    return farthest;
}

static dm_status measure_tree(const component *c, measured *m, dm_error *err)
{
    walk a = {0}, b = {0};
    size_t n = (size_t)c->graph->n;
    dm_status status = walk_init(&a, n, err);
    if (status == DM_OK)
        status = walk_init(&b, n, err);
    if (status == DM_OK) {
        /* Of a tree: from the ends of its longest path. */
        dm_vertex end = walk_from(&a, c, c->member[0]);
        dm_vertex other = walk_from(&a, c, end);
        walk_from(&b, c, other);
        for (dm_vertex i = 0; i < c->size; i++) {
            dm_vertex v = c->member[i];
            add_eccentricity(m, a.distance[v] > b.distance[v] ? a.distance[v] : b.distance[v]);
        }
        walk_from(&a, c, c->member[0]);
        uint64_t *weight = a.distance; /* the distances of this walk are not needed */
        /* `weight[v]` becomes the value of v's subtree, `heaviest[v]` that of its heaviest child.
         */
        for (dm_vertex i = 0; i < c->size; i++) {
            weight[c->member[i]] = value_at(c, c->member[i]);
            b.distance[c->member[i]] = 0;
        }
        for (dm_vertex i = c->size - 1; i > 0; i--) {
            dm_vertex v = a.order[i], up = a.parent[v];
            weight[up] += weight[v];
            if (weight[v] > b.distance[up])
                b.distance[up] = weight[v];
        }
        assert(a.order[0] == c->member[0]);
        uint64_t total = weight[c->member[0]];
        for (dm_vertex i = 0; i < c->size; i++) {
            dm_vertex v = c->member[i];
            uint64_t above = total - weight[v];
            if (2 * b.distance[v] <= total && 2 * above <= total)
                m->medians[m->count++] = v;
        }
        assert(m->count >= 1);
        walk_from(&a, c, m->medians[0]);
        m->least = 0;
        for (dm_vertex i = 0; i < c->size; i++)
            m->least = add_product(m->least, a.distance[c->member[i]], value_at(c, c->member[i]));
    }
    dmi_arrays_free(&a.arrays);
    dmi_arrays_free(&b.arrays);
    return status;
}

static dm_status measure_all(const component *c, dm_run *run, measured *m, dm_error *err)
{
    dmi_paths paths = {0};
    dm_status status = dmi_paths_init(&paths, c->graph, err);
    for (dm_vertex i = 0; status == DM_OK && i < c->size; i++) {
        uint64_t farthest = 0, sum = 0;
        if (!dmi_run_report(run, 1, "eccentricities", (uint64_t)i, (uint64_t)c->size, NULL)) {
            status = dmi_stopped(run, err);
            break;
        }
        dmi_paths_start(&paths);
        status = dmi_paths_origin(&paths, c->member[i], 0, err);
        if (status == DM_OK)
            status = dmi_paths_run(&paths, UINT32_MAX, err);
        if (status != DM_OK)
            break;
        for (dm_vertex k = 0; k < c->size; k++) {
            uint64_t distance = dmi_paths_at(&paths, c->member[k]).distance;
            farthest = distance > farthest ? distance : farthest;
            sum = add_product(sum, distance, value_at(c, c->member[k]));
        }
        add_eccentricity(m, farthest);
        if (sum < m->least) {
            m->least = sum;
            m->count = 0;
        }
        if (sum == m->least)
            m->medians[m->count++] = c->member[i];
    }
    dmi_paths_clear(&paths);
    return status;
}

dm_status dm_metric_init(const dm_arena *arena, dm_run *run, dm_metric *out, dm_error *err)
{
    component c = {0};
    measured m = {0, UINT64_MAX, UINT64_MAX, NULL, 0};
    dm_status status = DM_OK;
    if (dm_arena_graph(arena)->kind == DM_PAIRS)
        status = dmi_arena_check_network(arena, "the diameter", err);
    if (status == DM_OK)
        status = find_component(arena, &c, err);
    if (status == DM_OK && c.size == 0)
        m.radius = m.least = 0;
    if (status == DM_OK && !(m.medians = dmi_alloc((size_t)c.size, sizeof *m.medians)))
        status = dmi_no_memory(err);
    if (status == DM_OK && c.size > 0)
        status = !dm_arena_is_directed(arena) && c.arcs / 2 + 1 == (uint64_t)c.size
                     ? measure_tree(&c, &m, err)
                     : measure_all(&c, run, &m, err);
    if (status == DM_OK && m.least > INT64_MAX)
        status = dmi_fail(err, DM_TOO_LARGE,
                          "the least value-weighted sum of distances is 2^63 units or more");
    if (status == DM_OK) {
        *out = (dm_metric){(int64_t)m.diameter, (int64_t)m.radius, (int64_t)m.least, m.count,
                           m.medians};
        m.medians = NULL;
    }
    free(m.medians);
    free(c.member);
    return dmi_as_unfinished(status, err);
}

void dm_metric_clear(dm_metric *metric)
{
    free(metric->medians);
    memset(metric, 0, sizeof *metric);
}
