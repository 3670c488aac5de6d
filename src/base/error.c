/* error.c - the texts of statuses, and how a message is made. */
#include "base/base.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#undef dmi_fail /* macros for the analyser; the functions are defined here */
#undef dmi_fail_at

const char *dm_status_text(dm_status status)
{
    static const char *const text[] = {
        [DM_OK] = "ok",
        [DM_END] = "end",
        [DM_STOPPED] = "stopped",
        [DM_UNFINISHED] = "stopped without a result",
        [DM_BAD_ARGUMENT] = "bad argument",
        [DM_BAD_VERTEX] = "bad vertex",
        [DM_BAD_MOVE] = "bad move",
        [DM_BAD_INPUT] = "bad input",
        [DM_TOO_LARGE] = "too large",
        [DM_UNSUPPORTED] = "unsupported",
        [DM_NO_MEMORY] = "out of memory",
        [DM_IO] = "input or output failed",
        [DM_INTERNAL] = "internal error",
    };
    unsigned index = (unsigned)status;
    return index < sizeof text / sizeof *text ? text[index] : "unknown status";
}

static void replace_all(char *text, bool (*is_bad)(unsigned char))
{
    for (char *c = text; *c; c++)
        if (is_bad((unsigned char)*c))
            *c = '?';
}

static bool is_control(unsigned char c)
{
    return c < 0x20 || c == 0x7f;
}

static bool is_not_ascii(unsigned char c)
{
    return c >= 0x80;
}

static dm_status fail_v(dm_error *err, dm_status status, const char *file, int64_t line,
                        const char *format, va_list args)
{
    if (!err)
        return status;
    char text[sizeof err->message];
    size_t used = 0;
    int put = 0;
    if (file && line > 0)
        put = snprintf(text, sizeof text, "%s:%lld: ", file, (long long)line);
    else if (file)
        put = snprintf(text, sizeof text, "%s: ", file);
    if (put > 0)
        used = (size_t)put < sizeof text ? (size_t)put : sizeof text - 1;
    vsnprintf(text + used, sizeof text - used, format, args);
    /* A message is one line of well-formed text, whatever the input contains. */
    replace_all(text, is_control);
    if (!dmi_utf8_is_clean(text, strlen(text)))
        replace_all(text, is_not_ascii);
    memcpy(err->message, text, sizeof text);
    err->status = status;
    return status;
}

dm_status dmi_fail(dm_error *err, dm_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_v(err, status, NULL, 0, format, args);
    va_end(args);
    return status;
}

dm_status dmi_fail_at(dm_error *err, dm_status status, const char *file, int64_t line,
                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_v(err, status, file, line, format, args);
    va_end(args);
    return status;
}
