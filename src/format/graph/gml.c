/* gml.c - the Graph Modelling Language (Himsolt 1996).
 *
 *     graph [
 *       node [ id 7 label "a name" graphics [ x 0.5 y 2 ] ]
 *       edge [ source 7 target 9 length 2.5 ]
 *     ]
 *
 * A file is a list of keys with values; a value is a number, a string or a list in brackets.  Only
 * the graph, its nodes and edges and a node's graphics are read; other lists are skipped.  Vertices
 * are numbered in the order in which their ids first occur.
 */
#include "base/utf8.h"
#include "format/format.h"
#include "format/graph/id_graph.h"
#include "format/scan.h"
#include <stdio.h>
#include <stdlib.h>

enum { TOKEN_LIMIT = 1 << 16, DEPTH_LIMIT = 64 };

typedef enum kind { KIND_END, KIND_KEY, KIND_NUMBER, KIND_STRING, KIND_OPEN, KIND_CLOSE } kind;

typedef struct gml {
    dmi_id_graph graph;
    const char *at; /* in the current line, NULL before the first */
    kind kind;      /* of the token last read */
    char token[TOKEN_LIMIT];
    size_t size;
    bool is_directed, has_graph;
} gml;

/* Moves to the next byte that begins a token; DM_END after the last. */
static dm_status find_token(gml *file, dm_error *err)
{
    char *text;
    for (;;) {
        if (file->at) {
            file->at = dmi_skip_blanks(file->at);
            if (file->at != file->graph.board.in->line_end)
                return DM_OK;
        }
        dm_status status = dmi_input_line(file->graph.board.in, &text, err);
        if (status != DM_OK)
            return status;
        file->at = *text == '#' ? file->graph.board.in->line_end : text;
    }
}

static bool put_char(gml *file, char c)
{
    if (file->size + 1 >= TOKEN_LIMIT)
        return false;
    file->token[file->size++] = c;
    file->token[file->size] = '\0';
    return true;
}

/* Decodes &quot; and the like at *at as UTF-8; false: keep the ampersand. */
static bool decode_entity(const char **at, char out[5])
{
    static const struct {
        const char *entity, *text;
    } known[] = {{"&quot;", "\""}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&apos;", "'"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(*at, known[i].entity, strlen(known[i].entity)) == 0) {
            snprintf(out, 5, "%s", known[i].text);
            *at += strlen(known[i].entity);
            return true;
        }
    char *end = NULL;
    long code = strncmp(*at, "&#", 2) == 0 && (*at)[2] >= '0' && (*at)[2] <= '9'
                    ? strtol(*at + 2, &end, 10)
                    : 0;
    if (code < 0x20 || code > 0x10ffff || *end != ';')
        return false;
    out[dmi_utf8_put((uint32_t)code, out)] = '\0';
    *at = end + 1;
    return true;
}

/* A string may span lines; newlines in it become blanks. */
static dm_status read_string(gml *file, dm_error *err)
{
    dmi_input *in = file->graph.board.in;
    int64_t opened = in->line;
    bool fits = true;
    file->kind = KIND_STRING;
    for (const char *at = file->at + 1; fits;) {
        char decoded[5];
        if (at == in->line_end) {
            char *text;
            dm_status status = dmi_input_line(in, &text, err);
            if (status == DM_END)
                return dmi_fail_at(err, DM_BAD_INPUT, in->name, opened,
                                   "a string has no closing quote");
            if (status != DM_OK)
                return status;
            fits = put_char(file, ' ');
            at = text;
        } else if (*at == '"') {
            file->at = at + 1;
            return DM_OK;
        } else if (*at == '\0') {
            return dmi_bad(in, err, "a string has a NUL byte");
        } else if (*at == '&' && decode_entity(&at, decoded)) {
            for (const char *c = decoded; *c; c++)
                fits = fits && put_char(file, *c);
        } else {
            fits = put_char(file, *at++);
        }
    }
    return dmi_bad(in, err, "a string has more than %d bytes", TOKEN_LIMIT - 2);
}

static dm_status next_token(gml *file, dm_error *err)
{
    file->size = 0;
    file->token[0] = '\0';
    dm_status status = find_token(file, err);
    if (status == DM_END) {
        file->kind = KIND_END;
        return DM_OK;
    }
    if (status != DM_OK)
        return status;
    if (*file->at == '"')
        return read_string(file, err);
    if (*file->at != '[' && *file->at != ']') {
        const char *begin = file->at, *at = begin;
        while (*at && !dmi_is_blank(*at) && !strchr("[]\"", *at))
            at++;
        file->at = at;
        bool is_key = (*begin >= 'a' && *begin <= 'z') || (*begin >= 'A' && *begin <= 'Z');
        bool is_number = *begin && strchr("+-.0123456789", *begin);
        bool fits = is_key || is_number;
        for (const char *c = begin; fits && c < at; c++)
            fits = put_char(file, *c);
        if (!fits)
            return dmi_bad(file->graph.board.in, err, "expected a key or a value, found %s",
                           dmi_quote_word(begin).text);
        file->kind = is_key ? KIND_KEY : KIND_NUMBER;
        return DM_OK;
    }
    file->kind = *file->at++ == '[' ? KIND_OPEN : KIND_CLOSE;
    return DM_OK;
}

/* Reads a key; KIND_CLOSE ends a list, KIND_END the file. */
static dm_status next_key(gml *file, bool is_inside, dm_error *err)
{
    dm_status status = next_token(file, err);
    if (status != DM_OK || file->kind == KIND_KEY)
        return status;
    if (file->kind == (is_inside ? KIND_CLOSE : KIND_END))
        return DM_OK;
    return file->kind == KIND_END
               ? dmi_fail_at(err, DM_BAD_INPUT, file->graph.board.in->name, 0,
                             "the file ends inside a list; expected `]`")
               : dmi_bad(file->graph.board.in, err, "expected a key%s", is_inside ? " or `]`" : "");
}

/* Skips the next value, with everything in it. */
static dm_status skip_value(gml *file, dm_error *err)
{
    int depth = 0;
    do {
        dm_status status = next_token(file, err);
        if (status != DM_OK)
            return status;
        if (file->kind == KIND_END)
            return dmi_fail_at(err, DM_BAD_INPUT, file->graph.board.in->name, 0,
                               "the file ends; expected a value");
        depth += file->kind == KIND_OPEN;
        depth -= file->kind == KIND_CLOSE;
    } while (depth > 0 && depth < DEPTH_LIMIT);
    return depth == 0 && file->kind != KIND_KEY
               ? DM_OK
               : dmi_bad(file->graph.board.in, err, "expected a value, and lists at most %d deep",
                         DEPTH_LIMIT);
}

static dm_status open_list(gml *file, dm_error *err)
{
    dm_status status = next_token(file, err);
    if (status == DM_OK && file->kind != KIND_OPEN)
        status = dmi_bad(file->graph.board.in, err, "expected `[`");
    return status;
}

/* Reads a number or a string into a buffer. */
static dm_status read_plain(gml *file, char *out, size_t room, dm_error *err)
{
    dm_status status = next_token(file, err);
    if (status != DM_OK)
        return status;
    if (file->kind != KIND_NUMBER && file->kind != KIND_STRING)
        return dmi_bad(file->graph.board.in, err, "expected a number or a string");
    if (file->size >= room)
        return dmi_bad(file->graph.board.in, err, "a value has more than %zu bytes", room - 1);
    memcpy(out, file->token, file->size + 1);
    return DM_OK;
}

/* `id`, `source` and `target` of a node or an edge; its attributes go to file->graph.attributes. */
typedef struct element {
    char id[64], source[64], target[64];
} element;

static dm_status read_attribute(gml *file, dmi_attribute attribute, dm_error *err)
{
    if (attribute == DMI_ATTR_NONE || file->graph.attributes.is_given[attribute])
        return skip_value(file, err);
    dm_status status = next_token(file, err);
    if (status != DM_OK)
        return status;
    if (file->kind != KIND_NUMBER && file->kind != KIND_STRING)
        return dmi_bad(file->graph.board.in, err, "expected a number or a string");
    dmi_attributes_append(&file->graph.attributes, attribute, file->token, file->size);
    return DM_OK;
}

static dm_status read_graphics(gml *file, dm_error *err)
{
    dm_status status = open_list(file, err);
    while (status == DM_OK && (status = next_key(file, true, err)) == DM_OK &&
           file->kind == KIND_KEY) {
        dmi_attribute attribute = dmi_attribute_named(file->token);
        bool is_place = attribute == DMI_ATTR_X || attribute == DMI_ATTR_Y;
        status = read_attribute(file, is_place ? attribute : DMI_ATTR_NONE, err);
    }
    return status;
}

static dm_status read_element(gml *file, dmi_unused_of of, element *out, dm_error *err)
{
    *out = (element){0};
    dmi_attributes_reset(&file->graph.attributes);
    dm_status status = open_list(file, err);
    while (status == DM_OK && (status = next_key(file, true, err)) == DM_OK &&
           file->kind == KIND_KEY) {
        dmi_attribute attribute = dmi_attribute_named(file->token);
        if (strcmp(file->token, "id") == 0) {
            status = read_plain(file, out->id, sizeof out->id, err);
        } else if (strcmp(file->token, "source") == 0) {
            status = read_plain(file, out->source, sizeof out->source, err);
        } else if (strcmp(file->token, "target") == 0) {
            status = read_plain(file, out->target, sizeof out->target, err);
        } else if (strcmp(file->token, "graphics") == 0) {
            status = read_graphics(file, err);
        } else {
            if (attribute == DMI_ATTR_NONE && strcmp(file->token, "key") != 0)
                dmi_unused_add(&file->graph.unused, of, file->token);
            status = read_attribute(file, attribute, err);
        }
    }
    return status;
}

static dm_status read_graph(gml *file, dm_error *err)
{
    char directed[8];
    dm_status status = open_list(file, err);
    if (status == DM_OK && file->has_graph)
        status = dmi_bad(file->graph.board.in, err, "a second graph; a file has one board");
    file->has_graph = true;
    while (status == DM_OK && (status = next_key(file, true, err)) == DM_OK &&
           file->kind == KIND_KEY) {
        if (strcmp(file->token, "node") == 0) {
            element node;
            status = read_element(file, DMI_UNUSED_NODES, &node, err);
            if (status == DM_OK && !*node.id)
                status = dmi_bad(file->graph.board.in, err, "a node has no id");
            status = status == DM_OK ? dmi_id_graph_node(&file->graph, node.id, err) : status;
        } else if (strcmp(file->token, "edge") == 0) {
            element edge;
            status = read_element(file, DMI_UNUSED_EDGES, &edge, err);
            if (status == DM_OK && !*edge.source)
                status = dmi_bad(file->graph.board.in, err, "an edge has no source");
            if (status == DM_OK && !*edge.target)
                status = dmi_bad(file->graph.board.in, err, "an edge has no target");
            status = status == DM_OK ? dmi_id_graph_edge(&file->graph, file->is_directed,
                                                         edge.source, edge.target, err)
                                     : status;
        } else if (strcmp(file->token, "directed") == 0) {
            status = read_plain(file, directed, sizeof directed, err);
            file->is_directed = status == DM_OK && strcmp(directed, "1") == 0;
        } else if (strcmp(file->token, "label") == 0) {
            status = read_plain(file, file->graph.title, sizeof file->graph.title, err);
        } else if (strcmp(file->token, "crs") == 0) {
            status = read_plain(file, file->graph.crs, sizeof file->graph.crs, err);
        } else {
            status = skip_value(file, err);
        }
    }
    return status;
}

dm_status dmi_read_gml(dmi_input *in, dm_arena **out, dm_error *err)
{
    gml *file = dmi_calloc(1, sizeof *file);
    if (!file)
        return dmi_no_memory(err);
    dm_status status = dmi_id_graph_init(&file->graph, in, err);
    if (status == DM_OK) {
        while (status == DM_OK && (status = next_key(file, false, err)) == DM_OK &&
               file->kind == KIND_KEY)
            status =
                strcmp(file->token, "graph") == 0 ? read_graph(file, err) : skip_value(file, err);
        if (status == DM_OK && !file->has_graph)
            status = dmi_fail_at(err, DM_BAD_INPUT, file->graph.board.in->name, 0,
                                 "no graph found; expected `graph [`");
    }
    status = dmi_id_graph_finish(&file->graph, status, out, err);
    free(file);
    return status;
}

static void put_string(dmi_output *out, const char *key, const char *text)
{
    dmi_print(out, "%s \"", key);
    for (; *text; text++) {
        char plain[2] = {*text, 0};
        dmi_put(out, *text == '"' ? "&quot;" : *text == '&' ? "&amp;" : plain);
    }
    dmi_put(out, "\"\n");
}

void dmi_write_gml(const dm_arena *arena, dmi_output *out)
{
    const dm_graph *graph = dm_arena_graph(arena);
    bool directed = dm_arena_is_directed(arena);
    dmi_print(out, "graph [\n  directed %d\n", directed);
    if (*dm_arena_title(arena))
        put_string(out, "  label", dm_arena_title(arena));
    for (dm_vertex v = 0; v < graph->n; v++) {
        const dm_point *places = dm_arena_places(arena);
        dmi_print(out, "  node [\n    id %d\n", v);
        if (dm_arena_name(arena, v))
            put_string(out, "    label", dm_arena_name(arena, v));
        if (dm_arena_values(arena))
            dmi_print(out, "    value %lld\n", (long long)dm_arena_values(arena)[v]);
        if (places)
            dmi_print(out, "    graphics [ x %g y %g ]\n", places[v].x, places[v].y);
        dmi_put(out, "  ]\n");
    }
    for (dm_vertex u = 0; u < graph->n; u++)
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++) {
            if (!directed && graph->target[arc] < u)
                continue;
            dmi_print(out, "  edge [\n    source %d\n    target %d\n    length ", u,
                      graph->target[arc]);
            dmi_put_length(out, arena, arc);
            dmi_put(out, "\n  ]\n");
        }
    dmi_put(out, "]\n");
}
