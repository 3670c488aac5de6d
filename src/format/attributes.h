/* attributes.h - attributes of nodes and edges in GraphML and GML.
 *
 * Both formats allow any attribute names; these few count.  An edge's length is its `length`, else
 * its `weight`, else its `value`, else 1; a node's name is its `name`, else its `label`.  A node's
 * `value` that is not a number is ignored.
 */
#ifndef DMI_ATTRIBUTES_H
#define DMI_ATTRIBUTES_H

#include "format/parsed_board.h"

typedef enum dmi_attribute {
    DMI_ATTR_NONE = -1,
    DMI_ATTR_LENGTH,
    DMI_ATTR_WEIGHT,
    DMI_ATTR_VALUE,
    DMI_ATTR_X,
    DMI_ATTR_Y,
    DMI_ATTR_NAME,
    DMI_ATTR_LABEL,
    DMI_ATTR_TITLE,
    DMI_ATTRIBUTES
} dmi_attribute;

#define DMI_ATTRIBUTE_ROOM 300 /* bytes, more than a name may have */

typedef struct dmi_attributes {
    bool is_given[DMI_ATTRIBUTES];
    bool is_cut; /* one was too long */
    size_t size[DMI_ATTRIBUTES];
    char text[DMI_ATTRIBUTES][DMI_ATTRIBUTE_ROOM];
} dmi_attributes;

dmi_attribute dmi_attribute_named(const char *name);
void dmi_attributes_reset(dmi_attributes *attributes);
/* Appends to the text of an attribute, which then is given; DMI_ATTR_NONE is ignored. */
void dmi_attributes_append(dmi_attributes *attributes, dmi_attribute attribute, const char *bytes,
                           size_t size);

dm_status dmi_attributes_node(dmi_parsed *board, dmi_attributes *attributes, dm_vertex v,
                              dm_error *err);
/* `from` and `to` are the file's names of the ends, for messages. */
dm_status dmi_attributes_edge(dmi_parsed *board, dmi_attributes *attributes, bool is_arc,
                              dm_vertex u, dm_vertex v, const char *from, const char *to,
                              dm_error *err);

#endif
