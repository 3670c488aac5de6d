/* level_animation.c - the expansion from the sites as one SVG that plays itself.
 *
 * Every stretch of the diagram knows when its ends are reached; it grows as a line between the
 * two moments, in the colour of its owner, over the network in pale grey.  A mark appears where two
 * fronts meet.  Each run ends with the finished picture.
 */
#include "base/base.h"
#include "base/outfile.h"
#include "draw/level/level_page.h"
#include "draw/paint/paint.h"

#include <demesne/dominance.h>
#include <math.h>
#include <stdlib.h>

#define SECONDS 9.0  /* of one run */
#define MOVING  0.72 /* the part of it in which something moves */
#define AT_ONCE 0.01 /* the part that a mark takes to appear */

typedef struct animation {
    const dmi_level_view *view;
    double last; /* when everything is reached */
    dmi_growth *lines;
    size_t count, capacity;
    bool out_of_memory;
} animation;

static void add_growth(animation *a, dmi_growth growth)
{
    if (dmi_reserve(&a->lines, &a->capacity, a->count + 1, sizeof *a->lines))
        a->lines[a->count++] = growth;
    else
        a->out_of_memory = true;
}

static double moment_at(const animation *a, double time)
{
    return a->last > 0 ? fmin(MOVING, MOVING * time / a->last) : 0;
}

static void grow_stretch(animation *a, const dm_line_stretch *s)
{
    const dmi_level_view *view = a->view;
    double from = dmi_decimal_of(s->from), to = dmi_decimal_of(s->to);
    double begins = dmi_decimal_of(s->begins), ends = dmi_decimal_of(s->ends);
    int steps = dmi_level_steps(view, s->edge);
    for (int i = 0; i < steps; i++) {
        double here = (double)i / steps, there = (double)(i + 1) / steps;
        dm_point p = dmi_level_along(view, s->edge, from + (to - from) * here);
        dm_point q = dmi_level_along(view, s->edge, from + (to - from) * there);
        dmi_shape line = dmi_line_shape(p, q, view->size.line,
                                        dmi_level_ink(view, dmi_level_owner(view, s->players)));
        add_growth(a, (dmi_growth){line, moment_at(a, begins + (ends - begins) * here),
                                   moment_at(a, begins + (ends - begins) * there)});
    }
}

static dm_status write_animation(const dmi_level_view *view, const dmi_level_page *page,
                                 const dm_level_picture *picture, const char *path, dm_error *err)
{
    animation a = {.view = view};
    dmi_scene under = {.width = page->width, .height = page->height, .title = picture->title};
    dmi_scene over = {0};
    char *text = NULL;
    size_t size = 0;
    /* The network before it is reached. */
    dmi_shape style = {
        .flags = DMI_ROUND, .width = (float)(0.6 * view->size.line), .stroke = DMI_INK_TIED_TINT};
    for (int32_t e = 0; e < view->level->edge_count; e++)
        dmi_level_add_line(view, &under, e, 0, 1, style);
    dmi_level_marks(view, &over);
    dmi_level_panel_texts(view, page, 0, &over);
    dmi_level_caption(page, picture->caption, &over);
    /* Each stretch grows from when it is first reached until it is covered. */
    const dm_line_diagram *d = a.view->diagram;
    for (int32_t i = 0; i < d->stretch_count; i++)
        if (d->stretches[i].players)
            a.last = fmax(a.last, dmi_decimal_of(d->stretches[i].ends));
    for (int32_t i = 0; i < d->stretch_count; i++)
        if (d->stretches[i].players)
            grow_stretch(&a, &d->stretches[i]);
    /* The marks of the finished picture, each from its moment on. */
    dmi_scene marks = {0};
    dmi_level_boundaries(a.view, &marks);
    size_t next = 0;
    for (int32_t i = 1; i < d->stretch_count && next < marks.count; i++) {
        const dm_line_stretch *before = &d->stretches[i - 1];
        if (!dmi_level_fronts_meet(before, &d->stretches[i]))
            continue;
        double at = moment_at(&a, dmi_decimal_of(before->ends));
        add_growth(&a, (dmi_growth){marks.shapes[next++], at, at + AT_ONCE});
    }
    a.out_of_memory = a.out_of_memory || marks.out_of_memory;
    dmi_scene_clear(&marks);
    dm_status status = dmi_scene_status(&under, err);
    if (status == DM_OK)
        status = dmi_scene_status(&over, err);
    if (status == DM_OK && a.out_of_memory)
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_paint_svg_growth(&under, a.lines, a.count, &over, SECONDS, &text, &size, err);
    if (status == DM_OK)
        status = dmi_outfile_whole(path, text, size, err);
    free(text);
    free(a.lines);
    dmi_scene_clear(&under);
    dmi_scene_clear(&over);
    return status;
}

dm_status dm_draw_expansion(const dm_level *level, const dm_level_picture *picture,
                            const char *path, dm_error *err)
{
    dm_level_picture form = picture ? *picture : (dm_level_picture){0};
    dmi_level_view view;
    dmi_level_page page = {0};
    form.after = NULL;
    dm_status status = dmi_check_animation(path, err);
    if (status == DM_OK)
        status = dmi_level_view_init(level, &form, NULL, &view, err);
    if (status != DM_OK)
        return status;
    dmi_level_page_plan(&view, &form, &page);
    status = dmi_level_panel(&view, &page, 0, err);
    if (status == DM_OK)
        status = write_animation(&view, &page, &form, path, err);
    dmi_level_view_clear(&view);
    return status;
}
