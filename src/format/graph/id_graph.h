/* id_graph.h - a graph whose nodes have ids, and whose nodes and edges have attributes.
 *
 * The readers of GraphML, GML, DOT and node-link JSON collect one; when the file has ended, it
 * becomes a board.  It waits so long because what comes last may decide how lengths are kept: a
 * graph whose nodes have longitudes and latitudes becomes a map in decimetres (or tenths of a
 * second), any other keeps exact decimals.
 *
 *     dmi_id_graph_init(&graph, in, err);
 *     dmi_attributes_reset(&graph.attributes);              then for each node
 *     dmi_attributes_append(&graph.attributes, ...);
 *     dmi_id_graph_node(&graph, "a", err);
 *     dmi_id_graph_edge(&graph, is_arc, "a", "b", err);       and for each edge
 *     dmi_id_graph_finish(&graph, status, out, err);
 */
#ifndef DMI_FORMAT_GRAPH_ID_GRAPH_H
#define DMI_FORMAT_GRAPH_ID_GRAPH_H

#include "format/decimal.h"
#include "format/graph/attributes.h"
#include "format/graph/node_ids.h"
#include "format/parsed_board.h"
#include "format/unused.h"
#include <demesne/map.h>

typedef struct dmi_id_link {
    dm_vertex from, to;
    uint32_t point_count; /* of its geometry, with both ends */
    unsigned char kind;   /* a dm_street_kind */
    bool is_arc, has_length;
    dmi_decimal length;
    int64_t line;
    size_t point_at, name_at; /* name_at 0: none */
} dmi_id_link;

typedef struct dmi_id_graph {
    dmi_parsed board;
    dmi_node_ids ids;
    dmi_attributes attributes; /* of the node or the edge that is being read */
    bool labels_are_lengths;   /* an edge's label is its length, if it is a number (DOT) */
    bool ids_are_names;        /* and labels are not (DOT) */
    char title[DMI_ATTRIBUTE_ROOM];
    char crs[DMI_ATTRIBUTE_ROOM]; /* what the coordinates are, e.g. "epsg:4326" */
    dmi_unused unused;
    /* private */
    dmi_id_link *link;
    size_t links, link_room;
    dm_point *point; /* of the geometries */
    size_t points, point_room;
    char *names; /* of the streets, one after another */
    size_t names_size, names_room;
    dm_point *xy, *lonlat; /* per vertex; NaN: none */
    bool *is_named;        /* per vertex: it has another name than its id */
    size_t vertices, xy_room, lonlat_room, named_room;
    bool looks_like_streets; /* an edge has an attribute of OpenStreetMap */
    bool has_travel_times;
} dmi_id_graph;

dm_status dmi_id_graph_init(dmi_id_graph *graph, dmi_input *in, dm_error *err);
/* A node with the attributes collected. */
dm_status dmi_id_graph_node(dmi_id_graph *graph, const char *id, dm_error *err);
/* An edge, or an arc, with the attributes collected. */
dm_status dmi_id_graph_edge(dmi_id_graph *graph, bool is_arc, const char *from, const char *to,
                            dm_error *err);
/* Makes the board if `status` is DM_OK, and clears `graph` in any case. */
dm_status dmi_id_graph_finish(dmi_id_graph *graph, dm_status status, dm_arena **out, dm_error *err);

/* id_graph_build.c: makes the board of what was collected. */
dm_status dmi_id_graph_build(dmi_id_graph *graph, dm_error *err);
/* id_graph_streets.c: adds its streets to the map. `units` has the length of each link. */
dm_status dmi_id_graph_streets(dmi_id_graph *graph, const int64_t *units, dm_error *err);

#endif
