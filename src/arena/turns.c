/* turns.c - forbidden turns of a board that is built again, and the copies that they need. */
#include "arena/arena.h"

/* The parts of a street that touch a vertex where it ends; a street that ends where it begins has
 * two. */
static int parts_at(const dm_map *map, int32_t street, dm_vertex via, const int32_t *first,
                    const int32_t *last, int32_t out[2])
{
    int count = 0;
    if (map->from[street] == via)
        out[count++] = first[street];
    if (map->to[street] == via && (count == 0 || last[street] != out[0]))
        out[count++] = last[street];
    return count;
}

dm_status dmi_builder_copy_turns(dm_builder *builder, const dm_map *map, const dm_vertex *number,
                                 const int32_t *first, const int32_t *last, dm_error *err)
{
    dm_status status = dm_builder_rules(builder, &map->rules, err);
    for (int32_t i = 0; i < map->turns && status == DM_OK; i++) {
        const dm_street_turn *t = &map->turn[i];
        dm_vertex via = number ? number[t->via] : t->via;
        int32_t from[2], to[2];
        if (via < 0 || first[t->from] < 0 || first[t->to] < 0)
            continue;
        int froms = parts_at(map, t->from, t->via, first, last, from);
        int tos = parts_at(map, t->to, t->via, first, last, to);
        for (int k = 0; k < froms * tos && status == DM_OK; k++)
            status = dm_builder_turn(builder,
                                     &(dm_street_turn){via, from[k % froms], to[k / froms]}, err);
    }
    return status;
}

dm_vertex dm_arena_shown(const dm_arena *arena)
{
    return dm_arena_vertices(arena) - arena->shared->copies;
}

dm_vertex dm_arena_original(const dm_arena *arena, dm_vertex v)
{
    dm_vertex shown = dm_arena_shown(arena);
    return v < shown ? v : arena->shared->original[v - shown];
}
