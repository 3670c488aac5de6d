/* cut_lp_state.c - reads, allocates and copies dictionaries of the linear program. */
#include "search/cut_lp.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

const double *dmi_lp_point(dmi_lp *lp)
{
    for (int32_t i = 0; i < lp->sites; i++) {
        double x = lp->d.where[i] < 0 ? lp->d.level[i] : lp->d.value[lp->d.where[i]];
        lp->x[i] = x < 0 ? 0 : x > 1 ? 1 : x;
    }
    return lp->x;
}

void dmi_lp_multipliers(const dmi_lp *lp, double *multiplier)
{
    for (int32_t k = 0; k < lp->cuts; k++)
        multiplier[k] = 0;
    for (int32_t c = 0; c < lp->sites; c++)
        if (lp->d.column[c] >= lp->sites)
            multiplier[lp->d.column[c] - lp->sites] = -dmi_lp_row(lp, 0)[c];
}

/* Reallocates *array for `count` entries; false: no memory. */
static bool fit(void *array_address, size_t count, size_t size)
{
    void *array;
    memcpy(&array, array_address, sizeof array);
    void *larger = dmi_realloc(array, count, size);
    if (larger)
        memcpy(array_address, &larger, sizeof larger);
    return larger != NULL;
}

bool dmi_lp_dictionary_grow(dmi_lp_dictionary *d, int32_t rows, int32_t sites, size_t stride)
{
    size_t n = (size_t)sites, used = (size_t)d->rows * stride * sizeof *d->cell;
    if (rows <= d->room)
        return true;
    int32_t room = rows < 2 * d->room ? 2 * d->room : rows;
    double *cell = dmi_alloc_aligned((size_t)room * stride * sizeof *cell);
    bool fits = cell && fit(&d->value, (size_t)room, sizeof *d->value) &&
                fit(&d->norm, (size_t)room, sizeof *d->norm) &&
                fit(&d->basic, (size_t)room, sizeof *d->basic) &&
                fit(&d->column, n, sizeof *d->column) && fit(&d->low, n, sizeof *d->low) &&
                fit(&d->high, n, sizeof *d->high) && fit(&d->level, n, sizeof *d->level) &&
                fit(&d->where, n, sizeof *d->where);
    if (!fits) {
        free(cell);
        return false;
    }
    if (used > 0)
        memcpy(cell, d->cell, used);
    free(d->cell);
    d->cell = cell;
    d->room = room;
    return true;
}

void dmi_lp_dictionary_clear(dmi_lp_dictionary *d)
{
    free(d->cell);
    free(d->value);
    free(d->norm);
    free(d->basic);
    free(d->column);
    free(d->low);
    free(d->high);
    free(d->level);
    free(d->where);
    *d = (dmi_lp_dictionary){0};
}

/* `to` has the room. */
static void copy(dmi_lp_dictionary *to, const dmi_lp_dictionary *from, int32_t sites, size_t stride)
{
    size_t n = (size_t)sites, rows = (size_t)from->rows;
    to->rows = from->rows;
    to->pivots = from->pivots;
    memcpy(to->cell, from->cell, rows * stride * sizeof *to->cell);
    memcpy(to->value, from->value, rows * sizeof *to->value);
    memcpy(to->norm, from->norm, rows * sizeof *to->norm);
    memcpy(to->basic, from->basic, rows * sizeof *to->basic);
    memcpy(to->column, from->column, n * sizeof *to->column);
    memcpy(to->low, from->low, n * sizeof *to->low);
    memcpy(to->high, from->high, n * sizeof *to->high);
    memcpy(to->level, from->level, n * sizeof *to->level);
    memcpy(to->where, from->where, n * sizeof *to->where);
}

dm_status dmi_lp_save(const dmi_lp *lp, dmi_lp_dictionary *to, dm_error *err)
{
    to->rows = 0;
    if (!dmi_lp_dictionary_grow(to, lp->d.rows, lp->sites, lp->stride))
        return dmi_no_memory(err);
    copy(to, &lp->d, lp->sites, lp->stride);
    return DM_OK;
}

void dmi_lp_restore(dmi_lp *lp, const dmi_lp_dictionary *from)
{
    copy(&lp->d, from, lp->sites, lp->stride);
}

dm_status dmi_lp_copy(dmi_lp *to, const dmi_lp *from, dm_error *err)
{
    while (to->cuts < from->cuts)
        if (dmi_lp_new_cut(to) < 0)
            return dmi_no_memory(err);
    for (int32_t k = 0; k < from->cuts; k++) {
        int64_t *coef = to->cut[k].coef;
        to->cut[k] = from->cut[k];
        to->cut[k].coef = memcpy(coef, from->cut[k].coef, (size_t)from->sites * sizeof *coef);
    }
    for (int32_t k = from->cuts; k < to->cuts; k++)
        to->cut[k].used = false;
    return dmi_lp_save(from, &to->d, err);
}
