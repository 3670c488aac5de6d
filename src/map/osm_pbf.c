/* osm_pbf.c - OpenStreetMap's PBF files.
 *
 * The first blob is a header, which says what a reader must understand.  Every other one is a
 * block:
 *
 *     block   string table, granularity, offsets
 *       group   nodes; or dense nodes; or ways; or relations
 *
 * Dense nodes are three columns (ids, latitudes, longitudes), the nodes of a way one, each number
 * stored as the difference to the one before.  Coordinates are offset + granularity * number in
 * 10^-9 degrees.  The strings of a block are looked up once each: most ways have no key that
 * counts.
 *
 * The first pass notes which blobs have nodes; a later one unpacks only these.
 */
#include "format/format.h"
#include "map/osm.h"
#include "map/osm_blobs.h"
#include <assert.h>
#include <stdlib.h>

typedef struct text {
    dmi_osm_text text;
    unsigned char key; /* a dmi_osm_key */
} text;

typedef struct pbf {
    dmi_osm_blobs blobs;
    const dmi_osm_blob *blob; /* the one that is read */
    const dmi_osm_sink *sink;
    unsigned char *has_nodes; /* by blob, 0: not known, 1: no, 2: yes */
    size_t has_nodes_room, blobs_known;
    text *string; /* of the block */
    size_t strings, string_room;
    bool has_tagged;        /* the block may have nodes whose tags are wanted */
    dmi_osm_member *member; /* of a relation */
    size_t member_room;
    int64_t granularity, lat_offset, lon_offset;
    dmi_osm_node node[4096]; /* not given to the sink yet */
    size_t nodes;
    int64_t *ref; /* of a way */
    size_t refs, ref_room;
} pbf;

static dm_status fail_damaged(const pbf *file, const char *what, dm_error *err)
{
    return dmi_bad_blob(file->blob, err, "%s", what);
}

static dm_status check_feature(const pbf *file, dmi_cursor name, dm_error *err)
{
    static const char *const known[] = {"OsmSchema-V0.6", "DenseNodes"};
    size_t size = (size_t)(name.end - name.at);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (size == strlen(known[i]) && memcmp(name.at, known[i], size) == 0)
            return DM_OK;
    char shown[41];
    size_t length = size < 40 ? size : 40;
    for (size_t i = 0; i < length; i++)
        shown[i] = name.at[i] > ' ' && name.at[i] < 0x7f ? (char)name.at[i] : '?';
    shown[length] = '\0';
    return dmi_bad_blob(file->blob, err, "it requires \"%s\", which is not known here", shown);
}

static dm_status read_header(pbf *file, dmi_cursor header, dm_error *err)
{
    enum { REQUIRED_FEATURES = 4 };
    dmi_field field;
    dm_status status = DM_OK;
    while (status == DM_OK && dmi_next_field(&header, &field))
        if (field.id == REQUIRED_FEATURES && field.is_bytes)
            status = check_feature(file, field.bytes, err);
    return status == DM_OK && header.is_bad ? fail_damaged(file, "the file header is damaged", err)
                                            : status;
}

static dm_status read_strings(pbf *file, dmi_cursor table, dm_error *err)
{
    dmi_field field;
    while (dmi_next_field(&table, &field)) {
        if (field.id != 1 || !field.is_bytes)
            continue;
        if (!dmi_reserve(&file->string, &file->string_room, file->strings + 1,
                         sizeof *file->string))
            return dmi_no_memory(err);
        const char *at = (const char *)field.bytes.at;
        size_t size = (size_t)(field.bytes.end - field.bytes.at);
        dmi_osm_key key = size ? dmi_osm_key_of(at, size) : DMI_OSM_KEYS;
        file->string[file->strings++] = (text){{at, size}, (unsigned char)key};
        bool is_wanted = key == DMI_OSM_BARRIER ||
                         (file->sink->wants_signals && size == strlen("traffic_signals") &&
                          memcmp(at, "traffic_signals", size) == 0);
        file->has_tagged |= is_wanted && file->sink->tagged_node;
    }
    return table.is_bad ? fail_damaged(file, "the string table is damaged", err) : DM_OK;
}

static dm_status give_nodes(pbf *file, dm_error *err)
{
    size_t count = file->nodes;
    file->nodes = 0;
    if (count == 0)
        return DM_OK;
    assert(file->sink->nodes); /* otherwise nodes are not read */
    dm_status status = file->sink->nodes(file->sink->context, file->node, count, err);
    return status == DM_OK ? dmi_input_poll(file->blobs.in, "reading", err) : status;
}

static dm_status add_node(pbf *file, uint64_t id, uint64_t lon, uint64_t lat, dm_error *err)
{
    uint64_t scale = (uint64_t)file->granularity;
    file->node[file->nodes++] =
        (dmi_osm_node){(int64_t)id, (int64_t)((uint64_t)file->lon_offset + scale * lon),
                       (int64_t)((uint64_t)file->lat_offset + scale * lat)};
    return file->nodes == sizeof file->node / sizeof *file->node ? give_nodes(file, err) : DM_OK;
}

static dm_status give_tagged(pbf *file, uint64_t id, const dmi_osm_tags *tags, dm_error *err)
{
    bool is_wanted =
        tags->value[DMI_OSM_BARRIER].at || (file->sink->wants_signals && dmi_osm_is_signal(tags));
    return is_wanted ? file->sink->tagged_node(file->sink->context, (int64_t)id, tags, err) : DM_OK;
}

/* The tags of the next dense node: keys and values in turn, up to a 0. */
static dm_status read_dense_tags(pbf *file, uint64_t id, dmi_cursor *columns, dm_error *err)
{
    dmi_osm_tags tags;
    bool has_any = false;
    while (columns->at < columns->end) {
        uint64_t key = dmi_take_varint(columns);
        if (key == 0)
            break;
        uint64_t value = dmi_take_varint(columns);
        if (key >= file->strings || value >= file->strings)
            return fail_damaged(file, "a node is damaged", err);
        if (file->string[key].key == DMI_OSM_KEYS)
            continue;
        if (!has_any)
            tags = (dmi_osm_tags){0};
        has_any = true;
        tags.value[file->string[key].key] = file->string[value].text;
    }
    return has_any ? give_tagged(file, id, &tags, err) : DM_OK;
}

static dm_status read_dense(pbf *file, dmi_cursor dense, dm_error *err)
{
    enum { ID = 1, LAT = 8, LON = 9, TAGS = 10 };
    dmi_cursor ids = {0}, lats = {0}, lons = {0}, tags = {0};
    dmi_field field;
    while (dmi_next_field(&dense, &field)) {
        dmi_cursor *column = field.id == ID                         ? &ids
                             : field.id == LAT                      ? &lats
                             : field.id == LON                      ? &lons
                             : field.id == TAGS && file->has_tagged ? &tags
                                                                    : NULL;
        if (column && (column->at || !field.is_bytes))
            return fail_damaged(file, "the dense nodes are damaged", err);
        if (column)
            *column = field.bytes;
    }
    dm_status status = DM_OK;
    uint64_t id = 0, lat = 0, lon = 0;
    while (status == DM_OK && ids.at < ids.end && lats.at < lats.end && lons.at < lons.end) {
        id += dmi_take_signed(&ids);
        lat += dmi_take_signed(&lats);
        lon += dmi_take_signed(&lons);
        status = add_node(file, id, lon, lat, err);
        if (status == DM_OK)
            status = read_dense_tags(file, id, &tags, err);
    }
    bool is_whole = ids.at == ids.end && lats.at == lats.end && lons.at == lons.end;
    if (status == DM_OK &&
        (!is_whole || dense.is_bad || ids.is_bad || lats.is_bad || lons.is_bad || tags.is_bad))
        return fail_damaged(file, "the dense nodes are damaged", err);
    return status;
}

/* False: an index is outside the string table, or the columns differ in length. */
static bool read_tags(const pbf *file, dmi_cursor keys, dmi_cursor values, dmi_osm_tags *out)
{
    while (keys.at < keys.end && values.at < values.end) {
        uint64_t key = dmi_take_varint(&keys), value = dmi_take_varint(&values);
        if (key >= file->strings || value >= file->strings)
            return false;
        if (file->string[key].key != DMI_OSM_KEYS)
            out->value[file->string[key].key] = file->string[value].text;
    }
    return keys.at == keys.end && values.at == values.end && !keys.is_bad && !values.is_bad;
}

static dm_status read_node(pbf *file, dmi_cursor node, dm_error *err)
{
    enum { ID = 1, KEYS, VALUES, LAT = 8, LON = 9 };
    uint64_t id = 0, lat = 0, lon = 0;
    dmi_cursor keys = {0}, values = {0};
    dmi_field field;
    unsigned found = 0;
    while (dmi_next_field(&node, &field)) {
        if (field.is_bytes && file->has_tagged && (field.id == KEYS || field.id == VALUES))
            *(field.id == KEYS ? &keys : &values) = field.bytes;
        if (field.is_bytes || (field.id != ID && field.id != LAT && field.id != LON))
            continue;
        uint64_t number = (field.number >> 1) ^ (0 - (field.number & 1));
        *(field.id == ID ? &id : field.id == LAT ? &lat : &lon) = number;
        found |= field.id == ID ? 1 : field.id == LAT ? 2 : 4;
    }
    if (node.is_bad || found != 7)
        return fail_damaged(file, "a node is damaged", err);
    dmi_osm_tags tags = {0};
    if (!read_tags(file, keys, values, &tags))
        return fail_damaged(file, "a node is damaged", err);
    dm_status status = add_node(file, id, lon, lat, err);
    return status == DM_OK && keys.at ? give_tagged(file, id, &tags, err) : status;
}

static dm_status read_refs(pbf *file, dmi_cursor refs, dm_error *err)
{
    file->refs = 0;
    if (!dmi_reserve(&file->ref, &file->ref_room, (size_t)(refs.end - refs.at), sizeof *file->ref))
        return dmi_no_memory(err);
    uint64_t id = 0;
    while (refs.at < refs.end) {
        id += dmi_take_signed(&refs);
        file->ref[file->refs++] = (int64_t)id;
    }
    return refs.is_bad ? fail_damaged(file, "a way is damaged", err) : DM_OK;
}

static dm_status read_way(pbf *file, dmi_cursor way, dm_error *err)
{
    enum { ID = 1, KEYS = 2, VALUES = 3, REFS = 8 };
    dmi_cursor keys = {0}, values = {0}, refs = {0};
    dmi_field field;
    dmi_osm_tags tags = {0};
    uint64_t id = 0;
    while (dmi_next_field(&way, &field)) {
        if (field.id == ID && !field.is_bytes)
            id = field.number;
        dmi_cursor *column = field.id == KEYS     ? &keys
                             : field.id == VALUES ? &values
                             : field.id == REFS   ? &refs
                                                  : NULL;
        if (column && (column->at || !field.is_bytes))
            return fail_damaged(file, "a way is damaged", err);
        if (column)
            *column = field.bytes;
    }
    if (way.is_bad || !read_tags(file, keys, values, &tags))
        return fail_damaged(file, "a way is damaged", err);
    if (!file->sink->judge(file->sink->context, &tags))
        return DM_OK;
    dm_status status = read_refs(file, refs, err);
    return status == DM_OK
               ? file->sink->way(file->sink->context, (int64_t)id, file->ref, file->refs, err)
               : status;
}

/* False: the columns differ in length. */
static bool read_members(pbf *file, dmi_cursor roles, dmi_cursor ids, dmi_cursor types,
                         size_t *count)
{
    uint64_t id = 0;
    for (*count = 0; roles.at < roles.end && ids.at < ids.end && types.at < types.end; ++*count) {
        uint64_t role = dmi_take_varint(&roles), type = dmi_take_varint(&types);
        id += dmi_take_signed(&ids);
        if (role >= file->strings || type > DMI_OSM_RELATION)
            return false;
        dmi_osm_member *to = &file->member[*count];
        *to = (dmi_osm_member){.id = (int64_t)id, .role = file->string[role].text};
        to->type = type == 0 ? DMI_OSM_NODE : type == 1 ? DMI_OSM_WAY : DMI_OSM_RELATION;
    }
    return roles.at == roles.end && ids.at == ids.end && types.at == types.end && !roles.is_bad &&
           !ids.is_bad && !types.is_bad;
}

static dm_status read_relation(pbf *file, dmi_cursor relation, dm_error *err)
{
    enum { KEYS = 2, VALUES = 3, ROLES = 8, IDS, TYPES, COLUMNS };
    dmi_cursor column[COLUMNS] = {{0}};
    dmi_field field;
    dmi_osm_tags tags = {0};
    size_t count = 0;
    while (dmi_next_field(&relation, &field))
        if (field.is_bytes && field.id < COLUMNS)
            column[field.id] = field.bytes;
    if (relation.is_bad || !read_tags(file, column[KEYS], column[VALUES], &tags))
        return fail_damaged(file, "a relation is damaged", err);
    if (!dmi_osm_is_restriction(&tags))
        return DM_OK;
    size_t room = (size_t)(column[IDS].end - column[IDS].at);
    if (!dmi_reserve(&file->member, &file->member_room, room, sizeof *file->member))
        return dmi_no_memory(err);
    if (!read_members(file, column[ROLES], column[IDS], column[TYPES], &count))
        return fail_damaged(file, "a relation is damaged", err);
    return file->sink->restriction(file->sink->context, &tags, file->member, count, err);
}

static dm_status read_group(pbf *file, dmi_cursor group, bool *has_nodes, dm_error *err)
{
    enum { NODE = 1, DENSE, WAY, RELATION };
    dmi_field field;
    dm_status status = DM_OK;
    while (status == DM_OK && dmi_next_field(&group, &field)) {
        if (!field.is_bytes)
            continue;
        *has_nodes = *has_nodes || field.id == NODE || field.id == DENSE;
        if (field.id == NODE && file->sink->nodes)
            status = read_node(file, field.bytes, err);
        else if (field.id == DENSE && file->sink->nodes)
            status = read_dense(file, field.bytes, err);
        else if (field.id == WAY && file->sink->judge)
            status = read_way(file, field.bytes, err);
        else if (field.id == RELATION && file->sink->restriction)
            status = read_relation(file, field.bytes, err);
    }
    if (status == DM_OK && group.is_bad)
        status = fail_damaged(file, "a group is damaged", err);
    return status == DM_OK ? give_nodes(file, err) : status;
}

/* What the groups need: they may stand before it. */
static dm_status read_block_settings(pbf *file, dmi_cursor block, dm_error *err)
{
    enum { STRINGS = 1, GRANULARITY = 17, LAT_OFFSET = 19, LON_OFFSET = 20 };
    dmi_field field;
    dm_status status = DM_OK;
    file->strings = 0;
    file->has_tagged = false;
    file->granularity = 100;
    file->lat_offset = file->lon_offset = 0;
    while (status == DM_OK && dmi_next_field(&block, &field)) {
        if (field.id == STRINGS && field.is_bytes && (file->sink->judge || file->sink->tagged_node))
            status = read_strings(file, field.bytes, err);
        else if (field.id == GRANULARITY && !field.is_bytes)
            file->granularity = (int64_t)field.number;
        else if (field.id == LAT_OFFSET && !field.is_bytes)
            file->lat_offset = (int64_t)field.number;
        else if (field.id == LON_OFFSET && !field.is_bytes)
            file->lon_offset = (int64_t)field.number;
    }
    return status == DM_OK && block.is_bad ? fail_damaged(file, "the block is damaged", err)
                                           : status;
}

/* Whether a blob is known to have nothing that the sink wants. */
static bool can_skip(void *context, int64_t number)
{
    const pbf *file = context;
    size_t index = (size_t)number;
    return !file->sink->judge && index < file->blobs_known && file->has_nodes[index] == 1;
}

static dm_status read_blob(pbf *file, dm_error *err)
{
    bool has_nodes = false;
    if (file->blob->number == 1 && !file->blob->is_header)
        return fail_damaged(file, "expected a file header (OSMHeader)", err);
    if (file->blob->is_header)
        return read_header(file, file->blob->data, err);
    dmi_cursor block = file->blob->data;
    enum { GROUP = 2 };
    dmi_field field;
    dm_status status = read_block_settings(file, block, err);
    while (status == DM_OK && dmi_next_field(&block, &field))
        if (field.id == GROUP && field.is_bytes)
            status = read_group(file, field.bytes, &has_nodes, err);
    if (status != DM_OK)
        return status;
    /* Whether the blob has nodes. */
    size_t index = (size_t)file->blob->number;
    if (!dmi_reserve(&file->has_nodes, &file->has_nodes_room, index + 1, 1))
        return dmi_no_memory(err);
    while (file->blobs_known <= index)
        file->has_nodes[file->blobs_known++] = 0;
    file->has_nodes[index] = has_nodes ? 2 : 1;
    return DM_OK;
}

static dm_status read_pass(void *reader, const dmi_osm_sink *sink, dm_error *err)
{
    pbf *file = reader;
    file->sink = sink;
    dmi_osm_blobs_restart(&file->blobs);
    dm_status status;
    while ((status = dmi_osm_blobs_next(&file->blobs, &file->blob, err)) == DM_OK) {
        status = read_blob(file, err);
        if (status != DM_OK)
            return status;
    }
    if (status == DM_END && file->blobs.number == 1)
        return dmi_fail_at(err, DM_BAD_INPUT, file->blobs.in->name, 0,
                           "the file is empty; expected an OSM PBF file");
    return status == DM_END ? DM_OK : status;
}

static void free_pbf(pbf *file)
{
    dmi_osm_blobs_clear(&file->blobs);
    free(file->has_nodes);
    free(file->string);
    free(file->ref);
    free(file->member);
    free(file);
}

static dm_status new_pbf(dmi_input *in, pbf **out, dm_error *err)
{
    pbf *file = dmi_calloc(1, sizeof *file);
    if (!file)
        return dmi_no_memory(err);
    dm_status status = dmi_osm_blobs_init(&file->blobs, in, err);
    file->blobs.skip = can_skip;
    file->blobs.context = file;
    if (status == DM_OK)
        *out = file;
    else
        free_pbf(file);
    return status;
}

dm_status dmi_osm_scan_pbf(dmi_input *in, const dmi_osm_sink *sink, dm_error *err)
{
    pbf *file = NULL;
    dm_status status = new_pbf(in, &file, err);
    if (status != DM_OK)
        return status;
    status = read_pass(file, sink, err);
    free_pbf(file);
    return status;
}

dm_status dmi_read_osm_pbf(dmi_input *in, dm_arena **out, dm_error *err)
{
    pbf *file = NULL;
    dm_status status = new_pbf(in, &file, err);
    if (status != DM_OK)
        return status;
    status = dmi_osm_board(in, read_pass, file, out, err);
    free_pbf(file);
    return status;
}
