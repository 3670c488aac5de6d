/* fail.h - error messages in the library's form. */
#ifndef ANSWER_FAIL_H
#define ANSWER_FAIL_H

#include <demesne/status.h>
#include <stdarg.h>

/* Fills `err`, one line without control characters; gives `status`. */
dm_status answer_fail(dm_error *err, dm_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#ifdef __clang_analyzer__ /* shows an analyser of one file that it never gives DM_OK */
#define answer_fail(err, status, ...) ((answer_fail)(err, status, __VA_ARGS__), (status))
#endif
dm_status answer_vfail(dm_error *err, dm_status status, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

#endif
