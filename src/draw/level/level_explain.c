/* level_explain.c - the explanation of a move in a level's picture: arrows along the shortest-path
 * tree, and under the panels the value of such a move along its edge.
 *
 *      12.5 |   /\            parts are lines, single places dots,
 *           |  /  \___.       the dashed line is where the move is made
 *       -3  |_/
 *           0         1
 */
#include "draw/level/level_page.h"

#include <math.h>
#include <stdio.h>

#define CHART_HEIGHT 130.0
#define CHART_WIDTH  420.0

double dmi_level_profile_height(const dm_level_picture *picture, const dmi_level_sizes *size)
{
    bool has_chart = picture->explanation && picture->explanation->part_count > 0;
    return has_chart ? CHART_HEIGHT + 4.5 * size->font : 0;
}

static dmi_shape stroke_width(double x, double y, double x2, double y2, double width, dmi_ink ink)
{
    return (dmi_shape){.kind = DMI_LINE,
                       .about = -1,
                       .x = x,
                       .y = y,
                       .x2 = x2,
                       .y2 = y2,
                       .width = (float)width,
                       .flags = DMI_ROUND,
                       .stroke = (uint8_t)ink};
}

/* An arrowhead on the edge, at the fraction `at`, towards its end v. */
static void add_arrow(const dmi_level_view *view, dmi_scene *scene, int32_t edge, int32_t v,
                      double at)
{
    bool forward = view->level->edges[edge].v == v;
    double from = forward ? at - 0.02 : at + 0.02;
    dm_point a = dmi_level_along(view, edge, from), b = dmi_level_along(view, edge, at);
    double angle = atan2(b.y - a.y, b.x - a.x), size = 1.9 * view->size.line;
    for (int side = -1; side <= 1; side += 2) {
        double turn = angle + side * 2.5;
        dmi_scene_add(scene, stroke_width(b.x, b.y, b.x + size * cos(turn), b.y + size * sin(turn),
                                          0.45 * view->size.line, DMI_INK_TEXT));
    }
}

void dmi_level_tree(const dmi_level_view *view, const dm_line_explanation *explanation,
                    dmi_scene *scene)
{
    for (int32_t v = 0; v < explanation->vertex_count; v++) {
        const dm_line_tree_step *step = &explanation->tree[v];
        if (step->edge < 0)
            continue;
        bool forward = view->level->edges[step->edge].v == v;
        double at = step->from >= 0 ? 0.5 : 0.85; /* beyond a site on the edge */
        add_arrow(view, scene, step->edge, v, forward ? at : 1 - at);
    }
}

/* The chart's frame on the page, and the values at its top and bottom. */
typedef struct chart {
    double left, top, width, low, high;
} chart;

static double chart_x(const chart *c, double place)
{
    return c->left + c->width * place;
}

static double chart_y(const chart *c, double value)
{
    return c->top + CHART_HEIGHT * (c->high - value) / (c->high - c->low);
}

static chart chart_of(const dmi_level_page *page, const dm_line_explanation *x, double top)
{
    chart c = {.top = top, .low = INFINITY, .high = -INFINITY};
    c.width = fmin(CHART_WIDTH, page->width - 140);
    c.left = (page->width - c.width) / 2 + 20;
    for (int32_t i = 0; i < x->part_count; i++) {
        double first = dmi_decimal_of(x->profile[i].first);
        double last = dmi_decimal_of(x->profile[i].last);
        c.low = fmin(c.low, fmin(first, last));
        c.high = fmax(c.high, fmax(first, last));
    }
    if (c.low == c.high) {
        c.low -= 0.5;
        c.high += 0.5;
    }
    return c;
}

static void write_at(dmi_scene *scene, double x, double y, double font, dmi_anchor anchor,
                     const char *text)
{
    dmi_shape shape = dmi_text_shape((dm_point){x, y}, font, DMI_INK_TEXT, 0);
    shape.anchor = (uint8_t)anchor;
    dmi_scene_write(scene, shape, text);
}

/* Where the move is made on the edge; -1: elsewhere. */
static double place_on(const dm_level *level, const dm_line_place *place, int32_t edge)
{
    if (place->vertex >= 0)
        return level->edges[edge].u == place->vertex ? 0 : 1;
    return place->edge == edge ? dmi_decimal_of(place->at) : -1;
}

void dmi_level_profile(const dmi_level_view *view, const dmi_level_page *page,
                       const dm_level_picture *picture, double top, dmi_scene *scene)
{
    const dm_line_explanation *x = picture->explanation;
    double font = page->size.font;
    if (dmi_level_profile_height(picture, &page->size) == 0)
        return;
    chart c = chart_of(page, x, top + 2.2 * font);
    double at =
        picture->move_count == 1 ? place_on(view->level, &picture->moves[0].place, x->edge) : -1;
    if (at >= 0) {
        dmi_shape mark = stroke_width(chart_x(&c, at), c.top, chart_x(&c, at), c.top + CHART_HEIGHT,
                                      3, DMI_INK_HIGHLIGHT);
        dmi_scene_add(scene, mark);
    }
    /* Axes with their ends written beside. */
    char text[80];
    double bottom = c.top + CHART_HEIGHT, right = c.left + c.width;
    dmi_scene_add(scene, stroke_width(c.left, c.top, c.left, bottom, 1, DMI_INK_FAINT_TEXT));
    dmi_scene_add(scene, stroke_width(c.left, bottom, right, bottom, 1, DMI_INK_FAINT_TEXT));
    if (c.low < 0 && c.high > 0)
        dmi_scene_add(scene, stroke_width(c.left, chart_y(&c, 0), right, chart_y(&c, 0), 0.6,
                                          DMI_INK_FAINT_TEXT));
    snprintf(text, sizeof text, "%.4g", c.high);
    write_at(scene, c.left - 6, c.top, 0.85 * font, DMI_END, text);
    snprintf(text, sizeof text, "%.4g", c.low);
    write_at(scene, c.left - 6, bottom, 0.85 * font, DMI_END, text);
    write_at(scene, c.left, bottom + 0.9 * font, 0.85 * font, DMI_MIDDLE, "0");
    write_at(scene, right, bottom + 0.9 * font, 0.85 * font, DMI_MIDDLE, "1");
    snprintf(text, sizeof text, "the value along edge %d", picture->explanation->edge);
    write_at(scene, c.left + c.width / 2, c.top - 1.2 * font, font, DMI_MIDDLE, text);
    /* The value piece by piece. */
    for (int32_t i = 0; i < x->part_count; i++) {
        const dm_line_profile_part *part = &x->profile[i];
        double from = dmi_decimal_of(part->from), to = dmi_decimal_of(part->to);
        double first = dmi_decimal_of(part->first), last = dmi_decimal_of(part->last);
        dmi_shape dot = {.kind = DMI_DISC,
                         .about = -1,
                         .x = chart_x(&c, from),
                         .y = chart_y(&c, first),
                         .x2 = 2.2,
                         .fill = DMI_INK_TEXT};
        if (from < to)
            dmi_scene_add(scene,
                          stroke_width(chart_x(&c, from), chart_y(&c, first), chart_x(&c, to),
                                       chart_y(&c, last), 1.8, DMI_INK_TEXT));
        else
            dmi_scene_add(scene, dot);
    }
}
