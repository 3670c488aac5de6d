/* view.c - a game as a player looks at it. */
#include "plane/game/view.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define MARGIN 4 /* units: farther than this from the least distance, rounding decides nothing */

static dm_status init_field(dmi_plane_view *view, const dm_plane *plane, dm_error *err)
{
    dm_status status = dmi_field_init(&view->field, plane->board, view->sides, err);
    view->sum = dmi_calloc((size_t)view->levels, sizeof *view->sum);
    size_t numbers = (size_t)view->field.points * (size_t)view->sides + 1;
    for (int32_t i = 0; i < view->levels && view->sum && status == DM_OK; i++)
        if (!(view->sum[i] = dmi_calloc(numbers, sizeof **view->sum)))
            status = dmi_no_memory(err);
    if (!view->sum && status == DM_OK)
        status = dmi_no_memory(err);
    for (int32_t i = 0; i < plane->count && status == DM_OK; i++)
        dmi_field_add(&view->field, view->sum[0], plane->near[i], plane->side[i], view->sum[0]);
    return status;
}

dm_status dmi_plane_view_init(dmi_plane_view *view, const dm_plane_game *game, int32_t deepest,
                              dm_run *run, dm_error *err)
{
    const dm_plane_board *board = game->plane->board;
    double width = board->high.x - board->low.x, height = board->high.y - board->low.y;
    *view = (dmi_plane_view){.board = board,
                             .metric = game->rules.metric,
                             .sides = game->rules.sides,
                             .extent = fmax(width, height),
                             .levels = deepest + 1,
                             .is_gravity = game->rules.rule == DM_PLANE_GRAVITY,
                             .run = run};
    view->unit = exp2(ceil(log2(view->extent)) - DMI_PLACE_BITS);
    view->apart = game->near_distance > 0 ? game->near_distance + MARGIN * view->unit : view->unit;
    view->level = dmi_calloc((size_t)view->levels, sizeof *view->level);
    dm_status status =
        view->level ? dmi_cells_of(game->plane, view->level, err) : dmi_no_memory(err);
    if (status == DM_OK && view->is_gravity)
        status = init_field(view, game->plane, err);
    if (status != DM_OK)
        dmi_plane_view_clear(view);
    return status;
}

void dmi_plane_view_clear(dmi_plane_view *view)
{
    for (int32_t i = 0; i < view->levels; i++) {
        if (view->level)
            dmi_cells_clear(view->level + i);
        if (view->sum)
            free(view->sum[i]);
    }
    free(view->level);
    free(view->sum);
    dmi_field_clear(&view->field);
    *view = (dmi_plane_view){0};
}

dmi_cells *dmi_plane_view_cells(dmi_plane_view *view)
{
    return view->level + view->depth;
}

void dmi_plane_view_add(dmi_plane_view *view, dm_point at, int32_t side)
{
    assert(view->depth + 1 < view->levels);
    dmi_cells *from = dmi_plane_view_cells(view);
    if (view->is_gravity)
        dmi_field_add(&view->field, view->sum[view->depth], at, side, view->sum[view->depth + 1]);
    dmi_cells_add(from, at, side, view->level + ++view->depth);
    view->failed |= view->level[view->depth].failed;
}

void dmi_plane_view_undo(dmi_plane_view *view)
{
    assert(view->depth > 0);
    view->depth--;
}

double dmi_plane_view_gain(dmi_plane_view *view, dm_point at, int32_t side)
{
    view->work++;
    return view->is_gravity ? dmi_field_gain(&view->field, view->sum[view->depth], at, side)
                            : dmi_cells_gain(dmi_plane_view_cells(view), at, side);
}

bool dmi_plane_view_slope(dmi_plane_view *view, dm_point at, int32_t side, double *gain,
                          dm_point *slope)
{
    dmi_cells *cells = dmi_plane_view_cells(view);
    if (view->is_gravity || view->metric != DM_EUCLID || cells->sites == 0)
        return false;
    view->work++;
    *gain = dmi_cells_slope(cells, at, side, slope);
    return true;
}

double dmi_plane_view_lead(const dmi_plane_view *view, int32_t side)
{
    double field[DM_PLANE_SIDES] = {0}, other = -INFINITY;
    const double *area = view->level[view->depth].area;
    if (view->is_gravity) {
        dmi_field_areas(&view->field, view->sum[view->depth], field);
        area = field;
    }
    for (int32_t s = 0; s < view->sides; s++)
        if (s != side)
            other = fmax(other, area[s]);
    return area[side] - other;
}

bool dmi_plane_view_allows(dmi_plane_view *view, dm_point at)
{
    const dmi_cells *cells = dmi_plane_view_cells(view);
    const dm_plane_board *b = view->board;
    if (at.x < b->low.x || at.y < b->low.y || at.x > b->high.x || at.y > b->high.y)
        return false;
    for (int32_t i = 0; i < cells->sites; i++)
        if (dmi_plane_distance(view->metric, cells->site[i].at, at) < view->apart)
            return false;
    return dm_plane_board_holds(b, at);
}

dm_point dmi_plane_view_snap(const dmi_plane_view *view, dm_point at)
{
    return (dm_point){view->unit * nearbyint(at.x / view->unit),
                      view->unit * nearbyint(at.y / view->unit)};
}

bool dmi_plane_view_random(dmi_plane_view *view, dm_rng *rng, dm_point *out)
{
    enum { TRIES = 300 };
    const dm_plane_board *b = view->board;
    for (int i = 0; i < TRIES; i++) {
        double x = dm_rng_unit(rng), y = dm_rng_unit(rng);
        dm_point at = dmi_plane_view_snap(view, (dm_point){b->low.x + x * (b->high.x - b->low.x),
                                                           b->low.y + y * (b->high.y - b->low.y)});
        if (!dmi_plane_view_allows(view, at))
            continue;
        *out = at;
        return true;
    }
    dm_point far;
    dmi_cells_farthest(dmi_plane_view_cells(view), &far);
    *out = dmi_plane_view_snap(view, far);
    return dmi_plane_view_allows(view, *out);
}

double dmi_plane_view_scale(const dmi_plane_view *view)
{
    int32_t sites = view->level[view->depth].sites;
    return sqrt(mpq_get_d(view->board->area) / (sites > 0 ? sites : 1));
}
