/* level_film.c - the expansion from the sites as one SVG that plays itself.
 *
 * Every stretch of the diagram knows when its ends are reached; it grows as a line between the
 * two moments, in the colour of whoever reaches it, over the network in pale grey.  A mark
 * appears where two fronts meet.  The last part of a showing is the picture at rest.
 */
#include "base/base.h"
#include "base/outfile.h"
#include "draw/level_page.h"
#include "draw/paint.h"

#include <demesne/dominance.h>
#include <math.h>
#include <stdlib.h>

#define SECONDS 9.0  /* of one showing */
#define MOVING  0.72 /* the part of it in which something moves */
#define AT_ONCE 0.01 /* the part in which a mark appears */

typedef struct film {
    const dmi_level_view *view;
    double last; /* when everything is reached */
    dmi_growth *lines;
    size_t count, capacity;
    bool out_of_memory;
} film;

static void add_growth(film *f, dmi_growth growth)
{
    if (dmi_reserve(&f->lines, &f->capacity, f->count + 1, sizeof *f->lines))
        f->lines[f->count++] = growth;
    else
        f->out_of_memory = true;
}

static double moment(const film *f, double time)
{
    return f->last > 0 ? fmin(MOVING, MOVING * time / f->last) : 0;
}

static void grow_stretch(film *f, const dm_stretch *s)
{
    const dmi_level_view *view = f->view;
    double from = dmi_decimal_of(s->from), to = dmi_decimal_of(s->to);
    double begins = dmi_decimal_of(s->begins), ends = dmi_decimal_of(s->ends);
    int steps = dmi_level_steps(view, s->edge);
    for (int i = 0; i < steps; i++) {
        double here = (double)i / steps, there = (double)(i + 1) / steps;
        dm_point a = dmi_level_along(view, s->edge, from + (to - from) * here);
        dm_point b = dmi_level_along(view, s->edge, from + (to - from) * there);
        dmi_shape line = {.kind = DMI_LINE,
                          .x = a.x,
                          .y = a.y,
                          .x2 = b.x,
                          .y2 = b.y,
                          .about = -1,
                          .width = (float)view->size.line,
                          .stroke =
                              (uint8_t)dmi_level_ink(view, dmi_level_owner(view, s->players))};
        add_growth(f, (dmi_growth){line, moment(f, begins + (ends - begins) * here),
                                   moment(f, begins + (ends - begins) * there)});
    }
}

/* The still picture's marks, each from its moment on. */
static void grow_marks(film *f)
{
    const dm_diagram *d = f->view->diagram;
    dmi_scene marks = {0};
    dmi_level_boundaries(f->view, &marks);
    size_t next = 0;
    for (int32_t i = 1; i < d->stretch_count && next < marks.count; i++) {
        const dm_stretch *a = &d->stretches[i - 1];
        if (!dmi_level_meet(a, &d->stretches[i]))
            continue;
        double at = moment(f, dmi_decimal_of(a->ends));
        add_growth(f, (dmi_growth){marks.shapes[next++], at, at + AT_ONCE});
    }
    f->out_of_memory = f->out_of_memory || marks.out_of_memory;
    dmi_scene_clear(&marks);
}

/* Everything grows once the last moment is known. */
static void grow(film *f)
{
    const dm_diagram *d = f->view->diagram;
    for (int32_t i = 0; i < d->stretch_count; i++)
        if (d->stretches[i].players)
            f->last = fmax(f->last, dmi_decimal_of(d->stretches[i].ends));
    for (int32_t i = 0; i < d->stretch_count; i++)
        if (d->stretches[i].players)
            grow_stretch(f, &d->stretches[i]);
    grow_marks(f);
}

/* The network before anybody has come. */
static void compose_under(const dmi_level_view *view, dmi_scene *under)
{
    for (int32_t e = 0; e < view->level->edge_count; e++) {
        int steps = dmi_level_steps(view, e);
        for (int i = 0; i < steps; i++) {
            dm_point a = dmi_level_along(view, e, (double)i / steps);
            dm_point b = dmi_level_along(view, e, (double)(i + 1) / steps);
            dmi_scene_add(under, (dmi_shape){.kind = DMI_LINE,
                                             .x = a.x,
                                             .y = a.y,
                                             .x2 = b.x,
                                             .y2 = b.y,
                                             .about = -1,
                                             .flags = DMI_ROUND,
                                             .width = (float)(0.6 * view->size.line),
                                             .stroke = DMI_INK_TIED_TINT});
        }
    }
}

static dm_status write_film(const dmi_level_view *view, const dmi_level_page *page,
                            const dm_level_picture *picture, const char *path, dm_error *err)
{
    film f = {.view = view};
    dmi_scene under = {.width = page->width, .height = page->height, .title = picture->title};
    dmi_scene over = {0};
    char *text = NULL;
    size_t size = 0;
    compose_under(view, &under);
    dmi_level_marks(view, &over);
    dmi_level_panel_texts(view, page, 0, &over);
    dmi_level_caption(page, picture->caption, &over);
    grow(&f);
    dm_status status = dmi_scene_status(&under, err);
    if (status == DM_OK)
        status = dmi_scene_status(&over, err);
    if (status == DM_OK && f.out_of_memory)
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_paint_svg_growth(&under, f.lines, f.count, &over, SECONDS, &text, &size, err);
    if (status == DM_OK)
        status = dmi_outfile_whole(path, text, size, err);
    free(text);
    free(f.lines);
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
    if (!dmi_has_ending(path, ".svg"))
        return dmi_fail(err, DM_BAD_ARGUMENT, "%s: a moving picture is a file that ends in .svg",
                        path);
    dm_status status = dmi_level_view_init(level, &form, NULL, &view, err);
    if (status != DM_OK)
        return status;
    dmi_level_page_plan(&view, &form, &page);
    status = dmi_level_panel(&view, &page, 0, err);
    if (status == DM_OK)
        status = write_film(&view, &page, &form, path, err);
    dmi_level_view_clear(&view);
    return status;
}
