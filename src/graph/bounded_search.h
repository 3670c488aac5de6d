/* bounded_search.h - searches from one vertex up to a given distance: by shortest paths, or, on
 * tables of pairs and on points (dm_graph_kind), by the distances that these say. */
#ifndef DMI_BOUNDED_SEARCH_H
#define DMI_BOUNDED_SEARCH_H

#include "base/base.h"
#include "base/bucket.h"
#include "base/heap.h"
#include <demesne/arena.h>

/* Scratch for one graph. After a search the vertices reached are found[0 .. count-1], on networks
 * nearest first, and distance[v] is set for them; every other distance is -1. */
typedef struct dmi_bounded_search {
    const dm_graph *graph; /* borrowed */
    uint32_t *first; /* own copy of the arcs, shorter classes first; NULL: all lengths are equal, or
                        no network */
    dm_vertex *target;
    int64_t *length;
    uint8_t *shift; /* the class of a length at v is length >> shift[v] */
    int64_t *distance;
    dm_vertex *found;
    dm_vertex count;
    dmi_buckets buckets; /* used if lengths differ */
    int bucket_shift;    /* a bucket holds 2^bucket_shift distances */
    bool ordered;        /* vertices of one bucket may improve each other, so the heap sorts them */
    dmi_heap heap;
    int64_t *most; /* of points: the greatest limit in each box; NULL: no limits */
    dm_run *run;   /* stops a search; NULL: never; the caller may change it */
    dmi_arrays arrays;
} dmi_bounded_search;

/* Prepares searches from u that go no farther than limit[u] and, if `backward`, searches that
 * reach any u within limit[u].  The first kind needs limit[a] <= limit[b] + d(a, b) where d is the
 * distance from a to b in `graph`, the second limit[b] <= limit[a] + d(a, b).  Distances to given
 * stones satisfy the first, distances from them the second, and on undirected boards both.  The
 * limits are not kept; NULL: they are not known.  On tables and points they may be any, but those
 * of a search are nowhere above these.  Searches stop when `run` does.  O(n + m). */
dm_status dmi_bounded_search_init(dmi_bounded_search *search, const dm_graph *graph,
                                  const int64_t *limit, bool backward, dm_run *run, dm_error *err);
/* The same searches for another thread: shares the arcs of `other`, which must stay. */
dm_status dmi_bounded_search_share(dmi_bounded_search *search, const dmi_bounded_search *other,
                                   dm_error *err);
void dmi_bounded_search_clear(dmi_bounded_search *search);

/* Finds the vertices at distance at most `reach` from v. */
dm_status dmi_bounded_search_run(dmi_bounded_search *search, dm_vertex v, int64_t reach,
                                 dm_error *err);
/* Finds the vertices u with start + d(v, u) <= limit[u]; `start`, 0 or more, is added to all
 * distances. */
dm_status dmi_bounded_search_within(dmi_bounded_search *search, dm_vertex v, int64_t start,
                                    const int64_t *limit, dm_error *err);
/* The same from `count` different vertices at once. */
dm_status dmi_bounded_search_from_all(dmi_bounded_search *search, const dm_vertex *from,
                                      int32_t count, int64_t start, const int64_t *limit,
                                      dm_error *err);

#endif
