/* tally.h - who has most of the vertices in each cell of a page. */
#ifndef DMI_TALLY_H
#define DMI_TALLY_H

#include "draw/palette.h"
#include <demesne/dominance.h>
#include <stddef.h>

enum { DMI_NOBODY = -3, DMI_TALLY_CLASSES = DMI_PLAYER_INKS + 2 };

typedef struct dmi_tally {
    size_t columns, rows;
    uint32_t *counts; /* DMI_TALLY_CLASSES a cell */
} dmi_tally;

dm_status dmi_tally_init(dmi_tally *tally, size_t columns, size_t rows, dm_error *err);
void dmi_tally_clear(dmi_tally *tally);
/* Counts a vertex in the cell that holds (x, y), or the nearest one. */
void dmi_tally_add(dmi_tally *tally, double x, double y, int32_t owner);
/* The owner (players modulo DMI_PLAYER_INKS) of most vertices of a cell, the
 * first of equals; DMI_NOBODY where there are none. */
int32_t dmi_tally_owner(const dmi_tally *tally, size_t column, size_t row);

#endif
