/* places_row.c - one row of a table of places: where it is, its numbers and texts. */
#include "format/places/places.h"

#include "base/utf8.h"
#include "format/scan.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text in a column; "" if the table does not have it. */
static const char *cell_of(const dmi_places_table *t, const char *const *cells, dmi_column column)
{
    const char *cell = t->at[column] >= 0 ? cells[t->at[column]] : NULL;
    return cell ? cell : "";
}

enum { MOST_DIGITS = 64 };

/* A number with a decimal point, if commas do not separate cells: "12,5" as "12.5"; another text as
 * it is. */
static const char *with_point(dmi_places_table *t, const char *cell, char copy[MOST_DIGITS])
{
    const char *comma = strchr(cell, ',');
    bool has_point = strchr(cell, '.');
    if (!comma || !t->may_have_commas || has_point || strchr(comma + 1, ',') ||
        strlen(cell) >= MOST_DIGITS) {
        t->has_point |= has_point;
        return cell;
    }
    t->has_comma = true;
    snprintf(copy, MOST_DIGITS, "%s", cell);
    copy[comma - cell] = '.';
    return copy;
}

/* What a number is like; with a hint if there are commas in it. */
static dm_status expected_number(const dmi_places_table *t, dmi_column column, const char *cell,
                                 const char *usual, const char *example, dm_error *err)
{
    char expected[100];
    snprintf(expected, sizeof expected, "%s such as %s, without %s", usual, example,
             t->may_have_commas ? "points between thousands" : "commas");
    return dmi_places_expected(t, column, cell, err, expected);
}

/* Degrees as 10^-7 of them. */
static dm_status read_degrees(dmi_places_table *t, dmi_column column, const char *cell,
                              int32_t *out, dm_error *err)
{
    char copy[MOST_DIGITS];
    const char *at = with_point(t, cell, copy);
    double degrees, most = column == DMI_LON ? 180 : 90;
    if (dmi_scan_real(&at, &degrees) && !*at && degrees >= -most && degrees <= most) {
        *out = (int32_t)lround(degrees / DM_LONLAT_UNIT);
        return DM_OK;
    }
    if (strchr(cell, ','))
        return expected_number(t, column, cell, "degrees", "7.42", err);
    return dmi_places_expected(t, column, cell, err,
                               column == DMI_LON ? "decimal degrees from -180 to 180"
                                                 : "decimal degrees from -90 to 90");
}

/* Where the place is: its vertex, or its lon and lat. */
static dm_status find_place(dmi_places_table *t, const char *const *cells, dmi_place *row,
                            dm_error *err)
{
    const char *number = cell_of(t, cells, DMI_VERTEX), *name = cell_of(t, cells, DMI_NAME);
    const char *lon = cell_of(t, cells, DMI_LON), *lat = cell_of(t, cells, DMI_LAT);
    bool by_map = t->at[DMI_LON] >= 0 && !*number;
    bool by_vertex = t->at[DMI_VERTEX] >= 0 || t->at[DMI_NAME] >= 0;
    row->lonlat.lon = DM_NO_LON;
    if (by_map && (*lon || *lat || !by_vertex)) {
        row->site.vertex = -1;
        dm_status status = read_degrees(t, DMI_LON, lon, &row->lonlat.lon, err);
        return status == DM_OK ? read_degrees(t, DMI_LAT, lat, &row->lonlat.lat, err) : status;
    }
    if (t->lacks_map && !*number && !*name)
        return dmi_places_no_map(t, err);
    if (*number || t->at[DMI_NAME] < 0) {
        int64_t v;
        const char *at = number;
        dm_vertex n = dm_arena_vertices(t->arena);
        if (!dmi_scan_number(&at, &v) || *at)
            return dmi_places_expected(t, DMI_VERTEX, number, err, "a vertex number, 0 or more");
        if (n == 0)
            return dmi_places_fail(t, t->line, err,
                                   "vertex %lld does not exist; the board has no vertices",
                                   (long long)v);
        if (v >= n)
            return dmi_places_fail(t, t->line, err,
                                   "vertex %lld does not exist; the board has vertices 0..%d",
                                   (long long)v, n - 1);
        row->site.vertex = (dm_vertex)v;
        return DM_OK;
    }
    if (!*name)
        return dmi_places_expected(t, DMI_NAME, name, err, "the name of a vertex");
    dm_vertex *out = &row->site.vertex;
    char expected[400], hint[120] = "";
    if (*t->meant_lon)
        snprintf(hint, sizeof hint, "; if %s is the longitude, name that column by the option lon",
                 t->meant_lon);
    if (!dm_arena_has_names(t->arena))
        return dmi_places_fail(
            t, t->line, err, "the vertices of this board have no names; expected a column vertex%s",
            hint);
    dm_status status = t->names ? DM_OK : dm_names_new(t->arena, &t->names, err);
    if (status != DM_OK)
        return status;
    *out = dm_names_find(t->names, name, strlen(name));
    if (*out >= 0)
        return DM_OK;
    const char *near = *out == -1 ? dm_names_near(t->names, name) : NULL;
    snprintf(expected, sizeof expected, "the name of %s vertex%s%s%s%s", *out == -2 ? "one" : "a",
             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", hint);
    return dmi_places_expected(t, DMI_NAME, name, err, expected);
}

static dm_status read_decimal(dmi_places_table *t, dmi_column column, const char *cell,
                              dmi_decimal *out, dm_error *err)
{
    char copy[MOST_DIGITS];
    const char *number = with_point(t, cell, copy);
    const char *wrong = dmi_decimal_parse(number, strlen(number), out);
    if (!wrong && !(out->negative && out->units > 0))
        return DM_OK;
    if (strchr(cell, ','))
        return expected_number(t, column, cell, "a number", "12.5", err);
    return dmi_places_expected(t, column, cell, err,
                               "a number from 0 to 2^62 with at most 18 decimals");
}

static dm_status read_demand(dmi_places_table *t, const char *const *cells, dmi_place *row,
                             dm_error *err)
{
    dmi_column column = t->use == DM_PLACES_VALUES ? DMI_VALUE : DMI_DEMAND;
    const char *cell = cell_of(t, cells, column);
    row->demand = (dmi_decimal){.units = 1};
    bool is_given = t->at[column] >= 0 && cells[t->at[column]];
    if (!is_given || (!*cell && t->use != DM_PLACES_CUSTOMERS && column == DMI_DEMAND))
        return DM_OK;
    if (column == DMI_DEMAND)
        return read_decimal(t, column, cell, &row->demand, err);
    const char *wrong = dmi_decimal_parse(cell, strlen(cell), &row->demand);
    if (wrong || row->demand.decimals > 0 || (row->demand.negative && row->demand.units > 0))
        return dmi_places_expected(t, column, cell, err, "a whole number from 0 to 2^62");
    return DM_OK;
}

/* Half of 2^62 at most, so that a distance can be added. */
static dm_status read_offset(dmi_places_table *t, const char *cell, int64_t *out, dm_error *err)
{
    dmi_decimal number;
    uint64_t units;
    int decimals = dm_arena_decimals(t->arena);
    if (!*cell)
        return DM_OK;
    dm_status status = read_decimal(t, DMI_OFFSET, cell, &number, err);
    if (status != DM_OK)
        return status;
    if (number.decimals > decimals) {
        char expected[80];
        snprintf(expected, sizeof expected,
                 decimals ? "at most %d decimals, as lengths have on this board"
                          : "a whole number, as lengths are on this board",
                 decimals);
        return dmi_places_expected(t, DMI_OFFSET, cell, err, expected);
    }
    if (!dmi_scale_up(number.units, decimals - number.decimals, &units) ||
        units > (uint64_t)DM_MAX_TOTAL / 2)
        return dmi_places_expected(t, DMI_OFFSET, cell, err, "a length of at most 2^61 units");
    *out = (int64_t)units;
    return DM_OK;
}

static dm_status read_attraction(dmi_places_table *t, const char *cell, double *out, dm_error *err)
{
    char copy[MOST_DIGITS];
    const char *at = with_point(t, cell, copy);
    *out = NAN; /* which sign it may have depends on the rule */
    if (*cell && (!dmi_scan_real(&at, out) || *at || !isfinite(*out)))
        return dmi_places_expected(t, DMI_ATTRACTION, cell, err, "a number");
    return DM_OK;
}

static dm_status read_beta(dmi_places_table *t, const char *cell, double *out, dm_error *err)
{
    char copy[MOST_DIGITS];
    const char *at = with_point(t, cell, copy);
    *out = 1;
    if (*cell && (!dmi_scan_real(&at, out) || *at || !isfinite(*out) || *out <= 0))
        return dmi_places_expected(t, DMI_BETA, cell, err, "a positive number");
    return DM_OK;
}

static dm_status read_close(dmi_places_table *t, const char *cell, bool *out, dm_error *err)
{
    char copy[MOST_DIGITS];
    const char *at = with_point(t, cell, copy);
    double number;
    if (!*cell)
        return DM_OK;
    if (!dmi_scan_real(&at, &number) || *at)
        return dmi_places_expected(t, DMI_CLOSE, cell, err, "1 (it may be closed) or 0");
    *out = number != 0;
    return DM_OK;
}

static dm_status read_text(const dmi_places_table *t, dmi_column column, const char *cell,
                           char **out, dm_error *err)
{
    if (!*cell)
        return DM_OK;
    if (!dmi_utf8_is_clean(cell, strlen(cell)))
        return dmi_places_expected(t, column, cell, err, "clean UTF-8; save the table as UTF-8");
    *out = dmi_strdup(cell);
    return *out ? DM_OK : dmi_no_memory(err);
}

/* Notes which of the other columns have numbers: one may be the demand. */
static void look_at_others(dmi_places_table *t, const char *const *cells)
{
    dmi_decimal number;
    char copy[MOST_DIGITS];
    for (size_t i = 0; i < t->other_count; i++) {
        dmi_other_column *o = &t->others[i];
        const char *cell = cells[o->at];
        if (!cell || !*cell)
            continue;
        dmi_places_table unread = *t; /* these are no numbers of the table */
        cell = with_point(&unread, cell, copy);
        bool is_text = dmi_decimal_parse(cell, strlen(cell), &number);
        o->has_text |= is_text;
        o->has_number |= !is_text;
    }
}

dm_status dmi_places_row(dmi_places_table *t, const char *const *cells, dm_error *err)
{
    dmi_place row = {.line = t->line};
    dm_status status = find_place(t, cells, &row, err);
    if (status != DM_OK)
        return status;
    bool *is_listed = t->is_listed && row.site.vertex >= 0 ? &t->is_listed[row.site.vertex] : NULL;
    if (is_listed && *is_listed)
        return dmi_places_fail(t, t->line, err, "vertex %d is listed twice", row.site.vertex);
    if (t->count == INT32_MAX || !dmi_reserve(&t->rows, &t->room, t->count + 1, sizeof row))
        return dmi_no_memory(err);
    status = read_demand(t, cells, &row, err);
    if (status == DM_OK) {
        const char *cell = cell_of(t, cells, DMI_COST);
        dmi_decimal *out = &row.cost;
        *out = (dmi_decimal){0};
        status = *cell ? read_decimal(t, DMI_COST, cell, out, err) : DM_OK;
    }
    if (status == DM_OK)
        status = read_offset(t, cell_of(t, cells, DMI_OFFSET), &row.site.offset, err);
    if (status == DM_OK)
        status = read_attraction(t, cell_of(t, cells, DMI_ATTRACTION), &row.site.attraction, err);
    if (status == DM_OK)
        status = read_beta(t, cell_of(t, cells, DMI_BETA), &row.site.beta, err);
    if (status == DM_OK)
        status = read_close(t, cell_of(t, cells, DMI_CLOSE), &row.site.may_close, err);
    if (status == DM_OK)
        status = read_text(t, DMI_BRAND, cell_of(t, cells, DMI_BRAND), &row.site.brand, err);
    if (status == DM_OK) {
        dmi_column label = t->at[DMI_LABEL] < 0 && row.site.vertex < 0 ? DMI_NAME : DMI_LABEL;
        status = read_text(t, label, cell_of(t, cells, label), &row.site.label, err);
    }
    if (status == DM_OK && t->has_comma && t->has_point)
        status =
            dmi_places_fail(t, t->line, err,
                            "some numbers have a decimal comma, some a decimal point; expected "
                            "one of the two in all rows");
    if (t->use == DM_PLACES_CUSTOMERS && !t->demand_column)
        look_at_others(t, cells);
    t->rows[t->count++] = row; /* with its texts, also after a failure */
    if (is_listed)
        *is_listed = true;
    return status;
}
