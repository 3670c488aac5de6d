/* atlas.h - an open atlas. */
#ifndef DMI_ATLAS_H
#define DMI_ATLAS_H

#include "store/store.h"
#include <demesne/atlas.h>

struct dm_atlas {
    dmi_store *store;
};

#endif
