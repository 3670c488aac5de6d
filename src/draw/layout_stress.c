/* layout_stress.c - moves places until distances on the page match the board's.
 *
 * Stress is the sum over all pairs of (distance on the page / steps apart - 1)^2.
 * Each round replaces every place by the mean of where the others would have it,
 *
 *     x_i  <-  sum_j w_ij (x_j + steps_ij (x_i - x_j) / |x_i - x_j|) / sum_j w_ij,
 *
 * with w_ij = steps_ij^-2, which never raises the stress (Gansner, Koren and
 * North, 2004, in its local form).  O(n^2) a round.
 */
#include "base/base.h"
#include "draw/layout.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 300 };

#define STILL 1e-4 /* largest move of a round that counts as none */

/* Where the other vertices would have v. */
static dm_point wanted_place(const int32_t *steps, const dm_point *places, dm_vertex n, dm_vertex v)
{
    double x = 0, y = 0, sum = 0;
    for (dm_vertex w = 0; w < n; w++) {
        if (w == v)
            continue;
        double weight = 1.0 / ((double)steps[w] * steps[w]);
        double dx = places[v].x - places[w].x, dy = places[v].y - places[w].y;
        double apart = sqrt(dx * dx + dy * dy), stretch = apart > 1e-12 ? steps[w] / apart : 0;
        x += weight * (places[w].x + stretch * dx);
        y += weight * (places[w].y + stretch * dy);
        sum += weight;
    }
    return (dm_point){x / sum, y / sum};
}

dm_status dmi_layout_smooth(const dm_graph *graph, dm_point *places, dm_error *err)
{
    size_t n = (size_t)graph->n;
    if (n < 2)
        return DM_OK;
    int32_t *steps = dmi_alloc(n * n, sizeof *steps);
    dm_vertex *order = dmi_alloc(n, sizeof *order);
    dm_status status = steps && order ? DM_OK : dmi_no_memory(err);
    for (size_t v = 0; status == DM_OK && v < n; v++)
        dmi_breadth_first(graph, (dm_vertex)v, order, steps + v * n);
    double moved = INFINITY;
    for (int round = 0; status == DM_OK && round < ROUNDS && moved > STILL; round++) {
        moved = 0;
        for (size_t v = 0; v < n; v++) {
            dm_point to = wanted_place(steps + v * n, places, graph->n, (dm_vertex)v);
            moved = fmax(moved, hypot(to.x - places[v].x, to.y - places[v].y));
            places[v] = to;
        }
    }
    free(steps);
    free(order);
    return status;
}
