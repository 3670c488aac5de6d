/* fail.c - error messages in the library's form. */
#include "answer/fail.h"

#include <ctype.h>
#include <stdio.h>

dm_status answer_vfail(dm_error *err, dm_status status, const char *format, va_list args)
{
    if (err) {
        err->status = status;
        vsnprintf(err->message, sizeof err->message, format, args);
        /* a message is one line, whatever was typed */
        for (char *c = err->message; *c; c++)
            *c = iscntrl((unsigned char)*c) ? '?' : *c;
    }
    return status;
}

dm_status(answer_fail)(dm_error *err, dm_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    answer_vfail(err, status, format, args);
    va_end(args);
    return status;
}
