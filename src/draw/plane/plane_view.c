/* plane_view.c - the plane on a page: board, cells, stripes of tied land, and sites.
 *
 * Cells are those of the exact score, as their rings are the true borders of the land.  Only
 * pictures of very many sites take cells with doubles.  Land that is tied is nobody's cell: stripes
 * lie under all cells, and show where no cell covers them.
 */
#include "draw/plane/plane_view.h"

#include "base/base.h"

#include <demesne/dominance.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST   900.0 /* pixels of a side of the board */
#define ACROSS    500.0 /* the board has about the area of such a square */
#define LARGEST   11.0  /* radius of a site */
#define SMALLEST  1.4
#define READABLE  6.0 /* the least radius of a site with a number */
#define STRIPES   9.0 /* pixels between two stripes */
#define FULL_LINE 200 /* sites: with more of them the borders of cells are finer */

enum { MOST_EXACT = 4000 /* sites */, MOST_TRIES = 6 };

dm_status dmi_plane_page_init(const dm_plane *plane, const dm_plane_picture *picture,
                              dmi_plane_page *view, dm_error *err)
{
    int32_t count = dm_plane_count(plane);
    int32_t sides = dm_plane_rules_of(plane)->sides;
    *view = (dmi_plane_page){.plane = plane, .board = dm_plane_board_of(plane), .picture = picture};
    for (int32_t s = 0; s < sides; s++)
        view->hue[s] = (uint8_t)s;
    if (picture->names)
        dmi_choose_hues(picture->names, sides, view->hue);
    dm_plane_board_box(view->board, &view->low, &view->high);
    double wide = view->high.x - view->low.x, high = view->high.y - view->low.y;
    view->scale = fmin(LONGEST / fmax(wide, high), ACROSS / sqrt(wide * high));
    double room = view->scale * sqrt(wide * high / fmax(count, 1));
    view->radius = fmax(SMALLEST, fmin(LARGEST, 0.22 * room));
    if (picture->lattice)
        return DM_OK;
    const dm_plane_measure how = {.approximate = count > MOST_EXACT, .cells = true};
    return dm_plane_score_new(plane, &how, NULL, &view->score, err);
}

void dmi_plane_page_clear(dmi_plane_page *view)
{
    dm_plane_score_free(view->score);
}

dm_point dmi_plane_on_page(const dmi_plane_page *view, dm_point at)
{
    return (dm_point){view->left + (at.x - view->low.x) * view->scale,
                      view->top + (view->high.y - at.y) * view->scale};
}

static dmi_shape area_shape(dmi_ink fill, dmi_ink stroke, double width)
{
    return (dmi_shape){.kind = DMI_AREA,
                       .about = -1,
                       .fill = (uint8_t)fill,
                       .stroke = (uint8_t)stroke,
                       .width = (float)width};
}

static void add_rings(const dmi_plane_page *view, int32_t rings, const int32_t *ring_end,
                      const dm_point *corner, dmi_shape shape, dmi_scene *scene)
{
    size_t first = scene->points_count;
    for (int32_t r = 0, i = 0; r < rings; r++) {
        for (; i < ring_end[r]; i++)
            dmi_scene_point(scene, dmi_plane_on_page(view, corner[i]));
        dmi_scene_ring_end(scene);
    }
    dmi_scene_area(scene, shape, first);
}

void dmi_plane_add_board(const dmi_plane_page *view, dmi_ink fill, dmi_ink stroke, double width,
                         dmi_scene *scene)
{
    const int32_t *ring_end;
    const dm_point *corners;
    int32_t rings = dm_plane_board_rings(view->board, &ring_end, &corners);
    add_rings(view, rings, ring_end, corners, area_shape(fill, stroke, width), scene);
}

static int by_number(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Where the line x + y = c of the page crosses the board's border: x - y there, in order. */
static int32_t find_crossings(const dmi_plane_page *view, double c, double *out)
{
    const int32_t *ring_end;
    const dm_point *corners;
    int32_t rings = dm_plane_board_rings(view->board, &ring_end, &corners), count = 0;
    for (int32_t r = 0, from = 0; r < rings; from = ring_end[r++])
        for (int32_t i = from, j = ring_end[r] - 1; i < ring_end[r]; j = i++) {
            dm_point p = dmi_plane_on_page(view, corners[i]);
            dm_point q = dmi_plane_on_page(view, corners[j]);
            double here = p.x + p.y - c, there = q.x + q.y - c;
            if ((here > 0) == (there > 0))
                continue;
            double part = here / (here - there);
            out[count++] = (p.x - p.y) + part * ((q.x - q.y) - (p.x - p.y));
        }
    qsort(out, (size_t)count, sizeof *out, by_number);
    return count;
}

void dmi_plane_add_stripes(const dmi_plane_page *view, dmi_scene *scene)
{
    const int32_t *ring_end;
    const dm_point *corners;
    int32_t rings = dm_plane_board_rings(view->board, &ring_end, &corners);
    double *at = dmi_alloc((size_t)ring_end[rings - 1], sizeof *at);
    if (!at) {
        scene->out_of_memory = true;
        return;
    }
    dmi_plane_add_board(view, DMI_INK_TIED_TINT, DMI_INK_NONE, 0, scene);
    dm_point from = dmi_plane_on_page(view, (dm_point){view->low.x, view->high.y});
    dm_point to = dmi_plane_on_page(view, (dm_point){view->high.x, view->low.y});
    for (double c = from.x + from.y + STRIPES / 2; c < to.x + to.y; c += STRIPES) {
        int32_t count = find_crossings(view, c, at);
        for (int32_t i = 0; i + 1 < count; i += 2)
            dmi_scene_add(scene,
                          dmi_line_shape((dm_point){(c + at[i]) / 2, (c - at[i]) / 2},
                                         (dm_point){(c + at[i + 1]) / 2, (c - at[i + 1]) / 2}, 2.5,
                                         DMI_INK_TIED));
    }
    free(at);
}

void dmi_plane_add_cell(const dmi_plane_page *view, int32_t site, dmi_scene *scene)
{
    const dm_plane_cell *cell = view->score->cell + site;
    int32_t side = dm_plane_site_at(view->plane, site).side;
    /* Cells with doubles have parts, whose common borders are not to be seen. */
    dmi_ink line = cell->area ? dmi_land_ink(view->hue[side]) : dmi_tint_ink(view->hue[side]);
    double width = view->score->sites > FULL_LINE ? 0.6 : 1.2;
    if (cell->rings > 0)
        add_rings(view, cell->rings, cell->ring_end, cell->corner,
                  area_shape(dmi_tint_ink(view->hue[side]), line, width), scene);
}

/* White and black discs if the sides have no names, else discs in the colour of the land. */
dmi_shape dmi_plane_disc(const dmi_plane_page *view, int32_t side, dm_point at, double radius)
{
    bool is_stone = !view->picture->names && side <= DM_BLACK;
    dmi_ink land = dmi_land_ink(view->hue[side]);
    /* Small ones have the colour of their land: a rim could not be seen. */
    return dmi_disc_shape(at, radius, is_stone && radius > 3 ? dmi_stone_ink(side) : land,
                          is_stone ? land : DMI_INK_TEXT,
                          is_stone ? fmax(0.5, 0.2 * radius) : fmax(0.3, 0.1 * radius));
}

/* Where a site is drawn: beside earlier ones that it would cover, in the direction in which it
 * lies. */
static dm_point find_room(const dmi_plane_page *view, const dm_point *shown, int32_t i)
{
    double least = 2.2 * view->radius;
    dm_point place = dmi_plane_on_page(view, dm_plane_site_at(view->plane, i).at), here = place;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        int32_t near = 0;
        while (near < i && hypot(here.x - shown[near].x, here.y - shown[near].y) >= 0.98 * least)
            near++;
        if (near == i)
            break;
        dm_point other = dmi_plane_on_page(view, dm_plane_site_at(view->plane, near).at);
        double far = hypot(place.x - other.x, place.y - other.y);
        double dx = far > 0 ? (place.x - other.x) / far : 1;
        double dy = far > 0 ? (place.y - other.y) / far : 0;
        here = (dm_point){shown[near].x + least * dx, shown[near].y + least * dy};
    }
    return here;
}

static void add_number(const dmi_plane_page *view, int32_t i, dm_point at, dmi_scene *scene)
{
    char number[16];
    int32_t side = dm_plane_site_at(view->plane, i).side;
    int digits = snprintf(number, sizeof number, "%d", i + 1);
    dmi_ink ink = dmi_number_ink(side);
    if (view->picture->names)
        ink = view->hue[side] % 2 == 1 ? DMI_INK_PAPER : DMI_INK_STONE_BLACK;
    dmi_scene_write(
        scene, dmi_text_shape(at, view->radius * (digits > 2 ? 0.8 : 1.1), ink, DMI_BOLD), number);
}

void dmi_plane_add_sites(const dmi_plane_page *view, dmi_scene *scene)
{
    int32_t count = dm_plane_count(view->plane);
    bool numbered = view->radius >= READABLE;
    dm_point *shown = dmi_alloc((size_t)count + 1, sizeof *shown);
    if (!shown) {
        scene->out_of_memory = true;
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        dm_point place = dmi_plane_on_page(view, dm_plane_site_at(view->plane, i).at);
        shown[i] = numbered ? find_room(view, shown, i) : place;
        if (hypot(place.x - shown[i].x, place.y - shown[i].y) > 2)
            dmi_scene_add(scene, dmi_line_shape(place, shown[i], 1.5, DMI_INK_TEXT));
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t side = dm_plane_site_at(view->plane, i).side;
        dmi_scene_add(scene, dmi_plane_disc(view, side, shown[i], view->radius));
        if (numbered)
            add_number(view, i, shown[i], scene);
    }
    free(shown);
}

double dmi_plane_size(const dmi_plane_page *view, int32_t side, const char **exact)
{
    const dm_plane_lattice *lattice = view->picture->lattice;
    if (lattice) {
        *exact = side < 0 ? lattice->tied_area : lattice->area[side];
        int64_t cells = side < 0 ? lattice->tied : lattice->count[side];
        return (double)cells * lattice->cell * lattice->cell;
    }
    *exact = side < 0 ? view->score->tied : view->score->area[side];
    return side < 0 ? view->score->tied_size : view->score->size[side];
}
