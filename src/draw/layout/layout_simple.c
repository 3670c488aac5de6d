/* layout_simple.c - paths, cycles and complete graphs: places by formula. */
#include "draw/layout/layout.h"

#include <math.h>

enum { LONGEST_STRAIGHT_PATH = 40 };

#define TWO_PI 6.28318530717958647692

/* The vertex after `at` on a path or cycle, coming from `before`; -1 at an end. */
static dm_vertex next_along(const dm_graph *graph, dm_vertex before, dm_vertex at)
{
    for (uint32_t a = graph->first[at]; a < graph->first[at + 1]; a++)
        if (graph->target[a] != before)
            return graph->target[a];
    return -1;
}

/* A path that is too long for one row runs in several, to and fro. */
static dm_point place_on_path(dm_vertex i, dm_vertex n)
{
    if (n <= LONGEST_STRAIGHT_PATH)
        return (dm_point){i, 0};
    dm_vertex row_length = (dm_vertex)ceil(sqrt(3.0 * n));
    dm_vertex row = i / row_length, column = i % row_length;
    return (dm_point){row % 2 ? row_length - 1 - column : column, -2.0 * row};
}

/* The i-th of n places on a circle, the first at the top, then clockwise. */
static dm_point place_on_circle(dm_vertex i, dm_vertex n)
{
    double radius = n < 4 ? 0.6 : 0.5 / sin(TWO_PI / (2.0 * n));
    double angle = TWO_PI * (0.25 - (double)i / n);
    if (n == 4) /* a square stands on its side */
        angle += TWO_PI / 8;
    return (dm_point){radius * cos(angle), radius * sin(angle)};
}

bool dmi_layout_simple(const dm_graph *graph, dm_point *places)
{
    dm_vertex n = graph->n, ends = 0, inner = 0, end = -1;
    for (dm_vertex v = n - 1; v >= 0; v--) {
        dm_vertex degree = dmi_degree(graph, v);
        inner += degree == 2;
        if (degree < 2) {
            ends++;
            end = v;
        }
    }
    if (ends + inner == n && ends > 0) {
        dm_vertex before = -1, at = end;
        for (dm_vertex i = 0; at >= 0; i++) {
            places[at] = place_on_path(i, graph->n);
            dm_vertex next = next_along(graph, before, at);
            before = at;
            at = next;
        }
    } else if (inner == n) {
        dm_vertex before = graph->target[graph->first[1] - 1], at = 0;
        for (dm_vertex i = 0; i < graph->n; i++) {
            places[at] = place_on_circle(i, graph->n);
            dm_vertex next = next_along(graph, before, at);
            before = at;
            at = next;
        }
    } else if ((int64_t)graph->arcs == (int64_t)n * (n - 1))
        for (dm_vertex v = 0; v < n; v++) {
            places[v] = place_on_circle(v, n);
            double stretch = n > 12 ? 1 : 2.5; /* room for the chords of small graphs */
            places[v].x *= stretch;
            places[v].y *= stretch;
        }
    else
        return false;
    return true;
}
