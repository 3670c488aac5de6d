/* unused.c - the names of attributes that a file has and nobody uses, for one remark. */
#include "format/graph/id_graph.h"

#include "arena/arena.h"
#include "base/utf8.h"
#include <stdio.h>
#include <string.h>

bool dmi_unused_has(const dmi_unused *unused, dmi_unused_of of, const char *name)
{
    int i = 0;
    while (i < unused->count[of] && strcmp(unused->name[of][i], name) != 0)
        i++;
    return i < unused->count[of];
}

void dmi_unused_add(dmi_unused *unused, dmi_unused_of of, const char *name)
{
    size_t size = strlen(name);
    if (size == 0 || size >= DMI_UNUSED_ROOM || !dmi_utf8_is_clean(name, size))
        name = "...";
    if (!dmi_unused_has(unused, of, name) && unused->count[of] < DMI_UNUSED_MOST)
        memcpy(unused->name[of][unused->count[of]++], name, strlen(name) + 1);
}

/* "population, street_count and 3 more of the nodes" */
static size_t list_unused(const dmi_unused *unused, dmi_unused_of of, char *text, size_t room)
{
    enum { SHOWN = 4 };
    int count = unused->count[of];
    size_t used = 0;
    for (int i = 0; i < count && i < SHOWN; i++)
        used +=
            (size_t)snprintf(text + used, room - used, "%s%s", i ? ", " : "", unused->name[of][i]);
    if (count > SHOWN)
        used += (size_t)snprintf(text + used, room - used, " and %d more", count - SHOWN);
    if (count > 0)
        used += (size_t)snprintf(text + used, room - used, " of the %s",
                                 of == DMI_UNUSED_NODES ? "nodes" : "edges");
    return used;
}

dm_status dmi_unused_remark(const dmi_unused *unused, dm_builder *builder, dm_error *err)
{
    char text[280];
    size_t used = list_unused(unused, DMI_UNUSED_NODES, text, sizeof text);
    if (used > 0 && unused->count[DMI_UNUSED_EDGES] > 0)
        used += (size_t)snprintf(text + used, sizeof text - used, "; ");
    used += list_unused(unused, DMI_UNUSED_EDGES, text + used, sizeof text - used);
    return used > 0 ? dmi_builder_remark(builder, err, "attributes not used: %s", text) : DM_OK;
}
