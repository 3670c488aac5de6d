/* parsed_board.c - the board that a reader is building.
 *
 * Whole lengths go straight to the builder.  The first length with more decimals than those before
 * makes the unit finer: the builder multiplies its lengths, at most 18 times per file.
 */
#include "format/parsed_board.h"

#include "arena/arena.h"
#include "base/utf8.h"
#include "format/scan.h"

enum { FREE_VERTICES = 1000000, VERTICES_A_BYTE = 64 };

dm_status dmi_parsed_init(dmi_input *in, int64_t base, dmi_parsed *out, dm_error *err)
{
    dm_builder *builder = NULL;
    dm_status status = dm_builder_new(0, &builder, err);
    if (status != DM_OK)
        return status;
    dmi_builder_limit(builder, in->options.most_vertices, in->options.most_edges);
    *out = (dmi_parsed){.in = in, .builder = builder, .base = base};
    return in->options.directed ? dmi_parsed_directed(out, err) : DM_OK;
}

dm_status dmi_parsed_directed(dmi_parsed *board, dm_error *err)
{
    board->directed = true;
    return dm_builder_directed(board->builder, err);
}

void dmi_parsed_clear(dmi_parsed *board)
{
    dm_builder_free(board->builder);
    board->builder = NULL;
}

dm_status dmi_parsed_vertices(dmi_parsed *board, int64_t n, dm_error *err)
{
    if (n > DM_MAX_VERTICES)
        return dmi_fail_at(err, DM_TOO_LARGE, board->in->name, board->in->line,
                           "%lld vertices; a board has at most 2^31-1", (long long)n);
    dm_status status = dm_builder_grow(board->builder, (dm_vertex)n, err);
    return dmi_input_blame(board->in, board->in->line, status, err, "%s", "");
}

dm_status dmi_parsed_count_fits(const dmi_parsed *board, int64_t n, dm_error *err)
{
    int64_t bytes = board->bytes ? board->bytes : board->in->received;
    if (n <= FREE_VERTICES || n / VERTICES_A_BYTE <= bytes)
        return DM_OK;
    return dmi_fail_at(err, DM_BAD_INPUT, board->in->name, board->bytes ? board->in->line : 0,
                       "%lld vertices in %lld bytes; above %d vertices a file needs 1 byte per %d",
                       (long long)n, (long long)bytes, FREE_VERTICES, VERTICES_A_BYTE);
}

static dm_status bad_length(const char *text, size_t size, const char *why, dm_error *err)
{
    int shown = size > 40 ? 40 : (int)size;
    for (int i = 0; i < shown; i++)
        if (text[i] <= 0x20 || text[i] >= 0x7f)
            return dmi_fail(err, DM_BAD_INPUT, "has an unreadable length; expected a number");
    return dmi_fail(err, DM_BAD_INPUT, "has length %.*s; %s", shown, text, why);
}

dm_status dmi_parsed_decimal(const char *text, size_t size, dmi_decimal *out, dm_error *err)
{
    const char *wrong = dmi_decimal_parse(text, size, out);
    if (!wrong && out->negative)
        wrong = "lengths are positive";
    return wrong ? bad_length(text, size, wrong, err) : DM_OK;
}

dm_status dmi_parsed_units(dmi_parsed *board, const dmi_decimal *number, const char *text,
                           size_t size, int64_t *out, dm_error *err)
{
    if (number->units == 0)
        return bad_length(text, size, "lengths are positive", err);
    if (number->decimals > board->decimals) {
        /* All lengths get the same decimals. */
        uint64_t factor = 1;
        dmi_scale_up(1, number->decimals - board->decimals, &factor);
        board->decimals = number->decimals;
        dm_status status = dmi_builder_scale(board->builder, (int64_t)factor, err);
        if (status != DM_OK && status != DM_NO_MEMORY)
            return bad_length(text, size, "in that unit an earlier length exceeds 2^62", err);
        if (status != DM_OK)
            return status;
    }
    uint64_t units;
    if (!dmi_scale_up(number->units, board->decimals - number->decimals, &units))
        return bad_length(text, size, "lengths are at most 2^62 units", err);
    *out = (int64_t)units;
    return DM_OK;
}

dm_status dmi_parsed_no_minutes(dm_error *err)
{
    return dmi_fail(err, DM_BAD_INPUT,
                    "--measure minutes is for maps; the times of this format are seconds");
}

dm_status dmi_parsed_length(dmi_parsed *board, const char *text, size_t size, int64_t *out,
                            dm_error *err)
{
    dmi_decimal number;
    dm_status status = dmi_parsed_decimal(text, size, &number, err);
    return status == DM_OK ? dmi_parsed_units(board, &number, text, size, out, err) : status;
}

dm_status dmi_parsed_whole(const dmi_parsed *board, int64_t length, int64_t *out, dm_error *err)
{
    uint64_t units = 0;
    if (length <= 0)
        return dmi_fail(err, DM_BAD_INPUT, "has length %lld; lengths are positive",
                        (long long)length);
    if (length > DM_MAX_TOTAL || !dmi_scale_up((uint64_t)length, board->decimals, &units))
        return dmi_fail(err, DM_BAD_INPUT, "has length %lld; lengths are at most 2^62 units",
                        (long long)length);
    *out = (int64_t)units;
    return DM_OK;
}

dm_status dmi_parsed_link(dmi_parsed *board, bool is_arc, dm_vertex u, dm_vertex v, int64_t length,
                          dm_error *err)
{
    if (board->directed)
        return is_arc ? dm_builder_arc(board->builder, u, v, length, err)
                      : dm_builder_edge(board->builder, u, v, length, err);
    if (board->links == DMI_LINKS_NONE)
        board->links = is_arc ? DMI_LINKS_ARCS : DMI_LINKS_EDGES;
    if (board->links == DMI_LINKS_EDGES)
        return dm_builder_edge(board->builder, u, v, length, err);
    dm_status status = dm_builder_arc(board->builder, u, v, length, err);
    if (status == DM_OK && !is_arc && u != v)
        status = dm_builder_arc(board->builder, v, u, length, err);
    return status;
}

dm_status dmi_parsed_vertex(const dmi_parsed *board, int64_t number, dm_vertex *out, dm_error *err)
{
    int64_t v = number - board->base, n = dm_builder_vertices(board->builder);
    if (v < 0 || v >= n) {
        if (n == 0)
            return dmi_bad(board->in, err, "vertex %lld does not exist; the board has no vertices",
                           (long long)number);
        return dmi_bad(board->in, err,
                       "vertex %lld does not exist; the board has vertices %lld..%lld",
                       (long long)number, (long long)board->base, (long long)(n - 1 + board->base));
    }
    *out = (dm_vertex)v;
    return DM_OK;
}

dm_status dmi_parsed_scan_vertex(const dmi_parsed *board, const char **at, dm_vertex *out,
                                 dm_error *err)
{
    int64_t number;
    if (!dmi_scan_next(at, &number))
        return dmi_bad(board->in, err, "expected a vertex number, found %s",
                       dmi_quote_word(*at).text);
    return dmi_parsed_vertex(board, number, out, err);
}

dm_status dmi_parsed_scan_length(dmi_parsed *board, const char **at, int64_t *out, dm_error *err)
{
    const char *word = dmi_skip_blanks(*at);
    int64_t number;
    *at = word;
    if (!*word)
        return dmi_parsed_whole(board, 1, out, err);
    if (dmi_scan_number(at, &number))
        return dmi_parsed_whole(board, number, out, err);
    *at = dmi_skip_word(word);
    return dmi_parsed_length(board, word, (size_t)(*at - word), out, err);
}

dm_status dmi_parsed_blame_link(const dmi_parsed *board, dm_status status, bool is_arc, dm_vertex u,
                                dm_vertex v, dm_error *err)
{
    return dmi_input_blame(board->in, board->in->line, status, err, "%s %lld %lld ",
                           is_arc ? "arc" : "edge", (long long)u + board->base,
                           (long long)v + board->base);
}

dm_status dmi_parsed_link_words(dmi_parsed *board, bool is_arc, const char **at, dm_error *err)
{
    dm_vertex u = 0, v = 0;
    int64_t length = 0;
    dm_status status = dmi_parsed_scan_vertex(board, at, &u, err);
    if (status == DM_OK)
        status = dmi_parsed_scan_vertex(board, at, &v, err);
    if (status != DM_OK)
        return status;
    status = dmi_parsed_scan_length(board, at, &length, err);
    if (status != DM_OK)
        return dmi_parsed_blame_link(board, status, is_arc, u, v, err);
    return dmi_parsed_link(board, is_arc, u, v, length, err);
}

dm_status dmi_parsed_link_line(dmi_parsed *board, bool is_arc, const char *at, dm_error *err)
{
    dm_status status = dmi_parsed_link_words(board, is_arc, &at, err);
    at = dmi_skip_blanks(at);
    if (status == DM_OK && at != board->in->line_end)
        status = dmi_bad(board->in, err, "expected the end of the line, found %s",
                         dmi_quote_word(at).text);
    return status;
}

dm_status dmi_parsed_value(dmi_parsed *board, dm_vertex v, int64_t value, dm_error *err)
{
    dm_status status = dmi_parsed_count_fits(board, (int64_t)v + 1, err);
    if (status != DM_OK)
        return status;
    status = dm_builder_value(board->builder, v, value, err);
    return dmi_input_blame(board->in, board->in->line, status, err, "%s", "");
}

dm_status dmi_parsed_place(dmi_parsed *board, dm_vertex v, double x, double y, dm_error *err)
{
    dm_status status = dmi_parsed_count_fits(board, (int64_t)v + 1, err);
    if (status != DM_OK)
        return status;
    status = dm_builder_place(board->builder, v, x, y, err);
    return dmi_input_blame(board->in, board->in->line, status, err, "%s", "");
}

dm_status dmi_parsed_name(dmi_parsed *board, dm_vertex v, const char *name, dm_error *err)
{
    dm_status status = dmi_parsed_count_fits(board, (int64_t)v + 1, err);
    if (status != DM_OK)
        return status;
    status = dm_builder_name(board->builder, v, name, err);
    return dmi_input_blame(board->in, board->in->line, status, err, "%s", "");
}

/* A title in the file must be valid; a file name that is not becomes no title. */
static dm_status set_title(dmi_parsed *board, const char *title, dm_error *err)
{
    const char *text = title ? title : board->in->name;
    bool is_clean = dmi_utf8_is_clean(text, strlen(text));
    if (title && !is_clean)
        return dmi_fail_at(err, DM_BAD_INPUT, board->in->name, 0,
                           "the title must be UTF-8 without control characters");
    return dm_builder_title(board->builder, is_clean ? text : "", err);
}

dm_status dmi_parsed_finish(dmi_parsed *board, const char *title, dm_arena **out, dm_error *err)
{
    dm_status status = dmi_parsed_count_fits(board, dm_builder_vertices(board->builder), err);
    if (status == DM_OK)
        status = set_title(board, title, err);
    if (status != DM_OK) {
        dmi_parsed_clear(board);
        return status;
    }
    dm_builder_decimals(board->builder, board->decimals);
    dm_builder *builder = board->builder;
    board->builder = NULL;
    status = dm_builder_finish(builder, out, err);
    return dmi_input_blame(board->in, 0, status, err, "%s", "");
}

dm_status dmi_parsed_read(dmi_input *in, int64_t base, dmi_fill_fn *fill, dm_arena **out,
                          dm_error *err)
{
    dmi_parsed board = {0};
    dm_status status = dmi_parsed_init(in, base, &board, err);
    if (status == DM_OK)
        status = fill(&board, err);
    if (status == DM_OK)
        return dmi_parsed_finish(&board, NULL, out, err);
    dmi_parsed_clear(&board);
    return status;
}
