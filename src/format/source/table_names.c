/* table_names.c - an open hash table of names, at most half full. */
#include "format/source/table_names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024 };

static uint64_t digest_of(const char *name, size_t size)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325) ^ size; /* eight bytes at a time, then mixed */
    for (; size >= sizeof h; size -= sizeof h, name += sizeof h) {
        uint64_t word;
        memcpy(&word, name, sizeof word);
        h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    for (size_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)name[i]) * UINT64_C(0x100000001b3);
    h = (h ^ h >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

static bool grow(dmi_table_names *n)
{
    size_t slots = n->slots ? 2 * n->slots : FIRST_SLOTS;
    uint64_t *slot = dmi_calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    for (size_t i = 0; i < n->slots; i++) {
        if (!n->slot[i])
            continue;
        const char *name = dmi_table_names_text(n, (dm_vertex)(n->slot[i] & UINT32_MAX) - 1);
        size_t at = digest_of(name, strlen(name)) & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = n->slot[i];
    }
    free(n->slot);
    n->slot = slot;
    n->slots = slots;
    return true;
}

/* Adds a name without a role; false: no memory. */
static bool add(dmi_table_names *n, const char *name, size_t size)
{
    size_t need = (size_t)n->count + 1;
    if (n->count == DM_MAX_VERTICES ||
        !dmi_reserve(&n->text, &n->text_room, n->size + size + 1, 1) ||
        !dmi_reserve(&n->at, &n->at_room, need, sizeof *n->at))
        return false;
    for (int r = 0; r < DMI_ROLES; r++) {
        if (!dmi_reserve(&n->order[r], &n->order_room[r], need, sizeof *n->order[r]))
            return false;
        n->order[r][n->count] = -1;
    }
    memcpy(n->text + n->size, name, size);
    n->text[n->size + size] = '\0';
    n->at[n->count++] = n->size;
    n->size += size + 1;
    return true;
}

dm_vertex dmi_table_names_take(dmi_table_names *names, const char *name, size_t size, dmi_role role,
                               bool *is_new)
{
    dmi_table_names *n = names;
    if (2 * ((size_t)n->count + 1) > n->slots && !grow(n))
        return -1;
    uint64_t digest = digest_of(name, size), tag = digest >> 32 << 32;
    size_t at = digest & (n->slots - 1);
    dm_vertex number = -1;
    for (; n->slot[at] && number < 0; at = (at + 1) & (n->slots - 1)) {
        dm_vertex one = (dm_vertex)(n->slot[at] & UINT32_MAX) - 1;
        const char *text = dmi_table_names_text(n, one);
        if (n->slot[at] >> 32 << 32 == tag && strncmp(text, name, size) == 0 && !text[size])
            number = one;
    }
    if (number < 0) {
        if (!add(n, name, size))
            return -1;
        number = n->count - 1;
        n->slot[at] = tag | (uint64_t)n->count;
    }
    *is_new = n->order[role][number] < 0;
    if (*is_new)
        n->order[role][number] = n->roles[role]++;
    return number;
}

const char *dmi_table_names_text(const dmi_table_names *names, dm_vertex number)
{
    assert(number >= 0 && number < names->count);
    return names->text + names->at[number];
}

void dmi_table_names_vertices(const dmi_table_names *names, dm_vertex *vertex)
{
    const dmi_table_names *n = names;
    dm_vertex customers = n->roles[DMI_CUSTOMER], site = customers;
    for (dm_vertex i = 0; i < n->count; i++) { /* the others became sites in the order of numbers */
        dm_vertex order = n->order[DMI_CUSTOMER][i];
        vertex[i] = order >= 0 ? order : site++;
    }
}

void dmi_table_names_clear(dmi_table_names *names)
{
    free(names->text);
    free(names->at);
    free(names->slot);
    for (int r = 0; r < DMI_ROLES; r++)
        free(names->order[r]);
    *names = (dmi_table_names){0};
}
