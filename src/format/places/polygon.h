/* polygon.h - the centroid of a polygon of GeoJSON. */
#ifndef DMI_FORMAT_PLACES_POLYGON_H
#define DMI_FORMAT_PLACES_POLYGON_H

#include "format/json.h"
#include <demesne/arena.h>

/* Of the coordinates of a Polygon or a MultiPolygon, whose rings are closed.  False: they are none,
 * or have no area. */
bool dmi_polygon_centroid(const json_t *coordinates, bool is_multi, dm_point *out,
                          bool *is_outside);

#endif
