/* page.c - plans the page: its size, the size of the marks, where the board goes.
 *
 *     +---------------------------+
 *     |  margin                   |
 *     |   +-------------------+   |
 *     |   | board, with room  |   |
 *     |   | for half a mark   |   |
 *     |   +-------------------+   |
 *     |    legend, caption        |
 *     +---------------------------+
 *
 * If no size is given, the distance between neighbours is chosen first, larger on small boards, and
 * the page follows; a given size is met exactly.
 */
#include "base/base.h"
#include "draw/view.h"

#include <math.h>
#include <string.h>

#define MARGIN        18.0
#define FONT          14.0
#define LARGEST       1100.0 /* side of a board on a page of no given size */
#define LARGEST_STONE 21.0
#define LEAST_GIVEN   40.0 /* side of a given page */
#define MOST_GIVEN    20000.0

enum { MOST_LABELS = 150 };

static dm_status check_size(double size, const char *what, dm_error *err)
{
    if (size == 0 || (size >= LEAST_GIVEN && size <= MOST_GIVEN))
        return DM_OK;
    return dmi_fail(err, DM_BAD_ARGUMENT, "a picture %g %s; expected %g to %g, or 0 to choose",
                    size, what, LEAST_GIVEN, MOST_GIVEN);
}

static double usual_spacing(const dmi_view *view)
{
    dm_vertex n = view->graph->n;
    double wish = n <= 12 ? 84 : n <= 40 ? 62 : n <= 120 ? 50 : 42;
    return dmi_shows_lengths(view) ? 1.4 * wish : wish;
}

static bool wants_labels(const dmi_view *view)
{
    if (dm_arena_map(view->arena)) /* its labels are those of sites and streets */
        return false;
    if (view->picture.labels == DM_LABELS_AUTO)
        return view->picture.signs == DM_SIGNS_COLOUR && view->graph->n <= MOST_LABELS;
    return view->picture.labels == DM_LABELS_VERTICES;
}

static double widest_label(const dmi_view *view)
{
    double widest = 0;
    char room[16];
    for (dm_vertex v = 0; v < view->graph->n; v++)
        widest = fmax(widest, dmi_text_width(dmi_label(view, v, room), 1, false));
    return widest;
}

/* Room around the outermost places. */
static double border_of(const dmi_view *view, bool sideways)
{
    double border = fmax(view->stone, dmi_band_width(view) / 2) + 3;
    if (view->label > 0 && view->labels_below) {
        double label = sideways ? 0.5 * view->label * widest_label(view) : 1.4 * view->label;
        border = fmax(border, sideways ? label + 2 : view->stone + label);
    }
    return border;
}

typedef struct plan {
    dmi_draw_box box;
    double wide, high; /* of the box, in the layout's unit */
    double legend;     /* height of legend and caption */
    double margin;
} plan;

static double scale_to_fit(const plan *p, double width, double height)
{
    double across = p->wide > 0 ? width / p->wide : INFINITY;
    double down = p->high > 0 ? height / p->high : INFINITY;
    double scale = fmin(across, down);
    return isfinite(scale) ? fmax(scale, 1e-300) : 1;
}

static void choose_scale(dmi_view *view, const plan *p, double width, double height, double room)
{
    double scale = scale_to_fit(p, fmax(width, 1), fmax(height, 1));
    view->width = p->wide * scale;
    view->height = p->high * scale;
    bool one_spot = !(p->wide > 0 || p->high > 0);
    /* Sizes of all marks from the distance between neighbours, on a page with `room` in its
     * narrower direction. */
    double board = fmax(view->width, view->height);
    double visible = fmin(12, 0.12 * board); /* stones stay visible on large boards */
    if (view->count > 100)
        visible *= 10 / sqrt((double)view->count);
    view->gap = fmin((one_spot ? usual_spacing(view) : scale * view->spacing), 0.4 * room);
    view->as_cells = view->gap < 2.2 && view->graph->n > 20000;
    view->cell = fmax(1.5, 2.6 * view->gap); /* hardly ever empty inside the board */
    bool given = view->picture.width > 0 || view->picture.height > 0;
    double largest = given ? fmax(LARGEST_STONE, 0.03 * room) : LARGEST_STONE;
    view->stone = fmin(fmin(fmax(0.36 * view->gap, visible), largest), 0.25 * room);
    view->dot = fmin(0.18 * view->gap, 0.45 * view->stone);
    /* Many long edges are drawn thin, so that they do not cover the board. */
    double area = fmax(view->width, view->gap) * fmax(view->height, view->gap);
    double thin = 0.22 * area / fmax(view->edge_sum * scale, 1);
    view->line = fmin(fmax(fmin(0.075 * view->gap, thin), 0.4), 4.5);
    if (view->picture.signs == DM_SIGNS_PAPER) {
        view->dot = 0.45 * fmin(view->stone, 0.36 * view->gap);
        view->line = fmin(fmax(0.4 * view->line, 0.4), 1.6);
    }
    /* Inside the marks if the widest fits there, else below them; if they were not asked for, none
     * rather than ones that are too small to read. */
    view->label = 0;
    if (!wants_labels(view))
        return;
    double least = view->picture.labels == DM_LABELS_VERTICES ? 5 : 8;
    double widest = widest_label(view), mark = fmin(0.8 * view->stone, 0.42 * view->gap);
    double inside = fmin(1.5 * mark / widest, 1.05 * mark);
    view->labels_below = inside < least || view->picture.signs == DM_SIGNS_PAPER;
    view->label = inside;
    if (view->labels_below)
        view->label = fmin(0.7 * view->stone, 0.92 * view->gap / widest);
    else
        view->dot = mark;
    if (view->label < least)
        view->label = least > 5 ? 0 : least;
}

static double legend_height(const dmi_view *view, double width)
{
    double height = dmi_compose_legend(view, 0, 0, width, NULL);
    return (height > 0 ? height + 0.8 * view->font : 0) + dmi_map_line(view);
}

/* The page's size follows from the board. */
static void plan_free(dmi_view *view, plan *p, dmi_scene *scene)
{
    double scale = usual_spacing(view) / view->spacing;
    double side = fmin(LARGEST, scale * fmax(p->wide, p->high));
    if (view->graph->n > 5000 || dm_arena_map(view->arena))
        side = LARGEST;
    choose_scale(view, p, side, side, LARGEST);
    double across = border_of(view, true), down = border_of(view, false);
    double needed = fmin(dmi_legend_width(view), 460);
    scene->width = ceil(fmax(view->width + 2 * across, needed) + 2 * MARGIN);
    p->legend = legend_height(view, scene->width - 2 * MARGIN);
    scene->height = ceil(view->height + 2 * down + p->legend + 2 * MARGIN);
}

/* Streets of a map may leave the box of its vertices. */
static dmi_draw_box box_of(const dmi_view *view)
{
    dm_bounds bounds;
    if (!dm_arena_bounds(view->arena, &bounds))
        return dmi_draw_box_of(view->places, view->graph->n);
    double narrow = dmi_map_narrowing(view->arena);
    return (dmi_draw_box){bounds.west * narrow, bounds.east * narrow, bounds.south, bounds.north};
}

dm_status dmi_page_plan(dmi_view *view, const dm_picture *picture, dmi_scene *scene, dm_error *err)
{
    view->picture = picture ? *picture : (dm_picture){0};
    dm_status status = check_size(view->picture.width, "wide", err);
    if (status == DM_OK)
        status = check_size(view->picture.height, "high", err);
    if (status != DM_OK)
        return status;
    plan p = {.box = box_of(view), .margin = MARGIN};
    p.wide = p.box.right - p.box.left;
    p.high = p.box.high - p.box.low;
    view->font = FONT;
    if (view->picture.width > 0 || view->picture.height > 0) {
        /* One or both sides are given.  Marks grow with the scale and take room themselves, so the
         * fit is found in a few steps. */
        double width = view->picture.width, height = view->picture.height;
        double given = width > 0 && height > 0 ? fmin(width, height) : fmax(width, height);
        double margin = p.margin = fmin(MARGIN, 0.04 * given);
        view->font = fmin(FONT, fmax(4, given / 26));
        double aspect = p.wide > 0 && p.high > 0 ? p.high / p.wide : p.high > 0 ? 3 : 1;
        scene->width = width > 0 ? width : ceil(fmin(height / fmin(aspect, 4), MOST_GIVEN));
        p.legend = legend_height(view, scene->width - 2 * margin);
        double room = scene->width - 2 * margin;
        double depth = height > 0 ? height - 2 * margin - p.legend : INFINITY;
        double across = 0, down = 0;
        for (int step = 0; step < 4; step++) {
            choose_scale(view, &p, room - 2 * across, fmin(depth - 2 * down, MOST_GIVEN),
                         fmin(room, depth));
            across = border_of(view, true);
            down = border_of(view, false);
        }
        scene->height = height > 0
                            ? height
                            : ceil(fmin(view->height + 2 * (down + margin) + p.legend, MOST_GIVEN));
    } else
        plan_free(view, &p, scene);
    view->left = (scene->width - view->width) / 2;
    view->top = (scene->height - p.legend - view->height) / 2;
    if (view->label > 0 && view->labels_below)
        view->top -= view->label / 2;
    view->legend_top = scene->height - p.legend - p.margin / 2;
    view->legend_width = scene->width - 2 * p.margin;
    view->box = p.box;
    /* Moves the places onto the page, y down. */
    double x_scale = p.wide > 0 ? view->width / p.wide : 0;
    double y_scale = p.high > 0 ? view->height / p.high : 0;
    for (dm_vertex v = 0; v < view->graph->n; v++) {
        dm_point *place = &view->places[v];
        place->x = view->left + (place->x - p.box.left) * x_scale;
        place->y = view->top + (p.box.high - place->y) * y_scale;
    }
    scene->title = dm_arena_title(view->arena);
    return DM_OK;
}

void dmi_page_follow(dmi_view *view, const dmi_view *other, const dm_picture *picture)
{
    memcpy(view->places, other->places, (size_t)view->graph->n * sizeof *view->places);
    view->picture = *picture;
    view->stone = other->stone;
    view->dot = other->dot;
    view->line = other->line;
    view->font = other->font;
    view->label = other->label;
    view->labels_below = other->labels_below;
    view->cell = other->cell;
    view->as_cells = other->as_cells;
    view->gap = other->gap;
    view->left = other->left;
    view->top = other->top;
    view->width = other->width;
    view->height = other->height;
    view->legend_top = other->legend_top;
    view->legend_width = other->legend_width;
    view->box = other->box;
}
