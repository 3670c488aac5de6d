/* draw.c - the public calls: a position becomes a scene, and a painter paints it. */
#include <assert.h>
#include <demesne/draw.h>

#include "base/base.h"
#include "base/outfile.h"
#include "draw/paint/paint.h"
#include "draw/text.h"
#include "draw/view.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SECONDS_PER_TURN 1.2

static dm_status compose_graph(dmi_view *view, dmi_scene *scene, dm_error *err)
{
    dm_status status = dmi_compose_cells(view, scene, err);
    if (status == DM_OK)
        status = dmi_compose_bands(view, scene, err);
    if (status != DM_OK)
        return status;
    dmi_compose_marked(view, scene);
    dmi_compose_board(view, scene);
    dmi_compose_labels(view, scene);
    return DM_OK;
}

dm_status dmi_compose_page(dmi_view *view, dmi_scene *scene, dm_error *err)
{
    dm_status status = dm_arena_map(view->arena) ? dmi_compose_map(view, scene, err)
                                                 : compose_graph(view, scene, err);
    if (status != DM_OK)
        return status;
    double margin = (scene->width - view->legend_width) / 2;
    dmi_compose_legend(view, margin, view->legend_top + dmi_map_line(view), view->legend_width,
                       scene);
    return dmi_scene_status(scene, err);
}

dm_status dmi_scene_of(const dm_arena *arena, const dm_stone *stones, int32_t count,
                       dm_tie_rule ties, const dm_picture *picture, dmi_scene *out, dm_error *err)
{
    assert(count >= 0);
    dmi_view view;
    dmi_scene scene = {0};
    dm_picture form = picture ? *picture : (dm_picture){0};
    dm_status status = dmi_view_init(arena, stones, count, ties, form.owned, form.seed, &view, err);
    if (status != DM_OK)
        return status;
    status = dmi_page_plan(&view, picture, &scene, err);
    if (status == DM_OK)
        status = dmi_compose_page(&view, &scene, err);
    dmi_view_clear(&view);
    if (status == DM_OK)
        *out = scene;
    else
        dmi_scene_clear(&scene);
    return status;
}

typedef dm_status painter(const dmi_scene *scene, char **out, size_t *size, dm_error *err);

static dm_status draw_picture(const dm_arena *arena, const dm_stone *stones, int32_t count,
                              dm_tie_rule ties, const dm_picture *picture, painter *paint,
                              char **out, size_t *size, dm_error *err)
{
    dmi_scene scene;
    dm_status status = dmi_scene_of(arena, stones, count, ties, picture, &scene, err);
    if (status != DM_OK)
        return status;
    status = paint(&scene, out, size, err);
    dmi_scene_clear(&scene);
    return status;
}

dm_status dm_draw_svg(const dm_arena *arena, const dm_stone *stones, int32_t count,
                      dm_tie_rule ties, const dm_picture *picture, char **out, dm_error *err)
{
    size_t size;
    return draw_picture(arena, stones, count, ties, picture, dmi_paint_svg, out, &size, err);
}

dm_status dm_draw_png(const dm_arena *arena, const dm_stone *stones, int32_t count,
                      dm_tie_rule ties, const dm_picture *picture, char **out, size_t *size,
                      dm_error *err)
{
    return draw_picture(arena, stones, count, ties, picture, dmi_paint_png, out, size, err);
}

static bool has_ending(const char *path, const char *ending)
{
    size_t size = strlen(path), length = strlen(ending);
    return size > length && strcasecmp(path + size - length, ending) == 0;
}

static painter *painter_for(const char *path)
{
    static const struct {
        const char *ending;
        painter *paint;
    } painters[] = {{".svg", dmi_paint_svg}, {".png", dmi_paint_png}, {".pdf", dmi_paint_pdf}};
    for (size_t i = 0; i < sizeof painters / sizeof *painters; i++)
        if (has_ending(path, painters[i].ending))
            return painters[i].paint;
    return NULL;
}

static dm_status no_painter(const char *path, dm_error *err)
{
    return dmi_fail(err, DM_BAD_ARGUMENT,
                    "%s: the ending names no picture; expected .svg, .png or .pdf", path);
}

dm_status dmi_paint_file(const dmi_scene *scene, const char *path, dm_error *err)
{
    painter *paint = painter_for(path);
    char *bytes = NULL;
    size_t size = 0;
    dm_status status = paint ? paint(scene, &bytes, &size, err) : no_painter(path, err);
    if (status == DM_OK)
        status = dmi_outfile_whole(path, bytes, size, err);
    free(bytes);
    return status;
}

dm_status dmi_paint_game_file(const dmi_scene *frames, int32_t count, const char *path,
                              dm_error *err)
{
    assert(count >= 0);
    char *text = NULL;
    size_t size = 0;
    dm_status status = dmi_paint_svg_frames(frames, count, SECONDS_PER_TURN, &text, &size, err);
    if (status == DM_OK)
        status = dmi_outfile_whole(path, text, size, err);
    free(text);
    return status;
}

dm_status dmi_check_animation(const char *path, dm_error *err)
{
    if (has_ending(path, ".svg"))
        return DM_OK;
    return dmi_fail(err, DM_BAD_ARGUMENT, "%s: a moving picture is a file that ends in .svg", path);
}

dm_status dm_draw_file(const dm_arena *arena, const dm_stone *stones, int32_t count,
                       dm_tie_rule ties, const dm_picture *picture, const char *path, dm_error *err)
{
    if (!painter_for(path)) /* before any work */
        return no_painter(path, err);
    dmi_scene scene;
    dm_status status = dmi_scene_of(arena, stones, count, ties, picture, &scene, err);
    if (status != DM_OK)
        return status;
    status = dmi_paint_file(&scene, path, err);
    dmi_scene_clear(&scene);
    return status;
}

dm_status dm_draw_text(const dm_arena *arena, const dm_stone *stones, int32_t count,
                       dm_tie_rule ties, const dm_text *text, char **out, dm_error *err)
{
    dmi_view view;
    dm_text form = text ? *text : (dm_text){0};
    dm_status status = dmi_view_init(arena, stones, count, ties, form.owned, 0, &view, err);
    if (status != DM_OK)
        return status;
    dmi_scene scene = {0};
    status = dmi_compose_text(&view, &form, &scene, err);
    if (status == DM_OK)
        status = dmi_scene_status(&scene, err);
    if (status == DM_OK)
        status = dmi_paint_text(&scene, (dmi_letters){form.colour, form.unicode}, out, err);
    dmi_scene_clear(&scene);
    dmi_view_clear(&view);
    return status;
}
