/* api_map.c - maps: the job that reads one, and the streets of a board.
 *
 * Lists of numbers are sent as base64 of their bytes, the lowest byte first: a browser takes them
 * as typed arrays without looking at each number.
 */
#include "server/base64.h"
#include "server/call.h"

#include <demesne/map.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STREETS = 2000000, MOST_POINTS = 20000000 }; /* that one answer lists */

typedef struct map_fields {
    const char *file, *text, *name, *format;
    question_map read;
} map_fields;

/* clang-format off */
static const question_field map_table[] = {
    {.name = "file", .type = Q_TEXT, .at = offsetof(map_fields, file),
     .help = "the file's name in the answer of /api/file"},
    {.name = "text", .type = Q_TEXT, .at = offsetof(map_fields, text),
     .help = "instead of `file`, the content of a file"},
    {.name = "name", .type = Q_TEXT, .at = offsetof(map_fields, name), .most_asked = 200,
     .otherwise = "map", .help = "what the client calls the file; its ending may tell the format"},
    {.name = "format", .type = Q_TEXT, .at = offsetof(map_fields, format),
     .help = "its format (default: found from the name or the content)"},
    QUESTION_MAP(map_fields, read),
    {0}};
/* clang-format on */

const question fields_of_map = {.name = "map", .fields = map_table, .size = sizeof(map_fields)};

/* What a person wants to know about a map first. */
static void report_map(report *r, const dm_arena *arena)
{
    answer_map(r, arena);
    report_count(r, "oneway", dm_arena_oneway(arena));
    report_count(r, "decimals", dm_arena_decimals(arena));
}

static dm_status add_map(call *c, const boards_text *given, report **out, dm_error *err)
{
    if (given->format && !dm_format_find("", given->format))
        return answer_fail(err, DM_BAD_INPUT, "there is no format '%.40s'; /api/info lists them",
                           given->format);
    dm_status status = boards_add(c->api->boards, given, &c->board, err);
    if (status != DM_OK)
        return status;
    c->task.board.arena = board_arena(c->board);
    c->task.board.source = board_name(c->board);
    if (!dm_arena_map(c->task.board.arena))
        return answer_fail(err, DM_BAD_INPUT,
                           "%.200s: not a map: its places have no longitude and latitude",
                           given->name);
    *out = call_report_read(c);
    report_map(*out, c->task.board.arena);
    return DM_OK;
}

dm_status answer_to_map(call *c, report **out, dm_error *err)
{
    const map_fields *own = c->task.ask.own;
    char *bytes = NULL;
    boards_text given = {.text = own->text,
                         .size = own->text ? strlen(own->text) : 0,
                         .format = own->format,
                         .name = own->name,
                         .read = {.directed = true,
                                  .profile = (dm_profile)own->read.profile,
                                  .measure = (dm_measure)(own->read.measure + DM_METRES),
                                  .largest = own->read.largest,
                                  .run = c->task.board.run}};
    if (!own->file == !own->text)
        return answer_fail(err, DM_BAD_INPUT, "expected one of the fields 'file' and 'text'");
    dm_status status = DM_OK;
    if (own->file) {
        status = uploads_take(c->api->uploads, own->file, &bytes, &given.size, err);
        given.text = bytes;
        given.is_large = true;
    }
    if (status == DM_OK)
        status = add_map(c, &given, out, err);
    free(bytes);
    return status;
}

const question fields_of_streets = {.name = "streets", .size = 0, .common = Q_BOARD};

/* Adds `count` numbers of `width` bytes each. */
static void report_numbers(report *r, const char *key, const void *numbers, size_t count,
                           size_t width)
{
    char *text = base64_of(numbers, count * width);
    report_json(r, key, text ? json_string_nocheck(text) : NULL);
    free(text);
}

/* The number of a name in the list, to which it is added. */
static int32_t number_of_name(json_t **list, json_t *numbers, const char *text)
{
    const json_t *known = json_object_get(numbers, text);
    if (known)
        return (int32_t)json_integer_value(known);
    int32_t number = (int32_t)json_array_size(*list);
    json_object_set_new_nocheck(numbers, text, json_integer(number));
    report_append(list, report_name(text));
    return number;
}

static dm_status report_streets(report *r, const dm_arena *arena, dm_error *err)
{
    const dm_map *map = dm_arena_map(arena);
    size_t m = (size_t)map->streets;
    report_numbers(r, "from", map->from, m, sizeof *map->from);
    report_numbers(r, "to", map->to, m, sizeof *map->to);
    report_numbers(r, "lengths", map->length, m, sizeof *map->length);
    report_numbers(r, "travel", map->travel, m, sizeof *map->travel);
    report_numbers(r, "kind", map->kind, m, sizeof *map->kind);
    report_numbers(r, "first", map->first_point, m + 1, sizeof *map->first_point);
    report_numbers(r, "points", map->point, map->first_point[m], sizeof *map->point);
    report_numbers(r, "places", dm_arena_places(arena), (size_t)dm_arena_vertices(arena),
                   sizeof(dm_point));
    /* a street's name is a number in the list of names; -1: it has none */
    json_t *list = json_array(), *numbers = json_object();
    int32_t *name = calloc((size_t)map->streets + 1, sizeof *name);
    for (int32_t s = 0; s < map->streets && name && list && numbers; s++) {
        const char *text = map->names + map->name_at[s];
        name[s] = *text ? number_of_name(&list, numbers, text) : -1;
    }
    dm_status status = name && numbers ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    report_json(r, "names", list);
    if (status == DM_OK)
        report_numbers(r, "name", name, (size_t)map->streets, sizeof *name);
    json_decref(numbers);
    free(name);
    return status;
}

dm_status answer_to_streets(call *c, report **out, dm_error *err)
{
    const dm_map *map = dm_arena_map(c->task.board.arena);
    if (!map)
        return answer_fail(err, DM_BAD_INPUT, "%.60s is not a map", c->task.board.source);
    if (map->streets > MOST_STREETS || map->first_point[map->streets] > MOST_POINTS)
        return answer_fail(err, DM_TOO_LARGE, "%.60s has %d streets; this server lists %d",
                           c->task.board.source, map->streets, MOST_STREETS);
    report *r = call_report(c);
    report_map(r, c->task.board.arena);
    return call_give(r, report_streets(r, c->task.board.arena, err), out);
}
