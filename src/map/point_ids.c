/* point_ids.c - numbers places: equal coordinates have the same number.
 *
 * A hash table of the doubles' bits, open addressing, at most half full.
 */
#include "map/point_ids.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

static uint64_t bits_of(double number)
{
    uint64_t out;
    number += 0.0; /* -0 is 0 */
    memcpy(&out, &number, sizeof out);
    return out;
}

static size_t slot_of(const dmi_point_ids *ids, dm_point place)
{
    uint64_t mixed = bits_of(place.x) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 29 ^ bits_of(place.y)) * UINT64_C(0xbf58476d1ce4e5b9);
    size_t at = (size_t)(mixed ^ mixed >> 32) & (ids->slots - 1);
    while (ids->slot[at] && (ids->point[ids->slot[at] - 1].x != place.x ||
                             ids->point[ids->slot[at] - 1].y != place.y))
        at = (at + 1) & (ids->slots - 1);
    return at;
}

static bool grow_ids(dmi_point_ids *ids)
{
    dmi_point_ids wider = *ids;
    if (ids->slots > 2 * ids->count)
        return true;
    wider.slots = ids->slots ? 2 * ids->slots : 1024;
    wider.slot = dmi_calloc(wider.slots, sizeof *wider.slot);
    if (!wider.slot)
        return false;
    for (size_t i = 0; i < ids->count; i++)
        wider.slot[slot_of(&wider, ids->point[i])] = (uint32_t)i + 1;
    free(ids->slot);
    *ids = wider;
    return true;
}

dm_status dmi_point_ids_find(dmi_point_ids *ids, dm_point place, int64_t *out, dm_error *err)
{
    if (!grow_ids(ids) || !dmi_reserve(&ids->point, &ids->room, ids->count + 1, sizeof *ids->point))
        return dmi_no_memory(err);
    if (ids->count >= (size_t)DM_MAX_VERTICES)
        return dmi_fail(err, DM_TOO_LARGE, "the lines have more than 2^31-1 points");
    size_t at = slot_of(ids, place);
    if (!ids->slot[at]) {
        ids->point[ids->count] = place;
        ids->slot[at] = (uint32_t)++ids->count;
    }
    *out = (int64_t)ids->slot[at] - 1;
    return DM_OK;
}

void dmi_point_ids_clear(dmi_point_ids *ids)
{
    free(ids->point);
    free(ids->slot);
    *ids = (dmi_point_ids){0};
}
