/* places_snap.c - rows of tables by lon and lat become vertices of a divided board. */
#include "base/base.h"
#include <demesne/snap.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rows by lon and lat of all tables, one after another. */
typedef struct pending {
    const dm_arena *arena;
    dm_places *const *tables;
    int32_t table_count;
    double limit;
    dm_street_kinds kinds;
    int64_t count;
    dm_lonlat *place;
    dm_snapped *found;
    dm_vertex *vertex;
} pending;

static bool is_pending(const dm_places *p, int32_t i)
{
    return p->lonlat && p->vertex[i] < 0;
}

static int64_t count_rows(const pending *w)
{
    int64_t count = 0;
    for (int32_t t = 0; t < w->table_count; t++)
        for (int32_t i = 0; i < w->tables[t]->count; i++)
            count += is_pending(w->tables[t], i);
    return count;
}

/* Whether lon and lat seem to be in each other's column. */
static bool seems_swapped(const dm_arena *arena, dm_lonlat place)
{
    dm_bounds b;
    double x = place.lat * DM_LONLAT_UNIT, y = place.lon * DM_LONLAT_UNIT;
    return dm_arena_bounds(arena, &b) && x >= b.west && x <= b.east && y >= b.south && y <= b.north;
}

static dm_status too_far(const pending *w, const dm_places *p, int32_t i, double metres,
                         dm_error *err)
{
    char where[300];
    dm_places_where(p, p->line[i], where, sizeof where);
    if (isinf(metres))
        return dmi_fail(err, DM_BAD_INPUT, "%s: the map has no streets%s", where,
                        w->kinds ? " of these kinds" : "");
    return dmi_fail(err, DM_BAD_INPUT,
                    "%s: the nearest street is %.1f m away; expected at most %g m%s", where, metres,
                    w->limit,
                    seems_swapped(w->arena, p->lonlat[i]) ? " (are lon and lat swapped?)" : "");
}

/* Leaves out the rows of a table that are too far; *found is moved past its rows. */
static dm_status check_distances(const pending *w, dm_places *p, dm_snapped **found, dm_error *err)
{
    bool *drop = dmi_calloc((size_t)p->count, sizeof *drop);
    p->left_out = dmi_alloc((size_t)p->count, sizeof *p->left_out);
    dm_status status = drop && p->left_out ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; i < p->count && status == DM_OK; i++) {
        if (!is_pending(p, i))
            continue;
        dm_snapped *at = (*found)++;
        if (at->metres <= w->limit)
            continue;
        if (p->use == DM_PLACES_SITES)
            status = too_far(w, p, i, at->metres, err);
        else {
            /* Moves the label of a row to the list of those that are left out. */
            p->left_out[p->left_out_count++] =
                (dm_left_out){.row = p->row[i],
                              .line = p->line[i],
                              .place = p->lonlat[i],
                              .metres = at->metres,
                              .label = p->label ? p->label[i] : NULL};
            if (p->label)
                p->label[i] = NULL;
        }
        drop[i] = true;
        at->street = -1;
    }
    if (status == DM_OK)
        dm_places_drop_rows(p, drop);
    free(drop);
    if (status == DM_OK && p->count == 0) {
        /* Nothing is left of a table. */
        const dm_left_out *first = &p->left_out[0];
        status =
            isinf(first->metres)
                ? dmi_fail(err, DM_BAD_INPUT, "%s: no place is within %g m of a street%s", p->name,
                           w->limit, w->kinds ? " of these kinds" : "")
                : dmi_fail(err, DM_BAD_INPUT,
                           "%s: no place is within %g m of a street; the first is %.1f m away%s",
                           p->name, w->limit, first->metres,
                           seems_swapped(w->arena, first->place) ? " (are lon and lat swapped?)"
                                                                 : "");
    }
    if (status == DM_OK && p->use == DM_PLACES_CUSTOMERS && p->total_demand == 0)
        status = dmi_fail(err, DM_BAD_INPUT,
                          "%s: the demand of the places near streets adds up to 0; expected more",
                          p->name);
    return status;
}

/* Two rows of candidates have the same vertex.  Marks the second, if it may be skipped. */
static dm_status meet_on_vertex(dm_places *p, int32_t first, int32_t second, bool *drop,
                                dm_error *err)
{
    char where[300], other[300];
    dm_places_where(p, p->line[first], other, sizeof other);
    dm_places_where(p, p->line[second], where, sizeof where);
    if (p->lonlat[first].lon == p->lonlat[second].lon &&
        p->lonlat[first].lat == p->lonlat[second].lat)
        return dmi_fail(err, DM_BAD_INPUT, "%s: the same place as %s; expected it once", where,
                        other);
    if (p->doubled++ == 0)
        p->doubled_line = p->line[second];
    drop[second] = true;
    return DM_OK;
}

/* No candidate twice. */
static dm_status check_once(dm_places *p, dm_vertex n, dm_error *err)
{
    if (p->use != DM_PLACES_CANDIDATES || !p->lonlat)
        return DM_OK;
    int32_t *first = dmi_calloc((size_t)n, sizeof *first); /* by vertex: its row, from 1 */
    bool *drop = dmi_calloc((size_t)p->count, sizeof *drop);
    dm_status status = first && drop ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; i < p->count && status == DM_OK; i++) {
        int32_t *row = &first[p->vertex[i]];
        if (*row)
            status = meet_on_vertex(p, *row - 1, i, drop, err);
        else
            *row = i + 1;
    }
    if (status == DM_OK)
        dm_places_drop_rows(p, drop);
    free(first);
    free(drop);
    return status;
}

/* The name of a street, else its kind. */
static const char *street_text(const dm_arena *arena, int32_t street)
{
    const dm_map *map = dm_arena_map(arena);
    const char *name = map->names + map->name_at[street];
    return *name ? name : dm_street_kind_name((dm_street_kind)map->kind[street]);
}

static dm_status take_vertices(const pending *w, const dm_arena *divided, dm_error *err)
{
    int64_t next = 0;
    dm_status status = DM_OK;
    for (int32_t t = 0; t < w->table_count && status == DM_OK; t++) {
        dm_places *p = w->tables[t];
        for (int32_t i = 0; i < p->count && status == DM_OK; i++)
            if (is_pending(p, i)) {
                const dm_snapped *at = &w->found[next];
                p->vertex[i] = w->vertex[next++];
                p->snap_metres[i] = at->metres;
                if (!(p->street[i] = dmi_strdup(street_text(w->arena, at->street))))
                    status = dmi_no_memory(err);
            }
        if (status == DM_OK)
            status = check_once(p, dm_arena_vertices(divided), err);
    }
    return status;
}

static dm_status snap_rows(pending *w, dm_run *run, dm_arena **out, dm_error *err)
{
    dm_arena *divided = NULL;
    /* The places that are looked for, table by table. */
    dm_lonlat *to = w->place;
    for (int32_t t = 0; t < w->table_count; t++)
        for (int32_t i = 0; i < w->tables[t]->count; i++)
            if (is_pending(w->tables[t], i))
                *to++ = w->tables[t]->lonlat[i];
    dm_snapped *next = w->found;
    dm_status status = dm_snap(w->arena, w->place, w->count, w->kinds, run, w->found, err);
    for (int32_t t = 0; t < w->table_count && status == DM_OK; t++)
        if (w->tables[t]->lonlat)
            status = check_distances(w, w->tables[t], &next, err);
    if (status != DM_OK)
        return status;
    /* Keeps the entries that are within the limit. */
    int64_t kept = 0;
    for (int64_t i = 0; i < w->count; i++)
        if (w->found[i].street >= 0)
            w->found[kept++] = w->found[i];
    w->count = kept;
    status = dm_arena_divided(w->arena, w->found, w->count, w->vertex, &divided, err);
    if (status == DM_OK)
        status = take_vertices(w, divided, err);
    if (status == DM_OK)
        *out = divided;
    else
        dm_arena_free(divided);
    return status;
}

dm_status dm_places_snap(const dm_arena *arena, dm_places *const *tables, int32_t count,
                         double limit, dm_street_kinds kinds, dm_run *run, dm_arena **out,
                         dm_error *err)
{
    pending w = {
        .arena = arena, .tables = tables, .table_count = count, .limit = limit, .kinds = kinds};
    w.count = count_rows(&w);
    if (w.count == 0)
        return DM_OK;
    dmi_arrays arrays = {0};
    w.place = dmi_array(&arrays, (size_t)w.count, sizeof *w.place);
    w.found = dmi_array(&arrays, (size_t)w.count, sizeof *w.found);
    w.vertex = dmi_array(&arrays, (size_t)w.count, sizeof *w.vertex);
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    status = snap_rows(&w, run, out, err);
    dmi_arrays_free(&arrays);
    return status;
}
