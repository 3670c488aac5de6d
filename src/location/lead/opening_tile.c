/* opening_tile.c - see the header.  Cost: one union per opening and reply that it survives. */
#include "location/lead/opening_tile.h"

#include "base/sort.h"
#include <assert.h>
#include <string.h>

enum { BLOCK = 64 }; /* last sites */

dm_status dmi_lead_tile_init(dmi_lead_tile *tile, const dmi_lead_pool *pool, dm_error *err)
{
    const dmi_bits *bits = pool->bits;
    size_t whites = (size_t)bits->market->sites.whites;
    *tile = (dmi_lead_tile){.bits = bits, .size = bits->market->sites.choose - 1};
    tile->prefix = dmi_array(&tile->arrays, DMI_TILE * (size_t)tile->size + 1, sizeof(int32_t));
    tile->opening = dmi_array(&tile->arrays, (size_t)tile->size + 1, sizeof(int32_t));
    tile->row = dmi_array(&tile->arrays, DMI_TILE * bits->words, sizeof *tile->row);
    tile->sum = dmi_array(&tile->arrays, DMI_TILE, sizeof *tile->sum);
    tile->order = dmi_array(&tile->arrays, (size_t)pool->room, sizeof *tile->order);
    for (int32_t t = 0; t < DMI_TILE; t++) {
        tile->list[t].site = dmi_array(&tile->arrays, whites + 1, sizeof(int32_t));
        tile->list[t].bound = dmi_array(&tile->arrays, whites + 1, sizeof(int64_t));
    }
    return dmi_arrays_check(&tile->arrays, err);
}

void dmi_lead_tile_clear(dmi_lead_tile *tile)
{
    dmi_arrays_free(&tile->arrays);
    *tile = (dmi_lead_tile){0};
}

void dmi_lead_tile_add(dmi_lead_tile *tile, const int32_t *prefix, int32_t from)
{
    const dmi_lead_sites *sites = &tile->bits->market->sites;
    dmi_bit_list *list = &tile->list[tile->count];
    size_t size = (size_t)tile->size;
    assert(tile->count < DMI_TILE);
    memcpy(tile->prefix + (size_t)tile->count++ * size, prefix, size * sizeof *prefix);
    memcpy(tile->opening, prefix, size * sizeof *prefix);
    list->count = 0;
    for (int32_t s = from; s < sites->whites; s++) {
        bool held = false;
        for (size_t i = 0; i < size; i++)
            held = held || prefix[i] == s;
        tile->opening[size] = s;
        if (held || !dmi_lead_sites_allow(sites, tile->opening))
            continue;
        list->site[list->count] = s;
        list->bound[list->count++] = INT64_MAX;
    }
}

int64_t dmi_lead_tile_apply(dmi_lead_tile *tile, const dmi_pool_reply *reply, int64_t floor)
{
    int32_t from[DMI_TILE] = {0}, at[DMI_TILE] = {0}, whites = tile->bits->market->sites.whites;
    size_t words = tile->bits->words;
    int64_t left = 0;
    for (int32_t t = 0; t < tile->count; t++)
        if (tile->list[t].count > 0) {
            /* the union of its rows; sum + single bounds unions with one more row */
            uint64_t *row = tile->row + (size_t)t * words;
            memcpy(row, reply->anyway, words * sizeof *row);
            for (int32_t i = 0; i < tile->size; i++) {
                const uint64_t *own = reply->row + (size_t)tile->prefix[t * tile->size + i] * words;
                for (size_t w = 0; w < words; w++)
                    row[w] |= own[w];
            }
            tile->sum[t] = dmi_bits_weigh(tile->bits, row, row) - reply->base;
        }
    for (int32_t end = BLOCK; end < whites + BLOCK; end += BLOCK)
        for (int32_t t = 0; t < tile->count; t++) {
            dmi_bit_list *list = &tile->list[t];
            int32_t to = from[t];
            while (to < list->count && list->site[to] < end)
                to++;
            if (to > from[t])
                at[t] = tile->bits->form->refute(tile->bits, tile->row + (size_t)t * words,
                                                 reply->row, tile->sum[t], reply->single, floor,
                                                 list, from[t], to, at[t]);
            from[t] = to;
        }
    for (int32_t t = 0; t < tile->count; t++)
        left += tile->list[t].count = at[t];
    return left;
}

dmi_pool_reply *dmi_lead_tile_refute(dmi_lead_tile *tile, const dmi_lead_pool *pool, int64_t floor)
{
    assert(pool->bits == tile->bits && pool->count <= pool->room);
    while (tile->ordered < pool->count) { /* new replies come first */
        tile->order[tile->ordered] = tile->ordered;
        dmi_to_front_int32(tile->order, tile->ordered++);
    }
    for (int32_t i = 0; i < tile->ordered; i++) {
        dmi_pool_reply *reply = &pool->reply[tile->order[i]];
        if (dmi_lead_tile_apply(tile, reply, floor) > 0)
            continue;
        dmi_to_front_int32(tile->order, i);
        return reply;
    }
    return NULL;
}
