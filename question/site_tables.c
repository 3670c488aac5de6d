/* site_tables.c - sites, candidates and customers as they were typed or sent. */
#include "question/question.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The cells of a JSON list of places: a row per item, a column per key. */
typedef struct cells {
    const char **columns; /* borrowed from the list */
    int32_t column_count;
    char **cell; /* row by row; NULL: empty */
    size_t rows;
} cells;

/* The position of a column; -1: there is none. */
static int32_t find_column(const cells *c, const char *name)
{
    assert(c->column_count >= 1);
    for (int32_t i = 0; i < c->column_count; i++)
        if (strcmp(c->columns[i], name) == 0)
            return i;
    return -1;
}

static dm_status list_columns(const json_t *list, cells *c, dm_error *err)
{
    enum { MOST = 64 };
    const char *key;
    json_t *value;
    c->columns = calloc(MOST, sizeof *c->columns);
    if (!c->columns)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    c->columns[c->column_count++] = "vertex";
    for (size_t i = 0; i < json_array_size(list); i++)
        json_object_foreach(json_array_get(list, i), key, value)
        {
            if (find_column(c, key) >= 0)
                continue;
            if (c->column_count == MOST)
                return answer_fail(err, DM_TOO_LARGE, "a table has more than %d columns", MOST);
            c->columns[c->column_count++] = key;
        }
    return DM_OK;
}

/* A value as the text of a cell; DM_BAD_INPUT if it is a list or an object. */
static dm_status spell_cell(const json_t *value, char **out)
{
    char text[40] = "";
    if (json_is_integer(value))
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(text, sizeof text, "%.15g", json_real_value(value));
    else if (json_is_boolean(value))
        snprintf(text, sizeof text, "%d", json_is_true(value));
    else if (!json_is_string(value) && !json_is_null(value))
        return DM_BAD_INPUT;
    *out = strdup(json_is_string(value) ? json_string_value(value) : text);
    return *out ? DM_OK : DM_NO_MEMORY;
}

static dm_status fill_row(asking *a, const char *field, const json_t *item, cells *c, size_t row,
                          dm_error *err)
{
    const char *key;
    json_t *value;
    char **cell = c->cell + row * (size_t)c->column_count;
    dm_status status = json_is_object(item) ? DM_OK : DM_BAD_INPUT;
    if (json_is_integer(item))
        status = spell_cell(item, &cell[0]);
    json_object_foreach((json_t *)(uintptr_t)item, key, value)
    {
        if (status == DM_OK)
            status = spell_cell(value, &cell[find_column(c, key)]);
    }
    if (status == DM_NO_MEMORY)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK)
        return DM_OK;
    return ask_blame(a, err, DM_BAD_INPUT,
                     "%s[%zu]: expected a vertex, or an object such as "
                     "{\"vertex\":3,\"label\":\"x\"}",
                     ask_label(a, field), row);
}

bool ask_is_table(question_raw given, dm_places_use use)
{
    if (use != DM_PLACES_SITES)
        return given.text || given.json;
    if (!given.json)
        return given.text && (given.is_file || (given.text[0] == '@' && given.text[1]));
    /* a list of which some item is more than a vertex */
    size_t i;
    json_t *item;
    json_array_foreach(given.json, i, item) if (json_is_object(item)) return true;
    return false;
}

dm_status ask_read_table(asking *a, const dm_arena *arena, const char *field, question_raw given,
                         dm_places_use use, dm_places **out, dm_error *err)
{
    const char *path =
        given.text && given.text[0] == '@' && !given.is_file ? given.text + 1 : given.text;
    if (!given.json)
        return dm_places_read(arena, path, use, &a->columns, out, err);
    cells c = {.rows = json_array_size(given.json)};
    dm_status status = list_columns(given.json, &c, err);
    if (status == DM_OK) {
        c.cell = calloc(c.rows * (size_t)c.column_count + 1, sizeof *c.cell);
        status = c.cell ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < c.rows && status == DM_OK; i++)
        status = fill_row(a, field, json_array_get(given.json, i), &c, i, err);
    if (status == DM_OK)
        status =
            dm_places_new(arena, ask_label(a, field), c.columns, c.column_count,
                          (const char *const *)c.cell, (int64_t)c.rows, use, &a->columns, out, err);
    for (size_t i = 0; c.cell && i < c.rows * (size_t)c.column_count; i++)
        free(c.cell[i]);
    free(c.cell);
    free(c.columns);
    return status;
}

/* Rows by lon and lat that were not found on streets: this question does not take them. */
static dm_status check_found(asking *a, const char *field, const dm_places *p, dm_error *err)
{
    for (int32_t i = 0; p->lonlat && i < p->count; i++)
        if (p->vertex[i] < 0)
            return answer_fail(err, DM_BAD_INPUT,
                               "%s: %s takes no places by lon,lat; expected a column vertex or "
                               "name",
                               p->name, ask_label(a, field));
    return DM_OK;
}

dm_status ask_places(asking *a, const dm_arena *arena, const char *field, question_raw given,
                     dm_places_use use, ask_notes *notes, dm_places **out, dm_error *err)
{
    if (!given.text && !given.json)
        return DM_OK;
    dm_places *places = NULL;
    const dm_places *known = ask_tables_find(a->tables, given, use);
    dm_status status = known ? dm_places_copy(known, &places, err)
                             : ask_read_table(a, arena, field, given, use, &places, err);
    if (status == DM_OK)
        status = check_found(a, field, places, err);
    if (status != DM_OK) {
        dm_places_free(places);
        return status;
    }
    if (places->numeric)
        ask_note(notes,
                 "%s: there is no column demand, so each row counts 1; columns with numbers: %s "
                 "(%s COLUMN takes one as the demand)",
                 places->name, places->numeric, ask_label(a, "demand"));
    if (places->unknown)
        ask_note(notes, "%s: columns that have no meaning here: %s", places->name, places->unknown);
    /* names the first places that were left out, then counts them */
    enum { SHOWN = 3 };
    char where[300];
    for (int32_t i = 0; i < places->left_out_count && i < SHOWN; i++) {
        const dm_left_out *one = &places->left_out[i];
        dm_places_where(places, one->line, where, sizeof where);
        ask_note(notes, "%s: %s%s%s left out: the nearest street is %.1f m away", where,
                 one->label ? "'" : "", one->label ? one->label : "place", one->label ? "'" : "",
                 one->metres);
    }
    if (places->left_out_count > SHOWN)
        ask_note(notes, "%s: places left out because no street is within %g m: %d", places->name,
                 a->snap_limit, places->left_out_count);
    if (places->polygons && places->outside)
        ask_note(notes,
                 "%s: polygons taken as their centroids: %d; centroids outside of theirs: %d",
                 places->name, places->polygons, places->outside);
    else if (places->polygons)
        ask_note(notes, "%s: polygons taken as their centroids: %d", places->name,
                 places->polygons);
    dm_places_where(places, places->doubled_line, where, sizeof where);
    if (places->doubled)
        ask_note(notes,
                 "%s: candidates skipped because another is at the same point of a street: %d "
                 "(the first is %s)",
                 places->name, places->doubled, where);
    *out = places;
    return DM_OK;
}

dm_status ask_sites(asking *a, const dm_arena *arena, const char *field, question_raw given,
                    ask_notes *notes, dm_places **out, dm_error *err)
{
    assert(*out == NULL);
    if (ask_is_table(given, DM_PLACES_SITES))
        return ask_places(a, arena, field, given, DM_PLACES_SITES, notes, out, err);
    dm_places *places = calloc(1, sizeof *places);
    dm_status status =
        places ? ask_vertices(a, arena, field, given, &places->vertex, &places->count, err)
               : answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK)
        *out = places;
    else
        free(places);
    return status;
}
