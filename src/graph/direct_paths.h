/* direct_paths.h - labels of the nearest origins where distances are no lengths of paths. */
#ifndef DMI_DIRECT_PATHS_H
#define DMI_DIRECT_PATHS_H

#include "graph/shortest_paths.h"

/* What dmi_paths_run() does on a table of pairs and on points: fills `wide`, which has n entries
 * that say unreached. */
dm_status dmi_direct_paths_run(dmi_paths *paths, uint32_t floor, dm_error *err);

#endif
