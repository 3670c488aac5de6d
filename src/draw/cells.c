/* cells.c - boards with too many vertices for marks: small cells of colour.
 *
 * A cell takes the ink that most of its vertices have; neighbours of one ink in a row become one
 * box.  Once the vertices are counted, cost and size of the picture depend on the page alone.
 */
#include "draw/cell_counts.h"
#include "draw/view.h"

dm_status dmi_compose_cells(const dmi_view *view, dmi_scene *scene, dm_error *err)
{
    if (!view->as_cells)
        return DM_OK;
    dmi_cell_counts cells;
    size_t columns = (size_t)(view->width / view->cell) + 1;
    size_t rows = (size_t)(view->height / view->cell) + 1;
    dm_status status = dmi_cell_counts_init(&cells, columns, rows, err);
    if (status != DM_OK)
        return status;
    for (dm_vertex v = 0; v < view->graph->n; v++)
        dmi_cell_counts_add(&cells, (view->places[v].x - view->left) / view->cell,
                            (view->places[v].y - view->top) / view->cell, view->owned->owner[v]);
    for (size_t row = 0; row < rows; row++) {
        /* One row of cells. */
        for (size_t from = 0, to; from < cells.columns; from = to) {
            int32_t owner = dmi_cell_counts_owner(&cells, from, row);
            for (to = from + 1;
                 to < cells.columns && dmi_cell_counts_owner(&cells, to, row) == owner; to++)
                ;
            dmi_shape box = {
                .kind = DMI_BOX,
                .about = -1,
                .x = view->left + view->cell * (double)from,
                .y = view->top + view->cell * (double)row,
                .x2 = view->cell * (double)(to - from),
                .y2 = view->cell,
            };
            if (owner == DMI_NOBODY)
                continue;
            box.fill = (uint8_t)(view->count ? dmi_land_ink(owner) : DMI_INK_PLAIN);
            dmi_scene_add(scene, box);
        }
    }
    dmi_cell_counts_clear(&cells);
    return DM_OK;
}
