/* layout_stress.c - places for any board: distances on the page follow the steps between vertices.
 *
 * The start is a sketch: the steps to a few pivots far from each other give every vertex a vector,
 * whose two principal components are a drawing (Harel and Koren, 2002).  O(pivots (n + m)).
 *
 * Then each round moves every vertex to where the others want it on average,
 *
 *     x_i  <-  sum_j w_ij (x_j + steps_ij (x_i - x_j) / |x_i - x_j|) / sum_j w_ij,
 *
 * with w_ij = steps_ij^-2, which never raises the stress, the sum of the squared relative errors
 * (Gansner, Koren and North, 2004, in its local form).  O(n^2) per round, so boards with more than
 * MOST_SMOOTHED vertices keep the sketch.
 */
#include "base/base.h"
#include "draw/layout/layout.h"

#include <demesne/rng.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_SMOOTHED = 3000, PIVOTS = 24, POWER_STEPS = 60, MOST_ROUNDS = 300 };

#define MOST_PAIRS 6.0e7 /* in all rounds together: about a third of a second */
#define STILL      1e-4  /* a round without a longer move is the last */

/* Steps to PIVOTS vertices, each the farthest from those before it, less their mean over all
 * vertices: vectors[v * PIVOTS + i]. */
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

static double dot_product(const double *a, const double *b)
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
            next[i] = dot_product(matrix[i], axis);
        double along = other ? dot_product(next, other) : 0;
        for (int i = 0; other && i < PIVOTS; i++)
            next[i] -= along * other[i];
        double size = sqrt(dot_product(next, next));
        for (int i = 0; size > 0 && i < PIVOTS; i++)
            axis[i] = next[i] / size;
    }
}

/* Where the others want v; `nearness[w]` is one over the steps from v to w, and 0 for v itself. */
static dm_point wanted_place(const float *nearness, const dm_point *places, dm_vertex n,
                             dm_vertex v)
{
    double x = 0, y = 0, sum = 0;
    for (dm_vertex w = 0; w < n; w++) {
        double near = nearness[w], weight = near * near;
        double dx = places[v].x - places[w].x, dy = places[v].y - places[w].y;
        double push = near / (sqrt(dx * dx + dy * dy) + 1e-12); /* weight steps / distance */
        x += weight * places[w].x + push * dx;
        y += weight * places[w].y + push * dy;
        sum += weight;
    }
    return (dm_point){x / sum, y / sum};
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

dm_status dmi_layout_stress(const dm_graph *graph, uint64_t seed, dm_point *places, dm_error *err)
{
    size_t n = (size_t)graph->n;
    bool small = n <= MOST_SMOOTHED;
    dm_vertex *order = dmi_alloc(n, sizeof *order);
    int32_t *depth = dmi_alloc(n, sizeof *depth), *nearest = dmi_alloc(n, sizeof *nearest);
    double *vectors = dmi_alloc(n * PIVOTS, sizeof *vectors);
    float *nearness = dmi_alloc(small ? n * n : 0, sizeof *nearness);
    bool has_room = order && depth && nearest && vectors && nearness;
    if (has_room) {
        pivot_vectors(graph, order, depth, nearest, vectors);
        /* From degrees to the plane. */
        double matrix[PIVOTS][PIVOTS] = {{0}}, across[PIVOTS], up[PIVOTS];
        for (dm_vertex v = 0; v < graph->n; v++) {
            const double *vector = vectors + (size_t)v * PIVOTS;
            for (int i = 0; i < PIVOTS; i++)
                for (int j = 0; j < PIVOTS; j++)
                    matrix[i][j] += vector[i] * vector[j] / graph->n;
        }
        main_axis(matrix, NULL, across);
        main_axis(matrix, across, up);
        for (dm_vertex v = 0; v < graph->n; v++) {
            const double *vector = vectors + (size_t)v * PIVOTS;
            places[v] = (dm_point){dot_product(vector, across) / sqrt(PIVOTS),
                                   dot_product(vector, up) / sqrt(PIVOTS)};
        }
        /* Vertices that the sketch cannot tell apart get places of their own. */
        dm_rng rng;
        dm_rng_init(&rng, seed);
        for (dm_vertex v = 0; v < graph->n; v++) {
            places[v].x += 0.5 * (dm_rng_unit(&rng) - 0.5);
            places[v].y += 0.5 * (dm_rng_unit(&rng) - 0.5);
        }
    }
    if (has_room && small) {
        for (size_t v = 0; v < n; v++) {
            dmi_breadth_first(graph, (dm_vertex)v, order, depth);
            for (size_t w = 0; w < n; w++)
                nearness[v * n + w] = w == v ? 0 : 1 / (float)depth[w];
        }
        dm_vertex size = graph->n;
        double rounds = fmin(MOST_ROUNDS, MOST_PAIRS / ((double)size * size)), moved = INFINITY;
        for (int round = 0; round < rounds && moved > STILL; round++) {
            moved = 0;
            for (dm_vertex v = 0; v < size; v++) {
                dm_point to = wanted_place(nearness + (size_t)v * (size_t)size, places, size, v);
                moved = fmax(moved, hypot(to.x - places[v].x, to.y - places[v].y));
                places[v] = to;
            }
        }
    }
    if (has_room)
        lay_flat(places, graph->n);
    free(order);
    free(depth);
    free(nearest);
    free(vectors);
    free(nearness);
    return has_room ? DM_OK : dmi_no_memory(err);
}
