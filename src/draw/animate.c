/* animate.c - a whole game as one SVG that plays itself, a frame a turn.
 *
 * The page is planned once, for the last position and the longest caption, and every frame follows
 * that plan, so that the board stands still.  The painter shows the frames one after another
 * without script.  A caption of one line, turn and score, stands in place of the legend.
 */
#include <demesne/draw.h>

#include "base/base.h"
#include "base/outfile.h"
#include "draw/paint.h"
#include "draw/view.h"

#include <stdio.h>
#include <stdlib.h>

#define FRAME_SECONDS 1.2

enum { CAPTION = 160 };

typedef struct film {
    const dm_position *position;
    dm_picture picture;
    dmi_view last; /* planned: the others follow it */
    dmi_scene *frames;
    int32_t count;
} film;

/* The stones that lie after `turns` turns. */
static int64_t stones_after(const dm_position *position, int32_t turns)
{
    int64_t count = 0;
    for (int32_t turn = 0; turn < turns; turn++)
        count += dm_position_rules(position)->turns[turn].stones;
    return count;
}

static void write_caption(const film *f, int32_t turns, const dm_dominance *owned,
                          char text[CAPTION])
{
    const dm_rules *rules = dm_position_rules(f->position);
    if (turns == 0) {
        snprintf(text, CAPTION, "%d turns", rules->turn_count);
        return;
    }
    snprintf(text, CAPTION, "turn %d: %s%s   (White %lld, Black %lld)", turns,
             rules->turns[turns - 1].side == DM_WHITE ? "White" : "Black",
             dm_position_was_lost(f->position, turns - 1) ? " loses the turn" : "",
             (long long)owned->score[DM_WHITE], (long long)owned->score[DM_BLACK]);
}

/* The position after `turns` turns. */
static dm_status view_after(const film *f, int32_t turns, dmi_view *out, dm_error *err)
{
    int32_t all;
    const dm_stone *stones = dm_position_stones(f->position, &all);
    return dmi_view_init(dm_position_arena(f->position), stones, stones_after(f->position, turns),
                         dm_position_rules(f->position)->ties, NULL, f->picture.seed, out, err);
}

static dm_status plan_page(film *f, dmi_scene *page, dm_error *err)
{
    char caption[CAPTION];
    long long total = (long long)dm_arena_total_value(dm_position_arena(f->position));
    snprintf(caption, CAPTION, "turn %d: White loses the turn   (White %lld, Black %lld)", f->count,
             total, total);
    dm_picture picture = f->picture;
    picture.caption = caption;
    return dmi_page_plan(&f->last, &picture, page, err);
}

static dm_status draw_frame(const film *f, int32_t turns, const dmi_scene *page, dm_error *err)
{
    dmi_view view;
    char caption[CAPTION];
    dmi_scene *frame = &f->frames[turns];
    dm_picture picture = f->picture;
    dm_status status = view_after(f, turns, &view, err);
    if (status != DM_OK)
        return status;
    write_caption(f, turns, view.owned, caption);
    picture.caption = caption;
    dmi_page_follow(&view, &f->last, &picture);
    frame->width = page->width;
    frame->height = page->height;
    frame->title = page->title;
    status = dmi_compose_page(&view, frame, err);
    dmi_view_clear(&view);
    return status;
}

static dm_status draw_frames(film *f, dm_error *err)
{
    dmi_scene page = {0};
    dm_status status = view_after(f, f->count - 1, &f->last, err);
    if (status != DM_OK)
        return status;
    status = plan_page(f, &page, err);
    for (int32_t turns = 0; turns < f->count && status == DM_OK; turns++)
        status = draw_frame(f, turns, &page, err);
    dmi_scene_clear(&page);
    dmi_view_clear(&f->last);
    return status;
}

dm_status dm_draw_game(const dm_position *position, const dm_picture *picture, const char *path,
                       dm_error *err)
{
    char *text = NULL;
    size_t size = 0;
    film f = {.position = position,
              .picture = picture ? *picture : (dm_picture){0},
              .count = dm_position_turns_made(position) + 1};
    f.picture.hide_legend = true;
    f.picture.owned = NULL;
    if (!dmi_has_ending(path, ".svg"))
        return dmi_fail(err, DM_BAD_ARGUMENT, "%s: a moving picture is a file that ends in .svg",
                        path);
    f.frames = dmi_calloc((size_t)f.count, sizeof *f.frames);
    dm_status status = f.frames ? draw_frames(&f, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_paint_svg_frames(f.frames, f.count, FRAME_SECONDS, &text, &size, err);
    if (status == DM_OK)
        status = dmi_outfile_whole(path, text, size, err);
    for (int32_t i = 0; f.frames && i < f.count; i++)
        dmi_scene_clear(&f.frames[i]);
    free(f.frames);
    free(text);
    return status;
}
