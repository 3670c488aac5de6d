/* ground.c - see the header. */
#include "solve/ground.h"

#include "base/base.h"
#include "solve/parts.h"
#include "solve/switches.h"
#include <stdlib.h>

/* ... of a tree, where only the mirror asks for it */
enum { GROUP_LIMIT = 512, TREE_GROUP_LIMIT = 16 };

static dm_status find_group(dmi_ground *ground, const dm_arena *arena, dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(arena);
    bool is_tree = graph->arcs / 2 < (uint32_t)graph->n; /* whose parts need no group */
    int32_t limit = !(ground->on & DMI_SOLVE_SYMMETRY)          ? 1
                    : is_tree && (ground->on & DMI_SOLVE_PARTS) ? TREE_GROUP_LIMIT
                                                                : GROUP_LIMIT;
    return dmi_group_init(arena, limit, &ground->group, err);
}

static dm_status make_keys(dmi_ground *ground, const dm_arena *arena, const dm_distances *table,
                           int32_t stones, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    if (!(ground->on & DMI_SOLVE_PARTS))
        return dmi_keys_plain_new(arena, &ground->group, table, ground->ties, stones, &ground->keys,
                                  err);
    dmi_keys_maker *make = n <= 64    ? dmi_keys_parts_64
                           : n <= 128 ? dmi_keys_parts_128
                                      : dmi_keys_parts_256;
    return make(arena, &ground->group, ground->ties, &ground->keys, err);
}

dm_status dmi_ground_new(const dm_arena *arena, const dm_distances *table, unsigned on,
                         dm_tie_rule ties, int32_t stones, dmi_ground **out, dm_error *err)
{
    dmi_ground *ground = dmi_calloc(1, sizeof *ground);
    if (!ground)
        return dmi_no_memory(err);
    ground->on = on;
    ground->ties = ties;
    dm_status status = find_group(ground, arena, err);
    if (status == DM_OK)
        status = make_keys(ground, arena, table, stones, err);
    if (status == DM_OK)
        *out = ground;
    else
        dmi_ground_free(ground);
    return status;
}

void dmi_ground_free(dmi_ground *ground)
{
    if (!ground)
        return;
    if (ground->keys)
        ground->keys->free(ground->keys);
    dmi_group_clear(&ground->group);
    free(ground);
}

bool dmi_ground_fits(const dmi_ground *ground, const dm_arena *arena, unsigned on, dm_tie_rule ties)
{
    return ground && ground->on == on && ground->ties == ties && ground->keys->is_of &&
           ground->keys->is_of(ground->keys, arena);
}
