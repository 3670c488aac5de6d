/* wkt.h - lines as well-known text: LINESTRING (11.97 57.7, 11.98 57.71). */
#ifndef DMI_FORMAT_PLACES_WKT_H
#define DMI_FORMAT_PLACES_WKT_H

#include <demesne/arena.h>
#include <stddef.h>

/* Appends the points of a LINESTRING to a list that grows; a third coordinate is skipped.  Other
 * geometries add nothing.  DM_BAD_INPUT, with a message that begins with "has", if the line is
 * damaged or has fewer than two points; the list is then as long as before. */
dm_status dmi_wkt_line(const char *text, dm_point **point, size_t *count, size_t *room,
                       dm_error *err);

#endif
