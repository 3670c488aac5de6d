/* osm.c - makes a board of what a reader of OpenStreetMap finds, in two passes, or in one if the
 * input is a pipe. */
#include "map/osm.h"

#include "arena/streets.h"
#include "format/format.h"
#include <assert.h>
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
    dmi_osm_sink sink = {
        .context = to, .nodes = count_nodes, .judge = count_way, .way = count_way_nodes};
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
    int64_t restrictions, ferries; /* that the board leaves out */
    int64_t *barrier;              /* nodes with one, on streets or not */
    size_t barriers, barrier_room;
} collector;

static bool judge_way(void *context, const dmi_osm_tags *tags)
{
    collector *c = context;
    c->ferries += dmi_osm_is_ferry(tags);
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

static void judge_relation(void *context, const dmi_osm_tags *tags)
{
    collector *c = context;
    c->restrictions += c->profile != DM_PROFILE_FOOT && dmi_osm_is_restriction(tags);
}

static dm_status keep_barrier(void *context, int64_t node, dmi_osm_text kind, dm_error *err)
{
    collector *c = context;
    if (!dmi_osm_stops(kind, c->profile))
        return DM_OK;
    if (!dmi_reserve(&c->barrier, &c->barrier_room, c->barriers + 1, sizeof *c->barrier))
        return dmi_no_memory(err);
    c->barrier[c->barriers++] = node;
    return DM_OK;
}

/* What the board leaves out, for a remark; empty: nothing. */
static void list_ignored(const collector *c, char *out, size_t size)
{
    int64_t on_streets = 0;
    for (size_t i = 0; i < c->barriers; i++)
        on_streets += dmi_ways_has(c->ways, c->barrier[i]);
    const struct {
        const char *what;
        int64_t count;
    } ignored[] = {{"turn restrictions", c->restrictions},
                   {"barriers on streets", on_streets},
                   {"ferries", c->ferries}};
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (ignored[i].count > 0)
            used += (size_t)snprintf(out + used, size - used, "%s%s %" PRId64,
                                     used ? ", " : "ignored: ", ignored[i].what, ignored[i].count);
    assert(used < size);
}

static dm_status two_passes(collector *c, dmi_input *in, dmi_osm_pass_fn *pass, void *reader,
                            dm_error *err)
{
    dmi_osm_sink ways = {
        .context = c, .judge = judge_way, .way = add_way, .relation = judge_relation};
    dmi_osm_sink nodes = {.context = c, .nodes = place_nodes, .barrier = keep_barrier};
    dm_status status = pass(reader, &ways, err);
    if (status == DM_OK)
        status = dmi_input_rewind(in, err);
    return status == DM_OK ? pass(reader, &nodes, err) : status;
}

static dm_status one_pass(collector *c, dmi_osm_pass_fn *pass, void *reader, dm_error *err)
{
    dmi_osm_sink both = {.context = c,
                         .nodes = keep_nodes,
                         .judge = judge_way,
                         .way = add_way,
                         .relation = judge_relation,
                         .barrier = keep_barrier};
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
    char ignored[160];
    if (status == DM_OK) {
        list_ignored(&c, ignored, sizeof ignored);
        plan.remark = *ignored ? ignored : NULL;
        status = dmi_ways_board(c.ways, in, &plan, out, err);
    }
    free(c.barrier);
    dmi_ways_free(c.ways);
    return status;
}
