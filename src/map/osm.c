/* osm.c - makes a board of what a reader of OpenStreetMap finds, in two passes, or in one if the
 * input is a pipe. */
#include "map/osm.h"

#include "arena/streets.h"
#include "format/format.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Counts what an OpenStreetMap file has. */
static dm_status count_nodes(void *context, const dmi_osm_node *nodes, size_t count, dm_error *err)
{
    (void)nodes, (void)err;
    ((dm_osm_counts *)context)->nodes += (int64_t)count;
    return DM_OK;
}

static bool count_way(void *context, const dmi_osm_tags *tags)
{
    dm_osm_counts *c = context;
    c->ways++;
    c->highways += tags->value[DMI_OSM_HIGHWAY].at != NULL;
    return true;
}

static dm_status count_way_nodes(void *context, const int64_t *nodes, size_t count, dm_error *err)
{
    (void)nodes, (void)err;
    ((dm_osm_counts *)context)->way_nodes += (int64_t)count;
    return DM_OK;
}

static dm_status count_elements(dmi_input *in, void *to, dm_error *err)
{
    dmi_osm_sink sink = {to, count_nodes, count_way, count_way_nodes};
    const dm_format *format = dm_format_find(in->name, NULL);
    if (format && strcmp(format->name, "osm-pbf") == 0)
        return dmi_osm_scan_pbf(in, &sink, err);
    if (format && strcmp(format->name, "osm-xml") == 0)
        return dmi_osm_scan_xml(in, &sink, err);
    return dmi_fail_at(err, DM_BAD_ARGUMENT, in->name, 0,
                       "expected an OpenStreetMap file (.osm.pbf or .osm)");
}

dm_status dm_osm_count(const char *path, dm_osm_counts *out, dm_error *err)
{
    dm_osm_counts found = {0};
    dm_status status = dmi_input_read(path, count_elements, &found, err);
    if (status == DM_OK)
        *out = found;
    return status;
}

typedef struct collector {
    dmi_input *in;
    dmi_ways *ways;
    dm_profile profile;
    dmi_way way;        /* the one just judged */
    dmi_osm_node *node; /* all nodes of a pipe */
    size_t nodes, node_room;
} collector;

static bool judge_way(void *context, const dmi_osm_tags *tags)
{
    collector *c = context;
    return dmi_osm_judge(tags, c->profile, &c->way);
}

static dm_status add_way(void *context, const int64_t *nodes, size_t count, dm_error *err)
{
    collector *c = context;
    dm_status status = dmi_ways_add(c->ways, &c->way, nodes, count, err);
    if (status == DM_OK && dmi_ways_count(c->ways) % 1024 == 0)
        return dmi_input_poll(c->in, "reading", err);
    return dmi_input_blame(c->in, 0, status, err, "%s", "");
}

static dm_status place_nodes(void *context, const dmi_osm_node *nodes, size_t count, dm_error *err)
{
    collector *c = context;
    (void)err;
    for (size_t i = 0; i < count; i++)
        dmi_ways_place(c->ways, nodes[i].id,
                       (dm_point){(double)nodes[i].lon / 1e9, (double)nodes[i].lat / 1e9});
    return DM_OK;
}

static dm_status keep_nodes(void *context, const dmi_osm_node *nodes, size_t count, dm_error *err)
{
    collector *c = context;
    if (!dmi_reserve(&c->node, &c->node_room, c->nodes + count, sizeof *c->node))
        return dmi_no_memory(err);
    memcpy(c->node + c->nodes, nodes, count * sizeof *nodes);
    c->nodes += count;
    return DM_OK;
}

static dm_status two_passes(collector *c, dmi_input *in, dmi_osm_pass_fn *pass, void *reader,
                            dm_error *err)
{
    dmi_osm_sink ways = {c, NULL, judge_way, add_way}, nodes = {c, place_nodes, NULL, NULL};
    dm_status status = pass(reader, &ways, err);
    if (status == DM_OK)
        status = dmi_input_rewind(in, err);
    return status == DM_OK ? pass(reader, &nodes, err) : status;
}

static dm_status one_pass(collector *c, dmi_osm_pass_fn *pass, void *reader, dm_error *err)
{
    dmi_osm_sink both = {c, keep_nodes, judge_way, add_way};
    dm_status status = pass(reader, &both, err);
    if (status == DM_OK)
        status = place_nodes(c, c->node, c->nodes, err);
    free(c->node);
    return status;
}

static const char *id_text(void *context, int64_t node, char room[24])
{
    (void)context;
    snprintf(room, 24, "%" PRId64, node);
    return room;
}

dm_status dmi_osm_board(dmi_input *in, dmi_osm_pass_fn *pass, void *reader, dm_arena **out,
                        dm_error *err)
{
    collector c = {.in = in, .profile = in->options.profile};
    dmi_ways_plan plan = {
        .has_profile = true, .attribution = DMI_OSM_ATTRIBUTION, .name = id_text, .what = "ways"};
    dm_status status = dmi_ways_new(&c.ways, err);
    if (status == DM_OK)
        dmi_ways_limit(c.ways, in->options.most_edges);
    if (status == DM_OK)
        status = dmi_input_can_rewind(in) ? two_passes(&c, in, pass, reader, err)
                                          : one_pass(&c, pass, reader, err);
    if (status == DM_OK && dmi_ways_count(c.ways) == 0)
        status = dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                             "no way for %s; --profile is car, bike or foot",
                             dm_profile_name(c.profile));
    if (status == DM_OK)
        status = dmi_ways_board(c.ways, in, &plan, out, err);
    dmi_ways_free(c.ways);
    return status;
}
