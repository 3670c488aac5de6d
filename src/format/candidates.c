/* candidates.c - reads where stones may go: one vertex per line, or the column `vertex` of a CSV.
 *
 * A first line that begins with a letter or a quote is a header line.  Without one, a line is a
 * number and nothing else, so that another kind of file is not taken for a list.
 */
#include "format/input.h"
#include "format/scan.h"
#include <demesne/source.h>
#include <stdlib.h>

typedef struct list {
    dm_vertex n;
    dm_vertex *vertices; /* room for n */
    dm_vertex count;
    unsigned char *is_listed;
    int column; /* of `vertex`; -1: no header line */
} list;

/* Takes one field of a CSV line, without quotes and blanks around it, and moves past its comma.
 * False at the end of the line. */
static bool next_field(char **at, char **field)
{
    char *from = *at, *end;
    if (!from)
        return false;
    from += dmi_skip_blanks(from) - from;
    if (*from == '"') {
        end = ++from;
        while ((end = strchr(end, '"')) && end[1] == '"') /* "" is an escaped quote */
            end += 2;
        if (!end)
            return false;
        *end++ = '\0';
        end += strcspn(end, ",");
    } else {
        end = from + strcspn(from, ",");
    }
    *at = *end == ',' ? end + 1 : NULL;
    *end = '\0';
    for (char *last = from + strlen(from); last > from && dmi_is_blank(last[-1]);)
        *--last = '\0';
    *field = from;
    return true;
}

static dm_status read_header(const dmi_input *in, char *text, list *l, dm_error *err)
{
    char *field;
    for (int column = 0; next_field(&text, &field); column++)
        if (strcmp(field, "vertex") == 0) {
            l->column = column;
            return DM_OK;
        }
    return dmi_bad(in, err, "expected a vertex number, or a header line with a column `vertex`");
}

/* The text of the vertex in a line; NULL if the line has no such column. */
static char *column_text(char *text, int column)
{
    char *field = text;
    for (int i = 0; i <= column; i++)
        if (!next_field(&text, &field))
            return NULL;
    return field;
}

static dm_status read_vertex(const dmi_input *in, char *text, list *l, dm_error *err)
{
    int64_t v;
    const char *at = column_text(text, l->column);
    if (!at || !dmi_scan_next(&at, &v) || *dmi_skip_blanks(at))
        return l->column < 0 ? dmi_bad(in, err, "expected one vertex number, 0 or more")
                             : dmi_bad(in, err, "expected a vertex number, 0 or more, in column %d",
                                       l->column + 1);
    if (v >= l->n)
        return l->n ? dmi_bad(in, err, "vertex %lld does not exist; the board has vertices 0..%d",
                              (long long)v, l->n - 1)
                    : dmi_bad(in, err, "vertex %lld does not exist; the board has no vertices",
                              (long long)v);
    if (l->is_listed[v])
        return dmi_bad(in, err, "vertex %lld is listed twice", (long long)v);
    l->is_listed[v] = 1;
    l->vertices[l->count++] = (dm_vertex)v;
    return DM_OK;
}

static dm_status read_lines(dmi_input *in, list *l, dm_error *err)
{
    char *text;
    bool is_first = true;
    dm_status status = dmi_input_peek(in, err);
    while (status == DM_OK && (status = dmi_input_line(in, &text, err)) == DM_OK) {
        const char *at = dmi_skip_blanks(text);
        if (at == in->line_end || *at == '#')
            continue;
        if (strlen(text) != (size_t)(in->line_end - text))
            return dmi_bad(in, err, "the line has a NUL byte");
        status = is_first && dmi_is_header(text) ? read_header(in, text, l, err)
                                                 : read_vertex(in, text, l, err);
        is_first = false;
    }
    if (status != DM_OK && status != DM_END)
        return status;
    return l->count > 0 ? DM_OK
                        : dmi_fail(err, DM_BAD_INPUT,
                                   "%s: no vertices listed; expected at least one", in->name);
}

/* Takes `in`. */
static dm_status read_input(dmi_input *in, dm_vertex n, dm_vertex **out, dm_vertex *count,
                            dm_error *err)
{
    size_t room = n > 0 ? (size_t)n : 0;
    list l = {.n = n,
              .vertices = dmi_alloc(room, sizeof *l.vertices),
              .is_listed = dmi_calloc(room, 1),
              .column = -1};
    dm_status status = l.vertices && l.is_listed ? read_lines(in, &l, err) : dmi_no_memory(err);
    dmi_input_free(in);
    free(l.is_listed);
    if (status == DM_OK) {
        *out = l.vertices;
        *count = l.count;
    } else {
        free(l.vertices);
    }
    return status;
}

dm_status dm_candidates_read(const char *path, dm_vertex n, dm_vertex **out, dm_vertex *count,
                             dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open(path, &in, err);
    return status == DM_OK ? read_input(in, n, out, count, err) : status;
}

dm_status dm_candidates_read_memory(const char *name, const void *bytes, size_t size, dm_vertex n,
                                    dm_vertex **out, dm_vertex *count, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open_memory(name, bytes, size, &in, err);
    return status == DM_OK ? read_input(in, n, out, count, err) : status;
}
