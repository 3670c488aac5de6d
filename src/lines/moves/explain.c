/* explain.c - why a move is the best: the shortest-path tree of the level before it, the type of
 * the move and the value along its edge. */
#include "base/base.h"
#include "base/names.h"
#include "lines/cut/cut_search.h"
#include "lines/diagram/line_position.h"
#include "lines/site/site_sweep.h"
#include <assert.h>
#include <demesne/line_solve.h>
#include <math.h>
#include <stdlib.h>

/* Which of te Kolste's types a cut or a rope is.
 *
 * Cuts (section 4.3): I cuts an edge off an opponent's site, II cuts off, beyond the boundary
 * point, what the player then reaches first, III cuts off a part without sites, which then nobody
 * owns. Ropes (section 5.1): I goes from an own site to a balance point of the opponent's, which it
 * wins; II joins two own points; III goes from an own site to a point that stays the opponent's.
 * The thesis defines them on trees; here they are names for what happens, on every level.
 */
static void conclude(dm_line_explanation *out, dm_line_type type, const char *reason)
{
    out->type = type;
    out->reason = reason;
}

/* The cut is between `near`, which the opponent reaches first, and what lies behind it, which then
 * belongs to `players`. */
static void conclude_cut(const dmi_line_position *position, int32_t near, uint64_t players,
                         dm_line_explanation *out)
{
    if (!players)
        conclude(out, DM_LINE_TYPE_III, "it cuts off a part without sites: then nobody owns it");
    else if (position->net.owner[near] >= 0)
        conclude(out, DM_LINE_TYPE_I, "it cuts an edge off an opponent's site");
    else if (players == UINT64_C(1) << position->ask->player)
        conclude(out, DM_LINE_TYPE_II,
                 "it cuts off, beyond the boundary point, what the player then reaches first");
    else
        conclude(
            out, DM_LINE_TYPE_NONE,
            "opponents keep both sides of it, one of them from farther away; te Kolste's thesis "
            "has no type for it");
}

static bool is_mine(const dmi_line_position *position, int32_t v)
{
    return position->reach[v].players == UINT64_C(1) << position->ask->player;
}

/* Who reaches a place first, and when, in lengths. */
typedef struct place_arrival {
    double when;
    bool mine, own_site;
} place_arrival;

/* The piece of the edge that holds the place; the first if it is between two. */
static int32_t piece_at(const dmi_line_network *net, const dm_level *level, int32_t edge,
                        dm_ratio at)
{
    dm_ratio length = level->edges[edge].length;
    double units = (double)net->unit * (double)length.num / (double)length.den;
    double place = units * (double)at.num / (double)at.den;
    int32_t found = -1;
    for (int32_t i = 0; i < net->piece_count; i++)
        if (net->piece[i].edge == edge && (found < 0 || (double)net->piece[i].offset < place))
            found = i;
    assert(found >= 0);
    return found;
}

static place_arrival arrival_at_place(const dmi_line_position *position, const dm_line_place *place)
{
    const dmi_line_network *net = &position->net;
    double unit = (double)net->unit;
    int32_t v = place->vertex;
    if (v >= 0)
        return (place_arrival){(double)position->reach[v].when / unit, is_mine(position, v),
                               net->owner[v] == position->ask->player};
    dm_ratio length = position->level->edges[place->edge].length;
    const dmi_piece *p = &net->piece[piece_at(net, position->level, place->edge, place->at)];
    double x = unit * (double)length.num / (double)length.den * (double)place->at.num /
                   (double)place->at.den -
               (double)p->offset;
    double a = (double)position->reach[p->a].when + x;
    double b = (double)position->reach[p->b].when + (double)p->length - x;
    int32_t end = a <= b ? p->a : p->b;
    return (place_arrival){fmin(a, b) / unit, is_mine(position, end),
                           fmin(a, b) < 0.5 && net->owner[end] == position->ask->player};
}

static dm_point point_at_place(const dm_level *level, const dm_line_place *place)
{
    if (place->vertex >= 0)
        return level->points[place->vertex];
    dm_point a = level->points[level->edges[place->edge].u];
    dm_point b = level->points[level->edges[place->edge].v];
    double t = (double)place->at.num / (double)place->at.den;
    return (dm_point){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/* The type of a cut or a rope, and a sentence about it. */
static dm_status explain_type(const dmi_line_position *position, const dm_line_move *move,
                              dm_line_explanation *out, dm_error *err)
{
    const dmi_line_network *net = &position->net;
    if (move->op == DM_LINE_ROPE) {
        const dm_level *level = position->level;
        place_arrival from = arrival_at_place(position, &move->place);
        place_arrival to = arrival_at_place(position, &move->to);
        double length = (double)move->length.num / (double)move->length.den;
        if (move->length.num <= 0 && level->points) { /* as long as its ends are apart */
            dm_point a = point_at_place(level, &move->place), b = point_at_place(level, &move->to);
            length = hypot(a.x - b.x, a.y - b.y);
        }
        if (!from.own_site && to.own_site) {
            place_arrival swap = from;
            from = to;
            to = swap;
        }
        double ahead = to.when - length; /* of the opponent, at the end of the rope */
        if (from.mine && to.mine)
            conclude(out, DM_LINE_TYPE_II, "it joins two own points, and its length counts");
        else if (!from.own_site)
            conclude(out, DM_LINE_TYPE_NONE, "it does not start at an own site");
        else if (fabs(ahead) <= 1e-4 * (1 + length))
            conclude(out, DM_LINE_TYPE_I,
                     "it goes from an own site to a balance point, where both arrive together");
        else if (ahead < 0)
            conclude(out, DM_LINE_TYPE_III,
                     "it goes from an own site to a point that stays the opponent's");
        else
            conclude(out, DM_LINE_TYPE_NONE,
                     "it wins its end, which is no balance point: none of the types of te Kolste's "
                     "thesis");
    }
    if (move->op != DM_LINE_CUT)
        return DM_OK;
    int32_t number = piece_at(net, position->level, move->place.edge, move->place.at);
    const dmi_piece *piece = &net->piece[number];
    int32_t far = dmi_reached_over(net, position->reach, number);
    if (far < 0) { /* a cut between the player and an opponent? */
        bool a = is_mine(position, piece->a), b = is_mine(position, piece->b);
        if (a != b)
            conclude_cut(position, a ? piece->b : piece->a, UINT64_C(1) << position->ask->player,
                         out);
        else
            conclude(out, DM_LINE_TYPE_NONE, "no shortest path to a vertex leads over this edge");
        return DM_OK;
    }
    if (is_mine(position, far)) {
        conclude(out, DM_LINE_TYPE_NONE, "it cuts an own edge");
        return DM_OK;
    }
    dmi_reach *after = dmi_alloc((size_t)net->n, sizeof *after);
    dm_status status =
        after ? dmi_line_network_reach_without(net, number, after, err) : dmi_no_memory(err);
    if (status == DM_OK)
        conclude_cut(position, dmi_other_end(net, number, far),
                     after[far].when == DMI_NEVER ? 0 : after[far].players, out);
    free(after);
    return status;
}

/* The value of a cut or a new site at every place of one edge.
 *
 * Along a stretch between two events every payoff is linear (payoff_lines.h), so the margin is the
 * own line minus the upper envelope of the others: linear again between the places where another
 * opponent takes the lead.  The walk along a stretch goes from one such place to the next.
 */
typedef struct profile_walk {
    const dmi_line_position *position;
    const dmi_payoff_lines *lines;
    dm_line_explanation *out;
    size_t room;
    dm_status status;
    dm_error *err;
} profile_walk;

/* A player's line at x units, minus that of `other` (-1: nobody), as a length. */
static bool value_at(const profile_walk *w, int32_t player, int32_t other, dm_ratio x,
                     dm_ratio *out)
{
    const dmi_payoff_lines *lines = w->lines;
    dmi_wide base = lines->at_a[player] - (other >= 0 ? lines->at_a[other] : 0);
    dmi_wide slope = lines->slope[player] - (other >= 0 ? lines->slope[other] : 0);
    dmi_wide first, second, sum;
    dmi_wide unit = (dmi_wide)w->position->net.unit * w->position->scale;
    if (__builtin_mul_overflow(base, (dmi_wide)x.den, &first) ||
        __builtin_mul_overflow(slope, (dmi_wide)x.num, &second) ||
        __builtin_add_overflow(first, second, &sum) ||
        __builtin_mul_overflow(unit, (dmi_wide)x.den, &unit))
        return false;
    if (sum == 0) {
        *out = (dm_ratio){0, 1};
        return true;
    }
    return dmi_ratio_make(sum, unit, out);
}

/* The opponent who leads just after x; -1: there is none, or only the payoff counts. */
static int32_t leader_after(const profile_walk *w, dm_ratio x)
{
    int32_t best = -1, me = w->position->ask->player;
    dm_ratio ahead;
    if (w->position->ask->objective == DM_LINE_PAYOFF)
        return -1;
    for (int32_t p = 0; p < w->position->level->player_count; p++) {
        if (p == me)
            continue;
        bool known = best >= 0 && value_at(w, p, best, x, &ahead);
        if (best < 0 || (known && (ahead.num > 0 ||
                                   (ahead.num == 0 && w->lines->slope[p] > w->lines->slope[best]))))
            best = p;
    }
    return best;
}

/* A stretch of the profile, divided where the best opponent changes. */
static bool see_stretch(void *user, const dmi_payoff_lines *lines)
{
    profile_walk *w = user;
    dm_line_explanation *out = w->out;
    int32_t me = w->position->ask->player;
    dm_ratio x = {0, 1}, last = {lines->length, 1};
    w->lines = lines;
    do {
        int32_t leader = leader_after(w, x);
        dm_ratio next = last, at;
        for (int32_t p = 0; leader >= 0 && p < w->position->level->player_count; p++) {
            dmi_wide steeper = lines->slope[p] - lines->slope[leader];
            if (p != me && steeper > 0 && lines->at_a[leader] != lines->at_a[p] &&
                dmi_ratio_make(lines->at_a[leader] - lines->at_a[p], steeper, &at) &&
                dmi_ratio_compare(at, x) > 0 && dmi_ratio_compare(at, next) < 0)
                next = at; /* p overtakes the leader */
        }
        dm_line_profile_part part;
        dmi_payoff_place begin = {lines->piece, lines->from, x.num, x.den, 0, 0, 0, true};
        dmi_payoff_place end = {lines->piece, lines->from, next.num, next.den, 0, 0, 0, true};
        if (!dmi_payoff_place_fraction(w->position, &begin, &part.from) ||
            !dmi_payoff_place_fraction(w->position, &end, &part.to) ||
            !value_at(w, me, leader, x, &part.first) || !value_at(w, me, leader, next, &part.last))
            w->status =
                dmi_fail(w->err, DM_TOO_LARGE, "a value does not fit 63 bits as a fraction");
        else if (!dmi_reserve(&out->profile, &w->room, (size_t)out->part_count + 1, sizeof part))
            w->status = dmi_no_memory(w->err);
        if (w->status != DM_OK)
            return false;
        out->profile[out->part_count++] = part;
        x = next;
    } while (dmi_ratio_compare(x, last) < 0);
    return true;
}

static dm_status profile_of_cuts(profile_walk *w, const dm_level *level, const dm_line_ask *ask)
{
    dmi_line_position position = {0};
    dmi_payoff_lines lines;
    w->status = dmi_line_position_init(level, ask, &position, w->err);
    w->position = &position;
    dmi_reach *scratch =
        w->status == DM_OK ? dmi_alloc((size_t)position.net.n, sizeof *scratch) : NULL;
    if (w->status == DM_OK && !scratch)
        w->status = dmi_no_memory(w->err);
    for (int32_t i = 0; w->status == DM_OK && i < position.net.piece_count; i++) {
        if (position.net.piece[i].edge != w->out->edge)
            continue;
        w->status = dmi_cut_whole_lines(&position, i, scratch, &lines, w->err);
        if (w->status == DM_OK)
            see_stretch(w, &lines);
    }
    free(scratch);
    dmi_line_position_clear(&position);
    w->position = NULL;
    w->lines = NULL;
    return w->status;
}

static dm_status profile_of_sites(profile_walk *w, const dm_level *level, const dm_line_ask *ask)
{
    dmi_line_position position = {0};
    dmi_site_sweep *sweep = NULL;
    w->status = dmi_site_position_init(level, ask, &position, w->err);
    w->position = &position;
    if (w->status == DM_OK)
        w->status = dmi_site_sweep_new(&position, &sweep, w->err);
    for (int32_t i = 0; w->status == DM_OK && i < position.net.piece_count; i++)
        if (position.net.piece[i].edge == w->out->edge &&
            !dmi_site_sweep_piece(sweep, i, see_stretch, w) && w->status == DM_OK)
            w->status = dmi_no_memory(w->err);
    dmi_site_sweep_free(sweep);
    dmi_line_position_clear(&position);
    w->position = NULL;
    w->lines = NULL;
    return w->status;
}

DMI_ENUM_NAMES(dm_line_type, "type", "none", "I", "II", "III")

static dm_status fill_tree(const dmi_line_position *position, dm_line_explanation *out,
                           dm_error *err)
{
    const dmi_line_network *net = &position->net;
    int32_t n = position->level->vertex_count;
    out->tree = dmi_calloc((size_t)n, sizeof *out->tree);
    if (!out->tree)
        return dmi_no_memory(err);
    out->vertex_count = n;
    for (int32_t v = 0; v < n; v++) {
        const dmi_reach *reach = &position->reach[v];
        int32_t from = reach->above < 0 ? -1 : dmi_other_end(net, reach->above, v);
        dm_line_tree_step step = {.edge = -1, .from = from < n ? from : -1, .when = {0, 1}};
        if (reach->when != DMI_NEVER)
            step.players = reach->players;
        if (reach->above >= 0)
            step.edge = net->piece[reach->above].edge;
        if (reach->when != DMI_NEVER && reach->when > 0 &&
            !dmi_ratio_make(reach->when, net->unit, &step.when))
            return dmi_fail(err, DM_TOO_LARGE, "a distance does not fit 63 bits as a fraction");
        out->tree[v] = step;
    }
    return DM_OK;
}

/* The edge of a move that has one: a new site on a vertex takes the first of its edges. */
static int32_t edge_of_move(const dm_level *level, const dm_line_best *best)
{
    const dm_line_move *move = best->moves;
    if (best->move_count != 1 || (move->op != DM_LINE_ADD && move->op != DM_LINE_CUT))
        return -1;
    for (int32_t e = 0; e < level->edge_count && move->place.vertex >= 0; e++)
        if (level->edges[e].u == move->place.vertex || level->edges[e].v == move->place.vertex)
            return e;
    return move->place.vertex >= 0 ? -1 : move->place.edge;
}

dm_status dm_line_explain(const dm_level *level, const dm_line_ask *ask, const dm_line_best *best,
                          dm_line_explanation **out, dm_error *err)
{
    dmi_line_position position = {0};
    dm_line_explanation *explanation = dmi_calloc(1, sizeof *explanation);
    if (!explanation)
        return dmi_no_memory(err);
    assert(best->move_count >= 1);
    dm_status status = dmi_line_position_init(level, ask, &position, err);
    if (status == DM_OK)
        status = fill_tree(&position, explanation, err);
    explanation->reason = "te Kolste's thesis has types for cuts and ropes only";
    if (status == DM_OK && best->move_count == 1)
        status = explain_type(&position, best->moves, explanation, err);
    dmi_line_position_clear(&position);
    explanation->edge = edge_of_move(level, best);
    if (status == DM_OK && explanation->edge >= 0) {
        /* The profile of the edge out->edge. */
        profile_walk w = {.out = explanation, .err = err};
        status = ask->op == DM_LINE_CUT ? profile_of_cuts(&w, level, ask)
                                        : profile_of_sites(&w, level, ask);
    }
    if (status == DM_OK)
        *out = explanation;
    else
        dm_line_explanation_free(explanation);
    return status;
}

void dm_line_explanation_free(dm_line_explanation *explanation)
{
    if (!explanation)
        return;
    free(explanation->tree);
    free(explanation->profile);
    free(explanation);
}
