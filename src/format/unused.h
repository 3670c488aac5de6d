/* unused.h - the names of attributes that a file has and nobody uses, for one remark. */
#ifndef DMI_UNUSED_H
#define DMI_UNUSED_H

#include <demesne/arena.h>
#include <stddef.h>

enum { DMI_UNUSED_MOST = 64, DMI_UNUSED_ROOM = 24 };

typedef enum dmi_unused_of { DMI_UNUSED_NODES, DMI_UNUSED_EDGES, DMI_UNUSED_KINDS } dmi_unused_of;

typedef struct dmi_unused {
    int count[DMI_UNUSED_KINDS];
    char name[DMI_UNUSED_KINDS][DMI_UNUSED_MOST][DMI_UNUSED_ROOM];
} dmi_unused;

/* Keeps the name, once. */
void dmi_unused_add(dmi_unused *unused, dmi_unused_of of, const char *name);
bool dmi_unused_has(const dmi_unused *unused, dmi_unused_of of, const char *name);
/* One remark with the first few names, or none. */
dm_status dmi_unused_remark(const dmi_unused *unused, dm_builder *builder, dm_error *err);

#endif
