/* ranks.h - how near vertices are to each other, as small numbers.
 *
 * The class of v at u is the number of different distances from u that are less
 * than that of v: 0 is u itself, then the next nearest, and so on.  Comparing
 * classes at u is comparing distances to u, in two bytes instead of up to eight.
 *
 *     u --- a --- b        classes at u:  u 0, a 1, c 1, b 2
 *      \-- c               start at u:    0  1  3  4
 */
#ifndef DMI_RANKS_H
#define DMI_RANKS_H

#include <demesne/graph.h>

#define DMI_RANK_NONE UINT16_MAX /* there is no path */

enum { DMI_RANKS_MOST = 2048 }; /* the most vertices that ranks are made for */

typedef struct dmi_ranks {
    dm_vertex n;
    int64_t stride; /* cells per row, a multiple of 64; those from n on are DMI_RANK_NONE */
    uint16_t *cells;
    uint32_t *first; /* n + 1: where the classes at u begin in `start` */
    int32_t *start;  /* how many vertices are in earlier classes; last for u: in all classes */
    int32_t classes; /* the most at one vertex */
    bool has_ties;   /* some vertex has two others at one distance */
} dmi_ranks;

/* DM_TOO_LARGE above DMI_RANKS_MOST vertices; DM_STOPPED.  O(n^2 log n). */
dm_status dmi_ranks_new(const dm_distances *table, dm_run *run, dmi_ranks **out, dm_error *err);
void dmi_ranks_free(dmi_ranks *ranks);

/* The classes of v, at every vertex. */
static inline const uint16_t *dmi_ranks_row(const dmi_ranks *ranks, dm_vertex v)
{
    return ranks->cells + v * ranks->stride;
}

#endif
