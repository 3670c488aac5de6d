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

/* Of a relation. */
typedef struct dmi_osm_member {
    int64_t id;
    dmi_osm_text role;
    enum { DMI_OSM_NODE, DMI_OSM_WAY, DMI_OSM_RELATION } type;
} dmi_osm_member;

typedef struct dmi_osm_sink {
    void *context;
    dm_status (*nodes)(void *context, const dmi_osm_node *nodes, size_t count,
                       dm_error *err); /* NULL: nodes are not wanted */
    /* Whether the way's nodes are wanted; they follow. */
    bool (*judge)(void *context, const dmi_osm_tags *tags); /* NULL: ways are not wanted */
    dm_status (*way)(void *context, int64_t id, const int64_t *nodes, size_t count, dm_error *err);
    /* A turn restriction.  NULL: not wanted. */
    dm_status (*restriction)(void *context, const dmi_osm_tags *tags, const dmi_osm_member *members,
                             size_t count, dm_error *err);
    /* A node with a barrier or a traffic signal; after or before `nodes` has it.  NULL: not wanted.
     */
    dm_status (*tagged_node)(void *context, int64_t node, const dmi_osm_tags *tags, dm_error *err);
    bool wants_signals; /* otherwise only barriers are given */
} dmi_osm_sink;

/* Gives all of a file to `sink`, from its beginning. */
typedef dm_status dmi_osm_pass_fn(void *reader, const dmi_osm_sink *sink, dm_error *err);

dm_status dmi_osm_board(dmi_input *in, dmi_osm_pass_fn *pass, void *reader, dm_arena **out,
                        dm_error *err);

/* Give all of a file to `sink` without making a board, for counts and measurements. */
dm_status dmi_osm_scan_pbf(dmi_input *in, const dmi_osm_sink *sink, dm_error *err);
dm_status dmi_osm_scan_xml(dmi_input *in, const dmi_osm_sink *sink, dm_error *err);

#endif
