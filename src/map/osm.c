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

static dm_status count_way_nodes(void *context, int64_t id, const int64_t *nodes, size_t count,
                                 dm_error *err)
{
    (void)id, (void)nodes, (void)err;
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

/* Nodes by their ids. */
typedef struct id_list {
    int64_t *id;
    size_t count, room;
} id_list;

typedef struct collector {
    dmi_input *in;
    dmi_ways *ways;
    dm_profile profile;
    dmi_way way;        /* the one just judged */
    dmi_osm_node *node; /* all nodes of a pipe */
    size_t nodes, node_room;
    int32_t ferries;
    id_list barriers, signals;     /* on streets or not */
    dmi_restrictions restrictions; /* of the profile */
    int64_t *member;               /* of one */
    size_t member_room;
    int64_t by_way, timed, unknown; /* restrictions that the board leaves out */
} collector;

static bool judge_way(void *context, const dmi_osm_tags *tags)
{
    collector *c = context;
    bool is_street = dmi_osm_judge(tags, c->profile, &c->way);
    c->ferries += is_street && dmi_osm_is_ferry(tags);
    return is_street;
}

static dm_status add_way(void *context, int64_t id, const int64_t *nodes, size_t count,
                         dm_error *err)
{
    collector *c = context;
    c->way.id = id;
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

static bool has_role(const dmi_osm_member *member, const char *role)
{
    return member->role.size == strlen(role) &&
           memcmp(member->role.at, role, member->role.size) == 0;
}

/* Lists the ways with a role in c->member; returns how many. */
static uint32_t list_ways(collector *c, const dmi_osm_member *members, size_t count,
                          const char *role, uint32_t begin)
{
    uint32_t used = begin;
    for (size_t i = 0; i < count; i++)
        if (members[i].type == DMI_OSM_WAY && has_role(&members[i], role))
            c->member[used++] = members[i].id;
    return used - begin;
}

static dm_status add_restriction(collector *c, bool commands, const dmi_osm_member *members,
                                 size_t count, dm_error *err)
{
    dmi_restriction one = {.vertex = -1, .commands = commands};
    size_t vias = 0;
    for (size_t i = 0; i < count; i++)
        if (has_role(&members[i], "via")) {
            c->by_way += members[i].type != DMI_OSM_NODE && vias == 0;
            one.via = members[i].id;
            vias += members[i].type == DMI_OSM_NODE ? 1 : 2;
        }
    if (vias != 1) /* by a way, or damaged */
        return DM_OK;
    if (!dmi_reserve(&c->member, &c->member_room, count, sizeof *c->member))
        return dmi_no_memory(err);
    one.froms = list_ways(c, members, count, "from", 0);
    one.tos = list_ways(c, members, count, "to", one.froms);
    return dmi_restrictions_add(&c->restrictions, &one, c->member, err);
}

static dm_status judge_restriction(void *context, const dmi_osm_tags *tags,
                                   const dmi_osm_member *members, size_t count, dm_error *err)
{
    collector *c = context;
    dmi_osm_rule rule = dmi_osm_restriction(tags, c->profile);
    c->timed += rule == DMI_OSM_TIMED;
    c->unknown += rule == DMI_OSM_UNKNOWN;
    return rule == DMI_OSM_FORBIDS || rule == DMI_OSM_COMMANDS
               ? add_restriction(c, rule == DMI_OSM_COMMANDS, members, count, err)
               : DM_OK;
}

static dm_status add_id(id_list *to, int64_t node, dm_error *err)
{
    if (!dmi_reserve(&to->id, &to->room, to->count + 1, sizeof *to->id))
        return dmi_no_memory(err);
    to->id[to->count++] = node;
    return DM_OK;
}

static dm_status keep_tagged(void *context, int64_t node, const dmi_osm_tags *tags, dm_error *err)
{
    collector *c = context;
    dm_status status = DM_OK;
    if (dmi_osm_stops(tags, c->profile))
        status = add_id(&c->barriers, node, err);
    if (status == DM_OK && dmi_osm_is_signal(tags))
        status = add_id(&c->signals, node, err);
    return status;
}

/* Tells the ways what was found at their nodes, once all are known. */
static dm_status tell_ways(collector *c, dm_map_rules *rules, dm_error *err)
{
    dm_status status = DM_OK;
    rules->ferries = c->ferries;
    rules->restrictions = (int32_t)c->restrictions.count;
    for (size_t i = 0; i < c->barriers.count; i++)
        rules->barriers += dmi_ways_barrier(c->ways, c->barriers.id[i]);
    for (size_t i = 0; i < c->signals.count; i++)
        dmi_ways_signal(c->ways, c->signals.id[i]);
    for (size_t i = 0; i < c->restrictions.count && status == DM_OK; i++) {
        const dmi_restriction *one = &c->restrictions.one[i];
        status = dmi_ways_restrict(c->ways, one, c->restrictions.way + one->first, err);
    }
    return status;
}

/* What the board leaves out, for a remark; empty: nothing. */
static void list_ignored(const collector *c, char *out, size_t size)
{
    const struct {
        const char *what;
        int64_t count;
    } ignored[] = {{"by way of a street", c->by_way},
                   {"at some times only", c->timed},
                   {"of unknown kinds", c->unknown}};
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (ignored[i].count > 0)
            used += (size_t)snprintf(out + used, size - used, "%s%s %" PRId64,
                                     used ? ", " : "turn restrictions ignored: ", ignored[i].what,
                                     ignored[i].count);
    assert(used < size);
}

static dm_status two_passes(collector *c, dmi_input *in, dmi_osm_pass_fn *pass, void *reader,
                            dm_error *err)
{
    dmi_osm_sink ways = {
        .context = c, .judge = judge_way, .way = add_way, .restriction = judge_restriction};
    dmi_osm_sink nodes = {.context = c,
                          .nodes = place_nodes,
                          .tagged_node = keep_tagged,
                          .wants_signals = dmi_ways_wants_signals(c->ways)};
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
                         .restriction = judge_restriction,
                         .tagged_node = keep_tagged,
                         .wants_signals = dmi_ways_wants_signals(c->ways)};
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
        status = dmi_ways_speeds(c.ways, in, err);
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
    if (status == DM_OK)
        status = tell_ways(&c, &plan.rules, err);
    if (status == DM_OK) {
        list_ignored(&c, ignored, sizeof ignored);
        plan.remark = *ignored ? ignored : NULL;
        status = dmi_ways_board(c.ways, in, &plan, out, err);
    }
    free(c.barriers.id);
    free(c.signals.id);
    free(c.member);
    dmi_restrictions_clear(&c.restrictions);
    dmi_ways_free(c.ways);
    return status;
}
