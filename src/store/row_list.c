/* row_list.c - rows of values as one JSON text, so that one statement writes many rows. */
#include "store/row_list.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(dmi_row_list *rows, const char *bytes, size_t size)
{
    if (rows->failed || !dmi_reserve(&rows->text, &rows->room, rows->size + size + 1, 1)) {
        rows->failed = true;
        return;
    }
    memcpy(rows->text + rows->size, bytes, size);
    rows->size += size;
    rows->text[rows->size] = '\0';
}

/* A comma, unless the value is the first of its row. */
static void put_comma(dmi_row_list *rows)
{
    if (rows->size > 0 && rows->text[rows->size - 1] != '[')
        put(rows, ",", 1);
}

void dmi_rows_begin(dmi_row_list *rows)
{
    if (rows->size == 0)
        put(rows, "[[", 2);
    else
        put(rows, "],[", 3);
}

void dmi_rows_text(dmi_row_list *rows, const char *text)
{
    put_comma(rows);
    put(rows, "\"", 1);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        char code[8];
        if (c == '"' || c == '\\') {
            put(rows, "\\", 1);
            put(rows, text, 1);
        } else if (c < 0x20) {
            snprintf(code, sizeof code, "\\u%04x", c);
            put(rows, code, 6);
        } else {
            put(rows, text, 1);
        }
    }
    put(rows, "\"", 1);
}

void dmi_rows_integer(dmi_row_list *rows, int64_t number)
{
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%" PRId64, number);
    put_comma(rows);
    put(rows, digits, (size_t)size);
}

void dmi_rows_real(dmi_row_list *rows, double number)
{
    char digits[40];
    int size = snprintf(digits, sizeof digits, "%.17g", isfinite(number) ? number : 0.0);
    put_comma(rows);
    put(rows, digits, (size_t)size);
}

const char *dmi_rows_end(dmi_row_list *rows)
{
    put(rows, rows->size > 0 ? "]]" : "[]", 2);
    return rows->failed ? NULL : rows->text;
}

void dmi_rows_clear(dmi_row_list *rows)
{
    free(rows->text);
    *rows = (dmi_row_list){0};
}
