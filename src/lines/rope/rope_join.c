/* rope_join.c - payoffs of a box of ropes that join the edges they cross.
 *
 * A junction is a point of the rope on the network: its two ends, and its crossings.  Over a box a
 * junction is only known to lie in an interval of its edge, and a crossing may be uncertain.  The
 * times at which players reach junctions and vertices are bounded from both sides: below by the
 * shortest distances that any rope of the box has, with uncertain crossings joined; above by the
 * longest, without uncertain crossings.
 *
 *      X ----(K1)--------(K2)---- Y        rope nodes; a certain one equals its edge's node
 *
 * The bounds agree if the box is a single rope.  They converge only linearly in the size of the
 * box, so the error of a search is larger than without joins.  One evaluation costs O(P h (n + m +
 * h)) for h junctions and P players, a few times over.
 */
#include "lines/rope/rope_box_payoffs.h"

#include "lines/level/rope_geometry.h"
#include "lines/rope/rope_legal.h"
#include <assert.h>
#include <math.h>
#include <stddef.h>

/* Tables of times by node and player: vertices, then junctions on edges, then junctions on the
 * rope. */
static double *times_row(const dmi_rope_join *j, double *table, int32_t node)
{
    return table + (size_t)node * (size_t)j->players;
}

static int32_t edge_node(const dmi_rope_join *j, int32_t h)
{
    return j->tables->n + h;
}

static int32_t rope_node(const dmi_rope_join *j, int32_t h)
{
    return j->tables->n + j->tables->level->edge_count + 2 + h;
}

static bool improve_time(double *to, double time)
{
    if (!(time < *to))
        return false;
    *to = time;
    return true;
}

/* Relaxes paths between a junction and the ends of its pieces, of least or greatest length.  The
 * greatest is known only if there is a single piece. */
static bool over_pieces(const dmi_rope_join *j, int32_t number, bool early, double *table)
{
    const dmi_rope_junction *h = &j->junction[number];
    double *mine = times_row(j, table, edge_node(j, number));
    bool changed = false;
    for (int32_t p = 0; p < j->players; p++) {
        double time = early ? INFINITY : -INFINITY;
        for (int32_t i = h->first; i <= h->last; i++) {
            const dmi_piece *piece = &j->tables->net.piece[i];
            double length = (double)piece->length, from = i == h->first ? h->from : 0;
            double to = i == h->last ? h->to : length;
            double a = times_row(j, table, piece->a)[p], b = times_row(j, table, piece->b)[p];
            double here = early ? fmin(a + from, b + length - to) : fmin(a + to, b + length - from);
            time = early ? fmin(time, here) : fmax(time, here);
        }
        changed = improve_time(&mine[p], time) || changed;
        for (int32_t i = h->first; i <= h->last && (early || h->first == h->last); i++) {
            const dmi_piece *piece = &j->tables->net.piece[i];
            double length = (double)piece->length;
            double to_a = !early ? h->to : i == h->first ? h->from : 0;
            double to_b = !early ? length - h->from : i == h->last ? length - h->to : 0;
            changed = improve_time(&times_row(j, table, piece->a)[p], mine[p] + to_a) || changed;
            changed = improve_time(&times_row(j, table, piece->b)[p], mine[p] + to_b) || changed;
        }
    }
    return changed;
}

/* The distance of two junctions along the rope. */
static double between_junctions(const dmi_rope_join *j, const dmi_rope_junction *a,
                                const dmi_rope_junction *b, bool least)
{
    double most = 0;
    if (least && !j->one)
        return fmax(0, fmax(b->near - a->far, a->near - b->far)) * j->tables->unit;
    for (int i = 0; i < 4; i++)
        most = fmax(most, dmi_point_distance(a->at[i / 2], b->at[i % 2]));
    return most * j->tables->unit;
}

/* Bellman and Ford's algorithm. */
static void find_times(const dmi_rope_join *j, bool early, double *table)
{
    const dmi_line_network *net = &j->tables->net;
    const int32_t n = j->tables->n, junctions = 2 * (j->tables->level->edge_count + 2);
    for (int32_t v = 0; v < n + junctions; v++)
        for (int32_t p = 0; p < j->players; p++)
            times_row(j, table, v)[p] =
                v < n ? j->tables->first[(size_t)p * (size_t)n + (size_t)v] : INFINITY;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < net->piece_count; i++) {
            double *a = times_row(j, table, net->piece[i].a);
            double *b = times_row(j, table, net->piece[i].b);
            double length = (double)net->piece[i].length;
            for (int32_t p = 0; p < j->players; p++) {
                changed = improve_time(&a[p], b[p] + length) || changed;
                changed = improve_time(&b[p], a[p] + length) || changed;
            }
        }
        for (int32_t h = 0; h < j->count; h++)
            changed = over_pieces(j, h, early, table) || changed;
        for (int32_t h = 0; h < j->count; h++) { /* between an edge and the rope that joins it */
            double *edge = times_row(j, table, edge_node(j, h));
            double *rope = times_row(j, table, rope_node(j, h));
            for (int32_t p = 0; (early || j->junction[h].sure) && p < j->players; p++) {
                changed = improve_time(&edge[p], rope[p]) || changed;
                changed = improve_time(&rope[p], edge[p]) || changed;
            }
        }
        for (int32_t a = 0; a < j->count; a++) /* along the rope */
            for (int32_t b = 0; b < j->count; b++) {
                const double way = between_junctions(j, &j->junction[a], &j->junction[b], early);
                const double *from = times_row(j, table, rope_node(j, a));
                double *to = times_row(j, table, rope_node(j, b));
                for (int32_t p = 0; a != b && p < j->players; p++)
                    changed = improve_time(&to[p], from[p] + way) || changed;
            }
    }
}

static double first_of_others(const dmi_rope_join *j, const double *times, int32_t p)
{
    double first = INFINITY;
    for (int32_t q = 0; q < j->players; q++)
        if (q != p)
            first = fmin(first, times[q]);
    return first;
}

static uint64_t players_first_at(const dmi_rope_join *j, const double *times, double *when)
{
    uint64_t players = 0;
    *when = INFINITY;
    for (int32_t p = 0; p < j->players; p++)
        *when = fmin(*when, times[p]);
    for (int32_t p = 0; p < j->players && *when < INFINITY; p++)
        players |= (uint64_t)(times[p] <= *when + j->tie) << p;
    return players;
}

/* Adds a stretch from node a to node b, `least` to `most` long; at its ends players may be later by
 * `late_a`, `late_b`. */
static void share_stretch(const dmi_rope_join *j, int32_t a, int32_t b, double least, double most,
                          double late_a, double late_b)
{
    const double *early_a = times_row(j, j->tables->early, a);
    const double *early_b = times_row(j, j->tables->early, b);
    const double *last_a = times_row(j, j->tables->late, a);
    const double *last_b = times_row(j, j->tables->late, b);
    const double tiny = j->tables->tiny;
    assert(least <= most + tiny);
    if (j->one) { /* each end's players get the length up to where they meet */
        double at_a, at_b;
        uint64_t of_a = players_first_at(j, early_a, &at_a);
        uint64_t of_b = players_first_at(j, early_b, &at_b);
        if (!of_a || !of_b)
            return;
        double meet = fmin(most, fmax(0, 0.5 * (at_b - at_a + most)));
        dmi_rope_payoffs_add(j->tables, j->payoffs, of_a, meet);
        dmi_rope_payoffs_add(j->tables, j->payoffs, of_b, most - meet);
        return;
    }
    for (int32_t p = 0; p < j->players; p++) {
        j->payoffs->most[p] +=
            dmi_own_length(early_a[p] - tiny, first_of_others(j, last_a, p) + late_a,
                           early_b[p] - tiny, first_of_others(j, last_b, p) + late_b, most);
        j->payoffs->least[p] +=
            dmi_own_length(last_a[p] + late_a + tiny, first_of_others(j, early_a, p),
                           last_b[p] + late_b + tiny, first_of_others(j, early_b, p), least);
    }
}

/* The first junction on the piece that is not done, or -1. */
static int32_t next_junction(const dmi_rope_join *j, int32_t piece, const bool *done)
{
    int32_t best = -1;
    double least = INFINITY;
    for (int32_t h = 0; h < j->count; h++) {
        const dmi_rope_junction *k = &j->junction[h];
        if (done[h] || piece < k->first || piece > k->last)
            continue;
        double from = piece == k->first ? k->from : 0;
        if (from < least) {
            least = from;
            best = h;
        }
    }
    return best;
}

static void evaluate_once(dmi_rope_join *j)
{
    dmi_rope_payoffs_clear(j->payoffs, j->players);
    j->payoffs->sure = j->one;
    find_times(j, true, j->tables->early);
    if (!j->one)
        find_times(j, false, j->tables->late);
    for (int32_t i = 0; i < j->tables->net.piece_count; i++) {
        bool *done = j->tables->done;
        const dmi_piece *piece = &j->tables->net.piece[i];
        int32_t node = piece->a;
        double at = 0, late = 0;
        for (int32_t h = 0; h < j->count; h++)
            done[h] = false;
        for (int32_t h = next_junction(j, i, done); h >= 0; h = next_junction(j, i, done)) {
            const dmi_rope_junction *k = &j->junction[h];
            double from = i == k->first ? k->from : 0,
                   to = i == k->last ? k->to : (double)piece->length;
            double width = fmax(0, to - fmax(at, from)), gap = fmax(0, from - at);
            done[h] = true;
            share_stretch(j, node, edge_node(j, h), gap, gap, late, to - from);
            for (int32_t p = 0; p < j->players; p++)
                j->payoffs->most[p] += j->one ? 0 : width;
            node = edge_node(j, h);
            late = to - from;
            at = fmax(at, to);
        }
        share_stretch(j, node, piece->b, (double)piece->length - at, (double)piece->length - at,
                      late, 0);
    }
    for (int32_t a = 0, before = -1, end; a < j->count; before = a, a = end) {
        double reach = j->junction[a].far, most = 0, least = INFINITY;
        for (end = a + 1; !j->one && end < j->count && j->junction[end].near <= reach; end++)
            reach = fmax(reach, j->junction[end].far);
        /* Merges junctions a..end-1 whose order on the rope is unknown: a player at one of them
         * reaches any other a little later. */
        double wide = 0;
        for (int32_t h = a; end - a > 1 && h < end; h++)
            for (int32_t k = a; k < end; k++)
                wide = fmax(wide, between_junctions(j, &j->junction[h], &j->junction[k], false));
        double *early = times_row(j, j->tables->early, rope_node(j, a));
        double *late = times_row(j, j->tables->late, rope_node(j, a));
        for (int32_t p = 0; end - a > 1 && p < j->players; p++) {
            for (int32_t h = a + 1; h < end; h++) {
                early[p] = fmin(early[p], times_row(j, j->tables->early, rope_node(j, h))[p]);
                late[p] = fmin(late[p], times_row(j, j->tables->late, rope_node(j, h))[p]);
            }
            late[p] += wide;
            j->payoffs->most[p] += wide;
        }
        for (int32_t h = before; before >= 0 && h < a; h++)
            for (int32_t k = a; k < end; k++) {
                most = fmax(most, between_junctions(j, &j->junction[h], &j->junction[k], false));
                least = fmin(least, between_junctions(j, &j->junction[h], &j->junction[k], true));
            }
        if (before >= 0)
            share_stretch(j, rope_node(j, before), rope_node(j, a), least, most, 0, 0);
    }
}

#define OPEN_JUNCTIONS 5
#define PARTS          16

static void evaluate_parts(dmi_rope_join *j, dmi_rope_payoffs_fn *visit, void *user)
{
    /* A rope that nearly runs along an edge may cross it anywhere.  The widest junction that is
     * much wider than the box or contains a site is evaluated in parts. */
    const dmi_rope_box *box = j->box;
    double most = 8 * fmax(box->x1 - box->x0, box->y1 - box->y0);
    int32_t wide = -1;
    for (int32_t i = 0; i < j->count; i++) {
        const dmi_rope_junction *h = &j->junction[i];
        double width = h->to - h->from;
        for (int32_t k = h->first; k < h->last; k++)
            width += (double)j->tables->net.piece[k].length;
        if (width > most || (h->first < h->last && wide < 0)) {
            most = fmax(most, width);
            wide = i;
        }
    }
    if (wide < 0) {
        evaluate_once(j);
        visit(user, j->payoffs);
        return;
    }
    const dmi_rope_junction whole = j->junction[wide];
    j->payoffs->only = false;
    dmi_rope_join_drop_junction(j, wide);
    for (int32_t i = whole.first; i <= whole.last; i++) {
        double from = i == whole.first ? whole.from : 0;
        double to = i == whole.last ? whole.to : (double)j->tables->net.piece[i].length;
        for (int32_t k = 0; k < PARTS; k++) {
            dmi_rope_junction part = whole;
            part.first = part.last = i;
            part.from = from + k * (to - from) / PARTS;
            part.to = k + 1 < PARTS ? from + (k + 1) * (to - from) / PARTS : to;
            int32_t number = dmi_rope_join_add_junction(j, part);
            evaluate_once(j);
            visit(user, j->payoffs);
            dmi_rope_join_drop_junction(j, number);
        }
    }
}

/* Selects the junctions of case `c`: bit k decides the k-th uncertain one.  False if a vertex
 * blocks the ropes, which then must join one of its edges, and no such junction is selected. */
static bool take_case(dmi_rope_join *j, const dmi_rope_junction *all, int32_t count, int32_t open,
                      uint32_t c)
{
    j->count = 0;
    for (int32_t i = 0, k = 0; i < count; i++) {
        dmi_rope_junction h = all[i];
        if (!h.sure && k < open) {
            h.sure = true;
            if (!(c >> k++ & 1))
                continue;
        }
        j->junction[j->count++] = h;
    }
    for (int32_t v = 0; v < j->tables->level->vertex_count; v++) {
        bool met = false;
        for (int32_t i = 0; i < j->count && !met; i++) {
            int32_t e = j->tables->net.piece[j->junction[i].first].edge;
            met =
                e >= 0 && (j->tables->level->edges[e].u == v || j->tables->level->edges[e].v == v);
        }
        if (!met && dmi_ropes_barred(j->tables, j->box, v))
            return false;
    }
    return true;
}

static dmi_rope_join join_of(dmi_rope_tables *tables, const dmi_rope_box *box,
                             dmi_rope_payoffs *payoffs)
{
    dmi_rope_lengths_of(tables, box, &payoffs->lengths);
    payoffs->only = true;
    payoffs->limit_count = 0;
    return (dmi_rope_join){.tables = tables,
                           .box = box,
                           .payoffs = payoffs,
                           .one = box->x0 == box->x1 && box->y0 == box->y1,
                           .tie = tables->tiny,
                           .players = tables->level->player_count,
                           .junction = tables->junctions};
}

bool dmi_joined_rope_payoffs(dmi_rope_tables *tables, const dmi_rope_box *rope, double tie,
                             dmi_rope_payoffs *out)
{
    dmi_rope_join j = join_of(tables, rope, out);
    j.tie = tie;
    if (!dmi_rope_join_find_junctions(&j))
        return false;
    evaluate_once(&j);
    return true;
}

bool dmi_joined_box_payoffs(dmi_rope_tables *tables, const dmi_rope_box *box,
                            dmi_rope_payoffs_fn *visit, void *user)
{
    dmi_rope_payoffs payoffs;
    dmi_rope_join j = join_of(tables, box, &payoffs);
    if (!dmi_rope_join_find_junctions(&j))
        return false;
    const dmi_rope_junction *all = tables->junctions;
    const int32_t count = j.count;
    int32_t open = 0;
    for (int32_t i = 0; i < count; i++)
        open += !all[i].sure;
    open = open < OPEN_JUNCTIONS ? open : OPEN_JUNCTIONS;
    j.junction = tables->junctions + tables->level->edge_count + 2;
    payoffs.only = open == 0;
    for (uint32_t c = 0; c < UINT32_C(1) << open; c++)
        if (take_case(&j, all, count, open, c))
            evaluate_parts(&j, visit, user);
    return true;
}
