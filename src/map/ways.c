/* ways.c - turns ways, which are lists of nodes, into a board with streets.
 *
 * Nodes get indices in the order in which they are mentioned, by a hash table.  A way keeps the
 * indices of its nodes:
 *
 *     way 0   0 1 2 3          node 2 occurs twice: a vertex;       street 0-2 with point 1
 *     way 1   4 2 5            0, 3, 4, 5 are ends: vertices;       street 2-3, 4-2, 2-5
 *
 * A way is cut at nodes without a place.  Its pieces of two nodes or more count.
 *
 * O(nodes of all ways).
 */
#include "map/ways.h"

#include "arena/arena.h"
#include "arena/geo.h"
#include "arena/largest.h"
#include "base/utf8.h"
#include <math.h>
#include <stdlib.h>

enum { NAME_LIMIT = 255, FIRST_SLOTS = 1 << 10, NODES_PER_EDGE = 64 };

typedef struct node {
    int64_t key;
    dm_point place; /* x is NaN: none is known */
    enum { UNUSED, PASSED, VERTEX } use;
    dm_vertex vertex; /* while the board is made; -1: not on it */
} node;

typedef struct way {
    size_t first; /* in `ref` */
    size_t name;  /* in `names`; 0: none */
    double speed, metres;
    unsigned char travel, kind;
} way;

struct dmi_ways {
    node *node;
    size_t nodes, node_room;
    uint32_t *slot; /* 1 + index of a node; 0: free */
    size_t slots;   /* a power of two, at least twice the nodes */
    way *way;
    size_t count, way_room;
    uint32_t *ref; /* the nodes of all ways */
    size_t refs, ref_room, most_refs;
    char *names; /* byte 0 is a NUL */
    size_t names_size, names_room;
    uint32_t *order; /* of nodes that pieces have, as they first appear: while the board is made */
    size_t ordered;
    int64_t short_ways;        /* left out: fewer than two nodes */
    int64_t cut_ways, missing; /* found while the board is made */
};

dm_status dmi_ways_new(dmi_ways **out, dm_error *err)
{
    dmi_ways *ways = dmi_calloc(1, sizeof *ways);
    if (ways) {
        ways->slot = dmi_calloc(FIRST_SLOTS, sizeof *ways->slot);
        ways->names = dmi_calloc(1, 1);
    }
    if (!ways || !ways->slot || !ways->names) {
        dmi_ways_free(ways);
        return dmi_no_memory(err);
    }
    ways->slots = FIRST_SLOTS;
    ways->most_refs = SIZE_MAX;
    ways->names_size = ways->names_room = 1;
    *out = ways;
    return DM_OK;
}

void dmi_ways_free(dmi_ways *ways)
{
    if (!ways)
        return;
    free(ways->node);
    free(ways->slot);
    free(ways->way);
    free(ways->ref);
    free(ways->names);
    free(ways->order);
    free(ways);
}

void dmi_ways_limit(dmi_ways *ways, int64_t edges)
{
    ways->most_refs =
        edges && edges < INT64_MAX / NODES_PER_EDGE ? (size_t)(edges * NODES_PER_EDGE) : SIZE_MAX;
}

int64_t dmi_ways_count(const dmi_ways *ways)
{
    return (int64_t)ways->count + ways->short_ways;
}

static size_t slot_of(const dmi_ways *ways, int64_t key)
{
    uint64_t mixed = (uint64_t)key * UINT64_C(0x9e3779b97f4a7c15);
    mixed ^= mixed >> 32;
    size_t at = (size_t)mixed & (ways->slots - 1);
    while (ways->slot[at] && ways->node[ways->slot[at] - 1].key != key)
        at = (at + 1) & (ways->slots - 1);
    return at;
}

static dm_status find_node(dmi_ways *ways, int64_t key, uint32_t *out, dm_error *err)
{
    size_t at = slot_of(ways, key);
    if (ways->slot[at]) {
        *out = ways->slot[at] - 1;
        return DM_OK;
    }
    if (ways->nodes >= DM_MAX_VERTICES)
        return dmi_fail(err, DM_TOO_LARGE, "the ways have more than 2^31-1 nodes");
    if (!dmi_reserve(&ways->node, &ways->node_room, ways->nodes + 1, sizeof *ways->node))
        return dmi_no_memory(err);
    *out = (uint32_t)ways->nodes++;
    ways->node[*out] = (node){.key = key, .place = {NAN, NAN}};
    ways->slot[at] = *out + 1;
    if (2 * ways->nodes <= ways->slots)
        return DM_OK;
    uint32_t *more = dmi_calloc(2 * ways->slots, sizeof *more);
    if (!more)
        return dmi_no_memory(err);
    free(ways->slot);
    ways->slot = more;
    ways->slots *= 2;
    for (size_t i = 0; i < ways->nodes; i++)
        ways->slot[slot_of(ways, ways->node[i].key)] = (uint32_t)i + 1;
    return DM_OK;
}

dm_status dmi_ways_vertex(dmi_ways *ways, int64_t key, dm_error *err)
{
    uint32_t index = 0;
    dm_status status = find_node(ways, key, &index, err);
    if (status == DM_OK)
        ways->node[index].use = VERTEX;
    return status;
}

bool dmi_ways_has(const dmi_ways *ways, int64_t key)
{
    return ways->slot[slot_of(ways, key)] != 0;
}

void dmi_ways_place(dmi_ways *ways, int64_t key, dm_point place)
{
    uint32_t found = ways->slot[slot_of(ways, key)];
    if (found && dmi_is_on_earth(place))
        ways->node[found - 1].place = place;
}

/* Consecutive ways often have one name: it is kept once.  Long names lose their end. */
static dm_status keep_name(dmi_ways *ways, const dmi_way *from, size_t *at, dm_error *err)
{
    size_t size = from->name ? from->name_size : 0;
    if (size > NAME_LIMIT)
        for (size = NAME_LIMIT; size > 0 && ((unsigned char)from->name[size] & 0xc0) == 0x80;)
            size--;
    *at = 0;
    if (size == 0 || !dmi_utf8_is_clean(from->name, size))
        return DM_OK;
    const way *last = ways->count ? &ways->way[ways->count - 1] : NULL;
    if (last && last->name && strncmp(ways->names + last->name, from->name, size) == 0 &&
        !ways->names[last->name + size]) {
        *at = last->name;
        return DM_OK;
    }
    if (!dmi_reserve(&ways->names, &ways->names_room, ways->names_size + size + 1, 1))
        return dmi_no_memory(err);
    *at = ways->names_size;
    memcpy(ways->names + *at, from->name, size);
    ways->names_size += size + 1;
    ways->names[ways->names_size - 1] = '\0';
    return DM_OK;
}

dm_status dmi_ways_add(dmi_ways *ways, const dmi_way *from, const int64_t *nodes, size_t count,
                       dm_error *err)
{
    size_t first = ways->refs;
    if (count > ways->most_refs - first)
        return dmi_fail(err, DM_TOO_LARGE, "the ways have more than %zu nodes", ways->most_refs);
    if (!dmi_reserve(&ways->ref, &ways->ref_room, first + count, sizeof *ways->ref) ||
        !dmi_reserve(&ways->way, &ways->way_room, ways->count + 1, sizeof *ways->way))
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    size_t end = first;
    for (size_t i = 0; i < count && status == DM_OK; i++) {
        if (i > 0 && nodes[i] == nodes[i - 1])
            continue;
        status = find_node(ways, nodes[i], &ways->ref[end++], err);
    }
    way added = {first, 0, from->speed, from->metres, from->travel, (unsigned char)from->kind};
    if (status == DM_OK)
        status = keep_name(ways, from, &added.name, err);
    if (status != DM_OK)
        return status;
    if (end - first < 2) {
        ways->short_ways++;
        return DM_OK;
    }
    ways->refs = end;
    ways->way[ways->count++] = added;
    return DM_OK;
}

static size_t way_end(const dmi_ways *ways, size_t w)
{
    return w + 1 < ways->count ? ways->way[w + 1].first : ways->refs;
}

static bool is_placed(const dmi_ways *ways, size_t ref)
{
    return !isnan(ways->node[ways->ref[ref]].place.x);
}

/* The next piece of a way from *at on; false: there is none.  [*at, *end) are its nodes. */
static bool next_piece(const dmi_ways *ways, size_t way_stop, size_t *at, size_t *end)
{
    for (;; *at = *end) {
        while (*at < way_stop && !is_placed(ways, *at))
            ++*at;
        for (*end = *at; *end < way_stop && is_placed(ways, *end);)
            ++*end;
        if (*end - *at >= 2 || *at == way_stop)
            return *at < way_stop;
    }
}

static dm_status count_uses(dmi_ways *ways, dm_run *run, dm_error *err)
{
    ways->order = dmi_alloc(ways->nodes, sizeof *ways->order);
    if (!ways->order)
        return dmi_no_memory(err);
    for (uint32_t i = 0; i < ways->nodes; i++)
        if (ways->node[i].use == VERTEX)
            ways->order[ways->ordered++] = i;
    for (size_t w = 0; w < ways->count; w++) {
        /* Nodes that the file lacks. */
        int64_t missing = 0;
        for (size_t i = ways->way[w].first; i < way_end(ways, w); i++)
            missing += !is_placed(ways, i);
        ways->missing += missing;
        ways->cut_ways += missing > 0;
        size_t stop = way_end(ways, w), end = 0;
        for (size_t at = ways->way[w].first; next_piece(ways, stop, &at, &end); at = end)
            for (size_t i = at; i < end; i++) {
                bool is_end = i == at || i + 1 == end;
                node *passed = &ways->node[ways->ref[i]];
                if (passed->use == UNUSED)
                    ways->order[ways->ordered++] = ways->ref[i];
                passed->use = is_end || passed->use != UNUSED ? VERTEX : PASSED;
            }
        if (w % 8192 == 0 && !dmi_run_report(run, 0, "crossings", w, ways->count, ""))
            return dmi_as_unfinished(dmi_stopped(run, err), err);
    }
    return DM_OK;
}

/* A board being made. */
typedef struct making {
    dmi_ways *ways;
    const dmi_ways_plan *plan;
    dm_run *run;
    dm_measure measure;
    dm_builder *builder;
    dm_lonlat *point; /* of a street */
    size_t point_room;
} making;

static dm_status add_vertices(making *m, dm_error *err)
{
    dm_status status = DM_OK;
    for (size_t i = 0; i < m->ways->ordered && status == DM_OK; i++) {
        node *at = &m->ways->node[m->ways->order[i]];
        at->vertex = -1;
        if (at->use != VERTEX || isnan(at->place.x))
            continue;
        char room[24];
        const char *name = m->plan->name ? m->plan->name(m->plan->context, at->key, room) : NULL;
        dm_vertex v = dm_builder_vertices(m->builder);
        status = dm_builder_grow(m->builder, v + 1, err);
        if (status == DM_OK)
            status = dm_builder_place(m->builder, v, at->place.x, at->place.y, err);
        if (status == DM_OK && name)
            status = dm_builder_name(m->builder, v, name, err);
        at->vertex = v;
        if (i % 65536 == 0 && !dmi_run_report(m->run, 0, "vertices", i, m->ways->ordered, ""))
            return dmi_as_unfinished(dmi_stopped(m->run, err), err);
    }
    return status;
}

/* In tenths of a metre or of a second, at least one; minutes are rounded from these, so that they
 * order ways as seconds do. */
static dm_status length_of(const making *m, const way *on, double metres, int64_t *out,
                           dm_error *err)
{
    bool is_time = dm_measure_is_time(m->measure);
    double tenths = 10 * (is_time ? metres / (on->speed / 3.6) : metres);
    if (!(tenths < 1e15))
        return dmi_fail(err, DM_TOO_LARGE, "a street is longer than 10^14 %s",
                        is_time ? "seconds" : "metres");
    *out = tenths < 1 ? 1 : llround(tenths);
    if (m->measure == DM_MINUTES)
        *out = (*out * 1000 + 3) / 6; /* 10^5 / 600 */
    return DM_OK;
}

/* The street along the nodes [at, last] of a way. */
static dm_status add_street(making *m, const way *on, size_t at, size_t last, dm_error *err)
{
    const dmi_ways *ways = m->ways;
    const node *from = &ways->node[ways->ref[at]], *to = &ways->node[ways->ref[last]];
    if (!dmi_reserve(&m->point, &m->point_room, last - at, sizeof *m->point))
        return dmi_no_memory(err);
    double metres = 0;
    for (size_t i = at; i < last; i++) {
        const node *next = &ways->node[ways->ref[i + 1]];
        metres += dmi_metres_between(ways->node[ways->ref[i]].place, next->place);
        if (i + 1 < last)
            m->point[i - at] = dmi_lonlat(next->place);
    }
    dm_street street = {.from = from->vertex,
                        .to = to->vertex,
                        .travel = on->travel,
                        .kind = (dm_street_kind)on->kind,
                        .name = on->name ? ways->names + on->name : NULL,
                        .points = m->point,
                        .point_count = (uint32_t)(last - at - 1)};
    dm_status status = length_of(m, on, on->metres > 0 ? on->metres : metres, &street.length, err);
    if (status == DM_OK)
        status = dm_builder_street(m->builder, &street, err);
    if (status != DM_OK)
        return status;
    if (street.travel == DM_STREET_BOTH)
        return dm_builder_edge(m->builder, street.from, street.to, street.length, err);
    bool is_forward = street.travel == DM_STREET_FORWARD;
    return dm_builder_arc(m->builder, is_forward ? street.from : street.to,
                          is_forward ? street.to : street.from, street.length, err);
}

static dm_status add_ways(making *m, dm_error *err)
{
    dm_status status = DM_OK;
    for (size_t w = 0; w < m->ways->count && status == DM_OK; w++) {
        const dmi_ways *ways = m->ways;
        size_t stop = way_end(ways, w), end = 0;
        for (size_t at = ways->way[w].first; next_piece(ways, stop, &at, &end); at = end)
            for (size_t i = at + 1; i < end && status == DM_OK; i++)
                if (ways->node[ways->ref[i]].use == VERTEX) {
                    status = add_street(m, &ways->way[w], at, i, err);
                    at = i;
                }
        if (w % 8192 == 0 && !dmi_run_report(m->run, 0, "streets", w, m->ways->count, ""))
            return dmi_as_unfinished(dmi_stopped(m->run, err), err);
    }
    return status;
}

static dm_status make_board(making *m, dmi_input *in, dm_arena **out, dm_error *err)
{
    dm_status status = dm_builder_new(0, &m->builder, err);
    if (status != DM_OK)
        return status;
    dmi_builder_limit(m->builder, in->options.most_vertices, in->options.most_edges);
    dm_builder_geographic(m->builder, m->measure);
    dm_builder_decimals(m->builder, m->measure == DM_MINUTES ? 5 : 1);
    status = dm_builder_directed(m->builder, err);
    if (status == DM_OK)
        status = dm_builder_title(m->builder, in->name, err);
    if (status == DM_OK && m->plan->has_profile)
        status = dm_builder_profile(m->builder, in->options.profile, err);
    if (status == DM_OK && m->plan->attribution)
        status = dm_builder_attribution(m->builder, m->plan->attribution, err);
    if (status == DM_OK)
        status = add_vertices(m, err);
    if (status == DM_OK)
        status = add_ways(m, err);
    if (status == DM_OK) {
        const dmi_ways *ways = m->ways;
        if (ways->cut_ways)
            status = dmi_builder_remark(
                m->builder, err,
                "%s cut where the file lacks nodes: %lld of %lld (%lld missing nodes)",
                m->plan->what, (long long)ways->cut_ways, (long long)ways->count,
                (long long)ways->missing);
        if (status == DM_OK && ways->short_ways)
            status =
                dmi_builder_remark(m->builder, err, "%s with fewer than two nodes left out: %lld",
                                   m->plan->what, (long long)ways->short_ways);
        if (status == DM_OK && m->plan->remark)
            status = dmi_builder_remark(m->builder, err, "%s", m->plan->remark);
    }
    if (status == DM_OK)
        return dm_builder_finish(m->builder, out, err);
    dm_builder_free(m->builder);
    return dmi_input_blame(in, 0, status, err, "%s", "");
}

dm_status dmi_ways_board(dmi_ways *ways, dmi_input *in, const dmi_ways_plan *plan, dm_arena **out,
                         dm_error *err)
{
    dm_measure measure = in->options.measure;
    making m = {.ways = ways,
                .plan = plan,
                .run = in->options.run,
                .measure = dm_measure_is_time(measure) ? measure : DM_METRES};
    dm_arena *board = NULL;
    dm_status status = count_uses(ways, m.run, err);
    if (status == DM_OK)
        status = make_board(&m, in, &board, err);
    if (status == DM_OK && dm_arena_vertices(board) == 0)
        status = dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                             "no street: none of %lld %s has two nodes with a place",
                             (long long)dmi_ways_count(ways), plan->what);
    if (status == DM_OK)
        status = dmi_arena_settle_parts(&board, in->options.largest, err);
    free(m.point);
    if (status == DM_OK)
        *out = board;
    else
        dm_arena_free(board);
    return status;
}
