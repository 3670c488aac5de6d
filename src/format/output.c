/* output.c - writes text piece by piece; failures are reported at the end. */
#include "format/output.h"

#include "format/decimal.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

static void remember_failure(dmi_output *out, dm_status status)
{
    if (out->status == DM_OK)
        out->status = status;
}

static void write_buffer(dmi_output *out)
{
    if (out->file && out->status == DM_OK)
        remember_failure(out, dmi_outfile_write(out->file, out->text, out->size, &out->err));
    if (out->file)
        out->size = 0;
}

void dmi_put_bytes(dmi_output *out, const char *bytes, size_t size)
{
    if (out->status != DM_OK || size == 0)
        return;
    if (!dmi_reserve(&out->text, &out->capacity, out->size + size, 1)) {
        remember_failure(out, dmi_no_memory(&out->err));
        return;
    }
    memcpy(out->text + out->size, bytes, size);
    out->size += size;
    if (out->file && out->size >= BLOCK)
        write_buffer(out);
}

void dmi_put(dmi_output *out, const char *text)
{
    dmi_put_bytes(out, text, strlen(text));
}

void dmi_put_number(dmi_output *out, int64_t number)
{
    char digits[DMI_DECIMAL_TEXT], *end = digits + sizeof digits, *at = end;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--at = '-';
    dmi_put_bytes(out, at, (size_t)(end - at));
}

void dmi_put_real(dmi_output *out, double number)
{
    char digits[40];
    int size = 0;
    for (int precision = 15; precision <= 17; precision++) {
        size = snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number)
            break;
    }
    dmi_put_bytes(out, digits, (size_t)size);
}

void dmi_put_length(dmi_output *out, const dm_arena *arena, uint32_t arc)
{
    char digits[DMI_DECIMAL_TEXT];
    int64_t length = dm_graph_length(dm_arena_graph(arena), arc);
    if (dm_arena_decimals(arena) == 0) {
        dmi_put_number(out, length);
        return;
    }
    size_t size = dmi_decimal_print(length, dm_arena_decimals(arena), digits);
    dmi_put_bytes(out, digits, size);
}

void dmi_print(dmi_output *out, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    for (const char *mark; (mark = strchr(format, '%')); format = mark + 1) {
        dmi_put_bytes(out, format, (size_t)(mark - format));
        switch (*++mark) {
        case 'd':
            dmi_put_number(out, va_arg(values, int));
            break;
        case 'l':
            dmi_put_number(out, va_arg(values, long long));
            mark += 2;
            break;
        case 'g':
            dmi_put_real(out, va_arg(values, double));
            break;
        default:
            dmi_put(out, va_arg(values, const char *));
        }
    }
    va_end(values);
    dmi_put(out, format);
}

dm_status dmi_output_flush(dmi_output *out, dm_error *err)
{
    write_buffer(out);
    if (out->status != DM_OK && err)
        *err = out->err;
    return out->status;
}

dm_status dmi_output_finish(dmi_output *out, dm_error *err)
{
    dm_status status = dmi_output_flush(out, err);
    free(out->text);
    if (status == DM_OK)
        return dmi_outfile_commit(out->file, err);
    dmi_outfile_abandon(out->file);
    return status;
}

dm_status dmi_output_take(dmi_output *out, char **text, dm_error *err)
{
    dmi_put_bytes(out, "", 1);
    dm_status status = dmi_output_flush(out, err);
    if (status == DM_OK)
        *text = out->text;
    else
        free(out->text);
    return status;
}
