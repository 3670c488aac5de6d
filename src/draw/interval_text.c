/* interval_text.c - a game on a circle or a segment as characters: a ring or a line of cells.
 *
 * b and r fill the intervals of one colour, points those between two; stones carry their
 * letter and move number above their places; + marks key points inside the ring or below the line.
 */
#include <demesne/draw.h>

#include "base/base.h"
#include "draw/interval_plan.h"
#include "draw/paint/paint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_text(dmi_scene *scene, dm_point at, dmi_ink ink, bool bold, const char *text)
{
    dmi_scene_write(scene,
                    (dmi_shape){.x = floor(at.x),
                                .y = floor(at.y),
                                .about = -1,
                                .flags = bold ? DMI_BOLD : 0,
                                .stroke = (uint8_t)ink},
                    text);
}

static void put_stretch(const dmi_interval_plan *plan, dmi_interval_stretch s, dmi_scene *scene)
{
    double steps = ceil((s.to - s.from) * 8 * plan->size);
    bool alone = s.left < 0 || s.right < 0 || s.left == s.right;
    for (double i = 0; i <= steps; i++) {
        double part = steps > 0 ? i / steps : 0;
        int colour = part < 0.5 ? s.left : s.right;
        if (colour < 0)
            colour = s.left < 0 ? s.right : s.left;
        put_text(scene, dmi_interval_point(plan, s.from + (s.to - s.from) * part, 0),
                 dmi_interval_ink((dm_colour)colour), false,
                 !alone             ? "."
                 : colour == DM_RED ? "r"
                                    : "b");
    }
}

/* Without the empty rows above and below. */
static void trim_lines(char *text)
{
    size_t empty = strspn(text, "\n"), size = strlen(text);
    while (size > empty + 1 && text[size - 2] == '\n')
        size--;
    memmove(text, text + empty, size - empty);
    text[size - empty] = 0;
}

dm_status dm_draw_interval_text(const dm_interval *game, const dm_text *text, char **out,
                                dm_error *err)
{
    const dm_text form = text ? *text : (dm_text){0};
    dmi_interval_plan plan;
    dmi_scene scene = {0};
    bool circle = dm_interval_rules_of(game)->arena == DM_CIRCLE;
    int columns = form.columns > 0 ? form.columns : 80, rows = form.rows > 0 ? form.rows : 24;
    double radius = fmin(fmin(columns - 24, 2.0 * (rows - 10)) / 2, 22);
    plan = (dmi_interval_plan){.size = circle ? fmax(radius, 8) : fmax(columns - 8, 16),
                               .squeeze = circle ? 0.5 : 1,
                               .wide = 4,
                               .high = circle ? 4 : 1,
                               .lowest = circle ? 3 : 1};
    if (!dmi_interval_plan_init(&plan, game))
        return dmi_no_memory(err);
    double above = plan.lowest + dmi_interval_rows(&plan) * plan.high;
    if (plan.circle) {
        double reach = plan.size + above;
        scene.width = ceil(2 * reach) + 3;
        scene.height = ceil(reach) + 1;
        plan.x = reach + 1;
        plan.y = reach / 2;
    } else {
        scene.width = plan.size + 8;
        scene.height = above + 2;
        plan.x = 1;
        plan.y = above;
    }
    for (int32_t i = 0; i < dmi_interval_stretches(&plan); i++)
        put_stretch(&plan, dmi_interval_stretch_at(&plan, i), &scene);
    for (int32_t i = 0; i < dm_interval_rules_of(game)->stones; i++)
        if (dmi_interval_key_point(&plan, i) >= 0)
            put_text(
                &scene,
                dmi_interval_point(&plan, dmi_interval_key_point(&plan, i), plan.circle ? -3 : -1),
                DMI_INK_FAINT_TEXT, false, "+");
    for (int32_t i = 0; i < plan.count; i++) {
        char label[16];
        dm_interval_stone stone = dm_interval_stone_at(plan.game, i);
        int size = snprintf(label, sizeof label, "%c%d", stone.colour == DM_RED ? 'R' : 'B', i + 1);
        dm_point at = dmi_interval_point(&plan, stone.at, plan.lowest + plan.row[i] * plan.high);
        if (plan.circle) /* away from the ring on its left side, from the place elsewhere */
            at.x -= stone.at > 0.5 ? size - 1 : 0;
        put_text(&scene, at, dmi_interval_ink(stone.colour), true, label);
    }
    dm_status status = dmi_scene_status(&scene, err);
    if (status == DM_OK)
        status = dmi_paint_text(&scene, (dmi_letters){form.colour, form.unicode}, out, err);
    if (status == DM_OK)
        trim_lines(*out);
    dmi_scene_clear(&scene);
    dmi_interval_plan_clear(&plan);
    return status;
}
