/* table.c - a board from a table of distances: a row per pair, or a matrix.
 *
 *     customer,site,distance        ,North,South
 *     Ann,North,12.5                Ann,12.5,40
 *     Ann,South,40                  Bob,,3
 *     Bob,South,3
 *
 * Names become numbers as they come (table_names.c), lengths whole numbers of 10^-decimals: the
 * first one with more decimals than those before multiplies all, at most 18 times per file.  Then
 * the pairs become rows (graph/pairs.h).
 *
 * A line without quotes is divided where it lies in the input's buffer; csv.c reads the others, and
 * those that go past the end of the buffer.
 *
 * Cost: O(bytes).
 */
#include "arena/arena.h"
#include "base/utf8.h"
#include "format/csv.h"
#include "format/decimal.h"
#include "format/format.h"
#include "format/scan.h"
#include "format/source/table_names.h"
#include "graph/pairs.h"
#include <assert.h>
#include <stdlib.h>
#include <strings.h>

enum { ROWS_PER_POLL = 4096, PLAIN_DIGITS = 18, NAME_BYTES = 255 };

typedef struct cell {
    const char *text;
    size_t size;
} cell;

/* Pair `index` is on `line`, and those after it on the next ones. */
typedef struct line_mark {
    size_t index;
    int64_t line;
} line_mark;

typedef struct table_reader {
    dmi_csv csv;
    cell *cell; /* of the row that is read */
    size_t cell_room;
    int32_t count; /* of the row */
    int64_t line, rows;
    int32_t width;     /* cells per row */
    int32_t at[3];     /* of a list: customer, site, distance */
    dm_vertex *header; /* of a matrix: the names of the columns, from the second on */
    dmi_table_names names;
    dm_vertex last; /* the last row's customer, whose name probably is this row's too */
    size_t last_size;
    dmi_pairs pairs;
    size_t room[3];
    int decimals;
    line_mark *mark;
    size_t marks, mark_room;
} table_reader;

static dm_status bad_cell(const table_reader *r, const char *what, cell c, const char *expected,
                          dm_error *err)
{
    bool is_clean = c.size > 0 && dmi_utf8_is_clean(c.text, c.size);
    return dmi_fail_at(err, DM_BAD_INPUT, r->csv.in->name, r->line,
                       is_clean ? "%s is '%.*s'; expected %s" : "%s is %.*s; expected %s", what,
                       is_clean ? (c.size > 40 ? 40 : (int)c.size) : 20,
                       is_clean ? c.text
                       : c.size ? "(not UTF-8 text)"
                                : "empty",
                       expected);
}

/* Divides the line, which is in the buffer and has no quotes. */
static dm_status divide_line(table_reader *r, const char *text, dm_error *err)
{
    const char separator = r->csv.separator, *at = text;
    r->count = 0;
    for (;; at++) {
        while (dmi_is_blank(*at) && *at != separator)
            at++;
        const char *begin = at;
        while (*at && *at != separator)
            at++;
        const char *end = at;
        while (end > begin && dmi_is_blank(end[-1]))
            end--;
        if (r->count++ >= r->width) /* one too many tells enough */
            return DM_OK;
        r->cell[r->count - 1] = (cell){begin, (size_t)(end - begin)};
        if (!*at)
            break;
    }
    if (at != r->csv.in->line_end)
        return dmi_bad(r->csv.in, err, "the line has a NUL byte; expected a table in UTF-8");
    return DM_OK;
}

static bool is_blank_row(const table_reader *r)
{
    for (int32_t i = 0; i < r->count && i < r->width; i++)
        if (r->cell[i].size)
            return false;
    return true;
}

/* Reads the next row that is not blank; DM_END after the last. */
static dm_status next_row(table_reader *r, dm_error *err)
{
    dmi_input *in = r->csv.in;
    for (bool is_blank = true; is_blank;) {
        size_t left = (size_t)(in->end - in->at);
        char *newline = left && r->width ? memchr(in->at, '\n', left) : NULL;
        if (newline && !memchr(in->at, '"', (size_t)(newline - in->at))) {
            dm_status status = divide_line(r, dmi_input_take(in, newline), err);
            r->line = in->line;
            is_blank = is_blank_row(r);
            if (status != DM_OK)
                return status;
            continue;
        }
        dm_status status = dmi_csv_next(&r->csv, err);
        if (status != DM_OK)
            return status;
        if (!dmi_reserve(&r->cell, &r->cell_room, (size_t)r->csv.count, sizeof *r->cell))
            return dmi_no_memory(err);
        for (int32_t i = 0; i < r->csv.count; i++)
            r->cell[i] = (cell){r->csv.cell[i], strlen(r->csv.cell[i])};
        r->count = r->csv.count;
        r->line = r->csv.line;
        is_blank = false;
    }
    if (r->width && r->count != r->width)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, r->line,
                           r->count > r->width
                               ? "more than %d cells in this row; expected as many "
                                 "as in the header"
                               : "fewer than %d cells in this row; expected as many "
                                 "as in the header",
                           r->width);
    r->rows++;
    return r->rows % ROWS_PER_POLL ? DM_OK : dmi_input_poll(in, "distances", err);
}

static dm_status take_name(table_reader *r, cell c, dmi_role role, dm_vertex *out, bool *is_new,
                           dm_error *err)
{
    static const char *const what[] = {"customer", "site"};
    const char *last = r->last >= 0 ? dmi_table_names_text(&r->names, r->last) : NULL;
    *is_new = false;
    if (role == DMI_CUSTOMER && last && c.size == r->last_size &&
        memcmp(c.text, last, c.size) == 0) {
        *out = r->last;
        return DM_OK;
    }
    if (c.size == 0 || c.size > NAME_BYTES)
        return bad_cell(r, what[role], c, "a name of at most 255 bytes", err);
    dm_vertex known = r->names.count;
    *out = dmi_table_names_take(&r->names, c.text, c.size, role, is_new);
    if (*out < 0)
        return dmi_no_memory(err);
    if (*out == known && !dmi_utf8_is_clean(c.text, c.size))
        return bad_cell(r, what[role], c, "a name in UTF-8 without control characters", err);
    if (role == DMI_CUSTOMER) {
        r->last = *out;
        r->last_size = c.size;
    }
    return DM_OK;
}

/* Digits with perhaps a point, as nearly all distances are; false: something else, or many. */
static bool read_plain(cell c, dmi_decimal *out)
{
    const char *at = c.text, *end = c.text + c.size;
    uint64_t units = 0;
    int digits = 0, decimals = 0;
    for (; at < end && (unsigned char)(*at - '0') < 10; at++, digits++)
        units = units * 10 + (uint64_t)(*at - '0');
    if (at < end && *at == '.')
        for (at++; at < end && (unsigned char)(*at - '0') < 10; at++, digits++, decimals++)
            units = units * 10 + (uint64_t)(*at - '0');
    if (at != end || digits == 0 || digits > PLAIN_DIGITS)
        return false;
    for (; decimals > 0 && units % 10 == 0; decimals--)
        units /= 10;
    *out = (dmi_decimal){.units = units, .decimals = units ? decimals : 0};
    return true;
}

/* Makes the unit finer. */
static bool refine(table_reader *r, int decimals)
{
    uint64_t units;
    for (size_t i = 0; i < r->pairs.count; i++) {
        if (!dmi_scale_up((uint64_t)r->pairs.length[i], decimals - r->decimals, &units))
            return false;
        r->pairs.length[i] = (int64_t)units;
    }
    r->decimals = decimals;
    return true;
}

static dm_status read_distance(table_reader *r, cell c, int64_t *out, dm_error *err)
{
    dmi_decimal number;
    uint64_t units;
    if (!read_plain(c, &number)) {
        const char *wrong = dmi_decimal_parse(c.text, c.size, &number);
        if (wrong || (number.negative && number.units > 0))
            return bad_cell(r, "distance", c, "a number from 0 to 2^62 with at most 18 decimals",
                            err);
    }
    if (number.decimals > r->decimals && !refine(r, number.decimals))
        return bad_cell(r, "distance", c,
                        "fewer decimals: an earlier distance would be more than 2^62 units", err);
    if (!dmi_scale_up(number.units, r->decimals - number.decimals, &units))
        return bad_cell(r, "distance", c, "at most 2^62 units of the last decimal", err);
    *out = (int64_t)units;
    return DM_OK;
}

static dm_status add_pair(table_reader *r, dm_vertex customer, dm_vertex site, cell c,
                          dm_error *err)
{
    dmi_pairs *p = &r->pairs;
    size_t need = p->count + 1;
    const line_mark *last = r->marks ? &r->mark[r->marks - 1] : NULL;
    int64_t most = r->csv.in->options.most_edges, length = 0;
    dm_status status = read_distance(r, c, &length, err);
    if (status != DM_OK)
        return status;
    if (need > (size_t)DM_MAX_EDGES || (most && need > (size_t)most))
        return dmi_fail_at(err, DM_TOO_LARGE, r->csv.in->name, r->line,
                           "more pairs than are taken here");
    if (!dmi_reserve(&p->customer, &r->room[0], need, sizeof *p->customer) ||
        !dmi_reserve(&p->site, &r->room[1], need, sizeof *p->site) ||
        !dmi_reserve(&p->length, &r->room[2], need, sizeof *p->length))
        return dmi_no_memory(err);
    p->customer[p->count] = customer;
    p->site[p->count] = site;
    p->length[p->count] = length;
    if (!r->header && (!last || last->line + (int64_t)(p->count - last->index) != r->line)) {
        if (!dmi_reserve(&r->mark, &r->mark_room, r->marks + 1, sizeof *r->mark))
            return dmi_no_memory(err);
        r->mark[r->marks++] = (line_mark){p->count, r->line};
    }
    p->count++;
    return DM_OK;
}

/* Of a list. */
static int64_t line_of(const table_reader *r, size_t index)
{
    size_t k = r->marks;
    while (k > 0 && r->mark[k - 1].index > index)
        k--;
    assert(k > 0);
    return r->mark[k - 1].line + (int64_t)(index - r->mark[k - 1].index);
}

static dm_status read_pair(table_reader *r, dm_error *err)
{
    dm_vertex customer = -1, site = -1;
    bool is_new;
    dm_status status = take_name(r, r->cell[r->at[0]], DMI_CUSTOMER, &customer, &is_new, err);
    if (status == DM_OK)
        status = take_name(r, r->cell[r->at[1]], DMI_SITE, &site, &is_new, err);
    cell c = r->cell[r->at[2]];
    return status == DM_OK && c.size ? add_pair(r, customer, site, c, err) : status;
}

static dm_status read_matrix_row(table_reader *r, dm_error *err)
{
    dm_vertex customer = -1;
    bool is_new;
    r->last = -1;
    dm_status status = take_name(r, r->cell[0], DMI_CUSTOMER, &customer, &is_new, err);
    if (status == DM_OK && !is_new)
        return bad_cell(r, "customer", r->cell[0], "each customer in one row", err);
    for (int32_t i = 1; status == DM_OK && i < r->count; i++)
        if (r->cell[i].size)
            status = add_pair(r, customer, r->header[i - 1], r->cell[i], err);
    return status;
}

/* Takes the names of the sites, or finds the columns of a list. */
static dm_status read_header(table_reader *r, dm_error *err)
{
    static const char *const names[] = {"customer", "site", "distance"};
    dm_status status = next_row(r, err);
    if (status == DM_END)
        return dmi_fail_at(err, DM_BAD_INPUT, r->csv.in->name, 1,
                           "the table is empty; expected a header with customer, site and "
                           "distance, or a row of sites");
    memset(r->at, -1, sizeof r->at);
    for (int32_t i = 0; status == DM_OK && i < r->count; i++)
        for (int k = 0; k < 3; k++)
            if (strcasecmp(r->csv.cell[i], names[k]) == 0) {
                if (r->at[k] >= 0)
                    return dmi_fail_at(err, DM_BAD_INPUT, r->csv.in->name, r->line,
                                       "two columns are called %s; expected one", names[k]);
                r->at[k] = i;
            }
    if (status != DM_OK)
        return status;
    r->width = r->count;
    if (r->at[0] >= 0 && r->at[1] >= 0 && r->at[2] >= 0)
        return DM_OK;
    if (r->count < 2)
        return dmi_fail_at(err, DM_BAD_INPUT, r->csv.in->name, r->line,
                           "the header has one cell; expected customer, site and distance, or the "
                           "names of sites from the second cell on");
    r->header = dmi_alloc((size_t)r->count, sizeof *r->header);
    if (!r->header)
        return dmi_no_memory(err);
    for (int32_t i = 1; status == DM_OK && i < r->count; i++) {
        bool is_new = true;
        status = take_name(r, r->cell[i], DMI_SITE, &r->header[i - 1], &is_new, err);
        if (status == DM_OK && !is_new)
            status = bad_cell(r, "site", r->cell[i], "each site in one column", err);
    }
    return status;
}

static dm_status read_rows(table_reader *r, dm_error *err)
{
    dm_status status = read_header(r, err);
    r->rows = 0;
    while (status == DM_OK && (status = next_row(r, err)) == DM_OK) {
        dm_vertex most = r->csv.in->options.most_vertices;
        status = r->header ? read_matrix_row(r, err) : read_pair(r, err);
        if (status == DM_OK && most && r->names.count > most)
            status = dmi_fail_at(err, DM_TOO_LARGE, r->csv.in->name, r->line,
                                 "more than %d names; at most so many are taken here", most);
    }
    if (status == DM_END && r->rows == 0)
        return dmi_fail_at(err, DM_BAD_INPUT, r->csv.in->name, r->line,
                           "the table is empty: no row below the header");
    return status == DM_END ? DM_OK : status;
}

/* Gives the builder the names, the values and the vertices where sites may open. */
static dm_status give_names(const table_reader *r, const dm_vertex *vertex, dm_builder *builder,
                            dm_vertex *sites, dm_error *err)
{
    const dmi_table_names *names = &r->names;
    dm_vertex customers = names->roles[DMI_CUSTOMER], count = 0;
    dm_status status = DM_OK;
    for (dm_vertex i = 0; status == DM_OK && i < names->count; i++) {
        status = dm_builder_name(builder, vertex[i], dmi_table_names_text(names, i), err);
        sites[vertex[i]] = names->order[DMI_SITE][i] >= 0;
    }
    for (dm_vertex v = customers; status == DM_OK && v < names->count; v++)
        status = dm_builder_value(builder, v, 0, err);
    for (dm_vertex v = 0; status == DM_OK && v < names->count; v++)
        if (sites[v])
            sites[count++] = v;
    assert(status != DM_OK || count == names->roles[DMI_SITE]);
    return status;
}

static dm_status build_table(table_reader *r, dm_builder *builder, dm_error *err)
{
    dmi_two_way_graph arcs = {0};
    dmi_pairs *p = &r->pairs;
    dm_vertex n = r->names.count, *vertex = dmi_alloc((size_t)n, sizeof *vertex);
    dm_vertex *sites = dmi_alloc((size_t)n, sizeof *sites);
    size_t twice = SIZE_MAX;
    dm_status status = vertex && sites ? dm_builder_grow(builder, n, err) : dmi_no_memory(err);
    if (status == DM_OK) {
        dmi_table_names_vertices(&r->names, vertex);
        for (size_t i = 0; i < p->count; i++) {
            p->customer[i] = vertex[p->customer[i]];
            p->site[i] = vertex[p->site[i]];
        }
        status = give_names(r, vertex, builder, sites, err);
    }
    if (status == DM_OK) {
        status = dmi_pairs_graph(n, p, &arcs, &twice, err);
        if (status == DM_BAD_INPUT)
            status = dmi_fail_at(err, DM_BAD_INPUT, r->csv.in->name, line_of(r, twice),
                                 "this pair of customer and site is in the table twice; expected "
                                 "one row per pair");
    }
    if (status == DM_OK) {
        dmi_builder_graph(builder, &arcs, sites, r->names.roles[DMI_SITE]);
        sites = NULL;
    }
    free(sites);
    free(vertex);
    return status;
}

dm_status dmi_read_table(dmi_input *in, dm_arena **out, dm_error *err)
{
    table_reader r = {.csv = {.in = in}, .last = -1};
    dm_builder *builder = NULL;
    dm_status status = dm_builder_new(0, &builder, err);
    if (status == DM_OK)
        status = read_rows(&r, err);
    if (status == DM_OK)
        status = build_table(&r, builder, err);
    if (status == DM_OK)
        status = dm_builder_title(builder, in->name, err);
    if (status == DM_OK) {
        dm_builder_decimals(builder, r.decimals);
        status = dm_builder_finish(builder, out, err);
        builder = NULL;
    }
    dm_builder_free(builder);
    dmi_pairs_clear(&r.pairs);
    dmi_table_names_clear(&r.names);
    dmi_csv_clear(&r.csv);
    free(r.cell);
    free(r.header);
    free(r.mark);
    return status;
}
