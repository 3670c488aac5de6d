/* edges.c - the edge list: one `u v [length]` per line.
 *
 *     # a comment
 *     vertices 4        optional, first; default: the largest number + 1
 *     0 1 2.5
 *     1 2
 *
 * If directions count, every line is an arc from u to v.  Python's networkx writes the attributes
 * of an edge instead of a length: `0 1 {'weight': 2.5}` or `0 1 {}` (edge_data.c).
 */
#include "arena/arena.h"
#include "format/format.h"
#include "format/graph/edge_data.h"
#include "format/parsed_board.h"
#include "format/scan.h"

/* `vertices N`, only before the first edge. */
static dm_status read_count(dmi_parsed *board, const char *at, dm_error *err)
{
    int64_t n;
    if (!dmi_scan_next(&at, &n) || *dmi_skip_blanks(at))
        return dmi_bad(board->in, err, "expected `vertices N`, found %s after `vertices`",
                       dmi_quote_word(dmi_skip_blanks(at)).text);
    return dmi_parsed_vertices(board, n, err);
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
        return read_count(l->board, text + 8, err);
    }
    l->has_edges = true;
    dm_status status = l->is_counted ? DM_OK : grow_to_ends(l, text, err);
    if (status != DM_OK)
        return status;
    return strchr(text, '{') ? dmi_edge_data_line(l->board, text, &l->unused, err)
                             : dmi_parsed_link_line(l->board, l->board->directed, text, err);
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
