/* site_walk.c - one more site, walked along a piece from end to end.
 *
 * A site t units from a, on the piece (a,b) of length L, is as far from a vertex v as
 * D(v) = min(t + da(v), L - t + db(v)), where da and db are distances from a and b.  Before it v
 * was reached at time w(v) by the players S(v); now at min(w, D), by S, by the new site's owner, or
 * by both.  So a vertex changes hands, or its time changes course, at three places at most:
 *
 *      D(v)    /\              t = w - da       v is lost
 *      w(v) --/--\----         t = L + db - w   v is won
 *            /    \            2t = L + db - da the way round b gets shorter
 *      a --------------> b
 *
 * Between two such places all boundary points move evenly, and every payoff is a line; at them a
 * vertex may belong to more players than on either side.  D is concave in t, so a vertex that is
 * ever touched is touched at an end: two searches, from a and from b, find all of them.  They need
 * not go on beyond a vertex that was reached earlier, since what lies behind it was reached earlier
 * too.
 *
 * The payoffs are kept as lines through the present place, and an event changes only the pieces at
 * its vertex.  Cost: O(k log k) for k arcs at touched vertices, and the players' number for each
 * place.
 */
#include "lines/site_walk.h"

#include "base/base.h"
#include "base/heap.h"
#include <stdlib.h>
#include <string.h>

static const int64_t far = INT64_C(1) << 62;

dm_status dmi_site_scene_init(const dm_level *level, const dm_line_ask *ask, dmi_cut_scene *out,
                              dm_error *err)
{
    dm_status status = dmi_cut_scene_init(level, ask, out, err);
    if (status != DM_OK)
        return status;
    out->scale *= 2;
    for (int32_t p = 0; p < level->player_count; p++)
        out->before[p] *= 2;
    return DM_OK;
}

/* When a vertex is reached while the site is at t, and by whom: at + turn * t. */
typedef struct course {
    int64_t at;
    int32_t turn; /* -1, 0, 1 */
    uint64_t players;
} course;

typedef struct event {
    int64_t t;
    int32_t vertex;
} event;

struct dmi_site_walk {
    const dmi_cut_scene *scene;
    course *now;        /* of every vertex */
    int64_t *da, *db;   /* distances from the ends; `far` where they do not matter */
    int32_t *touched;   /* the vertices with da or db */
    int32_t count;      /* of them */
    event *events;      /* in order */
    size_t event_count; /* at most three a touched vertex */
    dmi_heap heap;
    dmi_cut_lines lines; /* where the site is, and what everybody has */
    int64_t length;      /* of the piece */
    int64_t work;
};

static course first_course(const dmi_site_walk *walk, int32_t v)
{
    const dmi_reach *reach = &walk->scene->reach[v];
    return (course){reach->when, 0, reach->players};
}

void dmi_site_walk_free(dmi_site_walk *walk)
{
    if (!walk)
        return;
    free(walk->now);
    free(walk->da);
    free(walk->db);
    free(walk->touched);
    free(walk->events);
    dmi_heap_clear(&walk->heap);
    free(walk);
}

dm_status dmi_site_walk_new(const dmi_cut_scene *scene, dmi_site_walk **out, dm_error *err)
{
    size_t n = (size_t)scene->net.n;
    dmi_site_walk *walk = dmi_calloc(1, sizeof *walk);
    if (!walk)
        return dmi_no_memory(err);
    walk->scene = scene;
    walk->now = dmi_alloc(n, sizeof *walk->now);
    walk->da = dmi_alloc(n, sizeof *walk->da);
    walk->db = dmi_alloc(n, sizeof *walk->db);
    walk->touched = dmi_alloc(n, sizeof *walk->touched);
    walk->events = dmi_alloc(3 * n, sizeof *walk->events);
    if (!walk->now || !walk->da || !walk->db || !walk->touched || !walk->events) {
        dmi_site_walk_free(walk);
        return dmi_no_memory(err);
    }
    for (int32_t v = 0; v < scene->net.n; v++) {
        walk->now[v] = first_course(walk, v);
        walk->da[v] = walk->db[v] = far;
    }
    *out = walk;
    return DM_OK;
}

/* --- What the site can touch ---------------------------------------------------------- */

static bool come_to(dmi_site_walk *walk, int64_t *distance, int32_t v, int64_t when)
{
    if (when > walk->scene->reach[v].when || when >= distance[v])
        return true;
    if (walk->da[v] == far && walk->db[v] == far)
        walk->touched[walk->count++] = v;
    distance[v] = when;
    return dmi_heap_push(&walk->heap, (uint64_t)when, (uint32_t)v);
}

/* Distances from v to what a site there reaches no later than others do. */
static bool search(dmi_site_walk *walk, int64_t *distance, int32_t from)
{
    const dmi_net *net = &walk->scene->net;
    if (net->owner[from] >= 0)
        return true; /* no place for a site, and beside it what it is nearest to is its own */
    bool fits = come_to(walk, distance, from, 0);
    while (fits && walk->heap.count > 0) {
        dmi_heap_entry next = dmi_heap_pop(&walk->heap);
        int32_t v = (int32_t)next.item;
        if ((int64_t)next.key > distance[v])
            continue;
        for (uint32_t arc = net->first[v]; fits && arc < net->first[v + 1]; arc++) {
            int32_t piece = net->arc_piece[arc];
            fits = come_to(walk, distance, dmi_other_end(net, piece, v),
                           distance[v] + net->piece[piece].length);
        }
    }
    walk->heap.count = 0;
    return fits;
}

/* --- The course of one vertex --------------------------------------------------------- */

/* At t, or (`beyond`) right after it. */
static course course_at(const dmi_site_walk *walk, int32_t v, int64_t t, bool beyond)
{
    uint64_t mine = UINT64_C(1) << walk->scene->ask->player;
    int64_t over_a = t + walk->da[v], over_b = walk->length - t + walk->db[v];
    bool is_a = over_a < over_b || (over_a == over_b && !beyond);
    course old = first_course(walk, v),
           new = {is_a ? walk->da[v] : walk->length + walk->db[v], is_a ? 1 : -1, mine};
    int64_t when = is_a ? over_a : over_b;
    if (when != old.at)
        return when < old.at ? new : old;
    if (beyond)
        return is_a ? old : new;
    old.players |= mine;
    return old;
}

static void add_event(dmi_site_walk *walk, int32_t v, int64_t t)
{
    if (t >= 0 && t <= walk->length)
        walk->events[walk->event_count++] = (event){t, v};
}

static void find_events(dmi_site_walk *walk, int32_t v)
{
    int64_t da = walk->da[v], db = walk->db[v], length = walk->length;
    int64_t when = walk->scene->reach[v].when;
    if (da < far && db < far)
        add_event(walk, v, (length + db - da) / 2);
    if (when == DMI_NEVER)
        return;
    if (da < far)
        add_event(walk, v, when - da);
    if (db < far)
        add_event(walk, v, length + db - when);
}

static int by_place(const void *a, const void *b)
{
    const event *x = a, *y = b;
    if (x->t != y->t)
        return x->t < y->t ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* --- What everybody has --------------------------------------------------------------- */

/* Half a unit of length `twice` for these players, changing by `slope`. */
static void give(dmi_site_walk *walk, uint64_t players, dmi_wide twice, int32_t slope)
{
    dmi_cut_lines *lines = &walk->lines;
    for (uint64_t rest = players; rest; rest &= rest - 1) {
        int32_t p = __builtin_ctzll(rest);
        int64_t share = dmi_cut_share(walk->scene, players, p) / 2;
        lines->at_a[p] += twice * share;
        lines->slope[p] += (dmi_wide)slope * share;
    }
}

/* What both ends have of a way between them, of length at + turn * t; times `sign`. */
static void give_way(dmi_site_walk *walk, const course *p, const course *q, int64_t at,
                     int32_t turn, int sign)
{
    dmi_wide t = walk->lines.from, length = at + turn * t;
    dmi_wide twice = (q->at + q->turn * t) - (p->at + p->turn * t) + length; /* p's */
    int32_t slope = q->turn - p->turn + turn;
    give(walk, p->players, sign * twice, sign * slope);
    give(walk, q->players, sign * (2 * length - twice), sign * (2 * turn - slope));
}

/* All ways out of v, times `sign`; the piece that the site is on has two. */
static void give_around(dmi_site_walk *walk, int32_t v, int sign)
{
    const dmi_net *net = &walk->scene->net;
    const course site = {0, 0, UINT64_C(1) << walk->scene->ask->player};
    for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc];
        if (piece != walk->lines.piece)
            give_way(walk, &walk->now[v], &walk->now[dmi_other_end(net, piece, v)],
                     net->piece[piece].length, 0, sign);
        else if (net->piece[piece].a == v)
            give_way(walk, &walk->now[v], &site, 0, 1, sign);
        else
            give_way(walk, &walk->now[v], &site, walk->length, -1, sign);
    }
}

static void change(dmi_site_walk *walk, int32_t v, bool beyond)
{
    course next = course_at(walk, v, walk->lines.from, beyond), *now = &walk->now[v];
    if (next.at == now->at && next.turn == now->turn && next.players == now->players)
        return;
    give_around(walk, v, -1);
    *now = next;
    give_around(walk, v, 1);
}

static void go_to(dmi_site_walk *walk, int64_t t)
{
    dmi_cut_lines *lines = &walk->lines;
    for (int32_t p = 0; p < walk->scene->level->player_count; p++)
        lines->at_a[p] += lines->slope[p] * (t - lines->from);
    lines->from = t;
}

/* --- The walk ------------------------------------------------------------------------- */

/* The piece comes apart at the site, which is at its end a. */
static void set_out(dmi_site_walk *walk, int32_t piece)
{
    const dmi_cut_scene *scene = walk->scene;
    const dmi_piece *own = &scene->net.piece[piece];
    const course site = {0, 0, UINT64_C(1) << scene->ask->player};
    size_t players = (size_t)scene->level->player_count;
    dmi_cut_lines *lines = &walk->lines;
    lines->piece = piece;
    lines->from = 0;
    memcpy(lines->at_a, scene->before, players * sizeof *lines->at_a);
    memset(lines->slope, 0, players * sizeof *lines->slope);
    give_way(walk, &walk->now[own->a], &walk->now[own->b], own->length, 0, -1);
    give_way(walk, &walk->now[own->a], &site, 0, 1, 1);
    give_way(walk, &walk->now[own->b], &site, own->length, -1, 1);
    for (int32_t i = 0; i < walk->count; i++)
        change(walk, walk->touched[i], false);
}

static bool show(dmi_site_walk *walk, int64_t length, dmi_site_visit *see, void *user)
{
    walk->lines.length = length;
    walk->lines.open_a = walk->lines.open_b = length > 0;
    return see(user, &walk->lines);
}

/* Events first..last-1 happen here. */
static void pass(dmi_site_walk *walk, size_t first, size_t last, bool beyond)
{
    for (size_t i = first; i < last; i++)
        change(walk, walk->events[i].vertex, beyond);
}

static void walk_on(dmi_site_walk *walk, dmi_site_visit *see, void *user)
{
    const dmi_net *net = &walk->scene->net;
    const dmi_piece *own = &net->piece[walk->lines.piece];
    bool more = true;
    for (size_t first = 0, last; more; first = last) {
        int64_t here = walk->lines.from, next = walk->length;
        for (last = first; last < walk->event_count && walk->events[last].t == here;)
            last++;
        if (last < walk->event_count)
            next = walk->events[last].t;
        pass(walk, first, last, false);
        if ((here > 0 || net->owner[own->a] < 0) && (here < walk->length || net->owner[own->b] < 0))
            more = show(walk, 0, see, user);
        if (here == walk->length || !more)
            break;
        pass(walk, first, last, true);
        more = show(walk, next - here, see, user);
        go_to(walk, next);
    }
}

static void come_home(dmi_site_walk *walk)
{
    for (int32_t i = 0; i < walk->count; i++) {
        int32_t v = walk->touched[i];
        walk->now[v] = first_course(walk, v);
        walk->da[v] = walk->db[v] = far;
    }
    walk->count = 0;
    walk->event_count = 0;
}

bool dmi_site_walk_along(dmi_site_walk *walk, int32_t piece, dmi_site_visit *see, void *user)
{
    const dmi_piece *own = &walk->scene->net.piece[piece];
    walk->length = own->length;
    bool fits = search(walk, walk->da, own->a) && search(walk, walk->db, own->b);
    if (fits) {
        walk->work += walk->count;
        for (int32_t i = 0; i < walk->count; i++)
            find_events(walk, walk->touched[i]);
        qsort(walk->events, walk->event_count, sizeof *walk->events, by_place);
        set_out(walk, piece);
        walk_on(walk, see, user);
    }
    come_home(walk);
    return fits;
}

int64_t dmi_site_walk_work(const dmi_site_walk *walk)
{
    return walk->work;
}
