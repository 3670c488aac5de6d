/* places.c - reads a table of places: which column is which, and what a row says.
 *
 * Rows come as texts, from a CSV (csv.c) or from the caller.  Decimals are kept as read until the
 * last row is known; then places_columns.c expresses each column in one unit.
 */
#include "format/places/places.h"
#include "base/names.h"

#include "base/utf8.h"
#include "format/csv.h"
#include "format/scan.h"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

static const char *const column_names[DMI_COLUMNS] = {"vertex", "name",  "lon",    "lat",
                                                      "demand", "cost",  "offset", "attraction",
                                                      "close",  "brand", "label",  "value"};

dm_status dmi_places_fail(const dmi_places_table *t, int64_t line, dm_error *err,
                          const char *format, ...)
{
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (t->is_list)
        return dmi_fail(err, DM_BAD_INPUT, "%s[%lld]: %s", t->name, (long long)line, text);
    return dmi_fail_at(err, DM_BAD_INPUT, t->name, line, "%s", text);
}

/* A cell for a message: at most 40 bytes of it, and only if it is text. */
typedef struct quoted {
    char text[44];
} quoted;

static quoted quote_cell(const char *cell)
{
    quoted q = {""};
    size_t size = strlen(cell);
    if (!dmi_utf8_is_clean(cell, size)) {
        snprintf(q.text, sizeof q.text, "(not UTF-8 text)");
        return q;
    }
    size_t shown = size < 40 ? size : 40;
    while (shown < size && ((unsigned char)cell[shown] & 0xc0) == 0x80) /* within a character */
        shown--;
    snprintf(q.text, sizeof q.text, "'%.*s'", (int)shown, cell);
    return q;
}

dm_status dmi_places_expected(const dmi_places_table *t, dmi_column column, const char *cell,
                              dm_error *err, const char *expected)
{
    const char *name = column_names[column];
    if (!*cell)
        return dmi_places_fail(t, t->line, err, "%s is empty; expected %s", name, expected);
    return dmi_places_fail(t, t->line, err, "%s is %s; expected %s", name, quote_cell(cell).text,
                           expected);
}

/* Appends ", name" to the columns that are not known. */
static dm_status note_column(dmi_places_table *t, const char *name, dm_error *err)
{
    size_t old = t->unknown ? strlen(t->unknown) : 0;
    char *grown = dmi_realloc(t->unknown, old + strlen(name) + 3, 1);
    if (!grown)
        return dmi_no_memory(err);
    t->unknown = grown;
    snprintf(grown + old, strlen(name) + 3, "%s%s", old ? ", " : "", name);
    return DM_OK;
}

static dm_status read_column(dmi_places_table *t, const char *name, int32_t position, dm_error *err)
{
    if (strchr(name, '\r'))
        return dmi_places_fail(t, t->line, err, "lines end with CR alone; expected LF or CRLF");
    if (!dmi_utf8_is_clean(name, strlen(name)))
        return dmi_places_fail(t, t->line, err,
                               "the header line is not UTF-8 text; save the table as UTF-8");
    for (int c = 0; c < DMI_COLUMNS; c++) {
        if (strcasecmp(name, column_names[c]) != 0)
            continue;
        if (t->at[c] >= 0)
            return dmi_places_fail(t, t->line, err, "two columns are called %s; expected one",
                                   column_names[c]);
        t->at[c] = position;
        return DM_OK;
    }
    return *name ? note_column(t, name, err) : DM_OK;
}

dm_status dmi_places_no_map(const dmi_places_table *t, dm_error *err)
{
    return dmi_places_fail(t, t->line, err,
                           "places by lon,lat need a board with a map, and this board has none; "
                           "expected a column vertex or name");
}

/* What a column was probably meant to be; NULL: nothing known. */
static const char *meant_by(const dmi_places_table *t, const char *typed)
{
    static const char *const others[][2] = {{"longitude", "lon"}, {"lng", "lon"},
                                            {"long", "lon"},      {"x", "lon"},
                                            {"latitude", "lat"},  {"y", "lat"}};
    bool has_map = dm_arena_map(t->arena);
    for (size_t i = 0; has_map && i < sizeof others / sizeof *others; i++)
        if (strcasecmp(typed, others[i][0]) == 0)
            return others[i][1];
    return dmi_similar_name(typed, column_names, has_map ? 4 : 2);
}

/* Fails because no column says where the places are. */
static dm_status no_places(const dmi_places_table *t, const char *const *cells, int32_t count,
                           dm_error *err)
{
    bool has_map = dm_arena_map(t->arena), has_lon = t->at[DMI_LON] >= 0;
    const char *typed = NULL, *what = t->use == DM_PLACES_CUSTOMERS ? "demand" : "label";
    if (has_map && (has_lon || t->at[DMI_LAT] >= 0))
        return dmi_places_fail(t, t->line, err,
                               "there is a column %s, but none called %s; expected both",
                               has_lon ? "lon" : "lat", has_lon ? "lat" : "lon");
    for (int32_t i = 0; i < count && !typed; i++)
        if (meant_by(t, cells[i]))
            typed = cells[i];
    return dmi_places_fail(
        t, t->line, err, "there is no column %s; expected a header line such as %s,%s%s%s%s%s",
        has_map ? "vertex, name, or lon and lat" : "vertex or name", has_map ? "lon,lat" : "vertex",
        what, typed ? "; did you mean " : "", typed ? meant_by(t, typed) : "", typed ? " by " : "",
        typed ? quote_cell(typed).text : "");
}

dm_status dmi_places_header(dmi_places_table *t, const char *const *cells, int32_t count,
                            dm_error *err)
{
    assert(count >= 0);
    dm_status status = DM_OK;
    t->width = count;
    for (int32_t i = 0; i < count && status == DM_OK; i++)
        status = read_column(t, cells[i], i, err);
    if (status != DM_OK)
        return status;
    /* Fails if no column says where the places are.  Columns lon and lat do not count if the board
     * has no map. */
    bool by_map = t->at[DMI_LON] >= 0 && t->at[DMI_LAT] >= 0;
    bool is_values = t->use == DM_PLACES_VALUES, has_map = dm_arena_map(t->arena);
    if (is_values && t->at[DMI_VALUE] < 0)
        return dmi_places_fail(t, t->line, err,
                               "there is no column value; expected a header line such as "
                               "vertex,value");
    bool by_vertex = t->at[DMI_VERTEX] >= 0 || t->at[DMI_NAME] >= 0;
    if (!by_vertex && !(by_map && has_map && !is_values))
        return !by_map     ? no_places(t, cells, count, err)
               : is_values ? dmi_places_fail(t, t->line, err,
                                             "a table of values lists vertices, not places by "
                                             "lon,lat; expected a column vertex or name")
                           : dmi_places_no_map(t, err);
    t->lacks_map = by_map && !has_map;
    if (!by_map || !has_map || is_values)
        t->at[DMI_LON] = t->at[DMI_LAT] = -1;
    return DM_OK;
}

/* A first line of numbers: vertices, or vertices and values. */
static dm_status assume_header(dmi_places_table *t, int32_t count, dm_error *err)
{
    bool is_values = t->use == DM_PLACES_VALUES;
    t->width = is_values ? 2 : 1;
    t->at[DMI_VERTEX] = 0;
    t->at[DMI_VALUE] = is_values ? 1 : -1;
    if (count == t->width)
        return DM_OK;
    return is_values ? dmi_places_fail(t, t->line, err, "expected `vertex,value`, two numbers")
                     : dmi_places_fail(t, t->line, err,
                                       "expected one vertex number, or a header line such as "
                                       "vertex,%s",
                                       t->use == DM_PLACES_CUSTOMERS ? "demand" : "label");
}

/* Whether the first record names columns. */
static bool is_header(const dmi_csv *csv)
{
    for (int32_t i = 0; i < csv->count; i++) {
        unsigned char c = (unsigned char)csv->cell[i][0];
        if (c)
            return isalpha(c) || c >= 0x80;
    }
    return false;
}

static dm_status check_width(const dmi_places_table *t, const dmi_csv *csv, dm_error *err)
{
    int32_t count = csv->count;
    while (count > t->width && !csv->cell[count - 1][0])
        count--;
    if (count == t->width)
        return DM_OK;
    if (t->width == 1 && t->at[DMI_VERTEX] == 0)
        return dmi_places_fail(t, t->line, err, "expected one vertex number");
    return dmi_places_fail(t, t->line, err,
                           "cells in this row: %d; expected %d, as in the first line", count,
                           t->width);
}

/* Reads all rows of a CSV. */
static dm_status read_csv(dmi_places_table *t, dmi_csv *csv, dm_error *err)
{
    dm_status status = DM_OK;
    csv->has_comments = true;
    for (bool is_first = true; status == DM_OK; is_first = false) {
        status = dmi_csv_next(csv, err);
        t->line = csv->line;
        if (status == DM_OK && is_first && is_header(csv)) {
            csv->has_comments = false; /* a cell may begin with # */
            status = dmi_places_header(t, csv->cell, csv->count, err);
            continue;
        }
        if (status == DM_OK && is_first)
            status = assume_header(t, csv->count, err);
        if (status == DM_OK)
            status = check_width(t, csv, err);
        if (status == DM_OK)
            status = dmi_places_row(t, csv->cell, err);
    }
    return status == DM_END ? DM_OK : status;
}

static dm_status begin_table(dmi_places_table *t, const dm_arena *arena, const char *name,
                             dm_places_use use, dm_error *err)
{
    *t = (dmi_places_table){.arena = arena, .use = use, .name = name};
    for (int c = 0; c < DMI_COLUMNS; c++)
        t->at[c] = -1;
    if (use == DM_PLACES_CUSTOMERS)
        return DM_OK;
    t->is_listed = dmi_calloc((size_t)dm_arena_vertices(arena), sizeof *t->is_listed);
    return t->is_listed ? DM_OK : dmi_no_memory(err);
}

/* Takes `t`. */
static dm_status finish_table(dmi_places_table *t, dm_status status, dm_places **out, dm_error *err)
{
    if (status == DM_OK && t->count == 0 && t->use != DM_PLACES_VALUES)
        status =
            dmi_fail(err, DM_BAD_INPUT, "%s: no places are listed; expected at least one", t->name);
    if (status == DM_OK)
        status = dmi_places_columns(t, out, err);
    for (size_t i = 0; i < t->count; i++) {
        free(t->rows[i].site.brand);
        free(t->rows[i].site.label);
    }
    free(t->rows);
    free(t->unknown);
    free(t->is_listed);
    dm_names_free(t->names);
    return status;
}

/* Whether an input that was peeked at begins like GeoJSON. */
static bool is_json(const dmi_input *in)
{
    const char *at = in->at;
    while (at < in->end && isspace((unsigned char)*at))
        at++;
    return at < in->end && *at == '{';
}

/* Takes `in`. */
static dm_status read_input(const dm_arena *arena, dmi_input *in, dm_places_use use,
                            dm_places **out, dm_error *err)
{
    dmi_places_table t;
    dmi_csv csv = {.in = in};
    char *name = NULL;
    dm_status status = begin_table(&t, arena, in->name, use, err);
    if (status == DM_OK)
        status = dmi_input_peek(in, err);
    if (status == DM_OK)
        status = is_json(in) ? dmi_places_geojson(&t, in, &name, err) : read_csv(&t, &csv, err);
    status = finish_table(&t, status, out, err);
    free(name);
    dmi_csv_clear(&csv);
    dmi_input_free(in);
    return status;
}

dm_status dm_places_read(const dm_arena *arena, const char *path, dm_places_use use,
                         dm_places **out, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open(path, &in, err);
    return status == DM_OK ? read_input(arena, in, use, out, err) : status;
}

dm_status dm_places_read_memory(const dm_arena *arena, const char *name, const void *bytes,
                                size_t size, dm_places_use use, dm_places **out, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open_memory(name, bytes, size, &in, err);
    return status == DM_OK ? read_input(arena, in, use, out, err) : status;
}

dm_status dm_places_new(const dm_arena *arena, const char *name, const char *const *columns,
                        int32_t column_count, const char *const *cells, int64_t rows,
                        dm_places_use use, dm_places **out, dm_error *err)
{
    dmi_places_table t;
    dm_status status = begin_table(&t, arena, name, use, err);
    t.is_list = true;
    if (status == DM_OK)
        status = dmi_places_header(&t, columns, column_count, err);
    for (int64_t i = 0; i < rows && status == DM_OK; i++) {
        t.line = i;
        status = dmi_places_row(&t, cells + i * column_count, err);
    }
    return finish_table(&t, status, out, err);
}
