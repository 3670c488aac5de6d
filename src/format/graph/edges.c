/* edges.c - the edge list: one `u v [length]` per line.
 *
 *     # a comment
 *     vertices 4        optional, first; default: the largest number + 1
 *     0 1 2.5
 *     1 2
 *
 * If directions count, every line is an arc from u to v.  Python's networkx writes the attributes
 * of an edge instead of a length: `0 1 {'weight': 2.5}` or `0 1 {}`.
 */
#include "arena/arena.h"

#include "format/format.h"
#include "format/graph/id_graph.h"
#include "format/parsed_board.h"
#include "format/scan.h"
#include <string.h>

/* Edges with their attributes as Python writes a dictionary.
 *
 * Keys are texts in single or double quotes.  Values are numbers, texts, or anything with balanced
 * brackets; only those of the keys that give a length are looked at.
 */
enum { KEY_ROOM = 24 };

typedef struct piece { /* of the line */
    const char *text;
    size_t size;
} piece;

/* Past a text in quotes at `at`; NULL: it has no end. */
static const char *skip_text(const char *at)
{
    char quote = *at++;
    for (; *at && *at != quote; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : NULL;
}

/* Past a value: up to a comma or the brace that ends the dictionary; NULL: it has no end. */
static const char *skip_value(const char *at)
{
    int depth = 0;
    while (at && *at) {
        if (depth == 0 && (*at == ',' || *at == '}'))
            return at;
        if (*at == '\'' || *at == '"') {
            at = skip_text(at);
            continue;
        }
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        at++;
    }
    return NULL;
}

static piece trimmed_text(const char *from, const char *to)
{
    while (from < to && (dmi_is_blank(*from) || *from == '\'' || *from == '"'))
        from++;
    while (from < to && (dmi_is_blank(to[-1]) || to[-1] == '\'' || to[-1] == '"'))
        to--;
    return (piece){from, (size_t)(to - from)};
}

/* The next `key: value`; false: damaged. */
static bool scan_pair(const char **at, char key[KEY_ROOM], piece *value)
{
    const char *begin = dmi_skip_blanks(*at);
    const char *end = *begin == '\'' || *begin == '"' ? skip_text(begin) : NULL;
    if (!end || *dmi_skip_blanks(end) != ':')
        return false;
    piece name = trimmed_text(begin, end);
    name.size = name.size < KEY_ROOM ? name.size : KEY_ROOM - 1;
    memcpy(key, name.text, name.size);
    key[name.size] = '\0';
    begin = dmi_skip_blanks(end) + 1;
    end = skip_value(begin);
    if (!end)
        return false;
    *value = trimmed_text(begin, end);
    *at = end;
    return value->size > 0;
}

/* How much a key counts as the length: 0 not at all. */
static int rank_of(const char *key, bool seconds)
{
    if (seconds)
        return strcmp(key, "travel_time") == 0;
    return strcmp(key, "length") == 0 ? 2 : strcmp(key, "weight") == 0;
}

/* From the opening brace to the end of the line; *length is empty if no key gives one. */
static dm_status scan_data(const dmi_parsed *board, const char *at, dmi_unused *unused,
                           piece *length, dm_error *err)
{
    int best = 0;
    at = dmi_skip_blanks(at + 1);
    while (*at && *at != '}') {
        char key[KEY_ROOM];
        piece value;
        if (!scan_pair(&at, key, &value))
            break;
        int rank = rank_of(key, board->in->options.measure == DM_SECONDS);
        if (rank == 0 && strcmp(key, "travel_time") != 0)
            dmi_unused_add(unused, DMI_UNUSED_EDGES, key);
        if (rank > best) {
            best = rank;
            *length = value;
        }
        at = dmi_skip_blanks(at + (*at == ','));
    }
    if (*at != '}' || dmi_skip_blanks(at + 1) != board->in->line_end)
        return dmi_bad(board->in, err,
                       "expected attributes such as {'weight': 2.5} at the end of the line");
    return DM_OK;
}

static dm_status find_length(dmi_parsed *board, piece length, int64_t *out, dm_error *err)
{
    if (board->in->options.measure == DM_MINUTES)
        return dmi_parsed_no_minutes(err);
    if (length.size > 0)
        return dmi_parsed_length(board, length.text, length.size, out, err);
    if (board->in->options.measure == DM_SECONDS)
        return dmi_fail(err, DM_BAD_INPUT, "has no travel_time; --measure seconds needs one");
    return dmi_parsed_whole(board, 1, out, err);
}

typedef struct list {
    dmi_parsed *board;
    bool is_counted, has_edges;
    int64_t lowest; /* number of a vertex */
    dmi_unused unused;
} list;

/* Without a count the board grows with the numbers of the edges. */
static dm_status grow_to_ends(list *l, const char *at, dm_error *err)
{
    int64_t v;
    dm_status status = DM_OK;
    for (int end = 0; status == DM_OK && end < 2 && dmi_scan_next(&at, &v); end++) {
        l->lowest = v < l->lowest ? v : l->lowest;
        status = dmi_parsed_vertices(l->board, v + 1, err);
    }
    return status; /* the edge itself will report it */
}

static dm_status read_line(list *l, char *text, dm_error *err)
{
    dmi_input *in = l->board->in;
    /* A comment begins with #; in the attributes of an edge it may be part of a text. */
    char *data = strchr(text, '{'), *mark = strchr(text, '#');
    if (mark && !(data && data < mark))
        dmi_input_cut(in, text, '#');
    text += dmi_skip_blanks(text) - text;
    if (text == in->line_end)
        return DM_OK;
    if (!l->is_counted && !l->has_edges && strncmp(text, "vertices", 8) == 0) {
        l->is_counted = true;
        /* `vertices N`, only before the first edge. */
        const char *at = text + 8;
        int64_t n;
        if (!dmi_scan_next(&at, &n) || *dmi_skip_blanks(at))
            return dmi_bad(l->board->in, err, "expected `vertices N`, found %s after `vertices`",
                           dmi_quote_word(dmi_skip_blanks(at)).text);
        return dmi_parsed_vertices(l->board, n, err);
    }
    l->has_edges = true;
    dm_status status = l->is_counted ? DM_OK : grow_to_ends(l, text, err);
    if (status != DM_OK)
        return status;
    if (!strchr(text, '{'))
        return dmi_parsed_link_line(l->board, l->board->directed, text, err);
    /* Reads `u v {'weight': 2.5, 'name': "Long Street"}` and adds the edge; the line must end
     * there. Its length is `length`, else `weight`, else 1; in seconds it is `travel_time`. */
    dmi_parsed *board = l->board;
    const char *at = text;
    dm_vertex u = 0, v = 0;
    int64_t length = 0;
    piece given = {"", 0};
    status = dmi_parsed_scan_vertex(board, &at, &u, err);
    if (status == DM_OK)
        status = dmi_parsed_scan_vertex(board, &at, &v, err);
    if (status != DM_OK)
        return status;
    at = dmi_skip_blanks(at);
    if (*at != '{')
        return dmi_bad(board->in, err, "expected attributes in braces, found %s",
                       dmi_quote_word(at).text);
    status = scan_data(board, at, &l->unused, &given, err);
    if (status != DM_OK)
        return status;
    status = find_length(board, given, &length, err);
    if (status != DM_OK)
        return dmi_parsed_blame_link(board, status, board->directed, u, v, err);
    return dmi_parsed_link(board, board->directed, u, v, length, err);
}

/* Numbers that begin above 0 leave vertices without edges, which few expect. */
static dm_status remark_lowest(const list *l, dm_error *err)
{
    dm_builder *builder = l->board->builder;
    if (l->is_counted || l->lowest == 0)
        return DM_OK;
    if (l->lowest == 1)
        return dmi_builder_remark(builder, err, "the numbers begin at 1, so vertex 0 has no edges");
    return dmi_builder_remark(builder, err,
                              "the numbers begin at %lld, so vertices 0 to %lld have no edges",
                              (long long)l->lowest, (long long)l->lowest - 1);
}

static dm_status read_lines(dmi_parsed *board, dm_error *err)
{
    list l = {.board = board, .lowest = INT64_MAX};
    char *text;
    dm_status status;
    while ((status = dmi_input_line(board->in, &text, err)) == DM_OK) {
        status = read_line(&l, text, err);
        if (status != DM_OK)
            return status;
    }
    if (status != DM_END)
        return status;
    if (!l.is_counted && !l.has_edges)
        return dmi_fail_at(err, DM_BAD_INPUT, board->in->name, 0,
                           "the file is empty; expected `vertices N` or an edge `u v [length]`");
    status = remark_lowest(&l, err);
    return status == DM_OK ? dmi_unused_remark(&l.unused, board->builder, err) : status;
}

dm_status dmi_read_edges(dmi_input *in, dm_arena **out, dm_error *err)
{
    return dmi_parsed_read(in, 0, read_lines, out, err);
}

void dmi_write_edges(const dm_arena *arena, dmi_output *out)
{
    const dm_graph *graph = dm_arena_graph(arena);
    bool has_lengths = dm_arena_has(arena) & DM_HOLDS_LENGTHS;
    bool directed = dm_arena_is_directed(arena);
    if (directed)
        dmi_put(out, "# arcs from the first vertex to the second; read it with --directed\n");
    dmi_print(out, "vertices %d\n", graph->n);
    for (dm_vertex u = 0; u < graph->n; u++)
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++) {
            if (!directed && graph->target[arc] < u)
                continue;
            dmi_print(out, "%d %d", u, graph->target[arc]);
            if (has_lengths) {
                dmi_put(out, " ");
                dmi_put_length(out, arena, arc);
            }
            dmi_put(out, "\n");
        }
}
