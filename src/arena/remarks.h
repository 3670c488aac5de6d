/* remarks.h - sentences about how a board was read, one after another, the last one empty. */
#ifndef DMI_REMARKS_H
#define DMI_REMARKS_H

#include "base/base.h"

/* `*remarks` is NULL or such a list; it grows. */
dm_status dmi_remarks_add(char **remarks, dm_error *err, const char *format, va_list args);

#endif
