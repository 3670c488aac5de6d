/* cell_counts.c - who owns most of the vertices in each cell of a page. */
#include "draw/cell_counts.h"

#include "base/base.h"

#include <stdlib.h>

enum { TIED_CLASS = DMI_PLAYER_INKS, UNREACHED_CLASS };

dm_status dmi_cell_counts_init(dmi_cell_counts *cells, size_t columns, size_t rows, dm_error *err)
{
    uint32_t *counts = dmi_calloc(columns * rows, DMI_COUNT_CLASSES * sizeof *counts);
    if (!counts)
        return dmi_no_memory(err);
    *cells = (dmi_cell_counts){columns, rows, counts};
    return DM_OK;
}

void dmi_cell_counts_clear(dmi_cell_counts *cells)
{
    free(cells->counts);
}

static size_t clamped_cell(double at, size_t size)
{
    return at < 0 ? 0 : at < (double)size ? (size_t)at : size - 1;
}

void dmi_cell_counts_add(dmi_cell_counts *cells, double x, double y, int32_t owner)
{
    size_t cell = clamped_cell(y, cells->rows) * cells->columns + clamped_cell(x, cells->columns);
    int class = owner >= 0         ? owner % DMI_PLAYER_INKS
                : owner == DM_TIED ? TIED_CLASS
                                   : UNREACHED_CLASS;
    cells->counts[cell * DMI_COUNT_CLASSES + (size_t) class]++;
}

int32_t dmi_cell_counts_owner(const dmi_cell_counts *cells, size_t column, size_t row)
{
    const uint32_t *counts = cells->counts + (row * cells->columns + column) * DMI_COUNT_CLASSES;
    int best = 0;
    for (int i = 1; i < DMI_COUNT_CLASSES; i++)
        if (counts[i] > counts[best])
            best = i;
    if (counts[best] == 0)
        return DMI_NOBODY;
    return best == TIED_CLASS ? DM_TIED : best == UNREACHED_CLASS ? DM_UNREACHED : best;
}
