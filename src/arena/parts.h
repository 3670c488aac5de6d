/* arena/parts.h - a board that lies in a file's memory, each part checked when first used.
 *
 *     part of the board     unchecked ---first use---> whole, or damaged for ever
 *
 * What the accessors of a board show of a damaged part is empty: no arcs, all values 1, no places,
 * no names, no map.  The first damage is recorded; dm_arena_damage() reports it.  Threads may share
 * all of it.
 */
#ifndef DMI_PARTS_H
#define DMI_PARTS_H

#include <demesne/map.h>
#include <demesne/run.h>
#include <pthread.h>
#include <stdatomic.h>

typedef enum dmi_part {
    DMI_PART_GRAPH,
    DMI_PART_VALUES,
    DMI_PART_PLACES,
    DMI_PART_NAMES,
    DMI_PART_STREETS,
    DMI_PARTS
} dmi_part;

typedef enum dmi_part_state { DMI_UNCHECKED, DMI_WHOLE, DMI_DAMAGED } dmi_part_state;

/* The first member of what a reader keeps of its file. */
typedef struct dmi_parts {
    atomic_int users;
    atomic_int state[DMI_PARTS]; /* a dmi_part_state */
    pthread_mutex_t checking;    /* guards the next two */
    dm_status damage;
    dm_error what;
    dm_graph no_arcs; /* shown in place of a damaged graph */
    /* DM_BAD_INPUT with a message that names file and section; DM_STOPPED. */
    dm_status (*check)(const struct dmi_parts *parts, dmi_part part, dm_run *run, dm_error *err);
    void (*free)(struct dmi_parts *parts);
} dmi_parts;

/* For one user.  `no_arcs.first` must be set to n + 1 zeros that `free` frees. */
void dmi_parts_init(dmi_parts *parts);
dmi_parts *dmi_parts_hold(dmi_parts *parts);
void dmi_parts_release(dmi_parts *parts); /* NULL: nothing */

/* Checks the part if that was not done; false if it is damaged. */
bool dmi_part_examine(dmi_parts *parts, dmi_part part);

/* `parts` NULL: the board was built in memory, and is whole. */
static inline bool dmi_part_is_whole(dmi_parts *parts, dmi_part part)
{
    return !parts || atomic_load_explicit(&parts->state[part], memory_order_acquire) == DMI_WHOLE ||
           dmi_part_examine(parts, part);
}

#endif
