/* osm_xml.c - OpenStreetMap's XML files, read with expat.
 *
 *     <osm>
 *       <node id="1" lat="43.7" lon="7.4"/>
 *       <way id="2"> <nd ref="1"/> <nd ref="3"/> <tag k="highway" v="residential"/> </way>
 *     </osm>
 *
 * Elements that an editor marks as deleted (action="delete", visible="false") are left out.
 */
#include "format/format.h"
#include "format/scan.h"
#include "format/xml.h"
#include "map/osm.h"
#include <math.h>
#include <stdlib.h>

typedef struct osm_xml {
    dmi_input *in;
    const dmi_osm_sink *sink;
    dmi_xml xml;
    bool in_way, in_relation;
    bool in_node;            /* the last one given is open */
    int64_t open_id;         /* of the node or way */
    dmi_osm_node node[1024]; /* not given to the sink yet */
    size_t nodes;
    int64_t *ref; /* of the way */
    size_t refs, ref_room;
    dmi_osm_member *member; /* of the relation; a role is one of those that count, or empty */
    size_t members, member_room;
    size_t value_at[DMI_OSM_KEYS]; /* 1 + where the value begins in `values`; 0: no such tag */
    char *values;                  /* each with a NUL */
    size_t values_size, values_room;
} osm_xml;

static bool is_deleted(const char **pairs)
{
    const char *action = dmi_xml_attribute(pairs, "action"),
               *visible = dmi_xml_attribute(pairs, "visible");
    return (action && strcmp(action, "delete") == 0) || (visible && strcmp(visible, "false") == 0);
}

static bool read_id(osm_xml *file, const char *element, const char *text, int64_t *out)
{
    const char *at = text && *text == '-' ? text + 1 : text;
    if (!at || !dmi_scan_number(&at, out) || *at) {
        if (text)
            dmi_xml_bad(&file->xml, "<%s> has %s; expected the number of a node", element,
                        dmi_quote_word(text).text);
        else
            dmi_xml_bad(&file->xml, "<%s> has no number of a node", element);
        return false;
    }
    *out = *text == '-' ? -*out : *out;
    return true;
}

static bool read_degrees(osm_xml *file, const char *name, const char *text, int64_t *out)
{
    double degrees = 0;
    const char *at = text;
    if (!dmi_scan_real(&at, &degrees) || *at || fabs(degrees) > 360) {
        dmi_xml_bad(&file->xml, "a node has %s %s; expected degrees", name,
                    dmi_quote_word(text).text);
        return false;
    }
    *out = llround(degrees * 1e9);
    return true;
}

static dm_status give_nodes(osm_xml *file)
{
    size_t count = file->nodes;
    file->nodes = 0;
    return count ? file->sink->nodes(file->sink->context, file->node, count, file->xml.err) : DM_OK;
}

/* A node without coordinates has no place. */
static void read_node(osm_xml *file, const char **pairs)
{
    const char *lat = dmi_xml_attribute(pairs, "lat"), *lon = dmi_xml_attribute(pairs, "lon");
    dmi_osm_node *node = &file->node[file->nodes];
    if (!lat || !lon || is_deleted(pairs))
        return;
    if (!read_id(file, "node", dmi_xml_attribute(pairs, "id"), &node->id) ||
        !read_degrees(file, "latitude", lat, &node->lat) ||
        !read_degrees(file, "longitude", lon, &node->lon))
        return;
    file->in_node = true;
    file->open_id = node->id;
    if (++file->nodes < sizeof file->node / sizeof *file->node)
        return;
    dm_status status = give_nodes(file);
    if (status != DM_OK)
        dmi_xml_fail(&file->xml, status);
}

static void read_tag(osm_xml *file, const char **pairs)
{
    const char *key = dmi_xml_attribute(pairs, "k"), *value = dmi_xml_attribute(pairs, "v");
    dmi_osm_key which = key && value && *key ? dmi_osm_key_of(key, strlen(key)) : DMI_OSM_KEYS;
    if (which == DMI_OSM_KEYS)
        return;
    size_t size = strlen(value) + 1;
    if (!dmi_reserve(&file->values, &file->values_room, file->values_size + size, 1)) {
        dmi_xml_fail(&file->xml, dmi_no_memory(file->xml.err));
        return;
    }
    memcpy(file->values + file->values_size, value, size);
    file->value_at[which] = file->values_size + 1;
    file->values_size += size;
}

static void read_member(osm_xml *file, const char **pairs)
{
    static const char *const roles[] = {"from", "via", "to", ""};
    static const char *const types[] = {"node", "way", "relation"};
    const char *role = dmi_xml_attribute(pairs, "role"), *type = dmi_xml_attribute(pairs, "type");
    dmi_osm_member to = {0};
    if (!role || !type || !read_id(file, "member", dmi_xml_attribute(pairs, "ref"), &to.id))
        return;
    int which = 0, kind = 0;
    while (which < 3 && strcmp(role, roles[which]) != 0)
        which++;
    while (kind < 2 && strcmp(type, types[kind]) != 0)
        kind++;
    to.role = (dmi_osm_text){roles[which], strlen(roles[which])};
    to.type = kind == 0 ? DMI_OSM_NODE : kind == 1 ? DMI_OSM_WAY : DMI_OSM_RELATION;
    if (!dmi_reserve(&file->member, &file->member_room, file->members + 1, sizeof *file->member))
        dmi_xml_fail(&file->xml, dmi_no_memory(file->xml.err));
    else
        file->member[file->members++] = to;
}

static void clear_tags(osm_xml *file)
{
    file->values_size = 0;
    memset(file->value_at, 0, sizeof file->value_at);
}

static void open_tagged(osm_xml *file, bool *flag, const char **pairs)
{
    const char *id = dmi_xml_attribute(pairs, "id");
    *flag = !is_deleted(pairs);
    file->refs = file->members = 0;
    file->open_id = id ? strtoll(id, NULL, 10) : 0; /* needed for restrictions alone */
    clear_tags(file);
}

static void open_element(void *context, const char *name, const char **pairs)
{
    osm_xml *file = context;
    if (file->xml.depth == 1 && strcmp(name, "osm") != 0)
        dmi_xml_bad(&file->xml, "the first element is <%.40s>; expected <osm>", name);
    else if (file->xml.depth == 2 && file->sink->nodes && strcmp(name, "node") == 0) {
        clear_tags(file);
        read_node(file, pairs);
    } else if (file->xml.depth == 2 && file->sink->judge && strcmp(name, "way") == 0)
        open_tagged(file, &file->in_way, pairs);
    else if (file->xml.depth == 2 && file->sink->restriction && strcmp(name, "relation") == 0)
        open_tagged(file, &file->in_relation, pairs);
    else if (file->in_way && strcmp(name, "nd") == 0) {
        int64_t id = 0;
        if (read_id(file, "nd", dmi_xml_attribute(pairs, "ref"), &id)) {
            if (!dmi_reserve(&file->ref, &file->ref_room, file->refs + 1, sizeof *file->ref))
                dmi_xml_fail(&file->xml, dmi_no_memory(file->xml.err));
            else
                file->ref[file->refs++] = id;
        }
    } else if (file->in_relation && strcmp(name, "member") == 0)
        read_member(file, pairs);
    else if (strcmp(name, "tag") == 0 &&
             (file->in_way || file->in_relation || (file->in_node && file->sink->tagged_node)))
        read_tag(file, pairs);
}

static dmi_osm_tags tags_of(const osm_xml *file)
{
    dmi_osm_tags tags = {0};
    for (int i = 0; i < DMI_OSM_KEYS; i++)
        if (file->value_at[i]) {
            const char *value = file->values + file->value_at[i] - 1;
            tags.value[i] = (dmi_osm_text){value, strlen(value)};
        }
    return tags;
}

static void close_element(void *context, const char *name)
{
    osm_xml *file = context;
    dm_status status = DM_OK;
    if (file->in_way && strcmp(name, "way") == 0) {
        dmi_osm_tags tags = tags_of(file);
        file->in_way = false;
        if (file->sink->judge(file->sink->context, &tags))
            status = file->sink->way(file->sink->context, file->open_id, file->ref, file->refs,
                                     file->xml.err);
    } else if (file->in_relation && strcmp(name, "relation") == 0) {
        dmi_osm_tags tags = tags_of(file);
        file->in_relation = false;
        if (dmi_osm_is_restriction(&tags))
            status = file->sink->restriction(file->sink->context, &tags, file->member,
                                             file->members, file->xml.err);
    } else if (file->in_node && strcmp(name, "node") == 0) {
        file->in_node = false;
        if (file->values_size == 0)
            return;
        dmi_osm_tags tags = tags_of(file);
        if (tags.value[DMI_OSM_BARRIER].at ||
            (file->sink->wants_signals && dmi_osm_is_signal(&tags)))
            status =
                file->sink->tagged_node(file->sink->context, file->open_id, &tags, file->xml.err);
    }
    if (status != DM_OK)
        dmi_xml_fail(&file->xml, status);
}

static dm_status read_pass(void *reader, const dmi_osm_sink *sink, dm_error *err)
{
    static const dmi_xml_handlers handlers = {.start = open_element, .end = close_element};
    osm_xml *file = reader;
    file->sink = sink;
    dm_status status = dmi_xml_read(&file->xml, file->in, &handlers, file, err);
    return status == DM_OK ? give_nodes(file) : status;
}

static void free_xml(osm_xml *file)
{
    free(file->ref);
    free(file->member);
    free(file->values);
    free(file);
}

static osm_xml *new_xml(dmi_input *in)
{
    osm_xml *file = dmi_calloc(1, sizeof *file);
    if (file)
        file->in = in;
    return file;
}

dm_status dmi_osm_scan_xml(dmi_input *in, const dmi_osm_sink *sink, dm_error *err)
{
    osm_xml *file = new_xml(in);
    if (!file)
        return dmi_no_memory(err);
    dm_status status = read_pass(file, sink, err);
    free_xml(file);
    return status;
}

dm_status dmi_read_osm_xml(dmi_input *in, dm_arena **out, dm_error *err)
{
    osm_xml *file = new_xml(in);
    if (!file)
        return dmi_no_memory(err);
    dm_status status = dmi_osm_board(in, read_pass, file, out, err);
    free_xml(file);
    return status;
}
