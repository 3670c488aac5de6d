/* arena/streets.h - the streets of a board: collected by a builder, then shared by boards. */
#ifndef DMI_STREETS_H
#define DMI_STREETS_H

#include "arena/parts.h"
#include <demesne/map.h>
#include <stdatomic.h>
#include <stddef.h>

/* A map that several boards may share. */
typedef struct dmi_streets {
    atomic_int users;
    dm_map map; /* what `own` holds, or arrays elsewhere that outlive it */
    struct {
        dm_vertex *from, *to;
        int64_t *length;
        unsigned char *travel, *kind;
        uint32_t *name_at, *first_point;
        char *names;
        dm_lonlat *point;
        char *attribution;
        dm_street_turn *turn;
    } own;
    struct dmi_streets *base; /* has the arrays that are not `own`; NULL: none */
    dmi_parts *file;          /* NULL, or what holds the arrays */
    size_t room, points, point_room, names_size, names_room, turn_room; /* while it grows */
} dmi_streets;

/* Whom a picture of OpenStreetMap's data must name. */
#define DMI_OSM_ATTRIBUTION "\u00a9 OpenStreetMap contributors"

/* The kind of OpenStreetMap's `highway`, e.g. "primary_link". */
dm_street_kind dmi_street_kind(const char *highway);

dmi_streets *dmi_streets_new(void); /* NULL without memory */
dmi_streets *dmi_streets_hold(dmi_streets *streets);
/* The same streets, each open in both directions; NULL without memory. */
dmi_streets *dmi_streets_both_ways(dmi_streets *streets);
void dmi_streets_release(dmi_streets *streets); /* NULL: nothing */

dm_status dmi_streets_add(dmi_streets *streets, const dm_street *street, dm_error *err);
dm_status dmi_streets_attribution(dmi_streets *streets, const char *attribution, dm_error *err);
dm_status dmi_streets_add_turn(dmi_streets *streets, const dm_street_turn *turn, dm_error *err);
/* Orders dm_street_turns by junction, then by the streets from and to; for qsort(). */
int dmi_street_turns_compare(const void *a, const void *b);
/* Sorts the turns; each stays once. */
void dmi_streets_sort_turns(dmi_streets *streets);
/* Multiplies every length; DM_TOO_LARGE if one would exceed 2^62. */
dm_status dmi_streets_scale(dmi_streets *streets, int64_t factor, dm_error *err);
/* Adds every edge of a board as a straight street. */
dm_status dmi_streets_add_edges(dmi_streets *streets, const dm_graph *graph, dm_error *err);

#endif
