/* restrictions.h - turn restrictions and barriers, from ways and nodes to streets and vertices.
 *
 *     dmi_restrictions_add(list, &one, ways, err);      as they are read
 *     dmi_street_ends_add(ends, vertex, street, way, travel, err);   for both ends of streets
 *     dmi_forbid_turns(builder, list, ends, &applied, err);
 */
#ifndef DMI_MAP_RESTRICTIONS_H
#define DMI_MAP_RESTRICTIONS_H

#include "base/base.h"
#include <demesne/map.h>

typedef struct dmi_restriction {
    int64_t via;      /* a node */
    dm_vertex vertex; /* that it is on the board; -1: none, or not known yet */
    size_t first;     /* in `way` of the list: whence, then whither */
    uint32_t froms, tos;
    bool commands; /* only these ways may follow; otherwise they may not */
} dmi_restriction;

typedef struct dmi_restrictions {
    dmi_restriction *one;
    size_t count, room;
    int64_t *way;
    size_t ways, way_room;
} dmi_restrictions;

/* Where a street ends at a vertex with a restriction or a barrier. */
typedef struct dmi_street_end {
    dm_vertex vertex;
    int32_t street;
    int64_t way;
    bool arrives, leaves; /* whether one may come by it, and go by it */
    bool is_barrier;      /* nobody passes the vertex */
} dmi_street_end;

typedef struct dmi_street_ends {
    dmi_street_end *one;
    size_t count, room;
} dmi_street_ends;

/* `ways` has the `froms` and then the `tos` of `one`. */
dm_status dmi_restrictions_add(dmi_restrictions *list, const dmi_restriction *one,
                               const int64_t *ways, dm_error *err);
void dmi_restrictions_clear(dmi_restrictions *list);

dm_status dmi_street_ends_add(dmi_street_ends *ends, const dmi_street_end *one, dm_error *err);

/* Tells the builder which turns are forbidden; sorts `ends`.  *applied receives the number of
 * restrictions whose streets are on the board.  O((ends + restrictions) log ends), times the
 * streets of a junction. */
dm_status dmi_forbid_turns(dm_builder *builder, const dmi_restrictions *list, dmi_street_ends *ends,
                           int32_t *applied, dm_error *err);

#endif
