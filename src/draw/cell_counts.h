/* cell_counts.h - who owns most of the vertices in each cell of a page. */
#ifndef DMI_CELL_COUNTS_H
#define DMI_CELL_COUNTS_H

#include "draw/paint/palette.h"
#include <demesne/dominance.h>
#include <stddef.h>

enum { DMI_NOBODY = -3, DMI_COUNT_CLASSES = DMI_PLAYER_INKS + 2 };

typedef struct dmi_cell_counts {
    size_t columns, rows;
    uint32_t *counts; /* DMI_COUNT_CLASSES per cell */
} dmi_cell_counts;

dm_status dmi_cell_counts_init(dmi_cell_counts *cells, size_t columns, size_t rows, dm_error *err);
void dmi_cell_counts_clear(dmi_cell_counts *cells);
/* Counts a vertex in the cell that holds (x, y), or in the nearest one. */
void dmi_cell_counts_add(dmi_cell_counts *cells, double x, double y, int32_t owner);
/* The owner (players modulo DMI_PLAYER_INKS) of most vertices in a cell, the first of equals;
 * DMI_NOBODY if the cell is empty. */
int32_t dmi_cell_counts_owner(const dmi_cell_counts *cells, size_t column, size_t row);

#endif
