/* places.c - good places for the next site.
 *
 * What a site gains is smooth while its cell has the same neighbours, and has many local maxima.
 * The last mover does best close to an enemy site, on the side where that has more land; before,
 * corners of cells and the middle of large ones are good, too.  So the search starts beside the
 * sites of large cells, at the corners of cells farthest from their sites, and at random places,
 * and improves the best of them by pattern search, which needs no gradient where the neighbours
 * change.
 *
 * Cost: some hundred gains.
 */
#include "plane/game/places.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

const dmi_effort dmi_effort_quick = {3, 6, 0, 2, 3};
const dmi_effort dmi_effort_usual = {6, 24, 40, 8, 8};
const dmi_effort dmi_effort_thorough = {24, 100, 300, 24, 14};

void dmi_place_insert(dmi_place_list *list, dm_point at, double value)
{
    int32_t to = 0;
    for (; to < list->count && list->place[to].value >= value; to++)
        if (dmi_plane_distance(DM_EUCLID, list->place[to].at, at) < list->apart)
            return;
    int32_t kept = to; /* those after it that are not too close */
    dmi_place moved = {at, value};
    for (int32_t i = to; i < list->count; i++) {
        dmi_place next = list->place[i];
        if (dmi_plane_distance(DM_EUCLID, next.at, at) < list->apart)
            continue;
        list->place[kept++] = moved;
        moved = next;
    }
    if (kept < list->most)
        list->place[kept++] = moved;
    list->count = kept;
}

typedef struct finder {
    dmi_plane_view *view;
    int32_t side;
    dmi_place_list *list;
} finder;

static void try_place(finder *f, dm_point at)
{
    at = dmi_plane_view_snap(f->view, at);
    if (dmi_plane_view_allows(f->view, at))
        dmi_place_insert(f->list, at, dmi_plane_view_gain(f->view, at, f->side));
}

/* The largest cells of other sides; returns how many. */
static int32_t large_cells(const dmi_cells *cells, int32_t side, int32_t most, int32_t *out)
{
    int32_t count = 0;
    assert(most > 0);
    for (int32_t i = 0; i < cells->sites; i++) {
        double area = cells->site[i].area;
        if (cells->site[i].side == side ||
            (count == most && area <= cells->site[out[most - 1]].area))
            continue;
        int32_t to = count < most ? count++ : most - 1;
        for (; to > 0 && cells->site[out[to - 1]].area < area; to--)
            out[to] = out[to - 1];
        out[to] = i;
    }
    return count;
}

/* Places beside a site, towards the middle of its land, and to other sides. */
static void try_beside(finder *f, dm_point site, dm_point centroid, double size, int directions)
{
    double near = fmax(f->view->apart * 1.0001, 0.02 * size), far = fmax(2 * near, 0.3 * size);
    double angle = atan2(centroid.y - site.y, centroid.x - site.x);
    for (int k = 0; k < directions; k++) {
        double turned = angle + 2 * acos(-1) * k / directions;
        dm_point d = {cos(turned), sin(turned)};
        /* in the Manhattan metric the circle is a square on its corner */
        double scale = f->view->metric == DM_MANHATTAN ? 1 / (fabs(d.x) + fabs(d.y)) : 1;
        try_place(f, (dm_point){site.x + scale * near * d.x, site.y + scale * near * d.y});
        if (k == 0)
            try_place(f, (dm_point){site.x + scale * far * d.x, site.y + scale * far * d.y});
    }
    try_place(f, centroid);
}

/* The farthest corners of cells from their sites. */
static void try_corners(finder *f, int32_t most)
{
    const dmi_cells *cells = dmi_plane_view_cells(f->view);
    dmi_place_list far = {.most = most < DMI_PLACES ? most : DMI_PLACES,
                          .apart = 1e-3 * dmi_plane_view_scale(f->view)};
    int32_t ring = 0, corner = 0;
    for (int32_t k = 0; k < cells->pieces; k++) {
        dm_point site = cells->site[cells->piece[k].site].at;
        for (int32_t end = ring + cells->piece[k].rings; ring < end; ring++)
            for (; corner < cells->ring_end[ring]; corner++)
                dmi_place_insert(&far, cells->corner[corner],
                                 dmi_plane_distance(DM_EUCLID, cells->corner[corner], site));
    }
    for (int32_t i = 0; i < far.count; i++)
        try_place(f, far.place[i].at);
}

/* The centroid of an empty board: that of the cell of any site. */
static void try_middle(finder *f)
{
    dm_point middle = {0, 0};
    dmi_plane_view_add(f->view, f->view->board->corner[0], f->side);
    dmi_cells_centroids(dmi_plane_view_cells(f->view), &middle);
    dmi_plane_view_undo(f->view);
    try_place(f, middle);
}

static double gain_of(void *context, dmi_plane_view *view, dm_point at)
{
    return dmi_plane_view_gain(view, at, *(int32_t *)context);
}

void dmi_place_improve(dmi_plane_view *view, dmi_worth_fn *worth, void *context, double step,
                       int32_t steps, dmi_place *place)
{
    static const double around[8][2] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                        {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    int last = 0;
    for (int32_t i = 0; i < steps && dmi_run_go_on(view->run, 0);) {
        bool moved = false;
        for (int k = 0; k < 8 && !moved; k++) {
            int direction = (last + k) % 8; /* what was good before is tried first */
            dm_point at = {place->at.x + step * around[direction][0],
                           place->at.y + step * around[direction][1]};
            at = dmi_plane_view_snap(view, at);
            if (!dmi_plane_view_allows(view, at))
                continue;
            double value = worth(context, view, at);
            if (value <= place->value)
                continue;
            *place = (dmi_place){at, value};
            last = direction;
            moved = true;
        }
        if (!moved) {
            step /= 2;
            i++;
        }
    }
}

/* Improves a place by its gain: along the gradient, in steps that grow while they help; by pattern
 * search where there is no gradient. */
static void climb(dmi_plane_view *view, int32_t side, double step, int32_t steps, dmi_place *place)
{
    double gain;
    dm_point slope;
    if (!dmi_plane_view_slope(view, place->at, side, &gain, &slope)) {
        dmi_place_improve(view, gain_of, &side, step, steps, place);
        return;
    }
    for (int32_t failed = 0; failed < steps;) {
        double length = hypot(slope.x, slope.y), next;
        dm_point at, turned;
        if (!(length > 0) || step < view->unit)
            return;
        at = dmi_plane_view_snap(view, (dm_point){place->at.x + step * slope.x / length,
                                                  place->at.y + step * slope.y / length});
        if (dmi_plane_view_allows(view, at) &&
            dmi_plane_view_slope(view, at, side, &next, &turned) && next > place->value) {
            *place = (dmi_place){at, next};
            slope = turned;
            step *= 1.4;
        } else {
            step *= 0.4;
            failed++;
        }
    }
}

void dmi_places_find(dmi_plane_view *view, int32_t side, const dmi_effort *effort, dm_rng *rng,
                     dmi_place_list *list)
{
    enum { LARGE = 32, DIRECTIONS = 8 };
    const dmi_cells *cells = dmi_plane_view_cells(view);
    double scale = dmi_plane_view_scale(view);
    /* as many starts as are improved, even if only the best place is wanted */
    dmi_place_list first = {.most = effort->starts > list->most ? effort->starts : list->most,
                            .apart = list->apart};
    finder f = {view, side, &first};
    int32_t large[LARGE], most = effort->cells < LARGE ? effort->cells : LARGE;
    dm_point few[DMI_PLACES];
    dm_point *centroid =
        cells->sites <= DMI_PLACES ? few : dmi_alloc((size_t)cells->sites, sizeof *centroid);
    list->count = 0;
    if (!centroid) {
        view->failed = true;
        return;
    }
    if (cells->sites == 0)
        try_middle(&f);
    cells = dmi_plane_view_cells(view);
    dmi_cells_centroids(cells, centroid);
    int32_t count = large_cells(cells, side, most, large);
    for (int32_t i = 0; i < count; i++)
        try_beside(&f, cells->site[large[i]].at, centroid[large[i]],
                   sqrt(fmax(cells->site[large[i]].area, 0)), DIRECTIONS);
    if (centroid != few)
        free(centroid);
    try_corners(&f, effort->corners);
    for (int32_t i = 0; i < effort->random; i++) {
        dm_point at;
        if (dmi_plane_view_random(view, rng, &at))
            try_place(&f, at);
    }
    for (int32_t i = 0; i < first.count; i++) {
        dmi_place place = first.place[i];
        if (i < effort->starts)
            climb(view, side, 0.1 * scale, effort->steps, &place);
        dmi_place_insert(list, place.at, place.value);
    }
}
