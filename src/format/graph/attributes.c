/* attributes.c - the attributes of nodes and edges that count, in formats that allow any. */
#include "format/graph/id_graph.h"

#include "format/scan.h"
#include <stdlib.h>
#include <strings.h>

dmi_attribute dmi_attribute_named(const char *name)
{
    static const struct {
        const char *name;
        dmi_attribute attribute;
    } names[] = {
        {"length", DMI_ATTR_LENGTH}, {"len", DMI_ATTR_LEN},
        {"weight", DMI_ATTR_WEIGHT}, {"value", DMI_ATTR_VALUE},
        {"x", DMI_ATTR_X},           {"y", DMI_ATTR_Y},
        {"lon", DMI_ATTR_LON},       {"lat", DMI_ATTR_LAT},
        {"lng", DMI_ATTR_LON},       {"longitude", DMI_ATTR_LON},
        {"latitude", DMI_ATTR_LAT},  {"pos", DMI_ATTR_POS},
        {"name", DMI_ATTR_NAME},     {"label", DMI_ATTR_LABEL},
        {"title", DMI_ATTR_TITLE},   {"travel_time", DMI_ATTR_TRAVEL_TIME},
        {"crs", DMI_ATTR_CRS},       {"highway", DMI_ATTR_HIGHWAY},
        {"oneway", DMI_ATTR_ONEWAY}, {"geometry", DMI_ATTR_GEOMETRY},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].attribute;
    return DMI_ATTR_NONE;
}

void dmi_attributes_reset(dmi_attributes *attributes)
{
    memset(attributes->is_given, 0, sizeof attributes->is_given);
    memset(attributes->is_cut, 0, sizeof attributes->is_cut);
    memset(attributes->size, 0, sizeof attributes->size);
    for (int i = 0; i < DMI_ATTR_GEOMETRY; i++)
        attributes->text[i][0] = '\0';
}

void dmi_attributes_clear(dmi_attributes *attributes)
{
    free(attributes->geometry);
    attributes->geometry = NULL;
    attributes->geometry_room = 0;
}

/* The text of an attribute with room for `more` bytes and a NUL; NULL without memory. */
static char *room_for(dmi_attributes *attributes, dmi_attribute attribute, size_t *more)
{
    size_t used = attributes->size[attribute];
    if (attribute == DMI_ATTR_GEOMETRY)
        return dmi_reserve(&attributes->geometry, &attributes->geometry_room, used + *more + 1, 1)
                   ? attributes->geometry
                   : NULL;
    size_t room = DMI_ATTRIBUTE_ROOM - 1 - used;
    attributes->is_cut[attribute] |= *more > room;
    *more = *more > room ? room : *more;
    return attributes->text[attribute];
}

void dmi_attributes_append(dmi_attributes *attributes, dmi_attribute attribute, const char *bytes,
                           size_t size)
{
    if (attribute == DMI_ATTR_NONE)
        return;
    char *text = room_for(attributes, attribute, &size);
    if (!text) {
        attributes->no_memory = true;
        return;
    }
    attributes->is_given[attribute] = true;
    memcpy(text + attributes->size[attribute], bytes, size);
    attributes->size[attribute] += size;
    text[attributes->size[attribute]] = '\0';
}

char *dmi_attributes_text(dmi_attributes *attributes, dmi_attribute attribute, size_t *size)
{
    static char none[1];
    char *text =
        attribute == DMI_ATTR_GEOMETRY ? attributes->geometry : attributes->text[attribute];
    size_t left = attributes->size[attribute];
    *size = 0;
    if (!attributes->is_given[attribute])
        return none;
    while (left && strchr(" \t\r\n", *text)) {
        text++;
        left--;
    }
    while (left && strchr(" \t\r\n", text[left - 1]))
        left--;
    text[left] = '\0';
    *size = left;
    return text;
}

dm_status dmi_attributes_check(const dmi_attributes *attributes, const dmi_input *in, dm_error *err)
{
    if (attributes->no_memory)
        return dmi_no_memory(err);
    for (int i = 0; i < DMI_ATTRIBUTES; i++)
        if (attributes->is_cut[i] && i != DMI_ATTR_HIGHWAY)
            return dmi_bad(in, err, "an attribute has more than %d bytes", DMI_ATTRIBUTE_ROOM - 1);
    return DM_OK;
}
