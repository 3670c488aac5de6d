/* cut_lp.h - the linear relaxation: max z over cuts z <= constant + coef x, sum x = p, bounds, and
 * limits 0 <= constant + coef x.
 *
 * One dense dictionary serves a whole search.  The bounds of x keep it dual feasible, so changed
 * bounds and new rows need only dual simplex steps.  It works in floating point and decides
 * nothing: dual_bound.c draws exact conclusions from its multipliers.
 */
#ifndef DMI_SEARCH_CUT_LP_H
#define DMI_SEARCH_CUT_LP_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dmi_lp_cut {
    int64_t *coef; /* one per site */
    int64_t constant;
    int32_t idle; /* rounds in which it was slack */
    bool used;    /* this entry holds a cut */
    bool limit;   /* without z */
} dmi_lp_cut;

/* Row r: basic[r] = value[r] + sum over columns c of cell[r][c] * (change of column[c]).
 * Variable i < sites is x_i, variable sites + k the slack of cut k; row 0 is z. */
typedef struct dmi_lp_dictionary {
    int32_t rows, room;
    int32_t pivots; /* since it was built from the cuts */
    double *cell, *value, *norm;
    int32_t *basic;
    int32_t *column;            /* `sites` of them */
    double *low, *high, *level; /* of each x: bounds, and its value while in a column */
    int32_t *where;             /* of each x: its row, or -1 - its column */
} dmi_lp_dictionary;

typedef struct dmi_lp {
    int32_t sites, count; /* x variables; their sum */
    size_t stride;        /* of rows */
    dmi_lp_cut *cut;
    int32_t cuts, cut_room;
    dmi_lp_dictionary d;
    struct dmi_lp_choice *choice; /* scratch for a step */
    double *x;
} dmi_lp;

typedef enum dmi_lp_end {
    DMI_LP_SOLVED,
    DMI_LP_BELOW, /* z is below the cut-off */
    DMI_LP_LIMIT, /* pivot limit reached */
    DMI_LP_LOST   /* no step possible: rebuild or branch */
} dmi_lp_end;

dm_status dmi_lp_init(dmi_lp *lp, int32_t sites, int32_t count, dm_error *err);
void dmi_lp_clear(dmi_lp *lp);
/* Makes `to`, of as many sites, equal to `from`. */
dm_status dmi_lp_copy(dmi_lp *to, const dmi_lp *from, dm_error *err);
/* Makes a place for a cut; -1: no memory. */
int32_t dmi_lp_new_cut(dmi_lp *lp);

/* Copies the cut; the first one builds the dictionary. */
dm_status dmi_lp_add(dmi_lp *lp, const int64_t *coef, int64_t constant, dm_error *err);
/* The same for a limit, which stays; not the first. */
dm_status dmi_lp_add_limit(dmi_lp *lp, const int64_t *coef, int64_t constant, dm_error *err);
void dmi_lp_set_bounds(dmi_lp *lp, int32_t site, int low, int high);
dmi_lp_end dmi_lp_solve(dmi_lp *lp, double cut_off, int32_t pivot_limit);
/* Rebuilds the dictionary from the integer cuts, if possible with the same basis. */
void dmi_lp_rebuild(dmi_lp *lp);
/* Counts the rounds in which cuts were slack, and drops those past `limit`. */
void dmi_lp_sweep(dmi_lp *lp, int32_t limit);

static inline double dmi_lp_z(const dmi_lp *lp)
{
    return lp->d.value[0];
}
static inline double *dmi_lp_row(const dmi_lp *lp, int32_t r)
{
    return lp->d.cell + (size_t)r * lp->stride;
}
/* Fills and returns lp->x. */
const double *dmi_lp_point(dmi_lp *lp);
/* The multiplier of each cut; 0 for unused entries. */
void dmi_lp_multipliers(const dmi_lp *lp, double *multiplier);

/* A copy of the dictionary to restore after a trial; all zero at first. */
dm_status dmi_lp_save(const dmi_lp *lp, dmi_lp_dictionary *to, dm_error *err);
void dmi_lp_restore(dmi_lp *lp, const dmi_lp_dictionary *from);

/* Makes room for `rows` rows and keeps those there. False (nothing changed): no memory. */
bool dmi_lp_dictionary_grow(dmi_lp_dictionary *d, int32_t rows, int32_t sites, size_t stride);
void dmi_lp_dictionary_clear(dmi_lp_dictionary *d);

#endif
