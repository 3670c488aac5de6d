/* share_chart.c - shares of won random moves in columns, by the grade of the level: a disc per
 * level with the interval of its share, side by side, and the mean of the column as a line.
 *
 *      1    |  o o
 *      0.1  |      o--  o       each factor of ten is equally high;
 *      0.01 |           o o     below a ten-thousandth all lie on the axis
 *           +------------------
 *             easy  hard
 */
#include "base/base.h"
#include "draw/paint/paint.h"
#include "draw/paint/scene.h"
#include <demesne/draw_level.h>
#include <math.h>
#include <stdio.h>

#define HEIGHT 260.0
#define COLUMN 130.0
#define LEFT   64.0
#define TOP    40.0

enum { DECADES = 4 };

static double height_of(double share)
{
    double tens = share > 0 ? log10(share) : -DECADES;
    return TOP + HEIGHT * fmin(fmax(-tens / DECADES, 0), 1);
}

static void write_at(dmi_scene *scene, dm_point at, dmi_anchor anchor, unsigned flags,
                     const char *text)
{
    dmi_shape shape = dmi_text_shape(at, 12, DMI_INK_TEXT, flags);
    shape.anchor = (uint8_t)anchor;
    dmi_scene_write(scene, shape, text);
}

static void add_axes(dmi_scene *scene, const char *const *columns, int32_t count)
{
    static const char *const marks[] = {"100 %", "10 %", "1 %", "0.1 %", "0"};
    double right = LEFT + COLUMN * count;
    for (int i = 0; i <= DECADES; i++) {
        double y = TOP + HEIGHT * i / DECADES;
        dmi_scene_add(scene, dmi_line_shape((dm_point){LEFT, y}, (dm_point){right, y},
                                            i == DECADES ? 1 : 0.5, DMI_INK_FAINT_TEXT));
        write_at(scene, (dm_point){LEFT - 8, y}, DMI_END, 0, marks[i]);
    }
    for (int32_t c = 0; c < count; c++)
        write_at(scene, (dm_point){LEFT + COLUMN * (c + 0.5), TOP + HEIGHT + 16}, DMI_MIDDLE, 0,
                 columns[c]);
}

/* The points of a column spread over its width, in their order. */
static void add_column(dmi_scene *scene, const dm_share_point *points, int32_t count,
                       int32_t column)
{
    int32_t all = 0, seen = 0;
    double sum = 0, left = LEFT + COLUMN * column;
    for (int32_t i = 0; i < count; i++)
        if (points[i].column == column) {
            all++;
            sum += points[i].share;
        }
    if (all == 0)
        return;
    dmi_shape mean =
        dmi_line_shape((dm_point){left + 8, height_of(sum / all)},
                       (dm_point){left + COLUMN - 8, height_of(sum / all)}, 2, DMI_INK_LAND);
    dmi_scene_add(scene, mean);
    for (int32_t i = 0; i < count; i++) {
        const dm_share_point *p = &points[i];
        if (p->column != column)
            continue;
        double x = left + COLUMN * (0.12 + 0.76 * (seen++ + 0.5) / all);
        dmi_scene_add(scene,
                      dmi_line_shape((dm_point){x, height_of(p->low)},
                                     (dm_point){x, height_of(p->high)}, 1, DMI_INK_FAINT_TEXT));
        dmi_scene_add(scene, dmi_disc_shape((dm_point){x, height_of(p->share)}, 3.5,
                                            DMI_INK_LAND + 1, DMI_INK_TEXT, 0.8));
    }
}

dm_status dm_draw_shares(const dm_share_point *points, int32_t count, const char *const *columns,
                         int32_t column_count, const char *title, const char *path, dm_error *err)
{
    dmi_scene scene = {
        .width = LEFT + COLUMN * column_count + 20, .height = TOP + HEIGHT + 36, .title = title};
    write_at(&scene, (dm_point){scene.width / 2, 16}, DMI_MIDDLE, DMI_BOLD, title);
    add_axes(&scene, columns, column_count);
    for (int32_t c = 0; c < column_count; c++)
        add_column(&scene, points, count, c);
    dm_status status = dmi_scene_status(&scene, err);
    if (status == DM_OK)
        status = dmi_paint_file(&scene, path, err);
    dmi_scene_clear(&scene);
    return status;
}
