/* igraph_layout.c - force layouts by igraph, and the start they are given.
 *
 * Fruchterman and Reingold (1991), by igraph, unfolds the board: small ones from
 * a circle, larger ones from a sketch by pivots, which has the overall shape
 * right already; the largest keep the sketch.  Small ones are then smoothed
 * (layout_stress.c).
 *
 * A sketch: distances from a few far-apart pivots give every vertex a short
 * vector; its two principal components are a drawing (Harel and Koren, 2002).
 * O(pivots (n + m)).
 *
 * igraph's error handler and its generator of random numbers belong to the whole
 * process: both are exchanged for the call and put back, under a lock.
 */
#include "base/base.h"
#include "draw/layout.h"

#include <demesne/rng.h>
#include <igraph.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { MOST_SMOOTHED = 500, MOST_FOR_FORCES = 3000, PIVOTS = 24, POWER_STEPS = 60 };

/* --- Starts ------------------------------------------------------------------- */

static void shake(dm_rng *rng, double amount, dm_point *places, dm_vertex n)
{
    for (dm_vertex v = 0; v < n; v++) {
        places[v].x += amount * (dm_rng_unit(rng) - 0.5);
        places[v].y += amount * (dm_rng_unit(rng) - 0.5);
    }
}

static void start_on_circle(dm_point *places, dm_vertex n)
{
    double radius = sqrt((double)n);
    for (dm_vertex v = 0; v < n; v++) {
        double angle = 6.28318530717958647692 * v / n;
        places[v] = (dm_point){radius * sin(angle), radius * cos(angle)};
    }
}

/* Distances to PIVOTS vertices, each the farthest from those before it, centred
 * on their mean; vectors[v * PIVOTS + i]. */
static void pivot_vectors(const dm_graph *graph, dm_vertex *order, int32_t *depth, int32_t *nearest,
                          double *vectors)
{
    dm_vertex n = graph->n, pivot = 0;
    for (dm_vertex v = 0; v < n; v++)
        nearest[v] = INT32_MAX;
    for (int i = 0; i < PIVOTS; i++) {
        dmi_breadth_first(graph, pivot, order, depth);
        double mean = 0;
        for (dm_vertex v = 0; v < n; v++)
            mean += (double)depth[v] / n;
        for (dm_vertex v = 0; v < n; v++) {
            vectors[(size_t)v * PIVOTS + (size_t)i] = depth[v] - mean;
            if (depth[v] < nearest[v])
                nearest[v] = depth[v];
            if (nearest[v] > nearest[pivot])
                pivot = v;
        }
    }
}

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < PIVOTS; i++)
        sum += a[i] * b[i];
    return sum;
}

/* A main axis of the symmetric matrix by the power method, at right angles to `other`. */
static void main_axis(double matrix[PIVOTS][PIVOTS], const double *other, double *axis)
{
    for (int i = 0; i < PIVOTS; i++)
        axis[i] = 1.0 / (1 + i);
    for (int step = 0; step < POWER_STEPS; step++) {
        double next[PIVOTS];
        for (int i = 0; i < PIVOTS; i++)
            next[i] = dot(matrix[i], axis);
        double along = other ? dot(next, other) : 0;
        for (int i = 0; other && i < PIVOTS; i++)
            next[i] -= along * other[i];
        double size = sqrt(dot(next, next));
        for (int i = 0; size > 0 && i < PIVOTS; i++)
            axis[i] = next[i] / size;
    }
}

static void project(const double *vectors, dm_vertex n, dm_point *places)
{
    double matrix[PIVOTS][PIVOTS] = {{0}}, across[PIVOTS], up[PIVOTS];
    for (dm_vertex v = 0; v < n; v++) {
        const double *vector = vectors + (size_t)v * PIVOTS;
        for (int i = 0; i < PIVOTS; i++)
            for (int j = 0; j < PIVOTS; j++)
                matrix[i][j] += vector[i] * vector[j] / n;
    }
    main_axis(matrix, NULL, across);
    main_axis(matrix, across, up);
    for (dm_vertex v = 0; v < n; v++) {
        const double *vector = vectors + (size_t)v * PIVOTS;
        places[v] = (dm_point){dot(vector, across) / sqrt(PIVOTS), dot(vector, up) / sqrt(PIVOTS)};
    }
}

static dm_status start_from_pivots(const dm_graph *graph, dm_point *places, dm_error *err)
{
    size_t n = (size_t)graph->n;
    dm_vertex *order = dmi_alloc(n, sizeof *order);
    int32_t *depth = dmi_alloc(n, sizeof *depth), *nearest = dmi_alloc(n, sizeof *nearest);
    double *vectors = dmi_alloc(n * PIVOTS, sizeof *vectors);
    dm_status status = DM_OK;
    if (order && depth && nearest && vectors) {
        pivot_vectors(graph, order, depth, nearest, vectors);
        project(vectors, graph->n, places);
    } else {
        status = dmi_no_memory(err);
    }
    free(order);
    free(depth);
    free(nearest);
    free(vectors);
    return status;
}

/* --- igraph --------------------------------------------------------------------- */

static igraph_error_t fill_edges(const dm_graph *graph, igraph_vector_int_t *edges)
{
    igraph_integer_t count = 0;
    igraph_error_t code = igraph_vector_int_init(edges, (igraph_integer_t)graph->arcs);
    if (code != IGRAPH_SUCCESS)
        return code;
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++)
            if (graph->target[a] > v) {
                VECTOR(*edges)[count++] = v;
                VECTOR(*edges)[count++] = graph->target[a];
            }
    return IGRAPH_SUCCESS;
}

static igraph_error_t to_igraph(const dm_graph *graph, igraph_t *out)
{
    igraph_vector_int_t edges;
    igraph_error_t code = fill_edges(graph, &edges);
    if (code != IGRAPH_SUCCESS)
        return code;
    code = igraph_create(out, &edges, graph->n, IGRAPH_UNDIRECTED);
    igraph_vector_int_destroy(&edges);
    return code;
}

static igraph_error_t improve_matrix(const igraph_t *graph, igraph_matrix_t *places)
{
    igraph_integer_t n = igraph_vcount(graph);
    /* forces act between all pairs: about a second at most */
    igraph_integer_t budget = 150000000 / (n * n), steps = budget < 300 ? budget : 300;
    return igraph_layout_fruchterman_reingold(graph, places, true, steps, sqrt((double)n) / 10,
                                              IGRAPH_LAYOUT_AUTOGRID, NULL, NULL, NULL, NULL, NULL);
}

static igraph_error_t improve_places(const igraph_t *graph, dm_point *places)
{
    igraph_matrix_t matrix;
    igraph_integer_t n = igraph_vcount(graph);
    igraph_error_t code = igraph_matrix_init(&matrix, n, 2);
    if (code != IGRAPH_SUCCESS)
        return code;
    for (igraph_integer_t v = 0; v < n; v++) {
        MATRIX(matrix, v, 0) = places[v].x;
        MATRIX(matrix, v, 1) = places[v].y;
    }
    code = improve_matrix(graph, &matrix);
    for (igraph_integer_t v = 0; code == IGRAPH_SUCCESS && v < n; v++)
        places[v] = (dm_point){MATRIX(matrix, v, 0), MATRIX(matrix, v, 1)};
    igraph_matrix_destroy(&matrix);
    return code;
}

/* With random numbers of our own; igraph 0.10 copies the generator it is given. */
static igraph_error_t improve_seeded(const dm_graph *graph, uint64_t seed, dm_point *places)
{
    igraph_t copy;
    igraph_rng_t own, before = *igraph_rng_default();
    igraph_error_t code = igraph_rng_init(&own, &igraph_rngtype_mt19937);
    if (code != IGRAPH_SUCCESS)
        return code;
    igraph_rng_seed(&own, (igraph_uint_t)(seed & UINT32_MAX) + 1);
    igraph_rng_set_default(&own);
    code = to_igraph(graph, &copy);
    if (code == IGRAPH_SUCCESS) {
        code = improve_places(&copy, places);
        igraph_destroy(&copy);
    }
    igraph_rng_set_default(&before);
    igraph_rng_destroy(&own);
    return code;
}

static dm_status improve(const dm_graph *graph, uint64_t seed, dm_point *places, dm_error *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    igraph_error_handler_t *before = igraph_set_error_handler(igraph_error_handler_ignore);
    igraph_error_t code = improve_seeded(graph, seed, places);
    igraph_set_error_handler(before);
    pthread_mutex_unlock(&lock);
    if (code == IGRAPH_ENOMEM)
        return dmi_no_memory(err);
    if (code != IGRAPH_SUCCESS)
        return dmi_fail(err, DM_INTERNAL, "layout by igraph: %s", igraph_strerror(code));
    return DM_OK;
}

/* Turns the drawing so that its longer side lies flat. */
static void lay_flat(dm_point *places, dm_vertex n)
{
    double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    for (dm_vertex v = 0; v < n; v++) {
        mx += places[v].x / n;
        my += places[v].y / n;
    }
    for (dm_vertex v = 0; v < n; v++) {
        double x = places[v].x - mx, y = places[v].y - my;
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    double spread = hypot(xx - yy, 2 * xy);
    if (spread < 0.15 * (xx + yy))
        return; /* as good as round */
    double angle = atan2(2 * xy, xx - yy) / 2, c = cos(angle), s = sin(angle);
    for (dm_vertex v = 0; v < n; v++) {
        double x = places[v].x - mx, y = places[v].y - my;
        places[v] = (dm_point){c * x + s * y, c * y - s * x};
    }
}

dm_status dmi_layout_force(const dm_graph *graph, uint64_t seed, dm_point *places, dm_error *err)
{
    dm_rng rng;
    dm_rng_init(&rng, seed);
    bool small = graph->n <= MOST_SMOOTHED;
    dm_status status = DM_OK;
    if (small)
        start_on_circle(places, graph->n);
    else
        status = start_from_pivots(graph, places, err);
    if (status != DM_OK)
        return status;
    shake(&rng, small ? 0.1 : 0.5, places, graph->n);
    if (graph->n <= MOST_FOR_FORCES)
        status = improve(graph, seed, places, err);
    if (status == DM_OK && small)
        status = dmi_layout_smooth(graph, places, err);
    if (status == DM_OK)
        lay_flat(places, graph->n);
    return status;
}
