/* csv.c - reads a CSV record by record (RFC 4180).
 *
 * Lines come from an input (input.h) and are only borrowed, so cells are copied: a record whose
 * quotes hold newlines spans several lines.
 */
#include "format/csv.h"

#include "format/scan.h"
#include <stdlib.h>

void dmi_csv_clear(dmi_csv *csv)
{
    free(csv->text);
    free(csv->at);
    free(csv->cell);
    *csv = (dmi_csv){0};
}

static bool put_byte(dmi_csv *csv, char c)
{
    if (!dmi_reserve(&csv->text, &csv->room, csv->size + 1, 1))
        return false;
    csv->text[csv->size++] = c;
    return true;
}

/* Ends the cell that begins at `from`, without the blanks around it. */
static bool end_cell(dmi_csv *csv, size_t from)
{
    while (csv->size > from && dmi_is_blank(csv->text[csv->size - 1]))
        csv->size--;
    if (!dmi_reserve(&csv->at, &csv->at_room, (size_t)csv->count + 1, sizeof *csv->at))
        return false;
    csv->at[csv->count++] = from;
    return put_byte(csv, '\0');
}

/* The next line; fails at a NUL byte. */
static dm_status next_line(dmi_csv *csv, char **text, dm_error *err)
{
    dm_status status = dmi_input_line(csv->in, text, err);
    if (status == DM_OK && strlen(*text) != (size_t)(csv->in->line_end - *text))
        return dmi_bad(csv->in, err, "the line has a NUL byte; expected a table in UTF-8");
    return status;
}

/* Copies a cell in quotes; *at is after the opening quote, then after the closing one.  A newline
 * in it becomes a blank. */
static dm_status read_quoted(dmi_csv *csv, char **at, dm_error *err)
{
    int64_t opened = csv->in->line;
    for (;;) {
        char c = **at;
        if (c == '"' && (*at)[1] != '"') {
            ++*at;
            return DM_OK;
        }
        if (!put_byte(csv, c ? c : ' '))
            return dmi_no_memory(err);
        *at += c == '"' ? 2 : 1;
        if (c)
            continue;
        dm_status status = next_line(csv, at, err);
        if (status == DM_END)
            return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, opened,
                               "a quote is not closed; expected another \" at the end of the cell");
        if (status != DM_OK)
            return status;
    }
}

static char *skip_blanks(const dmi_csv *csv, char *at)
{
    while (dmi_is_blank(*at) && *at != csv->separator)
        at++;
    return at;
}

/* Copies the cell at *at, and moves to the separator or the end of the line. */
static dm_status read_cell(dmi_csv *csv, char **at, dm_error *err)
{
    size_t from = csv->size;
    *at = skip_blanks(csv, *at);
    if (**at == '"') {
        ++*at;
        dm_status status = read_quoted(csv, at, err);
        if (status != DM_OK)
            return status;
        *at = skip_blanks(csv, *at);
        if (**at && **at != csv->separator)
            return dmi_bad(
                csv->in, err,
                "text after a closing quote; expected a separator or the end of the line");
    } else {
        for (; **at && **at != csv->separator; ++*at)
            if (!put_byte(csv, **at))
                return dmi_no_memory(err);
    }
    return end_cell(csv, from) ? DM_OK : dmi_no_memory(err);
}

/* The separator of the first record: a comma, unless it has only semicolons or only tabs. */
static char find_separator(const char *text)
{
    size_t commas = 0, semicolons = 0, tabs = 0;
    bool quoted = false;
    for (; *text; text++) {
        quoted ^= *text == '"';
        commas += !quoted && *text == ',';
        semicolons += !quoted && *text == ';';
        tabs += !quoted && *text == '\t';
    }
    return commas ? ',' : semicolons ? ';' : tabs ? '\t' : ',';
}

static dm_status read_record(dmi_csv *csv, char *text, dm_error *err)
{
    if (!csv->separator)
        csv->separator = find_separator(text);
    csv->size = 0;
    csv->count = 0;
    csv->line = csv->in->line;
    for (char *at = text;; at++) {
        dm_status status = read_cell(csv, &at, err);
        if (status != DM_OK)
            return status;
        if (!*at)
            break;
    }
    if (!dmi_reserve(&csv->cell, &csv->cell_room, (size_t)csv->count, sizeof *csv->cell))
        return dmi_no_memory(err);
    for (int32_t i = 0; i < csv->count; i++)
        csv->cell[i] = csv->text + csv->at[i];
    return DM_OK;
}

static bool is_blank(const dmi_csv *csv)
{
    for (int32_t i = 0; i < csv->count; i++)
        if (csv->cell[i][0])
            return false;
    return true;
}

dm_status dmi_csv_next(dmi_csv *csv, dm_error *err)
{
    char *text;
    dm_status status;
    while ((status = next_line(csv, &text, err)) == DM_OK) {
        const char *first = dmi_skip_blanks(text);
        if (!*first || (csv->has_comments && *first == '#'))
            continue;
        status = read_record(csv, text, err);
        if (status != DM_OK || !is_blank(csv))
            return status;
    }
    return status;
}
