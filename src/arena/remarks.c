/* remarks.c - sentences about how a board was read. */
#include "arena/remarks.h"

#include <stdio.h>
#include <string.h>

dm_status dmi_remarks_add(char **remarks, dm_error *err, const char *format, va_list args)
{
    char text[300];
    vsnprintf(text, sizeof text, format, args);
    size_t size = 0, added = strlen(text) + 1;
    while (*remarks && (*remarks)[size])
        size += strlen(*remarks + size) + 1;
    char *longer = dmi_realloc(*remarks, size + added + 1, 1);
    if (!longer)
        return dmi_no_memory(err);
    memcpy(longer + size, text, added);
    longer[size + added] = '\0';
    *remarks = longer;
    return DM_OK;
}
