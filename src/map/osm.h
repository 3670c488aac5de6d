/* osm.h - what the readers of OpenStreetMap have in common.
 *
 * A reader passes over the file and gives what it finds to a sink.  The board takes two passes:
 * first the ways, then the places of the nodes that they use, so that memory is needed for these
 * alone.  A pipe can be read once only: then all nodes are kept until the ways are known.
 */
#ifndef DMI_OSM_H
#define DMI_OSM_H

#include "map/osm_tags.h"

/* Coordinates in 10^-9 degrees, as the PBF format has them. */
typedef struct dmi_osm_node {
    int64_t id, lon, lat;
} dmi_osm_node;

typedef struct dmi_osm_sink {
    void *context;
    dm_status (*nodes)(void *context, const dmi_osm_node *nodes, size_t count,
                       dm_error *err); /* NULL: nodes are not wanted */
    /* Whether the way's nodes are wanted; they follow. */
    bool (*judge)(void *context, const dmi_osm_tags *tags); /* NULL: ways are not wanted */
    dm_status (*way)(void *context, const int64_t *nodes, size_t count, dm_error *err);
    void (*relation)(void *context, const dmi_osm_tags *tags); /* NULL: not wanted */
    /* A node with a barrier; after or before `nodes` has it.  NULL: not wanted. */
    dm_status (*barrier)(void *context, int64_t node, dmi_osm_text kind, dm_error *err);
} dmi_osm_sink;

/* Gives all of a file to `sink`, from its beginning. */
typedef dm_status dmi_osm_pass_fn(void *reader, const dmi_osm_sink *sink, dm_error *err);

dm_status dmi_osm_board(dmi_input *in, dmi_osm_pass_fn *pass, void *reader, dm_arena **out,
                        dm_error *err);

/* Give all of a file to `sink` without making a board, for counts and measurements. */
dm_status dmi_osm_scan_pbf(dmi_input *in, const dmi_osm_sink *sink, dm_error *err);
dm_status dmi_osm_scan_xml(dmi_input *in, const dmi_osm_sink *sink, dm_error *err);

#endif
