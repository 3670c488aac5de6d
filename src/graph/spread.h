/* spread.h - labels spread from their origins over a graph, nearest first.
 *
 * Every vertex gets the distance to its nearest origin and the join of the
 * labels of all origins at that distance.  Labels join to the same label if
 * they are equal and otherwise to the least of both and `floor`:
 *
 *     floor UINT32_MAX        the least label wins
 *     floor f, labels >= f    differing labels become f
 *     ... and labels < f      the least such label wins over everything
 */
#ifndef DMI_SPREAD_H
#define DMI_SPREAD_H

#include "base/bucket.h"
#include "base/heap.h"
#include <demesne/arena.h>

typedef struct dmi_cell {
    uint64_t distance; /* UINT64_MAX: no origin reaches the vertex */
    uint32_t label;
} dmi_cell;

#define DMI_UNREACHED UINT64_MAX

/* Scratch for one graph, kept from run to run. */
typedef struct dmi_spread {
    const dm_graph *graph; /* borrowed */
    uint64_t *narrow;      /* distance in the upper half, label in the lower; all ones: unreached */
    dmi_cell *wide;        /* the same if distances pass 32 bits; made when first needed */
    bool is_wide;          /* which of the two holds the last run's answer */
    dm_vertex *queue;      /* n + 1 entries: the last is for one that turns out old */
    dmi_cell *origins;     /* (vertex, label) as given, for a second start in the wide form */
    size_t origin_count, origin_capacity;
    dmi_buckets buckets; /* the rest serves graphs whose lengths differ */
    dmi_heap heap;
    int shift;    /* a bucket holds 2^shift distances */
    bool ordered; /* ... which may depend on each other, so the heap puts them in order */
} dmi_spread;

/* O(n). */
dm_status dmi_spread_init(dmi_spread *spread, const dm_graph *graph, dm_error *err);
void dmi_spread_clear(dmi_spread *spread);

/* A run: start, an origin for each, run.  `origin` returns DM_BAD_VERTEX
 * without a message if v is an origin already. */
void dmi_spread_start(dmi_spread *spread);
dm_status dmi_spread_origin(dmi_spread *spread, dm_vertex v, uint32_t label, dm_error *err);
dm_status dmi_spread_run(dmi_spread *spread, uint32_t floor, dm_error *err);

static inline dmi_cell dmi_spread_at(const dmi_spread *spread, dm_vertex v)
{
    if (spread->is_wide)
        return spread->wide[v];
    uint64_t packed = spread->narrow[v];
    uint64_t scale = spread->graph->uniform ? (uint64_t)spread->graph->uniform : 1;
    return packed == DMI_UNREACHED ? (dmi_cell){DMI_UNREACHED, 0}
                                   : (dmi_cell){(packed >> 32) * scale, (uint32_t)packed};
}

static inline uint32_t dmi_join(uint32_t a, uint32_t b, uint32_t floor)
{
    uint32_t least = a < b ? a : b;
    return a == b || least < floor ? least : floor;
}

#endif
