/* tables.c - the board as a question wants it: streets divided at the places of its tables, arcs as
 * asked, values or customers.
 *
 * On a board with a map all tables of the question are read first.  The rows by lon and lat are
 * found on the streets together, and the board is divided once.  ask_places() then gives copies of
 * these tables, as often as they are asked for.
 */
#include "question/question.h"

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

static void free_tables(ask_tables *tables)
{
    for (size_t i = 0; tables && i < tables->count; i++) {
        free(tables->table[i].text);
        dm_places_free(tables->table[i].places);
    }
    if (tables)
        free(tables->table);
    free(tables);
}

void ask_prepared_clear(ask_prepared *prepared)
{
    dm_arena_free(prepared->arena);
    dm_places_free(prepared->customers);
    free_tables(prepared->tables);
    *prepared = (ask_prepared){0};
}

const dm_places *ask_tables_find(const ask_tables *tables, question_raw given, dm_places_use use)
{
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
    if (!ask_is_table(given, use) || !dm_arena_map(to->arena) || ask_tables_find(to, given, use))
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
               {"candidates", DM_PLACES_CANDIDATES},
               {"rival_candidates", DM_PLACES_CANDIDATES},
               {"forbid", DM_PLACES_SITES}};
    dm_status status = add_table(a, to, "customers", a->customers, DM_PLACES_CUSTOMERS, err);
    for (size_t i = 0; i < sizeof own / sizeof *own && status == DM_OK; i++) {
        const question_field *f = question_find(a->about->fields, own[i].name, strlen(own[i].name));
        if (f)
            status = add_table(a, to, f->name, *(question_raw *)((char *)a->own + f->at),
                               own[i].use, err);
    }
    return status;
}

/* Divides the board at the places of the tables; *out stays NULL if there are none. */
static dm_status divide(asking *a, const ask_tables *tables, dm_run *run, dm_arena **out,
                        dm_error *err)
{
    dm_places **list = calloc(tables->count + 1, sizeof(void *));
    if (!list)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < tables->count; i++)
        list[i] = tables->table[i].places;
    dm_status status =
        dm_places_snap(tables->arena, list, (int32_t)tables->count, a->snap_limit, run, out, err);
    free(list);
    return status;
}

static dm_status read_tables(asking *a, const dm_arena *arena, dm_run *run, ask_prepared *out,
                             dm_error *err)
{
    if (!(a->about->common & Q_MARKET))
        return DM_OK;
    out->tables = calloc(1, sizeof *out->tables);
    if (!out->tables)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    out->tables->arena = arena;
    out->tables->vertices = dm_arena_vertices(arena);
    dm_status status = ask_tables_add(a, out->tables, err);
    if (status == DM_OK && a->about->tables)
        status = a->about->tables(a, out->tables, err);
    if (status == DM_OK)
        status = divide(a, out->tables, run, &out->arena, err);
    out->tables->arena = NULL;
    return status;
}

/* Takes `other`, unless it is NULL, in place of the board so far. */
static void replace(ask_prepared *out, dm_arena *other)
{
    if (!other)
        return;
    dm_arena_free(out->arena);
    out->arena = other;
}

dm_status ask_prepare(asking *a, const dm_arena *arena, ask_notes *notes, dm_run *run,
                      ask_prepared *out, dm_error *err)
{
    dm_arena *turned = NULL, *valued = NULL;
    dm_status status = read_tables(a, arena, run, out, err);
    a->tables = out->tables;
    if (status == DM_OK)
        status = ask_directions(a, out->arena ? out->arena : arena, &turned, err);
    replace(out, turned);
    if (status == DM_OK)
        status =
            ask_values(a, out->arena ? out->arena : arena, notes, &valued, &out->customers, err);
    replace(out, valued);
    dm_status damage = dm_arena_damage(arena, err); /* comes before other failures */
    return damage == DM_OK ? status : damage;
}
