/* twins.h - vertices that can be exchanged without moving any other. */
#ifndef DMI_TWINS_H
#define DMI_TWINS_H

#include <demesne/arena.h>

/* Vertices in classes of twins: of equal value, with the same neighbours apart from each other.
 * Twins of one class are either all neighbours of each other or none of them are. */
typedef struct dmi_twins {
    dm_vertex count;     /* of classes */
    dm_vertex *class_of; /* by vertex; classes are in the order of their least vertices */
    dm_vertex *member;   /* all vertices by class, increasing within it */
    dm_vertex *first;    /* count + 1 entries: where a class begins in `member` */
} dmi_twins;

/* Finds twins if `search`; otherwise every vertex is a class of its own.  Assumes equal lengths.
 * O(m + n log n) plus the comparison of twins. */
dm_status dmi_twins_init(const dm_arena *arena, bool search, dmi_twins *out, dm_error *err);
void dmi_twins_clear(dmi_twins *twins);

#endif
