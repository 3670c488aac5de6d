/* vertex_values.c - vertex values from a CSV: one `vertex,value` per line, a header line is
 * optional.
 *
 * Vertices that the file does not name are worth 0: a list of customers has all the demand.
 */
#include "format/input.h"
#include "format/scan.h"
#include <demesne/source.h>
#include <stdlib.h>

/* Replaces the comma, for the scanner of blank-separated numbers. */
static void blank_first_comma(char *text)
{
    char *comma = strchr(text, ',');
    if (comma)
        *comma = ' ';
}

static dm_status read_value(const dmi_input *in, char *text, dm_vertex n, int64_t *values,
                            dm_error *err)
{
    int64_t v, value;
    bool has_comma = strchr(text, ',') != NULL;
    blank_first_comma(text);
    const char *at = text;
    if (!has_comma || !dmi_scan_next(&at, &v) || !dmi_scan_next(&at, &value) ||
        dmi_skip_blanks(at) != in->line_end)
        return dmi_bad(in, err,
                       "expected `vertex,value`, two whole numbers, 0 or more, below 10^18");
    if (v >= n)
        return n ? dmi_bad(in, err, "vertex %lld does not exist; the board has vertices 0..%d",
                           (long long)v, n - 1)
                 : dmi_bad(in, err, "vertex %lld does not exist; the board has no vertices",
                           (long long)v);
    if (values[v] >= 0)
        return dmi_bad(in, err, "vertex %lld already has a value", (long long)v);
    values[v] = value;
    return DM_OK;
}

/* -1 marks the vertices that are not named yet. */
static dm_status read_values(dmi_input *in, dm_vertex n, int64_t *values, dm_error *err)
{
    char *text;
    dm_status status = dmi_input_peek(in, err);
    bool is_first = true;
    while (status == DM_OK && (status = dmi_input_line(in, &text, err)) == DM_OK) {
        bool skip = dmi_skip_blanks(text) == in->line_end || (is_first && dmi_is_header(text));
        is_first = false;
        if (!skip)
            status = read_value(in, text, n, values, err);
    }
    return status == DM_END ? DM_OK : status;
}

/* Takes `in`; the outputs change only on success. */
static dm_status read_input(dmi_input *in, dm_vertex n, int64_t *values, dm_vertex *unnamed,
                            dm_error *err)
{
    size_t count = n > 0 ? (size_t)n : 0;
    dm_vertex missing = 0;
    int64_t *read = dmi_alloc(count, sizeof *read);
    dm_status status = read ? DM_OK : dmi_no_memory(err);
    for (size_t v = 0; read && v < count; v++)
        read[v] = -1;
    if (status == DM_OK)
        status = read_values(in, n, read, err);
    for (size_t v = 0; status == DM_OK && v < count; v++) {
        missing += read[v] < 0;
        values[v] = read[v] < 0 ? 0 : read[v];
    }
    if (status == DM_OK && unnamed)
        *unnamed = missing;
    dmi_input_free(in);
    free(read);
    return status;
}

dm_status dm_values_read(const char *path, dm_vertex n, int64_t *values, dm_vertex *unnamed,
                         dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open(path, &in, err);
    return status == DM_OK ? read_input(in, n, values, unnamed, err) : status;
}

dm_status dm_values_read_memory(const char *name, const void *bytes, size_t size, dm_vertex n,
                                int64_t *values, dm_vertex *unnamed, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open_memory(name, bytes, size, &in, err);
    return status == DM_OK ? read_input(in, n, values, unnamed, err) : status;
}
