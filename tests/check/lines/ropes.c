/* ropes.c - ropes by their definition. */
#include "check/lines/ropes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NODES   96
#define EDGES   160
#define PLAYERS 6

static const double never = 1e18, equal = 1e-10;

typedef struct network {
    int nodes, edges;
    int u[EDGES], v[EDGES];
    double length[EDGES];
    double d[NODES][NODES];
    int owner[NODES];
    int marks; /* places on edges that become vertices */
    int mark_edge[NODES], mark_node[NODES];
    double mark_at[NODES];
} network;

static double length_of(const dm_level *level, int e)
{
    return (double)level->edges[e].length.num / (double)level->edges[e].length.den;
}

static int node_at(const dm_level *level, network *net, int e, double t)
{
    if (t <= 1e-12)
        return level->edges[e].u;
    if (t >= 1 - 1e-12)
        return level->edges[e].v;
    for (int i = 0; i < net->marks; i++)
        if (net->mark_edge[i] == e && fabs(net->mark_at[i] - t) < 1e-12)
            return net->mark_node[i];
    net->mark_edge[net->marks] = e;
    net->mark_at[net->marks] = t;
    net->mark_node[net->marks++] = net->nodes;
    net->owner[net->nodes] = -1;
    return net->nodes++;
}

static void add_edge(network *net, int u, int v, double length)
{
    net->u[net->edges] = u;
    net->v[net->edges] = v;
    net->length[net->edges++] = length;
}

static dm_point point_at(const dm_level *level, int e, double t)
{
    dm_point a = level->points[level->edges[e].u], b = level->points[level->edges[e].v];
    return (dm_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

/* One end of a cut: a node of its own. */
static int tip(network *net)
{
    net->owner[net->nodes] = -1;
    return net->nodes++;
}

static void add_level_edges(const dm_level *level, network *net, const check_second *second)
{
    for (int e = 0; e < level->edge_count; e++) {
        const bool is_cut = second && second->op == DM_LINE_CUT && second->edge == e;
        bool is_behind = false; /* the cut */
        int from = level->edges[e].u;
        double at = 0;
        for (;;) { /* the next mark after `at` */
            int best = -1;
            for (int i = 0; i < net->marks; i++)
                if (net->mark_edge[i] == e && net->mark_at[i] > at &&
                    (best < 0 || net->mark_at[i] < net->mark_at[best]))
                    best = i;
            if (is_cut && !is_behind && (best < 0 || net->mark_at[best] > second->at)) {
                add_edge(net, from, tip(net), (second->at - at) * length_of(level, e));
                from = tip(net);
                at = second->at;
                is_behind = true;
                continue;
            }
            if (best < 0)
                break;
            add_edge(net, from, net->mark_node[best],
                     (net->mark_at[best] - at) * length_of(level, e));
            from = net->mark_node[best];
            at = net->mark_at[best];
        }
        add_edge(net, from, level->edges[e].v, (1 - at) * length_of(level, e));
    }
}

static void all_distances(network *net)
{
    for (int i = 0; i < net->nodes; i++)
        for (int j = 0; j < net->nodes; j++)
            net->d[i][j] = i == j ? 0 : never;
    for (int e = 0; e < net->edges; e++) {
        int u = net->u[e], v = net->v[e];
        net->d[u][v] = net->d[v][u] = fmin(net->d[u][v], net->length[e]);
    }
    for (int k = 0; k < net->nodes; k++)
        for (int i = 0; i < net->nodes; i++)
            for (int j = 0; j < net->nodes; j++)
                net->d[i][j] = fmin(net->d[i][j], net->d[i][k] + net->d[k][j]);
}

typedef struct met {
    double along, at;
    int edge;
} met;

static bool on_edge(const dm_level *level, int e, int f, double t)
{
    return e == f ||
           (t <= 0 &&
            (level->edges[f].u == level->edges[e].u || level->edges[f].u == level->edges[e].v)) ||
           (t >= 1 &&
            (level->edges[f].v == level->edges[e].u || level->edges[f].v == level->edges[e].v));
}

/* Whether the rope from p, a point of the edge, runs along it. */
static bool runs_along(const dm_level *level, int e, dm_point p, dm_point q)
{
    dm_point a = level->points[level->edges[e].u], b = level->points[level->edges[e].v];
    double rx = q.x - p.x, ry = q.y - p.y, ahead = 0, length = hypot(rx, ry);
    if (fabs(rx * (b.y - a.y) - ry * (b.x - a.x)) > 1e-12 * hypot(b.x - a.x, b.y - a.y))
        return false;
    ahead = fmax((a.x - p.x) * rx + (a.y - p.y) * ry, (b.x - p.x) * rx + (b.y - p.y) * ry);
    return ahead > 1e-9 * length;
}

/* Where the rope meets edges between its ends; -1: it runs along one on which it begins. */
static int find_met(const dm_level *level, const check_rope *rope, met *out)
{
    int count = 0;
    dm_point p = point_at(level, rope->e, rope->s), q = point_at(level, rope->f, rope->t);
    for (int e = 0; e < level->edge_count; e++) {
        bool first = on_edge(level, e, rope->e, rope->s),
             second = on_edge(level, e, rope->f, rope->t);
        if (first && second)
            return -1;
        if ((first && runs_along(level, e, p, q)) || (second && runs_along(level, e, q, p)))
            return -1;
        if (first || second)
            continue;
        dm_point a = level->points[level->edges[e].u], b = level->points[level->edges[e].v];
        double rx = q.x - p.x, ry = q.y - p.y, ex = b.x - a.x, ey = b.y - a.y;
        double det = rx * ey - ry * ex;
        if (fabs(det) < 1e-14)
            continue;
        double along = ((a.x - p.x) * ey - (a.y - p.y) * ex) / det;
        double at = ((a.x - p.x) * ry - (a.y - p.y) * rx) / det;
        if (along > 1e-9 && along < 1 - 1e-9 && at > -1e-12 && at < 1 + 1e-12)
            out[count++] = (met){along, fmin(1, fmax(0, at)), e};
    }
    return count;
}

static bool steep(const dm_level *level, int e, double s, dm_point other)
{
    dm_point corner = point_at(level, e, s);
    int vertex = s <= 0 ? level->edges[e].u : s >= 1 ? level->edges[e].v : -1;
    for (int f = 0; f < level->edge_count; f++)
        for (int k = 0; k < 2; k++) {
            int mine = k ? level->edges[f].v : level->edges[f].u;
            int far = k ? level->edges[f].u : level->edges[f].v;
            if (vertex >= 0 ? mine != vertex : f != e)
                continue;
            double ax = other.x - corner.x, ay = other.y - corner.y;
            double bx = level->points[far].x - corner.x, by = level->points[far].y - corner.y;
            double cosine = (ax * bx + ay * by) / (hypot(ax, ay) * hypot(bx, by));
            if (acos(fmin(1, fmax(-1, cosine))) * 180 / acos(-1.0) < level->min_angle - 1e-9)
                return false;
        }
    return true;
}

static int by_along(const void *a, const void *b)
{
    const met *x = a, *y = b;
    return (x->along > y->along) - (x->along < y->along);
}

static double distance_of(const network *net, int player, int node)
{
    double best = never;
    for (int v = 0; v < net->nodes; v++)
        if (net->owner[v] == player)
            best = fmin(best, net->d[v][node]);
    return best;
}

static void share_cell(const dm_level *level, dm_line_ties ties, const double *far, double length,
                       double *payoff)
{
    double best = never;
    int count = 0;
    for (int p = 0; p < level->player_count; p++)
        best = fmin(best, far[p]);
    if (best >= never / 2)
        return;
    for (int p = 0; p < level->player_count; p++)
        count += far[p] < best + equal;
    for (int p = 0; p < level->player_count; p++)
        if (far[p] < best + equal)
            payoff[p] +=
                count == 1 || ties == DM_LINE_CLOSED || (ties == DM_LINE_OWN && p == level->me)
                    ? length
                : ties == DM_LINE_SPLIT ? length / count
                                        : 0;
}

static int by_number(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Owners change only where two of the lines from the ends cross. */
static void share_edge(const dm_level *level, const network *net, int e, dm_line_ties ties,
                       double *payoff)
{
    double a[PLAYERS], b[PLAYERS], cut[2 + PLAYERS * PLAYERS], length = net->length[e];
    int cuts = 0, players = level->player_count;
    for (int p = 0; p < players; p++) {
        a[p] = distance_of(net, p, net->u[e]);
        b[p] = distance_of(net, p, net->v[e]);
    }
    cut[cuts++] = 0;
    cut[cuts++] = length;
    for (int p = 0; p < players; p++)
        for (int q = 0; q < players; q++) {
            double t = 0.5 * (b[q] + length - a[p]);
            if (t > 0 && t < length)
                cut[cuts++] = t;
        }
    qsort(cut, (size_t)cuts, sizeof *cut, by_number);
    for (int i = 0; i + 1 < cuts; i++) {
        double far[PLAYERS], t = 0.5 * (cut[i] + cut[i + 1]);
        for (int p = 0; p < players; p++)
            far[p] = fmin(a[p] + t, b[p] + length - t);
        share_cell(level, ties, far, cut[i + 1] - cut[i], payoff);
    }
}

/* The rope's parts, from end to end over what it joins; a second move on the rope splits or cuts
 * it.
 */
static void add_rope(const dm_level *level, network *net, const check_rope *rope, const met *on,
                     int count, const check_second *second)
{
    dm_point p = point_at(level, rope->e, rope->s), q = point_at(level, rope->f, rope->t);
    double length = hypot(q.x - p.x, q.y - p.y), at = 0;
    int from = node_at(level, net, rope->e, rope->s), to = node_at(level, net, rope->f, rope->t);
    for (int i = 0; i < count; i++) {
        int stop = node_at(level, net, on[i].edge, on[i].at);
        add_edge(net, from, stop, (on[i].along - at) * length);
        from = stop;
        at = on[i].along;
    }
    if (second && second->edge < 0) {
        int stop = tip(net);
        add_edge(net, from, stop, second->at * length);
        if (second->op == DM_LINE_ADD)
            net->owner[stop] = second->player;
        from = second->op == DM_LINE_ADD ? stop : tip(net);
        at = second->at;
    }
    add_edge(net, from, to, (1 - at) * length);
}

bool check_rope_payoffs(const dm_level *level, const check_rope *asked, dm_line_ties ties,
                        double *payoff)
{
    return check_rope_pair_payoffs(level, asked, NULL, ties, payoff);
}

bool check_rope_pair_payoffs(const dm_level *level, const check_rope *asked,
                             const check_second *second, dm_line_ties ties, double *payoff)
{
    static network net; /* too large for the stack */
    met on[EDGES];
    check_rope rope = *asked;
    int count = level->crossings == DM_LINE_CROSSINGS_PASS ? 0 : find_met(level, &rope, on);
    if (count < 0 || (count > 0 && level->crossings == DM_LINE_CROSSINGS_FORBID))
        return false;
    qsort(on, (size_t)count, sizeof *on, by_along);
    if (count > 0 && level->crossings == DM_LINE_CROSSINGS_STOP) {
        rope.f = on[0].edge;
        rope.t = on[0].at;
        count = 0;
    }
    dm_point p = point_at(level, rope.e, rope.s), q = point_at(level, rope.f, rope.t);
    if (hypot(q.x - p.x, q.y - p.y) < 1e-9)
        return false;
    if (level->min_angle > 0 && !(steep(level, rope.e, rope.s, point_at(level, rope.f, rope.t)) &&
                                  steep(level, rope.f, rope.t, point_at(level, rope.e, rope.s))))
        return false;
    net.nodes = level->vertex_count;
    net.edges = net.marks = 0;
    for (int v = 0; v < net.nodes; v++)
        net.owner[v] = -1;
    for (int i = 0; i < level->site_count; i++) {
        const dm_line_place *place = &level->sites[i].place;
        int node = place->vertex >= 0 ? place->vertex
                                      : node_at(level, &net, place->edge,
                                                (double)place->at.num / (double)place->at.den);
        net.owner[node] = level->sites[i].player;
    }
    if (second && second->op == DM_LINE_ADD && second->edge >= 0)
        net.owner[node_at(level, &net, second->edge, second->at)] = second->player;
    add_rope(level, &net, &rope, on, count, second);
    add_level_edges(level, &net, second);
    all_distances(&net);
    memset(payoff, 0, PLAYERS * sizeof *payoff);
    for (int e = 0; e < net.edges; e++)
        share_edge(level, &net, e, ties, payoff);
    return true;
}

double check_rope_score(const dm_level *level, int player, dm_line_objective objective,
                        const double *payoff)
{
    double rival = 0;
    int rank = 1;
    for (int p = 0; p < level->player_count; p++)
        if (p != player) {
            rival = fmax(rival, payoff[p]);
            rank += payoff[p] > payoff[player] + equal;
        }
    return objective == DM_LINE_PAYOFF   ? payoff[player]
           : objective == DM_LINE_MARGIN ? payoff[player] - rival
                                         : payoff[player] - rival - 1e6 * rank;
}

typedef struct scored {
    check_rope rope;
    double score;
} scored;

static double score(const dm_level *level, int player, dm_line_objective objective,
                    dm_line_ties ties, const check_rope *rope)
{
    double payoff[PLAYERS];
    return check_rope_payoffs(level, rope, ties, payoff)
               ? check_rope_score(level, player, objective, payoff)
               : -INFINITY;
}

static void refine(const dm_level *level, int player, dm_line_objective objective,
                   dm_line_ties ties, double step, scored *best)
{
    for (int tries = 0; step > 1e-11 && tries < 500; tries++) {
        scored next = *best;
        for (int k = 0; k < 9; k++) {
            check_rope r = best->rope;
            r.s = fmin(1, fmax(0, r.s + (k % 3 - 1) * step));
            r.t = fmin(1, fmax(0, r.t + (k / 3 - 1) * step));
            double value = score(level, player, objective, ties, &r);
            if (value > next.score)
                next = (scored){r, value};
        }
        if (next.score <= best->score + 1e-12)
            step /= 2;
        *best = next;
    }
}

double check_rope_search(const dm_level *level, int player, dm_line_objective objective,
                         dm_line_ties ties, int steps, int starts, check_rope *out)
{
    scored *top = calloc((size_t)starts, sizeof *top), best = {.score = -INFINITY};
    for (int i = 0; i < starts; i++)
        top[i].score = -INFINITY;
    int places = level->edge_count * (steps + 1);
    for (int i = 0; i < places; i++)
        for (int j = 0; j < i; j++) {
            check_rope r = {i / (steps + 1), j / (steps + 1), (double)(i % (steps + 1)) / steps,
                            (double)(j % (steps + 1)) / steps};
            scored now = {r, score(level, player, objective, ties, &r)};
            for (int k = 0; k < starts; k++)
                if (now.score > top[k].score) {
                    scored pushed = top[k];
                    top[k] = now;
                    now = pushed;
                }
        }
    for (int i = 0; i < starts; i++) {
        if (top[i].score > -INFINITY)
            refine(level, player, objective, ties, 1.0 / steps, &top[i]);
        if (top[i].score > best.score)
            best = top[i];
    }
    free(top);
    *out = best.rope;
    return best.score;
}
