/* pajek.c - the network file of Pajek.
 *
 *     % a comment
 *     *Vertices 3
 *     1 "a name" 0.5 0.25        label and coordinates are optional, lines too
 *     *Edges                     or *Arcs: u v [length], the rest is ignored
 *     1 2 2.5
 *     *Edgeslist                 or *Arcslist: u, then its neighbours
 *     1 2 3
 *     *Matrix                    one row per line; 0: no arc
 *
 * Inside a label \" and \\ are escapes.
 */
#include "format/format.h"
#include "format/parsed_board.h"
#include "format/scan.h"
#include <strings.h>

typedef enum section {
    SECTION_NONE,
    SECTION_VERTICES,
    SECTION_EDGES,
    SECTION_ARCS,
    SECTION_EDGES_LIST,
    SECTION_ARCS_LIST,
    SECTION_MATRIX
} section;

typedef struct pajek {
    dmi_parsed board;
    section section;
    bool has_vertices;
    int64_t row; /* row of the matrix, from 1 */
} pajek;

static dm_status read_count(pajek *file, const char *at, dm_error *err)
{
    int64_t n;
    if (!dmi_scan_next(&at, &n))
        return dmi_bad(file->board.in, err, "expected `*Vertices N`");
    if (file->has_vertices)
        return dmi_bad(file->board.in, err, "a second *Vertices; a file has one board");
    file->has_vertices = true;
    file->section = SECTION_VERTICES;
    return dmi_parsed_vertices(&file->board, n, err);
}

/* Unquotes the label at *at, in place; a bare word is a label too. */
static bool take_label(char **at, const char **label)
{
    char *from = *at, *to;
    if (*from != '"') {
        *label = from;
        to = from + (dmi_skip_word(from) - from);
        *at = *to ? to + 1 : to;
        *to = '\0';
        return true;
    }
    *label = to = ++from;
    while (*from && *from != '"') {
        if (*from == '\\' && (from[1] == '"' || from[1] == '\\'))
            from++;
        *to++ = *from++;
    }
    if (*from != '"')
        return false;
    *to = '\0';
    *at = from + 1;
    return true;
}

static dm_status read_vertex(pajek *file, char *text, dm_error *err)
{
    dmi_parsed *board = &file->board;
    const char *at = text, *label, *rest;
    dm_vertex v = 0;
    double x, y;
    dm_status status = dmi_parsed_scan_vertex(board, &at, &v, err);
    if (status != DM_OK)
        return status;
    char *mark = text + (dmi_skip_blanks(at) - text);
    if (!*mark)
        return DM_OK;
    if (!take_label(&mark, &label))
        return dmi_bad(board->in, err, "the label of vertex %d has no closing quote", v + 1);
    if (*label)
        status = dmi_parsed_name(board, v, label, err);
    rest = mark;
    if (status == DM_OK && dmi_scan_real(&rest, &x) && dmi_scan_real(&rest, &y))
        status = dmi_parsed_place(board, v, x, y, err);
    return status;
}

static dm_status read_list(pajek *file, const char *at, bool is_arc, dm_error *err)
{
    dmi_parsed *board = &file->board;
    dm_vertex u = 0, v = 0;
    int64_t one = 1;
    dm_status status = dmi_parsed_scan_vertex(board, &at, &u, err);
    if (status == DM_OK)
        status = dmi_parsed_whole(board, 1, &one, err);
    while (status == DM_OK && dmi_skip_blanks(at) != board->in->line_end) {
        status = dmi_parsed_scan_vertex(board, &at, &v, err);
        if (status == DM_OK)
            status = dmi_parsed_link(board, is_arc, u, v, one, err);
    }
    return status;
}

static dm_status read_matrix_row(pajek *file, const char *at, dm_error *err)
{
    dmi_parsed *board = &file->board;
    dm_vertex u = 0, v = 0;
    dm_status status = dmi_parsed_vertex(board, ++file->row, &u, err);
    for (at = dmi_skip_blanks(at); status == DM_OK && *at; at = dmi_skip_blanks(at), v++) {
        int64_t length = 0;
        if (v == dm_builder_vertices(board->builder))
            return dmi_bad(board->in, err, "a row of the matrix has more than %d numbers", v);
        dmi_decimal number;
        bool is_zero =
            !dmi_decimal_parse(at, (size_t)(dmi_skip_word(at) - at), &number) && number.units == 0;
        if (is_zero) {
            at = dmi_skip_word(at);
            continue;
        }
        status = dmi_parsed_scan_length(board, &at, &length, err);
        if (status != DM_OK)
            return dmi_parsed_blame_link(board, status, true, u, v, err);
        status = dmi_parsed_link(board, true, u, v, length, err);
    }
    return status;
}

static dm_status read_line(pajek *file, char *text, dm_error *err)
{
    const char *at = dmi_skip_blanks(text);
    if (at == file->board.in->line_end || *at == '%')
        return DM_OK;
    if (*at == '*') {
        static const struct {
            const char *word;
            section section;
        } headings[] = {{"*network", SECTION_NONE},         {"*vertices", SECTION_VERTICES},
                        {"*edges", SECTION_EDGES},          {"*arcs", SECTION_ARCS},
                        {"*edgeslist", SECTION_EDGES_LIST}, {"*arcslist", SECTION_ARCS_LIST},
                        {"*matrix", SECTION_MATRIX}};
        size_t size = (size_t)(dmi_skip_word(at) - at);
        for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
            if (strlen(headings[i].word) != size || strncasecmp(at, headings[i].word, size) != 0)
                continue;
            if (headings[i].section == SECTION_VERTICES)
                return read_count(file, at + size, err);
            if (headings[i].section != SECTION_NONE && !file->has_vertices)
                return dmi_bad(file->board.in, err, "expected `*Vertices N` first");
            file->section = headings[i].section;
            file->row = 0;
            return DM_OK;
        }
        return dmi_bad(file->board.in, err,
                       "%s is not supported; expected *Vertices, *Edges or *Arcs",
                       dmi_quote_word(at).text);
    }
    switch (file->section) {
    case SECTION_VERTICES:
        return read_vertex(file, text, err);
    case SECTION_EDGES:
    case SECTION_ARCS:
        return dmi_parsed_link_words(&file->board, file->section == SECTION_ARCS, &at, err);
    case SECTION_EDGES_LIST:
    case SECTION_ARCS_LIST:
        return read_list(file, at, file->section == SECTION_ARCS_LIST, err);
    case SECTION_MATRIX:
        return read_matrix_row(file, at, err);
    case SECTION_NONE:
        break;
    }
    return dmi_bad(file->board.in, err, "expected `*Vertices N`, found %s",
                   dmi_quote_word(at).text);
}

dm_status dmi_read_pajek(dmi_input *in, dm_arena **out, dm_error *err)
{
    pajek file = {0};
    char *text;
    dm_status status = dmi_parsed_init(in, 1, &file.board, err);
    while (status == DM_OK && (status = dmi_input_line(in, &text, err)) == DM_OK)
        status = read_line(&file, text, err);
    if (status == DM_END && !file.has_vertices)
        status = dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                             "no vertices found; expected `*Vertices N`");
    if (status == DM_END)
        return dmi_parsed_finish(&file.board, NULL, out, err);
    dmi_parsed_clear(&file.board);
    return status;
}

/* The edges, or the one-way arcs. */
static void put_links(dmi_output *out, const dm_arena *arena, bool oneway)
{
    const dm_graph *graph = dm_arena_graph(arena);
    dmi_put(out, oneway ? "*Arcs\n" : "*Edges\n");
    DMI_FOR_EDGES(arena, graph, u, arc)
    if (dm_arc_is_oneway(arena, u, arc) == oneway) {
        dmi_print(out, "%d %d ", u + 1, graph->target[arc] + 1);
        dmi_put_length(out, arena, arc);
        dmi_put(out, "\n");
    }
}

void dmi_write_pajek(const dm_arena *arena, dmi_output *out)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const dm_point *places = dm_arena_places(arena);
    dmi_print(out, "*Vertices %d\n", graph->n);
    for (dm_vertex v = 0; (places || dm_arena_has_names(arena)) && v < graph->n; v++) {
        dmi_put_number(out, v + 1);
        const char *name = dm_arena_name(arena, v);
        dmi_put(out, " \"");
        for (; name && *name; name++) {
            if (*name == '"' || *name == '\\')
                dmi_put(out, "\\");
            dmi_put_bytes(out, name, 1);
        }
        dmi_put(out, "\"");
        if (places)
            dmi_print(out, " %g %g", places[v].x, places[v].y);
        dmi_put(out, "\n");
    }
    put_links(out, arena, false);
    if (dm_arena_is_directed(arena))
        put_links(out, arena, true);
}
