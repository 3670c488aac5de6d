/* places_columns.c - the rows of a table of places as lists, and what can be done with them. */
#include "format/places.h"

#include <stdlib.h>

/* The demands or the costs of all rows in one unit. */
static dm_status scale_all(const dmi_places_table *t, bool costs, int64_t *to, int *decimals,
                           int64_t *total, dm_error *err)
{
    *decimals = 0;
    *total = 0;
    for (size_t i = 0; i < t->count; i++) {
        int needed = costs ? t->rows[i].cost.decimals : t->rows[i].demand.decimals;
        *decimals = needed > *decimals ? needed : *decimals;
    }
    for (size_t i = 0; i < t->count; i++) {
        const dmi_decimal *number = costs ? &t->rows[i].cost : &t->rows[i].demand;
        uint64_t units;
        if (!dmi_scale_up(number->units, *decimals - number->decimals, &units) ||
            units > (uint64_t)(DM_MAX_TOTAL - *total))
            return dmi_places_fail(t, t->rows[i].line, err,
                                   "the %s up to here is more than 2^62 units of 10^-%d; expected "
                                   "smaller numbers or fewer decimals",
                                   costs ? "cost" : "demand", *decimals);
        to[i] = (int64_t)units;
        *total += to[i];
    }
    return DM_OK;
}

/* Makes the lists of the columns that the table has; NULL stays if there is no memory. */
static bool make_lists(const dmi_places_table *t, dm_places *p)
{
    size_t n = t->count;
    bool has_demand =
        t->use == DM_PLACES_CUSTOMERS || t->use == DM_PLACES_VALUES || t->at[DMI_DEMAND] >= 0;
    bool made = (p->vertex = dmi_alloc(n, sizeof *p->vertex)) && (p->row = dmi_alloc(n, 4));
    if (has_demand)
        made = made && (p->demand = dmi_alloc(n, sizeof *p->demand));
    if (t->at[DMI_COST] >= 0)
        made = made && (p->cost = dmi_alloc(n, sizeof *p->cost));
    if (t->at[DMI_OFFSET] >= 0)
        made = made && (p->offset = dmi_alloc(n, sizeof *p->offset));
    if (t->at[DMI_ATTRACTION] >= 0)
        made = made && (p->attraction = dmi_alloc(n, sizeof *p->attraction));
    if (t->at[DMI_CLOSE] >= 0)
        made = made && (p->may_close = dmi_alloc(n, sizeof *p->may_close));
    if (t->at[DMI_BRAND] >= 0)
        made = made && (p->brand = dmi_calloc(n, sizeof *p->brand));
    if (t->at[DMI_LABEL] >= 0)
        made = made && (p->label = dmi_calloc(n, sizeof *p->label));
    p->count = made ? (int32_t)n : 0;
    return made;
}

static void fill_lists(dmi_places_table *t, dm_places *p)
{
    for (size_t i = 0; i < t->count; i++) {
        dmi_place *row = &t->rows[i];
        p->vertex[i] = row->vertex;
        p->row[i] = (int32_t)i + 1;
        if (p->offset)
            p->offset[i] = row->offset;
        if (p->attraction)
            p->attraction[i] = row->attraction;
        if (p->may_close)
            p->may_close[i] = row->may_close;
        if (p->brand)
            p->brand[i] = row->brand;
        if (p->label)
            p->label[i] = row->label;
        row->brand = row->label = NULL;
    }
    p->unknown = t->unknown;
    t->unknown = NULL;
}

dm_status dmi_places_columns(dmi_places_table *t, dm_places **out, dm_error *err)
{
    dm_places *p = dmi_calloc(1, sizeof *p);
    dm_status status = p && make_lists(t, p) ? DM_OK : dmi_no_memory(err);
    int64_t unused;
    if (status == DM_OK && p->demand)
        status = scale_all(t, false, p->demand, &p->demand_decimals, &p->total_demand, err);
    if (status == DM_OK && p->cost)
        status = scale_all(t, true, p->cost, &p->cost_decimals, &unused, err);
    if (status == DM_OK && t->use == DM_PLACES_CUSTOMERS && p->total_demand == 0)
        status = dmi_fail(err, DM_BAD_INPUT, "%s: the demand adds up to 0; expected more", t->name);
    if (status != DM_OK) {
        dm_places_free(p);
        return status;
    }
    fill_lists(t, p);
    *out = p;
    return DM_OK;
}

void dm_places_free(dm_places *places)
{
    if (!places)
        return;
    for (int32_t i = 0; i < places->count; i++) {
        if (places->brand)
            free(places->brand[i]);
        if (places->label)
            free(places->label[i]);
    }
    free(places->vertex);
    free(places->row);
    free(places->demand);
    free(places->cost);
    free(places->offset);
    free(places->attraction);
    free(places->may_close);
    free(places->brand);
    free(places->label);
    free(places->unknown);
    free(places);
}

/* Moves row `from` to row `to`, of which the texts are free. */
static void move_row(dm_places *p, int32_t from, int32_t to)
{
    p->vertex[to] = p->vertex[from];
    p->row[to] = p->row[from];
    if (p->demand)
        p->demand[to] = p->demand[from];
    if (p->cost)
        p->cost[to] = p->cost[from];
    if (p->offset)
        p->offset[to] = p->offset[from];
    if (p->attraction)
        p->attraction[to] = p->attraction[from];
    if (p->may_close)
        p->may_close[to] = p->may_close[from];
    if (p->brand)
        p->brand[to] = p->brand[from];
    if (p->label)
        p->label[to] = p->label[from];
}

int32_t dm_places_drop(dm_places *places, const bool *drop)
{
    int32_t kept = 0, all = places->count;
    for (int32_t i = 0; i < all; i++) {
        if (!drop[places->vertex[i]]) {
            move_row(places, i, kept++);
            continue;
        }
        if (places->demand)
            places->total_demand -= places->demand[i];
        if (places->brand)
            free(places->brand[i]);
        if (places->label)
            free(places->label[i]);
    }
    places->count = kept;
    return all - kept;
}

dm_status dm_places_scale_cost(dm_places *places, int decimals, dm_error *err)
{
    int more = decimals - places->cost_decimals;
    uint64_t units, total = 0;
    if (more < 0 || decimals > DMI_DECIMALS_MAX)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d decimals; the costs have %d already", decimals,
                        places->cost_decimals);
    for (int32_t i = 0; places->cost && i < places->count; i++) {
        if (!dmi_scale_up((uint64_t)places->cost[i], more, &units) ||
            units > (uint64_t)DM_MAX_TOTAL - total)
            return dmi_fail(err, DM_TOO_LARGE, "the costs add up to more than 2^62 units of 10^-%d",
                            decimals);
        total += units;
    }
    for (int32_t i = 0; places->cost && i < places->count; i++) {
        dmi_scale_up((uint64_t)places->cost[i], more, &units);
        places->cost[i] = (int64_t)units;
    }
    places->cost_decimals = decimals;
    return DM_OK;
}

dm_status dm_arena_with_places(const dm_arena *arena, const dm_places *places, dm_arena **out,
                               dm_vertex *unnamed, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena), missing = n;
    int64_t *values = dmi_calloc((size_t)n, sizeof *values);
    bool *named = dmi_calloc((size_t)n, sizeof *named);
    dm_status status = values && named ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; i < places->count && status == DM_OK; i++) {
        dm_vertex v = places->vertex[i];
        if (v < 0 || v >= n) {
            status = dmi_fail(err, DM_BAD_VERTEX, "there is no vertex %d; the board has %d", v, n);
            break;
        }
        values[v] += places->demand ? places->demand[i] : 1;
        missing -= !named[v];
        named[v] = true;
    }
    if (status == DM_OK)
        status = dm_arena_with_decimal_values(arena, values, places->demand_decimals, out, err);
    if (status == DM_OK && unnamed)
        *unnamed = missing;
    free(values);
    free(named);
    return status;
}
