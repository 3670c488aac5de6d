/* fields.h - the attributes of nodes and edges that a board has a use for.
 *
 * GraphML and GML name attributes freely; the same few names count in both.
 * An edge's length is its `length`, else its `weight`, else its `value`, else
 * 1; a node's name is its `name`, else its `label`.  A node's `value` that is
 * no number is somebody else's attribute.
 */
#ifndef DMI_FIELDS_H
#define DMI_FIELDS_H

#include "format/draft.h"

typedef enum dmi_field {
    DMI_FIELD_NONE = -1,
    DMI_FIELD_LENGTH,
    DMI_FIELD_WEIGHT,
    DMI_FIELD_VALUE,
    DMI_FIELD_X,
    DMI_FIELD_Y,
    DMI_FIELD_NAME,
    DMI_FIELD_LABEL,
    DMI_FIELD_TITLE,
    DMI_FIELDS
} dmi_field;

#define DMI_FIELD_ROOM 300 /* bytes, above what a name may have */

typedef struct dmi_fields {
    bool is_given[DMI_FIELDS];
    bool is_cut; /* one had no room */
    size_t size[DMI_FIELDS];
    char text[DMI_FIELDS][DMI_FIELD_ROOM];
} dmi_fields;

dmi_field dmi_field_named(const char *name);
void dmi_fields_reset(dmi_fields *fields);
/* Adds to the text of a field, which then is given; DMI_FIELD_NONE is fine. */
void dmi_fields_append(dmi_fields *fields, dmi_field field, const char *bytes, size_t size);

dm_status dmi_fields_node(dmi_draft *draft, dmi_fields *fields, dm_vertex v, dm_error *err);
/* `from` and `to` are the file's names of the ends, for messages. */
dm_status dmi_fields_edge(dmi_draft *draft, dmi_fields *fields, bool is_arc, dm_vertex u,
                          dm_vertex v, const char *from, const char *to, dm_error *err);

#endif
