/* layout_simple.c - paths, cycles and complete graphs: places by formula. */
#include "draw/layout/layout.h"

#include "base/base.h"
#include <math.h>
#include <string.h>

/* Recognises a grid (the product of two paths) under any numbering.
 *
 * From a corner c the distance to the vertex in row i, column j is i + j; from
 * the corner d at the other end of c's row, b columns away, it is i + (b-1-j).
 * Two breadth-first searches therefore give both coordinates,
 *
 *     c . . . d        i = (from c + from d - (b-1)) / 2
 *     .   v   .        j = from c - i
 *     . . . . .
 *
 * and the guess counts only if every cell is filled once and every edge joins neighbouring cells.
 * O(n + m).
 */
typedef struct grid_work {
    const dm_graph *graph;
    dm_vertex *order;
    int32_t *from_corner, *from_other;
    unsigned char *filled;
    dm_point *places; /* column and row from the top, as whole numbers */
    dmi_arrays arrays;
} grid_work;

/* Fills places for `columns` columns; false if they do not make a grid. */
static bool place_cells(grid_work *work, dm_vertex columns)
{
    dm_vertex n = work->graph->n, rows = n / columns;
    memset(work->filled, 0, (size_t)n);
    for (dm_vertex v = 0; v < n; v++) {
        int64_t twice = (int64_t)work->from_corner[v] + work->from_other[v] - (columns - 1);
        int64_t row = twice / 2, column = work->from_corner[v] - row;
        if (twice < 0 || twice % 2 || row >= rows || column < 0 || column >= columns)
            return false;
        if (work->filled[row * columns + column]++)
            return false;
        work->places[v] = (dm_point){(double)column, -(double)row};
    }
    return true;
}

static bool edges_join_neighbours(const grid_work *work)
{
    const dm_graph *graph = work->graph;
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
            dm_point p = work->places[v], q = work->places[graph->target[a]];
            double dx = p.x - q.x, dy = p.y - q.y;
            if (dx * dx + dy * dy != 1)
                return false;
        }
    return true;
}

/* Tries `other` as the far end of the row that begins at `corner` towards its first neighbour, so
 * that a grid numbered row by row is drawn row by row. */
static bool try_other(grid_work *work, dm_vertex corner, dm_vertex other)
{
    const dm_graph *graph = work->graph;
    dm_vertex columns = work->from_corner[other] + 1, n = graph->n;
    if (n % columns || columns == n)
        return false;
    int64_t edges = 2 * (int64_t)n - columns - n / columns;
    if ((int64_t)graph->arcs != 2 * edges)
        return false;
    dmi_breadth_first(graph, other, work->order, work->from_other);
    if (!place_cells(work, columns) || !edges_join_neighbours(work))
        return false;
    return work->places[graph->target[graph->first[corner]]].y == 0;
}

static bool try_corners(grid_work *work)
{
    const dm_graph *graph = work->graph;
    dm_vertex corners[4], count = 0;
    for (dm_vertex v = 0; v < graph->n; v++) {
        dm_vertex degree = dmi_degree(graph, v);
        if (degree < 2 || degree > 4 || (degree == 2 && count == 4))
            return false;
        if (degree == 2)
            corners[count++] = v;
    }
    if (count != 4)
        return false;
    dmi_breadth_first(graph, corners[0], work->order, work->from_corner);
    for (dm_vertex i = 1; i < count; i++)
        if (try_other(work, corners[0], corners[i]))
            return true;
    return false;
}

dm_status dmi_layout_grid(const dm_graph *graph, dm_point *places, bool *done, dm_error *err)
{
    size_t n = (size_t)graph->n;
    grid_work work = {.graph = graph, .places = places};
    work.order = dmi_array(&work.arrays, n, sizeof *work.order);
    work.from_corner = dmi_array(&work.arrays, n, sizeof *work.from_corner);
    work.from_other = dmi_array(&work.arrays, n, sizeof *work.from_other);
    work.filled = dmi_array(&work.arrays, n, 1);
    dm_status status = dmi_arrays_check(&work.arrays, err);
    if (status == DM_OK)
        *done = try_corners(&work);
    dmi_arrays_free(&work.arrays);
    return status;
}

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
