/* text_cells.c - boards with too many vertices for marks in character cells.
 *
 * Edges are left out, and every cell shows the owner of most of its vertices: as a letter, or, with
 * colours and Unicode, as two pixels in one cell (a half block), which are about square.  The board
 * shrinks until cells inside it are hardly ever empty.
 */
#include "draw/cell_counts.h"
#include "draw/text.h"

#include <assert.h>
#include <math.h>

static void add_letter(const dmi_view *view, dmi_scene *scene, size_t column, size_t row,
                       int32_t owner)
{
    char letter[2];
    dmi_shape style = {
        .x = (double)column,
        .y = (double)row,
        .about = -1,
        .stroke = (uint8_t)(view->count ? dmi_land_ink(owner) : DMI_INK_TEXT),
    };
    dmi_land_letter(view, owner, letter);
    dmi_scene_write(scene, style, letter);
}

dm_status dmi_compose_text_cells(dmi_view *view, const dm_text *form, int rows, dmi_scene *scene,
                                 dm_error *err)
{
    assert(rows >= 0);
    dmi_cell_counts cells;
    dmi_draw_box box = dmi_draw_box_of(view->places, view->graph->n);
    int down = form->colour && form->unicode ? 2 : 1;
    /* Columns per unit of the layout; a row is two columns high and shows `down` pixels. */
    double wide = box.right - box.left, high = box.high - box.low;
    double scale = 1 / view->dense_spacing;
    if (wide > 0)
        scale = fmin(scale, (form->columns - 1) / wide);
    if (high > 0)
        scale = fmin(scale, 2.0 * (rows * down - 1) / down / high);
    scene->width = floor((box.right - box.left) * scale + 1e-9) + 1;
    double pixels = floor((box.high - box.low) * scale * down / 2 + 1e-9) + 1;
    scene->height = ceil(pixels / down);
    dm_status status = dmi_cell_counts_init(&cells, (size_t)scene->width, (size_t)pixels, err);
    if (status != DM_OK)
        return status;
    for (dm_vertex v = 0; v < view->graph->n; v++) {
        dm_point *p = &view->places[v];
        *p = (dm_point){(p->x - box.left) * scale, (box.high - p->y) * scale / 2};
        dmi_cell_counts_add(&cells, p->x, p->y * down, view->owned->owner[v]);
    }
    /* `down` rows of counted cells make one row of characters. */
    for (size_t row = 0; row < cells.rows; row++)
        for (size_t column = 0; column < cells.columns; column++) {
            int32_t owner = dmi_cell_counts_owner(&cells, column, row);
            if (owner == DMI_NOBODY)
                continue;
            if (down == 1) {
                add_letter(view, scene, column, row, owner);
                continue;
            }
            dmi_shape pixel = {
                .kind = DMI_BOX,
                .about = -1,
                .x = (double)column,
                .y = (double)row / down,
                .x2 = 1,
                .y2 = 1.0 / down,
                .fill = (uint8_t)(view->count ? dmi_land_ink(owner) : DMI_INK_PLAIN),
            };
            dmi_scene_add(scene, pixel);
        }
    dmi_cell_counts_clear(&cells);
    return DM_OK;
}
