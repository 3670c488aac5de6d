/* explain_type.c - which of te Kolste's types a cut or a rope is.
 *
 * Cuts (section 4.3): I cuts an edge off an opponent's site, II cuts beyond the boundary point
 * where no site is, III cuts off a part without sites, which then nobody owns. Ropes (section 5.1):
 * I goes from an own site to a balance point of the opponent's, which it wins; II joins two own
 * points; III goes from an own site to a point that stays the opponent's. The thesis defines them
 * on trees; here they are names for what happens, on every level.
 */
#include "base/base.h"
#include "lines/moves/explain.h"
#include <math.h>
#include <stdlib.h>

static void conclude(dm_line_explanation *out, dm_line_type type, const char *reason)
{
    out->type = type;
    out->reason = reason;
}

/* The cut is between `near`, which the opponent reaches first, and what lies behind it. */
static void conclude_cut(const dmi_line_position *position, int32_t near, bool is_lost,
                         dm_line_explanation *out)
{
    if (is_lost)
        conclude(out, DM_LINE_TYPE_III, "it cuts off a part without sites: then nobody owns it");
    else if (position->net.owner[near] >= 0)
        conclude(out, DM_LINE_TYPE_I, "it cuts an edge off an opponent's site");
    else
        conclude(out, DM_LINE_TYPE_II,
                 "it cuts off, beyond the boundary point, what others then reach first");
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

static place_arrival arrival_at_place(const dmi_line_position *position, const dm_line_place *place)
{
    const dmi_line_network *net = &position->net;
    double unit = (double)net->unit;
    int32_t v = place->vertex;
    if (v >= 0)
        return (place_arrival){(double)position->reach[v].when / unit, is_mine(position, v),
                               net->owner[v] == position->ask->player};
    dm_ratio length = position->level->edges[place->edge].length;
    const dmi_piece *p = &net->piece[dmi_piece_at(net, position->level, place->edge, place->at)];
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

static void explain_rope(const dmi_line_position *position, const dm_line_move *move,
                         dm_line_explanation *out)
{
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
                 "it wins its end, which is no balance point: none of the thesis's types");
}

dm_status dmi_explain_type(const dmi_line_position *position, const dm_line_move *move,
                           dm_line_explanation *out, dm_error *err)
{
    const dmi_line_network *net = &position->net;
    if (move->op == DM_LINE_ROPE)
        explain_rope(position, move, out);
    if (move->op != DM_LINE_CUT)
        return DM_OK;
    int32_t number = dmi_piece_at(net, position->level, move->place.edge, move->place.at);
    const dmi_piece *piece = &net->piece[number];
    int32_t far = dmi_reached_over(net, position->reach, number);
    if (far < 0) { /* a cut between the player and an opponent? */
        bool a = is_mine(position, piece->a), b = is_mine(position, piece->b);
        if (a != b)
            conclude_cut(position, a ? piece->b : piece->a, false, out);
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
        conclude_cut(position, dmi_other_end(net, number, far), after[far].when == DMI_NEVER, out);
    free(after);
    return status;
}
