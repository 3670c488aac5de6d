/* symmetry_group.c - every element of a small symmetry group, from its generators.
 *
 * Breadth-first closure: multiply each element found by each generator until
 * nothing new appears.  O(order^2 n) at worst, for orders of a few thousand.
 */
#include "base/base.h"
#include "solve/keys.h"

#include <stdlib.h>
#include <string.h>

static bool is_known(const dmi_group *group, const dm_vertex *permutation)
{
    size_t bytes = (size_t)group->n * sizeof *permutation;
    for (int32_t g = 0; g < group->order; g++)
        if (memcmp(group->image + (size_t)g * (size_t)group->n, permutation, bytes) == 0)
            return true;
    return false;
}

/* Adds the product of an element and a generator; false if the group exceeds the limit. */
static bool add_product(dmi_group *group, int32_t limit, int32_t element,
                        const dm_vertex *generator)
{
    size_t n = (size_t)group->n;
    if (group->order == limit)
        return false;
    dm_vertex *product = group->image + (size_t)group->order * n;
    for (size_t v = 0; v < n; v++)
        product[v] = generator[group->image[(size_t)element * n + v]];
    if (!is_known(group, product))
        group->order++;
    return true;
}

static bool close_under(dmi_group *group, int32_t limit, const dm_symmetry *symmetry)
{
    for (int32_t g = 0; g < group->order; g++)
        for (int32_t i = 0; i < symmetry->generator_count; i++)
            if (!add_product(group, limit, g, symmetry->generators[i]))
                return false;
    return true;
}

uint64_t dmi_board_salt(const dm_arena *arena)
{
    const dm_graph *graph = dm_arena_graph(arena);
    uint64_t salt = (uint64_t)graph->n;
    for (dm_vertex v = 0; v < graph->n; v++) {
        salt = dmi_mix(salt + (uint64_t)dm_value_of(dm_arena_values(arena), v));
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
            salt = dmi_mix(salt ^ (uint64_t)graph->target[arc] ^
                           ((uint64_t)dm_graph_length(graph, arc) << 20));
    }
    return salt;
}

dm_status dmi_group_init(const dm_arena *arena, int32_t limit, dmi_group *out, dm_error *err)
{
    dm_symmetry *symmetry = NULL;
    dm_status status = dm_symmetry_new(arena, &symmetry, err);
    if (status != DM_OK && status != DM_TOO_LARGE)
        return status;
    status = DM_OK;
    dmi_group group = {dm_arena_vertices(arena), 1, NULL};
    bool is_small = symmetry && symmetry->order_exponent == 0 && symmetry->order_mantissa <= limit;
    int32_t room = is_small ? (int32_t)symmetry->order_mantissa + 1 : 1;
    group.image = dmi_alloc((size_t)room * (size_t)group.n, sizeof *group.image);
    if (group.image) {
        for (dm_vertex v = 0; v < group.n; v++)
            group.image[v] = v;
        if (is_small && !close_under(&group, room, symmetry))
            group.order = 1;
        *out = group;
    } else {
        status = dmi_no_memory(err);
    }
    dm_symmetry_free(symmetry);
    return status;
}

void dmi_group_clear(dmi_group *group)
{
    free(group->image);
    memset(group, 0, sizeof *group);
}
