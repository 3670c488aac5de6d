/* check/graph.c - over all pairs, and over all permutations. */
#include "check/graph.h"

#include <stdlib.h>

void check_matrix_note(check_matrix *m, dm_vertex u, dm_vertex v, int64_t length)
{
    if (u == v) {
        m->loops++;
        return;
    }
    m->copies[u][v]++;
    if (!m->there[u][v] || length < m->there[u][v])
        m->there[u][v] = length;
}

int64_t check_matrix_shorter(const check_matrix *m, dm_vertex u, dm_vertex v)
{
    int64_t there = m->there[u][v], back = m->there[v][u];
    return !there ? back : !back || there < back ? there : back;
}

int32_t check_parts(const int64_t *distances, dm_vertex n, int32_t *part)
{
    int32_t count = 0;
    for (dm_vertex v = 0; v < n; v++) {
        part[v] = -1;
        for (dm_vertex u = 0; u < v; u++)
            if (distances[(int64_t)u * n + v] >= 0 && distances[(int64_t)v * n + u] >= 0)
                part[v] = part[u];
        if (part[v] < 0)
            part[v] = count++;
    }
    return count;
}

static dm_vertex part_size(const int32_t *part, dm_vertex n, int32_t number)
{
    dm_vertex size = 0;
    for (dm_vertex v = 0; v < n; v++)
        size += part[v] == number;
    return size;
}

void check_metric(const dm_arena *arena, const int64_t *distances, dm_metric *out)
{
    dm_vertex n = dm_arena_vertices(arena);
    int32_t *part = malloc(((size_t)n + 1) * sizeof *part);
    dm_vertex *medians = malloc(((size_t)n + 1) * sizeof *medians);
    if (!part || !medians)
        abort();
    int32_t count = check_parts(distances, n, part), best = 0;
    for (int32_t i = 1; i < count; i++)
        if (part_size(part, n, i) > part_size(part, n, best))
            best = i;
    *out = (dm_metric){0, INT64_MAX, INT64_MAX, 0, medians};
    for (dm_vertex v = 0; v < n; v++) {
        int64_t farthest = 0, sum = 0;
        for (dm_vertex u = 0; u < n; u++) {
            int64_t d = part[u] == part[v] ? distances[(int64_t)u * n + v] : 0;
            if (d > farthest)
                farthest = d;
            if (d > 0)
                sum += d * dm_value_of(dm_arena_values(arena), u);
        }
        if (part[v] != best)
            continue;
        out->diameter = farthest > out->diameter ? farthest : out->diameter;
        out->radius = farthest < out->radius ? farthest : out->radius;
        if (sum < out->median_sum)
            out->median_count = 0;
        out->median_sum = sum < out->median_sum ? sum : out->median_sum;
        if (sum == out->median_sum)
            medians[out->median_count++] = v;
    }
    free(part);
}

/* The length of the arc from u to v, 0 if there is none. */
static int64_t edge_length(const dm_graph *graph, dm_vertex u, dm_vertex v)
{
    for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
        if (graph->target[arc] == v)
            return dm_graph_length(graph, arc);
    return 0;
}

bool check_is_symmetry(const dm_arena *arena, const dm_vertex *image)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    for (dm_vertex v = 0; v < graph->n; v++) {
        if (image[v] < 0 || image[v] >= graph->n ||
            dm_value_of(values, v) != dm_value_of(values, image[v]))
            return false;
        for (dm_vertex u = 0; u < v; u++)
            if (image[u] == image[v] ||
                edge_length(graph, u, v) != edge_length(graph, image[u], image[v]) ||
                edge_length(graph, v, u) != edge_length(graph, image[v], image[u]))
                return false;
    }
    return true;
}

/* Tries every continuation of image[0..fixed-1]. */
static int64_t count_from(const dm_arena *arena, dm_vertex *image, dm_vertex fixed,
                          dm_vertex *orbit)
{
    dm_vertex n = dm_arena_vertices(arena);
    if (fixed == n) {
        if (!check_is_symmetry(arena, image))
            return 0;
        for (dm_vertex v = 0; v < n; v++)
            orbit[v] = image[v] < orbit[v] ? image[v] : orbit[v];
        return 1;
    }
    int64_t count = 0;
    for (dm_vertex to = 0; to < n; to++) {
        bool used = false;
        for (dm_vertex v = 0; v < fixed; v++)
            used = used || image[v] == to;
        image[fixed] = to;
        count += used ? 0 : count_from(arena, image, fixed + 1, orbit);
    }
    return count;
}

int64_t check_symmetries(const dm_arena *arena, dm_vertex *orbit)
{
    dm_vertex image[8];
    if (dm_arena_vertices(arena) > 8)
        abort();
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
        orbit[v] = v;
    return count_from(arena, image, 0, orbit);
}
