/* plane_lattice.c - the land of the gravity rule: the cells of a lattice as few large areas.
 *
 * A million squares would make a huge file with seams, so the border of each side's cells is
 * traced: a ring walks along the cells' edges with the side's land on its left, counterclockwise
 * around land and clockwise around holes.  Where two cells of a side touch at a corner only, it
 * turns left and keeps them apart.  O(cells) for each side.
 */
#include "draw/plane/plane_view.h"

#include "base/base.h"

#include <stdlib.h>

typedef struct tracing {
    const dmi_plane_page *view;
    const dm_plane_lattice *lattice;
    int32_t side;
    unsigned char *seen; /* per cell: bit d: the edge of direction d was walked */
    dmi_scene *scene;
} tracing;

/* Directions: right, up, left, down; below, right of, above and left of the cell. */
static const int step_x[] = {1, 0, -1, 0}, step_y[] = {0, 1, 0, -1};

static bool is_own(const tracing *t, int32_t i, int32_t j)
{
    const dm_plane_lattice *l = t->lattice;
    return i >= 0 && j >= 0 && i < l->columns && j < l->rows &&
           l->owner[(size_t)j * (size_t)l->columns + (size_t)i] == t->side;
}

/* Whether the edge of cell (i, j) in direction d is a border: what is on its right is not own. */
static bool is_border(const tracing *t, int32_t i, int32_t j, int d)
{
    return is_own(t, i, j) && !is_own(t, i + step_y[d], j - step_x[d]);
}

static void add_corner(const tracing *t, int32_t i, int32_t j, int d)
{
    /* Where the edge of direction d of cell (i, j) ends. */
    double x = i + (d == 0 || d == 1), y = j + (d == 1 || d == 2);
    double cell = t->lattice->cell;
    dm_point at = {t->view->low.x + x * cell, t->view->low.y + y * cell};
    dmi_scene_point(t->scene, dmi_plane_on_page(t->view, at));
}

static void trace_ring(const tracing *t, int32_t i, int32_t j, int d)
{
    int32_t first_i = i, first_j = j;
    int first = d;
    do {
        t->seen[(size_t)j * (size_t)t->lattice->columns + (size_t)i] |= (unsigned char)(1 << d);
        int left = (d + 1) % 4, right = (d + 3) % 4;
        int32_t ahead_i = i + step_x[d], ahead_j = j + step_y[d];
        if (!is_own(t, ahead_i, ahead_j)) { /* around the cell's own corner */
            add_corner(t, i, j, d);
            d = left;
        } else if (!is_own(t, ahead_i + step_x[right], ahead_j + step_y[right])) {
            i = ahead_i; /* straight on */
            j = ahead_j;
        } else { /* into the notch */
            add_corner(t, i, j, d);
            i = ahead_i + step_x[right];
            j = ahead_j + step_y[right];
            d = right;
        }
    } while (i != first_i || j != first_j || d != first);
    dmi_scene_ring_end(t->scene);
}

static void trace_side(tracing *t)
{
    size_t first = t->scene->points_count, columns = (size_t)t->lattice->columns;
    for (int32_t j = 0; j < t->lattice->rows; j++)
        for (int32_t i = 0; i < t->lattice->columns; i++)
            for (int d = 0; d < 4; d++)
                if (is_border(t, i, j, d) && !(t->seen[(size_t)j * columns + (size_t)i] >> d & 1))
                    trace_ring(t, i, j, d);
    if (t->scene->points_count > first)
        dmi_scene_area(t->scene,
                       (dmi_shape){.kind = DMI_AREA,
                                   .about = -1,
                                   .fill = (uint8_t)dmi_tint_ink(t->view->hue[t->side]),
                                   .stroke = (uint8_t)dmi_land_ink(t->view->hue[t->side]),
                                   .width = 1.2F},
                       first);
}

void dmi_plane_add_lattice(const dmi_plane_page *view, dmi_scene *scene)
{
    const dm_plane_lattice *l = view->picture->lattice;
    tracing t = {.view = view, .lattice = l, .scene = scene};
    t.seen = dmi_calloc((size_t)l->columns * (size_t)l->rows + 1, 1);
    if (!t.seen) {
        scene->out_of_memory = true;
        return;
    }
    for (t.side = 0; t.side < dm_plane_rules_of(view->plane)->sides; t.side++)
        trace_side(&t); /* cells of one side have one owner: their marks do not meet */
    free(t.seen);
}
