/* direct_paths.c - the nearest of many origins: of pairs by their arcs, of points by a tree.
 *
 * Of a table of pairs only the arcs of the origins count.  Among points every vertex asks a tree of
 * boxes over the origins: it leaves out the boxes that are farther away than the best origin so
 * far, and visits those as far, as labels of equal distances join.
 *
 * Cost: the arcs of the origins; for n points and k origins about n log k.
 */
#include "graph/direct_paths.h"

#include "base/base.h"
#include "graph/points.h"
#include <assert.h>
#include <stdlib.h>

enum { POLL = 1 << 12 }; /* vertices or origins between looks at the run */

static void offer(dmi_cell *cell, uint64_t distance, uint32_t label, uint32_t floor)
{
    if (distance < cell->distance)
        *cell = (dmi_cell){distance, label};
    else if (distance == cell->distance)
        cell->label = dmi_join(cell->label, label, floor);
}

static dm_status run_pairs(dmi_paths *paths, uint32_t floor, dm_error *err)
{
    const dm_graph *graph = paths->graph;
    for (size_t i = 0; i < paths->origin_count; i++) {
        dm_vertex from = (dm_vertex)paths->origins[i].distance;
        if (i % POLL == POLL - 1 && !dmi_run_go_on(paths->run, 0))
            return dmi_stopped(paths->run, err);
        for (uint32_t a = graph->first[from]; a < graph->first[from + 1]; a++)
            offer(&paths->wide[graph->target[a]], (uint64_t)dm_graph_length(graph, a),
                  paths->origins[i].label, floor);
    }
    return DM_OK;
}

/* A vertex asks for the nearest origin. */
typedef struct question {
    const dmi_point_tree *tree; /* of the origins */
    const dmi_cell *origins;
    dm_vertex vertex;
    const double *at;
    uint32_t floor;
    dmi_cell best;
    dm_vertex nearest; /* an origin that is as near as the best */
    double most_gap;   /* of an origin that is as near */
} question;

static void ask_leaf(question *q, int32_t low, int32_t high)
{
    const dm_points *points = q->tree->points;
    for (int32_t i = low; i < high; i++) {
        if (dmi_points_gap(points, q->at, q->tree->at[i]) > q->most_gap)
            continue;
        const dmi_cell *origin = &q->origins[q->tree->item[i]];
        int64_t d = dmi_points_distance(points, (dm_vertex)origin->distance, q->vertex);
        if ((uint64_t)d < q->best.distance) {
            q->most_gap = dmi_points_gap_within(points, d);
            q->nearest = (dm_vertex)origin->distance;
        }
        offer(&q->best, (uint64_t)d, origin->label, q->floor);
    }
}

/* `gap` is the one to the box of the node. */
static void ask_node(question *q, int32_t node, int32_t low, int32_t high, double gap)
{
    const dmi_point_tree *tree = q->tree;
    if (gap > q->most_gap)
        return;
    if (2 * node + 2 >= tree->nodes) {
        ask_leaf(q, low, high);
        return;
    }
    int32_t middle = low + (high - low) / 2, a = 2 * node + 1, b = 2 * node + 2;
    double to_a = dmi_points_gap_to_box(tree->points, q->at, &tree->box[a]);
    double to_b = dmi_points_gap_to_box(tree->points, q->at, &tree->box[b]);
    if (to_a <= to_b)
        ask_node(q, a, low, middle, to_a);
    ask_node(q, b, middle, high, to_b);
    if (to_a > to_b)
        ask_node(q, a, low, middle, to_a);
}

/* Every vertex has the same origin. */
static dm_status run_point(dmi_paths *paths, dm_error *err)
{
    const dm_points *points = paths->graph->points;
    const dmi_cell origin = paths->origins[0];
    for (dm_vertex v = 0; v < points->n; v++) {
        if (v % POLL == POLL - 1 && !dmi_run_go_on(paths->run, 0))
            return dmi_stopped(paths->run, err);
        int64_t d = dmi_points_distance(points, (dm_vertex)origin.distance, v);
        paths->wide[v] = (dmi_cell){(uint64_t)d, origin.label};
    }
    return DM_OK;
}

static dm_status run_points(dmi_paths *paths, uint32_t floor, dm_error *err)
{
    const dm_points *points = paths->graph->points;
    int32_t count = (int32_t)paths->origin_count;
    if (count == 1)
        return run_point(paths, err);
    dmi_point_tree tree = {0};
    dm_vertex *list = dmi_alloc((size_t)count, sizeof *list);
    if (!list)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < count; i++)
        list[i] = (dm_vertex)paths->origins[i].distance;
    dm_status status = dmi_point_tree_init(&tree, points, list, count, err);
    dm_vertex near = count > 0 ? list[0] : -1; /* the last answer, as neighbours ask in turn */
    for (dm_vertex i = 0; status == DM_OK && count > 0 && i < points->n; i++) {
        dm_vertex v = points->tree.item[i];
        int64_t far = dmi_points_distance(points, near, v);
        question q = {.tree = &tree,
                      .origins = paths->origins,
                      .vertex = v,
                      .at = points->at[v],
                      .floor = floor,
                      .best = {DMI_UNREACHED, 0},
                      .most_gap = dmi_points_gap_within(points, far)};
        if (i % POLL == POLL - 1 && !dmi_run_go_on(paths->run, 0))
            status = dmi_stopped(paths->run, err);
        ask_node(&q, 0, 0, count, 0);
        near = q.nearest;
        paths->wide[v] = q.best;
    }
    dmi_point_tree_clear(&tree);
    free(list);
    return status;
}

dm_status dmi_direct_paths_run(dmi_paths *paths, uint32_t floor, dm_error *err)
{
    assert(paths->wide && paths->is_wide && paths->graph->kind != DM_NETWORK);
    return paths->graph->kind == DM_POINTS ? run_points(paths, floor, err)
                                           : run_pairs(paths, floor, err);
}
