/* dimacs.c - common to the DIMACS formats: `c` comments and the `p` line. */
#include "format/graph/dimacs.h"

#include "format/format.h"
#include "format/scan.h"
#include <stdlib.h>
#include <unistd.h>

/* The graphs of the DIMACS shortest-path challenge (2006).
 *
 *     c a comment                       coordinates, in roads.co beside roads.gr:
 *     p sp 3 4                          p aux sp co 3
 *     a 1 2 17      an arc              v 1 -73530767 41085396
 *     a 2 1 17                          ...
 *
 * An edge is two arcs; a single arc becomes an edge too and is counted as one-way, unless
 * directions are kept.  Road networks have 10^7 arcs and more, so arc lines of whole numbers have a
 * fast path.
 */

/* Scans `a u v length` of whole numbers in range; false: read it the slow way. */
static bool scan_plain_arc(const dmi_parsed *board, const char *at, dm_vertex *u, dm_vertex *v,
                           int64_t *length)
{
    int64_t from, to;
    if (at[0] != 'a' || at[1] != ' ')
        return false;
    at += 2;
    if (!dmi_scan_number(&at, &from) || !dmi_scan_next(&at, &to) || !dmi_scan_next(&at, length) ||
        at != board->in->line_end)
        return false;
    int64_t n = dm_builder_vertices(board->builder);
    *u = (dm_vertex)(from - 1);
    *v = (dm_vertex)(to - 1);
    return from >= 1 && from <= n && to >= 1 && to <= n && *length > 0 && board->decimals == 0;
}

static dm_status read_arc(dmi_parsed *board, const char *at, dm_error *err)
{
    dm_vertex u, v;
    int64_t length;
    if (scan_plain_arc(board, at, &u, &v, &length))
        return dm_builder_arc(board->builder, u, v, length, err);
    if (at[0] == 'a' && dmi_is_blank(at[1]) && dmi_count_words(at) == 4)
        return dmi_parsed_link_line(board, true, at + 1, err);
    return dmi_bad(board->in, err, "expected `a FROM TO LENGTH` or a comment");
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

/* Reads up to the line `p KIND n m`, KIND being one of the blank-separated `kinds`, and sets the
 * number of vertices. */
static dm_status dimacs_problem(dmi_parsed *board, const char *kinds, int64_t *links, dm_error *err)
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

static dm_status read_arcs(dmi_parsed *board, dm_error *err)
{
    int64_t declared, found = 0;
    char *text;
    dm_status status = dimacs_problem(board, "sp", &declared, err);
    while (status == DM_OK && (status = dmi_dimacs_line(board->in, &text, err)) == DM_OK) {
        found++;
        status = read_arc(board, text, err);
    }
    return status == DM_END ? dmi_dimacs_count(board->in, found, declared, "arcs", err) : status;
}

static dm_status read_place(dmi_parsed *board, const char *at, dm_error *err)
{
    int64_t number;
    double x, y;
    dm_vertex v;
    bool is_place = at[0] == 'v' && dmi_is_blank(at[1]);
    at += is_place;
    if (!is_place || !dmi_scan_next(&at, &number) || !dmi_scan_real(&at, &x) ||
        !dmi_scan_real(&at, &y) || dmi_skip_blanks(at) != board->in->line_end)
        return dmi_bad(board->in, err, "expected `v VERTEX X Y` or a comment");
    dm_status status = dmi_parsed_vertex(board, number, &v, err);
    return status == DM_OK ? dmi_parsed_place(board, v, x, y, err) : status;
}

static dm_status read_places(dmi_parsed *board, dm_error *err)
{
    dmi_input *in = board->in;
    char *text;
    int64_t n;
    dm_status status = dmi_dimacs_line(in, &text, err);
    const char *at = status == DM_OK ? text : "";
    if (status == DM_OK || status == DM_END) {
        bool is_problem = strncmp(at, "p aux sp co ", 12) == 0;
        at += is_problem ? 12 : 0;
        if (!is_problem || !dmi_scan_next(&at, &n) || dmi_skip_blanks(at) != in->line_end)
            return dmi_bad(in, err, "expected `p aux sp co VERTICES`");
        if (n != dm_builder_vertices(board->builder))
            return dmi_bad(in, err, "%lld vertices; the .gr file has %d", (long long)n,
                           dm_builder_vertices(board->builder));
    }
    while (status == DM_OK && (status = dmi_dimacs_line(in, &text, err)) == DM_OK)
        status = read_place(board, text, err);
    return status == DM_END ? DM_OK : status;
}

/* The size of "roads" in "roads.gr", "roads.gr.gz" or "roads.gr.bz2"; 0 for any other ending. */
static size_t stem_size(const char *path)
{
    size_t size = dmi_unpacked_name(path);
    return size > 3 && strncmp(path + size - 3, ".gr", 3) == 0 ? size - 3 : 0;
}

/* "roads" of "roads.gr", followed by `tail`. */
static char *path_beside(const char *path, const char *tail)
{
    size_t size = stem_size(path), more = strlen(tail) + 1;
    char *made = dmi_alloc(size + more, 1);
    if (made) {
        memcpy(made, path, size);
        memcpy(made + size, tail, more);
    }
    return made;
}

/* Opens the .co, packed or not, beside `path`; *out stays NULL if there is none. */
static dm_status open_places(const char *path, dmi_input **out, dm_error *err)
{
    static const char *const tails[] = {".co", ".co.gz", ".co.bz2"};
    dm_status status = DM_OK;
    for (int i = 0; i < 3 && status == DM_OK && !*out; i++) {
        char *places = path_beside(path, tails[i]);
        if (!places)
            return dmi_no_memory(err);
        if (access(places, F_OK) == 0)
            status = dmi_input_open(places, out, err);
        free(places);
    }
    return status;
}

static dm_status read_both(dmi_parsed *board, dm_error *err)
{
    dm_status status = read_arcs(board, err);
    if (status != DM_OK)
        return status;
    /* Coordinates may lie in a file beside. */
    dmi_input *graph_file = board->in, *places_file = NULL;
    status = dmi_parsed_count_fits(board, dm_builder_vertices(board->builder), err);
    if (status == DM_OK && graph_file->path && stem_size(graph_file->path))
        status = open_places(graph_file->path, &places_file, err);
    if (places_file) {
        board->in = places_file;
        status = read_places(board, err);
        board->in = graph_file;
    }
    dmi_input_free(places_file);
    return status;
}

dm_status dmi_read_dimacs_gr(dmi_input *in, dm_arena **out, dm_error *err)
{
    return dmi_parsed_read(in, 1, read_both, out, err);
}

void dmi_write_dimacs_gr(const dm_arena *arena, dmi_output *out)
{
    const dm_graph *graph = dm_arena_graph(arena);
    dmi_print(out, "p sp %d %lld\n", graph->n, (long long)graph->arcs);
    for (dm_vertex u = 0; u < graph->n; u++)
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++) {
            dmi_print(out, "a %d %d ", u + 1, graph->target[arc] + 1);
            dmi_put_length(out, arena, arc);
            dmi_put(out, "\n");
        }
}

static void write_places(const dm_arena *arena, dmi_output *out)
{
    const dm_point *places = dm_arena_places(arena);
    dmi_print(out, "p aux sp co %d\n", dm_arena_vertices(arena));
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
        dmi_print(out, "v %d %g %g\n", v + 1, places[v].x, places[v].y);
}

/* Removes a .co of another board, which would be taken for this one's. */
static dm_status check_no_leftover(const char *beside, dm_error *err)
{
    if (access(beside, F_OK) != 0)
        return DM_OK;
    return dmi_fail_at(err, DM_UNSUPPORTED, beside, 0,
                       "lies beside, and would be read as the places of a board without any; "
                       "remove it first");
}

dm_status dmi_write_places_beside(const dm_arena *arena, const char *path, dm_error *err)
{
    if (!stem_size(path))
        return DM_OK;
    char *beside = path_beside(path, ".co");
    if (!beside)
        return dmi_no_memory(err);
    dm_status status = dm_arena_places(arena) ? dmi_write_path(arena, beside, write_places, err)
                                              : check_no_leftover(beside, err);
    free(beside);
    return status;
}

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
    dm_status status = dimacs_problem(board, "edge col edges", &declared, err);
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

dm_status dmi_dimacs_count(const dmi_input *in, int64_t found, int64_t declared, const char *what,
                           dm_error *err)
{
    if (found == declared)
        return DM_OK;
    return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0, "the `p` line declares %lld %s; found %lld",
                       (long long)declared, what, (long long)found);
}
