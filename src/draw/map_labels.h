/* map_labels.h - names of sites and streets on a map. */
#ifndef DMI_MAP_LABELS_H
#define DMI_MAP_LABELS_H

#include "draw/view.h"

/* Names sites and the most important streets, wherever a name touches neither another name nor a
 * site; others are left out.  The page shows degrees at left + (lon * narrow - box.left) * scale.
 */
dm_status dmi_compose_map_labels(const dmi_view *view, dmi_scene *scene, double narrow,
                                 double scale, dm_error *err);

#endif
