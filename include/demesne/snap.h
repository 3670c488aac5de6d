/* demesne/snap.h - places found on the streets of a map, and streets divided there.
 *
 * A place goes to the nearest point of the nearest street.  Distances are taken on a plane that
 * touches the Earth there: a degree of longitude counts as much as one of latitude times the cosine
 * of the place's latitude, and one of latitude is 111195.08 m.  Of equally near points that of the
 * lower street counts, then the one nearer to its beginning.
 *
 *     dm_snap(arena, places, count, 0, NULL, found, &err);
 *     dm_arena_divided(arena, found, count, vertex, &divided, &err);
 *
 *     u ----------x-----y------ v        a street with two places
 *                                        becomes u - x, x - y, y - v
 */
#ifndef DEMESNE_SNAP_H
#define DEMESNE_SNAP_H

#include <demesne/map.h>
#include <demesne/places.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_snapped {
    int32_t street;   /* -1: the map has no street of these kinds */
    uint32_t segment; /* between the points `segment` and `segment` + 1 of the street */
    int64_t at;       /* from its first vertex, in the board's unit, rounded; 0 to its length */
    dm_lonlat point;  /* the nearest point */
    double metres;    /* from the place to it */
} dm_snapped;

/* Kinds of streets, one bit each: 1 << DM_STREET_PRIMARY, ..; 0: all but ferries. */
typedef uint32_t dm_street_kinds;

/* Finds the nearest points of streets of these kinds.  DM_BAD_ARGUMENT if the board has no map;
 * DM_UNFINISHED. O(s + k log s) for s segments of streets and k places, unless streets overlap
 * much. */
dm_status dm_snap(const dm_arena *arena, const dm_lonlat *places, int64_t count,
                  dm_street_kinds kinds, dm_run *run, dm_snapped *out, dm_error *err);

/* The board with its streets divided at these points.  vertex[i] receives the vertex of at[i]: an
 * end of its street if `at` is 0 or the street's length, otherwise a new one, which entries with
 * the same street and the same `at` share; -1 if the street is -1.  New vertices come after the
 * board's own in the order of the list; they are worth 0 and have no names.
 *
 * The parts of a street have its kind, name and directions, and their lengths, each at least 1, add
 * up to its length.  All of them join the graph, also if the whole street was longer than another
 * one beside it.  O(n + m + k log k). */
dm_status dm_arena_divided(const dm_arena *arena, const dm_snapped *at, int64_t count,
                           dm_vertex *vertex, dm_arena **out, dm_error *err);

/* Finds the streets, of these kinds, of all rows by lon and lat in these tables of the board, and
 * divides the board once: new vertices come in the order of the tables and their rows.  `*out`
 * stays as it is if there are no such rows.
 *
 * Customers and candidates farther than `limit` metres are moved to `left_out`; a site that is
 * farther is DM_BAD_INPUT.  Two sites of a table at one point are DM_BAD_INPUT; of candidates there
 * the first stays, but the same lon and lat twice is DM_BAD_INPUT.  So is a table of which nothing
 * is left. */
dm_status dm_places_snap(const dm_arena *arena, dm_places *const *tables, int32_t count,
                         double limit, dm_street_kinds kinds, dm_run *run, dm_arena **out,
                         dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
