/* node_ids.c - maps the ids of a file to vertex numbers.
 *
 * Open addressing with linear probing, at most half full; all ids are in one block of text.  An
 * edge may come before its nodes: the id is then numbered at once and must be defined by the end.
 */
#include "format/graph/id_graph.h"

#include <stdio.h>
#include <stdlib.h>

void dmi_node_ids_clear(dmi_node_ids *ids)
{
    free(ids->text);
    free(ids->item);
    free(ids->slot);
    *ids = (dmi_node_ids){0};
}

/* FNV-1a with a final mix, so that the low bits depend on all. */
static size_t hash_id(const char *id)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * UINT64_C(0x100000001b3);
    return (size_t)(h ^ h >> 32);
}

/* The slot of `id`, or the free one for it. */
static size_t slot_of(const dmi_node_ids *ids, const char *id)
{
    size_t at = hash_id(id) & (ids->slots - 1);
    while (ids->slot[at] && strcmp(ids->text + ids->item[ids->slot[at] - 1].at, id) != 0)
        at = (at + 1) & (ids->slots - 1);
    return at;
}

static bool grow_slots(dmi_node_ids *ids)
{
    if (ids->slots > 2 * ids->count)
        return true;
    dmi_node_ids wider = *ids;
    wider.slots = ids->slots ? 2 * ids->slots : 64;
    wider.slot = dmi_calloc(wider.slots, sizeof *wider.slot);
    if (!wider.slot)
        return false;
    for (size_t i = 0; i < ids->count; i++)
        wider.slot[slot_of(&wider, ids->text + ids->item[i].at)] = (uint32_t)i + 1;
    free(ids->slot);
    *ids = wider;
    return true;
}

static bool add_id(dmi_node_ids *ids, const char *id, int64_t line)
{
    size_t size = strlen(id) + 1;
    if (!grow_slots(ids) ||
        !dmi_reserve(&ids->text, &ids->text_capacity, ids->text_size + size, 1) ||
        !dmi_reserve(&ids->item, &ids->item_capacity, ids->count + 1, sizeof *ids->item))
        return false;
    size_t slot = slot_of(ids, id);
    memcpy(ids->text + ids->text_size, id, size);
    ids->item[ids->count] = (struct dmi_node_id){ids->text_size, line, false};
    ids->text_size += size;
    ids->slot[slot] = (uint32_t)++ids->count;
    return true;
}

dm_status dmi_node_ids_find(dmi_node_ids *ids, dmi_parsed *board, const char *id, bool declare,
                            dm_vertex *out, dm_error *err)
{
    uint32_t found = ids->slots ? ids->slot[slot_of(ids, id)] : 0;
    if (!found) {
        dm_status status = dmi_parsed_vertices(board, (int64_t)ids->count + 1, err);
        if (status != DM_OK)
            return status;
        if (!add_id(ids, id, board->in->line))
            return dmi_no_memory(err);
        found = (uint32_t)ids->count;
    }
    if (declare && ids->item[found - 1].is_declared && !ids->by_mention)
        return dmi_bad(board->in, err, "node %.40s is defined twice", id);
    ids->item[found - 1].is_declared |= declare;
    *out = (dm_vertex)(found - 1);
    return DM_OK;
}

dm_status dmi_node_ids_check(const dmi_node_ids *ids, const dmi_input *in, dm_error *err)
{
    for (size_t i = 0; i < ids->count; i++)
        if (!ids->item[i].is_declared && !ids->by_mention)
            return dmi_fail_at(err, DM_BAD_INPUT, in->name, ids->item[i].mentioned,
                               "an edge ends at node %.40s, which is not defined",
                               ids->text + ids->item[i].at);
    return DM_OK;
}

const char *dmi_node_ids_of(const dmi_node_ids *ids, dm_vertex v)
{
    return ids->text + ids->item[v].at;
}

bool dmi_node_ids_are_numbers(const dmi_node_ids *ids)
{
    for (size_t i = 0; i < ids->count; i++) {
        const char *id = ids->text + ids->item[i].at;
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        if (strcmp(id + (*id == 'n'), number) != 0)
            return false;
    }
    return true;
}
