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

static const char *const column_names[DMI_COLUMNS] = {
    "vertex",     "name",  "lon",   "lat",   "demand", "cost", "offset",
    "attraction", "close", "brand", "label", "value",  "beta"};

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

/* Keeps a column that is not known. */
static dm_status keep_other(dmi_places_table *t, const char *name, int32_t position, dm_error *err)
{
    if (!dmi_reserve(&t->others, &t->other_room, t->other_count + 1, sizeof *t->others))
        return dmi_no_memory(err);
    dmi_other_column *o = &t->others[t->other_count];
    *o = (dmi_other_column){.at = position, .name = dmi_strdup(name)};
    if (!o->name)
        return dmi_no_memory(err);
    t->other_count++;
    return DM_OK;
}

/* What the caller calls a column; NULL: as its name is. */
static const char *given_name(const dmi_places_table *t, int column)
{
    if (!t->given)
        return NULL;
    return column == DMI_DEMAND && t->use == DM_PLACES_CUSTOMERS ? t->given->demand
           : column == DMI_NAME                                  ? t->given->name
           : column == DMI_LON                                   ? t->given->lon
           : column == DMI_LAT                                   ? t->given->lat
                                                                 : NULL;
}

/* The bit of a column that the caller named. */
static unsigned bit_of(int column)
{
    return column == DMI_DEMAND ? DM_NAMED_DEMAND
           : column == DMI_NAME ? DM_NAMED_NAME
           : column == DMI_LON  ? DM_NAMED_LON
                                : DM_NAMED_LAT;
}

/* Finds the column of this name that has no meaning yet; *at is -1 if there is none.  Fails if
 * there are two. */
static dm_status find_column(const dmi_places_table *t, const char *const *cells, int32_t count,
                             const bool *taken, const char *name, int32_t *at, dm_error *err)
{
    *at = -1;
    for (int32_t i = 0; i < count; i++) {
        if (taken[i] || strcasecmp(cells[i], name) != 0)
            continue;
        if (*at >= 0)
            return dmi_places_fail(t, t->line, err, "two columns are called %s; expected one",
                                   name);
        *at = i;
    }
    return DM_OK;
}

static dm_status no_demand(const dmi_places_table *t, const char *const *cells, int32_t count,
                           const char *wanted, dm_error *err)
{
    char list[200] = "";
    size_t used = 0;
    for (int32_t i = 0; i < count && used + strlen(cells[i]) + 8 < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", cells[i]);
    return dmi_places_fail(t, t->line, err, "there is no column %s; expected one of %s",
                           quote_cell(wanted).text, list);
}

/* Finds all columns: first by the names that the caller gives them, then by their own, then by
 * other usual ones. */
static dm_status find_columns(dmi_places_table *t, const char *const *cells, int32_t count,
                              bool *taken, dm_error *err)
{
    static const struct {
        const char *name;
        dmi_column column;
    } others[] = {
        {"longitude", DMI_LON}, {"lng", DMI_LON}, {"long", DMI_LON}, {"latitude", DMI_LAT}};
    enum { OTHERS = sizeof others / sizeof *others };
    dm_status status = DM_OK;
    for (int i = 0; i < 2 * DMI_COLUMNS + OTHERS && status == DM_OK; i++) {
        bool is_given = i < DMI_COLUMNS, is_usual = i < 2 * DMI_COLUMNS;
        int column = is_usual ? i % DMI_COLUMNS : (int)others[i - 2 * DMI_COLUMNS].column;
        const char *name = is_given   ? given_name(t, column)
                           : is_usual ? column_names[column]
                                      : others[i - 2 * DMI_COLUMNS].name;
        int32_t at;
        bool has_meaning = column != DMI_VALUE || t->use == DM_PLACES_VALUES;
        if (!name || !has_meaning || t->at[column] >= 0)
            continue;
        status = find_column(t, cells, count, taken, name, &at, err);
        if (status == DM_OK && at < 0 && is_given && column == DMI_DEMAND)
            status = no_demand(t, cells, count, name, err);
        if (status != DM_OK || at < 0)
            continue;
        t->at[column] = at;
        t->named |= is_given ? bit_of(column) : 0;
        taken[at] = true;
    }
    return status;
}

static dm_status read_columns(dmi_places_table *t, const char *const *cells, int32_t count,
                              dm_error *err)
{
    dm_status status = DM_OK;
    bool *taken = dmi_calloc((size_t)count, sizeof *taken);
    if (!taken)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < count && status == DM_OK; i++) {
        if (strchr(cells[i], '\r'))
            status =
                dmi_places_fail(t, t->line, err, "lines end with CR alone; expected LF or CRLF");
        else if (!dmi_utf8_is_clean(cells[i], strlen(cells[i])))
            status = dmi_places_fail(t, t->line, err,
                                     "the header line is not UTF-8 text; save the table as UTF-8");
    }
    if (status == DM_OK)
        status = find_columns(t, cells, count, taken, err);
    for (int32_t i = 0; i < count && status == DM_OK; i++)
        if (!taken[i] && *cells[i])
            status = keep_other(t, cells[i], i, err);
    free(taken);
    if (status == DM_OK && t->use == DM_PLACES_CUSTOMERS && t->at[DMI_DEMAND] >= 0) {
        t->demand_column = dmi_strdup(cells[t->at[DMI_DEMAND]]);
        status = t->demand_column ? DM_OK : dmi_no_memory(err);
    }
    return status;
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
    static const char *const others[][2] = {{"x", "lon"}, {"y", "lat"}};
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
        t, t->line, err, "there is no column %s; expected a header line such as %s,%s%s%s%s%s%s",
        has_map ? "vertex, name, or lon and lat" : "vertex or name", has_map ? "lon,lat" : "vertex",
        what, typed ? "; did you mean " : "", typed ? meant_by(t, typed) : "", typed ? " by " : "",
        typed ? quote_cell(typed).text : "",
        !has_map ? ""
        : typed  ? "? The options lon, lat and name say what columns are called"
                 : ". The options lon, lat and name say what columns are called");
}

dm_status dmi_places_header(dmi_places_table *t, const char *const *cells, int32_t count,
                            dm_error *err)
{
    assert(count >= 0);
    dm_status status = DM_OK;
    t->width = count;
    status = read_columns(t, cells, count, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < count && dm_arena_map(t->arena) && t->at[DMI_LON] < 0; i++) {
        const char *meant = meant_by(t, cells[i]);
        if (meant && strcmp(meant, "lon") == 0)
            snprintf(t->meant_lon, sizeof t->meant_lon, "%s", quote_cell(cells[i]).text);
    }
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
        t->may_have_commas = csv->separator && csv->separator != ',';
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
                             dm_places_use use, const dm_column_names *names, dm_error *err)
{
    *t = (dmi_places_table){.arena = arena, .use = use, .name = name, .given = names};
    for (int c = 0; c < DMI_COLUMNS; c++)
        t->at[c] = -1;
    if (use == DM_PLACES_CUSTOMERS || use == DM_PLACES_SITES)
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
    for (size_t i = 0; i < t->other_count; i++)
        free(t->others[i].name);
    free(t->others);
    free(t->demand_column);
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
                            const dm_column_names *names, dm_places **out, dm_error *err)
{
    dmi_places_table t;
    dmi_csv csv = {.in = in};
    char *name = NULL;
    dm_status status = begin_table(&t, arena, in->name, use, names, err);
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
                         const dm_column_names *names, dm_places **out, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open(path, &in, err);
    return status == DM_OK ? read_input(arena, in, use, names, out, err) : status;
}

dm_status dm_places_read_memory(const dm_arena *arena, const char *name, const void *bytes,
                                size_t size, dm_places_use use, const dm_column_names *names,
                                dm_places **out, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open_memory(name, bytes, size, &in, err);
    return status == DM_OK ? read_input(arena, in, use, names, out, err) : status;
}

dm_status dm_places_new(const dm_arena *arena, const char *name, const char *const *columns,
                        int32_t column_count, const char *const *cells, int64_t rows,
                        dm_places_use use, const dm_column_names *names, dm_places **out,
                        dm_error *err)
{
    dmi_places_table t;
    dm_status status = begin_table(&t, arena, name, use, names, err);
    t.is_list = true;
    if (status == DM_OK)
        status = dmi_places_header(&t, columns, column_count, err);
    for (int64_t i = 0; i < rows && status == DM_OK; i++) {
        t.line = i;
        status = dmi_places_row(&t, cells + i * column_count, err);
    }
    return finish_table(&t, status, out, err);
}
