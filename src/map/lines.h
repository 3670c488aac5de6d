/* lines.h - turns lines with tags, as GeoJSON and Shapefiles have them, into a board.
 *
 * Points of equal coordinates are the same node.  A line without `highway` is an ordinary street.
 *
 *     dmi_lines_init(&lines, in, err);
 *     dmi_lines_begin(&lines);                           for each feature
 *     dmi_lines_tag(&lines, "oneway", "yes", err);
 *     dmi_lines_point(&lines, place, err);
 *     dmi_lines_end_line(&lines, err);                   a feature may have several
 *     dmi_lines_end(&lines, err);
 *     dmi_lines_board(&lines, status, out, err);
 */
#ifndef DMI_LINES_H
#define DMI_LINES_H

#include "map/osm_tags.h"
#include <demesne/arena.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers places: equal coordinates have the same number. */
typedef struct dmi_point_ids {
    dm_point *point; /* by their numbers, 0, 1, 2, ... in order of first mention */
    size_t count, room;
    uint32_t *slot; /* 1 + number; 0: free */
    size_t slots;   /* a power of two, more than twice the count */
} dmi_point_ids;

typedef struct dmi_lines {
    dmi_input *in;
    dmi_ways *ways;
    dmi_point_ids ids;
    dm_point *point; /* of the feature */
    size_t points, point_room;
    size_t *end; /* where its lines end */
    size_t lines, end_room;
    char *text; /* of its tags */
    size_t text_size, text_room;
    size_t tag_at[DMI_OSM_KEYS], tag_size[DMI_OSM_KEYS]; /* in `text`; SIZE_MAX: none */
    int64_t *node;                                       /* of a line */
    size_t node_room;
    int64_t lines_seen, others; /* `others` are geometries that are no lines */
    bool is_osm;                /* a tag says that the data is OpenStreetMap's */
} dmi_lines;

dm_status dmi_lines_init(dmi_lines *lines, dmi_input *in, dm_error *err);
void dmi_lines_begin(dmi_lines *lines);
dm_status dmi_lines_tag(dmi_lines *lines, const char *key, const char *value, dm_error *err);
/* DM_BAD_INPUT if it is not on Earth; the caller prepends the place in the file. */
dm_status dmi_lines_point(dmi_lines *lines, dm_point place, dm_error *err);
dm_status dmi_lines_end_line(dmi_lines *lines, dm_error *err);
/* Adds the feature's lines if the profile may use them. */
dm_status dmi_lines_end(dmi_lines *lines, dm_error *err);
/* Makes the board if `status` is DM_OK, and clears `lines` in any case. */
dm_status dmi_lines_board(dmi_lines *lines, dm_status status, dm_arena **out, dm_error *err);

#endif
