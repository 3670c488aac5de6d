/* ways.c - collects ways, which are lists of nodes; ways_board.c makes a board of them.
 *
 * Nodes get indices in the order in which they are mentioned, by a hash table.  A way keeps the
 * indices of its nodes.
 *
 * O(nodes of all ways).
 */
#include "map/ways_nodes.h"

#include "arena/geo.h"
#include "base/utf8.h"
#include <math.h>
#include <stdlib.h>

enum { NAME_LIMIT = 255, FIRST_SLOTS = 1 << 10, NODES_PER_EDGE = 64 };

dm_status dmi_ways_new(dmi_ways **out, dm_error *err)
{
    dmi_ways *ways = dmi_calloc(1, sizeof *ways);
    if (ways) {
        ways->slot = dmi_calloc(FIRST_SLOTS, sizeof *ways->slot);
        ways->names = dmi_calloc(1, 1);
    }
    if (!ways || !ways->slot || !ways->names) {
        dmi_ways_free(ways);
        return dmi_no_memory(err);
    }
    ways->slots = FIRST_SLOTS;
    ways->most_refs = SIZE_MAX;
    ways->names_size = ways->names_room = 1;
    *out = ways;
    return DM_OK;
}

void dmi_ways_free(dmi_ways *ways)
{
    if (!ways)
        return;
    free(ways->node);
    free(ways->slot);
    free(ways->way);
    free(ways->ref);
    free(ways->names);
    free(ways->order);
    dmi_restrictions_clear(&ways->restrictions);
    free(ways);
}

void dmi_ways_limit(dmi_ways *ways, int64_t edges)
{
    ways->most_refs =
        edges && edges < INT64_MAX / NODES_PER_EDGE ? (size_t)(edges * NODES_PER_EDGE) : SIZE_MAX;
}

dm_status dmi_ways_speeds(dmi_ways *ways, const dmi_input *in, dm_error *err)
{
    if (!in->options.speeds)
        return DM_OK;
    if (!dm_measure_is_time(in->options.measure))
        return dmi_fail(err, DM_BAD_INPUT,
                        "%s: speeds count on a map in seconds or minutes (--measure seconds)",
                        in->options.speeds);
    ways->has_speeds = true;
    return dmi_speeds_read(in->options.speeds, &ways->speeds, err);
}

bool dmi_ways_wants_signals(const dmi_ways *ways)
{
    return ways->speeds.signal > 0;
}

int64_t dmi_ways_count(const dmi_ways *ways)
{
    return (int64_t)ways->count + ways->short_ways;
}

static dm_status find_node(dmi_ways *ways, int64_t key, uint32_t *out, dm_error *err)
{
    size_t at = dmi_ways_slot(ways, key);
    if (ways->slot[at]) {
        *out = ways->slot[at] - 1;
        return DM_OK;
    }
    if (ways->nodes >= DM_MAX_VERTICES)
        return dmi_fail(err, DM_TOO_LARGE, "the ways have more than 2^31-1 nodes");
    if (!dmi_reserve(&ways->node, &ways->node_room, ways->nodes + 1, sizeof *ways->node))
        return dmi_no_memory(err);
    *out = (uint32_t)ways->nodes++;
    ways->node[*out] = (dmi_ways_node){.key = key, .place = {NAN, NAN}};
    ways->slot[at] = *out + 1;
    if (2 * ways->nodes <= ways->slots)
        return DM_OK;
    uint32_t *more = dmi_calloc(2 * ways->slots, sizeof *more);
    if (!more)
        return dmi_no_memory(err);
    free(ways->slot);
    ways->slot = more;
    ways->slots *= 2;
    for (size_t i = 0; i < ways->nodes; i++)
        ways->slot[dmi_ways_slot(ways, ways->node[i].key)] = (uint32_t)i + 1;
    return DM_OK;
}

dm_status dmi_ways_vertex(dmi_ways *ways, int64_t key, dm_error *err)
{
    uint32_t index = 0;
    dm_status status = find_node(ways, key, &index, err);
    if (status == DM_OK)
        ways->node[index].use = VERTEX;
    return status;
}

bool dmi_ways_has(const dmi_ways *ways, int64_t key)
{
    return dmi_ways_find(ways, key) != NULL;
}

static bool set_flag(dmi_ways *ways, int64_t key, unsigned char flag)
{
    dmi_ways_node *found = dmi_ways_find(ways, key);
    if (found)
        found->flags |= flag;
    return found != NULL;
}

bool dmi_ways_barrier(dmi_ways *ways, int64_t key)
{
    return set_flag(ways, key, IS_BARRIER);
}

bool dmi_ways_signal(dmi_ways *ways, int64_t key)
{
    return set_flag(ways, key, IS_SIGNAL);
}

dm_status dmi_ways_restrict(dmi_ways *ways, const dmi_restriction *one, const int64_t *list,
                            dm_error *err)
{
    return set_flag(ways, one->via, IS_VIA)
               ? dmi_restrictions_add(&ways->restrictions, one, list, err)
               : DM_OK;
}

void dmi_ways_place(dmi_ways *ways, int64_t key, dm_point place)
{
    dmi_ways_node *found = dmi_ways_find(ways, key);
    if (found && dmi_is_on_earth(place))
        found->place = place;
}

/* Consecutive ways often have one name: it is kept once.  Long names lose their end. */
static dm_status keep_name(dmi_ways *ways, const dmi_way *from, size_t *at, dm_error *err)
{
    size_t size = from->name ? from->name_size : 0;
    if (size > NAME_LIMIT)
        for (size = NAME_LIMIT; size > 0 && ((unsigned char)from->name[size] & 0xc0) == 0x80;)
            size--;
    *at = 0;
    if (size == 0 || !dmi_utf8_is_clean(from->name, size))
        return DM_OK;
    const dmi_ways_way *last = ways->count ? &ways->way[ways->count - 1] : NULL;
    if (last && last->name && strncmp(ways->names + last->name, from->name, size) == 0 &&
        !ways->names[last->name + size]) {
        *at = last->name;
        return DM_OK;
    }
    if (!dmi_reserve(&ways->names, &ways->names_room, ways->names_size + size + 1, 1))
        return dmi_no_memory(err);
    *at = ways->names_size;
    memcpy(ways->names + *at, from->name, size);
    ways->names_size += size + 1;
    ways->names[ways->names_size - 1] = '\0';
    return DM_OK;
}

dm_status dmi_ways_add(dmi_ways *ways, const dmi_way *from, const int64_t *nodes, size_t count,
                       dm_error *err)
{
    size_t first = ways->refs;
    if (count > ways->most_refs - first)
        return dmi_fail(err, DM_TOO_LARGE, "the ways have more than %zu nodes", ways->most_refs);
    if (!dmi_reserve(&ways->ref, &ways->ref_room, first + count, sizeof *ways->ref) ||
        !dmi_reserve(&ways->way, &ways->way_room, ways->count + 1, sizeof *ways->way))
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    size_t end = first;
    for (size_t i = 0; i < count && status == DM_OK; i++) {
        if (i > 0 && nodes[i] == nodes[i - 1])
            continue;
        status = find_node(ways, nodes[i], &ways->ref[end++], err);
    }
    dmi_ways_way added = {.first = first,
                          .speed = from->speed,
                          .metres = from->metres,
                          .seconds = from->seconds,
                          .id = from->id,
                          .travel = from->travel,
                          .kind = (unsigned char)from->kind};
    if (ways->has_speeds && from->row >= 0 && ways->speeds.kmh[from->row] > 0) {
        added.speed = ways->speeds.kmh[from->row];
        added.seconds = 0;
    }
    if (status == DM_OK)
        status = keep_name(ways, from, &added.name, err);
    if (status != DM_OK)
        return status;
    if (end - first < 2) {
        ways->short_ways++;
        return DM_OK;
    }
    ways->refs = end;
    ways->way[ways->count++] = added;
    return DM_OK;
}
