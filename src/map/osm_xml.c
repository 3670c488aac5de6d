/* osm_xml.c - OpenStreetMap's XML files, read with expat.
 *
 *     <osm>
 *       <node id="1" lat="43.7" lon="7.4"/>
 *       <way id="2"> <nd ref="1"/> <nd ref="3"/> <tag k="highway" v="residential"/> </way>
 *     </osm>
 *
 * Elements that an editor marks as deleted (action="delete", visible="false") are left out.  Entity
 * declarations are refused: no map needs them, and they can expand without limit.
 */
#include "format/format.h"
#include "format/scan.h"
#include "map/osm.h"
#include <expat.h>
#include <math.h>
#include <stdlib.h>

enum { DEEPEST = 64 };

typedef struct osm_xml {
    dmi_input *in;
    const dmi_osm_sink *sink;
    XML_Parser parser;
    dm_status status; /* the first failure */
    dm_error *err;
    int depth;
    bool in_way;
    dmi_osm_node node[1024]; /* not given to the sink yet */
    size_t nodes;
    int64_t *ref; /* of the way */
    size_t refs, ref_room;
    size_t value_at[DMI_OSM_KEYS]; /* 1 + where the value begins in `values`; 0: no such tag */
    char *values;                  /* each with a NUL */
    size_t values_size, values_room;
} osm_xml;

static void fail(osm_xml *file, dm_status status)
{
    if (file->status == DM_OK)
        file->status = status;
    XML_StopParser(file->parser, XML_FALSE);
}

#define bad(file, ...) (note_line(file), fail(file, dmi_bad((file)->in, (file)->err, __VA_ARGS__)))

static void note_line(osm_xml *file)
{
    file->in->line = (int64_t)XML_GetCurrentLineNumber(file->parser);
}

static const char *attribute(const char **pairs, const char *name)
{
    for (; *pairs; pairs += 2)
        if (strcmp(pairs[0], name) == 0)
            return pairs[1];
    return NULL;
}

static bool is_deleted(const char **pairs)
{
    const char *action = attribute(pairs, "action"), *visible = attribute(pairs, "visible");
    return (action && strcmp(action, "delete") == 0) || (visible && strcmp(visible, "false") == 0);
}

static bool read_id(osm_xml *file, const char *element, const char *text, int64_t *out)
{
    const char *at = text && *text == '-' ? text + 1 : text;
    if (!at || !dmi_scan_number(&at, out) || *at) {
        if (text)
            bad(file, "<%s> has %s; expected the number of a node", element,
                dmi_quote_word(text).text);
        else
            bad(file, "<%s> has no number of a node", element);
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
        bad(file, "a node has %s %s; expected degrees", name, dmi_quote_word(text).text);
        return false;
    }
    *out = llround(degrees * 1e9);
    return true;
}

static void give_nodes(osm_xml *file)
{
    size_t count = file->nodes;
    file->nodes = 0;
    dm_status status =
        count ? file->sink->nodes(file->sink->context, file->node, count, file->err) : DM_OK;
    if (status != DM_OK)
        fail(file, status);
}

/* A node without coordinates has no place. */
static void read_node(osm_xml *file, const char **pairs)
{
    const char *lat = attribute(pairs, "lat"), *lon = attribute(pairs, "lon");
    dmi_osm_node *node = &file->node[file->nodes];
    if (!lat || !lon || is_deleted(pairs))
        return;
    if (!read_id(file, "node", attribute(pairs, "id"), &node->id) ||
        !read_degrees(file, "latitude", lat, &node->lat) ||
        !read_degrees(file, "longitude", lon, &node->lon))
        return;
    if (++file->nodes == sizeof file->node / sizeof *file->node)
        give_nodes(file);
}

static void begin_way(osm_xml *file, const char **pairs)
{
    file->in_way = !is_deleted(pairs);
    file->refs = file->values_size = 0;
    memset(file->value_at, 0, sizeof file->value_at);
}

static void read_ref(osm_xml *file, const char **pairs)
{
    int64_t id = 0;
    if (!read_id(file, "nd", attribute(pairs, "ref"), &id))
        return;
    if (!dmi_reserve(&file->ref, &file->ref_room, file->refs + 1, sizeof *file->ref))
        fail(file, dmi_no_memory(file->err));
    else
        file->ref[file->refs++] = id;
}

static void read_tag(osm_xml *file, const char **pairs)
{
    const char *key = attribute(pairs, "k"), *value = attribute(pairs, "v");
    dmi_osm_key which = key && value && *key ? dmi_osm_key_of(key, strlen(key)) : DMI_OSM_KEYS;
    if (which == DMI_OSM_KEYS)
        return;
    size_t size = strlen(value) + 1;
    if (!dmi_reserve(&file->values, &file->values_room, file->values_size + size, 1)) {
        fail(file, dmi_no_memory(file->err));
        return;
    }
    memcpy(file->values + file->values_size, value, size);
    file->value_at[which] = file->values_size + 1;
    file->values_size += size;
}

static void end_way(osm_xml *file)
{
    dmi_osm_tags tags = {0};
    for (int i = 0; i < DMI_OSM_KEYS; i++)
        if (file->value_at[i]) {
            const char *value = file->values + file->value_at[i] - 1;
            tags.value[i] = (dmi_osm_text){value, strlen(value)};
        }
    file->in_way = false;
    if (!file->sink->judge(file->sink->context, &tags))
        return;
    dm_status status = file->sink->way(file->sink->context, file->ref, file->refs, file->err);
    if (status != DM_OK)
        fail(file, status);
}

static void on_start(void *data, const char *name, const char **pairs)
{
    osm_xml *file = data;
    if (file->status != DM_OK)
        return;
    if (++file->depth > DEEPEST)
        bad(file, "elements more than %d deep", DEEPEST);
    else if (file->depth == 1 && strcmp(name, "osm") != 0)
        bad(file, "the first element is <%.40s>; expected <osm>", name);
    else if (file->depth == 2 && file->sink->nodes && strcmp(name, "node") == 0)
        read_node(file, pairs);
    else if (file->depth == 2 && file->sink->judge && strcmp(name, "way") == 0)
        begin_way(file, pairs);
    else if (file->in_way && strcmp(name, "nd") == 0)
        read_ref(file, pairs);
    else if (file->in_way && strcmp(name, "tag") == 0)
        read_tag(file, pairs);
}

static void on_end(void *data, const char *name)
{
    osm_xml *file = data;
    if (file->status != DM_OK)
        return;
    file->depth--;
    if (file->in_way && strcmp(name, "way") == 0)
        end_way(file);
}

static void on_entity(void *data, const char *name, int is_parameter, const char *value,
                      int value_size, const char *base, const char *system, const char *public,
                      const char *notation)
{
    (void)name, (void)is_parameter, (void)value, (void)value_size;
    (void)base, (void)system, (void)public, (void)notation;
    osm_xml *file = data;
    bad(file, "entity declarations are not supported");
}

static dm_status parse_block(osm_xml *file, const char *block, size_t size)
{
    if (XML_Parse(file->parser, block, (int)size, size == 0) == XML_STATUS_OK)
        return dmi_input_poll(file->in, "reading", file->err);
    if (file->status != DM_OK)
        return file->status;
    note_line(file);
    enum XML_Error code = XML_GetErrorCode(file->parser);
    return code == XML_ERROR_NO_MEMORY
               ? dmi_no_memory(file->err)
               : dmi_bad(file->in, file->err, "not well-formed XML: %s", XML_ErrorString(code));
}

static dm_status parse(osm_xml *file)
{
    const char *block;
    size_t size = 1;
    dm_status status = DM_OK;
    while (size > 0 && status == DM_OK) {
        status = dmi_input_block(file->in, &block, &size, file->err);
        if (status == DM_OK)
            status = parse_block(file, block, size);
    }
    if (status == DM_OK)
        give_nodes(file);
    return status == DM_OK ? file->status : status;
}

static dm_status pass(void *reader, const dmi_osm_sink *sink, dm_error *err)
{
    osm_xml *file = reader;
    file->parser = XML_ParserCreate(NULL);
    if (!file->parser)
        return dmi_no_memory(err);
    file->sink = sink;
    file->err = err;
    file->depth = 0;
    XML_SetUserData(file->parser, file);
    XML_SetElementHandler(file->parser, on_start, on_end);
    XML_SetEntityDeclHandler(file->parser, on_entity);
    dm_status status = parse(file);
    XML_ParserFree(file->parser);
    file->parser = NULL;
    return status;
}

static void free_xml(osm_xml *file)
{
    free(file->ref);
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
    dm_status status = pass(file, sink, err);
    free_xml(file);
    return status;
}

dm_status dmi_read_osm_xml(dmi_input *in, dm_arena **out, dm_error *err)
{
    osm_xml *file = new_xml(in);
    if (!file)
        return dmi_no_memory(err);
    dm_status status = dmi_osm_board(in, pass, file, out, err);
    free_xml(file);
    return status;
}
