/* edges.c - the edge list: one `u v [length]` per line.
 *
 *     # a comment
 *     vertices 4        optional, first; default: the largest number + 1
 *     0 1 2.5
 *     1 2
 *
 * If directions count, every line is an arc from u to v.
 */
#include "format/format.h"
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

/* Without a count the board grows with the numbers of the edges. */
static dm_status grow_to_ends(dmi_parsed *board, const char *at, dm_error *err)
{
    int64_t v;
    dm_status status = DM_OK;
    for (int end = 0; status == DM_OK && end < 2 && dmi_scan_next(&at, &v); end++)
        status = dmi_parsed_vertices(board, v + 1, err);
    return status; /* the edge itself will report it */
}

static dm_status read_lines(dmi_parsed *board, dm_error *err)
{
    bool is_counted = false, has_edges = false;
    char *text;
    dm_status status;
    while ((status = dmi_input_line(board->in, &text, err)) == DM_OK) {
        dmi_input_cut(board->in, text, '#');
        const char *at = dmi_skip_blanks(text);
        if (at == board->in->line_end)
            continue;
        if (!is_counted && !has_edges && strncmp(at, "vertices", 8) == 0) {
            is_counted = true;
            status = read_count(board, at + 8, err);
        } else {
            has_edges = true;
            if (!is_counted)
                status = grow_to_ends(board, at, err);
            if (status == DM_OK)
                status = dmi_parsed_link_line(board, board->directed, at, err);
        }
        if (status != DM_OK)
            return status;
    }
    if (status == DM_END && !is_counted && !has_edges)
        return dmi_fail_at(err, DM_BAD_INPUT, board->in->name, 0,
                           "the file is empty; expected `vertices N` or an edge `u v [length]`");
    return status == DM_END ? DM_OK : status;
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
