/* graph6.c - graph6 and sparse6, one board per line (McKay, formats.txt of nauty).
 *
 * A byte is 63 + six bits, high bit first.  Both begin with n:
 *
 *     n < 63           one byte
 *     n < 2^18         ~ and 18 bits
 *     n < 2^36         ~~ and 36 bits
 *
 * graph6 then has the upper triangle column by column, n(n-1)/2 bits.  sparse6
 * has ':' before n, then pairs (b, x) of 1 and k bits, k enough for n-1, with a
 * current vertex v = 0: if b, v grows by one; if x > v, v becomes x, else xv is
 * an edge; a v past n-1 ends it.  Spare bits are 1.
 *
 * nauty's own decoder ends the process on bad input, hence this one.
 */

#include "base/utf8.h"
#include "format/format.h"
#include "format/parsed_board.h"
#include <stdio.h>

enum { LOW = 63, HIGH = 126, CLEARLY = 1 << 15 };

typedef struct sixes {
    const char *at, *end;
    int bit; /* of *at, 5 down to 0 */
} sixes;

static bool is_six(char c)
{
    return c >= LOW && c <= HIGH;
}

/* Reads n at *at; false if the bytes are not a size. */
static bool parse_size(const char **at, const char *end, int64_t *n)
{
    const char *c = *at;
    int bytes = 1;
    while (c < end && *c == HIGH && c < *at + 2)
        c++;
    if (c > *at)
        bytes = c == *at + 1 ? 3 : 6;
    if (end - c < bytes)
        return false;
    for (*n = 0; bytes > 0; bytes--, c++) {
        if (!is_six(*c))
            return false;
        *n = *n << 6 | (*c - LOW);
    }
    *at = c;
    return true;
}

/* Size in bytes of the triangle of n vertices; no file has that of 2^32 or more, for which the
 * product would overflow. */
static int64_t triangle_bytes(int64_t n)
{
    if (n >> 32)
        return INT64_MAX;
    int64_t pairs = n % 2 ? n * ((n - 1) / 2) : n / 2 * (n - 1);
    return pairs / 6 + (pairs % 6 != 0);
}

bool dmi_looks_like_graph6(const char *at, const char *end)
{
    int64_t n;
    if (at == end || !parse_size(&at, end, &n))
        return false;
    int64_t size = 0, expected = triangle_bytes(n);
    while (at < end && is_six(*at) && size <= expected) {
        at++;
        size++;
    }
    bool has_ended = at == end || *at == '\n' || *at == '\r';
    bool is_cut = at == end && size < expected && size >= CLEARLY;
    return is_cut || (has_ended && size == expected);
}

static dm_status check_bytes(const dmi_input *in, const char *at, const char *end, dm_error *err)
{
    for (const char *c = at; c < end; c++)
        if (!is_six(*c))
            return dmi_bad(in, err, "byte %d is not a graph6 character ('?' to '~')",
                           (int)(c - at + 1));
    return DM_OK;
}

static bool take_bits(sixes *bits, int count, int64_t *out)
{
    int64_t number = 0;
    for (; count > 0; count--) {
        if (bits->at == bits->end)
            return false;
        number = number << 1 | ((*bits->at - LOW) >> bits->bit & 1);
        if (bits->bit-- == 0) {
            bits->bit = 5;
            bits->at++;
        }
    }
    *out = number;
    return true;
}

/* The number of bits for numbers up to n - 1. */
static int bits_for(int64_t n)
{
    int bits = 0;
    while ((n - 1) >> bits > 0)
        bits++;
    return bits;
}

static dm_status read_board(dmi_parsed *board, const char *at, const char *end, dm_error *err)
{
    bool is_sparse = *at == ':';
    int64_t n;
    if (*at == '&' || *at == ';')
        return dmi_bad(board->in, err, "%s is not supported; expected graph6 or sparse6",
                       *at == '&' ? "digraph6" : "incremental sparse6");
    at += is_sparse;
    dm_status status = check_bytes(board->in, at, end, err);
    if (status != DM_OK)
        return status;
    if (!parse_size(&at, end, &n))
        return dmi_bad(board->in, err, "the line ends inside the number of vertices");
    if (!is_sparse) {
        int64_t expected = triangle_bytes(n);
        if (end - at != expected)
            return dmi_bad(
                board->in, err,
                "a graph6 board of %lld vertices needs %lld bytes after its size; found %lld",
                (long long)n, (long long)expected, (long long)(end - at));
        status = dmi_parsed_vertices(board, n, err);
        sixes bits = {at, end, 5};
        for (dm_vertex v = 1; status == DM_OK && v < n; v++)
            for (dm_vertex u = 0; status == DM_OK && u < v; u++) {
                if ((*bits.at - LOW) >> bits.bit & 1)
                    status = dm_builder_edge(board->builder, u, v, 1, err);
                if (bits.bit-- == 0) {
                    bits.bit = 5;
                    bits.at++;
                }
            }
        return status;
    }
    status = dmi_parsed_vertices(board, n, err);
    sixes bits = {at, end, 5};
    int width = bits_for(n);
    int64_t v = 0, step, x;
    while (status == DM_OK && take_bits(&bits, 1, &step) && take_bits(&bits, width, &x)) {
        v += step;
        if (x >= n || v >= n)
            break;
        if (x > v)
            v = x;
        else
            status = dm_builder_edge(board->builder, (dm_vertex)x, (dm_vertex)v, 1, err);
    }
    return status;
}

static const char *skip_header(const char *at)
{
    static const char *const headers[] = {">>graph6<<", ">>sparse6<<"};
    for (int i = 0; i < 2; i++)
        if (strncmp(at, headers[i], strlen(headers[i])) == 0)
            return at + strlen(headers[i]);
    return at;
}

/* Finds the next line with a board. */
static dm_status next_board(dmi_input *in, const char **at, dm_error *err)
{
    char *text;
    dm_status status;
    while ((status = dmi_input_line(in, &text, err)) == DM_OK) {
        *at = skip_header(text);
        if (*at != in->line_end)
            return DM_OK;
    }
    return status;
}

dm_status dmi_read_graph6(dmi_input *in, dm_arena **out, dm_error *err)
{
    const char *at = in->line_end;
    dmi_parsed board = {0};
    dm_status status = next_board(in, &at, err);
    in->board_line = at;
    if (status == DM_OK)
        status = dmi_parsed_init(in, 0, &board, err);
    board.bytes = in->line_end - at;
    if (status == DM_OK)
        status = read_board(&board, at, in->line_end, err);
    if (status != DM_OK) {
        dmi_parsed_clear(&board);
        return status;
    }
    char title[300];
    snprintf(title, sizeof title, "%.250s:%lld", in->name, (long long)in->line);
    bool is_clean = dmi_utf8_is_clean(title, strlen(title));
    return dmi_parsed_finish(&board, is_clean ? title : NULL, out, err);
}

dm_status dmi_read_sparse6(dmi_input *in, dm_arena **out, dm_error *err)
{
    return dmi_read_graph6(in, out, err);
}

/* Packs bits for writing, six per byte. */
typedef struct packer {
    dmi_output *out;
    int value, count;
} packer;

static void put_bits(packer *to, uint64_t number, int count)
{
    while (count > 0) {
        to->value = to->value << 1 | (int)(number >> --count & 1);
        if (++to->count == 6) {
            char six = (char)(LOW + to->value);
            dmi_put_bytes(to->out, &six, 1);
            to->value = to->count = 0;
        }
    }
}

static void put_size(packer *to, dm_vertex n)
{
    uint64_t size = (uint64_t)n;
    if (n < 63) {
        put_bits(to, size, 6);
    } else if (n < 258048) {
        put_bits(to, 63, 6);
        put_bits(to, size, 18);
    } else {
        put_bits(to, 63 << 6 | 63, 12);
        put_bits(to, size, 36);
    }
}

/* Column v of the triangle lists the smaller neighbours of v. */
void dmi_write_graph6(const dm_arena *arena, dmi_output *out)
{
    const dm_graph *graph = dm_arena_graph(arena);
    packer to = {out, 0, 0};
    put_size(&to, graph->n);
    for (dm_vertex v = 0; v < graph->n; v++) {
        dm_vertex u = 0;
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            if (graph->target[arc] > v)
                break;
            for (; u < graph->target[arc]; u++)
                put_bits(&to, 0, 1);
            put_bits(&to, 1, 1);
            u++;
        }
        for (; u < v; u++)
            put_bits(&to, 0, 1);
    }
    put_bits(&to, 0, to.count ? 6 - to.count : 0);
    dmi_put(out, "\n");
}

void dmi_write_sparse6(const dm_arena *arena, dmi_output *out)
{
    const dm_graph *graph = dm_arena_graph(arena);
    packer to = {out, 0, 0};
    int width = bits_for(graph->n);
    dm_vertex current = 0;
    dmi_put(out, ":");
    put_size(&to, graph->n);
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            dm_vertex u = graph->target[arc];
            if (u > v)
                break;
            put_bits(&to, v > current, 1);
            if (v > current + 1) {
                put_bits(&to, (uint64_t)v, width);
                put_bits(&to, 0, 1);
            }
            current = v;
            put_bits(&to, (uint64_t)u, width);
        }
    /* Fills the last byte with ones, which a reader ignores. If n is a power of two and vertex n-2
     * was the last one, ones would read as a loop at n-1, so a zero goes first. */
    int spare = to.count ? 6 - to.count : 0;
    if (spare > width && width < 6 && graph->n == 1 << width && current == graph->n - 2) {
        put_bits(&to, 0, 1);
        spare--;
    }
    put_bits(&to, 63, spare);
    dmi_put(out, "\n");
}
