/* attributes.c - attributes of nodes and edges in GraphML and GML. */
#include "format/attributes.h"

#include "format/scan.h"

dmi_attribute dmi_attribute_named(const char *name)
{
    static const char *const names[DMI_ATTRIBUTES] = {
        [DMI_ATTR_LENGTH] = "length", [DMI_ATTR_WEIGHT] = "weight", [DMI_ATTR_VALUE] = "value",
        [DMI_ATTR_X] = "x",           [DMI_ATTR_Y] = "y",           [DMI_ATTR_NAME] = "name",
        [DMI_ATTR_LABEL] = "label",   [DMI_ATTR_TITLE] = "title",
    };
    for (int i = 0; i < DMI_ATTRIBUTES; i++)
        if (strcmp(names[i], name) == 0)
            return (dmi_attribute)i;
    return DMI_ATTR_NONE;
}

void dmi_attributes_reset(dmi_attributes *attributes)
{
    memset(attributes->is_given, 0, sizeof attributes->is_given);
    memset(attributes->size, 0, sizeof attributes->size);
    for (int i = 0; i < DMI_ATTRIBUTES; i++)
        attributes->text[i][0] = '\0';
    attributes->is_cut = false;
}

void dmi_attributes_append(dmi_attributes *attributes, dmi_attribute attribute, const char *bytes,
                           size_t size)
{
    if (attribute == DMI_ATTR_NONE)
        return;
    size_t room = DMI_ATTRIBUTE_ROOM - 1 - attributes->size[attribute];
    attributes->is_given[attribute] = true;
    attributes->is_cut |= size > room;
    size = size > room ? room : size;
    memcpy(attributes->text[attribute] + attributes->size[attribute], bytes, size);
    attributes->size[attribute] += size;
    attributes->text[attribute][attributes->size[attribute]] = '\0';
}

/* Text in XML may have blanks and newlines around it. */
static const char *trimmed(dmi_attributes *attributes, dmi_attribute attribute, size_t *size)
{
    const char *text = attributes->text[attribute];
    size_t left = attributes->size[attribute];
    while (left && strchr(" \t\r\n", *text)) {
        text++;
        left--;
    }
    while (left && strchr(" \t\r\n", text[left - 1]))
        left--;
    attributes->text[attribute][text - attributes->text[attribute] + (ptrdiff_t)left] = '\0';
    *size = left;
    return text;
}

static dm_status check_cut(const dmi_parsed *board, const dmi_attributes *attributes, dm_error *err)
{
    return attributes->is_cut ? dmi_bad(board->in, err, "an attribute has more than %d bytes",
                                        DMI_ATTRIBUTE_ROOM - 1)
                              : DM_OK;
}

static dm_status use_value(dmi_parsed *board, dmi_attributes *attributes, dm_vertex v,
                           dm_error *err)
{
    size_t size;
    const char *text = trimmed(attributes, DMI_ATTR_VALUE, &size);
    bool is_number =
        size > 0 && strspn(text, "0123456789+-.eE") == size && strpbrk(text, "0123456789");
    dmi_decimal value;
    if (!attributes->is_given[DMI_ATTR_VALUE] || !is_number)
        return DM_OK;
    if (dmi_decimal_parse(text, size, &value) || value.decimals > 0 ||
        (value.negative && value.units > 0))
        return dmi_bad(board->in, err,
                       "a node has value %.40s; values are whole numbers, 0 or more", text);
    return dmi_parsed_value(board, v, (int64_t)value.units, err);
}

static dm_status use_place(dmi_parsed *board, dmi_attributes *attributes, dm_vertex v,
                           dm_error *err)
{
    double place[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        dmi_attribute attribute = i ? DMI_ATTR_Y : DMI_ATTR_X;
        size_t size;
        const char *text = trimmed(attributes, attribute, &size);
        if (!attributes->is_given[attribute])
            return DM_OK;
        if (!dmi_scan_real(&text, &place[i]) || *text)
            return dmi_bad(board->in, err, "coordinate %s is not a number", i ? "y" : "x");
    }
    return dmi_parsed_place(board, v, place[0], place[1], err);
}

dm_status dmi_attributes_node(dmi_parsed *board, dmi_attributes *attributes, dm_vertex v,
                              dm_error *err)
{
    dm_status status = check_cut(board, attributes, err);
    if (status == DM_OK)
        status = use_value(board, attributes, v, err);
    if (status == DM_OK)
        status = use_place(board, attributes, v, err);
    dmi_attribute name = attributes->is_given[DMI_ATTR_NAME] ? DMI_ATTR_NAME : DMI_ATTR_LABEL;
    if (status == DM_OK && attributes->size[name] > 0)
        status = dmi_parsed_name(board, v, attributes->text[name], err);
    return status;
}

dm_status dmi_attributes_edge(dmi_parsed *board, dmi_attributes *attributes, bool is_arc,
                              dm_vertex u, dm_vertex v, const char *from, const char *to,
                              dm_error *err)
{
    static const dmi_attribute sources[] = {DMI_ATTR_LENGTH, DMI_ATTR_WEIGHT, DMI_ATTR_VALUE};
    dm_status status = check_cut(board, attributes, err);
    if (status != DM_OK)
        return status;
    int64_t length = 0;
    int i = 0;
    while (i < 3 && !attributes->is_given[sources[i]])
        i++;
    if (i < 3) {
        size_t size;
        const char *text = trimmed(attributes, sources[i], &size);
        status = dmi_parsed_length(board, text, size, &length, err);
    } else {
        status = dmi_parsed_whole(board, 1, &length, err);
    }
    if (status != DM_OK)
        return dmi_input_blame(board->in, board->in->line, status, err, "edge %.40s %.40s ", from,
                               to);
    return dmi_parsed_link(board, is_arc, u, v, length, err);
}
