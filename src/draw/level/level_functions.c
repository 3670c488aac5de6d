/* level_functions.c - charts of the functions f(x) of te Kolste's section 4.4.2, as in figure 26: a
 * line per piece, a disc where a piece begins after a jump and a circle where the one before it
 * ends, and a dashed line at x-bar. */
#include "draw/level/level_page.h"

#include <math.h>
#include <stdio.h>

#define CHART_WIDTH  300.0
#define CHART_HEIGHT 110.0
#define CHART_ROOM   66.0 /* for title and numbers, above, below and beside */

double dmi_level_functions_height(const dm_line_functions *functions)
{
    return functions ? (functions->count + 1) / 2 * (CHART_HEIGHT + CHART_ROOM) : 0;
}

double dmi_level_functions_width(const dm_line_functions *functions)
{
    int32_t columns = functions && functions->count > 1 ? 2 : 1;
    return functions ? columns * (CHART_WIDTH + CHART_ROOM) : 0;
}

typedef struct chart {
    dm_point corner; /* at the bottom left */
    double x_end, y_end;
} chart;

static dm_point chart_point(const chart *c, double x, double y)
{
    return (dm_point){c->corner.x + CHART_WIDTH * fmin(x / c->x_end, 1),
                      c->corner.y - CHART_HEIGHT * y / c->y_end};
}

static double end_value(const dm_line_function_piece *p, double x)
{
    return dmi_decimal_of(p->value) + dmi_decimal_of(p->slope) * (x - dmi_decimal_of(p->from));
}

static void write_number(dmi_scene *scene, dm_point at, dmi_anchor anchor, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    dmi_shape shape = dmi_text_shape(at, 10.5, DMI_INK_TEXT, 0);
    shape.anchor = (uint8_t)anchor;
    dmi_scene_write(scene, shape, text);
}

static chart chart_of(const dm_line_function *f, dm_point corner)
{
    chart c = {corner, 1, dmi_decimal_of(f->volume)};
    double last = dmi_decimal_of(f->pieces[f->piece_count - 1].from);
    c.x_end = last > 0 ? 1.2 * last : 1;
    return c;
}

static void add_axes(const chart *c, const dm_line_function *f, dmi_scene *scene)
{
    dm_point corner = c->corner, right = chart_point(c, c->x_end, 0);
    dm_point top = chart_point(c, 0, c->y_end);
    dmi_scene_add(scene, dmi_line_shape(corner, right, 1, DMI_INK_FAINT_TEXT));
    dmi_scene_add(scene, dmi_line_shape(corner, top, 1, DMI_INK_FAINT_TEXT));
    write_number(scene, (dm_point){top.x - 5, top.y}, DMI_END, c->y_end);
    write_number(scene, (dm_point){corner.x - 5, corner.y}, DMI_END, 0);
    write_number(scene, (dm_point){right.x, right.y + 11}, DMI_MIDDLE, c->x_end);
    double bar = f->x_bar.den ? dmi_decimal_of(f->x_bar) : -1;
    if (bar <= 0 || bar > c->x_end)
        return;
    dmi_shape line = dmi_line_shape(chart_point(c, bar, 0), chart_point(c, bar, c->y_end), 1.2,
                                    DMI_INK_LAND + 3);
    line.flags = DMI_DASHED;
    dmi_scene_add(scene, line);
    write_number(scene, (dm_point){line.x, corner.y + 11}, DMI_MIDDLE, bar);
}

static void add_chart(const dmi_level_view *view, const dm_line_function *f, dm_point corner,
                      dmi_scene *scene)
{
    chart c = chart_of(f, corner);
    dmi_ink ink = dmi_level_ink(view, f->player);
    char title[160];
    add_axes(&c, f, scene);
    snprintf(title, sizeof title, "f(x), edge %d from %d to %d, entered by %.40s", f->edge, f->from,
             f->to, view->level->players[f->player]);
    dmi_scene_write(
        scene,
        dmi_text_shape((dm_point){corner.x + CHART_WIDTH / 2, corner.y - CHART_HEIGHT - 16}, 12,
                       DMI_INK_TEXT, 0),
        title);
    for (int32_t i = 0; i < f->piece_count; i++) {
        const dm_line_function_piece *p = &f->pieces[i];
        double from = dmi_decimal_of(p->from), first = dmi_decimal_of(p->value);
        double to = i + 1 < f->piece_count ? dmi_decimal_of(p[1].from) : c.x_end;
        dm_point a = chart_point(&c, from, first), b = chart_point(&c, to, end_value(p, to));
        dmi_shape line = dmi_line_shape(a, b, 2.4, ink);
        line.flags = DMI_ROUND;
        dmi_scene_add(scene, line);
        if (p->jump.num) {
            dm_point end = chart_point(&c, from, first - dmi_decimal_of(p->jump));
            dmi_scene_add(scene, dmi_disc_shape(a, 3, ink, ink, 1));
            dmi_scene_add(scene, dmi_disc_shape(end, 3, DMI_INK_PAPER, ink, 1));
        }
    }
}

void dmi_level_functions(const dmi_level_view *view, const dmi_level_page *page,
                         const dm_line_functions *functions, double top, dmi_scene *scene)
{
    int32_t columns = functions->count > 1 ? 2 : 1;
    double wide = CHART_WIDTH + CHART_ROOM, left = (page->width - columns * wide) / 2;
    for (int32_t i = 0; i < functions->count; i++) {
        double row = top + i / columns * (CHART_HEIGHT + CHART_ROOM);
        add_chart(view, &functions->of[i],
                  (dm_point){left + i % columns * wide + 0.7 * CHART_ROOM,
                             row + CHART_HEIGHT + 0.6 * CHART_ROOM},
                  scene);
    }
}
