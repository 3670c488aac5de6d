/* lattice.c - the gravity rule: the cells of a lattice go to the side with the greatest sum of
 * 1/d^2.
 *
 * A row is computed at once: for each site, in the order placed, its term is added to the sums of
 * its side along the row, which compilers turn into vector instructions without changing the order
 * of additions.
 *
 * Cost: O(cells * sites).
 */
#include "plane/plane_sites.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct row {
    double *sum[DM_PLANE_SIDES]; /* of each column */
    double *crossing;            /* where the row crosses the border, sorted */
} row;

static dm_status lattice_alloc(const dm_plane *plane, int32_t cells, dm_plane_lattice **out,
                               dm_error *err)
{
    const dm_plane_board *board = plane->board;
    double width = board->high.x - board->low.x, height = board->high.y - board->low.y;
    dm_plane_lattice *l = dmi_calloc(1, sizeof *l);
    if (!l)
        return dmi_no_memory(err);
    l->cell = fmax(width, height) / cells;
    l->columns = width >= height ? cells : (int32_t)floor(width / l->cell + 0.5);
    l->rows = width >= height ? (int32_t)floor(height / l->cell + 0.5) : cells;
    l->owner = dmi_alloc((size_t)l->columns * (size_t)l->rows + 1, sizeof *l->owner);
    if (!l->owner) {
        free(l);
        return dmi_no_memory(err);
    }
    *out = l;
    return DM_OK;
}

void dm_plane_lattice_free(dm_plane_lattice *l)
{
    if (!l)
        return;
    for (int i = 0; i < DM_PLANE_SIDES; i++)
        dm_free(l->area[i]);
    dm_free(l->tied_area);
    dm_free(l->value);
    free(l->owner);
    free(l);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Finds where the row at `y` crosses the border; returns how often. */
static int32_t find_crossings(const dm_plane_board *board, double y, double *crossing)
{
    int32_t count = 0;
    for (int32_t r = 0, from = 0; r < board->rings; from = board->ring_end[r++])
        for (int32_t i = from, j = board->ring_end[r] - 1; i < board->ring_end[r]; j = i++) {
            dm_point p = board->corner[i], q = board->corner[j];
            if ((p.y > y) != (q.y > y))
                crossing[count++] = p.x + (y - p.y) / (q.y - p.y) * (q.x - p.x);
        }
    qsort(crossing, (size_t)count, sizeof *crossing, by_value);
    return count;
}

static void add_site(double *restrict sum, int32_t columns, double first, double cell, double dy)
{
    double square = dy * dy;
    for (int32_t i = 0; i < columns; i++) {
        double dx = first + (i + 0.5) * cell;
        sum[i] += 1 / (dx * dx + square);
    }
}

/* Who owns column i: the greatest sum. */
static signed char owner_of(const row *r, int32_t sides, int32_t i)
{
    int32_t best = 0;
    bool tied = false;
    for (int32_t s = 1; s < sides; s++) {
        double here = r->sum[s][i], most = r->sum[best][i];
        tied = here == most || (tied && here < most);
        if (here > most)
            best = s;
    }
    return (signed char)(tied ? -1 : best);
}

static void fill_row(const dm_plane *plane, dm_plane_lattice *l, int32_t j, const row *r)
{
    const dm_plane_board *board = plane->board;
    double y = board->low.y + (j + 0.5) * l->cell;
    int32_t crossings = find_crossings(board, y, r->crossing), passed = 0;
    for (int32_t s = 0; s < plane->rules.sides; s++)
        memset(r->sum[s], 0, (size_t)l->columns * sizeof *r->sum[s]);
    for (int32_t k = 0; k < plane->count; k++)
        add_site(r->sum[plane->side[k]], l->columns, board->low.x - plane->near[k].x, l->cell,
                 y - plane->near[k].y);
    signed char *owner = l->owner + (size_t)j * (size_t)l->columns;
    for (int32_t i = 0; i < l->columns; i++) {
        while (passed < crossings && r->crossing[passed] < board->low.x + (i + 0.5) * l->cell)
            passed++;
        owner[i] = passed % 2 == 1 ? owner_of(r, plane->rules.sides, i) : -2;
        if (owner[i] >= 0)
            l->count[owner[i]]++;
        else
            l->tied += owner[i] == -1;
    }
}

/* The exact area of so many cells. */
static char *area_text(int64_t count, const mpq_t cell)
{
    mpq_t area;
    mpq_init(area);
    mpz_set_si(mpq_numref(area), (long)count);
    mpq_mul(area, area, cell);
    mpq_mul(area, area, cell);
    char *text = dmi_exact_text(area);
    mpq_clear(area);
    return text;
}

/* The exact length of a cell's side: the longer side of the board's box, divided. */
static void cell_length(const dm_plane_board *board, int32_t cells, mpq_t out)
{
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    for (int axis = 0; axis < 2; axis++) {
        for (int32_t i = 0; i < board->ring[0].count; i++) {
            const dmi_exact_point *at = board->ring[0].at + i;
            const mpq_t *value = axis == 0 ? &at->x : &at->y;
            if (i == 0 || mpq_cmp(*value, low) < 0)
                mpq_set(low, *value);
            if (i == 0 || mpq_cmp(*value, high) > 0)
                mpq_set(high, *value);
        }
        mpq_sub(high, high, low);
        if (axis == 0 || mpq_cmp(high, out) > 0)
            mpq_set(out, high);
    }
    mpq_set_ui(low, 1, (unsigned long)cells);
    mpq_mul(out, out, low);
    mpq_clears(low, high, NULL);
}

static dm_status write_areas(const dm_plane *plane, int32_t cells, dm_plane_lattice *l,
                             dm_error *err)
{
    mpq_t cell;
    mpq_init(cell);
    cell_length(plane->board, cells, cell);
    bool good = (l->tied_area = area_text(l->tied, cell)) != NULL;
    for (int32_t s = 0; s < plane->rules.sides; s++)
        good &= (l->area[s] = area_text(l->count[s], cell)) != NULL;
    if (plane->rules.sides == 2)
        good &= (l->value = area_text(l->count[0] - l->count[1], cell)) != NULL;
    mpq_clear(cell);
    return good ? DM_OK : dmi_no_memory(err);
}

dm_status dm_plane_lattice_new(const dm_plane *plane, int32_t cells, dm_run *run,
                               dm_plane_lattice **out, dm_error *err)
{
    if (cells < 1 || cells > DM_PLANE_LATTICE)
        return dmi_fail(err, DM_BAD_ARGUMENT, "a lattice of %d cells; expected 1 to %d", cells,
                        DM_PLANE_LATTICE);
    dm_plane_lattice *l = NULL;
    dm_status status = lattice_alloc(plane, cells, &l, err);
    if (status != DM_OK)
        return status;
    row r = {0};
    dmi_arrays arrays = {0};
    for (int32_t s = 0; s < plane->rules.sides; s++)
        r.sum[s] = dmi_array(&arrays, (size_t)l->columns, sizeof *r.sum[s]);
    r.crossing = dmi_array(&arrays, (size_t)plane->board->corners, sizeof *r.crossing);
    status = dmi_arrays_check(&arrays, err);
    for (int32_t j = 0; j < l->rows && status == DM_OK; j++) {
        if (dmi_run_go_on(run, (uint64_t)plane->count + 1))
            fill_row(plane, l, j, &r);
        else
            status = dmi_as_unfinished(dmi_stopped(run, err), err);
    }
    if (status == DM_OK)
        status = write_areas(plane, cells, l, err);
    dmi_arrays_free(&arrays);
    if (status == DM_OK)
        *out = l;
    else
        dm_plane_lattice_free(l);
    return status;
}
