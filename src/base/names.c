/* names.c - finds a name in a list.  A list too long for a message is cut off. */
#include "base/names.h"

#include "base/base.h"
#include <stdio.h>
#include <string.h>

int dmi_name_index(const char *what, const char *name, const char *const *names, int count,
                   dm_error *err)
{
    char list[400] = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0)
            return i;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    }
    const char *near = dm_nearest_name(name, names, count);
    if (near)
        dmi_fail(err, DM_BAD_ARGUMENT, "unknown %s '%s'; did you mean %s?", what, name, near);
    else
        dmi_fail(err, DM_BAD_ARGUMENT, "unknown %s '%s'; known: %s", what, name,
                 *list ? list : "none");
    return -1;
}
