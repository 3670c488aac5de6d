/* level_read.c - reads a level of the game on edges from JSON.
 *
 * The members are read one by one; dm_level_new() checks the whole.  Numbers are exact: whole
 * numbers, decimals and "a/b".  A JSON real means the shortest decimal that reads back as the same
 * double.  The form is described in level_write.c and docs/FORMATS.md.
 */
#include <demesne/lines.h>

#include "base/base.h"
#include "base/names.h"
#include "base/utf8.h"
#include "format/json.h"
#include "lines/level/draft.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_NAME = 255 };

/* What the reading functions share. The level's arrays are its own; `names` are borrowed from
 * the document. */
typedef struct reader {
    const dmi_input *in;
    const json_t *root;
    dm_level level;
    bool has_all_points;
    char *names[DM_MAX_LINE_PLAYERS];
    dm_line_quota quotas[DM_MAX_LINE_QUOTAS];
    dm_error *err;
} reader;

/* DM_BAD_INPUT: FILE: the formatted text. */
#define bad(r, ...) dmi_fail_at((r)->err, DM_BAD_INPUT, (r)->in->name, 0, __VA_ARGS__)

/* Reads a number of any form; `place` ("edges[3]: the length ") is for messages. */
static dm_status read_ratio(const reader *r, const json_t *item, const char *place, size_t index,
                            const char *what, dm_ratio *out)
{
    dm_status status = DM_OK;
    if (json_is_integer(item))
        *out = (dm_ratio){json_integer_value(item), 1};
    else if (json_is_string(item))
        status = dm_ratio_parse(json_string_value(item), out, r->err);
    else if (json_is_real(item)) {
        /* Reads a real as the shortest decimal that reads back as the same double. */
        dmi_output text = {0};
        dmi_put_real(&text, json_real_value(item));
        dmi_put_bytes(&text, "", 1);
        status = dmi_output_flush(&text, r->err);
        if (status == DM_OK)
            status = dm_ratio_parse(text.text, out, r->err);
        free(text.text);
    } else
        return bad(r, "%s[%zu]: %s must be a number such as 2, 0.5 or \"1/3\"", place, index, what);
    if (status != DM_OK)
        return dmi_input_blame(r->in, 0, status, r->err, "%s[%zu]: %s ", place, index, what);
    return DM_OK;
}

/* Reads a whole number, 0 or more. */
static dm_status read_index(const reader *r, const json_t *item, const char *place, size_t index,
                            const char *what, int32_t *out)
{
    json_int_t number = json_integer_value(item);
    if (!json_is_integer(item) || number < 0 || number > INT32_MAX)
        return bad(r, "%s[%zu]: %s must be a whole number, 0 or more", place, index, what);
    *out = (int32_t)number;
    return DM_OK;
}

/* Points without coordinates are NAN until all are read. */
static dm_status read_vertices(reader *r)
{
    const json_t *list = json_object_get(r->root, "vertices");
    size_t count = json_array_size(list);
    if (!json_is_array(list))
        return bad(r, "expected \"vertices\": a list such as [{\"x\":0,\"y\":0},{}]");
    if (count > INT32_MAX - 1)
        return bad(r, "%zu vertices; at most 2^31-2 are possible", count);
    r->level.points = dmi_alloc(count, sizeof *r->level.points);
    if (!r->level.points)
        return dmi_no_memory(r->err);
    r->level.vertex_count = (int32_t)count;
    r->has_all_points = true;
    for (size_t v = 0; v < count; v++)
        r->level.points[v] = (dm_point){NAN, NAN};
    dm_status status = DM_OK;
    for (size_t v = 0; status == DM_OK && v < count; v++) {
        const json_t *item = json_array_get(list, v);
        const json_t *x = json_object_get(item, "x"), *y = json_object_get(item, "y");
        if (!json_is_object(item))
            return bad(r, "vertices[%zu]: expected {\"x\":0,\"y\":0} or {}", v);
        if (!x && !y) {
            r->has_all_points = false;
            continue;
        }
        if (!json_is_number(x) || !json_is_number(y))
            return bad(r, "vertices[%zu]: \"x\" and \"y\" must both be numbers", v);
        r->level.points[v] = (dm_point){json_number_value(x), json_number_value(y)};
    }
    return status;
}

/* An edge without a length gets the distance between its ends. */
static dm_status measure_edges(reader *r, size_t index, dm_line_edge *edge)
{
    int32_t n = r->level.vertex_count;
    if (edge->u >= n || edge->v >= n)
        return bad(r, "edges[%zu] ends at vertex %d; the level has vertices 0..%d", index,
                   edge->u >= n ? edge->u : edge->v, n - 1);
    dm_point a = r->level.points[edge->u], b = r->level.points[edge->v];
    if (isnan(a.x) || isnan(b.x))
        return bad(r, "edges[%zu] needs a length: vertex %d has no coordinates", index,
                   isnan(a.x) ? edge->u : edge->v);
    if (!dmi_straight_length(a, b, &edge->length))
        return dmi_fail_at(r->err, DM_TOO_LARGE, r->in->name, 0,
                           "edges[%zu]: the ends are %g apart, too far to measure; give a length",
                           index, hypot(a.x - b.x, a.y - b.y));
    r->level.measured = true;
    return DM_OK;
}

static dm_status read_edge(reader *r, size_t index, const json_t *item)
{
    dm_line_edge *edge = &r->level.edges[index];
    size_t size = json_array_size(item);
    const json_t *length = json_array_get(item, 2);
    if (size < 2 || size > 3)
        return bad(r, "edges[%zu]: expected [vertex, vertex] or [vertex, vertex, length]", index);
    dm_status status =
        read_index(r, json_array_get(item, 0), "edges", index, "the first end", &edge->u);
    if (status == DM_OK)
        status = read_index(r, json_array_get(item, 1), "edges", index, "the second end", &edge->v);
    if (status != DM_OK)
        return status;
    return length ? read_ratio(r, length, "edges", index, "the length", &edge->length)
                  : measure_edges(r, index, edge);
}

static dm_status read_edges(reader *r)
{
    const json_t *list = json_object_get(r->root, "edges");
    size_t count = json_array_size(list);
    if (!json_is_array(list))
        return bad(r, "expected \"edges\": a list of [vertex, vertex, length]");
    if (count > INT32_MAX - 1)
        return bad(r, "%zu edges; at most 2^31-2 are possible", count);
    r->level.edges = dmi_alloc(count, sizeof *r->level.edges);
    if (!r->level.edges)
        return dmi_no_memory(r->err);
    r->level.edge_count = (int32_t)count;
    dm_status status = DM_OK;
    for (size_t e = 0; status == DM_OK && e < count; e++)
        status = read_edge(r, e, json_array_get(list, e));
    return status;
}

/* Finds a player by name; a new name is the next player. */
static dm_status find_player(reader *r, const json_t *item, const char *place, int32_t *out)
{
    const char *name = json_string_value(item);
    dm_level *level = &r->level;
    size_t size = json_string_length(item);
    if (!name || size == 0 || size > LONGEST_NAME || !dmi_utf8_is_clean(name, size))
        return bad(
            r, "%s: a player's name must be a string of 1 to %d bytes without control characters",
            place, LONGEST_NAME);
    for (int32_t p = 0; p < level->player_count; p++)
        if (strcmp(r->names[p], name) == 0) {
            *out = p;
            return DM_OK;
        }
    if (level->player_count == DM_MAX_LINE_PLAYERS)
        return bad(r, "%s: too many players ('%s'); at most %d are possible", place, name,
                   DM_MAX_LINE_PLAYERS);
    r->names[level->player_count] = (char *)(uintptr_t)name; /* the level's names are not written */
    *out = level->player_count++;
    return DM_OK;
}

static dm_status read_players(reader *r)
{
    const json_t *list = json_object_get(r->root, "players"), *item;
    size_t i;
    dm_status status = DM_OK;
    if (list && !json_is_array(list))
        return bad(r, "\"players\" must be a list of names");
    json_array_foreach(list, i, item)
    {
        int32_t player, known = r->level.player_count;
        status = find_player(r, item, "players", &player);
        if (status == DM_OK && player < known)
            status = bad(r, "players[%zu]: '%s' is listed twice", i, r->names[player]);
        if (status != DM_OK)
            break;
    }
    return status;
}

static dm_status read_site(reader *r, size_t index, const json_t *item)
{
    dm_line_site *site = &r->level.sites[index];
    const json_t *vertex = json_object_get(item, "vertex"), *edge = json_object_get(item, "edge");
    const json_t *at = json_object_get(item, "at");
    char place[40];
    snprintf(place, sizeof place, "sites[%zu]", index);
    if (!json_is_object(item) || !vertex == !edge || !edge != !at)
        return bad(r,
                   "sites[%zu]: expected {\"player\":\"red\",\"vertex\":3} or "
                   "{\"player\":\"red\",\"edge\":5,\"at\":\"1/3\"}",
                   index);
    site->place = (dm_line_place){-1, -1, {0, 1}};
    dm_status status = find_player(r, json_object_get(item, "player"), place, &site->player);
    if (status == DM_OK && vertex)
        return read_index(r, vertex, "sites", index, "\"vertex\"", &site->place.vertex);
    if (status == DM_OK)
        status = read_index(r, edge, "sites", index, "\"edge\"", &site->place.edge);
    return status == DM_OK ? read_ratio(r, at, "sites", index, "\"at\"", &site->place.at) : status;
}

static dm_status read_sites(reader *r)
{
    const json_t *list = json_object_get(r->root, "sites");
    size_t count = json_array_size(list);
    if (list && !json_is_array(list))
        return bad(r, "\"sites\" must be a list such as [{\"player\":\"red\",\"vertex\":3}]");
    if (count > INT32_MAX - 1)
        return bad(r, "%zu sites; at most 2^31-2 are possible", count);
    r->level.sites = dmi_alloc(count, sizeof *r->level.sites);
    if (!r->level.sites)
        return dmi_no_memory(r->err);
    r->level.site_count = (int32_t)count;
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < count; i++)
        status = read_site(r, i, json_array_get(list, i));
    return status;
}

static dm_status read_me(reader *r)
{
    const json_t *me = json_object_get(r->root, "me");
    return me ? find_player(r, me, "me", &r->level.me) : DM_OK;
}

static dm_status read_quota(reader *r, size_t index, const json_t *item)
{
    const json_t *op = json_object_get(item, "op"), *count = json_object_get(item, "count");
    json_int_t number = count ? json_integer_value(count) : 1;
    dm_line_quota *quota = &r->quotas[index];
    if (!json_is_object(item))
        return bad(r, "moves[%zu]: expected an object such as {\"op\":\"cut\",\"count\":2}", index);
    if (!json_is_string(op) || dm_line_op_parse(json_string_value(op), &quota->op, NULL))
        return bad(r, "moves[%zu]: \"op\" must be add, remove, cut or rope", index);
    if ((count && !json_is_integer(count)) || number < 1 || number > INT32_MAX)
        return bad(r, "moves[%zu]: \"count\" must be a whole number, at least 1", index);
    quota->count = (int32_t)number;
    return DM_OK;
}

static dm_status read_moves(reader *r)
{
    const json_t *moves = json_object_get(r->root, "moves");
    const json_t *ordered = json_object_get(r->root, "ordered");
    json_int_t number = json_integer_value(moves);
    if (ordered && !json_is_boolean(ordered))
        return bad(r, "\"ordered\" must be true or false");
    if (json_is_true(ordered) && !json_is_array(moves))
        return bad(r, "\"ordered\" needs a list of \"moves\"");
    r->level.ordered = json_is_true(ordered);
    if (json_is_array(moves)) {
        size_t count = json_array_size(moves);
        if (count < 1 || count > DM_MAX_LINE_QUOTAS)
            return bad(r, "\"moves\" lists %zu kinds of moves; expected 1 to %d", count,
                       DM_MAX_LINE_QUOTAS);
        r->level.quotas = r->quotas;
        r->level.quota_count = (int32_t)count;
        dm_status status = DM_OK;
        for (size_t i = 0; status == DM_OK && i < count; i++)
            status = read_quota(r, i, json_array_get(moves, i));
        return status;
    }
    if (moves && (!json_is_integer(moves) || number < 1 || number > INT32_MAX))
        return bad(r, "\"moves\" must be a whole number, at least 1, or a list such as "
                      "[{\"op\":\"cut\",\"count\":2}]");
    r->level.moves = (int32_t)number;
    return DM_OK;
}

static dm_status read_measured(reader *r)
{
    const json_t *measured = json_object_get(r->root, "measured");
    if (measured && !json_is_boolean(measured))
        return bad(r, "\"measured\" must be true or false");
    r->level.measured = r->level.measured || json_is_true(measured);
    return DM_OK;
}

static dm_status read_rope(reader *r)
{
    const json_t *rope = json_object_get(r->root, "rope");
    const json_t *crossings = json_object_get(rope, "crossings");
    const json_t *angle = json_object_get(rope, "min_angle");
    if (rope && !json_is_object(rope))
        return bad(r,
                   "\"rope\" must be an object such as {\"crossings\":\"pass\",\"min_angle\":0}");
    if (crossings &&
        (!json_is_string(crossings) ||
         dm_line_crossings_parse(json_string_value(crossings), &r->level.crossings, NULL)))
        return bad(r, "rope: \"crossings\" must be pass, forbid, join or stop");
    double degrees = json_number_value(angle);
    if (angle && (!json_is_number(angle) || degrees < 0 || degrees > 90))
        return bad(r, "rope: \"min_angle\" must be a number of degrees from 0 to 90");
    r->level.min_angle = degrees;
    return DM_OK;
}

/* What to read: a level, or the level of a pack with this number (from 1; 0: the file is none). */
typedef struct target {
    dm_level **out;
    size_t number;
} target;

/* The levels of a pack; NULL if the document is none. */
static const json_t *levels_of(const json_t *root)
{
    const char *kind = json_string_value(json_object_get(root, "demesne"));
    const json_t *levels = json_object_get(root, "levels");
    return kind && strcmp(kind, "pack") == 0 && json_is_array(levels) ? levels : NULL;
}

/* The level within a pack, or the document itself. */
static dm_status find_level(reader *r, size_t number)
{
    const json_t *levels = levels_of(r->root);
    size_t count = json_array_size(levels);
    bool is_pack = levels;
    if (!is_pack && number > 0)
        return bad(r, "is no pack, so it has no level %zu", number);
    if (is_pack && (number < 1 || number > count))
        return bad(r, "is a pack of %zu %s; name one of them, such as %.100s:1", count,
                   dmi_plural((int64_t)count, "level", "levels"), r->in->name);
    if (is_pack)
        r->root = json_object_get(json_array_get(levels, number - 1), "level");
    if (!json_is_object(r->root))
        return bad(r, "expected an object with \"vertices\", \"edges\" and \"sites\"");
    return DM_OK;
}

static dm_status read_root(const json_t *root, const dmi_input *in, void *out, dm_error *err)
{
    static dm_status (*const steps[])(reader *) = {read_vertices, read_edges, read_players,
                                                   read_sites,    read_me,    read_moves,
                                                   read_measured, read_rope};
    const target *to = out;
    reader r = {.in = in, .root = root, .level = {.me = -1}, .err = err};
    dm_status status = find_level(&r, to->number);
    for (size_t i = 0; status == DM_OK && i < sizeof steps / sizeof *steps; i++)
        status = steps[i](&r);
    if (status == DM_OK) {
        dm_level level = r.level;
        level.players = r.names;
        level.points = r.has_all_points ? r.level.points : NULL;
        status = dm_level_new(&level, to->out, r.err);
        status = status == DM_OK ? DM_OK : dmi_input_blame(r.in, 0, status, r.err, "%s", "");
    }
    free(r.level.points);
    free(r.level.edges);
    free(r.level.sites);
    return status;
}

static dm_status read_input(dmi_input *in, void *out, dm_error *err)
{
    return dmi_json_read(in, read_root, out, err);
}

dm_status dm_level_read_memory(const char *name, const void *bytes, size_t size, dm_level **out,
                               dm_error *err)
{
    target to = {.out = out};
    return dmi_input_read_memory(name, bytes, size, read_input, &to, err);
}

/* "pack.json:3" */
static dm_status read_packed(const char *path, const char *colon, dm_level **out, dm_error *err)
{
    target to = {.out = out, .number = (size_t)strtoul(colon + 1, NULL, 10)};
    char *file = dmi_alloc((size_t)(colon - path) + 1, 1);
    if (!file)
        return dmi_no_memory(err);
    memcpy(file, path, (size_t)(colon - path));
    file[colon - path] = '\0';
    dm_status status = dmi_input_read(file, read_input, &to, err);
    free(file);
    return status;
}

dm_status dm_level_read(const char *path, dm_level **out, dm_error *err)
{
    target to = {.out = out};
    const char *colon = strrchr(path, ':');
    bool names_level = colon && colon > path && colon[1] >= '1' && colon[1] <= '9' &&
                       strspn(colon + 1, "0123456789") == strlen(colon + 1);
    if (names_level && access(path, F_OK) != 0)
        return read_packed(path, colon, out, err);
    return dmi_input_read(path, read_input, &to, err);
}

static dm_status read_names(const json_t *root, const dmi_input *in, void *out, dm_error *err)
{
    dm_pack_names *names = out;
    const json_t *levels = levels_of(root);
    size_t count = json_array_size(levels);
    (void)in;
    if (count == 0)
        return DM_OK;
    names->name = dmi_calloc(count, sizeof *names->name);
    if (!names->name)
        return dmi_no_memory(err);
    for (; (size_t)names->count < count; names->count++) {
        const json_t *one = json_array_get(levels, (size_t)names->count);
        const char *name = json_string_value(json_object_get(one, "name"));
        if (!(names->name[names->count] = dmi_strdup(name ? name : "")))
            return dmi_no_memory(err);
    }
    return DM_OK;
}

static dm_status read_names_of(dmi_input *in, void *out, dm_error *err)
{
    return dmi_json_read(in, read_names, out, err);
}

dm_status dm_pack_names_read(const char *path, dm_pack_names *out, dm_error *err)
{
    dm_pack_names names = {0};
    dm_status status = dmi_input_read(path, read_names_of, &names, err);
    if (status == DM_OK)
        *out = names;
    else
        dm_pack_names_clear(&names);
    return status;
}

void dm_pack_names_clear(dm_pack_names *names)
{
    for (int32_t i = 0; i < names->count; i++)
        free(names->name[i]);
    free(names->name);
    *names = (dm_pack_names){0};
}
