/* prepare_board.c - the board as a question wants it: streets divided at the places of its tables,
 * arcs as asked, forbidden turns, values or customers.
 *
 * On a board with a map all tables of the question are read first.  The rows by lon and lat are
 * found on the streets together, and the board is divided once.  ask_places() then gives copies of
 * these tables, as often as they are asked for.  So they are if names of columns were given, which
 * some table must have.
 */
#include "question/question.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct table {
    char *text; /* the file, with its @; or NULL */
    const json_t *json;
    dm_places_use use;
    dm_places *places;
} table;

struct ask_tables {
    const dm_arena *arena; /* not divided; while tables are added */
    dm_vertex vertices;    /* of it */
    table *table;
    size_t count;
};

void ask_prepared_clear(ask_prepared *prepared)
{
    ask_tables *tables = prepared->tables;
    dm_arena_free(prepared->arena);
    dm_places_free(prepared->customers);
    for (size_t i = 0; tables && i < tables->count; i++) {
        free(tables->table[i].text);
        dm_places_free(tables->table[i].places);
    }
    if (tables)
        free(tables->table);
    free(tables);
    *prepared = (ask_prepared){0};
}

const dm_places *ask_tables_find(const ask_tables *tables, question_raw given, dm_places_use use)
{
    assert(!given.json || !given.text);
    for (size_t i = 0; tables && i < tables->count; i++) {
        const table *t = &tables->table[i];
        bool is_same = given.json ? t->json == given.json
                                  : given.text && t->text && strcmp(t->text, given.text) == 0;
        if (is_same && t->use == use)
            return t->places;
    }
    return NULL;
}

dm_vertex ask_own_vertices(const asking *a, const dm_arena *arena)
{
    return a->tables ? a->tables->vertices : dm_arena_vertices(arena);
}

static dm_status add_table(asking *a, ask_tables *to, const char *field, question_raw given,
                           dm_places_use use, dm_error *err)
{
    if (!ask_is_table(given, use) || ask_tables_find(to, given, use))
        return DM_OK;
    table *grown = realloc(to->table, (to->count + 1) * sizeof *grown);
    if (!grown)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    to->table = grown;
    table t = {.json = given.json, .use = use, .text = given.text ? strdup(given.text) : NULL};
    dm_status status = given.text && !t.text
                           ? answer_fail(err, DM_NO_MEMORY, "out of memory")
                           : ask_read_table(a, to->arena, field, given, use, &t.places, err);
    if (status == DM_OK)
        to->table[to->count++] = t;
    else
        free(t.text);
    return status;
}

dm_status ask_tables_add(asking *a, ask_tables *to, dm_error *err)
{
    static const struct {
        const char *name;
        dm_places_use use;
    } own[] = {{"white", DM_PLACES_SITES},
               {"black", DM_PLACES_SITES},
               {"us", DM_PLACES_SITES},
               {"them", DM_PLACES_SITES},
               {"candidates", DM_PLACES_CANDIDATES},
               {"rival_candidates", DM_PLACES_CANDIDATES},
               {"forbid", DM_PLACES_SITES},
               {"sites", DM_PLACES_SITES}};
    dm_status status = add_table(a, to, "customers", a->customers, DM_PLACES_CUSTOMERS, err);
    if (status == DM_OK && a->values.text)
        status = add_table(a, to, "values", a->values, DM_PLACES_VALUES, err);
    for (size_t i = 0; i < sizeof own / sizeof *own && status == DM_OK; i++) {
        const question_field *f = question_find(a->about->fields, own[i].name, strlen(own[i].name));
        if (f)
            status = add_table(a, to, f->name, *(question_raw *)((char *)a->own + f->at),
                               own[i].use, err);
    }
    return status;
}

/* Whether names of columns were given. */
static bool names_columns(const asking *a)
{
    const dm_column_names *c = &a->columns;
    return c->demand || c->name || c->lon || c->lat;
}

/* Fails if no table has a column of a name that was given. */
static dm_status check_columns(asking *a, const ask_tables *tables, dm_error *err)
{
    const struct {
        const char *field, *name;
        unsigned bit;
    } given[] = {{"demand", a->columns.demand, DM_NAMED_DEMAND},
                 {"name", a->columns.name, DM_NAMED_NAME},
                 {"lon", a->columns.lon, DM_NAMED_LON},
                 {"lat", a->columns.lat, DM_NAMED_LAT}};
    unsigned found = 0;
    for (size_t i = 0; i < tables->count; i++)
        found |= tables->table[i].places->named;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i].name && !(found & given[i].bit))
            return answer_fail(err, DM_BAD_INPUT, "%s: no table%s has a column '%.60s'",
                               ask_label(a, given[i].field),
                               given[i].bit == DM_NAMED_DEMAND ? " of customers" : "",
                               given[i].name);
    return DM_OK;
}

/* Reads all tables of the question and, on a map, divides the board at their places; *out stays
 * NULL if there are none. */
static dm_status divide_at_tables(asking *a, const ask_board *board, ask_tables *tables,
                                  dm_arena **out, dm_error *err)
{
    tables->arena = board->arena;
    tables->vertices = dm_arena_vertices(board->arena);
    dm_status status = ask_tables_add(a, tables, err);
    if (status == DM_OK && a->about->tables)
        status = a->about->tables(a, tables, err);
    if (status == DM_OK)
        status = check_columns(a, tables, err);
    dm_places **list = calloc(tables->count + 1, sizeof(void *));
    if (status == DM_OK && !list)
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK && dm_arena_map(board->arena)) {
        for (size_t i = 0; i < tables->count; i++)
            list[i] = tables->table[i].places;
        status = dm_places_snap(board->arena, list, (int32_t)tables->count, a->snap_limit,
                                a->snap_to, board->run, out, err);
    }
    free(list);
    tables->arena = NULL;
    return status;
}

/* The board with the values that JSON lists, one for each of its own vertices. */
static dm_status give_listed_values(asking *a, const dm_arena *arena, dm_arena **out, dm_error *err)
{
    const json_t *list = a->values.json;
    dm_vertex n = dm_arena_vertices(arena), own = ask_own_vertices(a, arena);
    assert(own <= n);
    if (json_array_size(list) != (size_t)own)
        return ask_blame(a, err, DM_BAD_INPUT, "'values': expected one for each of the %d vertices",
                         own);
    int64_t *values = calloc((size_t)n + 1, sizeof *values);
    dm_status status = values ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (dm_vertex v = 0; v < own && status == DM_OK; v++) {
        const json_t *item = json_array_get(list, (size_t)v);
        if (json_is_integer(item))
            values[v] = json_integer_value(item);
        else
            status = ask_blame(a, err, DM_BAD_INPUT, "'values': expected whole numbers");
    }
    if (status == DM_OK)
        status = dm_arena_with_values(arena, values, out, err);
    free(values);
    return status;
}

/* The board with a table of values or of customers, which *customers receives. */
static dm_status give_demand(asking *a, const dm_arena *arena, ask_notes *notes, dm_arena **out,
                             dm_places **customers, dm_error *err)
{
    bool is_values = a->values.text;
    dm_places *places = NULL;
    dm_vertex unnamed = 0;
    dm_status status = ask_places(
        a, arena, is_values ? "values" : "customers", is_values ? a->values : a->customers,
        is_values ? DM_PLACES_VALUES : DM_PLACES_CUSTOMERS, notes, &places, err);
    assert(!a->values.json);
    if (status == DM_OK)
        status = dm_arena_with_places(arena, places, out, &unnamed, err);
    unnamed -= dm_arena_vertices(arena) - dm_arena_shown(arena);
    if (status == DM_OK && is_values && unnamed)
        ask_note(notes, "%s: vertices not listed, which are worth 0: %d", a->values.text, unnamed);
    if (status == DM_OK && !is_values)
        *customers = places;
    else
        dm_places_free(places);
    return status;
}

/* Takes `other`, unless it is NULL, in place of the board so far. */
static void replace_board(ask_board *board, dm_arena *other, ask_prepared *out)
{
    assert(board->arena != other);
    if (!other)
        return;
    dm_arena_free(out->arena);
    board->arena = out->arena = other;
}

dm_status ask_prepare(asking *a, ask_board *board, ask_notes *notes, ask_prepared *out,
                      dm_error *err)
{
    const dm_arena *given = board->arena;
    dm_arena *other = NULL;
    dm_status status = DM_OK;
    assert(!out->arena && !out->customers && !out->tables);
    if (a->about->common & Q_MARKET && (dm_arena_map(given) || names_columns(a))) {
        a->tables = out->tables = calloc(1, sizeof *out->tables);
        status = out->tables ? divide_at_tables(a, board, out->tables, &other, err)
                             : answer_fail(err, DM_NO_MEMORY, "out of memory");
        replace_board(board, other, out);
    }
    other = NULL;
    bool is_table = dm_arena_graph(board->arena)->kind == DM_PAIRS;
    if (status == DM_OK && is_table && a->direction == DM_FROM_SITE)
        status = ask_blame(a, err, DM_BAD_ARGUMENT,
                           "%s: a table has the distance of each pair, whoever travels",
                           ask_label(a, "direction"));
    if (status == DM_OK && dm_arena_is_directed(board->arena)) {
        if (a->undirected)
            status = dm_arena_undirected(board->arena, &other, err);
        else if (a->direction == DM_FROM_SITE)
            status = dm_arena_turned(board->arena, &other, err);
        replace_board(board, other, out);
    }
    other = NULL;
    bool has_turns = dm_arena_map(board->arena) && dm_arena_map(board->arena)->turns > 0;
    if (status == DM_OK && has_turns && a->about->common & Q_MARKET && !a->undirected) {
        status = dm_arena_with_turns(board->arena, (dm_direction)a->direction, &other, err);
        replace_board(board, other, out);
    }
    other = NULL;
    if (status == DM_OK && a->values.json)
        status = give_listed_values(a, board->arena, &other, err);
    else if (status == DM_OK && (a->values.text || a->customers.text || a->customers.json))
        status = give_demand(a, board->arena, notes, &other, &out->customers, err);
    replace_board(board, other, out);
    board->customers = out->customers;
    dm_status damage = dm_arena_damage(given, err); /* comes before other failures */
    return damage == DM_OK ? status : damage;
}
