/* shortest_paths.h - labels spread from their origins along shortest paths.
 *
 * On tables of pairs and on points (dm_graph_kind) distances are what these say, and everything
 * else is the same; but there an origin of a table is not near itself, unless the table has that
 * pair.
 *
 * Every vertex gets the distance to its nearest origin and the join of the
 * labels of all origins at that distance.  Labels join to the same label if
 * they are equal and otherwise to the least of both and `floor`:
 *
 *     floor UINT32_MAX        the least label wins
 *     floor f, labels >= f    differing labels become f
 *     ... and labels < f      the least such label wins over everything
 *     floor DMI_JOIN_SIDES    labels are a rank and two bits: the least rank stays, with all bits
 */
#ifndef DMI_SHORTEST_PATHS_H
#define DMI_SHORTEST_PATHS_H

#include "base/bucket.h"
#include "base/heap.h"
#include <demesne/arena.h>

typedef struct dmi_cell {
    uint64_t distance; /* UINT64_MAX: no origin reaches the vertex */
    uint32_t label;
} dmi_cell;

#define DMI_UNREACHED UINT64_MAX

/* Scratch for one graph, kept from run to run. */
typedef struct dmi_paths {
    const dm_graph *graph; /* borrowed */
    uint64_t *narrow;      /* distance in the upper half, label in the lower; all ones: unreached */
    dmi_cell *wide;        /* the same if distances pass 32 bits; made when first needed */
    bool is_wide;          /* the last run's result is in `wide` */
    dm_vertex *queue;      /* n + 1 entries: one more, because known vertices are written too */
    dmi_cell *origins;     /* (vertex, label) as given, for a second start in the wide form */
    size_t origin_count, origin_capacity;
    dmi_buckets buckets; /* used if lengths differ */
    dmi_heap heap;       /* used if `ordered` */
    int shift;           /* a bucket holds 2^shift distances */
    bool ordered;        /* vertices of one bucket may improve each other, so the heap sorts them */
    dm_run *run;         /* stops a search; the caller sets it after `init`; NULL: never */
} dmi_paths;

/* A ring of buckets for searches of a graph whose lengths differ; a bucket holds 2^shift distances.
 * `ordered`: vertices of one bucket may improve each other. */
dm_status dmi_graph_buckets(const dm_graph *graph, dmi_buckets *buckets, int *shift, bool *ordered,
                            dm_error *err);

/* O(n). */
dm_status dmi_paths_init(dmi_paths *paths, const dm_graph *graph, dm_error *err);
void dmi_paths_clear(dmi_paths *paths);

/* Call start, then origin for each origin, then run.  `origin` returns
 * DM_BAD_VERTEX without a message if v is an origin already. */
void dmi_paths_start(dmi_paths *paths);
dm_status dmi_paths_origin(dmi_paths *paths, dm_vertex v, uint32_t label, dm_error *err);
dm_status dmi_paths_run(dmi_paths *paths, uint32_t floor, dm_error *err);

static inline dmi_cell dmi_paths_at(const dmi_paths *paths, dm_vertex v)
{
    if (paths->is_wide)
        return paths->wide[v];
    uint64_t packed = paths->narrow[v];
    uint64_t scale = paths->graph->uniform ? (uint64_t)paths->graph->uniform : 1;
    return packed == DMI_UNREACHED ? (dmi_cell){DMI_UNREACHED, 0}
                                   : (dmi_cell){(packed >> 32) * scale, (uint32_t)packed};
}

#define DMI_JOIN_SIDES (UINT32_MAX - 1)
#define DMI_MOST_RANKS (UINT32_C(1) << 30)

static inline uint32_t dmi_join(uint32_t a, uint32_t b, uint32_t floor)
{
    uint32_t least = a < b ? a : b;
    if (floor == DMI_JOIN_SIDES)
        return least | (a & 3) | (b & 3);
    return a == b || least < floor ? least : floor;
}

#endif
