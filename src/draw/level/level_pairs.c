/* level_pairs.c - where two new sites or cuts win: for each pair of edges a square, the place on
 * the first edge across, that on the second one up, winning places in the player's colour.
 *
 *      second +-----+
 *             |  ## |
 *             | ### |
 *             +-----+ first
 */
#include "draw/level/level_page.h"

#include <math.h>
#include <stdio.h>

#define SIDE 96.0
#define ROOM 30.0

enum { MOST_PAIRS = 225 };

/* Whether two polygons are of one pair of edges; the polygons come pair by pair. */
static bool is_same_pair(const dm_line_odds *odds, int32_t i, int32_t k)
{
    const dm_line_polygon *a = &odds->polygons[i], *b = &odds->polygons[k];
    return a->edge[0] == b->edge[0] && a->edge[1] == b->edge[1];
}

static int32_t pairs_of(const dm_line_odds *odds)
{
    int32_t count = 0;
    for (int32_t i = 0; odds && i < odds->polygon_count && count < MOST_PAIRS; i++)
        count += i == 0 || !is_same_pair(odds, i - 1, i);
    return count;
}

/* About as many rows as columns. */
static int32_t columns_of(const dm_line_odds *odds)
{
    int32_t count = pairs_of(odds), most = (int32_t)fmax(5, ceil(sqrt(count)));
    return count < most ? count : most;
}

double dmi_level_pairs_height(const dm_line_odds *odds)
{
    int32_t count = pairs_of(odds), across = columns_of(odds);
    return count ? (count + across - 1) / across * (SIDE + ROOM) + 10 : 0;
}

double dmi_level_pairs_width(const dm_line_odds *odds)
{
    return columns_of(odds) * (SIDE + ROOM);
}

static void add_square(const dmi_level_view *view, const dm_line_odds *odds, int32_t first,
                       dm_point corner, dmi_scene *scene)
{
    const dm_line_polygon *own = &odds->polygons[first];
    int32_t me = view->level->me;
    dmi_ink ink = dmi_level_ink(view, me < 0 ? 0 : me);
    char text[40];
    for (int32_t i = first; i < odds->polygon_count && is_same_pair(odds, first, i); i++) {
        const dm_line_polygon *p = &odds->polygons[i];
        size_t begin = scene->points_count;
        for (int32_t k = 0; k < p->count; k++) {
            const dm_line_pair *pair = &odds->corners[p->first + k];
            dmi_scene_point(scene,
                            (dm_point){corner.x + SIDE * dmi_decimal_of(pair->at[0]),
                                       corner.y + SIDE - SIDE * dmi_decimal_of(pair->at[1])});
        }
        dmi_scene_ring_end(scene);
        dmi_scene_area(
            scene,
            (dmi_shape){.about = -1, .fill = (uint8_t)ink, .stroke = (uint8_t)ink, .width = 0.5F},
            begin);
    }
    dmi_scene_add(scene, (dmi_shape){.kind = DMI_BOX,
                                     .about = -1,
                                     .x = corner.x,
                                     .y = corner.y,
                                     .x2 = SIDE,
                                     .y2 = SIDE,
                                     .width = 1,
                                     .stroke = DMI_INK_FAINT_TEXT});
    if (own->edge[0] == own->edge[1]) {
        dmi_shape half =
            dmi_line_shape((dm_point){corner.x, corner.y + SIDE},
                           (dm_point){corner.x + SIDE, corner.y}, 0.8, DMI_INK_FAINT_TEXT);
        half.flags = DMI_DASHED;
        dmi_scene_add(scene, half);
    }
    snprintf(text, sizeof text, "edges %d and %d", own->edge[0], own->edge[1]);
    dmi_scene_write(scene,
                    dmi_text_shape((dm_point){corner.x + SIDE / 2, corner.y + SIDE + 11}, 10.5,
                                   DMI_INK_TEXT, 0),
                    text);
}

void dmi_level_pairs(const dmi_level_view *view, const dmi_level_page *page,
                     const dm_line_odds *odds, double top, dmi_scene *scene)
{
    double left = (page->width - dmi_level_pairs_width(odds) + ROOM) / 2;
    int32_t across = columns_of(odds);
    for (int32_t i = 0, shown = 0; i < odds->polygon_count && shown < MOST_PAIRS; i++) {
        if (i > 0 && is_same_pair(odds, i - 1, i))
            continue;
        add_square(view, odds, i,
                   (dm_point){left + shown % across * (SIDE + ROOM),
                              top + 10 + shown / across * (SIDE + ROOM)},
                   scene);
        shown++;
    }
}
