/* odds_set.c - the share of winning sets of several moves of one kind.
 *
 * place_search.c divides the winning places of every choice of edges into convex regions.  A region
 * is divided into simplices: one corner, and the simplices of the facets that it does not lie on.
 * With k places the volume of a simplex is |det| / k!, and all sets together have total^k / k!.
 * Removals are counted.  The regions of two places are polygons.  If there are very many sets, some
 * are drawn at random instead (odds_sampled.c).
 *
 * Cost: that of visiting all cells.
 */
#include "base/base.h"

#include "lines/level/draft.h"
#include "lines/moves/best_move.h"
#include "lines/sets/set_search.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWN = 10000 };

static const double most_sets = 2e4;

typedef struct set_shares {
    dm_ratio sum;   /* of winning volumes, times k! / total^k */
    dm_ratio total; /* of the lengths, in units */
    bool fits;
    dm_line_odds *polygons; /* receives them; NULL: not requested */
    size_t polygon_room, corner_room;
} set_shares;

__extension__ typedef unsigned __int128 corner_set; /* bit i: corner i */

/* The determinant of a matrix, by its first column. */
static bool determinant(dm_ratio matrix[DMI_MOST_PLACES][DMI_MOST_PLACES], int32_t dim,
                        dm_ratio *out)
{
    dm_ratio sum = {0, 1};
    if (dim == 0) {
        *out = (dm_ratio){1, 1};
        return true;
    }
    for (int32_t row = 0; row < dim; row++) {
        dm_ratio minor[DMI_MOST_PLACES][DMI_MOST_PLACES], part;
        for (int32_t i = 0; i + 1 < dim; i++)
            memcpy(minor[i], matrix[i + (i >= row)] + 1, (size_t)(dim - 1) * sizeof **minor);
        if (matrix[row][0].num == 0)
            continue;
        if (!determinant(minor, dim - 1, &part) || !dmi_ratio_multiply(part, matrix[row][0], &part))
            return false;
        part.num = row % 2 ? -part.num : part.num;
        if (!dmi_ratio_add(sum, part, &sum))
            return false;
    }
    *out = sum;
    return true;
}

static bool add_simplex(const dmi_polytope *cell, const int32_t *chosen, set_shares *s)
{
    dm_ratio matrix[DMI_MOST_PLACES][DMI_MOST_PLACES], volume, a, b;
    const dmi_corner *from = &cell->corner[chosen[0]];
    for (int32_t i = 0; i < cell->dim; i++)
        for (int32_t k = 0; k < cell->dim; k++) {
            const dmi_corner *corner = &cell->corner[chosen[i + 1]];
            if (!dmi_ratio_make(corner->num[k], corner->den, &a) ||
                !dmi_ratio_make(-from->num[k], from->den, &b) ||
                !dmi_ratio_add(a, b, &matrix[i][k]) ||
                !dmi_ratio_multiply(matrix[i][k], (dm_ratio){s->total.den, s->total.num},
                                    &matrix[i][k]))
                return false;
        }
    if (!determinant(matrix, cell->dim, &volume))
        return false;
    volume.num = volume.num < 0 ? -volume.num : volume.num;
    return dmi_ratio_add(s->sum, volume, &s->sum);
}

/* Adds the simplices of a face, each with the corners chosen before. */
static bool add_face(const dmi_polytope *cell, corner_set face, int32_t depth, int32_t *chosen,
                     set_shares *s)
{
    corner_set seen[DMI_MOST_FACETS];
    int32_t seen_count = 0, first = 0;
    bool fits = true;
    assert(face != 0 && depth <= cell->dim);
    while (!(face >> first & 1))
        first++;
    chosen[depth] = first;
    if (depth == cell->dim)
        return add_simplex(cell, chosen, s);
    for (int f = 0; fits && f < DMI_MOST_FACETS; f++) {
        corner_set next = 0; /* the corners of the face that are on facet f */
        for (int32_t i = 0; i < cell->count; i++)
            if (face >> i & 1 && cell->corner[i].on >> f & 1)
                next |= (corner_set)1 << i;
        bool is_new = next != 0 && !(next >> first & 1);
        for (int32_t i = 0; is_new && i < seen_count; i++)
            is_new = seen[i] != next;
        if (!is_new)
            continue;
        seen[seen_count++] = next;
        fits = add_face(cell, next, depth + 1, chosen, s);
    }
    return fits;
}

/* Twice the area of three corners, positive if they turn left; false if it does not fit. */
static bool turn_of(const dmi_corner *a, const dmi_corner *b, const dmi_corner *c, dmi_wide *out)
{
    dm_ratio side[2][2], left, right, sum;
    for (int i = 0; i < 2; i++) {
        const dmi_corner *to = i ? c : b;
        for (int k = 0; k < 2; k++)
            if (!dmi_ratio_difference(to->num[k], to->den, a->num[k], a->den, &side[i][k]))
                return false;
    }
    if (!dmi_ratio_multiply(side[0][0], side[1][1], &left) ||
        !dmi_ratio_multiply(side[0][1], side[1][0], &right) ||
        !dmi_ratio_add(left, (dm_ratio){-right.num, right.den}, &sum))
        return false;
    *out = sum.num;
    return true;
}

/* The corners in their order, by walking around them with all others on the left. */
static bool order_corners(const dmi_polytope *cell, int32_t *order, int32_t *count)
{
    int32_t now = 0;
    for (int32_t i = 1; i < cell->count; i++) /* the lowest one is a corner */
        if (dmi_quotient_compare(cell->corner[i].num[0], cell->corner[i].den,
                                 cell->corner[now].num[0], cell->corner[now].den) < 0 ||
            (dmi_quotient_compare(cell->corner[i].num[0], cell->corner[i].den,
                                  cell->corner[now].num[0], cell->corner[now].den) == 0 &&
             dmi_quotient_compare(cell->corner[i].num[1], cell->corner[i].den,
                                  cell->corner[now].num[1], cell->corner[now].den) < 0))
            now = i;
    *count = 0;
    do {
        order[(*count)++] = now;
        int32_t next = now == 0 ? 1 : 0;
        for (int32_t i = 0; i < cell->count; i++) {
            dmi_wide turn;
            if (i == now || i == next)
                continue;
            if (!turn_of(&cell->corner[now], &cell->corner[next], &cell->corner[i], &turn))
                return false;
            if (turn < 0)
                next = i;
        }
        now = next;
    } while (now != order[0] && *count < cell->count);
    return true;
}

/* Place i of the cell's corner, as a fraction of its edge. */
static bool fraction_of(const dmi_payoff_model *model, int32_t i, const dmi_corner *corner,
                        int32_t *edge, dm_ratio *out)
{
    const dmi_line_position *position = &model->board->position;
    const dmi_move_choice *choice = &model->choice;
    const dmi_move_spot *spot =
        i < choice->cut_count ? &choice->cut[i] : &choice->add[i - choice->cut_count];
    if (spot->piece < 0)
        return false;
    const dmi_piece *piece = &position->net.piece[spot->piece];
    dm_ratio length = position->level->edges[piece->edge].length;
    dmi_wide whole = (dmi_wide)length.num * (position->net.unit / length.den);
    dmi_wide way = (dmi_wide)piece->offset * corner->den + corner->num[i];
    *edge = piece->edge;
    *out = (dm_ratio){0, 1};
    return way == 0 || dmi_ratio_make(way, whole * corner->den, out);
}

/* The lower edge, or on one edge the first place, comes first. */
static void swap_edges(dm_line_polygon *polygon, dm_line_odds *out)
{
    int32_t edge = polygon->edge[0];
    polygon->edge[0] = polygon->edge[1];
    polygon->edge[1] = edge;
    for (int32_t i = polygon->first; i < out->corner_count; i++) {
        dm_ratio at = out->corners[i].at[0];
        out->corners[i].at[0] = out->corners[i].at[1];
        out->corners[i].at[1] = at;
    }
}

/* Adds the cell as a polygon.  False: no memory. */
static bool add_polygon(set_shares *s, const dmi_payoff_model *model, const dmi_polytope *cell,
                        dm_ratio share)
{
    dm_line_odds *out = s->polygons;
    int32_t order[DMI_MOST_CORNERS], count;
    dm_line_polygon polygon = {.first = out->corner_count, .share = share};
    s->fits = order_corners(cell, order, &count);
    if (!s->fits)
        return true;
    if (!dmi_reserve(&out->corners, &s->corner_room, (size_t)out->corner_count + (size_t)count,
                     sizeof *out->corners) ||
        !dmi_reserve(&out->polygons, &s->polygon_room, (size_t)out->polygon_count + 1,
                     sizeof polygon))
        return false;
    for (int32_t i = 0; s->fits && i < count; i++) {
        dm_line_pair *pair = &out->corners[out->corner_count++];
        for (int k = 0; s->fits && k < 2; k++)
            s->fits =
                fraction_of(model, k, &cell->corner[order[i]], &polygon.edge[k], &pair->at[k]);
    }
    bool is_swapped = polygon.edge[0] > polygon.edge[1];
    for (int32_t i = polygon.first; s->fits && i < out->corner_count; i++)
        is_swapped =
            is_swapped || (polygon.edge[0] == polygon.edge[1] &&
                           dmi_ratio_compare(out->corners[i].at[0], out->corners[i].at[1]) > 0);
    if (s->fits && is_swapped)
        swap_edges(&polygon, out);
    polygon.count = count;
    out->polygons[out->polygon_count++] = polygon;
    return true;
}

static bool add_region(void *user, dmi_set_search *search, const dmi_payoff_model *model,
                       const dmi_polytope *cell)
{
    set_shares *s = user;
    int32_t chosen[DMI_MOST_PLACES + 1];
    uint64_t shared = ~UINT64_C(0); /* by all corners: then the region has no volume */
    (void)search;
    for (int32_t i = 0; i < cell->count; i++)
        shared &= cell->corner[i].on;
    if (!s->fits || (cell->dim > 0 && shared != 0))
        return true;
    dm_ratio before = s->sum, share;
    s->fits = add_face(cell, ((corner_set)1 << cell->count) - 1, 0, chosen, s);
    if (!s->fits || !s->polygons)
        return true;
    s->fits = dmi_ratio_add(s->sum, (dm_ratio){-before.num, before.den}, &share);
    return !s->fits || add_polygon(s, model, cell, share);
}

/* The number of choices. */
static double sets_of(const dm_level *level, const dm_line_ask *ask)
{
    double sets = 1, all = ask->op == DM_LINE_REMOVE ? level->site_count
                                                     : level->edge_count + level->site_count;
    for (int32_t i = 0; i < ask->count; i++)
        sets *= (ask->op == DM_LINE_REMOVE ? all - i : all + i) / (i + 1);
    return sets;
}

static int polygon_by_edges(const void *left, const void *right)
{
    const dm_line_polygon *a = left, *b = right;
    for (int k = 0; k < 2; k++)
        if (a->edge[k] != b->edge[k])
            return a->edge[k] < b->edge[k] ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

static dm_status sum_shares(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                            set_shares *s, dm_error *err)
{
    dmi_set_search search;
    int64_t unit = 1, total = 1;
    dm_status status = dmi_set_search_init(level, ask, run, &search, err);
    if (status != DM_OK)
        return status;
    dmi_level_unit(level, &unit, &total);
    s->total = (dm_ratio){total, 1};
    s->fits = true;
    search.ask.objective = DM_LINE_MARGIN;
    search.see = add_region;
    search.user = s;
    search.count[ask->op] = ask->count;
    status = dmi_set_search_run(&search, err);
    s->fits = s->fits && !search.failed;
    if (s->polygons && s->polygons->polygon_count > 0)
        qsort(s->polygons->polygons, (size_t)s->polygons->polygon_count,
              sizeof *s->polygons->polygons, polygon_by_edges);
    dmi_set_search_clear(&search);
    return status;
}

static dm_status draw_sets(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                           dm_line_odds *out, dm_error *err)
{
    dm_line_ask drawn = *ask;
    drawn.samples = DRAWN;
    return dmi_odds_sampled(level, &drawn, run, out, err);
}

dm_status dmi_odds_set(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                       dm_line_odds *out, dm_error *err)
{
    bool has_polygons = ask->polygons && ask->count == 2 && ask->op != DM_LINE_REMOVE;
    set_shares s = {.sum = {0, 1}, .polygons = has_polygons ? out : NULL};
    if (ask->op == DM_LINE_REMOVE && ask->count > level->site_count)
        return dmi_fail(err, DM_BAD_MOVE, "%d sites are to be removed; the level has %d",
                        ask->count, level->site_count);
    if (level->edge_count == 0 || sets_of(level, ask) > most_sets ||
        (ask->op != DM_LINE_REMOVE && ask->count > 3))
        return draw_sets(level, ask, run, out, err);
    dm_status status = sum_shares(level, ask, run, &s, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    if (status == DM_OK && !s.fits) {
        out->polygon_count = out->corner_count = 0;
        return draw_sets(level, ask, run, out, err);
    }
    if (ask->op == DM_LINE_REMOVE &&
        !dmi_ratio_multiply(s.sum, (dm_ratio){1, (int64_t)(sets_of(level, ask) + 0.5)}, &s.sum))
        return dmi_fail(err, DM_TOO_LARGE, "the share does not fit 63 bits as a fraction");
    out->fraction = s.sum;
    out->decimal = out->low = (double)s.sum.num / (double)s.sum.den;
    out->high = status == DM_OK ? out->low : 1; /* stopped: others may win, too */
    out->error = out->high - out->low;
    out->proven = status == DM_OK;
    return status;
}
