/* odds_set.c - the share of winning sets of several moves of one kind.
 *
 * place_search.c divides the winning places of every choice of edges into convex regions.  A region
 * is divided into simplices: one corner, and the simplices of the facets that it does not lie on.
 * With k places the volume of a simplex is |det| / k!, and all sets together have total^k / k!.
 * Removals are counted.  If there are very many sets, some are drawn at random instead.
 *
 * Cost: that of visiting all cells.
 */
#include "base/base.h"
#include "lines/level/draft.h"
#include "lines/moves/best_move.h"
#include "lines/sets/set_search.h"
#include <assert.h>
#include <string.h>

enum { DRAWN = 10000 };

static const double most_sets = 2e4;

typedef struct set_shares {
    dm_ratio sum;   /* of winning volumes, times k! / total^k */
    dm_ratio total; /* of the lengths, in units */
    bool fits;
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

static bool add_region(void *user, dmi_set_search *search, const dmi_payoff_model *model,
                       const dmi_polytope *cell)
{
    set_shares *s = user;
    int32_t chosen[DMI_MOST_PLACES + 1];
    uint64_t shared = ~UINT64_C(0); /* by all corners: then the region has no volume */
    (void)search, (void)model;
    for (int32_t i = 0; i < cell->count; i++)
        shared &= cell->corner[i].on;
    if (s->fits && (cell->dim == 0 || shared == 0))
        s->fits = add_face(cell, ((corner_set)1 << cell->count) - 1, 0, chosen, s);
    return true;
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
    set_shares s = {.sum = {0, 1}};
    if (ask->op == DM_LINE_REMOVE && ask->count > level->site_count)
        return dmi_fail(err, DM_BAD_MOVE, "%d sites are to be removed; the level has %d",
                        ask->count, level->site_count);
    if (level->edge_count == 0 || sets_of(level, ask) > most_sets ||
        (ask->op != DM_LINE_REMOVE && ask->count > 3))
        return draw_sets(level, ask, run, out, err);
    dm_status status = sum_shares(level, ask, run, &s, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    if (status == DM_OK && !s.fits)
        return draw_sets(level, ask, run, out, err);
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
