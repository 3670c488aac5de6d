/* apply_move.c - the level after adding a site, removing a site or cutting an edge.
 *
 * Each move makes a draft beside the level; dm_level_new() checks and copies it like any other.
 *
 *      u ---------|----------- v       cut at 1/3: edge e keeps u, the new last edge
 *      u ------- w   w' ------ v       has v; sites stay on their half
 *
 * O(n + m + s log s), mostly in dm_level_new().
 */
#include "lines/level/draft.h"

#include "base/base.h"
#include "lines/level/ratio.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

dm_status dmi_level_find_place(const dm_level *level, const dm_line_place *place, const char *what,
                               dm_line_place *out, dm_error *err)
{
    if (place->vertex >= level->vertex_count)
        return dmi_fail(err, DM_BAD_VERTEX, "%s lies on vertex %d; the level has vertices 0..%d",
                        what, place->vertex, level->vertex_count - 1);
    if (place->vertex >= 0) {
        *out = (dm_line_place){place->vertex, -1, {0, 1}};
        return DM_OK;
    }
    if (place->edge < 0 || place->edge >= level->edge_count)
        return dmi_fail(err, DM_BAD_MOVE, "%s lies on edge %d; the level has edges 0..%d", what,
                        place->edge, level->edge_count - 1);
    dm_ratio at = place->at;
    if (at.den < 1 || at.num < 0 || at.num > at.den || !dmi_ratio_make(at.num, at.den, &at))
        return dmi_fail(err, DM_BAD_MOVE, "%s is at %lld/%lld of edge %d; expected 0 to 1", what,
                        (long long)place->at.num, (long long)place->at.den, place->edge);
    const dm_line_edge *edge = &level->edges[place->edge];
    if (at.num == 0 || at.num == at.den)
        *out = (dm_line_place){at.num == 0 ? edge->u : edge->v, -1, {0, 1}};
    else
        *out = (dm_line_place){-1, place->edge, at};
    return DM_OK;
}

int32_t dmi_level_site_at(const dm_level *level, const dm_line_place *place)
{
    for (int32_t i = 0; i < level->site_count; i++)
        if (dmi_is_same_place(&level->sites[i].place, place))
            return i;
    return -1;
}

dm_point dmi_level_edge_point(const dm_level *level, int32_t e, dm_ratio at)
{
    assert(level->points && at.den > 0 && at.num >= 0 && at.num <= at.den);
    dm_point u = level->points[level->edges[e].u], v = level->points[level->edges[e].v];
    double t = (double)at.num / (double)at.den;
    return (dm_point){u.x + t * (v.x - u.x), u.y + t * (v.y - u.y)};
}

dm_status dmi_level_apply_add(const dm_level *level, const dm_line_move *move, int32_t player,
                              dm_level **out, dm_error *err)
{
    dm_level draft = *level;
    dm_line_place place;
    if (player < 0 || player >= level->player_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no player %d; players are 0..%d", player,
                        level->player_count - 1);
    dm_status status = dmi_level_find_place(level, &move->place, "the new site", &place, err);
    int32_t there = status == DM_OK ? dmi_level_site_at(level, &place) : -1;
    if (there >= 0)
        return dmi_fail(err, DM_BAD_MOVE, "the new site would lie on site %d", there);
    if (status != DM_OK)
        return status;
    draft.sites = dmi_alloc((size_t)level->site_count + 1, sizeof *draft.sites);
    if (!draft.sites)
        return dmi_no_memory(err);
    memcpy(draft.sites, level->sites, (size_t)level->site_count * sizeof *draft.sites);
    draft.sites[draft.site_count++] = (dm_line_site){player, place};
    status = dm_level_new(&draft, out, err);
    free(draft.sites);
    return status;
}

dm_status dmi_level_apply_remove(const dm_level *level, const dm_line_move *move, int32_t player,
                                 dm_level **out, dm_error *err)
{
    (void)player; /* any site may be removed */
    dm_level draft = *level;
    if (level->site_count == 0)
        return dmi_fail(err, DM_BAD_MOVE, "there is no site to remove");
    if (move->site < 0 || move->site >= level->site_count)
        return dmi_fail(err, DM_BAD_MOVE, "there is no site %d; the level has sites 0..%d",
                        move->site, level->site_count - 1);
    draft.sites = dmi_alloc((size_t)level->site_count, sizeof *draft.sites);
    if (!draft.sites)
        return dmi_no_memory(err);
    draft.site_count = 0;
    for (int32_t i = 0; i < level->site_count; i++)
        if (i != move->site)
            draft.sites[draft.site_count++] = level->sites[i];
    dm_status status = dm_level_new(&draft, out, err);
    free(draft.sites);
    return status;
}

/* Scales the length to the part `from`..`to` of the edge. */
static bool shorten(dm_ratio from, dm_ratio to, dm_ratio *length)
{
    dm_ratio share;
    return dmi_ratio_add(to, (dm_ratio){-from.num, from.den}, &share) &&
           dmi_ratio_multiply(*length, share, length);
}

static int32_t new_vertex(dm_level *draft, dm_point at)
{
    if (draft->points)
        draft->points[draft->vertex_count] = at;
    return draft->vertex_count++;
}

/* Cuts edge e of a draft that owns its arrays, which have room for two more vertices and one more
 * edge.  Sites beyond the cut move to the new edge.  False: a number does not fit. */
static bool cut_edge(dm_level *draft, int32_t e, dm_ratio at)
{
    const dm_ratio zero = {0, 1}, one = {1, 1};
    dm_point where = draft->points ? dmi_level_edge_point(draft, e, at) : (dm_point){0, 0};
    dm_line_edge *edge = &draft->edges[e];
    assert(at.den > 0 && at.num >= 0 && at.num <= at.den);
    if (at.num == 0 || at.num == at.den) {
        *(at.num == 0 ? &edge->u : &edge->v) = new_vertex(draft, where);
        return true;
    }
    dm_line_edge *rest = &draft->edges[draft->edge_count++];
    *rest = *edge;
    edge->v = new_vertex(draft, where);
    rest->u = new_vertex(draft, where);
    bool fits = shorten(at, one, &rest->length) && shorten(zero, at, &edge->length);
    for (int32_t i = 0; fits && i < draft->site_count; i++) {
        dm_line_place *place = &draft->sites[i].place;
        if (place->vertex >= 0 || place->edge != e)
            continue;
        dm_ratio inverse, way = place->at;
        bool beyond = dmi_ratio_compare(way, at) > 0;
        assert(dmi_ratio_compare(way, at) != 0); /* no cut goes through a site */
        if (beyond)
            fits = dmi_ratio_make((dmi_wide)at.den, (dmi_wide)at.den - at.num, &inverse) &&
                   dmi_ratio_add(way, (dm_ratio){-at.num, at.den}, &way);
        else
            fits = dmi_ratio_make(at.den, at.num, &inverse);
        fits = fits && dmi_ratio_multiply(way, inverse, &place->at);
        place->edge = beyond ? draft->edge_count - 1 : e;
    }
    return fits;
}

static void *copy_array(const void *from, int32_t count, int32_t more, size_t size)
{
    char *to = dmi_alloc((size_t)count + (size_t)more, size);
    if (to && count > 0)
        memcpy(to, from, (size_t)count * size);
    return to;
}

void dmi_draft_clear(dm_level *draft)
{
    free(draft->points);
    free(draft->edges);
    free(draft->sites);
    *draft = (dm_level){0};
}

dm_status dmi_draft_copy(const dm_level *level, int32_t vertices, int32_t edges, dm_level *out,
                         dm_error *err)
{
    assert(vertices >= 0 && edges >= 0);
    dm_level draft = *level;
    if (level->points)
        draft.points =
            copy_array(level->points, level->vertex_count, vertices, sizeof *draft.points);
    draft.edges = copy_array(level->edges, level->edge_count, edges, sizeof *draft.edges);
    draft.sites = copy_array(level->sites, level->site_count, 0, sizeof *draft.sites);
    if (draft.edges && draft.sites && (draft.points || !level->points)) {
        *out = draft;
        return DM_OK;
    }
    dmi_draft_clear(&draft);
    return dmi_no_memory(err);
}

dm_status dmi_level_apply_cut(const dm_level *level, const dm_line_move *move, int32_t player,
                              dm_level **out, dm_error *err)
{
    (void)player;
    dm_level draft = {0};
    dm_line_place place;
    dm_ratio at = {0, 1};
    if (move->place.vertex >= 0)
        return dmi_fail(err, DM_BAD_MOVE, "a cut at vertex %d; cut an edge at 0 or 1 instead",
                        move->place.vertex);
    dm_status status = dmi_level_find_place(level, &move->place, "the cut", &place, err);
    if (status != DM_OK)
        return status;
    int32_t there = place.vertex < 0 ? dmi_level_site_at(level, &place) : -1;
    if (there >= 0)
        return dmi_fail(err, DM_BAD_MOVE,
                        "the cut at %lld/%lld of edge %d goes through site %d; cut beside it",
                        (long long)place.at.num, (long long)place.at.den, place.edge, there);
    dmi_ratio_make(move->place.at.num, move->place.at.den, &at);
    status = dmi_draft_copy(level, 2, 1, &draft, err);
    if (status == DM_OK && !cut_edge(&draft, move->place.edge, at))
        status = dmi_fail(err, DM_TOO_LARGE,
                          "the cut at %lld/%lld of edge %d makes lengths beyond 63 bits",
                          (long long)at.num, (long long)at.den, move->place.edge);
    if (status == DM_OK)
        status = dm_level_new(&draft, out, err);
    dmi_draft_clear(&draft);
    return status;
}

dm_status dm_level_apply(const dm_level *level, const dm_line_move *move, int32_t player,
                         dm_level **out, dm_error *err)
{
    static dmi_level_apply_fn *const apply[] = {dmi_level_apply_add, dmi_level_apply_remove,
                                                dmi_level_apply_cut, dmi_level_apply_rope};
    return apply[move->op](level, move, player, out, err);
}

/* The total length of `after` minus that of `before`. */
static dm_status added_length(const dm_level *before, const dm_level *after, dm_ratio *out,
                              dm_error *err)
{
    dm_ratio sum = {0, 1};
    bool fits = true;
    for (int32_t e = 0; fits && e < before->edge_count; e++) {
        dm_ratio length = before->edges[e].length;
        fits = dmi_ratio_add(sum, (dm_ratio){-length.num, length.den}, &sum);
    }
    for (int32_t e = 0; fits && e < after->edge_count; e++)
        fits = dmi_ratio_add(sum, after->edges[e].length, &sum);
    if (!fits)
        return dmi_fail(err, DM_TOO_LARGE, "the length of the rope does not fit 64 bits");
    *out = sum;
    return DM_OK;
}

dm_status dm_level_apply_moves(const dm_level *level, dm_line_move *moves, int32_t count,
                               int32_t player, dm_level **out, dm_error *err)
{
    assert(count >= 1);
    const dm_level *before = level;
    dm_level *after = NULL;
    dm_status status = DM_OK;
    for (int32_t i = 0; i < count && status == DM_OK; i++) {
        dm_level *next = NULL;
        status = dm_level_apply(before, &moves[i], player, &next, err);
        if (status == DM_OK && moves[i].op == DM_LINE_ROPE)
            status = added_length(before, next, &moves[i].length, err);
        dm_level_free(after);
        before = after = next;
    }
    if (status == DM_OK)
        *out = after;
    else
        dm_level_free(after);
    return status;
}
