/* rope_apply.c - adds a rope: one more edge, straight between two points.
 *
 * The ends become vertices, and so do the crossings if ropes join the edges they cross; the
 * rope is one edge between each two consecutive ones.
 *
 * Exact: the places of the ends, and which edges the rope meets, for the points as the
 * level stores them (a place inside an edge is the nearest double).  Rounded to 10^-6: the lengths
 * of ropes and the places of crossings along their edges.  A crossing nearer than half of that to
 * an end of the rope or of the edge counts as at that end.
 *
 * O(m) and one dm_level_new().  Source: te Kolste, Extensions on the Continuous Voronoi
 * game on Graphs. Cuts & Ropes, 2016, section 3.3.
 */
#include "base/base.h"

#include "lines/level/draft.h"
#include "lines/level/ratio.h"
#include "lines/level/rope_geometry.h"
#include <assert.h>
#include <demesne/lines.h>
#include <math.h>
#include <stdlib.h>

/* Adds vertices inside edges.
 *
 *      u ----x------y-- v      edge 5 stays (u,x); (x,y) and (y,v) come last
 *
 * Sites keep their points: those at a new vertex become sites on it, the others get the exact
 * fraction of their part.
 */

/* Adds vertices inside edges.  O(n + m + s + k log k) for k places. */
typedef struct dmi_split_point {
    int32_t edge, vertex;
    dm_ratio at;
} dmi_split_point;

typedef struct dmi_edge_splits {
    const dm_level *level; /* borrowed; with coordinates */
    int32_t count, most, next_vertex;
    dmi_split_point *split;
} dmi_edge_splits;

static dm_status edge_splits_init(const dm_level *level, int32_t most, dmi_edge_splits *out,
                                  dm_error *err)
{
    dmi_split_point *split = dmi_alloc((size_t)most, sizeof *split);
    if (!split)
        return dmi_no_memory(err);
    assert(level->points);
    *out = (dmi_edge_splits){level, 0, most, level->vertex_count, split};
    return DM_OK;
}

/* The vertex at a place in normal form; a new one if there is none.  At most `most` times. */
static int32_t edge_splits_vertex(dmi_edge_splits *splits, const dm_line_place *place)
{
    if (place->vertex >= 0)
        return place->vertex;
    assert(place->at.num > 0 && place->at.num < place->at.den); /* the normal form */
    for (int32_t i = 0; i < splits->count; i++)
        if (splits->split[i].edge == place->edge &&
            dmi_ratio_compare(splits->split[i].at, place->at) == 0)
            return splits->split[i].vertex;
    assert(splits->count < splits->most);
    splits->split[splits->count++] = (dmi_split_point){place->edge, splits->next_vertex, place->at};
    return splits->next_vertex++;
}

static int split_by_place(const void *a, const void *b)
{
    const dmi_split_point *x = a, *y = b;
    if (x->edge != y->edge)
        return x->edge < y->edge ? -1 : 1;
    return dmi_ratio_compare(x->at, y->at);
}

static bool difference(dm_ratio a, dm_ratio b, dm_ratio *out)
{
    return dmi_ratio_add(a, (dm_ratio){-b.num, b.den}, out);
}

/* The part `from`..`to` of edge `edge` becomes edge `number` of the draft, with the sites inside
 * it. */
static bool set_part_of_edge(const dm_level *level, int32_t edge, dm_ratio from, dm_ratio to,
                             int32_t number, dm_level *draft)
{
    dm_ratio width, way;
    if (!difference(to, from, &width) ||
        !dmi_ratio_multiply(width, level->edges[edge].length, &draft->edges[number].length))
        return false;
    for (int32_t i = 0; i < level->site_count; i++) {
        const dm_line_place *place = &level->sites[i].place;
        if (place->vertex >= 0 || place->edge != edge || dmi_ratio_compare(place->at, from) <= 0 ||
            dmi_ratio_compare(place->at, to) >= 0)
            continue;
        dm_line_place *moved = &draft->sites[i].place;
        moved->edge = number;
        if (!difference(place->at, from, &way) ||
            !dmi_ratio_multiply(way, (dm_ratio){width.den, width.num}, &moved->at))
            return false;
    }
    return true;
}

/* A draft of the level with the new vertices, and room for `more` edges; end with
 * dmi_draft_clear(). DM_TOO_LARGE if a fraction does not fit. */
static dm_status edge_splits_draft(dmi_edge_splits *splits, int32_t more, dm_level *draft,
                                   dm_error *err)
{
    dm_level copy = {0};
    bool fits = true;
    dm_status status =
        dmi_draft_copy(splits->level, splits->count, splits->count + more, &copy, err);
    if (status != DM_OK)
        return status;
    copy.vertex_count = splits->next_vertex;
    qsort(splits->split, (size_t)splits->count, sizeof *splits->split, split_by_place);
    for (int32_t i = 0, end = 0; fits && i < splits->count; i = end) {
        for (end = i; end < splits->count && splits->split[end].edge == splits->split[i].edge;)
            end++;
        /* The split points of one edge, in order along it.  Sites at them become sites on vertices.
         */
        const dm_level *level = splits->level;
        const dmi_split_point *split = splits->split + i;
        int32_t count = end - i;
        int32_t e = split[0].edge, number = e;
        const int32_t last = level->edges[e].v;
        dm_ratio from = {0, 1};
        fits = true;
        for (int32_t k = 0; fits && k <= count; k++) {
            dm_ratio to = k < count ? split[k].at : (dm_ratio){1, 1};
            assert(dmi_ratio_compare(from, to) < 0);
            copy.edges[number].u = k > 0 ? split[k - 1].vertex : level->edges[e].u;
            copy.edges[number].v = k < count ? split[k].vertex : last;
            fits = set_part_of_edge(level, e, from, to, number, &copy);
            if (k == count)
                break;
            for (int32_t s = 0; s < level->site_count; s++) {
                const dm_line_place *place = &level->sites[s].place;
                if (place->vertex < 0 && place->edge == e && dmi_ratio_compare(place->at, to) == 0)
                    copy.sites[s].place = (dm_line_place){split[k].vertex, -1, {0, 1}};
            }
            copy.points[split[k].vertex] = dmi_level_edge_point(level, e, to);
            from = to;
            number = copy.edge_count++;
        }
    }
    if (fits) {
        *draft = copy;
        return DM_OK;
    }
    dmi_draft_clear(&copy);
    return dmi_fail(err, DM_TOO_LARGE, "a place on an edge does not fit 63 bits");
}

#define GRAIN 1000000 /* lengths of ropes are multiples of 1/GRAIN */

static const double angle_slack = 1e-9; /* degrees */

typedef struct crossing {
    double along; /* fraction of the rope */
    double at;    /* fraction of the edge */
    int32_t edge;
    dmi_rope_meeting kind;
} crossing;

typedef struct straight_rope {
    const dm_level *level;
    dm_line_place from, to;
    dm_point p, q;
    double distance;
    int32_t count; /* of crossings, in order along it */
    crossing *met;
} straight_rope;

static dm_point point_of(const dm_level *level, const dm_line_place *place)
{
    return place->vertex >= 0 ? level->points[place->vertex]
                              : dmi_level_edge_point(level, place->edge, place->at);
}

static bool lies_on(const dm_level *level, const dm_line_place *place, int32_t e)
{
    return place->vertex >= 0
               ? level->edges[e].u == place->vertex || level->edges[e].v == place->vertex
               : place->edge == e;
}

/* How the rope meets an edge that contains one of its ends (the first or the other) inside: at that
 * point only, or along it.  Places inside edges are rounded, ends of edges are not, so the ends of
 * the edge with the other end of the rope decide whether all are in one line. */
static dmi_rope_meeting meet_own_edge(const straight_rope *r, int32_t e, bool first, double *along,
                                      double *at)
{
    const dm_level *level = r->level;
    const dm_point u = level->points[level->edges[e].u], v = level->points[level->edges[e].v];
    const dm_point other = first ? r->q : r->p;
    const dm_line_place *place = first ? &r->to : &r->from;
    bool in_line = dmi_side_of_line(u, v, other) == 0;
    if (!in_line && place->vertex < 0) {
        const dm_line_edge *its = &level->edges[place->edge];
        in_line = dmi_side_of_line(u, v, level->points[its->u]) == 0 &&
                  dmi_side_of_line(u, v, level->points[its->v]) == 0;
    }
    *along = *at = 0;
    if (!in_line)
        return DMI_ROPE_APART;
    if (!first) { /* it enters over the nearer end of the edge */
        double from_u = dmi_point_distance(other, u), from_v = dmi_point_distance(other, v);
        *at = from_u < from_v ? 0 : 1;
        *along = fmin(from_u, from_v) / r->distance;
    }
    return DMI_ROPE_ALONG;
}

static int crossing_by_way(const void *a, const void *b)
{
    const crossing *x = a, *y = b;
    if (x->along != y->along)
        return x->along < y->along ? -1 : 1;
    return (x->edge > y->edge) - (x->edge < y->edge);
}

static dm_status find_crossings(straight_rope *r, dm_error *err)
{
    const dm_level *level = r->level;
    const double near_end = 0.5 / GRAIN / r->distance;
    r->met = dmi_alloc((size_t)level->edge_count, sizeof *r->met);
    if (!r->met)
        return dmi_no_memory(err);
    for (int32_t e = 0; e < level->edge_count; e++) {
        crossing met = {.edge = e, .kind = DMI_ROPE_ALONG};
        bool from = r->from.vertex < 0 && r->from.edge == e;
        bool to = r->to.vertex < 0 && r->to.edge == e;
        bool is_both = (from && lies_on(level, &r->to, e)) || (to && lies_on(level, &r->from, e));
        if (!is_both && (from || to))
            met.kind = meet_own_edge(r, e, from, &met.along, &met.at);
        else if (!is_both)
            met.kind = dmi_rope_meet(r->p, r->q, level->points[level->edges[e].u],
                                     level->points[level->edges[e].v], &met.along, &met.at);
        assert(met.kind == DMI_ROPE_APART || (met.along >= 0 && met.along <= 1));
        if (met.kind == DMI_ROPE_ALONG ||
            (met.kind == DMI_ROPE_CROSSES && met.along >= near_end && met.along <= 1 - near_end))
            r->met[r->count++] = met;
    }
    qsort(r->met, (size_t)r->count, sizeof *r->met, crossing_by_way);
    return DM_OK;
}

static dm_point point_between(dm_point p, dm_point q, double t)
{
    return (dm_point){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
}

/* The place of a crossing on its edge, rounded. */
static dm_status crossing_place(const dm_level *level, const crossing *met, dm_line_place *out,
                                dm_error *err)
{
    const dm_ratio length = level->edges[met->edge].length;
    dm_line_place place = {-1, met->edge, {0, 1}};
    double grains = (double)length.num / (double)length.den * GRAIN, way = round(met->at * grains);
    if (way >= grains)
        place.at = (dm_ratio){1, 1};
    else if (way > 0 &&
             (grains > 0x1p62 ||
              !dmi_ratio_make((dmi_wide)way * length.den, (dmi_wide)GRAIN * length.num, &place.at)))
        return dmi_fail(err, DM_TOO_LARGE, "the crossing with edge %d does not fit 62 bits",
                        met->edge);
    return dmi_level_find_place(level, &place, "the crossing", out, err);
}

/* Refuses crossings if they are forbidden; ends the rope at the first if ropes stop. */
static dm_status obey_crossings(straight_rope *r, dm_error *err)
{
    const dm_line_crossings rule = r->level->crossings;
    for (int32_t i = 0; i < r->count; i++) {
        const crossing *met = &r->met[i];
        dm_point where = point_between(r->p, r->q, met->along);
        if (met->kind == DMI_ROPE_ALONG && (rule != DM_LINE_CROSSINGS_STOP || met->along <= 0))
            return dmi_fail(err, DM_BAD_MOVE,
                            "the rope runs along edge %d from (%g, %g) on; it may only cross edges",
                            met->edge, where.x, where.y);
        if (rule == DM_LINE_CROSSINGS_FORBID)
            return dmi_fail(err, DM_BAD_MOVE,
                            "the rope crosses edge %d at (%g, %g), %.6g of its length from its "
                            "first end; ropes may not cross edges here",
                            met->edge, where.x, where.y, met->at);
        if (rule == DM_LINE_CROSSINGS_STOP)
            break;
    }
    if (rule != DM_LINE_CROSSINGS_STOP || r->count == 0)
        return DM_OK;
    r->count = 0;
    r->distance *= r->met[0].along;
    r->q = point_between(r->p, r->q, r->met[0].along);
    return crossing_place(r->level, &r->met[0], &r->to, err);
}

/* Checks the angles between the rope and the edges at one of its ends. */
static dm_status check_angles(const straight_rope *r, const dm_line_place *end, dm_point corner,
                              dm_point other, dm_error *err)
{
    const dm_level *level = r->level;
    for (int32_t e = 0; e < level->edge_count; e++) {
        const int32_t ends[] = {level->edges[e].u, level->edges[e].v};
        for (int i = 0; lies_on(level, end, e) && i < 2; i++) {
            if (ends[i] == end->vertex)
                continue;
            double angle = dmi_ray_angle(corner, other, level->points[ends[i]]);
            if (angle < level->min_angle - angle_slack)
                return dmi_fail(err, DM_BAD_MOVE,
                                "the rope and edge %d meet at (%g, %g) at %.6g degrees; the level "
                                "requires at least %g",
                                e, corner.x, corner.y, angle, level->min_angle);
        }
    }
    return DM_OK;
}

/* Adds the rope's edges through the vertices stop[0..count-1], at fractions way[i] of it. */
static dm_status add_pieces(dm_level *draft, const int32_t *stop, const double *way, int32_t count,
                            dm_ratio length, dm_error *err)
{
    dm_ratio left = length;
    double whole = (double)length.num / (double)length.den * GRAIN;
    for (int32_t i = 1; i < count; i++) {
        dm_ratio piece = left;
        assert(way[i] >= way[i - 1]);
        if (stop[i] == stop[i - 1])
            continue;
        if (i + 1 < count) {
            double grains = fmax(1, round((way[i] - way[i - 1]) * whole));
            if (!dmi_ratio_make((dmi_wide)grains, GRAIN, &piece) ||
                !dmi_ratio_add(left, (dm_ratio){-piece.num, piece.den}, &left))
                return dmi_fail(err, DM_TOO_LARGE, "a piece of the rope does not fit 63 bits");
        }
        if (piece.num < 1)
            return dmi_fail(err, DM_BAD_MOVE, "the rope is too short for what it crosses");
        draft->edges[draft->edge_count++] = (dm_line_edge){stop[i - 1], stop[i], piece};
    }
    return DM_OK;
}

static dm_status add_rope(const straight_rope *r, dm_ratio length, dm_level **out, dm_error *err)
{
    dmi_edge_splits splits = {0};
    dm_level draft = {0};
    const int32_t most = r->count + 2;
    int32_t *stop = dmi_alloc((size_t)most, sizeof *stop), count = 0;
    double *way = dmi_alloc((size_t)most, sizeof *way);
    dm_status status =
        stop && way ? edge_splits_init(r->level, most, &splits, err) : dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < most; i++) {
        dm_line_place place = i == 0 ? r->from : r->to;
        way[count] = i == 0 ? 0 : 1;
        if (i > 0 && i < most - 1) {
            way[count] = r->met[i - 1].along;
            status = crossing_place(r->level, &r->met[i - 1], &place, err);
        }
        if (status == DM_OK)
            stop[count++] = edge_splits_vertex(&splits, &place);
    }
    if (status == DM_OK)
        status = edge_splits_draft(&splits, most, &draft, err);
    if (status == DM_OK)
        status = add_pieces(&draft, stop, way, count, length, err);
    if (status == DM_OK)
        status = dm_level_new(&draft, out, err);
    dmi_draft_clear(&draft);
    free(splits.split);
    splits = (dmi_edge_splits){0};
    free(way);
    free(stop);
    return status;
}

/* The length asked for (its part if the rope stopped early), or the distance. */
static dm_status rope_length(const straight_rope *r, dm_ratio asked, double whole, dm_ratio *out,
                             dm_error *err)
{
    if (asked.num != 0 && (asked.den < 1 || asked.num < 0))
        return dmi_fail(err, DM_BAD_MOVE, "the rope has length %lld/%lld; lengths are positive",
                        (long long)asked.num, (long long)asked.den);
    double length = r->distance;
    if (asked.num != 0 && r->distance < whole)
        length *= (double)asked.num / (double)asked.den / whole;
    *out = asked;
    if (asked.num != 0 && r->distance >= whole)
        return DM_OK;
    double grains = round(length * GRAIN);
    if (grains < 1)
        return dmi_fail(err, DM_BAD_MOVE, "the rope at (%g, %g) has no length", r->p.x, r->p.y);
    if (grains > 0x1p61 || !dmi_ratio_make((dmi_wide)grains, GRAIN, out))
        return dmi_fail(err, DM_TOO_LARGE, "a rope of length %g does not fit 61 bits in 10^-6",
                        length);
    return DM_OK;
}

dm_status dmi_level_apply_rope(const dm_level *level, const dm_line_move *move, int32_t player,
                               dm_level **out, dm_error *err)
{
    (void)player; /* the new edge belongs to nobody */
    straight_rope r = {.level = level};
    dm_ratio length = {0, 1};
    if (!level->points)
        return dmi_fail(err, DM_BAD_MOVE,
                        "a rope needs coordinates, and the level's vertices have none");
    dm_status status =
        dmi_level_find_place(level, &move->place, "the rope's first end", &r.from, err);
    if (status == DM_OK)
        status = dmi_level_find_place(level, &move->to, "the rope's other end", &r.to, err);
    if (status != DM_OK)
        return status;
    r.p = point_of(level, &r.from);
    r.q = point_of(level, &r.to);
    const double whole = r.distance = dmi_point_distance(r.p, r.q);
    if (dmi_is_same_place(&r.from, &r.to))
        return dmi_fail(err, DM_BAD_MOVE, "the rope begins and ends at (%g, %g)", r.p.x, r.p.y);
    if (!isfinite(whole))
        return dmi_fail(err, DM_BAD_MOVE, "the rope's ends have no finite distance");
    if (move->length.num == 0 && whole * GRAIN < 0.5)
        return dmi_fail(err, DM_BAD_MOVE, "the rope at (%g, %g) has no length", r.p.x, r.p.y);
    if (level->crossings != DM_LINE_CROSSINGS_PASS)
        status = find_crossings(&r, err);
    if (status == DM_OK)
        status = obey_crossings(&r, err);
    if (status == DM_OK)
        status = rope_length(&r, move->length, whole, &length, err);
    if (status == DM_OK && level->min_angle > 0)
        status = check_angles(&r, &r.from, r.p, r.q, err);
    if (status == DM_OK && level->min_angle > 0)
        status = check_angles(&r, &r.to, r.q, r.p, err);
    if (status == DM_OK)
        status = add_rope(&r, length, out, err);
    free(r.met);
    return status;
}
