/* first_site_value.c - the value along a piece if the second site follows the first.
 *
 * With the first site at t and the second at s = at + turn * t, each reaches a vertex over one of
 * two ends: four lines in t, and a fifth, constant, for the sites that were there.  The earliest
 * decides whose the vertex is:
 *
 *      \  x  /        slopes 1 and -1 (first site), turn and -turn (second), 0 (others)
 *      -\-w-/----
 *        \ /
 *
 * Everything changes only where two of the earliest lines meet.  All constants are even (`at` may
 * be odd only if turn is 0), so that happens at whole t.  Infinitesimal distances are the low bits
 * of arrivals: 16 * time + 4 * (side of the first site) + (side of the second).
 *
 * Cost: O(n + m) per value.
 */
#include "lines/duel/first_site.h"

#include "base/base.h"
#include "lines/diagram/line_network_search.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FINE = 16, FIRST = 4 };

typedef struct site_lane {
    const dmi_piece *piece;
    const int64_t *da, *db; /* distances from its ends */
    int64_t at;             /* FINE times the place of the site, with infinitesimals */
} site_lane;

static bool way_settle(void *user, int32_t v, int64_t when)
{
    const int64_t *way = user;
    return when == way[v];
}

static bool way_offer(void *user, int32_t piece, int32_t u, int32_t v, int64_t when)
{
    int64_t *way = user;
    (void)piece, (void)u;
    if (when >= way[v])
        return false;
    way[v] = when;
    return true;
}

/* From v to every vertex; NULL: no memory. */
static const int64_t *distances_from(dmi_first_site *lead, int32_t v)
{
    static const dmi_line_network_visitor visitor = {way_settle, way_offer};
    const dmi_line_network *net = &lead->position.net;
    if (lead->way[v])
        return lead->way[v];
    int64_t *way = dmi_alloc((size_t)net->n, sizeof *way);
    if (!way)
        return NULL;
    dmi_heap heap = {0};
    for (int32_t w = 0; w < net->n; w++)
        way[w] = dmi_first_site_far;
    way[v] = 0;
    bool fits =
        dmi_heap_push(&heap, 0, (uint32_t)v) && dmi_line_network_search(net, &heap, &visitor, way);
    dmi_heap_clear(&heap);
    if (!fits) {
        free(way);
        return NULL;
    }
    return lead->way[v] = way;
}

bool dmi_first_site_know(dmi_first_site *lead, int32_t piece)
{
    assert(piece >= 0 && piece < lead->position.net.piece_count);
    const dmi_piece *own = &lead->position.net.piece[piece];
    return distances_from(lead, own->a) && distances_from(lead, own->b);
}

static site_lane lane_of(const dmi_first_site *lead, int32_t piece, int64_t at)
{
    const dmi_piece *own = &lead->position.net.piece[piece];
    return (site_lane){own, lead->way[own->a], lead->way[own->b], at};
}

/* The vertex where the site is, or -1. */
static int32_t vertex_of(const site_lane *l)
{
    return l->at == 0 ? l->piece->a : l->at == FINE * l->piece->length ? l->piece->b : -1;
}

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t arrive(const site_lane *l, int32_t v)
{
    return least_of(l->at + FINE * l->da[v], FINE * (l->piece->length + l->db[v]) - l->at);
}

/* Without infinitesimals. */
static int64_t without_infinitesimals(int64_t fine)
{
    return (fine + FINE / 2) / FINE;
}

static void reach_vertices(dmi_first_site *lead, const site_lane *x, const site_lane *y)
{
    const uint64_t first = UINT64_C(1) << lead->ask->first, second = UINT64_C(1)
                                                                     << lead->ask->second;
    for (int32_t v = 0; v < lead->position.net.n; v++) {
        dmi_reach old = lead->position.reach[v];
        int64_t by_x = arrive(x, v), by_y = arrive(y, v);
        int64_t was = old.when == DMI_NEVER ? FINE * dmi_first_site_far : FINE * old.when;
        int64_t soonest = least_of(was, least_of(by_x, by_y));
        uint64_t players = (was == soonest ? old.players : 0) | (by_x == soonest ? first : 0) |
                           (by_y == soonest ? second : 0);
        if (soonest >= FINE * dmi_first_site_far)
            players = 0;
        lead->now[v] = (dmi_reach){without_infinitesimals(soonest), players, -1};
    }
}

static int64_t weight_of(const dmi_first_site *lead, uint64_t players)
{
    return dmi_line_position_share(&lead->position, players, lead->ask->first) / 2 -
           dmi_line_position_share(&lead->position, players, lead->ask->second) / 2;
}

static dmi_wide value_of_way(const dmi_first_site *lead, const dmi_reach *p, const dmi_reach *q,
                             int64_t length)
{
    if (p->players == 0)
        return 0;
    int64_t twice = q->when - p->when + length; /* p's */
    return (dmi_wide)twice * weight_of(lead, p->players) +
           (dmi_wide)(2 * length - twice) * weight_of(lead, q->players);
}

/* A piece with a site at `at`, and perhaps another at `at2` beyond it. */
static dmi_wide value_of_lane(const dmi_first_site *lead, const dmi_piece *piece,
                              const dmi_reach *site, int64_t at, const dmi_reach *site2,
                              int64_t at2)
{
    const dmi_reach *a = &lead->now[piece->a], *b = &lead->now[piece->b];
    return value_of_way(lead, a, site, at) + value_of_way(lead, site, site2, at2 - at) +
           value_of_way(lead, site2, b, piece->length - at2);
}

bool dmi_first_site_value(dmi_first_site *lead, int32_t piece, int64_t t, int32_t side,
                          const dmi_first_site_track *track, dmi_wide *out)
{
    const dmi_line_network *net = &lead->position.net;
    const int32_t *owner = net->owner;
    site_lane x = lane_of(lead, piece, FINE * t + (int64_t)FIRST * side);
    site_lane y = lane_of(lead, track->piece,
                          FINE * (track->at + track->turn * t) +
                              (int64_t)FIRST * track->turn * side + track->side);
    const dmi_reach first = {0, UINT64_C(1) << lead->ask->first, -1};
    const dmi_reach second = {0, UINT64_C(1) << lead->ask->second, -1};
    assert(x.da && x.db && y.da && y.db); /* dmi_first_site_know() */
    if (x.at < 0 || x.at > FINE * x.piece->length || y.at < 0 || y.at > FINE * y.piece->length)
        return false; /* beyond the piece */
    int32_t v = vertex_of(&x), w = vertex_of(&y);
    if ((v >= 0 && (owner[v] >= 0 || v == w)) || (w >= 0 && owner[w] >= 0) ||
        (x.piece == y.piece && x.at == y.at))
        return false; /* the place is taken */
    reach_vertices(lead, &x, &y);
    int64_t s = without_infinitesimals(y.at);
    dmi_wide sum = 0;
    if (piece != track->piece)
        sum = value_of_lane(lead, x.piece, &first, t, &first, t) +
              value_of_lane(lead, y.piece, &second, s, &second, s);
    else if (x.at < y.at)
        sum = value_of_lane(lead, x.piece, &first, t, &second, s);
    else
        sum = value_of_lane(lead, x.piece, &second, s, &first, t);
    for (int32_t i = 0; i < net->piece_count; i++)
        if (i != piece && i != track->piece)
            sum += value_of_way(lead, &lead->now[net->piece[i].a], &lead->now[net->piece[i].b],
                                net->piece[i].length);
    *out = sum;
    return true;
}

/* A line of arrival times: at + slope * t. */
typedef struct arrival_line {
    int64_t at;
    int32_t slope;
} arrival_line;

enum { LINES = 5 };

/* Whether two lines meet at a whole t of the piece, before all others. */
static bool lines_meet(const arrival_line *lines, int count, int i, int j, int64_t length,
                       int64_t *out)
{
    int32_t turn = lines[i].slope - lines[j].slope;
    if (turn == 0)
        return false;
    int64_t t = (lines[j].at - lines[i].at) / turn;
    if (t < 0 || t > length)
        return false;
    for (int k = 0; k < count; k++)
        if (lines[k].at + lines[k].slope * t < lines[i].at + lines[i].slope * t)
            return false;
    *out = t;
    return true;
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Where the track ends, or meets the first site. */
static size_t add_ends(const site_lane *x, const site_lane *y, const dmi_first_site_track *track,
                       int64_t *breaks)
{
    int64_t length = x->piece->length, ends[5] = {0, length};
    int count = 2;
    size_t kept = 0;
    if (track->turn != 0) {
        ends[count++] = -track->at * track->turn;
        ends[count++] = (y->piece->length - track->at) * track->turn;
    }
    if (x->piece == y->piece && track->turn != 1)
        ends[count++] = track->at / (1 - track->turn);
    for (int i = 0; i < count; i++)
        if (ends[i] >= 0 && ends[i] <= length)
            breaks[kept++] = ends[i];
    return kept;
}

bool dmi_first_site_breaks(dmi_first_site *lead, int32_t piece, const dmi_first_site_track *track,
                           int64_t **breaks, size_t *capacity, size_t *count)
{
    const int32_t n = lead->position.net.n;
    site_lane x = lane_of(lead, piece, 0), y = lane_of(lead, track->piece, 0);
    size_t used = 0, kept = 0;
    if (!dmi_reserve(breaks, capacity, (size_t)n * LINES * (LINES - 1) / 2 + 5, sizeof **breaks))
        return false;
    int64_t *list = *breaks;
    used = add_ends(&x, &y, track, list);
    for (int32_t v = 0; v < n; v++) {
        arrival_line lines[LINES];
        int64_t when = lead->position.reach[v].when;
        int lines_count = 4;
        lines[0] = (arrival_line){x.da[v], 1};
        lines[1] = (arrival_line){x.piece->length + x.db[v], -1};
        lines[2] = (arrival_line){track->at + y.da[v], track->turn};
        lines[3] = (arrival_line){y.piece->length - track->at + y.db[v], -track->turn};
        if (when != DMI_NEVER)
            lines[lines_count++] = (arrival_line){when, 0};
        for (int i = 0; i < lines_count; i++)
            for (int j = 0; j < i; j++)
                used += lines_meet(lines, lines_count, i, j, x.piece->length, &list[used]);
    }
    qsort(list, used, sizeof *list, by_value);
    for (size_t i = 0; i < used; i++)
        if (kept == 0 || list[i] != list[kept - 1])
            list[kept++] = list[i];
    *count = kept;
    return true;
}
