/* tally.c - who has most of the vertices in each cell of a page. */
#include "draw/tally.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>

enum { TIED_CLASS = DMI_PLAYER_INKS, UNREACHED_CLASS };

dm_status dmi_tally_init(dmi_tally *tally, size_t columns, size_t rows, dm_error *err)
{
    uint32_t *counts = dmi_calloc(columns * rows, DMI_TALLY_CLASSES * sizeof *counts);
    if (!counts)
        return dmi_no_memory(err);
    *tally = (dmi_tally){columns, rows, counts};
    return DM_OK;
}

void dmi_tally_clear(dmi_tally *tally)
{
    free(tally->counts);
}

static size_t within(double at, size_t size)
{
    return at < 0 ? 0 : at < (double)size ? (size_t)at : size - 1;
}

void dmi_tally_add(dmi_tally *tally, double x, double y, int32_t owner)
{
    size_t cell = within(y, tally->rows) * tally->columns + within(x, tally->columns);
    int class = owner >= 0         ? owner % DMI_PLAYER_INKS
                : owner == DM_TIED ? TIED_CLASS
                                   : UNREACHED_CLASS;
    tally->counts[cell * DMI_TALLY_CLASSES + (size_t) class]++;
}

int32_t dmi_tally_owner(const dmi_tally *tally, size_t column, size_t row)
{
    const uint32_t *counts = tally->counts + (row * tally->columns + column) * DMI_TALLY_CLASSES;
    int best = 0;
    for (int i = 1; i < DMI_TALLY_CLASSES; i++)
        if (counts[i] > counts[best])
            best = i;
    if (counts[best] == 0)
        return DMI_NOBODY;
    return best == TIED_CLASS ? DM_TIED : best == UNREACHED_CLASS ? DM_UNREACHED : best;
}
