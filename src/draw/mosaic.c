/* mosaic.c - boards with more vertices than marks would fit: cells of colour.
 *
 * The page is cut into small cells; a cell takes the ink that most of the
 * vertices in it have, and cells of one ink side by side in a row become one
 * box.  Once the vertices are counted, cost and size of the picture depend on
 * the page alone.
 */
#include "base/base.h"
#include "draw/tally.h"
#include "draw/view.h"

static dmi_ink cell_ink(const dmi_view *view, int32_t owner)
{
    return view->count ? dmi_land_ink(owner) : DMI_INK_PLAIN;
}

static void add_row(const dmi_view *view, const dmi_tally *tally, size_t row, dmi_scene *scene)
{
    for (size_t from = 0, to; from < tally->columns; from = to) {
        int32_t owner = dmi_tally_owner(tally, from, row);
        for (to = from + 1; to < tally->columns && dmi_tally_owner(tally, to, row) == owner; to++)
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
        box.fill = (uint8_t)cell_ink(view, owner);
        dmi_scene_add(scene, box);
    }
}

dm_status dmi_compose_mosaic(const dmi_view *view, dmi_scene *scene, dm_error *err)
{
    if (!view->mosaic)
        return DM_OK;
    dmi_tally tally;
    size_t columns = (size_t)(view->width / view->cell) + 1;
    size_t rows = (size_t)(view->height / view->cell) + 1;
    dm_status status = dmi_tally_init(&tally, columns, rows, err);
    if (status != DM_OK)
        return status;
    for (dm_vertex v = 0; v < view->graph->n; v++)
        dmi_tally_add(&tally, (view->places[v].x - view->left) / view->cell,
                      (view->places[v].y - view->top) / view->cell, view->owned->owner[v]);
    for (size_t row = 0; row < rows; row++)
        add_row(view, &tally, row, scene);
    dmi_tally_clear(&tally);
    return DM_OK;
}
