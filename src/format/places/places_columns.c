/* places_columns.c - the rows of a table of places as lists, and what can be done with them. */
#include "format/places/places.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
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

/* Every list of a table, declared once: its name, which tables have it, and what is in it for row
 * i, which was read as `from`.  Demand and cost are expressed in one unit before. */
/* clang-format off */
#define NUMBER_LISTS(apply)                                                                        \
    apply(vertex, true, from->site.vertex)                                                         \
    apply(row, true, (int32_t)i + 1)                                                               \
    apply(line, true, from->line)                                                                  \
    apply(lonlat, t->at[DMI_LON] >= 0, from->lonlat)                                               \
    apply(demand, has_demand, p->demand[i])                                                        \
    apply(cost, t->at[DMI_COST] >= 0, p->cost[i])                                                  \
    apply(offset, t->at[DMI_OFFSET] >= 0, from->site.offset)                                       \
    apply(attraction, t->at[DMI_ATTRACTION] >= 0, from->site.attraction)                           \
    apply(beta, t->at[DMI_BETA] >= 0, from->site.beta)                                             \
    apply(may_close, t->at[DMI_CLOSE] >= 0, from->site.may_close)                                  \
    apply(snap_metres, t->at[DMI_LON] >= 0, -1)
#define TEXT_LISTS(apply)                                                                          \
    apply(brand, t->at[DMI_BRAND] >= 0, from->site.brand)                                          \
    apply(label, has_label, from->site.label)                                                      \
    apply(street, t->at[DMI_LON] >= 0, NULL)
#define LISTS(apply) NUMBER_LISTS(apply) TEXT_LISTS(apply)
/* clang-format on */

/* Makes the lists of the columns that the table has; NULL stays if there is no memory. */
static bool make_lists(const dmi_places_table *t, dm_places *p)
{
    bool has_demand =
        t->use == DM_PLACES_CUSTOMERS || t->use == DM_PLACES_VALUES || t->at[DMI_DEMAND] >= 0;
    bool has_label = t->at[DMI_LABEL] >= 0 || (t->at[DMI_LON] >= 0 && t->at[DMI_NAME] >= 0);
    bool made = true;
#define MAKE(list, has, value)                                                                     \
    if (has)                                                                                       \
        made = made && (p->list = dmi_calloc(t->count, sizeof *p->list));
    LISTS(MAKE)
#undef MAKE
    p->count = made ? (int32_t)t->count : 0;
    return made;
}

/* "phone, owner": the columns without meaning, or those of them that have numbers alone; NULL stays
 * if there are none. */
static dm_status list_others(const dmi_places_table *t, bool numeric, char **out, dm_error *err)
{
    size_t used = 0, size = 1;
    for (size_t i = 0; i < t->other_count; i++)
        size += strlen(t->others[i].name) + 2;
    char *list = dmi_calloc(size, 1);
    if (!list)
        return dmi_no_memory(err);
    for (size_t i = 0; i < t->other_count; i++) {
        const dmi_other_column *o = &t->others[i];
        if (!numeric || (o->has_number && !o->has_text))
            used += (size_t)snprintf(list + used, size - used, "%s%s", used ? ", " : "", o->name);
    }
    if (used)
        *out = list;
    else
        free(list);
    return DM_OK;
}

dm_status dmi_places_columns(dmi_places_table *t, dm_places **out, dm_error *err)
{
    dm_places *p = dmi_calloc(1, sizeof *p);
    dm_status status =
        p && (p->name = dmi_strdup(t->name)) && make_lists(t, p) ? DM_OK : dmi_no_memory(err);
    int64_t unused;
    if (status == DM_OK && p->demand)
        status = scale_all(t, false, p->demand, &p->demand_decimals, &p->total_demand, err);
    if (status == DM_OK && p->cost)
        status = scale_all(t, true, p->cost, &p->cost_decimals, &unused, err);
    if (status == DM_OK)
        status = list_others(t, false, &p->unknown, err);
    if (status == DM_OK && t->use == DM_PLACES_CUSTOMERS && !t->demand_column)
        status = list_others(t, true, &p->numeric, err);
    if (status == DM_OK && t->use == DM_PLACES_CUSTOMERS && p->total_demand == 0)
        status = dmi_fail(err, DM_BAD_INPUT, "%s: the demand adds up to 0; expected more", t->name);
    if (status != DM_OK) {
        dm_places_free(p);
        return status;
    }
    p->use = t->use;
    p->is_list = t->is_list;
    for (size_t i = 0; i < t->count; i++) {
        dmi_place *from = &t->rows[i];
#define FILL(list, has, value)                                                                     \
    if (p->list)                                                                                   \
        p->list[i] = value;
        LISTS(FILL)
#undef FILL
        from->site.brand = from->site.label = NULL;
    }
    p->named = t->named;
    p->polygons = t->polygons;
    p->outside = t->outside;
    p->demand_column = t->demand_column;
    t->demand_column = NULL;
    *out = p;
    return DM_OK;
}

dm_site_row dm_places_row(const dm_places *places, int32_t row)
{
    assert(row >= 0 && row < places->count);
    return (dm_site_row){.vertex = places->vertex[row],
                         .cost = places->cost ? places->cost[row] : 0,
                         .offset = places->offset ? places->offset[row] : 0,
                         .attraction = places->attraction ? places->attraction[row] : NAN,
                         .beta = places->beta ? places->beta[row] : 1,
                         .may_close = places->may_close && places->may_close[row],
                         .brand = places->brand ? places->brand[row] : NULL,
                         .label = places->label ? places->label[row] : NULL,
                         .snap_metres = places->snap_metres ? places->snap_metres[row] : -1,
                         .street = places->street ? places->street[row] : NULL};
}

static void free_texts(dm_places *places, int32_t row)
{
#define FREE(list, has, value)                                                                     \
    if (places->list)                                                                              \
        free(places->list[row]);
    TEXT_LISTS(FREE)
#undef FREE
}

void dm_places_free(dm_places *places)
{
    if (!places)
        return;
    for (int32_t i = 0; i < places->count; i++)
        free_texts(places, i);
    for (int32_t i = 0; i < places->left_out_count; i++)
        free(places->left_out[i].label);
#define FREE(list, has, value) free(places->list);
    LISTS(FREE)
#undef FREE
    free(places->name);
    free(places->left_out);
    free(places->unknown);
    free(places->demand_column);
    free(places->numeric);
    free(places);
}

/* A copy of a text; NULL stays NULL. */
static char *copy_text(const char *text, bool *failed)
{
    char *copy = text ? dmi_strdup(text) : NULL;
    *failed |= text && !copy;
    return copy;
}

static char **copy_texts(char *const *list, int32_t count, bool *failed)
{
    char **copy = list ? dmi_calloc((size_t)count, sizeof *copy) : NULL;
    *failed |= list && !copy;
    for (int32_t i = 0; copy && i < count; i++)
        copy[i] = copy_text(list[i], failed);
    return copy;
}

static void *copy_list(const void *list, int32_t count, size_t size, bool *failed)
{
    void *copy = list ? dmi_alloc((size_t)count, size) : NULL;
    *failed |= list && !copy;
    if (copy && count)
        memcpy(copy, list, (size_t)count * size);
    return copy;
}

dm_status dm_places_copy(const dm_places *places, dm_places **out, dm_error *err)
{
    bool failed = false;
    dm_places *copy = dmi_alloc(1, sizeof *copy);
    if (!copy)
        return dmi_no_memory(err);
    *copy = *places;
#define COPY(list, has, value)                                                                     \
    copy->list = copy_list(places->list, places->count, sizeof *places->list, &failed);
    NUMBER_LISTS(COPY)
#undef COPY
    copy->name = copy_text(places->name, &failed);
    copy->unknown = copy_text(places->unknown, &failed);
    copy->demand_column = copy_text(places->demand_column, &failed);
    copy->numeric = copy_text(places->numeric, &failed);
#define COPY(list, has, value) copy->list = copy_texts(places->list, places->count, &failed);
    TEXT_LISTS(COPY)
#undef COPY
    copy->left_out =
        copy_list(places->left_out, places->left_out_count, sizeof *places->left_out, &failed);
    copy->left_out_count = copy->left_out ? places->left_out_count : 0;
    for (int32_t i = 0; i < copy->left_out_count; i++)
        copy->left_out[i].label = copy_text(places->left_out[i].label, &failed);
    if (failed) {
        dm_places_free(copy);
        return dmi_no_memory(err);
    }
    *out = copy;
    return DM_OK;
}

void dm_places_where(const dm_places *places, int64_t line, char *out, size_t size)
{
    snprintf(out, size, places->is_list ? "%s[%lld]" : "%s:%lld", places->name ? places->name : "",
             (long long)line);
}

/* Removes rows by their number, or by their vertex if `rows` is NULL. */
static int32_t drop_column(dm_places *places, const bool *rows, const bool *vertices)
{
    int32_t kept = 0, all = places->count;
    for (int32_t i = 0; i < all; i++) {
        if (rows ? !rows[i] : !(vertices && vertices[places->vertex[i]])) {
            int32_t to = kept++; /* its texts are free */
#define MOVE(list, has, value)                                                                     \
    if (places->list)                                                                              \
        places->list[to] = places->list[i];
            LISTS(MOVE)
#undef MOVE
            continue;
        }
        if (places->demand)
            places->total_demand -= places->demand[i];
        free_texts(places, i);
    }
    places->count = kept;
    return all - kept;
}

int32_t dm_places_drop(dm_places *places, const bool *vertices)
{
    return drop_column(places, NULL, vertices);
}

int32_t dm_places_drop_rows(dm_places *places, const bool *entries)
{
    return drop_column(places, entries, NULL);
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
