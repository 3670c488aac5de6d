/* attributes.h - the attributes of nodes and edges that count, in formats that allow any.
 *
 * An edge's length is its `length`, else its `len`, its `weight`, its `value`; a node's name is its
 * `name`, else its `label`, else its id.  A node's `value` that is not a number is ignored.  All
 * other attributes are not used; a remark of the board names them.
 */
#ifndef DMI_FORMAT_GRAPH_ATTRIBUTES_H
#define DMI_FORMAT_GRAPH_ATTRIBUTES_H

#include "format/input.h"
#include <stdbool.h>
#include <stddef.h>

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

#endif
