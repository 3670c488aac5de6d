/* interval_text.c - a game on a circle or a segment as characters: a ring of cells, or a line.
 *
 * b and r stand in one-coloured intervals, a point where two colours share; stones carry their
 * letter and move number above their places; + marks key points inside the ring or below the line.
 */
#include <demesne/draw.h>

#include "base/base.h"
#include "draw/interval.h"
#include "draw/paint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put(dmi_scene *scene, dmi_spot at, dmi_ink ink, bool bold, const char *text)
{
    dmi_scene_write(scene,
                    (dmi_shape){.x = floor(at.x),
                                .y = floor(at.y),
                                .about = -1,
                                .flags = bold ? DMI_BOLD : 0,
                                .stroke = (uint8_t)ink},
                    text);
}

static void put_stretch(const dmi_ring *ring, dmi_stretch s, dmi_scene *scene)
{
    double steps = ceil((s.to - s.from) * 8 * ring->size);
    bool alone = s.left < 0 || s.right < 0 || s.left == s.right;
    for (double i = 0; i <= steps; i++) {
        double part = steps > 0 ? i / steps : 0;
        int colour = part < 0.5 ? s.left : s.right;
        if (colour < 0)
            colour = s.left < 0 ? s.right : s.left;
        put(scene, dmi_ring_spot(ring, s.from + (s.to - s.from) * part, 0),
            dmi_colour_ink((dm_colour)colour), false,
            !alone             ? "."
            : colour == DM_RED ? "r"
                               : "b");
    }
}

static void put_stones(const dmi_ring *ring, dmi_scene *scene)
{
    for (int32_t i = 0; i < ring->count; i++) {
        char label[16];
        dm_interval_stone stone = dm_interval_stone_at(ring->game, i);
        int size = snprintf(label, sizeof label, "%c%d", stone.colour == DM_RED ? 'R' : 'B', i + 1);
        dmi_spot at = dmi_ring_spot(ring, stone.at, ring->lowest + ring->storey[i] * ring->high);
        if (ring->circle) /* away from the ring on its left side, from the place elsewhere */
            at.x -= stone.at > 0.5 ? size - 1 : 0;
        put(scene, at, dmi_colour_ink(stone.colour), true, label);
    }
}

static void plan(dmi_ring *ring, const dm_text *form, bool circle)
{
    int columns = form->columns > 0 ? form->columns : 80, rows = form->rows > 0 ? form->rows : 24;
    double radius = fmin(fmin(columns - 24, 2.0 * (rows - 10)) / 2, 22);
    *ring = (dmi_ring){.size = circle ? fmax(radius, 8) : fmax(columns - 8, 16),
                       .squeeze = circle ? 0.5 : 1,
                       .wide = 4,
                       .high = circle ? 4 : 1,
                       .lowest = circle ? 3 : 1};
}

/* Room for the ring or the line with its storeys. */
static void size_scene(dmi_ring *ring, dmi_scene *scene)
{
    double above = ring->lowest + dmi_ring_storeys(ring) * ring->high;
    if (ring->circle) {
        double reach = ring->size + above;
        scene->width = ceil(2 * reach) + 3;
        scene->height = ceil(reach) + 1;
        ring->x = reach + 1;
        ring->y = reach / 2;
    } else {
        scene->width = ring->size + 8;
        scene->height = above + 2;
        ring->x = 1;
        ring->y = above;
    }
}

/* Without the empty rows above and below. */
static void trim(char *text)
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
    dmi_ring ring;
    dmi_scene scene = {0};
    plan(&ring, &form, dm_interval_rules_of(game)->arena == DM_CIRCLE);
    if (!dmi_ring_init(&ring, game))
        return dmi_no_memory(err);
    size_scene(&ring, &scene);
    for (int32_t i = 0; i < dmi_ring_stretches(&ring); i++)
        put_stretch(&ring, dmi_ring_stretch(&ring, i), &scene);
    for (int32_t i = 0; i < dm_interval_rules_of(game)->stones; i++)
        if (dmi_ring_key(&ring, i) >= 0)
            put(&scene, dmi_ring_spot(&ring, dmi_ring_key(&ring, i), ring.circle ? -3 : -1),
                DMI_INK_FAINT_TEXT, false, "+");
    put_stones(&ring, &scene);
    dm_status status = dmi_scene_status(&scene, err);
    if (status == DM_OK)
        status = dmi_paint_text(&scene, (dmi_letters){form.colour, form.unicode}, out, err);
    if (status == DM_OK)
        trim(*out);
    dmi_scene_clear(&scene);
    dmi_ring_clear(&ring);
    return status;
}
