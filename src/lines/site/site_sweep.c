/* site_sweep.c - moves a new site along a piece, from end to end.
 *
 * A site t units from a, on the piece (a,b) of length L, has distance
 * D(v) = min(t + da(v), L - t + db(v)) to a vertex v, where da and db are distances from a and b.
 * Before, v was reached at time w(v) by the players S(v); now at min(w, D), by S, by the new site's
 * owner, or by both.  So v has at most three events, where it changes hands or its time changes
 * slope:
 *
 *      D(v)    /\              t = w - da       v is lost
 *      w(v) --/--\----         t = L + db - w   v is won
 *            /    \            2t = L + db - da the path over b gets shorter
 *      a --------------> b
 *
 * Between two events all boundary points move at constant speed and every payoff is linear; at an
 * event a vertex may belong to more players than on either side.  D is concave in t, so a vertex
 * that is ever affected is affected at an end: two searches, from a and from b, find all of them.
 * They stop at vertices that were reached earlier, because everything behind those was, too.
 *
 * Payoffs are kept as lines through the current place, and an event changes only the pieces at its
 * vertex.  Cost: O(k log k) for k arcs at affected vertices, and the number of players per place.
 */
#include "lines/site/site_sweep.h"

#include "base/base.h"
#include "base/sort.h"
#include "lines/diagram/line_network_search.h"
#include <stdlib.h>
#include <string.h>

static const int64_t far_away = INT64_C(1) << 62;

dm_status dmi_site_position_init(const dm_level *level, const dm_line_ask *ask,
                                 dmi_line_position *out, dm_error *err)
{
    return dmi_site_position_init_owned(level, ask, ask->player, out, err);
}

dm_status dmi_site_position_init_owned(const dm_level *level, const dm_line_ask *ask, int32_t owner,
                                       dmi_line_position *out, dm_error *err)
{
    dm_status status = dmi_line_position_init_owned(level, ask, owner, out, err);
    if (status != DM_OK)
        return status;
    out->scale *= 2;
    for (int32_t p = 0; p < level->player_count; p++)
        out->before[p] *= 2;
    return DM_OK;
}

/* When a vertex is reached if the site is at t, and by whom: at + slope * t. */
typedef struct site_arrival {
    int64_t at;
    int32_t slope; /* -1, 0, 1 */
    uint64_t players;
} site_arrival;

struct dmi_site_sweep {
    const dmi_line_position *position;
    site_arrival *now;  /* by vertex */
    int64_t *da, *db;   /* distances from the ends; `far` if they do not matter */
    int32_t *affected;  /* the affected vertices */
    int32_t count;      /* of affected vertices */
    dmi_keyed *events;  /* vertices by the place where they change, in order */
    size_t event_count; /* at most three per affected vertex */
    dmi_heap heap;
    dmi_payoff_lines lines; /* the place of the site, and all payoffs */
    int64_t length;         /* of the piece */
    int64_t work;
    dmi_arrays arrays;
};

static site_arrival arrival_before(const dmi_site_sweep *sweep, int32_t v)
{
    const dmi_reach *reach = &sweep->position->reach[v];
    return (site_arrival){reach->when, 0, reach->players};
}

void dmi_site_sweep_free(dmi_site_sweep *sweep)
{
    if (!sweep)
        return;
    dmi_arrays_free(&sweep->arrays);
    dmi_heap_clear(&sweep->heap);
    free(sweep);
}

dm_status dmi_site_sweep_new(const dmi_line_position *position, dmi_site_sweep **out, dm_error *err)
{
    size_t n = (size_t)position->net.n;
    dmi_site_sweep *sweep = dmi_calloc(1, sizeof *sweep);
    if (!sweep)
        return dmi_no_memory(err);
    sweep->position = position;
    sweep->now = dmi_array(&sweep->arrays, n, sizeof *sweep->now);
    sweep->da = dmi_array(&sweep->arrays, n, sizeof *sweep->da);
    sweep->db = dmi_array(&sweep->arrays, n, sizeof *sweep->db);
    sweep->affected = dmi_array(&sweep->arrays, n, sizeof *sweep->affected);
    sweep->events = dmi_array(&sweep->arrays, 3 * n, sizeof *sweep->events);
    if (sweep->arrays.failed) {
        dmi_site_sweep_free(sweep);
        return dmi_no_memory(err);
    }
    for (int32_t v = 0; v < position->net.n; v++) {
        sweep->now[v] = arrival_before(sweep, v);
        sweep->da[v] = sweep->db[v] = far_away;
    }
    *out = sweep;
    return DM_OK;
}

typedef struct end_search {
    dmi_site_sweep *sweep;
    int64_t *distance; /* da or db */
} end_search;

static bool end_settle(void *user, int32_t v, int64_t when)
{
    const end_search *s = user;
    return when == s->distance[v];
}

static bool end_offer(void *user, int32_t piece, int32_t u, int32_t v, int64_t when)
{
    const end_search *s = user;
    dmi_site_sweep *sweep = s->sweep;
    (void)piece, (void)u;
    if (when > sweep->position->reach[v].when || when >= s->distance[v])
        return false;
    if (sweep->da[v] == far_away && sweep->db[v] == far_away)
        sweep->affected[sweep->count++] = v;
    s->distance[v] = when;
    return true;
}

/* Distances to all vertices that a site at `from` reaches no later than others. */
static bool search_from_end(dmi_site_sweep *sweep, int64_t *distance, int32_t from)
{
    static const dmi_line_network_visitor visitor = {end_settle, end_offer};
    const dmi_line_network *net = &sweep->position->net;
    end_search s = {sweep, distance};
    if (net->owner[from] >= 0)
        return true; /* its place is taken, and beside it the old site is always nearer */
    sweep->heap.count = 0;
    return !end_offer(&s, -1, -1, from, 0) ||
           (dmi_heap_push(&sweep->heap, 0, (uint32_t)from) &&
            dmi_line_network_search(net, &sweep->heap, &visitor, &s));
}

/* At t, or (`beyond`) just after it. */
static site_arrival arrival_at(const dmi_site_sweep *sweep, int32_t v, int64_t t, bool beyond)
{
    uint64_t mine = UINT64_C(1) << sweep->position->ask->player;
    int64_t over_a = t + sweep->da[v], over_b = sweep->length - t + sweep->db[v];
    bool is_a = over_a < over_b || (over_a == over_b && !beyond);
    site_arrival old = arrival_before(sweep, v),
                 new = {is_a ? sweep->da[v] : sweep->length + sweep->db[v], is_a ? 1 : -1, mine};
    int64_t when = is_a ? over_a : over_b;
    if (when != old.at)
        return when < old.at ? new : old;
    if (beyond)
        return is_a ? old : new;
    old.players |= mine;
    return old;
}

static void sweep_add_event(dmi_site_sweep *sweep, int32_t v, int64_t t)
{
    assert(sweep->event_count < 3 * (size_t)sweep->count);
    if (t >= 0 && t <= sweep->length)
        sweep->events[sweep->event_count++] = (dmi_keyed){t, v};
}

/* Adds `twice` half units for these players, changing by `slope`. */
static void sweep_add_half_units(dmi_site_sweep *sweep, uint64_t players, dmi_wide twice,
                                 int32_t slope)
{
    dmi_payoff_lines *lines = &sweep->lines;
    for (uint64_t rest = players; rest; rest &= rest - 1) {
        int32_t p = __builtin_ctzll(rest);
        int64_t share = dmi_line_position_share(sweep->position, players, p) / 2;
        lines->at_a[p] += twice * share;
        lines->slope[p] += (dmi_wide)slope * share;
    }
}

/* Adds what both ends own of an edge between them of length at + turn * t, times `sign`. */
static void sweep_add_way(dmi_site_sweep *sweep, const site_arrival *p, const site_arrival *q,
                          int64_t at, int32_t turn, int sign)
{
    dmi_wide t = sweep->lines.from, length = at + turn * t;
    dmi_wide twice = (q->at + q->slope * t) - (p->at + p->slope * t) + length; /* p's */
    int32_t slope = q->slope - p->slope + turn;
    sweep_add_half_units(sweep, p->players, sign * twice, sign * slope);
    sweep_add_half_units(sweep, q->players, sign * (2 * length - twice), sign * (2 * turn - slope));
}

/* Adds all edges at v, times `sign`; the piece with the site counts as two. */
static void sweep_add_around(dmi_site_sweep *sweep, int32_t v, int sign)
{
    const dmi_line_network *net = &sweep->position->net;
    const site_arrival site = {0, 0, UINT64_C(1) << sweep->position->ask->player};
    for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc];
        if (piece != sweep->lines.piece)
            sweep_add_way(sweep, &sweep->now[v], &sweep->now[dmi_other_end(net, piece, v)],
                          net->piece[piece].length, 0, sign);
        else if (net->piece[piece].a == v)
            sweep_add_way(sweep, &sweep->now[v], &site, 0, 1, sign);
        else
            sweep_add_way(sweep, &sweep->now[v], &site, sweep->length, -1, sign);
    }
}

static void sweep_change(dmi_site_sweep *sweep, int32_t v, bool beyond)
{
    site_arrival next = arrival_at(sweep, v, sweep->lines.from, beyond), *now = &sweep->now[v];
    if (next.at == now->at && next.slope == now->slope && next.players == now->players)
        return;
    sweep_add_around(sweep, v, -1);
    *now = next;
    sweep_add_around(sweep, v, 1);
}

static bool sweep_show(dmi_site_sweep *sweep, int64_t length, dmi_site_sweep_visit *see, void *user)
{
    sweep->lines.length = length;
    sweep->lines.open_a = sweep->lines.open_b = length > 0;
    return see(user, &sweep->lines);
}

static void sweep_along(dmi_site_sweep *sweep, dmi_site_sweep_visit *see, void *user)
{
    const dmi_line_network *net = &sweep->position->net;
    dmi_payoff_lines *lines = &sweep->lines;
    const dmi_piece *own = &net->piece[lines->piece];
    bool more = true;
    for (size_t first = 0, last; more; first = last) {
        int64_t here = lines->from, next = sweep->length;
        for (last = first; last < sweep->event_count && sweep->events[last].key == here;)
            last++;
        if (last < sweep->event_count)
            next = sweep->events[last].key;
        for (size_t i = first; i < last; i++) /* at this place */
            sweep_change(sweep, sweep->events[i].item, false);
        if ((here > 0 || net->owner[own->a] < 0) &&
            (here < sweep->length || net->owner[own->b] < 0))
            more = sweep_show(sweep, 0, see, user);
        if (here == sweep->length || !more)
            break;
        assert(next > here);
        for (size_t i = first; i < last; i++) /* just beyond it */
            sweep_change(sweep, sweep->events[i].item, true);
        more = sweep_show(sweep, next - here, see, user);
        for (int32_t p = 0; p < sweep->position->level->player_count; p++)
            lines->at_a[p] += lines->slope[p] * (next - here);
        lines->from = next;
    }
}

bool dmi_site_sweep_piece(dmi_site_sweep *sweep, int32_t piece, dmi_site_sweep_visit *see,
                          void *user)
{
    const dmi_line_position *position = sweep->position;
    const dmi_piece *own = &position->net.piece[piece];
    const site_arrival site = {0, 0, UINT64_C(1) << position->ask->player};
    size_t players = (size_t)position->level->player_count;
    dmi_payoff_lines *lines = &sweep->lines;
    assert(sweep->count == 0 && sweep->event_count == 0);
    sweep->length = own->length;
    bool fits =
        search_from_end(sweep, sweep->da, own->a) && search_from_end(sweep, sweep->db, own->b);
    if (fits) {
        sweep->work += sweep->count;
        /* Finds the events of all affected vertices, in order. */
        for (int32_t i = 0; i < sweep->count; i++) {
            int32_t v = sweep->affected[i];
            int64_t da = sweep->da[v], db = sweep->db[v], length = sweep->length;
            int64_t when = sweep->position->reach[v].when;
            if (da < far_away && db < far_away)
                sweep_add_event(sweep, v, (length + db - da) / 2);
            if (da < far_away && when != DMI_NEVER)
                sweep_add_event(sweep, v, when - da);
            if (db < far_away && when != DMI_NEVER)
                sweep_add_event(sweep, v, length + db - when);
        }
        dmi_sort_keyed(sweep->events, (int64_t)sweep->event_count);
        /* Splits the piece at the site, which starts at its end a. */
        lines->piece = piece;
        lines->from = 0;
        memcpy(lines->at_a, position->before, players * sizeof *lines->at_a);
        memset(lines->slope, 0, players * sizeof *lines->slope);
        sweep_add_way(sweep, &sweep->now[own->a], &sweep->now[own->b], own->length, 0, -1);
        sweep_add_way(sweep, &sweep->now[own->a], &site, 0, 1, 1);
        sweep_add_way(sweep, &sweep->now[own->b], &site, own->length, -1, 1);
        for (int32_t i = 0; i < sweep->count; i++)
            sweep_change(sweep, sweep->affected[i], false);
        sweep_along(sweep, see, user);
    }
    for (int32_t i = 0; i < sweep->count; i++) { /* as before the site */
        int32_t v = sweep->affected[i];
        sweep->now[v] = arrival_before(sweep, v);
        sweep->da[v] = sweep->db[v] = far_away;
    }
    sweep->count = 0;
    sweep->event_count = 0;
    return fits;
}

int64_t dmi_site_sweep_work(const dmi_site_sweep *sweep)
{
    return sweep->work;
}
