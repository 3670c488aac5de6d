/* points.c - straight lines between points, rounded exactly, and searches among them by boxes.
 *
 * A distance in the plane is the nearest whole number r to d = sqrt(dx^2 + dy^2) / scale, halves
 * up.  Doubles decide unless d is very near a half; then whole numbers do:
 *
 *     r - 1/2 <= d < r + 1/2     if and only if     ((2r - 1) scale)^2 <= 4 (dx^2 + dy^2)
 *                                                                      < ((2r + 1) scale)^2
 *
 * On the sphere a distance is the haversine formula in doubles.
 *
 * The points are sorted along a Hilbert curve; halving that order again and again makes a tree, and
 * each node of it has the box around its points, on the sphere a box in space.  A search leaves out
 * the nodes whose boxes are too far away.  Gaps to boxes come from doubles too, so every limit of a
 * gap has some room for their errors.
 *
 * Cost: a search of what is near visits about as many nodes as it finds points.
 *
 * Source: Kamel and Faloutsos, Hilbert R-tree, 1994.
 */
#include "graph/points.h"

#include "base/names.h"
#include "base/sort.h"
#include "graph/csr.h"
#include "graph/renumber.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define EARTH_RADIUS 6371008.8 /* metres */
#define PI           3.14159265358979323846

DMI_ENUM_NAMES(dm_line_metric, "metric", "auto", "euclid", "manhattan", "great-circle")

static uint64_t difference(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

__extension__ typedef unsigned __int128 wide_unsigned;

/* The exact answer; `guess` is near it. */
static int64_t round_root(uint64_t dx, uint64_t dy, int64_t scale, int64_t guess)
{
    wide_unsigned four = 4 * ((wide_unsigned)dx * dx + (wide_unsigned)dy * dy);
    wide_unsigned unit = (wide_unsigned)scale, r = (wide_unsigned)guess;
    while ((2 * r + 1) * unit * ((2 * r + 1) * unit) <= four)
        r++;
    while (r > 0 && (2 * r - 1) * unit * ((2 * r - 1) * unit) > four)
        r--;
    return (int64_t)r;
}

static int64_t euclid(uint64_t dx, uint64_t dy, int64_t scale)
{
    double d = sqrt((double)dx * (double)dx + (double)dy * (double)dy) / (double)scale;
    double whole = floor(d + 0.5), over = d + 0.5 - whole, error = d * 1e-15 + 1e-15;
    if (over > error && over < 1 - error)
        return (int64_t)whole;
    return round_root(dx, dy, scale, (int64_t)whole);
}

static double haversine(const dm_points *p, dm_vertex u, dm_vertex v)
{
    double tall = sin((p->lat[u] - p->lat[v]) / 2), wide = sin((p->lon[u] - p->lon[v]) / 2);
    double a = tall * tall + p->cos_lat[u] * p->cos_lat[v] * (wide * wide);
    return 2 * asin(sqrt(a < 1 ? a : 1));
}

int64_t dmi_points_distance(const dm_points *points, dm_vertex u, dm_vertex v)
{
    const dm_points *p = points;
    assert(u >= 0 && u < p->n && v >= 0 && v < p->n);
    if (p->metric == DM_GREAT_CIRCLE)
        return (int64_t)floor(haversine(p, u, v) * p->per_radian + 0.5);
    uint64_t dx = difference(p->x[u], p->x[v]), dy = difference(p->y[u], p->y[v]);
    if (p->metric == DM_EUCLID)
        return euclid(dx, dy, p->scale);
    uint64_t scale = (uint64_t)p->scale;
    return (int64_t)((dx + dy + scale / 2) / scale);
}

double dmi_points_gap_within(const dm_points *points, int64_t reach)
{
    const dm_points *p = points;
    double far = (double)reach + 0.5;
    if (reach < 0)
        return -1;
    if (p->metric == DM_GREAT_CIRCLE) {
        double angle = far / p->per_radian * (1 + 1e-12) + 1e-12;
        far = angle < PI ? 2 * sin(angle / 2) + p->slack : 3;
    } else {
        far = far * (double)p->scale * (1 + 1e-12) + p->slack;
    }
    return p->metric == DM_MANHATTAN ? far : far * far;
}

static double add_gap(const dm_points *p, double gap, double side)
{
    return gap + (p->metric == DM_MANHATTAN ? fabs(side) : side * side);
}

double dmi_points_gap(const dm_points *points, const double a[3], const double b[3])
{
    double gap = 0;
    for (int k = 0; k < 3; k++)
        gap = add_gap(points, gap, a[k] - b[k]);
    return gap;
}

double dmi_points_gap_to_box(const dm_points *points, const double at[3], const dmi_box *box)
{
    double gap = 0;
    for (int k = 0; k < 3; k++) {
        double below = box->low[k] - at[k], above = at[k] - box->high[k];
        double side = below > above ? below : above;
        gap = add_gap(points, gap, side > 0 ? side : 0);
    }
    return gap;
}

/* Draws the box of `node`, which has the points from `low` to before `high`, and those below. */
static void draw_boxes(dmi_point_tree *tree, int32_t node, int32_t low, int32_t high)
{
    dmi_box *box = &tree->box[node];
    assert(node < tree->nodes && low <= high);
    if (2 * node + 2 < tree->nodes) {
        int32_t middle = low + (high - low) / 2;
        const dmi_box *a = &tree->box[2 * node + 1], *b = &tree->box[2 * node + 2];
        draw_boxes(tree, 2 * node + 1, low, middle);
        draw_boxes(tree, 2 * node + 2, middle, high);
        for (int k = 0; k < 3; k++) {
            box->low[k] = a->low[k] < b->low[k] ? a->low[k] : b->low[k];
            box->high[k] = a->high[k] > b->high[k] ? a->high[k] : b->high[k];
        }
        return;
    }
    *box = (dmi_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t i = low; i < high; i++)
        for (int k = 0; k < 3; k++) {
            double at = tree->at[i][k];
            box->low[k] = at < box->low[k] ? at : box->low[k];
            box->high[k] = at > box->high[k] ? at : box->high[k];
        }
}

dm_status dmi_point_tree_init(dmi_point_tree *tree, const dm_points *points, const dm_vertex *list,
                              int32_t count, dm_error *err)
{
    dmi_point_tree t = {.points = points, .count = count, .nodes = 1};
    for (int32_t size = count; size > DMI_LEAF; size -= size / 2)
        t.nodes = 2 * t.nodes + 1;
    t.item = dmi_array(&t.arrays, (size_t)count, sizeof *t.item);
    t.at = dmi_array(&t.arrays, (size_t)count, sizeof *t.at);
    t.box = dmi_array(&t.arrays, (size_t)t.nodes, sizeof *t.box);
    dmi_keyed *row = dmi_array(&t.arrays, list ? (size_t)count : 0, sizeof *row);
    dm_status status = dmi_arrays_check(&t.arrays, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < count; i++) {
        if (list)
            row[i] = (dmi_keyed){points->rank[list[i]], i};
        else
            t.item[points->rank[i]] = i;
    }
    if (list)
        dmi_sort_keyed(row, count);
    for (int32_t i = 0; i < count; i++) {
        t.item[i] = list ? row[i].item : t.item[i];
        const double *at = points->at[list ? list[t.item[i]] : t.item[i]];
        for (int k = 0; k < 3; k++)
            t.at[i][k] = at[k];
    }
    draw_boxes(&t, 0, 0, count);
    *tree = t;
    return DM_OK;
}

void dmi_point_tree_clear(dmi_point_tree *tree)
{
    dmi_arrays_free(&tree->arrays);
    *tree = (dmi_point_tree){0};
}

static void place_on_sphere(dm_points *p, const dm_point *place)
{
    p->per_radian *= EARTH_RADIUS;
    p->slack = 1e-14;
    for (dm_vertex v = 0; v < p->n; v++) {
        p->lon[v] = place[v].x * (PI / 180);
        p->lat[v] = place[v].y * (PI / 180);
        p->cos_lat[v] = cos(p->lat[v]);
        p->at[v][0] = p->cos_lat[v] * cos(p->lon[v]);
        p->at[v][1] = p->cos_lat[v] * sin(p->lon[v]);
        p->at[v][2] = sin(p->lat[v]);
    }
}

static void place_in_plane(dm_points *p, const int64_t *x, const int64_t *y)
{
    for (dm_vertex v = 0; v < p->n; v++) {
        p->x[v] = x[v];
        p->y[v] = y[v];
        p->at[v][0] = (double)x[v];
        p->at[v][1] = (double)y[v];
        p->at[v][2] = 0;
        double far = fabs(p->at[v][0]) + fabs(p->at[v][1]);
        p->slack = far * 1e-15 > p->slack ? far * 1e-15 : p->slack;
    }
}

/* Points without places, and without a tree. */
static dm_status make_empty(dm_vertex count, dm_line_metric metric, dm_points **out, dm_error *err)
{
    dm_points *p = dmi_alloc(1, sizeof *p);
    size_t n = (size_t)count;
    if (!p)
        return dmi_no_memory(err);
    *p = (dm_points){.n = count, .metric = metric, .scale = 1, .per_radian = 1};
    assert(metric != DM_BY_COLUMNS);
    p->at = dmi_array(&p->arrays, n, sizeof *p->at);
    p->rank = dmi_array(&p->arrays, n, sizeof *p->rank);
    if (metric == DM_GREAT_CIRCLE) {
        p->lon = dmi_array(&p->arrays, n, sizeof *p->lon);
        p->lat = dmi_array(&p->arrays, n, sizeof *p->lat);
        p->cos_lat = dmi_array(&p->arrays, n, sizeof *p->cos_lat);
    } else {
        p->x = dmi_array(&p->arrays, n, sizeof *p->x);
        p->y = dmi_array(&p->arrays, n, sizeof *p->y);
    }
    dm_status status = dmi_arrays_check(&p->arrays, err);
    if (status == DM_OK)
        *out = p;
    else
        free(p);
    return status;
}

dm_status dmi_points_permute(const dm_points *points, const dm_vertex *rank, dm_points **out,
                             dm_error *err)
{
    dm_points *p = NULL;
    dm_status status = make_empty(points->n, points->metric, &p, err);
    if (status != DM_OK)
        return status;
    p->scale = points->scale;
    p->per_radian = points->per_radian;
    p->slack = points->slack;
    for (dm_vertex v = 0; v < points->n; v++) {
        dm_vertex to = rank[v];
        for (int k = 0; k < 3; k++)
            p->at[to][k] = points->at[v][k];
        p->rank[to] = points->rank[v];
        if (p->x) {
            p->x[to] = points->x[v];
            p->y[to] = points->y[v];
        } else {
            p->lon[to] = points->lon[v];
            p->lat[to] = points->lat[v];
            p->cos_lat[to] = points->cos_lat[v];
        }
    }
    status = dmi_point_tree_init(&p->tree, p, NULL, p->n, err);
    if (status == DM_OK)
        *out = p;
    else
        dmi_points_free(p);
    return status;
}

dm_status dmi_points_new(const dmi_points_input *input, dm_points **out, dm_error *err)
{
    dm_points *p = NULL;
    dm_status status = make_empty(input->n, input->metric, &p, err);
    if (status != DM_OK)
        return status;
    assert(input->decimals + input->finer <= 18);
    for (int i = 0; i < input->finer; i++)
        p->scale *= 10;
    for (int i = 0; i < input->decimals; i++)
        p->per_radian *= 10;
    if (p->metric == DM_GREAT_CIRCLE)
        place_on_sphere(p, input->place);
    else
        place_in_plane(p, input->x, input->y);
    if (status == DM_OK)
        status = dmi_order_hilbert(p->n, input->place, NULL, p->rank, err);
    if (status == DM_OK)
        status = dmi_point_tree_init(&p->tree, p, NULL, p->n, err);
    if (status == DM_OK)
        *out = p;
    else
        dmi_points_free(p);
    return status;
}

void dmi_points_free(dm_points *points)
{
    if (!points)
        return;
    dmi_point_tree_clear(&points->tree);
    dmi_arrays_free(&points->arrays);
    free(points);
}

dm_status dmi_points_graph(dm_points *points, dm_graph *out, dm_error *err)
{
    dm_graph graph = {.n = points->n, .shortest = 1, .longest = 1, .uniform = 1, .kind = DM_POINTS};
    uint32_t *first = dmi_calloc((size_t)points->n + 1, sizeof *first);
    dm_vertex *target = dmi_alloc(1, sizeof *target);
    graph.first = first;
    graph.target = target;
    graph.points = points;
    if (first && target) {
        *out = graph;
        return DM_OK;
    }
    dmi_graph_clear(&graph);
    return dmi_no_memory(err);
}

static int64_t find_limits(const dmi_point_tree *tree, const int64_t *limit, int64_t *most,
                           int32_t node, int32_t low, int32_t high)
{
    int64_t greatest = INT64_MIN;
    if (2 * node + 2 < tree->nodes) {
        int32_t middle = low + (high - low) / 2;
        int64_t a = find_limits(tree, limit, most, 2 * node + 1, low, middle);
        int64_t b = find_limits(tree, limit, most, 2 * node + 2, middle, high);
        greatest = a > b ? a : b;
    } else {
        for (int32_t i = low; i < high; i++)
            greatest = limit[tree->item[i]] > greatest ? limit[tree->item[i]] : greatest;
    }
    return most[node] = greatest;
}

void dmi_points_limits(const dm_points *points, const int64_t *limit, int64_t *most)
{
    find_limits(&points->tree, limit, most, 0, 0, points->n);
}

static void search_leaf(const dm_points *p, dmi_points_search *s, int32_t low, int32_t high,
                        double most_gap)
{
    const dmi_point_tree *tree = &p->tree;
    const double *at = p->at[s->from];
    for (int32_t i = low; i < high; i++) {
        if (dmi_points_gap(p, at, tree->at[i]) > most_gap)
            continue;
        dm_vertex u = tree->item[i];
        int64_t sum = s->start + dmi_points_distance(p, s->from, u);
        if (sum > s->reach || (s->limit && sum > s->limit[u]))
            continue;
        if (s->distance[u] < 0)
            s->found[s->count++] = u;
        if (s->distance[u] < 0 || sum < s->distance[u])
            s->distance[u] = sum;
    }
}

static void search_node(const dm_points *p, dmi_points_search *s, int32_t node, int32_t low,
                        int32_t high)
{
    const dmi_point_tree *tree = &p->tree;
    int64_t reach = s->most && s->most[node] < s->reach ? s->most[node] : s->reach;
    if (reach < s->start)
        return;
    double most_gap = dmi_points_gap_within(p, reach - s->start);
    if (dmi_points_gap_to_box(p, p->at[s->from], &tree->box[node]) > most_gap)
        return;
    if (2 * node + 2 >= tree->nodes) {
        search_leaf(p, s, low, high, most_gap);
        return;
    }
    int32_t middle = low + (high - low) / 2;
    search_node(p, s, 2 * node + 1, low, middle);
    search_node(p, s, 2 * node + 2, middle, high);
}

void dmi_points_within(const dm_points *points, dmi_points_search *search)
{
    assert(search->from >= 0 && search->from < points->n && search->start >= 0);
    search_node(points, search, 0, 0, points->n);
}
