/* turns.c - a board whose distances respect forbidden turns.
 *
 * Whoever comes to a junction by a street from which some turns are forbidden arrives at a copy of
 * it, which is left only by the streets that are allowed.  Streets with the same forbidden turns
 * share a copy.  Other streets lead to the junction itself, from which every street leaves:
 *
 *         |                     |          a -> v -> everywhere
 *     a --v-- b             a --v-- b      b -> v' -> a       no left turn from b: nothing leads
 *         |                     |'         b -> v*            from v' to the street below
 *         c                     c
 *
 * A customer at v starts at v.  A site at v is reached by all: those from b arrive at v*, which
 * nothing leaves and which dm_graph.arrival names, so that searches from a site at v begin at v and
 * at v*, both with distance 0.  Distances between v and any other vertex, and between all others,
 * are thus those of a search over directed streets.
 *
 * On a board whose arcs are turned round, whoever travels comes by the street that a turn leads to.
 *
 * O(n + m), times the streets of a junction with forbidden turns.
 */
#include "arena/arena.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The forbidden turns of a street at a junction, for who comes by it. */
typedef struct arriving {
    const dm_street_turn *turn; /* in `turns`, `count` of them */
    int32_t count;
    dm_vertex copy;
} arriving;

typedef struct junction {
    dm_vertex via;
    int32_t first, count; /* in `arriving` */
} junction;

typedef struct splitting {
    const dm_arena *arena;
    const dm_map *map;
    bool turned; /* who travels comes from the sites */
    dmi_arrays arrays;
    dm_street_turn *turn;
    arriving *arriving;
    junction *junction;
    int32_t junctions;
    int32_t *junction_of; /* by vertex; -1: it has no forbidden turn */
    dm_vertex (*head)[2]; /* by street, its beginning and its end: where one arrives */
    dm_vertex *original, *arrival;
    dm_vertex n, next;
    dm_builder *builder;
} splitting;

static bool same_turns(const arriving *a, const arriving *b)
{
    bool same = a->count == b->count;
    for (int32_t i = 0; same && i < a->count; i++)
        same = a->turn[i].to == b->turn[i].to;
    return same;
}

static bool may_leave(const arriving *by, int32_t street)
{
    for (int32_t i = 0; i < by->count; i++)
        if (by->turn[i].to == street)
            return false;
    return true;
}

static dm_vertex add_copy(splitting *s, dm_vertex of)
{
    s->original[s->next - s->n] = of;
    return s->next++;
}

/* Takes the turns of one street at a junction. */
static void add_arriving(splitting *s, junction *j, const dm_street_turn *turn, int32_t count)
{
    arriving *list = s->arriving + j->first, *one = &list[j->count++];
    *one = (arriving){turn, count, -1};
    for (const arriving *other = list; other < one && one->copy < 0; other++)
        if (same_turns(other, one))
            one->copy = other->copy;
    if (one->copy < 0)
        one->copy = add_copy(s, j->via);
    if (s->map->from[turn->from] == j->via)
        s->head[turn->from][0] = one->copy;
    if (s->map->to[turn->from] == j->via)
        s->head[turn->from][1] = one->copy;
}

/* Junctions, who arrives there, and their copies. */
static void list_junctions(splitting *s)
{
    int32_t turns = s->map->turns, used = 0;
    for (int32_t i = 0, end; i < turns; i = end) {
        const dm_street_turn *first = &s->turn[i];
        for (end = i;
             end < turns && s->turn[end].via == first->via && s->turn[end].from == first->from;)
            end++;
        if (s->junctions == 0 || s->junction[s->junctions - 1].via != first->via) {
            dm_vertex copy = add_copy(s, first->via);
            s->arrival[first->via] = copy;
            s->arrival[copy] = -2 - first->via;
            s->junction_of[first->via] = s->junctions;
            s->junction[s->junctions++] = (junction){.via = first->via, .first = used};
        }
        add_arriving(s, &s->junction[s->junctions - 1], first, end - i);
        used++;
    }
}

static dm_status make_lists(splitting *s, dm_error *err)
{
    size_t n = (size_t)s->n, turns = (size_t)s->map->turns, streets = (size_t)s->map->streets;
    if (2 * (int64_t)s->map->turns > DM_MAX_VERTICES - s->n)
        return dmi_fail(err, DM_TOO_LARGE, "too many forbidden turns");
    s->turn = dmi_array(&s->arrays, turns, sizeof *s->turn);
    s->arriving = dmi_array(&s->arrays, turns, sizeof *s->arriving);
    s->junction = dmi_array(&s->arrays, turns, sizeof *s->junction);
    s->junction_of = dmi_array(&s->arrays, n, sizeof *s->junction_of);
    s->head = dmi_array(&s->arrays, streets, sizeof *s->head);
    s->original = dmi_array(&s->arrays, 2 * turns, sizeof *s->original);
    s->arrival = dmi_array(&s->arrays, n + 2 * turns, sizeof *s->arrival);
    dm_status status = dmi_arrays_check(&s->arrays, err);
    if (status != DM_OK)
        return status;
    memset(s->junction_of, 0xff, n * sizeof *s->junction_of);
    memset(s->arrival, 0xff, (n + 2 * turns) * sizeof *s->arrival);
    for (size_t i = 0; i < streets; i++) {
        s->head[i][0] = s->map->from[i];
        s->head[i][1] = s->map->to[i];
    }
    for (size_t i = 0; i < turns; i++) {
        const dm_street_turn *t = &s->map->turn[i];
        s->turn[i] = s->turned ? (dm_street_turn){t->via, t->to, t->from} : *t;
    }
    qsort(s->turn, turns, sizeof *s->turn, dmi_street_turns_compare);
    list_junctions(s);
    return DM_OK;
}

/* An arc as travellers use it. */
static dm_status add_arc(splitting *s, dm_vertex from, dm_vertex to, int64_t length, dm_error *err)
{
    if (from == to)
        return DM_OK;
    return s->turned ? dm_builder_arc(s->builder, to, from, length, err)
                     : dm_builder_arc(s->builder, from, to, length, err);
}

/* The arcs of a street that leave this vertex or this copy of one; `end` is the street's far end:
 * 0 its beginning, 1 its end. */
static dm_status add_leaving(splitting *s, dm_vertex from, int32_t street, int end, dm_error *err)
{
    dm_vertex head = s->head[street][end];
    dm_vertex far = end ? s->map->to[street] : s->map->from[street];
    int64_t length = s->map->length[street];
    dm_status status = add_arc(s, from, head, length, err);
    if (status == DM_OK && head != far)
        status = add_arc(s, from, s->arrival[far], length, err);
    return status;
}

static dm_status add_direction(splitting *s, int32_t street, int end, dm_error *err)
{
    dm_vertex near = end ? s->map->from[street] : s->map->to[street];
    dm_status status = add_leaving(s, near, street, end, err);
    if (s->junction_of[near] < 0)
        return status;
    const junction *j = &s->junction[s->junction_of[near]];
    const arriving *list = s->arriving + j->first;
    dm_vertex done = -1; /* copies are numbered as they first appear */
    for (int32_t i = 0; i < j->count && status == DM_OK; i++) {
        if (list[i].copy > done && may_leave(&list[i], street))
            status = add_leaving(s, list[i].copy, street, end, err);
        done = list[i].copy > done ? list[i].copy : done;
    }
    return status;
}

static dm_status add_streets(splitting *s, dm_error *err)
{
    const dm_map *map = s->map;
    dm_status status = DM_OK;
    for (int32_t i = 0; i < map->streets && status == DM_OK; i++) {
        bool forward = map->travel[i] & DM_STREET_FORWARD;
        bool backward = map->travel[i] & DM_STREET_BACKWARD;
        dm_street street = {.from = s->head[i][0],
                            .to = s->head[i][1],
                            .length = map->length[i],
                            .travel = map->travel[i],
                            .kind = (dm_street_kind)map->kind[i],
                            .name = map->name_at[i] ? map->names + map->name_at[i] : NULL,
                            .points = map->point + map->first_point[i],
                            .point_count = map->first_point[i + 1] - map->first_point[i]};
        status = dm_builder_street(s->builder, &street, err);
        if (status == DM_OK && (s->turned ? backward : forward))
            status = add_direction(s, i, 1, err);
        if (status == DM_OK && (s->turned ? forward : backward))
            status = add_direction(s, i, 0, err);
    }
    return status;
}

static dm_status fill_builder(splitting *s, dm_error *err)
{
    const dm_map *map = s->map;
    dm_status status = dm_builder_new(s->next, &s->builder, err);
    if (status == DM_OK)
        status = dm_builder_directed(s->builder, err);
    if (status == DM_OK)
        status = dm_builder_attribution(s->builder, map->attribution, err);
    if (status == DM_OK && map->profile >= 0)
        status = dm_builder_profile(s->builder, (dm_profile)map->profile, err);
    if (status == DM_OK)
        status = dm_builder_rules(s->builder, &map->rules, err);
    if (status != DM_OK)
        return status;
    dm_builder_geographic(s->builder, map->measure);
    status = dmi_builder_copy(s->builder, s->arena, NULL, err);
    for (dm_vertex v = s->n; v < s->next && status == DM_OK; v++) {
        const dm_point *at = &dm_arena_places(s->arena)[s->original[v - s->n]];
        status = dm_builder_place(s->builder, v, at->x, at->y, err);
        if (status == DM_OK)
            status = dm_builder_value(s->builder, v, 0, err);
    }
    return status == DM_OK ? add_streets(s, err) : status;
}

static dm_vertex *copy_vertices(const dm_vertex *list, dm_vertex count)
{
    dm_vertex *copy = dmi_alloc((size_t)count, sizeof *copy);
    if (copy)
        memcpy(copy, list, (size_t)count * sizeof *copy);
    return copy;
}

/* Tells the board what its copies are. */
static dm_status mark_copies(const splitting *s, dm_arena *made, dm_error *err)
{
    dmi_shared_board *shared = made->shared;
    shared->copies = s->next - s->n;
    shared->original = copy_vertices(s->original, shared->copies);
    shared->arcs.graph.arrival = copy_vertices(s->arrival, s->next);
    if (shared->arcs.oneway)
        shared->arcs.reverse.arrival = copy_vertices(s->arrival, s->next);
    if (!shared->original || !shared->arcs.graph.arrival ||
        (shared->arcs.oneway && !shared->arcs.reverse.arrival))
        return dmi_no_memory(err);
    shared->shown_edges = dm_arena_edges(s->arena);
    shared->notes = s->arena->shared->notes;
    made->value_decimals = s->arena->value_decimals;
    made->turned = s->turned && dm_arena_is_directed(made);
    return DM_OK;
}

dm_status dm_arena_with_turns(const dm_arena *arena, dm_direction direction, dm_arena **out,
                              dm_error *err)
{
    splitting s = {.arena = arena, .map = dm_arena_map(arena), .turned = direction == DM_FROM_SITE};
    assert(!arena->turned || s.turned);
    if (!s.map || s.map->turns == 0)
        return dm_arena_share(arena, out, err);
    s.n = s.next = dm_arena_vertices(arena);
    dm_arena *made = NULL;
    dm_status status = make_lists(&s, err);
    if (status == DM_OK)
        status = fill_builder(&s, err);
    if (status == DM_OK) {
        status = dm_builder_finish(s.builder, &made, err);
        s.builder = NULL;
    }
    if (status == DM_OK)
        status = mark_copies(&s, made, err);
    dm_builder_free(s.builder);
    dmi_arrays_free(&s.arrays);
    if (status == DM_OK)
        *out = made;
    else
        dm_arena_free(made);
    return status;
}
