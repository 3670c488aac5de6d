/* demesne/graph.h - facts about a board's graph: distances, parts, symmetry. */
#ifndef DEMESNE_GRAPH_H
#define DEMESNE_GRAPH_H

#include <demesne/arena.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All-pairs distances in the narrowest unsigned type that fits.
 *
 * Row s has the distances of all vertices to a stone on s: on a directed board the lengths of
 * shortest paths from them to s.  Row v starts at (char *)cells + v * stride * width; it holds n
 * distances and padding up to `stride` entries, every padding entry is the unreachable mark. Rows
 * are 64-byte aligned.  Unreachable is the type's largest value. */
typedef struct dm_distances {
    dm_vertex n;
    bool is_symmetric; /* the board is undirected: row u at v equals row v at u */
    int width;         /* bytes per entry: 1, 2, 4 or 8 */
    int64_t stride;    /* entries per row; stride * width is a multiple of 64 */
    void *cells;
} dm_distances;

/* `max_bytes` bounds the table (0: 1 GiB); a larger one is DM_TOO_LARGE.  DM_UNFINISHED if the
 * run ends first.
 * O(n (n + m)) for uniform lengths, O(n (m + n log n)) otherwise. */
dm_status dm_distances_new(const dm_arena *arena, int64_t max_bytes, dm_run *run,
                           dm_distances **out, dm_error *err);
void dm_distances_free(dm_distances *table);
/* The same table, made once and kept with the board until that is freed or its tables are
 * forgotten; threads may share it. */
dm_status dm_arena_distances(const dm_arena *arena, int64_t max_bytes, dm_run *run,
                             const dm_distances **out, dm_error *err);
/* Entry v of row s, in the arena's unit: how far v is from a stone on s; -1 if there is no path. */
int64_t dm_distance(const dm_distances *table, dm_vertex s, dm_vertex v);
static inline const void *dm_distance_row(const dm_distances *table, dm_vertex v)
{
    return (const char *)table->cells + (int64_t)v * table->stride * table->width;
}

/* Connected components, whatever the direction of the arcs: part[v] in 0..count-1, numbered by
 * their least vertex; all points are in one.  `part` has room for n entries and may be NULL.  O(n +
 * m). */
dm_status dm_components(const dm_arena *arena, int32_t *part, int32_t *count, dm_error *err);
/* The same for strong components: two vertices are in one if each has a path to the other.  On an
 * undirected board these are the connected components. */
dm_status dm_strong_components(const dm_arena *arena, int32_t *part, int32_t *count, dm_error *err);

/* What one pass over a board shows. */
typedef struct dm_facts {
    int64_t degree_min, degree_max; /* of the arcs leaving a vertex */
    double degree_mean;
    int64_t length_min, length_max; /* in the board's unit; 0 without edges */
    int64_t value_min, value_max;
    int32_t components, strong_components;
    bool connected, bipartite; /* whatever the direction of the arcs; points are connected */
    bool tree;                 /* an undirected one */
} dm_facts;

/* O(n + m). */
dm_status dm_facts_find(const dm_arena *arena, dm_facts *out, dm_error *err);

/* Distances within the largest strong component (of equal ones that with the lowest vertex).  A
 * median minimises the sum of distances of its vertices to it, each times the value of the
 * vertex. */
typedef struct dm_metric {
    int64_t diameter;   /* the greatest distance */
    int64_t radius;     /* the least, over all vertices, of the distance of the farthest vertex */
    int64_t median_sum; /* the least weighted sum of distances */
    dm_vertex median_count;
    dm_vertex *medians; /* sorted; owned, freed by dm_metric_clear */
} dm_metric;

/* DM_UNSUPPORTED on a table of pairs.  O(n) if that component is a tree, otherwise a search from
 * each of its vertices. DM_TOO_LARGE if median_sum exceeds 2^63-1; DM_UNFINISHED if the run ends
 * first. */
dm_status dm_metric_init(const dm_arena *arena, dm_run *run, dm_metric *out, dm_error *err);
void dm_metric_clear(dm_metric *metric);

/* The symmetry group (automorphisms that keep arcs, lengths and values), by nauty.
 * `orbit[v]` is the least vertex of v's orbit; generators are permutations. */
typedef struct dm_symmetry {
    dm_vertex n;
    dm_vertex *orbit;
    int32_t orbit_count;
    int32_t generator_count; /* 0 if all together would take more than 256 MiB */
    dm_vertex **generators;  /* generators[i][v] is the image of v */
    double order_mantissa;   /* the order of the group is mantissa * 10^exponent */
    int order_exponent;      /* 0: the order is exact */
} dm_symmetry;

/* DM_UNSUPPORTED on points and tables.  DM_TOO_LARGE above 100 000 vertices or 4 000 000 edges:
 * nauty ends the process if memory runs out, and within these limits it needs less than 1 GiB.
 * DM_UNFINISHED if the run ends first: on some graphs of a few hundred vertices the search would
 * take for ever.  Safe in several threads, which take turns on boards of more than 64 vertices. */
dm_status dm_symmetry_new(const dm_arena *arena, dm_run *run, dm_symmetry **out, dm_error *err);
void dm_symmetry_free(dm_symmetry *symmetry);

#ifdef __cplusplus
}
#endif
#endif
