/* ranks.h - how near vertices are to each other, as small numbers.
 *
 * The class of v at u is the number of different distances from u that are less
 * than that of v: 0 is u itself, then the next nearest, and so on.  Comparing
 * classes at u is comparing distances to u, in two bytes instead of up to eight.
 *
 *     u --- a --- b        classes at u:  u 0, a 1, c 1, b 2
 *      \-- c               start at u:    0  1  3  4
 *                          order at u:    u  a  c  b
 *
 * On large boards ranks can be made at a sample of the vertices only.  Each column of the table
 * is one vertex of the sample, and stands for the vertices that are nearest to it.
 *
 * The net is a list of vertices each of which is the farthest from those before.  The classes at
 * its first vertices are kept side by side, for quick estimates.
 */
#ifndef DMI_RANKS_H
#define DMI_RANKS_H

#include "base/base.h"
#include <demesne/graph.h>

#define DMI_RANK_NONE UINT16_MAX /* there is no path */

enum {
    DMI_RANKS_MOST = 2048,   /* the most vertices that ranks are made for, without a sample */
    DMI_RANKS_SAMPLE = 2048, /* the columns of a sample */
    DMI_RANKS_NET = 512,     /* the most vertices of the net */
    DMI_RANKS_COARSE = 256,  /* its first vertices, whose classes are kept */
};

typedef struct dmi_ranks {
    dm_vertex n, columns;
    dm_vertex *vertex;   /* of each column */
    uint16_t *column_of; /* for each vertex the nearest column; DMI_RANK_NONE: none reaches it */
    int64_t stride; /* cells per row, a multiple of 64; those behind the last are DMI_RANK_NONE */
    uint16_t *cells;
    uint32_t *first;      /* columns + 1: where the classes at u begin in `start` */
    int32_t *start;       /* how many vertices are in earlier classes; last for u: in all classes */
    uint16_t *order;      /* n per column: the vertices that u reaches, nearest first */
    double *distance_sum; /* of each vertex: to all that it reaches */
    dm_vertex *net, net_count;
    uint16_t *coarse_of;    /* for each vertex the nearest of the first ones of the net */
    uint16_t *coarse_cells; /* DMI_RANKS_COARSE per vertex: its classes there */
    int32_t classes;        /* the most at one vertex */
    bool has_ties;          /* some vertex has two others at one distance */
    dmi_arrays arrays;
} dmi_ranks;

/* `columns` below n: a sample of that many vertices, the same for the same board.  DM_TOO_LARGE
 * above DMI_RANKS_MOST columns; DM_STOPPED.  O(c n log n). */
dm_status dmi_ranks_new(const dm_distances *table, dm_vertex columns, dm_run *run, dmi_ranks **out,
                        dm_error *err);
void dmi_ranks_free(dmi_ranks *ranks);
int64_t dmi_ranks_bytes(const dmi_ranks *ranks);

/* Adds the value of every vertex v (NULL: 1 each) to sums[place[v]], where place is column_of or
 * coarse_of. */
void dmi_ranks_add_values(const dmi_ranks *ranks, const uint16_t *place, const int64_t *values,
                          double *sums);

/* The classes of v, at every column. */
static inline const uint16_t *dmi_ranks_row(const dmi_ranks *ranks, dm_vertex v)
{
    return ranks->cells + v * ranks->stride;
}

static inline const uint16_t *dmi_ranks_coarse_row(const dmi_ranks *ranks, dm_vertex v)
{
    return ranks->coarse_cells + (int64_t)v * DMI_RANKS_COARSE;
}

#endif
