/* line_network.c - a level in whole numbers, and who reaches what.
 *
 * One search (line_network_search.h) from all sites.  Vertices leave the heap in the order they are
 * reached and lengths are positive, so when a vertex leaves the heap its set of players is
 * complete.
 */
#include "lines/diagram/line_network.h"

#include "lines/diagram/line_network_search.h"
#include "lines/level/draft.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Sites on edges, in order along each. */
typedef struct stop {
    int32_t edge, vertex;
    int64_t offset;
} stop;

static int stop_by_place(const void *a, const void *b)
{
    const stop *x = a, *y = b;
    if (x->edge != y->edge)
        return x->edge < y->edge ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* The unit is a multiple of every denominator. */
static int64_t length_in_units(dm_ratio number, int64_t unit)
{
    return number.den > 0 ? number.num * (unit / number.den) : 0;
}

/* Gives every site its vertex, and divides the edges at them.  `stops` has room for all sites. */
static void make_pieces(const dm_level *level, dmi_line_network *net, stop *stops)
{
    int32_t count = 0, next = 0;
    for (int32_t i = 0; i < level->site_count; i++) {
        const dm_line_place *place = &level->sites[i].place;
        int32_t vertex = place->vertex >= 0 ? place->vertex : net->n++;
        assert(net->owner[vertex] < 0); /* sites are at different points */
        net->site_at[i] = vertex;
        net->owner[vertex] = level->sites[i].player;
        if (place->vertex >= 0)
            continue;
        dm_ratio way = {0, 1};
        dmi_ratio_multiply(place->at, level->edges[place->edge].length, &way);
        stops[count++] = (stop){place->edge, vertex, length_in_units(way, net->unit)};
    }
    qsort(stops, (size_t)count, sizeof *stops, stop_by_place);
    for (int32_t e = 0; e < level->edge_count; e++) {
        dmi_piece rest = {.a = level->edges[e].u, .edge = e};
        for (bool is_last = false; !is_last; net->piece_count++) {
            is_last = next == count || stops[next].edge != e;
            int64_t end =
                is_last ? length_in_units(level->edges[e].length, net->unit) : stops[next].offset;
            rest.b = is_last ? level->edges[e].v : stops[next++].vertex;
            rest.length = end - rest.offset;
            assert(rest.length > 0 && rest.length % 2 == 0);
            net->piece[net->piece_count] = rest;
            rest.a = rest.b;
            rest.offset = end;
        }
    }
    assert(next == count);
}

dm_status dmi_line_network_init(const dm_level *level, dmi_line_network *out, dm_error *err)
{
    size_t sites = (size_t)level->site_count, most = (size_t)level->vertex_count + sites;
    size_t pieces = (size_t)level->edge_count + sites;
    dmi_line_network net = {.n = level->vertex_count};
    net.piece = dmi_alloc(pieces, sizeof *net.piece); /* ropes make it longer */
    net.first = dmi_array_zeroed(&net.arrays, most + 2, sizeof *net.first);
    net.arc_piece = dmi_array(&net.arrays, 2 * pieces, sizeof *net.arc_piece);
    net.owner = dmi_array(&net.arrays, most, sizeof *net.owner);
    net.site_at = dmi_array(&net.arrays, sites, sizeof *net.site_at);
    stop *stops = dmi_alloc(sites, sizeof *stops);
    if (net.arrays.failed || !net.piece || !stops) {
        free(stops);
        dmi_line_network_clear(&net);
        return dmi_no_memory(err);
    }
    memset(net.owner, 0xff, most * sizeof *net.owner);
    dmi_level_unit(level, &net.unit, &net.total);
    make_pieces(level, &net, stops);
    /* Fills the arcs from the pieces; `first` has n + 2 zeros. */
    for (int32_t p = 0; p < net.piece_count; p++) {
        net.first[net.piece[p].a + 1]++;
        net.first[net.piece[p].b + 1]++;
    }
    for (int32_t v = 0; v < net.n; v++)
        net.first[v + 1] += net.first[v];
    for (int32_t p = net.piece_count; p-- > 0;) { /* fills each row from its end */
        net.arc_piece[--net.first[net.piece[p].a + 1]] = p;
        net.arc_piece[--net.first[net.piece[p].b + 1]] = p;
    }
    memmove(net.first, net.first + 1, (size_t)net.n * sizeof *net.first);
    net.first[net.n] = 2 * (uint32_t)net.piece_count;
    assert(net.first[0] == 0);
    free(stops);
    *out = net;
    return DM_OK;
}

void dmi_line_network_clear(dmi_line_network *net)
{
    free(net->piece);
    dmi_arrays_free(&net->arrays);
    *net = (dmi_line_network){0};
}

/* A search that leaves out the piece `missing` and those that are cut. */
typedef struct reach_search {
    dmi_reach *reach;
    const uint8_t *cuts; /* NULL: none */
    int32_t missing;
} reach_search;

static bool reach_settle(void *user, int32_t v, int64_t when)
{
    const reach_search *s = user;
    assert(when >= s->reach[v].when);
    return when == s->reach[v].when;
}

static bool reach_offer(void *user, int32_t piece, int32_t u, int32_t v, int64_t when)
{
    const reach_search *s = user;
    return piece != s->missing && !(s->cuts && s->cuts[piece] > 0) &&
           dmi_reach_offer(&s->reach[v], when, s->reach[u].players, piece);
}

static const dmi_line_network_visitor reach_visitor = {reach_settle, reach_offer};

bool dmi_line_network_spread(const dmi_line_network *net, const uint8_t *cuts, dmi_reach *reach,
                             dmi_heap *heap)
{
    reach_search search = {reach, cuts, -1};
    return dmi_line_network_search(net, heap, &reach_visitor, &search);
}

dm_status dmi_line_network_reach(const dmi_line_network *net, dmi_reach *reach, dm_error *err)
{
    return dmi_line_network_reach_without(net, -1, reach, err);
}

dm_status dmi_line_network_reach_without(const dmi_line_network *net, int32_t missing,
                                         dmi_reach *reach, dm_error *err)
{
    assert(missing >= -1 && missing < net->piece_count);
    dmi_heap heap = {0};
    reach_search search = {reach, NULL, missing};
    bool fits = true;
    for (int32_t v = 0; v < net->n; v++)
        reach[v] = (dmi_reach){DMI_NEVER, 0, -1};
    for (int32_t v = 0; fits && v < net->n; v++)
        if (net->owner[v] >= 0) {
            reach[v] = (dmi_reach){0, UINT64_C(1) << net->owner[v], -1};
            fits = dmi_heap_push(&heap, 0, (uint32_t)v);
        }
    fits = fits && dmi_line_network_search(net, &heap, &reach_visitor, &search);
    dmi_heap_clear(&heap);
    return fits ? DM_OK : dmi_no_memory(err);
}
