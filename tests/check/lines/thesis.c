/* thesis.c - te Kolste's Algorithm 5.  Functions are evaluated by recursion, never stored. */
#include "check/lines/thesis.h"

#include <stdlib.h>

enum { FAR = 1 << 28 };

typedef struct work {
    const dm_level *level;
    int repairs;
} work;

static int far_end(const dm_level *level, int e, int v)
{
    return level->edges[e].u == v ? level->edges[e].v : level->edges[e].u;
}

static bool is_at(const dm_level *level, int e, int v)
{
    return level->edges[e].u == v || level->edges[e].v == v;
}

static int length(const dm_level *level, int e)
{
    return (int)level->edges[e].length.num;
}

static int site_on(const dm_level *level, int v)
{
    for (int i = 0; i < level->site_count; i++)
        if (level->sites[i].place.vertex == v)
            return level->sites[i].player;
    return -1;
}

/* The nearest site of v without edge e (-1: over any edge), its owner, and over which edge. */
static int nearest(const dm_level *level, int v, int e, int *owner, int *over)
{
    int best = FAR;
    *over = -1;
    *owner = site_on(level, v);
    if (*owner >= 0)
        return 0;
    for (int h = 0; h < level->edge_count; h++) {
        int who, way;
        if (h == e || !is_at(level, h, v))
            continue;
        int d = length(level, h) + nearest(level, far_end(level, h, v), h, &who, &way);
        if (d < best) {
            best = d;
            *owner = who;
            *over = h;
        }
    }
    return best;
}

/* Four times the length of edge e that player 0 owns. */
static int held_on(const dm_level *level, int e)
{
    int owner[2], over, l = length(level, e);
    int at_u = nearest(level, level->edges[e].u, -1, &owner[0], &over);
    int at_v = nearest(level, level->edges[e].v, -1, &owner[1], &over);
    int from_u = 2 * (at_v - at_u + l);
    return (owner[0] == 0 ? from_u : 0) + (owner[1] == 0 ? 4 * l - from_u : 0);
}

/* Four times what P1 owns beyond v over e: F in Algorithm 5. */
static int held_beyond(const dm_level *level, int v, int e)
{
    int sum = held_on(level, e), w = far_end(level, e, v);
    for (int h = 0; h < level->edge_count; h++)
        if (h != e && is_at(level, h, w))
            sum += held_beyond(level, w, h);
    return sum;
}

static int held_behind(const dm_level *level, int w, int e)
{
    int sum = 0;
    for (int h = 0; h < level->edge_count; h++)
        if (h != e && is_at(level, h, w))
            sum += held_beyond(level, w, h);
    return sum;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* Formula (1), four times. */
static int f_site(const work *k, int w, int e, int player, int x)
{
    int l = length(k->level, e), owner = site_on(k->level, w);
    int behind = k->repairs & THESIS_BEHIND ? held_behind(k->level, w, e) : 0;
    if (player == 0)
        return behind + (owner == 0 ? 4 * l : most(2 * (l - x), 0));
    bool all = k->repairs & THESIS_SITE ? owner == 0 : owner == 1;
    return behind + (all ? least(2 * (l + x), 4 * l) : 0);
}

/* Four times the edge's part of formula (3) once w belongs to its nearest site. */
static int f_late(const work *k, int l, int player, int owner, int x, int from)
{
    int late = k->repairs & THESIS_LATE ? least(2 * (x - from), 4 * l) : 2 * x;
    if (player == owner)
        return player == 0 ? 4 * l : 0;
    return player == 0 ? 4 * l - late : late;
}

static int f(const work *k, int v, int e, int player, int x)
{
    const dm_level *level = k->level;
    int w = far_end(level, e, v), l = length(level, e), owner, over;
    if (site_on(level, w) >= 0)
        return f_site(k, w, e, player, x);
    int m = nearest(level, w, e, &owner, &over);
    bool early = x < m - l;
    int sum = early ? (player == 0 ? 4 * l : 0) : f_late(k, l, player, owner, x, m - l);
    for (int h = 0; h < level->edge_count; h++)
        if (h != e && is_at(level, h, w) && (early || h != over || k->repairs & THESIS_SUM))
            sum += f(k, w, h, early ? player : owner, early ? x + l : m);
    return sum;
}

static int volume(const dm_level *level, int v, int e)
{
    int sum = 4 * length(level, e), w = far_end(level, e, v);
    for (int h = 0; h < level->edge_count; h++)
        if (h != e && is_at(level, h, w))
            sum += volume(level, w, h);
    return sum;
}

/* Four times the parts without sites that P2 owns.  Printed: the volume below the last vertex whose
 * subtree has no other such vertex, which is a leaf. */
static int best_neutral(const work *k)
{
    const dm_level *level = k->level;
    int best = 0;
    for (int e = 0; e < level->edge_count; e++)
        for (int side = 0; side < 2; side++) {
            int v = side ? level->edges[e].u : level->edges[e].v, owner, over;
            int d = nearest(level, far_end(level, e, v), e, &owner, &over);
            nearest(level, v, -1, &owner, &over);
            if (d >= FAR && owner == 1)
                best = most(best, k->repairs & THESIS_NEUTRAL ? volume(level, v, e) : 0);
        }
    return best;
}

static int best_boundary(const work *k)
{
    const dm_level *level = k->level;
    int best = 0;
    for (int e = 0; e < level->edge_count; e++) {
        int owner[2], over;
        nearest(level, level->edges[e].u, -1, &owner[0], &over);
        nearest(level, level->edges[e].v, -1, &owner[1], &over);
        if (owner[0] != owner[1])
            best = most(best, 2 * (4 * length(level, e) - held_on(level, e)));
    }
    return k->repairs & THESIS_BOUNDARIES ? best : 0;
}

/* The loop of Algorithm 5, four times the gain. */
static int gain_at(const work *k, int v)
{
    const dm_level *level = k->level;
    int owner, over, next, way, sum = 0;
    nearest(level, v, -1, &owner, &over);
    if (owner != 1 || over < 0)
        return 0;
    int force = nearest(level, v, over, &next, &way);
    if (force >= FAR)
        return 0;
    for (int h = 0; h < level->edge_count; h++)
        if (h != over && is_at(level, h, v))
            sum += f(k, v, h, next, force) - held_beyond(level, v, h);
    return 2 * sum + (next == 0 ? 8 * length(level, over) : 0);
}

int64_t check_thesis_gain(const dm_level *level, int repairs)
{
    work k = {level, repairs};
    int best = most(best_neutral(&k), best_boundary(&k));
    for (int v = 0; v < level->vertex_count; v++)
        best = most(best, gain_at(&k, v));
    return best / 2;
}
