/* espt_ropes.c - the candidate ropes of section 5.1.2.
 *
 * I: from an own site s to a balance point y of the opponent's, |s y| = d(y).  Along a stretch that
 * an opponent owns d is linear, so y solves a quadratic equation.  II: between the two points of
 * the player that are farthest apart.  III: from s to the opponent's farthest point, if it stays
 * his. On trees with one site each the gains are |s y| + 2 vol(beyond y), the length, and d(y).
 *
 * Cost: one equation per own site and stretch; II compares all pairs of own corner points.
 */
#include "papers/cut/espt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct rope_work {
    dmi_espt_work *w;
    double *held; /* by vertex: the opponents' length below it */
    bool has_gains;
    size_t room;
} rope_work;

typedef struct rope_end {
    int32_t vertex, edge;
    double at;
    dm_point point;
} rope_end;

static double units(const rope_work *k, int64_t length)
{
    return (double)length / (double)k->w->position->net.unit;
}

/* The point `way` units along a piece. */
static rope_end end_on(const rope_work *k, int32_t piece, double way)
{
    const dm_level *level = k->w->position->level;
    const dmi_piece *p = &k->w->position->net.piece[piece];
    const dm_line_edge *edge = &level->edges[p->edge];
    double length = (double)edge->length.num / (double)edge->length.den;
    double at = (units(k, p->offset) + way) / length;
    dm_point a = level->points[edge->u], b = level->points[edge->v];
    rope_end end = {-1, p->edge, at, {a.x + at * (b.x - a.x), a.y + at * (b.y - a.y)}};
    if (at <= 0 || at >= 1)
        end = (rope_end){at <= 0 ? edge->u : edge->v, -1, 0, at <= 0 ? a : b};
    return end;
}

static rope_end end_at(const rope_work *k, int32_t v)
{
    const dm_level *level = k->w->position->level;
    const dm_line_place *place = &k->w->out->vertices[v].place;
    if (place->vertex >= 0)
        return (rope_end){place->vertex, -1, 0, level->points[place->vertex]};
    double at = (double)place->at.num / (double)place->at.den;
    dm_point a = level->points[level->edges[place->edge].u];
    dm_point b = level->points[level->edges[place->edge].v];
    return (rope_end){-1, place->edge, at, {a.x + at * (b.x - a.x), a.y + at * (b.y - a.y)}};
}

static dm_status add_rope(rope_work *k, dm_line_type type, rope_end from, rope_end to, double gain,
                          dm_error *err)
{
    dm_line_espt *out = k->w->out;
    if (!dmi_reserve(&out->ropes, &k->room, (size_t)out->rope_count + 1, sizeof *out->ropes))
        return dmi_no_memory(err);
    out->ropes[out->rope_count++] =
        (dm_rope_candidate){.type = type,
                            .from_edge = from.edge,
                            .to_edge = to.edge,
                            .from_vertex = from.vertex,
                            .to_vertex = to.vertex,
                            .from_at = from.at,
                            .to_at = to.at,
                            .length = hypot(from.point.x - to.point.x, from.point.y - to.point.y),
                            .gain = k->has_gains ? gain : NAN,
                            .is_limit = type == DM_LINE_TYPE_I};
    return DM_OK;
}

/* Balance points on the part of a piece, `length` long, that is reached over its end v. */
static dm_status add_balance_points(rope_work *k, int32_t piece, int32_t v, int64_t length,
                                    int32_t site, dm_error *err)
{
    const dmi_line_position *position = k->w->position;
    const dmi_piece *p = &position->net.piece[piece];
    bool is_reversed = p->b == v;
    double whole = units(k, p->length), part = units(k, length);
    double when = units(k, position->reach[v].when);
    rope_end from = end_at(k, site), near = end_on(k, piece, is_reversed ? whole : 0);
    rope_end far = end_on(k, piece, is_reversed ? 0 : whole);
    /* |s - y|^2 = (when + x)^2 for y at x from v: a x^2 + 2 b x + c = 0. */
    double dx = (far.point.x - near.point.x) / whole, dy = (far.point.y - near.point.y) / whole;
    double sx = near.point.x - from.point.x, sy = near.point.y - from.point.y;
    double a = dx * dx + dy * dy - 1, b = sx * dx + sy * dy - when;
    double c = sx * sx + sy * sy - when * when, root[2] = {NAN, NAN};
    if (b * b - a * c >= 0) { /* a is about 0 for straight edges: no difference of near numbers */
        double q = -b - copysign(sqrt(b * b - a * c), b);
        root[0] = c / q;
        root[1] = q / a;
    }
    dm_status status = DM_OK;
    for (int i = 0; i < 2 && status == DM_OK; i++) {
        if (!(root[i] >= 0 && root[i] <= part) || (root[i] == 0 && position->net.owner[v] < 0))
            continue;
        rope_end to = end_on(k, piece, is_reversed ? whole - root[i] : root[i]);
        int32_t child = dmi_espt_child(position, piece);
        double beyond = part - root[i] + (child >= 0 ? k->held[child] : 0);
        double rope = hypot(from.point.x - to.point.x, from.point.y - to.point.y);
        status = add_rope(k, DM_LINE_TYPE_I, from, to, rope + 2 * beyond, err);
    }
    return status;
}

/* The length of a piece that is reached over its end v. */
static int64_t reached_from(const dmi_line_position *position, int32_t piece, int32_t v)
{
    const dmi_piece *p = &position->net.piece[piece];
    int64_t meet = dmi_boundary(p, position->reach);
    return p->a == v ? meet : p->length - meet;
}

/* For each piece and each end that an opponent reaches first. */
static dm_status add_type_1(rope_work *k, dm_error *err)
{
    const dmi_line_position *position = k->w->position;
    const dmi_line_network *net = &position->net;
    dm_status status = DM_OK;
    for (int32_t s = 0; s < net->n; s++)
        for (int32_t i = 0; net->owner[s] == position->ask->player && i < net->piece_count; i++)
            for (int side = 0; status == DM_OK && side < 2; side++) {
                int32_t v = side ? net->piece[i].b : net->piece[i].a;
                int64_t part =
                    position->reach[v].when == DMI_NEVER ? 0 : reached_from(position, i, v);
                if (part > 0 && dmi_espt_is_theirs(position, v))
                    status = add_balance_points(k, i, v, part, s, err);
                if (status == DM_OK && !dmi_run_go_on(k->w->run, 1))
                    status = dmi_stopped(k->w->run, err);
            }
    return status;
}

static int by_x_then_y(const void *a, const void *b)
{
    const rope_end *p = a, *q = b;
    if (p->point.x != q->point.x)
        return p->point.x < q->point.x ? -1 : 1;
    return (p->point.y > q->point.y) - (p->point.y < q->point.y);
}

/* Keeps the corners of the convex hull, first the lower chain, then the upper one (Andrew); `own`
 * has room for three times as many. */
static int32_t hull_of(rope_end *own, int32_t count)
{
    rope_end *hull = own + count;
    int32_t kept = 0;
    qsort(own, (size_t)count, sizeof *own, by_x_then_y);
    for (int chain = 0; chain < 2; chain++) {
        int32_t first = kept;
        for (int32_t i = 0; i < count; i++) {
            const rope_end *next = &own[chain ? count - 1 - i : i];
            for (; kept - first >= 2; kept--) {
                dm_point a = hull[kept - 2].point, b = hull[kept - 1].point;
                if ((b.x - a.x) * (next->point.y - a.y) - (b.y - a.y) * (next->point.x - a.x) > 0)
                    break;
            }
            hull[kept++] = *next;
        }
    }
    memmove(own, hull, (size_t)kept * sizeof *own);
    return kept;
}

/* The two points of the player that are farthest apart: vertices or boundary points. */
static dm_status add_type_2(rope_work *k, rope_end *own, dm_error *err)
{
    const dmi_line_position *position = k->w->position;
    const dmi_line_network *net = &position->net;
    int32_t count = 0, from = 0, to = 0;
    double most = 0;
    for (int32_t v = 0; v < net->n; v++)
        if (dmi_espt_is_mine(position, v))
            own[count++] = end_at(k, v);
    for (int32_t i = 0; i < net->piece_count; i++) {
        int32_t a = net->piece[i].a;
        if (dmi_espt_is_mine(position, a) != dmi_espt_is_mine(position, net->piece[i].b) &&
            position->reach[a].when != DMI_NEVER)
            own[count++] = end_on(k, i, units(k, dmi_boundary(&net->piece[i], position->reach)));
    }
    count = hull_of(own, count);
    for (int32_t i = 0; i < count; i++) {
        if (!dmi_run_go_on(k->w->run, (uint64_t)i + 1))
            return dmi_stopped(k->w->run, err);
        for (int32_t j = 0; j < i; j++) {
            double dx = own[i].point.x - own[j].point.x, dy = own[i].point.y - own[j].point.y;
            if (dx * dx + dy * dy > most) {
                most = dx * dx + dy * dy;
                from = j;
                to = i;
            }
        }
    }
    if (most == 0)
        return DM_OK;
    return add_rope(k, DM_LINE_TYPE_II, own[from], own[to], sqrt(most), err);
}

/* The opponents' farthest point.  No rope if it would change hands. */
static dm_status add_type_3(rope_work *k, dm_error *err)
{
    const dmi_line_position *position = k->w->position;
    const dmi_line_network *net = &position->net;
    int64_t farthest = -1;
    rope_end to = {0};
    for (int32_t i = 0; i < net->piece_count; i++)
        for (int side = 0; side < 2; side++) {
            int32_t v = side ? net->piece[i].b : net->piece[i].a;
            if (position->reach[v].when == DMI_NEVER || !dmi_espt_is_theirs(position, v))
                continue;
            int64_t part = reached_from(position, i, v);
            if (position->reach[v].when + part <= farthest)
                continue;
            farthest = position->reach[v].when + part;
            to = end_on(k, i, units(k, side ? net->piece[i].length - part : part));
        }
    dm_status status = DM_OK;
    for (int32_t s = 0; status == DM_OK && farthest >= 0 && s < net->n; s++) {
        if (net->owner[s] != position->ask->player)
            continue;
        rope_end from = end_at(k, s);
        double way = hypot(from.point.x - to.point.x, from.point.y - to.point.y);
        if (way >= units(k, farthest))
            status = add_rope(k, DM_LINE_TYPE_III, from, to, units(k, farthest), err);
    }
    return status;
}

/* The opponents' length below every vertex, as far as it is theirs. */
static void find_held(rope_work *k)
{
    const dmi_line_position *position = k->w->position;
    const dmi_line_network *net = &position->net;
    for (int32_t i = k->w->paths.count; i-- > 0;) {
        int32_t v = k->w->paths.order[i], above = position->reach[v].above;
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++)
            if (dmi_espt_is_theirs(position, v) &&
                dmi_espt_child(position, net->arc_piece[arc]) < 0)
                k->held[v] += units(k, reached_from(position, net->arc_piece[arc], v));
        if (above >= 0 && dmi_espt_is_theirs(position, v))
            k->held[dmi_other_end(net, above, v)] +=
                k->held[v] + units(k, net->piece[above].length);
    }
}

dm_status dmi_espt_ropes(dmi_espt_work *w, dm_error *err)
{
    const dm_level *level = w->position->level;
    const dmi_line_network *net = &w->position->net;
    rope_work k = {.w = w};
    if (!level->points) {
        w->out->rope_note = "ropes need coordinates";
        return DM_OK;
    }
    k.has_gains = w->has_tree && level->site_count == 2;
    if (!k.has_gains)
        w->out->rope_note = "gains of ropes are known on trees with one site each";
    rope_end *own = dmi_alloc(3 * ((size_t)net->n + (size_t)net->piece_count), sizeof *own);
    k.held = dmi_calloc((size_t)net->n, sizeof *k.held);
    dm_status status = own && k.held ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK) {
        find_held(&k);
        status = add_type_1(&k, err);
    }
    if (status == DM_OK)
        status = add_type_2(&k, own, err);
    if (status == DM_OK)
        status = add_type_3(&k, err);
    free(own);
    free(k.held);
    return status;
}
