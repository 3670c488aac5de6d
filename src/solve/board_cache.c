/* board_cache.c - makes and compares the cached data of a board. */
#include "solve/board_cache.h"

#include "base/base.h"
#include "solve/keys_parts.h"
#include "solve/switches.h"
#include <assert.h>
#include <stdlib.h>

enum { GROUP_LIMIT = 512, TREE_GROUP_LIMIT = 16 }; /* elements of a group */

static dm_status make_keys(dmi_board_cache *cache, const dm_arena *arena, const dm_distances *table,
                           int32_t stones, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    if (!(cache->on & DMI_SOLVE_PARTS))
        return dmi_keys_plain_new(arena, &cache->group, table, cache->ties, stones, &cache->keys,
                                  err);
    dmi_keys_maker *make = n <= 64    ? dmi_keys_parts_64
                           : n <= 128 ? dmi_keys_parts_128
                                      : dmi_keys_parts_256;
    return make(arena, &cache->group, cache->ties, &cache->keys, err);
}

dm_status dmi_board_cache_new(const dm_arena *arena, const dm_distances *table, unsigned on,
                              dm_tie_rule ties, int32_t stones, dmi_board_cache **out,
                              dm_error *err)
{
    assert(stones >= 0);
    dmi_board_cache *cache = dmi_calloc(1, sizeof *cache);
    if (!cache)
        return dmi_no_memory(err);
    cache->on = on;
    cache->ties = ties;
    const dm_graph *graph = dm_arena_graph(arena);
    bool is_tree = graph->arcs / 2 < (uint32_t)graph->n; /* then only the mirror needs the group */
    int32_t limit = !(cache->on & DMI_SOLVE_SYMMETRY)          ? 1
                    : is_tree && (cache->on & DMI_SOLVE_PARTS) ? TREE_GROUP_LIMIT
                                                               : GROUP_LIMIT;
    dm_status status = dmi_group_init(arena, limit, &cache->group, err);
    if (status == DM_OK)
        status = make_keys(cache, arena, table, stones, err);
    if (status == DM_OK)
        *out = cache;
    else
        dmi_board_cache_free(cache);
    return status;
}

void dmi_board_cache_free(dmi_board_cache *cache)
{
    if (!cache)
        return;
    if (cache->keys)
        cache->keys->free(cache->keys);
    dmi_group_clear(&cache->group);
    free(cache);
}

bool dmi_board_cache_fits(const dmi_board_cache *cache, const dm_arena *arena, unsigned on,
                          dm_tie_rule ties)
{
    return cache && cache->on == on && cache->ties == ties && cache->keys->is_of &&
           cache->keys->is_of(cache->keys, arena);
}
