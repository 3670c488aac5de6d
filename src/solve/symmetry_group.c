/* symmetry_group.c - every element of a small symmetry group, from its generators.
 *
 * Dimino's algorithm: the elements found so far are a group H.  A generator outside H adds the
 * coset of H that holds it; then the first element of each coset times each generator is in a
 * coset that is known, or adds its own.  Whether an element is known is asked once per coset and
 * generator, not once per element.  O(order n) plus O(order n) for each question.
 *
 * Source: Butler, Fundamental Algorithms for Permutation Groups, 1991.
 */
#include "base/base.h"
#include "solve/keys.h"

#include <stdlib.h>
#include <string.h>

#define MOMENT 1.0 /* seconds */

static bool is_known(const dmi_group *group, const dm_vertex *permutation)
{
    size_t bytes = (size_t)group->n * sizeof *permutation;
    for (int32_t g = 0; g < group->order; g++)
        if (memcmp(group->image + (size_t)g * (size_t)group->n, permutation, bytes) == 0)
            return true;
    return false;
}

static dm_vertex *group_element(const dmi_group *group, int32_t g)
{
    return group->image + (size_t)g * (size_t)group->n;
}

static void compose_permutations(dm_vertex n, const dm_vertex *first, const dm_vertex *then,
                                 dm_vertex *out)
{
    for (dm_vertex v = 0; v < n; v++)
        out[v] = then[first[v]];
}

/* Adds the coset of the first `size` elements that holds the permutation after the last element,
 * unless it is known; false if there is no room. */
static bool add_coset(dmi_group *group, int32_t limit, int32_t size)
{
    const dm_vertex *made = group_element(group, group->order);
    if (is_known(group, made))
        return true;
    if (group->order + size > limit)
        return false;
    for (int32_t g = 1; g < size; g++)
        compose_permutations(group->n, group_element(group, g), made,
                             group_element(group, group->order + g));
    group->order += size;
    return true;
}

/* False if there is no room. */
static bool close_under(dmi_group *group, int32_t limit, const dm_symmetry *symmetry)
{
    dm_vertex *const *generator = symmetry->generators;
    bool fits = true;
    /* Every product with the generators up to g is added; the present elements are a group. */
    for (int32_t g = 0; g < symmetry->generator_count && fits; g++) {
        int32_t size = group->order;
        memcpy(group_element(group, size), generator[g], (size_t)group->n * sizeof(dm_vertex));
        fits = add_coset(group, limit, size);
        for (int32_t first = size; first < group->order && fits; first += size)
            for (int32_t i = 0; i <= g && fits; i++) {
                compose_permutations(group->n, group_element(group, first), generator[i],
                                     group_element(group, group->order));
                fits = add_coset(group, limit, size);
            }
    }
    return fits;
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

dm_status dmi_group_init(const dm_arena *arena, int32_t limit, dm_run *run, dmi_group *out,
                         dm_error *err)
{
    /* Without the symmetries, or a run that has time for them, the search is slower, but as exact.
     */
    dm_run *part = NULL;
    dm_symmetry *symmetry = NULL;
    dm_status status = dmi_run_part(run, MOMENT, &part, err);
    if (status == DM_OK)
        status = dm_symmetry_new(arena, part, &symmetry, err);
    dm_run_free(part);
    if (status != DM_OK && status != DM_TOO_LARGE && status != DM_UNFINISHED)
        return status;
    status = DM_OK;
    dmi_group group = {dm_arena_vertices(arena), 1, NULL};
    bool is_small = symmetry && symmetry->order_exponent == 0 && symmetry->order_mantissa <= limit;
    int32_t room = is_small ? (int32_t)symmetry->order_mantissa + 1 : 1;
    group.image = dmi_alloc((size_t)room * (size_t)group.n, sizeof *group.image);
    if (group.image) {
        for (dm_vertex v = 0; v < group.n; v++)
            group.image[v] = v;
        if (is_small && !close_under(&group, room - 1, symmetry))
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
