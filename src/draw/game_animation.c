/* game_animation.c - a whole game as one SVG that plays itself, one frame per turn.
 *
 * The page is planned once, for the last position and the longest caption, and every frame follows
 * that plan, so that the board stands still.  A caption with turn and score replaces the legend.
 */
#include <demesne/draw.h>

#include "base/base.h"
#include "base/names.h"
#include "draw/paint/paint.h"
#include "draw/view.h"

#include <stdio.h>
#include <stdlib.h>

enum { CAPTION = 160 };

typedef struct animation {
    const dm_position *position;
    dm_picture picture;
    dmi_view last; /* the planned one, which the others follow */
    dmi_scene *frames;
    int32_t count;
} animation;

static void write_caption(const animation *a, int32_t turns, const dm_dominance *owned,
                          char text[CAPTION])
{
    const dm_rules *rules = dm_position_rules(a->position);
    if (turns == 0) {
        snprintf(text, CAPTION, "%d %s", rules->turn_count,
                 dmi_plural(rules->turn_count, "turn", "turns"));
        return;
    }
    snprintf(text, CAPTION, "turn %d: %s%s   (White %lld, Black %lld)", turns,
             rules->turns[turns - 1].side == DM_WHITE ? "White" : "Black",
             dm_position_was_lost(a->position, turns - 1) ? " loses the turn" : "",
             (long long)owned->score[DM_WHITE], (long long)owned->score[DM_BLACK]);
}

static dm_status view_after(const animation *a, int32_t turns, dmi_view *out, dm_error *err)
{
    int32_t all;
    const dm_stone *stones = dm_position_stones(a->position, &all);
    int32_t count = 0;
    for (int32_t turn = 0; turn < turns; turn++)
        count += dm_position_rules(a->position)->turns[turn].stones;
    return dmi_view_init(dm_position_arena(a->position), stones, count,
                         dm_position_rules(a->position)->ties, NULL, a->picture.seed, out, err);
}

static dm_status draw_frame(const animation *a, int32_t turns, const dmi_scene *page, dm_error *err)
{
    dmi_view view;
    char caption[CAPTION];
    dmi_scene *frame = &a->frames[turns];
    dm_picture picture = a->picture;
    dm_status status = view_after(a, turns, &view, err);
    if (status != DM_OK)
        return status;
    write_caption(a, turns, view.owned, caption);
    picture.caption = caption;
    dmi_page_follow(&view, &a->last, &picture);
    frame->width = page->width;
    frame->height = page->height;
    frame->title = page->title;
    status = dmi_compose_page(&view, frame, err);
    dmi_view_clear(&view);
    return status;
}

static dm_status draw_frames(animation *a, dm_error *err)
{
    dmi_scene page = {0};
    dm_status status = view_after(a, a->count - 1, &a->last, err);
    if (status != DM_OK)
        return status;
    /* The page has room for the longest caption that can come. */
    char caption[CAPTION];
    long long total = (long long)dm_arena_total_value(dm_position_arena(a->position));
    snprintf(caption, CAPTION, "turn %d: White loses the turn   (White %lld, Black %lld)", a->count,
             total, total);
    dm_picture picture = a->picture;
    picture.caption = caption;
    status = dmi_page_plan(&a->last, &picture, &page, err);
    for (int32_t turns = 0; turns < a->count && status == DM_OK; turns++)
        status = draw_frame(a, turns, &page, err);
    dmi_scene_clear(&page);
    dmi_view_clear(&a->last);
    return status;
}

dm_status dm_draw_game(const dm_position *position, const dm_picture *picture, const char *path,
                       dm_error *err)
{
    animation a = {.position = position,
                   .picture = picture ? *picture : (dm_picture){0},
                   .count = dm_position_turns_made(position) + 1};
    a.picture.hide_legend = true;
    a.picture.owned = NULL;
    dm_status status = dmi_check_animation(path, err);
    if (status != DM_OK)
        return status;
    a.frames = dmi_calloc((size_t)a.count, sizeof *a.frames);
    status = a.frames ? draw_frames(&a, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_paint_game_file(a.frames, a.count, path, err);
    for (int32_t i = 0; a.frames && i < a.count; i++)
        dmi_scene_clear(&a.frames[i]);
    free(a.frames);
    return status;
}
