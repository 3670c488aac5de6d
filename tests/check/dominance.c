/* check/dominance.c - straight from the definitions, without regard to speed. */
#include "check/dominance.h"

#include <math.h>
#include <stdlib.h>

/* The nearest whole number to sqrt(square) / scale, halves up: the first r with r + 1/2 above it.
 */
static int64_t round_root(int64_t square, int64_t scale)
{
    __extension__ typedef __int128 wide;
    int64_t r = 0;
    while (((wide)2 * r + 1) * scale * ((wide)2 * r + 1) * scale <= (wide)4 * square)
        r++;
    return r;
}

/* Of coordinates with at most 6 decimals. */
static int64_t line_length(const dm_arena *arena, size_t u, size_t v)
{
    const double radians = 3.14159265358979323846 / 180, power = pow(10, dm_arena_decimals(arena));
    dm_point a = dm_arena_places(arena)[u], b = dm_arena_places(arena)[v];
    int64_t dx = llround(a.x * 1e6) - llround(b.x * 1e6);
    int64_t dy = llround(a.y * 1e6) - llround(b.y * 1e6);
    int64_t scale = llround(1e6 / power);
    if (dm_arena_line_metric(arena) == DM_EUCLID)
        return round_root(dx * dx + dy * dy, scale);
    if (dm_arena_line_metric(arena) == DM_MANHATTAN)
        return (2 * (llabs(dx) + llabs(dy)) + scale) / (2 * scale);
    double tall = sin((a.y * radians - b.y * radians) / 2);
    double wide = sin((a.x * radians - b.x * radians) / 2);
    double h = tall * tall + cos(a.y * radians) * cos(b.y * radians) * (wide * wide);
    return (int64_t)floor(2 * asin(sqrt(h < 1 ? h : 1)) * 6371008.8 * power + 0.5);
}

/* Of a table or of points: no paths. */
static void direct_distances(const dm_arena *arena, int64_t *d)
{
    const dm_graph *graph = dm_arena_graph(arena);
    size_t n = (size_t)graph->n;
    for (size_t u = 0; u < n; u++) {
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
            d[u * n + (size_t)graph->target[arc]] = dm_graph_length(graph, arc);
        for (size_t v = 0; v < n && graph->kind == DM_POINTS; v++)
            d[u * n + v] = line_length(arena, u, v);
    }
}

int64_t *check_distances(const dm_arena *arena)
{
    const dm_graph *graph = dm_arena_graph(arena);
    size_t n = (size_t)graph->n;
    int64_t *d = malloc((n * n + 1) * sizeof *d);
    if (!d)
        abort();
    for (size_t i = 0; i < n * n; i++)
        d[i] = -1;
    if (graph->kind != DM_NETWORK) {
        direct_distances(arena, d);
        return d;
    }
    for (size_t u = 0; u < n; u++) {
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
            d[u * n + (size_t)graph->target[arc]] = dm_graph_length(graph, arc);
        d[u * n + u] = 0;
    }
    for (size_t k = 0; k < n; k++)
        for (size_t u = 0; u < n; u++)
            for (size_t v = 0; v < n; v++) {
                int64_t a = d[u * n + k], b = d[k * n + v];
                if (a >= 0 && b >= 0 && (d[u * n + v] < 0 || a + b < d[u * n + v]))
                    d[u * n + v] = a + b;
            }
    return d;
}

int32_t check_owner(const int64_t *distances, dm_vertex n, const dm_stone *stones, int64_t count,
                    dm_tie_rule ties, dm_vertex v)
{
    int64_t least = -1;
    for (int64_t i = 0; i < count; i++) {
        int64_t d = distances[(int64_t)v * n + stones[i].vertex];
        if (d >= 0 && (least < 0 || d < least))
            least = d;
    }
    if (least < 0)
        return DM_UNREACHED;
    int32_t first = -1; /* the player of the earliest nearest stone */
    bool several = false, has_white = false, has_black = false;
    for (int64_t i = 0; i < count; i++) {
        if (distances[(int64_t)v * n + stones[i].vertex] != least)
            continue;
        int32_t player = stones[i].player;
        if (first < 0)
            first = player;
        several = several || player != first;
        has_white = has_white || player == DM_WHITE;
        has_black = has_black || player == DM_BLACK;
    }
    if (!several || ties == DM_TIES_EARLIER)
        return first;
    if (ties == DM_TIES_WHITE && has_white)
        return DM_WHITE;
    if (ties == DM_TIES_BLACK && has_black)
        return DM_BLACK;
    return DM_TIED;
}

int64_t check_value(const dm_arena *arena, const int64_t *distances, const dm_stone *stones,
                    int64_t count, dm_tie_rule ties)
{
    int64_t value = 0;
    dm_vertex n = dm_arena_vertices(arena);
    for (dm_vertex v = 0; v < n; v++) {
        int32_t owner = check_owner(distances, n, stones, count, ties, v);
        int64_t worth = dm_value_of(dm_arena_values(arena), v);
        value += owner == DM_WHITE ? worth : owner == DM_BLACK ? -worth : 0;
    }
    return value;
}
