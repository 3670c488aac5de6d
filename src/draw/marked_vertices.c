/* marked_vertices.c - highlighted vertices, and the line that they stand on.
 *
 * A pale disc lies under each marked vertex.  If all of them stand at one height, or on one circle
 * around their middle, that line is drawn with its label:
 *
 *                  o
 *      key level --(o)-------(o)--
 *                  / \       / \
 *
 * Painted before edges and marks, so that nothing is covered.  O(marked).
 */
#include "draw/view.h"

#include <math.h>

/* Vermilion: a colour that neither side has. */
enum { LINE_INK = DMI_INK_LAND + 4, DISC_INK = DMI_INK_TINT + 4 };

static dm_point place_of(const dmi_view *view, int64_t index)
{
    return view->places[view->picture.marked[index]];
}

static bool is_level(const dmi_view *view)
{
    for (int64_t i = 1; i < view->picture.marked_count; i++)
        if (fabs(place_of(view, i).y - place_of(view, 0).y) > 0.5)
            return false;
    return true;
}

/* Whether all stand equally far from their middle; gives both. */
static bool is_circle(const dmi_view *view, dm_point *centre, double *radius)
{
    int64_t count = view->picture.marked_count;
    dm_point middle = {0, 0};
    for (int64_t i = 0; i < count; i++) {
        middle.x += place_of(view, i).x / (double)count;
        middle.y += place_of(view, i).y / (double)count;
    }
    *centre = middle;
    *radius = hypot(place_of(view, 0).x - middle.x, place_of(view, 0).y - middle.y);
    for (int64_t i = 1; i < count; i++)
        if (fabs(hypot(place_of(view, i).x - middle.x, place_of(view, i).y - middle.y) - *radius) >
            0.01 * *radius + 0.5)
            return false;
    return *radius > 1;
}

static void add_label(const dmi_view *view, dmi_scene *scene, double x, double y)
{
    dmi_shape text = dmi_text_shape((dm_point){x, y}, view->font, LINE_INK, DMI_HALO | DMI_BOLD);
    text.anchor = DMI_START;
    text.fill = DMI_INK_PAPER;
    if (view->picture.marked_label)
        dmi_scene_write(scene, text, view->picture.marked_label);
}

/* Whether the label has room above the line, left of the first marked vertex. */
static bool has_room(const dmi_view *view)
{
    double first = INFINITY;
    for (int64_t i = 0; i < view->picture.marked_count; i++)
        first = fmin(first, place_of(view, i).x);
    const char *label = view->picture.marked_label;
    double needed = label ? dmi_text_width(label, view->font, true) : 0;
    return first - view->left > needed + view->stone;
}

static void add_discs(const dmi_view *view, dmi_scene *scene)
{
    for (int64_t i = 0; i < view->picture.marked_count; i++) {
        dm_vertex v = view->picture.marked[i];
        double mark = dmi_mark_radius(view, v);
        double radius = fmax(mark + 3, 1.35 * mark);
        dmi_scene_add(scene, dmi_disc_shape(view->places[v], radius, DISC_INK, LINE_INK, 1.4));
    }
}

void dmi_compose_marked(const dmi_view *view, dmi_scene *scene)
{
    dm_point centre;
    double radius;
    if (view->picture.marked_count == 0)
        return;
    if (is_level(view)) {
        /* Across the board, with the label above its left end or in the corner. */
        double y = place_of(view, 0).y, reach = view->stone;
        dm_point left = {view->left - reach, y}, right = {view->left + view->width + reach, y};
        dmi_shape line = dmi_line_shape(left, right, 1.4, LINE_INK);
        line.flags = DMI_DASHED;
        dmi_scene_add(scene, line);
        add_label(view, scene, view->left - reach,
                  has_room(view) ? y - 0.9 * view->font : view->top);
    } else if (is_circle(view, &centre, &radius)) {
        dmi_scene_add(scene, dmi_disc_shape(centre, radius, DMI_INK_NONE, LINE_INK, 1));
        add_label(view, scene, view->left - view->stone, view->top);
    }
    add_discs(view, scene);
}
