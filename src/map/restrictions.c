/* restrictions.c - turn restrictions and barriers become pairs of streets.
 *
 * no_..: who comes to the junction by a street of a way `from` may not leave it by one of a way
 * `to`.  only_..: he may leave it by those alone.  If both are the same way, which goes on beyond
 * the junction, no_u_turn forbids to turn back into the street, not to go on.  At a barrier every
 * turn but the one back is forbidden.
 *
 * Source: https://wiki.openstreetmap.org/wiki/Relation:restriction
 */
#include "map/restrictions.h"

#include <stdlib.h>
#include <string.h>

dm_status dmi_restrictions_add(dmi_restrictions *list, const dmi_restriction *one,
                               const int64_t *ways, dm_error *err)
{
    size_t count = (size_t)one->froms + one->tos;
    if (!dmi_reserve(&list->one, &list->room, list->count + 1, sizeof *list->one) ||
        !dmi_reserve(&list->way, &list->way_room, list->ways + count, sizeof *list->way))
        return dmi_no_memory(err);
    list->one[list->count] = *one;
    list->one[list->count++].first = list->ways;
    memcpy(list->way + list->ways, ways, count * sizeof *ways);
    list->ways += count;
    return DM_OK;
}

void dmi_restrictions_clear(dmi_restrictions *list)
{
    free(list->one);
    free(list->way);
    *list = (dmi_restrictions){0};
}

dm_status dmi_street_ends_add(dmi_street_ends *ends, const dmi_street_end *one, dm_error *err)
{
    if (!dmi_reserve(&ends->one, &ends->room, ends->count + 1, sizeof *ends->one))
        return dmi_no_memory(err);
    ends->one[ends->count++] = *one;
    return DM_OK;
}

static int by_vertex(const void *a, const void *b)
{
    const dmi_street_end *x = a, *y = b;
    if (x->vertex != y->vertex)
        return x->vertex < y->vertex ? -1 : 1;
    return (x->street > y->street) - (x->street < y->street);
}

/* The ends at a vertex. */
static const dmi_street_end *ends_at(const dmi_street_ends *ends, dm_vertex v, size_t *count)
{
    size_t low = 0, high = ends->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ends->one[middle].vertex < v)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0; low + *count < ends->count && ends->one[low + *count].vertex == v;)
        ++*count;
    return ends->one + low;
}

static bool is_among(int64_t way, const int64_t *ways, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (ways[i] == way)
            return true;
    return false;
}

/* Whether a restriction forbids to leave by `to` after coming by `from`, one of its ways. */
static bool forbids(const dmi_restriction *r, const int64_t *tos, const dmi_street_end *from,
                    const dmi_street_end *to)
{
    bool is_named = is_among(to->way, tos, r->tos);
    if (r->commands)
        return !is_named;
    return is_named && (from->way != to->way || from->street == to->street);
}

static dm_status apply(dm_builder *builder, const dmi_restrictions *list, const dmi_restriction *r,
                       const dmi_street_ends *ends, int32_t *applied, dm_error *err)
{
    size_t count;
    const dmi_street_end *end = ends_at(ends, r->vertex, &count);
    const int64_t *froms = list->way + r->first, *tos = froms + r->froms;
    bool can_obey = false, is_met = false;
    for (size_t i = 0; i < count; i++)
        can_obey |= end[i].leaves && is_among(end[i].way, tos, r->tos);
    dm_status status = DM_OK;
    for (size_t i = 0; i < count && can_obey; i++) {
        if (!end[i].arrives || !is_among(end[i].way, froms, r->froms))
            continue;
        is_met = true;
        for (size_t k = 0; k < count && status == DM_OK; k++)
            if (end[k].leaves && forbids(r, tos, &end[i], &end[k]))
                status = dm_builder_turn(
                    builder, &(dm_street_turn){r->vertex, end[i].street, end[k].street}, err);
    }
    *applied += is_met;
    return status;
}

static dm_status close_barriers(dm_builder *builder, const dmi_street_ends *ends, dm_error *err)
{
    dm_status status = DM_OK;
    for (size_t i = 0, end; i < ends->count; i = end) {
        const dmi_street_end *first = &ends->one[i];
        for (end = i; end < ends->count && ends->one[end].vertex == first->vertex;)
            end++;
        for (size_t a = i; a < end && first->is_barrier; a++)
            for (size_t b = i; b < end && status == DM_OK; b++) {
                const dmi_street_end *from = &ends->one[a], *to = &ends->one[b];
                if (from->arrives && to->leaves && from->street != to->street)
                    status = dm_builder_turn(
                        builder, &(dm_street_turn){first->vertex, from->street, to->street}, err);
            }
    }
    return status;
}

dm_status dmi_forbid_turns(dm_builder *builder, const dmi_restrictions *list, dmi_street_ends *ends,
                           int32_t *applied, dm_error *err)
{
    *applied = 0;
    if (ends->count == 0)
        return DM_OK;
    qsort(ends->one, ends->count, sizeof *ends->one, by_vertex);
    dm_status status = close_barriers(builder, ends, err);
    for (size_t i = 0; i < list->count && status == DM_OK; i++)
        if (list->one[i].vertex >= 0)
            status = apply(builder, list, &list->one[i], ends, applied, err);
    return status;
}
