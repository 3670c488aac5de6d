/* cut_lp.c - a dense dual simplex method for few rows and bounded variables.
 *
 *     z      =  value[0] + sum over columns c of cell[0][c] * (change of c's variable)
 *     basic  =  value[r] + ...
 *
 * The n columns hold the variables x and slacks that are at a bound.  A dictionary is dual feasible
 * if no column can raise z by moving within its bounds.  Every x has two bounds, so this can always
 * be arranged; branching, fixing and going back need no first phase.
 *
 * A step takes the row that violates its bound most, relative to the row's norm, and the column
 * that keeps z lowest; it passes columns whose whole range does not repair the row (bound
 * flipping). Cost of a step: rows x columns.
 *
 * Sources: Forrest and Goldfarb, Steepest-edge simplex algorithms for linear programming, 1992;
 * Maros, A generalized dual phase-2 simplex algorithm, 2003.
 */
#include "search/cut_lp.h"

#include "base/base.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE 1e-9 /* of bounds */
#define PIVOT_MIN 1e-7

typedef struct dmi_lp_choice {
    double ratio, size;
    int32_t column;
} choice;

dm_status dmi_lp_init(dmi_lp *lp, int32_t sites, int32_t count, dm_error *err)
{
    size_t n = (size_t)sites;
    *lp = (dmi_lp){.sites = sites, .count = count, .stride = (n + 7) & ~(size_t)7};
    lp->choice = dmi_alloc(n, sizeof *lp->choice);
    lp->x = dmi_alloc(n, sizeof *lp->x);
    if (!lp->choice || !lp->x || !dmi_lp_dictionary_grow(&lp->d, 64, sites, lp->stride)) {
        dmi_lp_clear(lp);
        return dmi_no_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        lp->d.low[i] = lp->d.level[i] = 0;
        lp->d.high[i] = 1;
    }
    return DM_OK;
}

void dmi_lp_clear(dmi_lp *lp)
{
    for (int32_t k = 0; k < lp->cuts; k++)
        free(lp->cut[k].coef);
    free(lp->cut);
    dmi_lp_dictionary_clear(&lp->d);
    free(lp->choice);
    free(lp->x);
    *lp = (dmi_lp){0};
}

int32_t dmi_lp_new_cut(dmi_lp *lp)
{
    if (lp->cuts == lp->cut_room) {
        int32_t room = lp->cut_room ? 2 * lp->cut_room : 64;
        dmi_lp_cut *cut = dmi_realloc(lp->cut, (size_t)room, sizeof *cut);
        if (!cut)
            return -1;
        lp->cut = cut;
        lp->cut_room = room;
    }
    int64_t *coef = dmi_alloc((size_t)lp->sites, sizeof *coef);
    if (!coef)
        return -1;
    lp->cut[lp->cuts] = (dmi_lp_cut){.coef = coef};
    return lp->cuts++;
}

/* Moves a column's variable by `change` and updates all rows. */
static void shift(dmi_lp *lp, int32_t c, double change)
{
    if (change == 0)
        return;
    const double *cell = lp->d.cell + c;
    for (int32_t r = 0; r < lp->d.rows; r++)
        lp->d.value[r] += cell[(size_t)r * lp->stride] * change;
    lp->d.level[lp->d.column[c]] += change;
}

/* Moves the column's x to the bound that its price asks for. */
static void move_to_bound(dmi_lp *lp, int32_t c)
{
    int32_t x = lp->d.column[c];
    double to = dmi_lp_row(lp, 0)[c] > 0 ? lp->d.high[x] : lp->d.low[x];
    shift(lp, c, to - lp->d.level[x]);
    lp->d.level[x] = to;
}

void dmi_lp_set_bounds(dmi_lp *lp, int32_t site, int low, int high)
{
    assert(site >= 0 && site < lp->sites && low >= 0 && low <= high && high <= 1);
    lp->d.low[site] = low;
    lp->d.high[site] = high;
    if (lp->d.rows > 0 && lp->d.where[site] < 0)
        move_to_bound(lp, -1 - lp->d.where[site]);
}

static double norm_of(const double *row, size_t n)
{
    double sum = 1e-12;
    for (size_t c = 0; c < n; c++)
        sum += row[c] * row[c];
    return sum;
}

/* Writes the row of a cut's slack: constant + coef x - z, or without z. */
static void write_row(dmi_lp *lp, int32_t k, int32_t r)
{
    const dmi_lp_cut *cut = &lp->cut[k];
    double *row = dmi_lp_row(lp, r);
    const double *z = dmi_lp_row(lp, 0);
    double value = (double)cut->constant - (cut->limit ? 0 : lp->d.value[0]);
    for (size_t c = 0; c < lp->stride; c++)
        row[c] = cut->limit ? 0 : -z[c];
    for (int32_t i = 0; i < lp->sites; i++) {
        double a = (double)cut->coef[i];
        if (a == 0)
            continue;
        if (lp->d.where[i] < 0) {
            row[-1 - lp->d.where[i]] += a;
            value += a * lp->d.level[i];
            continue;
        }
        const double *from = dmi_lp_row(lp, lp->d.where[i]);
        for (size_t c = 0; c < lp->stride; c++)
            row[c] += a * from[c];
        value += a * lp->d.value[lp->d.where[i]];
    }
    lp->d.value[r] = value;
    lp->d.basic[r] = lp->sites + k;
    lp->d.norm[r] = norm_of(row, lp->stride);
}

/* Makes the dictionary of cut k alone: its columns are the slack and all x but the last, whose
 * row is p - the others. */
static void first_rows(dmi_lp *lp, int32_t k)
{
    const dmi_lp_cut *cut = &lp->cut[k];
    int32_t last = lp->sites - 1;
    double *z = dmi_lp_row(lp, 0), *x = dmi_lp_row(lp, 1), own = (double)cut->coef[last];
    memset(z, 0, 2 * lp->stride * sizeof *z);
    lp->d.rows = 2;
    lp->d.value[1] = lp->count;
    lp->d.value[0] = (double)cut->constant + own * lp->count;
    lp->d.basic[0] = -1;
    lp->d.basic[1] = last;
    lp->d.where[last] = 1;
    for (int32_t i = 0; i < last; i++) {
        lp->d.column[i] = i;
        lp->d.where[i] = -1 - i;
        lp->d.level[i] = 0;
        z[i] = (double)cut->coef[i] - own;
        x[i] = -1;
    }
    lp->d.column[last] = lp->sites + k;
    z[last] = -1;
    for (int32_t i = 0; i < last; i++)
        move_to_bound(lp, i);
    lp->d.norm[1] = norm_of(x, lp->stride);
}

static dm_status add(dmi_lp *lp, const int64_t *coef, int64_t constant, bool limit, dm_error *err)
{
    bool first = lp->d.rows == 0;
    if (!dmi_lp_dictionary_grow(&lp->d, lp->d.rows + 1, lp->sites, lp->stride))
        return dmi_no_memory(err);
    int32_t k = 0; /* a free entry */
    while (k < lp->cuts && lp->cut[k].used)
        k++;
    k = k < lp->cuts ? k : dmi_lp_new_cut(lp);
    if (k < 0)
        return dmi_no_memory(err);
    dmi_lp_cut *cut = &lp->cut[k];
    memcpy(cut->coef, coef, (size_t)lp->sites * sizeof *coef);
    cut->constant = constant;
    cut->idle = 0;
    cut->used = true;
    cut->limit = limit;
    if (first)
        first_rows(lp, k);
    else
        write_row(lp, k, lp->d.rows++);
    return DM_OK;
}

dm_status dmi_lp_add(dmi_lp *lp, const int64_t *coef, int64_t constant, dm_error *err)
{
    return add(lp, coef, constant, false, err);
}

dm_status dmi_lp_add_limit(dmi_lp *lp, const int64_t *coef, int64_t constant, dm_error *err)
{
    return add(lp, coef, constant, true, err);
}

void dmi_lp_sweep(dmi_lp *lp, int32_t limit)
{
    for (int32_t k = 0; k < lp->cuts; k++)
        lp->cut[k].idle++;
    for (int32_t c = 0; c < lp->sites; c++)
        if (lp->d.column[c] >= lp->sites)
            lp->cut[lp->d.column[c] - lp->sites].idle = 0;
    for (int32_t r = lp->d.rows - 1; r > 0; r--) {
        int32_t k = lp->d.basic[r] - lp->sites;
        if (k < 0 || lp->cut[k].idle <= limit || lp->cut[k].limit)
            continue;
        assert(lp->cut[k].used);
        int32_t last = --lp->d.rows; /* the last row takes the place of this one */
        lp->cut[k].used = false;
        if (r == last)
            continue;
        memcpy(dmi_lp_row(lp, r), dmi_lp_row(lp, last), lp->stride * sizeof *lp->d.cell);
        lp->d.value[r] = lp->d.value[last];
        lp->d.norm[r] = lp->d.norm[last];
        lp->d.basic[r] = lp->d.basic[last];
        if (lp->d.basic[r] < lp->sites)
            lp->d.where[lp->d.basic[r]] = r;
    }
}

/* How far the row's variable is outside its bounds: negative below, positive above. */
static double excess(const dmi_lp *lp, int32_t r)
{
    int32_t v = lp->d.basic[r];
    double low = v < lp->sites ? lp->d.low[v] : 0, high = v < lp->sites ? lp->d.high[v] : INFINITY;
    return lp->d.value[r] < low    ? lp->d.value[r] - low
           : lp->d.value[r] > high ? lp->d.value[r] - high
                                   : 0;
}

/* Lists the columns whose moves repair row r (`sign` 1: by raising it), with their ratios. */
static int32_t list_choices(const dmi_lp *lp, int32_t r, double sign)
{
    const double *row = dmi_lp_row(lp, r), *z = dmi_lp_row(lp, 0);
    int32_t count = 0;
    for (int32_t c = 0; c < lp->sites; c++) {
        double a = sign * row[c];
        if (fabs(a) < PIVOT_MIN)
            continue;
        int32_t v = lp->d.column[c];
        double way = 1; /* the direction in which the variable can move */
        if (v < lp->sites) {
            if (lp->d.low[v] == lp->d.high[v])
                continue;
            way = lp->d.level[v] > lp->d.low[v] ? -1 : 1;
        }
        if (a * way <= 0)
            continue;
        double price = -z[c] * way;
        lp->choice[count++] = (choice){(price > 0 ? price : 0) / fabs(a), fabs(a), c};
    }
    return count;
}

static int by_ratio(const void *a, const void *b)
{
    const choice *p = a, *q = b;
    if (p->ratio != q->ratio)
        return p->ratio < q->ratio ? -1 : 1;
    return (p->column > q->column) - (p->column < q->column); /* the same steps with every qsort */
}

/* Passes choices that do not repair the row alone; returns the entering one: of nearly equal
 * ratios the one of greatest size. *passed: how many move to their other bound. */
static int32_t pick(dmi_lp *lp, int32_t count, double need, int32_t *passed)
{
    choice *list = lp->choice;
    qsort(list, (size_t)count, sizeof *list, by_ratio);
    int32_t at = 0;
    while (at < count - 1) {
        int32_t v = lp->d.column[list[at].column];
        double range = v < lp->sites ? lp->d.high[v] - lp->d.low[v] : INFINITY;
        double repair = list[at].size * range;
        if (repair >= need)
            break;
        need -= repair;
        at++;
    }
    int32_t best = at;
    for (int32_t i = at; i >= 0 && list[i].ratio >= list[at].ratio - 1e-10; i--)
        if (list[i].size > list[best].size)
            best = i;
    for (int32_t i = at + 1; i < count && list[i].ratio <= list[at].ratio + 1e-10; i++)
        if (list[i].size > list[best].size)
            best = i;
    *passed = best < at ? best : at;
    return best;
}

/* row += factor * pivot row; returns the new norm. */
static double add_row(double *restrict row, const double *restrict from, double factor, size_t n)
{
    double sum[8] = {0};
    for (size_t c = 0; c < n; c += 8)
        for (size_t i = 0; i < 8; i++) {
            row[c + i] += factor * from[c + i];
            sum[i] += row[c + i] * row[c + i];
        }
    return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7] + 1e-12;
}

/* Replaces the variable of row r, which is `off` beyond its `bound`, by that of column q. */
static void replace(dmi_lp *lp, int32_t r, int32_t q, double off, double bound)
{
    int32_t in = lp->d.column[q], out = lp->d.basic[r];
    assert(r > 0 && r < lp->d.rows && q >= 0 && q < lp->sites);
    double *pivot = dmi_lp_row(lp, r), by = 1 / pivot[q], change = -off / pivot[q];
    double start = in < lp->sites ? lp->d.level[in] : 0;
    for (int32_t i = 0; i < lp->d.rows; i++)
        lp->d.value[i] += dmi_lp_row(lp, i)[q] * change;
    for (size_t c = 0; c < lp->stride; c++)
        pivot[c] *= -by;
    pivot[q] = by;
    for (int32_t i = 0; i < lp->d.rows; i++) {
        double *row = dmi_lp_row(lp, i), factor = row[q];
        if (i == r || factor == 0)
            continue;
        row[q] = 0;
        lp->d.norm[i] = add_row(row, pivot, factor, lp->stride);
    }
    lp->d.norm[r] = norm_of(pivot, lp->stride);
    lp->d.column[q] = out;
    lp->d.basic[r] = in;
    if (out < lp->sites)
        lp->d.where[out] = -1 - q;
    if (in < lp->sites)
        lp->d.where[in] = r;
    lp->d.pivots++;
    lp->d.value[r] = start + change;
    if (out < lp->sites)
        lp->d.level[out] = bound;
}

dmi_lp_end dmi_lp_solve(dmi_lp *lp, double cut_off, int32_t pivot_limit)
{
    for (int32_t i = 0; i < pivot_limit; i++) {
        if (lp->d.value[0] < cut_off)
            return DMI_LP_BELOW;
        int32_t r = 0;
        double most = 0;
        for (int32_t k = 1; k < lp->d.rows; k++) {
            double beyond = excess(lp, k);
            double slack_scale = lp->d.basic[k] < lp->sites ? TOLERANCE : 100 * TOLERANCE;
            if (fabs(beyond) <= slack_scale)
                continue;
            double score = beyond * beyond / lp->d.norm[k];
            if (score > most) {
                most = score;
                r = k;
            }
        }
        if (r == 0)
            return DMI_LP_SOLVED;
        double off = excess(lp, r);
        int32_t count = list_choices(lp, r, off < 0 ? 1 : -1), passed = 0;
        if (count == 0)
            return DMI_LP_LOST;
        int32_t q = lp->choice[pick(lp, count, fabs(off), &passed)].column;
        for (int32_t k = 0; k < passed; k++) {
            int32_t c = lp->choice[k].column, x = lp->d.column[c];
            double to = lp->d.level[x] > lp->d.low[x] ? lp->d.low[x] : lp->d.high[x];
            shift(lp, c, to - lp->d.level[x]);
            lp->d.level[x] = to;
        }
        off = excess(lp, r);
        replace(lp, r, q, off, lp->d.value[r] - off);
    }
    return DMI_LP_LIMIT;
}

/* Starts again with all cuts, the slack of `start` in a column and all others in rows. */
static void start_again(dmi_lp *lp, int32_t start)
{
    first_rows(lp, start);
    for (int32_t k = 0; k < lp->cuts; k++)
        if (lp->cut[k].used && k != start)
            write_row(lp, k, lp->d.rows++);
}

void dmi_lp_rebuild(dmi_lp *lp)
{
    unsigned char *x_in_row = dmi_calloc((size_t)lp->sites + (size_t)lp->cuts, 1);
    int32_t start = -1;
    if (!x_in_row)
        return; /* the old dictionary stays in use */
    unsigned char *tight = x_in_row + lp->sites;
    for (int32_t r = 1; r < lp->d.rows; r++)
        if (lp->d.basic[r] < lp->sites)
            x_in_row[lp->d.basic[r]] = 1;
    for (int32_t c = 0; c < lp->sites; c++) {
        int32_t k = lp->d.column[c] - lp->sites;
        if (k < 0)
            continue;
        tight[k] = 1;
        start = lp->cut[k].limit ? start : k;
    }
    if (start < 0) { /* rounding: some cut bounds z */
        free(x_in_row);
        return;
    }
    start_again(lp, start);
    /* the x that were basic come back into rows, in exchange for slacks that were not */
    for (int32_t i = 0; i < lp->sites; i++) {
        if (!x_in_row[i] || lp->d.where[i] >= 0)
            continue;
        int32_t best = 0, q = -1 - lp->d.where[i];
        for (int32_t r = 1; r < lp->d.rows; r++) {
            int32_t v = lp->d.basic[r];
            bool may = v < lp->sites ? !x_in_row[v] : tight[v - lp->sites];
            if (may && fabs(dmi_lp_row(lp, r)[q]) > (best ? fabs(dmi_lp_row(lp, best)[q]) : 1e-6))
                best = r;
        }
        if (best == 0)
            continue;
        int32_t out = lp->d.basic[best];
        double bound = out < lp->sites ? lp->d.low[out] : 0;
        replace(lp, best, q, lp->d.value[best] - bound, bound);
    }
    /* every x in a column moves to the bound of its price */
    bool feasible = true; /* no slack's price has the wrong sign */
    for (int32_t c = 0; c < lp->sites; c++)
        if (lp->d.column[c] < lp->sites)
            move_to_bound(lp, c);
        else
            feasible = feasible && dmi_lp_row(lp, 0)[c] <= 1e-7;
    if (!feasible)
        start_again(lp, start);
    lp->d.pivots = 0;
    free(x_in_row);
}
