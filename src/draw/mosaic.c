/* mosaic.c - boards with more vertices than marks would fit: cells of colour.
 *
 * The page is cut into small cells; a cell takes the ink that most of the
 * vertices in it have (the first of equals), and cells of one ink side by side
 * in a row become one box.  The cost and the size of the picture depend on the
 * page alone once the vertices are counted: O(n + cells inks).
 */
#include "base/base.h"
#include "draw/view.h"

#include <math.h>
#include <stdlib.h>

enum { LAND_INKS = DMI_PLAYER_INKS + 2 }; /* the players', tied, unreached */

static const uint8_t ink_of[LAND_INKS] = {DMI_INK_LAND,     DMI_INK_LAND + 1, DMI_INK_LAND + 2,
                                          DMI_INK_LAND + 3, DMI_INK_LAND + 4, DMI_INK_LAND + 5,
                                          DMI_INK_TIED,     DMI_INK_UNREACHED};

static int class_of(int32_t owner)
{
    return owner >= 0         ? owner % DMI_PLAYER_INKS
           : owner == DM_TIED ? DMI_PLAYER_INKS
                              : DMI_PLAYER_INKS + 1;
}

static uint8_t most_frequent(const uint32_t *counts)
{
    int best = -1;
    for (int i = 0; i < LAND_INKS; i++)
        if (counts[i] > 0 && (best < 0 || counts[i] > counts[best]))
            best = i;
    return best < 0 ? DMI_INK_NONE : ink_of[best];
}

static void add_rows(const dmi_view *view, const uint32_t *counts, size_t columns, size_t rows,
                     dmi_scene *scene)
{
    for (size_t row = 0; row < rows; row++)
        for (size_t from = 0, to; from < columns; from = to) {
            const uint32_t *line = counts + row * columns * LAND_INKS;
            uint8_t ink = most_frequent(line + from * LAND_INKS);
            for (to = from + 1; to < columns && most_frequent(line + to * LAND_INKS) == ink; to++)
                ;
            dmi_shape box = {
                .kind = DMI_BOX,
                .fill = ink,
                .about = -1,
                .x = view->left + view->cell * (double)from,
                .y = view->top + view->cell * (double)row,
                .x2 = view->cell * (double)(to - from),
                .y2 = view->cell,
            };
            if (ink != DMI_INK_NONE)
                dmi_scene_add(scene, box);
        }
}

dm_status dmi_compose_mosaic(const dmi_view *view, dmi_scene *scene, dm_error *err)
{
    if (!view->mosaic)
        return DM_OK;
    size_t columns = (size_t)(view->width / view->cell) + 1,
           rows = (size_t)(view->height / view->cell) + 1;
    uint32_t *counts = dmi_calloc(columns * rows, LAND_INKS * sizeof *counts);
    if (!counts)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < view->graph->n; v++) {
        size_t column = (size_t)fmax(0, (view->places[v].x - view->left) / view->cell);
        size_t row = (size_t)fmax(0, (view->places[v].y - view->top) / view->cell);
        column = column < columns ? column : columns - 1;
        row = row < rows ? row : rows - 1;
        counts[(row * columns + column) * LAND_INKS + (size_t)class_of(view->owned->owner[v])]++;
    }
    add_rows(view, counts, columns, rows, scene);
    free(counts);
    return DM_OK;
}
