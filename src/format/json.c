/* json.c - boards as JSON, the library's own format.
 *
 *     {"title": "a corner", "vertices": [{"x": 0, "y": 0, "value": 2, "name": "a"}, {}, {}],
 *      "edges": [[0, 1], [1, 2, "2.5"]], "arcs": [[2, 0]]}
 *
 * `arcs`, from the first vertex to the second, make the board directed.
 *
 * `vertices` is a list, or just their number.  A length is a whole number, a decimal in a string,
 * or a JSON real, which means the shortest decimal that reads back as the same double.  An object
 * with `nodes` is networkx's instead (node_link.c).
 */
#include "format/json.h"

#include "format/format.h"
#include "format/parsed_board.h"
#include <stdio.h>
#include <stdlib.h>

static dm_status read_length(dmi_parsed *board, const json_t *item, int64_t *out, dm_error *err)
{
    if (!item)
        return dmi_parsed_whole(board, 1, out, err);
    if (json_is_integer(item))
        return dmi_parsed_whole(board, json_integer_value(item), out, err);
    if (json_is_string(item))
        return dmi_parsed_length(board, json_string_value(item), json_string_length(item), out,
                                 err);
    if (!json_is_real(item))
        return dmi_fail(err, DM_BAD_INPUT, "has a length that is neither a number nor a string");
    dmi_output text = {0};
    dmi_put_real(&text, json_real_value(item));
    dm_status status = dmi_output_flush(&text, err);
    if (status == DM_OK)
        status = dmi_parsed_length(board, text.text, text.size, out, err);
    free(text.text);
    return status;
}

/* One of the list `key`, "edges" or "arcs". */
static dm_status read_edge(dmi_parsed *board, const json_t *edge, const char *key, size_t index,
                           dm_error *err)
{
    const json_t *from = json_array_get(edge, 0), *to = json_array_get(edge, 1);
    size_t size = json_array_size(edge);
    if (size < 2 || size > 3 || !json_is_integer(from) || !json_is_integer(to))
        return dmi_bad(board->in, err,
                       "%s[%zu]: expected [vertex, vertex] or "
                       "[vertex, vertex, length]",
                       key, index);
    int64_t length = 0;
    dm_vertex u = 0, v = 0;
    if (dmi_parsed_vertex(board, json_integer_value(from), &u, NULL) != DM_OK ||
        dmi_parsed_vertex(board, json_integer_value(to), &v, NULL) != DM_OK)
        return dmi_bad(board->in, err, "%s[%zu]: expected vertices from 0 to %d", key, index,
                       dm_builder_vertices(board->builder) - 1);
    dm_status status = read_length(board, json_array_get(edge, 2), &length, err);
    if (status != DM_OK)
        return dmi_input_blame(board->in, 0, status, err, "%s[%zu] ", key, index);
    return dmi_parsed_link(board, *key == 'a', u, v, length, err);
}

static dm_status read_edges(dmi_parsed *board, const json_t *list, const char *key, dm_error *err)
{
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < json_array_size(list); i++)
        status = read_edge(board, json_array_get(list, i), key, i, err);
    return status;
}

static dm_status read_value(dmi_parsed *board, dm_vertex v, const json_t *value, dm_error *err)
{
    if (!value)
        return DM_OK;
    if (!json_is_integer(value))
        return dmi_bad(board->in, err, "vertices[%d]: \"value\" must be a whole number", v);
    return dmi_parsed_value(board, v, json_integer_value(value), err);
}

static dm_status read_place(dmi_parsed *board, dm_vertex v, const json_t *x, const json_t *y,
                            dm_error *err)
{
    if (!x && !y)
        return DM_OK;
    if (!json_is_number(x) || !json_is_number(y))
        return dmi_bad(board->in, err, "vertices[%d]: \"x\" and \"y\" must both be numbers", v);
    return dmi_parsed_place(board, v, json_number_value(x), json_number_value(y), err);
}

static dm_status read_vertex(dmi_parsed *board, dm_vertex v, const json_t *item, dm_error *err)
{
    if (!json_is_object(item))
        return dmi_bad(board->in, err, "vertices[%d]: expected an object such as {\"value\": 2}",
                       v);
    dm_status status = read_value(board, v, json_object_get(item, "value"), err);
    if (status == DM_OK)
        status = read_place(board, v, json_object_get(item, "x"), json_object_get(item, "y"), err);
    if (status != DM_OK)
        return status;
    const json_t *name = json_object_get(item, "name");
    if (!name)
        return DM_OK;
    if (!json_is_string(name))
        return dmi_bad(board->in, err, "vertices[%d]: \"name\" must be a string", v);
    return dmi_parsed_name(board, v, json_string_value(name), err);
}

static dm_status read_vertices(dmi_parsed *board, const json_t *vertices, dm_error *err)
{
    if (json_is_integer(vertices) && json_integer_value(vertices) >= 0)
        return dmi_parsed_vertices(board, json_integer_value(vertices), err);
    if (!json_is_array(vertices))
        return dmi_bad(board->in, err, "expected \"vertices\": a number or a list");
    size_t n = json_array_size(vertices);
    dm_status status = dmi_parsed_vertices(board, (int64_t)n, err);
    for (size_t v = 0; status == DM_OK && v < n; v++)
        status = read_vertex(board, (dm_vertex)v, json_array_get(vertices, v), err);
    return status;
}

static dm_status read_decimals(dmi_parsed *board, const json_t *decimals, dm_error *err)
{
    if (!decimals)
        return DM_OK;
    json_int_t number = json_integer_value(decimals);
    if (!json_is_integer(decimals) || number < 0 || number > DMI_DECIMALS_MAX)
        return dmi_bad(board->in, err, "\"decimals\" must be a number from 0 to %d",
                       DMI_DECIMALS_MAX);
    board->decimals = (int)number;
    return DM_OK;
}

static dm_status read_board(dmi_parsed *board, const json_t *object, dm_error *err)
{
    const json_t *edges = json_object_get(object, "edges");
    const json_t *arcs = json_object_get(object, "arcs");
    const json_t *title = json_object_get(object, "title");
    if (!json_is_object(object))
        return dmi_bad(board->in, err, "expected an object with \"vertices\" and \"edges\"");
    if (json_object_get(object, "sites"))
        return dmi_bad(board->in, err,
                       "a level with \"sites\", not a board; 'demesne lines score FILE' and the "
                       "other lines commands read levels");
    if (!json_is_array(edges))
        return dmi_bad(board->in, err, "expected \"edges\": a list of [vertex, vertex, length]");
    if (arcs && !json_is_array(arcs))
        return dmi_bad(board->in, err, "\"arcs\" must be a list of [vertex, vertex, length]");
    if (title && !json_is_string(title))
        return dmi_bad(board->in, err, "\"title\" must be a string");
    dm_status status = read_decimals(board, json_object_get(object, "decimals"), err);
    if (status == DM_OK)
        status = read_vertices(board, json_object_get(object, "vertices"), err);
    if (status == DM_OK && arcs && !board->directed)
        status = dmi_parsed_directed(board, err);
    if (status == DM_OK)
        status = read_edges(board, edges, "edges", err);
    return status == DM_OK ? read_edges(board, arcs, "arcs", err) : status;
}

dm_status dmi_json_board(const json_t *object, const dmi_input *from, dm_arena **out, dm_error *err)
{
    dmi_input in = *from;
    dmi_parsed board = {0};
    in.line = 0; /* not known for an object */
    dm_status status = dmi_parsed_init(&in, 0, &board, err);
    if (status == DM_OK)
        status = read_board(&board, object, err);
    if (status == DM_OK)
        return dmi_parsed_finish(&board, json_string_value(json_object_get(object, "title")), out,
                                 err);
    dmi_parsed_clear(&board);
    return status;
}

/* Passes bytes to jansson; keeps the failure for later. */
typedef struct supply {
    dmi_input *in;
    const char *block;
    size_t left;
    int64_t given, most; /* bytes; most 0: no limit */
    dm_status status;
    dm_error *err;
} supply;

static size_t give_bytes(void *buffer, size_t room, void *data)
{
    supply *from = data;
    if (from->left == 0)
        from->status = dmi_input_block(from->in, &from->block, &from->left, from->err);
    if (from->status != DM_OK)
        return (size_t)-1;
    size_t size = room < from->left ? room : from->left;
    from->given += (int64_t)size;
    if (from->most && from->given > from->most) {
        from->status = dmi_fail_at(from->err, DM_TOO_LARGE, from->in->name, 0,
                                   "more than %lld bytes of JSON", (long long)from->most);
        return (size_t)-1;
    }
    memcpy(buffer, from->block, size);
    from->block += size;
    from->left -= size;
    return size;
}

static dm_status load_json(dmi_input *in, json_t **out, dm_error *err)
{
    enum { PER_EDGE = 64, SPARE = 1 << 20 };
    const dm_read_options *o = &in->options;
    supply from = {.in = in, .err = err};
    if (o->most_edges) /* a small packed file may be a large text, and its tree much larger */
        from.most = SPARE + PER_EDGE * (o->most_edges + o->most_vertices);
    json_error_t wrong = {0};
    json_t *root = json_load_callback(give_bytes, &from, JSON_REJECT_DUPLICATES, &wrong);
    if (root) {
        *out = root;
        return DM_OK;
    }
    if (from.status != DM_OK)
        return from.status;
    /* without memory jansson may report no error in the text */
    if (json_error_code(&wrong) == json_error_out_of_memory || !wrong.text[0])
        return dmi_no_memory(err);
    return dmi_fail_at(err, DM_BAD_INPUT, in->name, wrong.line, "%s", wrong.text);
}

dm_status dmi_json_read(dmi_input *in, dmi_json_fn *read, void *to, dm_error *err)
{
    json_t *root = NULL;
    dm_status status = load_json(in, &root, err);
    if (status == DM_OK)
        status = read(root, in, to, err);
    json_decref(root);
    return status;
}

static dm_status read_root(const json_t *root, const dmi_input *from, void *out, dm_error *err)
{
    return dmi_is_node_link(root) ? dmi_node_link_board(root, from, out, err)
                                  : dmi_json_board(root, from, out, err);
}

dm_status dmi_read_json(dmi_input *in, dm_arena **out, dm_error *err)
{
    return dmi_json_read(in, read_root, out, err);
}

void dmi_json_put_string(dmi_output *out, const char *text)
{
    dmi_put(out, "\"");
    for (const char *c = text; *c; c++) {
        char escape[8] = {*c, 0};
        if (*c == '"' || *c == '\\')
            snprintf(escape, sizeof escape, "\\%c", *c);
        else if ((unsigned char)*c < 0x20)
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*c);
        dmi_put(out, escape);
    }
    dmi_put(out, "\"");
}

static void put_vertices(dmi_output *out, const dm_arena *arena)
{
    dm_vertex n = dm_arena_vertices(arena);
    dmi_put(out, "\"vertices\":");
    if (!(dm_arena_has(arena) & (DM_HOLDS_PLACES | DM_HOLDS_VALUES | DM_HOLDS_NAMES))) {
        dmi_put_number(out, n);
        return;
    }
    for (dm_vertex v = 0; v < n; v++) {
        dmi_put(out, v ? ",\n " : "[\n ");
        const dm_point *places = dm_arena_places(arena);
        const int64_t *values = dm_arena_values(arena);
        const char *name = dm_arena_name(arena, v);
        dmi_put(out, "{");
        if (places)
            dmi_print(out, "\"x\":%g,\"y\":%g", places[v].x, places[v].y);
        if (values)
            dmi_print(out, "%s\"value\":%lld", places ? "," : "", (long long)values[v]);
        if (name) {
            dmi_print(out, "%s\"name\":", places || values ? "," : "");
            dmi_json_put_string(out, name);
        }
        dmi_put(out, "}");
    }
    dmi_put(out, n ? "]" : "[]");
}

/* The edges, or the one-way arcs. */
static void put_edges(dmi_output *out, const dm_arena *arena, bool oneway)
{
    const dm_graph *graph = dm_arena_graph(arena);
    bool has_lengths = dm_arena_has(arena) & DM_HOLDS_LENGTHS;
    const char *between = "\n ";
    dmi_put(out, oneway ? "\"arcs\":[" : "\"edges\":[");
    DMI_FOR_EDGES(arena, graph, u, arc)
    if (dm_arc_is_oneway(arena, u, arc) == oneway) {
        dmi_print(out, "%s[%d,%d", between, u, graph->target[arc]);
        between = ",\n ";
        if (has_lengths) {
            /* Whole lengths are numbers, others strings, so that no reader rounds them. */
            char digits[DMI_DECIMAL_TEXT];
            dmi_decimal_print(dm_graph_length(dm_arena_graph(arena), arc), dm_arena_decimals(arena),
                              digits);
            dmi_print(out, strchr(digits, '.') ? ",\"%s\"" : ",%s", digits);
        }
        dmi_put(out, "]");
    }
    dmi_put(out, "]");
}

void dmi_json_put_board(dmi_output *out, const dm_arena *arena)
{
    dmi_put(out, "{");
    if (*dm_arena_title(arena)) {
        dmi_put(out, "\"title\":");
        dmi_json_put_string(out, dm_arena_title(arena));
        dmi_put(out, ",\n");
    }
    if (dm_arena_decimals(arena) > 0)
        dmi_print(out, "\"decimals\":%d,\n", dm_arena_decimals(arena));
    put_vertices(out, arena);
    dmi_put(out, ",\n");
    put_edges(out, arena, false);
    if (dm_arena_is_directed(arena)) {
        dmi_put(out, ",\n");
        put_edges(out, arena, true);
    }
    dmi_put(out, "}");
}

void dmi_write_json(const dm_arena *arena, dmi_output *out)
{
    dmi_json_put_board(out, arena);
    dmi_put(out, "\n");
}
