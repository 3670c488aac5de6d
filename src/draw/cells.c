/* cells.c - boards with too many vertices for marks: small cells of colour.
 *
 * A cell takes the ink that most of its vertices have; neighbours of one ink in a row become one
 * box.  Once the vertices are counted, cost and size of the picture depend on the page alone.
 */
#include "base/base.h"
#include "draw/paint/palette.h"
#include "draw/text.h"
#include "draw/view.h"
#include <assert.h>
#include <demesne/dominance.h>
#include <math.h>
#include <stdlib.h>

enum {
    TIED_CLASS = DMI_PLAYER_INKS,
    UNREACHED_CLASS,
    COUNT_CLASSES,
    NOBODY = -3 /* owns a cell without vertices */
};

/* Who owns most of the vertices in each cell of a page. */
typedef struct cell_counts {
    size_t columns, rows;
    uint32_t *counts; /* COUNT_CLASSES per cell */
} cell_counts;

static dm_status cell_counts_init(cell_counts *cells, size_t columns, size_t rows, dm_error *err)
{
    uint32_t *counts = dmi_calloc(columns * rows, COUNT_CLASSES * sizeof *counts);
    if (!counts)
        return dmi_no_memory(err);
    *cells = (cell_counts){columns, rows, counts};
    return DM_OK;
}

static size_t clamped_cell(double at, size_t size)
{
    return at < 0 ? 0 : at < (double)size ? (size_t)at : size - 1;
}

/* Counts a vertex in the cell that holds (x, y), or in the nearest one. */
static void cell_counts_add(cell_counts *cells, double x, double y, int32_t owner)
{
    size_t cell = clamped_cell(y, cells->rows) * cells->columns + clamped_cell(x, cells->columns);
    int class = owner >= 0         ? owner % DMI_PLAYER_INKS
                : owner == DM_TIED ? TIED_CLASS
                                   : UNREACHED_CLASS;
    cells->counts[cell * COUNT_CLASSES + (size_t) class]++;
}

/* The owner (players modulo DMI_PLAYER_INKS) of most vertices in a cell, the first of equals;
 * NOBODY if the cell is empty. */
static int32_t cell_counts_owner(const cell_counts *cells, size_t column, size_t row)
{
    const uint32_t *counts = cells->counts + (row * cells->columns + column) * COUNT_CLASSES;
    int best = 0;
    for (int i = 1; i < COUNT_CLASSES; i++)
        if (counts[i] > counts[best])
            best = i;
    if (counts[best] == 0)
        return NOBODY;
    return best == TIED_CLASS ? DM_TIED : best == UNREACHED_CLASS ? DM_UNREACHED : best;
}

static void cell_counts_clear(cell_counts *cells)
{
    free(cells->counts);
}

/* Boards with too many vertices for marks in character cells.
 *
 * Edges are left out, and every cell shows the owner of most of its vertices: as a letter, or, with
 * colours and Unicode, as two pixels in one cell (a half block), which are about square.  The board
 * shrinks until cells inside it are hardly ever empty.
 */
dm_status dmi_compose_text_cells(dmi_view *view, const dm_text *form, int rows, dmi_scene *scene,
                                 dm_error *err)
{
    assert(rows >= 0);
    cell_counts cells;
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
    dm_status status = cell_counts_init(&cells, (size_t)scene->width, (size_t)pixels, err);
    if (status != DM_OK)
        return status;
    for (dm_vertex v = 0; v < view->graph->n; v++) {
        dm_point *p = &view->places[v];
        *p = (dm_point){(p->x - box.left) * scale, (box.high - p->y) * scale / 2};
        cell_counts_add(&cells, p->x, p->y * down, view->owned->owner[v]);
    }
    /* `down` rows of counted cells make one row of characters. */
    for (size_t row = 0; row < cells.rows; row++)
        for (size_t column = 0; column < cells.columns; column++) {
            int32_t owner = cell_counts_owner(&cells, column, row);
            if (owner == NOBODY)
                continue;
            if (down == 1) {
                char letter[2];
                dmi_shape style = {
                    .x = (double)column,
                    .y = (double)row,
                    .about = -1,
                    .stroke = (uint8_t)(view->count ? dmi_land_ink(owner) : DMI_INK_TEXT),
                };
                dmi_land_letter(view, owner, letter);
                dmi_scene_write(scene, style, letter);
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
    cell_counts_clear(&cells);
    return DM_OK;
}

dm_status dmi_compose_cells(const dmi_view *view, dmi_scene *scene, dm_error *err)
{
    if (!view->as_cells)
        return DM_OK;
    cell_counts cells;
    size_t columns = (size_t)(view->width / view->cell) + 1;
    size_t rows = (size_t)(view->height / view->cell) + 1;
    dm_status status = cell_counts_init(&cells, columns, rows, err);
    if (status != DM_OK)
        return status;
    for (dm_vertex v = 0; v < view->graph->n; v++)
        cell_counts_add(&cells, (view->places[v].x - view->left) / view->cell,
                        (view->places[v].y - view->top) / view->cell, view->owned->owner[v]);
    for (size_t row = 0; row < rows; row++) {
        /* One row of cells. */
        for (size_t from = 0, to; from < cells.columns; from = to) {
            int32_t owner = cell_counts_owner(&cells, from, row);
            for (to = from + 1; to < cells.columns && cell_counts_owner(&cells, to, row) == owner;
                 to++)
                ;
            dmi_shape box = {
                .kind = DMI_BOX,
                .about = -1,
                .x = view->left + view->cell * (double)from,
                .y = view->top + view->cell * (double)row,
                .x2 = view->cell * (double)(to - from),
                .y2 = view->cell,
            };
            if (owner == NOBODY)
                continue;
            box.fill = (uint8_t)(view->count ? dmi_land_ink(owner) : DMI_INK_PLAIN);
            dmi_scene_add(scene, box);
        }
    }
    cell_counts_clear(&cells);
    return DM_OK;
}
