/* ways_board.c - makes a board with streets of ways.
 *
 *     way 0   0 1 2 3          node 2 occurs twice: a vertex;       street 0-2 with point 1
 *     way 1   4 2 5            0, 3, 4, 5 are ends: vertices;       street 2-3, 4-2, 2-5
 *
 * A way is cut at nodes without a place.  Its pieces of two nodes or more count.  A node with a
 * barrier is a vertex too, so that nobody needs to pass it.
 *
 * O(nodes of all ways).
 */
#include "map/ways_nodes.h"

#include "arena/arena.h"
#include "arena/geo.h"
#include "arena/largest.h"
#include <math.h>
#include <stdlib.h>

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

/* Counts the streets that end at each vertex. */
static void count_streets(dmi_ways *ways)
{
    for (size_t w = 0; w < ways->count; w++) {
        size_t stop = way_end(ways, w), end = 0;
        for (size_t at = ways->way[w].first; next_piece(ways, stop, &at, &end); at = end)
            for (size_t i = at; i < end; i++) {
                dmi_ways_node *v = &ways->node[ways->ref[i]];
                int more = i == at || i + 1 == end ? 1 : 2;
                v->streets = (unsigned char)(v->streets + more < 255 ? v->streets + more : 255);
            }
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
                dmi_ways_node *passed = &ways->node[ways->ref[i]];
                if (passed->use == UNUSED)
                    ways->order[ways->ordered++] = ways->ref[i];
                passed->use = is_end || passed->use != UNUSED ? VERTEX : PASSED;
            }
        if (w % 8192 == 0 && !dmi_run_report(run, 0, "crossings", w, ways->count, ""))
            return dmi_as_unfinished(dmi_stopped(run, err), err);
    }
    for (size_t i = 0; i < ways->ordered; i++)
        if (ways->node[ways->order[i]].flags & IS_BARRIER)
            ways->node[ways->order[i]].use = VERTEX;
    if (ways->speeds.junction > 0)
        count_streets(ways);
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
    int32_t streets;
    dmi_street_ends ends; /* at barriers, and where a turn is restricted */
} making;

static dm_status add_vertices(making *m, dm_error *err)
{
    dm_status status = DM_OK;
    for (size_t i = 0; i < m->ways->ordered && status == DM_OK; i++) {
        dmi_ways_node *at = &m->ways->node[m->ways->order[i]];
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

/* Lists the ends of the street that was added, where turns may be forbidden. */
static dm_status list_ends(making *m, const dmi_ways_way *on, const dmi_ways_node *from,
                           const dmi_ways_node *to, dm_error *err)
{
    bool forward = on->travel & DM_STREET_FORWARD, backward = on->travel & DM_STREET_BACKWARD;
    const dmi_ways_node *end[] = {from, to};
    dm_status status = DM_OK;
    for (int i = 0; i < 2 && status == DM_OK; i++)
        if (end[i]->flags & (IS_BARRIER | IS_VIA))
            status =
                dmi_street_ends_add(&m->ends,
                                    &(dmi_street_end){.vertex = end[i]->vertex,
                                                      .street = m->streets,
                                                      .way = on->id,
                                                      .arrives = i == 0 ? backward : forward,
                                                      .leaves = i == 0 ? forward : backward,
                                                      .is_barrier = end[i]->flags & IS_BARRIER},
                                    err);
    m->streets++;
    return status;
}

static dm_status forbid_turns(making *m, dm_error *err)
{
    dmi_ways *ways = m->ways;
    dm_map_rules rules = m->plan->rules;
    for (size_t i = 0; i < ways->restrictions.count; i++) {
        dmi_restriction *r = &ways->restrictions.one[i];
        const dmi_ways_node *via = dmi_ways_find(ways, r->via);
        r->vertex = via && via->use == VERTEX ? via->vertex : -1;
    }
    dm_status status =
        dmi_forbid_turns(m->builder, &ways->restrictions, &m->ends, &rules.restrictions, err);
    if (status == DM_OK)
        status = dm_builder_rules(m->builder, &rules, err);
    int32_t left = m->plan->rules.restrictions - rules.restrictions;
    return status == DM_OK && left > 0
               ? dmi_builder_remark(m->builder, err,
                                    "turn restrictions of streets that are not on the board: %d",
                                    left)
               : status;
}

/* The seconds that a street takes besides: who passes a junction or a signal between two streets
 * waits half in each of them. */
static double delay_of(const dmi_ways *ways, size_t at, size_t last)
{
    double delay = 0;
    for (size_t i = at; i <= last && ways->has_speeds; i++) {
        const dmi_ways_node *v = &ways->node[ways->ref[i]];
        double share = i == at || i == last ? 0.5 : 1;
        delay += share * (v->flags & IS_SIGNAL ? ways->speeds.signal : 0);
        delay += share * (v->streets >= 3 && share < 1 ? ways->speeds.junction : 0);
    }
    return delay;
}

/* In tenths of a metre or of a second, at least one; minutes are rounded from these, so that they
 * order ways as seconds do. */
static dm_status length_of(const making *m, const dmi_ways_way *on, double metres, double delay,
                           int64_t *out, dm_error *err)
{
    bool is_time = dm_measure_is_time(m->measure);
    double tenths = 10 * (is_time ? metres / (on->speed / 3.6) + delay : metres);
    if (!(tenths < 1e15))
        return dmi_fail(err, DM_TOO_LARGE, "a street is longer than 10^14 %s",
                        is_time ? "seconds" : "metres");
    *out = tenths < 1 ? 1 : llround(tenths);
    if (m->measure == DM_MINUTES)
        *out = (*out * 1000 + 3) / 6; /* 10^5 / 600 */
    return DM_OK;
}

/* The street along the nodes [at, last] of a way. */
static dm_status add_street(making *m, const dmi_ways_way *on, size_t at, size_t last,
                            dm_error *err)
{
    const dmi_ways *ways = m->ways;
    const dmi_ways_node *from = &ways->node[ways->ref[at]], *to = &ways->node[ways->ref[last]];
    if (!dmi_reserve(&m->point, &m->point_room, last - at, sizeof *m->point))
        return dmi_no_memory(err);
    double metres = 0;
    for (size_t i = at; i < last; i++) {
        const dmi_ways_node *next = &ways->node[ways->ref[i + 1]];
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
    dm_status status = length_of(m, on, on->metres > 0 ? on->metres : metres,
                                 delay_of(ways, at, last), &street.length, err);
    if (status == DM_OK)
        status = dm_builder_street(m->builder, &street, err);
    if (status == DM_OK)
        status = list_ends(m, on, from, to, err);
    if (status != DM_OK)
        return status;
    if (street.travel == DM_STREET_BOTH)
        return dm_builder_edge(m->builder, street.from, street.to, street.length, err);
    bool is_forward = street.travel == DM_STREET_FORWARD;
    return dm_builder_arc(m->builder, is_forward ? street.from : street.to,
                          is_forward ? street.to : street.from, street.length, err);
}

/* A way that takes a given time is travelled at one speed. */
static void set_speed(dmi_ways *ways, size_t w)
{
    dmi_ways_way *on = &ways->way[w];
    double metres = 0;
    if (on->seconds <= 0)
        return;
    for (size_t i = on->first + 1; i < way_end(ways, w); i++)
        if (is_placed(ways, i - 1) && is_placed(ways, i))
            metres += dmi_metres_between(ways->node[ways->ref[i - 1]].place,
                                         ways->node[ways->ref[i]].place);
    if (metres > 0)
        on->speed = 3.6 * metres / on->seconds;
}

static dm_status add_ways(making *m, dm_error *err)
{
    dm_status status = DM_OK;
    for (size_t w = 0; w < m->ways->count && status == DM_OK; w++) {
        const dmi_ways *ways = m->ways;
        size_t stop = way_end(ways, w), end = 0;
        set_speed(m->ways, w);
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
    if (status == DM_OK)
        status = forbid_turns(m, err);
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
    free(m.ends.one);
    if (status == DM_OK)
        *out = board;
    else
        dm_arena_free(board);
    return status;
}
