/* fields.c - the attributes of nodes and edges that a board has a use for. */
#include "format/fields.h"

#include "format/scan.h"

dmi_field dmi_field_named(const char *name)
{
    static const char *const names[DMI_FIELDS] = {
        [DMI_FIELD_LENGTH] = "length", [DMI_FIELD_WEIGHT] = "weight", [DMI_FIELD_VALUE] = "value",
        [DMI_FIELD_X] = "x",           [DMI_FIELD_Y] = "y",           [DMI_FIELD_NAME] = "name",
        [DMI_FIELD_LABEL] = "label",   [DMI_FIELD_TITLE] = "title",
    };
    for (int i = 0; i < DMI_FIELDS; i++)
        if (strcmp(names[i], name) == 0)
            return (dmi_field)i;
    return DMI_FIELD_NONE;
}

void dmi_fields_reset(dmi_fields *fields)
{
    memset(fields->is_given, 0, sizeof fields->is_given);
    memset(fields->size, 0, sizeof fields->size);
    for (int i = 0; i < DMI_FIELDS; i++)
        fields->text[i][0] = '\0';
    fields->is_cut = false;
}

void dmi_fields_append(dmi_fields *fields, dmi_field field, const char *bytes, size_t size)
{
    if (field == DMI_FIELD_NONE)
        return;
    size_t room = DMI_FIELD_ROOM - 1 - fields->size[field];
    fields->is_given[field] = true;
    fields->is_cut |= size > room;
    size = size > room ? room : size;
    memcpy(fields->text[field] + fields->size[field], bytes, size);
    fields->size[field] += size;
    fields->text[field][fields->size[field]] = '\0';
}

/* Text in XML comes with the blanks and newlines around it. */
static const char *trimmed(dmi_fields *fields, dmi_field field, size_t *size)
{
    const char *text = fields->text[field];
    size_t left = fields->size[field];
    while (left && strchr(" \t\r\n", *text)) {
        text++;
        left--;
    }
    while (left && strchr(" \t\r\n", text[left - 1]))
        left--;
    fields->text[field][text - fields->text[field] + (ptrdiff_t)left] = '\0';
    *size = left;
    return text;
}

static dm_status check_cut(const dmi_draft *draft, const dmi_fields *fields, dm_error *err)
{
    return fields->is_cut
               ? dmi_bad(draft->in, err, "an attribute has more than %d bytes", DMI_FIELD_ROOM - 1)
               : DM_OK;
}

static dm_status use_value(dmi_draft *draft, dmi_fields *fields, dm_vertex v, dm_error *err)
{
    size_t size;
    const char *text = trimmed(fields, DMI_FIELD_VALUE, &size);
    bool is_number =
        size > 0 && strspn(text, "0123456789+-.eE") == size && strpbrk(text, "0123456789");
    dmi_decimal value;
    if (!fields->is_given[DMI_FIELD_VALUE] || !is_number)
        return DM_OK;
    if (dmi_decimal_parse(text, size, &value) || value.decimals > 0 ||
        (value.negative && value.units > 0))
        return dmi_bad(draft->in, err, "a node has value %.40s; values are whole and non-negative",
                       text);
    return dmi_draft_value(draft, v, (int64_t)value.units, err);
}

static dm_status use_place(dmi_draft *draft, dmi_fields *fields, dm_vertex v, dm_error *err)
{
    double place[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        dmi_field field = i ? DMI_FIELD_Y : DMI_FIELD_X;
        size_t size;
        const char *text = trimmed(fields, field, &size);
        if (!fields->is_given[field])
            return DM_OK;
        if (!dmi_scan_real(&text, &place[i]) || *text)
            return dmi_bad(draft->in, err, "coordinate %s is not a number", i ? "y" : "x");
    }
    return dmi_draft_place(draft, v, place[0], place[1], err);
}

dm_status dmi_fields_node(dmi_draft *draft, dmi_fields *fields, dm_vertex v, dm_error *err)
{
    dm_status status = check_cut(draft, fields, err);
    if (status == DM_OK)
        status = use_value(draft, fields, v, err);
    if (status == DM_OK)
        status = use_place(draft, fields, v, err);
    dmi_field name = fields->is_given[DMI_FIELD_NAME] ? DMI_FIELD_NAME : DMI_FIELD_LABEL;
    if (status == DM_OK && fields->size[name] > 0)
        status = dmi_draft_name(draft, v, fields->text[name], err);
    return status;
}

dm_status dmi_fields_edge(dmi_draft *draft, dmi_fields *fields, bool is_arc, dm_vertex u,
                          dm_vertex v, const char *from, const char *to, dm_error *err)
{
    static const dmi_field sources[] = {DMI_FIELD_LENGTH, DMI_FIELD_WEIGHT, DMI_FIELD_VALUE};
    dm_status status = check_cut(draft, fields, err);
    if (status != DM_OK)
        return status;
    int64_t length = 0;
    int i = 0;
    while (i < 3 && !fields->is_given[sources[i]])
        i++;
    if (i < 3) {
        size_t size;
        const char *text = trimmed(fields, sources[i], &size);
        status = dmi_draft_length(draft, text, size, &length, err);
    } else {
        status = dmi_draft_whole(draft, 1, &length, err);
    }
    if (status != DM_OK)
        return dmi_input_blame(draft->in, draft->in->line, status, err, "edge %.40s %.40s ", from,
                               to);
    return dmi_draft_link(draft, is_arc, u, v, length, err);
}
