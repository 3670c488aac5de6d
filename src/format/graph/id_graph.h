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
#include "format/input.h"
#include "format/parsed_board.h"
#include <demesne/arena.h>
#include <demesne/map.h>
#include <stdbool.h>
#include <stddef.h>

/* The names of attributes that a file has and nobody uses, for one remark. */
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

/* The attributes of nodes and edges that count, in formats that allow any.
 *
 * An edge's length is its `length`, else its `len`, its `weight`, its `value`; a node's name is its
 * `name`, else its `label`, else its id.  A node's `value` that is not a number is ignored.  All
 * other attributes are not used; a remark of the board names them.
 */

typedef enum dmi_attribute {
    DMI_ATTR_NONE = -1,
    DMI_ATTR_LENGTH,
    DMI_ATTR_LEN,
    DMI_ATTR_WEIGHT,
    DMI_ATTR_VALUE,
    DMI_ATTR_TRAVEL_TIME,
    DMI_ATTR_X,
    DMI_ATTR_Y,
    DMI_ATTR_LON,
    DMI_ATTR_LAT,
    DMI_ATTR_POS,
    DMI_ATTR_NAME,
    DMI_ATTR_LABEL,
    DMI_ATTR_TITLE,
    DMI_ATTR_CRS,
    DMI_ATTR_HIGHWAY,
    DMI_ATTR_ONEWAY,
    DMI_ATTR_GEOMETRY,
    DMI_ATTRIBUTES
} dmi_attribute;

#define DMI_ATTRIBUTE_ROOM 300 /* bytes, more than a name may have; a geometry may have more */

typedef struct dmi_attributes {
    bool is_given[DMI_ATTRIBUTES];
    bool is_cut[DMI_ATTRIBUTES]; /* it was too long */
    bool no_memory;
    size_t size[DMI_ATTRIBUTES];
    char text[DMI_ATTR_GEOMETRY][DMI_ATTRIBUTE_ROOM];
    char *geometry; /* grows */
    size_t geometry_room;
} dmi_attributes;

dmi_attribute dmi_attribute_named(const char *name);
void dmi_attributes_reset(dmi_attributes *attributes);
void dmi_attributes_clear(dmi_attributes *attributes); /* frees what grew */
/* Appends to the text of an attribute, which then is given; DMI_ATTR_NONE is ignored. */
void dmi_attributes_append(dmi_attributes *attributes, dmi_attribute attribute, const char *bytes,
                           size_t size);
/* The text without blanks and newlines around it, as in XML; changed in place. "" if not given. */
char *dmi_attributes_text(dmi_attributes *attributes, dmi_attribute attribute, size_t *size);
/* DM_NO_MEMORY, or DM_BAD_INPUT if an attribute was too long that may not be cut. */
dm_status dmi_attributes_check(const dmi_attributes *attributes, const dmi_input *in,
                               dm_error *err);

/* Maps the ids of a file to vertex numbers. */

/* A hash table from ids to 0, 1, 2, ... in order of first mention. */
typedef struct dmi_node_ids {
    char *text; /* all ids, each with a NUL */
    size_t text_size, text_capacity;
    struct dmi_node_id {
        size_t at;         /* in text */
        int64_t mentioned; /* the line of the first mention */
        bool is_declared;  /* as a node */
    } * item;
    size_t count, item_capacity;
    uint32_t *slot;  /* 1 + index, 0: free */
    size_t slots;    /* a power of two, at least twice the count */
    bool by_mention; /* a node needs no declaration of its own (DOT) */
} dmi_node_ids;

/* The vertex of `id`; a new id adds a vertex to the board. Declaring an id twice is an error. */
dm_status dmi_node_ids_find(dmi_node_ids *ids, dmi_parsed *board, const char *id, bool declare,
                            dm_vertex *out, dm_error *err);
/* Checks that every node was declared. */
dm_status dmi_node_ids_check(const dmi_node_ids *ids, const dmi_input *in, dm_error *err);
/* The id of a vertex. */
const char *dmi_node_ids_of(const dmi_node_ids *ids, dm_vertex v);
/* Whether every id is its vertex's number, also after an `n`: then it says nothing new. */
bool dmi_node_ids_are_numbers(const dmi_node_ids *ids);
void dmi_node_ids_clear(dmi_node_ids *ids);

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

#endif
