/* divide.c - a board whose streets are divided at places.
 *
 * The board is built again.  An arc whose street is divided is replaced by its parts, and by other
 * streets beside it, if there are any; all other arcs stay.
 */
#include "arena/arena.h"
#include "map/shape.h"
#include <demesne/snap.h>

#include <stdlib.h>

/* A place where a street is divided. */
typedef struct cut {
    int32_t street;
    int64_t at;
    int64_t entry; /* of the list given */
    dm_vertex vertex;
} cut;

/* A direction in which a divided street can be travelled. */
typedef struct old_arc {
    dm_vertex from, to;
    int64_t length;
} old_arc;

typedef struct division {
    const dm_arena *arena;
    const dm_map *map;
    const dm_snapped *given;
    cut *cuts; /* sorted, each point once */
    size_t count;
    old_arc *arcs; /* sorted */
    size_t arc_count;
    bool *is_end; /* by vertex: a divided street ends there */
    dm_builder *builder;
    int32_t streets;       /* of the builder */
    int32_t *first, *last; /* by street: its parts */
} division;

static int compare_lengths(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b)
{
    const cut *x = a, *y = b;
    int street = compare_lengths(x->street, y->street), at = compare_lengths(x->at, y->at);
    return street ? street : at ? at : compare_lengths(x->entry, y->entry);
}

static int by_ends(const void *a, const void *b)
{
    const old_arc *x = a, *y = b;
    int from = compare_lengths(x->from, y->from), to = compare_lengths(x->to, y->to);
    return from ? from : to ? to : compare_lengths(x->length, y->length);
}

static bool same_point(const cut *a, const cut *b)
{
    return a->street == b->street && a->at == b->at;
}

/* Gives the ends of streets to the entries there, and lists the others as cuts. */
static dm_status list_cuts(division *d, int64_t count, dm_vertex *vertex, dm_error *err)
{
    for (int64_t i = 0; i < count; i++) {
        const dm_snapped *s = &d->given[i];
        vertex[i] = -1;
        if (s->street >= d->map->streets ||
            (s->street >= 0 && (s->at < 0 || s->at > d->map->length[s->street] ||
                                s->segment > dm_street_points(d->map, s->street) - 2)))
            return dmi_fail(err, DM_BAD_ARGUMENT, "entry %lld is not on a street of this board",
                            (long long)i);
        if (s->street < 0)
            continue;
        if (s->at == 0)
            vertex[i] = d->map->from[s->street];
        else if (s->at == d->map->length[s->street])
            vertex[i] = d->map->to[s->street];
        else
            d->cuts[d->count++] = (cut){s->street, s->at, i, -1};
    }
    return DM_OK;
}

/* Numbers the new vertices in the order of the entries, and keeps one cut for each. */
static dm_status number_vertices(division *d, int64_t count, dm_vertex *vertex, dm_error *err)
{
    size_t kept = 0;
    dm_vertex next = dm_arena_vertices(d->arena);
    if (d->count > (size_t)(DM_MAX_VERTICES - next))
        return dmi_fail(err, DM_TOO_LARGE, "the divided board would have too many vertices");
    size_t *cut_of = dmi_alloc((size_t)count, sizeof *cut_of); /* by entry, where there is one */
    if (!cut_of)
        return dmi_no_memory(err);
    qsort(d->cuts, d->count, sizeof *d->cuts, by_place);
    for (size_t i = 0; i < d->count; i++) {
        if (kept == 0 || !same_point(&d->cuts[kept - 1], &d->cuts[i]))
            d->cuts[kept++] = d->cuts[i];
        cut_of[d->cuts[i].entry] = kept - 1;
    }
    for (int64_t i = 0; i < count; i++) {
        if (d->given[i].street < 0 || vertex[i] >= 0)
            continue;
        cut *c = &d->cuts[cut_of[i]];
        if (c->vertex < 0)
            c->vertex = next++;
        vertex[i] = c->vertex;
    }
    d->count = kept;
    free(cut_of);
    return DM_OK;
}

static dm_status list_arcs(division *d, dm_error *err)
{
    d->arcs = dmi_alloc(2 * d->count, sizeof *d->arcs);
    d->is_end = dmi_calloc((size_t)dm_arena_vertices(d->arena), sizeof *d->is_end);
    d->first = dmi_alloc((size_t)d->map->streets, sizeof *d->first);
    d->last = dmi_alloc((size_t)d->map->streets, sizeof *d->last);
    if (!d->arcs || !d->is_end || !d->first || !d->last)
        return dmi_no_memory(err);
    for (size_t i = 0; i < d->count; i++) {
        int32_t s = d->cuts[i].street;
        dm_vertex from = d->map->from[s], to = d->map->to[s];
        if (i > 0 && d->cuts[i - 1].street == s)
            continue;
        d->is_end[from] = d->is_end[to] = true;
        if (d->map->travel[s] & DM_STREET_FORWARD)
            d->arcs[d->arc_count++] = (old_arc){from, to, d->map->length[s]};
        if (d->map->travel[s] & DM_STREET_BACKWARD)
            d->arcs[d->arc_count++] = (old_arc){to, from, d->map->length[s]};
    }
    qsort(d->arcs, d->arc_count, sizeof *d->arcs, by_ends);
    return DM_OK;
}

/* Whether an arc of this length belongs to a divided street; `length` 0: an arc of any length. */
static bool is_divided(const division *d, dm_vertex from, dm_vertex to, int64_t length)
{
    if (!d->is_end[from] || !d->is_end[to])
        return false;
    /* The first arc of a divided street that is not before `arc`. */
    old_arc arc = {from, to, length};
    size_t low = 0, high = d->arc_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_ends(&d->arcs[middle], &arc) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const old_arc *found = low < d->arc_count ? &d->arcs[low] : NULL;
    return found && found->from == from && found->to == to &&
           (length == 0 || found->length == length);
}

static dm_status add_street(division *d, const dm_street *street, bool to_graph, dm_error *err)
{
    dm_status status = dm_builder_street(d->builder, street, err);
    d->streets++;
    if (!to_graph || street->from == street->to)
        return status;
    if (status == DM_OK && street->travel & DM_STREET_FORWARD)
        status = dm_builder_arc(d->builder, street->from, street->to, street->length, err);
    if (status == DM_OK && street->travel & DM_STREET_BACKWARD)
        status = dm_builder_arc(d->builder, street->to, street->from, street->length, err);
    return status;
}

static dm_street get_street(const dm_map *map, int32_t s)
{
    return (dm_street){.from = map->from[s],
                       .to = map->to[s],
                       .length = map->length[s],
                       .travel = map->travel[s],
                       .kind = (dm_street_kind)map->kind[s],
                       .name = map->name_at[s] ? map->names + map->name_at[s] : NULL,
                       .points = map->point + map->first_point[s],
                       .point_count = dm_street_points(map, s) - 2};
}

static bool is_same_place(dm_lonlat a, dm_lonlat b)
{
    return a.lon == b.lon && a.lat == b.lat;
}

/* Adds the parts of a street between its cuts.  Segment i ends at point i of those between the
 * ends, counted from 0. */
static dm_status add_parts(division *d, const cut *cuts, size_t count, dm_error *err)
{
    const dm_street whole = get_street(d->map, cuts->street);
    const dm_snapped *at = NULL; /* where the last part ended */
    dm_street part = whole;
    uint32_t done = 0; /* points */
    int64_t begin = 0;
    dm_status status = DM_OK;
    for (size_t i = 0; i <= count && status == DM_OK; i++) {
        bool is_last = i == count;
        const dm_snapped *next = is_last ? NULL : &d->given[cuts[i].entry];
        uint32_t end = next ? next->segment : whole.point_count;
        if (at && done < end && is_same_place(at->point, whole.points[done]))
            done++;
        part.to = is_last ? whole.to : cuts[i].vertex;
        part.length = (is_last ? whole.length : cuts[i].at) - begin;
        part.points = whole.points + done;
        part.point_count = end - done;
        if (next && end > done && is_same_place(next->point, whole.points[end - 1]))
            part.point_count--;
        status = add_street(d, &part, true, err);
        part.from = part.to;
        begin += part.length;
        done = end;
        at = next;
    }
    return status;
}

/* Makes the builder and fills it. */
static dm_status fill_builder(division *d, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(d->arena) + (dm_vertex)d->count;
    dm_status status = dm_builder_new(n, &d->builder, err);
    if (status == DM_OK)
        status = dm_builder_directed(d->builder, err);
    if (status == DM_OK)
        status = dm_builder_attribution(d->builder, d->map->attribution, err);
    if (status == DM_OK && d->map->profile >= 0)
        status = dm_builder_profile(d->builder, (dm_profile)d->map->profile, err);
    if (status != DM_OK)
        return status;
    dm_builder_geographic(d->builder, d->map->measure);
    /* New vertices are worth nothing until customers are counted there. */
    status = dmi_builder_copy(d->builder, d->arena, NULL, err);
    for (size_t i = 0; i < d->count && status == DM_OK; i++) {
        dm_lonlat place = d->given[d->cuts[i].entry].point;
        dm_vertex v = d->cuts[i].vertex;
        status = dm_builder_place(d->builder, v, place.lon * DM_LONLAT_UNIT,
                                  place.lat * DM_LONLAT_UNIT, err);
        if (status == DM_OK)
            status = dm_builder_value(d->builder, v, 0, err);
    }
    if (status == DM_OK) {
        /* Arcs whose street is not divided. */
        const dm_graph *graph = /* as the streets have it */
            d->arena->turned ? dm_arena_reverse(d->arena) : dm_arena_graph(d->arena);
        for (dm_vertex v = 0; v < graph->n; v++)
            for (uint32_t a = graph->first[v]; a < graph->first[v + 1] && status == DM_OK; a++) {
                int64_t length = dm_graph_length(graph, a);
                if (!is_divided(d, v, graph->target[a], length))
                    status = dm_builder_arc(d->builder, v, graph->target[a], length, err);
            }
    }
    if (status != DM_OK)
        return status;
    /* The cuts of a street are next to each other. */
    size_t next = 0, end;
    for (int32_t s = 0; s < d->map->streets && status == DM_OK; s++, next = end) {
        for (end = next; end < d->count && d->cuts[end].street == s;)
            end++;
        dm_street street = get_street(d->map, s);
        bool is_beside =
            is_divided(d, street.from, street.to, 0) || is_divided(d, street.to, street.from, 0);
        d->first[s] = d->streets;
        status = end > next ? add_parts(d, d->cuts + next, end - next, err)
                            : add_street(d, &street, is_beside, err);
        d->last[s] = d->streets - 1;
    }
    return status == DM_OK
               ? dmi_builder_copy_turns(d->builder, d->map, NULL, d->first, d->last, err)
               : status;
}

static dm_status build_divided(division *d, dm_arena **out, dm_error *err)
{
    dm_status status = list_arcs(d, err);
    if (status == DM_OK)
        status = fill_builder(d, err);
    if (status == DM_OK) {
        status = dm_builder_finish(d->builder, out, err);
        d->builder = NULL;
    }
    if (status != DM_OK)
        return status;
    (*out)->shared->notes = d->arena->shared->notes;
    (*out)->value_decimals = d->arena->value_decimals;
    (*out)->turned = d->arena->turned && dm_arena_is_directed(*out);
    return DM_OK;
}

dm_status dm_arena_divided(const dm_arena *arena, const dm_snapped *at, int64_t count,
                           dm_vertex *vertex, dm_arena **out, dm_error *err)
{
    division d = {.arena = arena, .map = dm_arena_map(arena), .given = at};
    dm_status status = dm_arena_check(arena, NULL, err);
    if (status != DM_OK)
        return status;
    if (!d.map)
        return dmi_fail(err, DM_BAD_ARGUMENT, "only a board with a map has streets to divide");
    d.cuts = dmi_alloc((size_t)count, sizeof *d.cuts);
    status = d.cuts ? list_cuts(&d, count, vertex, err) : dmi_no_memory(err);
    if (status == DM_OK && d.count == 0)
        status = dm_arena_share(arena, out, err);
    else if (status == DM_OK)
        status = number_vertices(&d, count, vertex, err);
    if (status == DM_OK && d.count > 0)
        status = build_divided(&d, out, err);
    dm_builder_free(d.builder);
    free(d.cuts);
    free(d.arcs);
    free(d.is_end);
    free(d.first);
    free(d.last);
    return status;
}
