/* names.c - finds vertices by their names.
 *
 * An open hash table of the vertices that have a name, at most half full; of vertices with the same
 * name the first is in the table, marked as one of several.
 */
#include "base/names.h"
#include "base/base.h"
#include <demesne/arena.h>
#include <stdlib.h>
#include <string.h>

struct dm_names {
    const dm_arena *arena;
    dm_vertex *slot; /* -1: empty; below that: -2 - v, the first of several */
    size_t mask;     /* the number of slots less 1 */
};

/* The slot of this name, or the empty one where it belongs. */
static dm_vertex *slot_of(const dm_names *names, const char *text, size_t length)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    for (size_t at = (size_t)(h ^ h >> 32) & names->mask;; at = (at + 1) & names->mask) {
        dm_vertex v = names->slot[at];
        const char *name = v == -1 ? NULL : dm_arena_name(names->arena, v < -1 ? -2 - v : v);
        if (!name || (strlen(name) == length && memcmp(name, text, length) == 0))
            return &names->slot[at];
    }
}

dm_status dm_names_new(const dm_arena *arena, dm_names **out, dm_error *err)
{
    dm_vertex n = dm_arena_has_names(arena) ? dm_arena_vertices(arena) : 0;
    size_t size = 2;
    while (size < 2 * (size_t)n)
        size *= 2;
    dm_names *names = dmi_alloc(1, sizeof *names);
    dm_vertex *slot = dmi_alloc(size, sizeof *slot);
    if (!names || !slot) {
        free(names);
        free(slot);
        return dmi_no_memory(err);
    }
    memset(slot, 0xff, size * sizeof *slot);
    *names = (dm_names){arena, slot, size - 1};
    for (dm_vertex v = 0; v < n; v++) {
        const char *name = dm_arena_name(arena, v);
        dm_vertex *at = name ? slot_of(names, name, strlen(name)) : NULL;
        if (at)
            *at = *at == -1 ? v : *at >= 0 ? -2 - *at : *at;
    }
    *out = names;
    return DM_OK;
}

void dm_names_free(dm_names *names)
{
    if (!names)
        return;
    free(names->slot);
    free(names);
}

dm_vertex dm_names_find(const dm_names *names, const char *name, size_t length)
{
    dm_vertex v = *slot_of(names, name, length);
    return v < -1 ? -2 : v;
}

const char *dm_names_near(const dm_names *names, const char *name)
{
    enum { MOST = 100000 };
    dm_vertex n = dm_arena_vertices(names->arena);
    const char **list = n <= MOST ? dmi_alloc((size_t)n, sizeof *list) : NULL;
    int count = 0;
    for (dm_vertex v = 0; list && v < n; v++)
        if (dm_arena_name(names->arena, v))
            list[count++] = dm_arena_name(names->arena, v);
    const char *near = list ? dmi_similar_name(name, list, count) : NULL;
    free(list);
    return near;
}
