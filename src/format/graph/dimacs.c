/* dimacs.c - common to the DIMACS formats: `c` comments and the `p` line. */
#include "format/graph/dimacs.h"

#include "format/format.h"
#include "format/scan.h"

/* The graphs of the DIMACS colouring challenge (1993).
 *
 *     c a comment
 *     p edge 4 3          or `p col`
 *     n 2 7               optional: vertex 2 has value 7
 *     e 1 2
 */
static dm_status read_value(dmi_parsed *board, const char *at, dm_error *err)
{
    int64_t number, value;
    dm_vertex v;
    if (!dmi_scan_next(&at, &number) || !dmi_scan_next(&at, &value) ||
        dmi_skip_blanks(at) != board->in->line_end)
        return dmi_bad(board->in, err,
                       "expected `n VERTEX VALUE`, a whole value, 0 or more, below 10^18");
    dm_status status = dmi_parsed_vertex(board, number, &v, err);
    return status == DM_OK ? dmi_parsed_value(board, v, value, err) : status;
}

static dm_status read_edge(dmi_parsed *board, const char *at, dm_error *err)
{
    if (dmi_count_words(at) != 2)
        return dmi_bad(board->in, err, "expected `e U V`");
    return dmi_parsed_link_line(board, false, at, err);
}

static dm_status read_lines(dmi_parsed *board, dm_error *err)
{
    int64_t declared, found = 0;
    char *text;
    dm_status status = dmi_dimacs_problem(board, "edge col edges", &declared, err);
    while (status == DM_OK && (status = dmi_dimacs_line(board->in, &text, err)) == DM_OK) {
        if (text[0] == 'e' && dmi_is_blank(text[1])) {
            found++;
            status = read_edge(board, text + 1, err);
        } else if (text[0] == 'n' && dmi_is_blank(text[1])) {
            status = read_value(board, text + 1, err);
        } else {
            status = dmi_bad(board->in, err, "expected `e U V`, `n VERTEX VALUE` or a comment");
        }
    }
    return status == DM_END ? dmi_dimacs_count(board->in, found, declared, "edges", err) : status;
}

dm_status dmi_read_dimacs_col(dmi_input *in, dm_arena **out, dm_error *err)
{
    return dmi_parsed_read(in, 1, read_lines, out, err);
}

void dmi_write_dimacs_col(const dm_arena *arena, dmi_output *out)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    dmi_print(out, "p edge %d %lld\n", graph->n, (long long)dm_arena_edges(arena));
    for (dm_vertex v = 0; values && v < graph->n; v++)
        dmi_print(out, "n %d %lld\n", v + 1, (long long)values[v]);
    DMI_FOR_EDGES(arena, graph, u, arc) dmi_print(out, "e %d %d\n", u + 1, graph->target[arc] + 1);
}

dm_status dmi_dimacs_line(dmi_input *in, char **text, dm_error *err)
{
    dm_status status;
    while ((status = dmi_input_line(in, text, err)) == DM_OK) {
        const char *at = dmi_skip_blanks(*text);
        bool is_comment = *at == 'c' && (!at[1] || dmi_is_blank(at[1]));
        if (at != in->line_end && !is_comment)
            return DM_OK;
    }
    return status;
}

/* Whether the word at `at` is one of `kinds`. */
static bool is_one_of(const char *at, const char *kinds)
{
    size_t size = (size_t)(dmi_skip_word(at) - at);
    for (; *kinds; kinds = dmi_skip_blanks(dmi_skip_word(kinds)))
        if ((size_t)(dmi_skip_word(kinds) - kinds) == size && strncmp(at, kinds, size) == 0)
            return true;
    return false;
}

dm_status dmi_dimacs_problem(dmi_parsed *board, const char *kinds, int64_t *links, dm_error *err)
{
    dmi_input *in = board->in;
    int first = (int)(dmi_skip_word(kinds) - kinds);
    char *text;
    dm_status status = dmi_dimacs_line(in, &text, err);
    if (status == DM_END)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                           "no problem line; expected `p %.*s VERTICES %s`", first, kinds,
                           first == 2 ? "ARCS" : "EDGES");
    if (status != DM_OK)
        return status;
    const char *at = text;
    int64_t n;
    bool is_problem = *at == 'p' && dmi_is_blank(at[1]);
    at = dmi_skip_blanks(at + is_problem);
    if (is_problem && is_one_of(at, kinds)) {
        at = dmi_skip_word(at);
        if (dmi_scan_next(&at, &n) && dmi_scan_next(&at, links) &&
            dmi_skip_blanks(at) == in->line_end)
            return dmi_parsed_vertices(board, n, err);
    }
    return dmi_bad(in, err, "expected `p %.*s VERTICES %s`", first, kinds,
                   first == 2 ? "ARCS" : "EDGES");
}

dm_status dmi_dimacs_count(const dmi_input *in, int64_t found, int64_t declared, const char *what,
                           dm_error *err)
{
    if (found == declared)
        return DM_OK;
    return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0, "the `p` line declares %lld %s; found %lld",
                       (long long)declared, what, (long long)found);
}
