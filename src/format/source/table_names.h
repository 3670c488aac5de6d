/* table_names.h - the names of a table of distances, and which of them are customers and sites. */
#ifndef DMI_TABLE_NAMES_H
#define DMI_TABLE_NAMES_H

#include "base/base.h"
#include <demesne/arena.h>

typedef enum dmi_role { DMI_CUSTOMER, DMI_SITE, DMI_ROLES } dmi_role;

/* Names are numbered as they come first. */
typedef struct dmi_table_names {
    dm_vertex count;
    char *text; /* all names one after another, each with its NUL */
    size_t size, text_room;
    size_t *at; /* where each begins */
    size_t at_room;
    dm_vertex *order[DMI_ROLES]; /* for each name: how many have had the role before it; -1: it has
                                    not */
    size_t order_room[DMI_ROLES];
    dm_vertex roles[DMI_ROLES]; /* names with the role */
    uint64_t *slot; /* a digest in the upper half, the number + 1 in the lower; 0: empty */
    size_t slots;   /* a power of two, or 0 */
} dmi_table_names;

/* The number of the name of `size` bytes, which gets the role; -1: no memory, or 2^31 - 1 names.
 * *is_new: it did not have the role before. */
dm_vertex dmi_table_names_take(dmi_table_names *names, const char *name, size_t size, dmi_role role,
                               bool *is_new);
const char *dmi_table_names_text(const dmi_table_names *names, dm_vertex number);
/* Writes the vertex of each name: customers first, in the order in which they became customers,
 * then the other sites in theirs. */
void dmi_table_names_vertices(const dmi_table_names *names, dm_vertex *vertex);
void dmi_table_names_clear(dmi_table_names *names);

#endif
