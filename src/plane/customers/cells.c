/* cells.c - the cells that a sweep found: the best, or all that differ, for a choice of several.
 *
 * A cell is the set of the items that it gains: entering a disc, touching its circle.  Equal sets
 * are found by a hash and then compared; a set within another is not needed.
 */
#include "plane/customers/cells.h"

#include <assert.h>
#include <demesne/rng.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ENTRIES ((int64_t)1 << 27) /* of all sets: half a gigabyte */

dm_status dmi_disc_cells_init(dmi_disc_cells *cells, const dmi_discs *discs, bool all,
                              dm_error *err)
{
    enum { SLOTS = 1024 };
    size_t count = (size_t)discs->count;
    *cells = (dmi_disc_cells){.discs = discs, .all = all, .slots = SLOTS};
    cells->enter_item = dmi_alloc(count, sizeof *cells->enter_item);
    cells->touch_item = dmi_alloc(count, sizeof *cells->touch_item);
    cells->weight = dmi_alloc(2 * count, sizeof *cells->weight);
    cells->key = dmi_alloc(2 * count, sizeof *cells->key);
    cells->slot = dmi_calloc(SLOTS, sizeof *cells->slot);
    if (!cells->enter_item || !cells->touch_item || !cells->weight || !cells->key || !cells->slot ||
        !dmi_reserve(&cells->first, &cells->first_room, 1, sizeof *cells->first)) {
        dmi_disc_cells_clear(cells);
        return dmi_no_memory(err);
    }
    cells->first[0] = 0;
    cells->best.gain = -1;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int32_t j = 0; j < discs->count; j++) {
        const dmi_disc *disc = discs->disc + j;
        const int64_t worth[] = {disc->inside - disc->on, disc->on};
        int32_t *to[] = {cells->enter_item + j, cells->touch_item + j};
        for (int k = 0; k < 2; k++) {
            *to[k] = worth[k] > 0 ? cells->items : -1;
            if (worth[k] > 0) {
                cells->weight[cells->items] = worth[k];
                cells->key[cells->items++] = dm_rng_next(&rng);
            }
        }
    }
    return DM_OK;
}

void dmi_disc_cells_clear(dmi_disc_cells *cells)
{
    free(cells->cell);
    free(cells->first);
    free(cells->item);
    free(cells->hash);
    free(cells->slot);
    free(cells->enter_item);
    free(cells->touch_item);
    free(cells->weight);
    free(cells->key);
    dmi_exact_ring_clear(&cells->place);
}

uint64_t dmi_disc_cells_on_hash(const dmi_disc_cells *cells, int32_t disc)
{
    int32_t item = cells->touch_item[disc];
    return item < 0 ? 0 : cells->key[item];
}

uint64_t dmi_disc_cells_inside_hash(const dmi_disc_cells *cells, int32_t disc)
{
    int32_t item = cells->enter_item[disc];
    return dmi_disc_cells_on_hash(cells, disc) + (item < 0 ? 0 : cells->key[item]);
}

/* Lists the items of a new last cell. */
static dm_status list_items(dmi_disc_cells *cells, const int8_t *in, dm_error *err)
{
    if (!dmi_reserve(&cells->item, &cells->item_room, (size_t)(cells->entries + cells->items),
                     sizeof *cells->item) ||
        !dmi_reserve(&cells->first, &cells->first_room, (size_t)cells->count + 2,
                     sizeof *cells->first) ||
        !dmi_reserve(&cells->cell, &cells->cell_room, (size_t)cells->count + 1,
                     sizeof *cells->cell) ||
        !dmi_reserve(&cells->hash, &cells->hash_room, (size_t)cells->count + 1,
                     sizeof *cells->hash))
        return dmi_no_memory(err);
    int64_t end = cells->entries;
    for (int32_t j = 0; j < cells->discs->count; j++) {
        if (in[j] == 1 && cells->enter_item[j] >= 0)
            cells->item[end++] = cells->enter_item[j];
        if (in[j] != 0 && cells->touch_item[j] >= 0)
            cells->item[end++] = cells->touch_item[j];
    }
    cells->first[cells->count + 1] = end;
    return DM_OK;
}

static int64_t size_of(const dmi_disc_cells *cells, int32_t cell)
{
    return cells->first[cell + 1] - cells->first[cell];
}

static bool are_equal(const dmi_disc_cells *cells, int32_t a, int32_t b)
{
    return size_of(cells, a) == size_of(cells, b) &&
           memcmp(cells->item + cells->first[a], cells->item + cells->first[b],
                  (size_t)size_of(cells, a) * sizeof *cells->item) == 0;
}

/* Doubles the table if it is half full. */
static dm_status reserve_slot(dmi_disc_cells *cells, dm_error *err)
{
    if (2 * (uint32_t)cells->count + 2 <= cells->slots)
        return DM_OK;
    uint32_t slots = 2 * cells->slots;
    int32_t *table = dmi_calloc(slots, sizeof *table);
    if (!table)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < cells->count; i++) {
        uint32_t slot = (uint32_t)cells->hash[i] & (slots - 1);
        while (table[slot])
            slot = (slot + 1) & (slots - 1);
        table[slot] = i + 1;
    }
    free(cells->slot);
    cells->slot = table;
    cells->slots = slots;
    return DM_OK;
}

/* Copies the place of a cell to the end of the list, or to its beginning. */
static dm_status keep_place(dmi_disc_cells *cells, const dmi_exact_point *place, int32_t *index,
                            dm_error *err)
{
    if (!place)
        return DM_OK;
    if (!cells->all)
        cells->place.count = 0;
    *index = cells->place.count;
    dmi_exact_point *to = dmi_exact_ring_add(&cells->place);
    if (!to)
        return dmi_no_memory(err);
    dmi_exact_point_set(to, place);
    return DM_OK;
}

dm_status dmi_disc_cells_offer(dmi_disc_cells *cells, const dmi_cell *cell, const int8_t *in,
                               uint64_t hash, const dmi_exact_point *place, dm_error *err)
{
    if (!cells->all) {
        if (cell->gain <= cells->best.gain)
            return DM_OK;
        cells->best = *cell;
        return keep_place(cells, place, &cells->best.place, err);
    }
    dm_status status = reserve_slot(cells, err);
    uint32_t slot = (uint32_t)hash & (cells->slots - 1);
    for (bool listed = false; status == DM_OK && cells->slot[slot];
         slot = (slot + 1) & (cells->slots - 1)) {
        int32_t known = cells->slot[slot] - 1;
        if (cells->hash[known] != hash)
            continue;
        if (!listed)
            status = list_items(cells, in, err);
        listed = true;
        if (status == DM_OK && are_equal(cells, known, cells->count))
            return DM_OK;
    }
    if (status == DM_OK)
        status = list_items(cells, in, err);
    if (status != DM_OK)
        return status;
    if (cells->first[cells->count + 1] > MOST_ENTRIES)
        return dmi_fail(err, DM_TOO_LARGE,
                        "too many places to choose from; ask for one new site, or for fewer "
                        "customers");
    cells->entries = cells->first[cells->count + 1];
    cells->cell[cells->count] = *cell;
    status = keep_place(cells, place, &cells->cell[cells->count].place, err);
    if (status != DM_OK)
        return status;
    cells->hash[cells->count] = hash;
    cells->slot[slot] = ++cells->count;
    return DM_OK;
}

/* Whether all items of `small` are in `large`. */
static bool is_within(const dmi_disc_cells *cells, int32_t small, int32_t large)
{
    int64_t at = cells->first[large], end = cells->first[large + 1];
    for (int64_t i = cells->first[small]; i < cells->first[small + 1]; i++) {
        while (at < end && cells->item[at] < cells->item[i])
            at++;
        if (at == end || cells->item[at] != cells->item[i])
            return false;
    }
    return true;
}

/* The cells with each item: with[from[i]] .. with[from[i + 1] - 1]. */
static void list_by_item(const dmi_disc_cells *cells, int64_t *from, int32_t *with)
{
    memset(from, 0, ((size_t)cells->items + 1) * sizeof *from);
    for (int64_t e = 0; e < cells->entries; e++)
        from[cells->item[e] + 1]++;
    for (int32_t i = 0; i < cells->items; i++)
        from[i + 1] += from[i];
    for (int32_t k = cells->count - 1; k >= 0; k--)
        for (int64_t e = cells->first[k]; e < cells->first[k + 1]; e++)
            with[--from[cells->item[e] + 1]] = k;
    memmove(from, from + 1, (size_t)cells->items * sizeof *from);
    from[cells->items] = cells->entries;
}

/* Whether another cell has all items of this one: one of those with its rarest item. */
static bool is_needless(const dmi_disc_cells *cells, const int64_t *from, const int32_t *with,
                        int32_t cell)
{
    int32_t rare = -1;
    for (int64_t e = cells->first[cell]; e < cells->first[cell + 1]; e++) {
        int32_t i = cells->item[e];
        if (rare < 0 || from[i + 1] - from[i] < from[rare + 1] - from[rare])
            rare = i;
    }
    for (int64_t e = rare < 0 ? 0 : from[rare]; rare >= 0 && e < from[rare + 1]; e++)
        if (size_of(cells, with[e]) > size_of(cells, cell) && is_within(cells, cell, with[e]))
            return true;
    return rare < 0;
}

/* Keeps the cells that are needed. */
static void keep_needed(dmi_disc_cells *cells, const bool *needless)
{
    int32_t kept = 0;
    int64_t end = 0;
    for (int32_t k = 0; k < cells->count; k++) {
        int64_t begin = cells->first[k], size = size_of(cells, k);
        if (needless[k])
            continue;
        memmove(cells->item + end, cells->item + begin, (size_t)size * sizeof *cells->item);
        cells->cell[kept] = cells->cell[k];
        assert(kept <= k);
        cells->first[kept++] = end;
        end += size;
    }
    cells->first[kept] = end;
    cells->count = kept;
    cells->entries = end;
}

dm_status dmi_disc_cells_reduce(dmi_disc_cells *cells, dm_run *run, dm_error *err)
{
    int64_t *from = dmi_alloc((size_t)cells->items + 1, sizeof *from);
    int32_t *with = dmi_alloc((size_t)cells->entries, sizeof *with);
    bool *needless = dmi_calloc((size_t)cells->count, sizeof *needless);
    dm_status status = from && with && needless ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK) {
        list_by_item(cells, from, with);
        for (int32_t k = 0; k < cells->count; k++) {
            if (!dmi_run_report(run, 1, "places", (uint64_t)k, (uint64_t)cells->count, NULL)) {
                status = dmi_stopped(run, err);
                break;
            }
            needless[k] = is_needless(cells, from, with, k);
        }
        keep_needed(cells, needless);
    }
    free(from);
    free(with);
    free(needless);
    return status;
}

dm_status dmi_disc_cells_offer_midst(dmi_crossings *c, dmi_disc_cells *cells, int8_t *in,
                                     dm_error *err)
{
    const dmi_discs *discs = c->discs;
    dmi_cell cell = {.disc = DMI_MIDST};
    dmi_exact_point place;
    uint64_t hash = 0;
    dmi_exact_point_init(&place);
    dmi_midst(discs->plane, &place);
    dm_point near = dmi_discs_from_origin(discs, &place);
    for (int32_t j = 0; j < discs->count; j++) {
        int where = dmi_disc_where(discs, j, &place, near, c->scratch[0]);
        in[j] = (int8_t)(where > 0 ? 1 : where == 0 ? 2 : 0);
        cell.gain += where > 0 ? discs->disc[j].inside : where == 0 ? discs->disc[j].on : 0;
        hash += where > 0    ? dmi_disc_cells_inside_hash(cells, j)
                : where == 0 ? dmi_disc_cells_on_hash(cells, j)
                             : 0;
    }
    dmi_exact_point_clear(&place);
    return dmi_disc_cells_offer(cells, &cell, in, hash, NULL, err);
}
