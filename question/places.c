/* places.c - sites, candidates and customers as they were typed or sent. */
#include "question/question.h"

#include <stdlib.h>
#include <string.h>

/* The cells of a JSON list of places: a row per item, a column per key. */
typedef struct cells {
    const char **columns; /* borrowed from the list */
    int32_t column_count;
    char **cell; /* row by row; NULL: empty */
    size_t rows;
} cells;

static void clear_cells(cells *c)
{
    for (size_t i = 0; c->cell && i < c->rows * (size_t)c->column_count; i++)
        free(c->cell[i]);
    free(c->cell);
    free(c->columns);
}

/* The position of a column; -1: there is none. */
static int32_t find_column(const cells *c, const char *name)
{
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
static dm_status spell(const json_t *value, char **out)
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
        status = spell(item, &cell[0]);
    json_object_foreach((json_t *)(uintptr_t)item, key, value)
    {
        if (status == DM_OK)
            status = spell(value, &cell[find_column(c, key)]);
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

static dm_status read_items(asking *a, const dm_arena *arena, const char *field, const json_t *list,
                            dm_places_use use, dm_places **out, dm_error *err)
{
    cells c = {.rows = json_array_size(list)};
    dm_status status = list_columns(list, &c, err);
    if (status == DM_OK) {
        c.cell = calloc(c.rows * (size_t)c.column_count + 1, sizeof *c.cell);
        status = c.cell ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < c.rows && status == DM_OK; i++)
        status = fill_row(a, field, json_array_get(list, i), &c, i, err);
    if (status == DM_OK)
        status = dm_places_new(arena, ask_label(a, field), c.columns, c.column_count,
                               (const char *const *)c.cell, (int64_t)c.rows, use, out, err);
    clear_cells(&c);
    return status;
}

static void note_unknown(asking *a, const char *field, question_raw given, const dm_places *places,
                         ask_notes *notes)
{
    if (places->unknown)
        ask_note(notes, "%s: columns that have no meaning here: %s",
                 given.text ? given.text + (given.text[0] == '@') : ask_label(a, field),
                 places->unknown);
}

dm_status ask_places(asking *a, const dm_arena *arena, const char *field, question_raw given,
                     dm_places_use use, ask_notes *notes, dm_places **out, dm_error *err)
{
    if (!given.text && !given.json)
        return DM_OK;
    const char *path = given.text && given.text[0] == '@' ? given.text + 1 : given.text;
    dm_status status = given.json ? read_items(a, arena, field, given.json, use, out, err)
                                  : dm_places_read(arena, path, use, out, err);
    if (status == DM_OK)
        note_unknown(a, field, given, *out, notes);
    return status;
}

/* Whether some item of a JSON list is more than a vertex. */
static bool has_objects(const json_t *list)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) if (json_is_object(item)) return true;
    return false;
}

dm_status ask_sites(asking *a, const dm_arena *arena, const char *field, question_raw given,
                    ask_notes *notes, dm_places **out, dm_error *err)
{
    if ((given.text && given.text[0] == '@' && given.text[1]) ||
        (given.json && has_objects(given.json)))
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
