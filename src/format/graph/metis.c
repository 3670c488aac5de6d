/* metis.c - the graph file of METIS (manual, section 4.1.1).
 *
 *     % a comment
 *     4 3 011 1        vertices, edges; flags: has sizes, vertex weights, edge
 *     5 2 1            weights; number of weights per vertex
 *     1 1 1 3 2        line i: [size] [weights] then pairs neighbour [weight]
 *     ...
 *
 * Vertex weights are values, edge weights are lengths, sizes are ignored.  A
 * blank line is a vertex without neighbours.
 */
#include "format/format.h"
#include "format/parsed_board.h"
#include "format/scan.h"

typedef struct header {
    int64_t n, edges;
    bool has_sizes, has_weights, has_lengths;
} header;

static dm_status next_line(dmi_input *in, char **text, dm_error *err)
{
    dm_status status;
    do
        status = dmi_input_line(in, text, err);
    while (status == DM_OK && **text == '%');
    return status;
}

/* Up to three digits 0 or 1; the last one is for edge weights. */
static bool parse_flags(const char **at, header *out)
{
    const char *word = dmi_skip_blanks(*at), *end = dmi_skip_word(word);
    bool *const flags[] = {&out->has_lengths, &out->has_weights, &out->has_sizes};
    *at = end;
    if (end - word > 3)
        return false;
    for (int i = 0; i < 3 && i < end - word; i++) {
        if (end[-1 - i] != '0' && end[-1 - i] != '1')
            return false;
        *flags[i] = end[-1 - i] == '1';
    }
    return true;
}

static dm_status read_header(dmi_parsed *board, header *out, dm_error *err)
{
    char *text;
    int64_t weights = 0;
    dm_status status = next_line(board->in, &text, err);
    if (status == DM_END)
        return dmi_fail_at(err, DM_BAD_INPUT, board->in->name, 0,
                           "the file is empty; expected `VERTICES EDGES [FLAGS [WEIGHTS]]`");
    if (status != DM_OK)
        return status;
    const char *at = text;
    bool is_good =
        dmi_scan_next(&at, &out->n) && dmi_scan_next(&at, &out->edges) && parse_flags(&at, out);
    if (is_good && *dmi_skip_blanks(at))
        is_good = dmi_scan_next(&at, &weights);
    if (!is_good || dmi_skip_blanks(at) != board->in->line_end)
        return dmi_bad(
            board->in, err,
            "expected `VERTICES EDGES [FLAGS [WEIGHTS]]`; FLAGS is up to 3 digits 0 or 1");
    if (weights > 1)
        return dmi_bad(board->in, err, "%lld weights per vertex; a board has one value per vertex",
                       (long long)weights);
    return dmi_parsed_vertices(board, out->n, err);
}

static dm_status read_vertex(dmi_parsed *board, const header *head, dm_vertex v, const char *at,
                             int64_t *found, dm_error *err)
{
    int64_t size, value;
    if (head->has_sizes && !dmi_scan_next(&at, &size))
        return dmi_bad(board->in, err, "expected the size of vertex %d, found %s", v + 1,
                       dmi_quote_word(dmi_skip_blanks(at)).text);
    if (head->has_weights) {
        if (!dmi_scan_next(&at, &value))
            return dmi_bad(board->in, err, "expected the weight of vertex %d, found %s", v + 1,
                           dmi_quote_word(dmi_skip_blanks(at)).text);
        dm_status status = dmi_parsed_value(board, v, value, err);
        if (status != DM_OK)
            return status;
    }
    dm_status status = DM_OK;
    for (at = dmi_skip_blanks(at); status == DM_OK && at != board->in->line_end;
         at = dmi_skip_blanks(at)) {
        dm_vertex w = 0;
        int64_t length = 0;
        status = dmi_parsed_scan_vertex(board, &at, &w, err);
        if (status != DM_OK)
            return status;
        bool lacks_length = head->has_lengths && !*dmi_skip_blanks(at);
        if (lacks_length)
            return dmi_bad(board->in, err, "neighbour %d has no edge weight", w + 1);
        status = head->has_lengths ? dmi_parsed_scan_length(board, &at, &length, err)
                                   : dmi_parsed_whole(board, 1, &length, err);
        if (status != DM_OK)
            return dmi_parsed_blame_link(board, status, false, v, w, err);
        ++*found;
        status = dmi_parsed_link(board, true, v, w, length, err);
    }
    return status;
}

static dm_status read_lines(dmi_parsed *board, dm_error *err)
{
    header head = {0};
    int64_t v = 0, found = 0;
    char *text;
    dm_status status = read_header(board, &head, err);
    while (status == DM_OK && (status = next_line(board->in, &text, err)) == DM_OK) {
        if (v < head.n)
            status = read_vertex(board, &head, (dm_vertex)v++, text, &found, err);
        else if (dmi_skip_blanks(text) != board->in->line_end)
            status = dmi_bad(board->in, err, "expected the end of the file after %lld vertices",
                             (long long)head.n);
    }
    if (status != DM_END)
        return status;
    if (v < head.n)
        return dmi_fail_at(err, DM_BAD_INPUT, board->in->name, 0,
                           "the first line declares %lld vertices; found %lld lines",
                           (long long)head.n, (long long)v);
    if (found / 2 != head.edges || found % 2 != 0)
        return dmi_fail_at(
            err, DM_BAD_INPUT, board->in->name, 0,
            "the first line declares %lld edges; found %lld neighbours instead of 2 per edge",
            (long long)head.edges, (long long)found);
    return DM_OK;
}

dm_status dmi_read_metis(dmi_input *in, dm_arena **out, dm_error *err)
{
    return dmi_parsed_read(in, 1, read_lines, out, err);
}

void dmi_write_metis(const dm_arena *arena, dmi_output *out)
{
    bool has_lengths = dm_arena_has(arena) & DM_HOLDS_LENGTHS;
    bool has_values = dm_arena_values(arena);
    dmi_print(out, "%d %lld", dm_arena_vertices(arena), (long long)dm_arena_edges(arena));
    if (has_lengths || has_values)
        dmi_put(out, has_values ? has_lengths ? " 011" : " 010" : " 001");
    dmi_put(out, "\n");
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
        const dm_graph *graph = dm_arena_graph(arena);
        const int64_t *values = dm_arena_values(arena);
        if (values)
            dmi_put_number(out, values[v]);
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            bool is_first = !values && arc == graph->first[v];
            dmi_print(out, is_first ? "%d" : " %d", graph->target[arc] + 1);
            if (has_lengths) {
                dmi_put(out, " ");
                dmi_put_length(out, arena, arc);
            }
        }
        dmi_put(out, "\n");
    }
}
