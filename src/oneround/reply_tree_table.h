/* reply_tree_table.h - what the stones in a subtree can gain, by how its top is served.
 *
 *        o  outside, at distance D          outer row D:  gain of the subtree of v with a stone
 *       /                                                 outside at distance D
 *      v                                    outer row none: ... with no useful stone outside
 *     / \                                   inner row d:  ... with a stone inside, at most d from v
 *    .   x  inside, at most d from v
 *
 * A row holds the best gain by the number of stones that the subtree may take.
 */
#ifndef DMI_REPLY_TREE_TABLE_H
#define DMI_REPLY_TREE_TABLE_H

#include "base/pool.h"
#include "oneround/rooted_forest.h"
#include <stddef.h>

#define DMI_NOT_SERVED INT64_MAX /* the distance of no stone */

/* The rows of one place.  More than `len` stones gain no more than `len`.  Inner rows have the
 * entries of 1..len stones, outer rows of 0..len; none is the last of them. */
typedef struct dmi_tree_table {
    int32_t len;
    int32_t inner, outer;           /* rows, `none` not counted */
    int32_t inner_hint, outer_hint; /* where the last search for a distance ended */
    int64_t inner_from;             /* the distance of the first inner row; others go up by 1 */
    int64_t *distance;              /* NULL, or of all inner rows, then of all outer rows */
    int64_t *cells;                 /* NULL: not there */
} dmi_tree_table;

/* Some children together: the best with `len` stones at most where their parent is served from
 * elsewhere, and where one of them serves it. */
typedef struct dmi_row_pair {
    int32_t len;
    const int64_t *out; /* 0..len stones */
    const int64_t *in;  /* 1..len stones; NULL: none of them can */
} dmi_row_pair;

typedef struct dmi_row_buffers {
    int64_t *out[2], *in[2];
} dmi_row_buffers;

typedef struct dmi_tree_walker {
    int32_t place, from;
    int64_t distance;
} dmi_tree_walker;

typedef struct dmi_tree_tables {
    const dmi_forest *forest;
    int32_t most;         /* stones to place */
    dmi_tree_table *rows; /* one a place */
    dmi_pool work;        /* rows as they are made */
    dmi_pool kept;
    dmi_row_buffers buffer[2];
    dmi_tree_walker *walker; /* scratch for distances, where lengths differ */
    int64_t *found[2];       /* ... inside and outside */
} dmi_tree_tables;

/* All rows start as not there. */
dm_status dmi_tree_tables_init(const dmi_forest *forest, int32_t most, dmi_tree_tables *out,
                               dm_error *err);
void dmi_tree_tables_clear(dmi_tree_tables *tree);

/* Makes the rows of a place from its children's, in `work`. */
dm_status dmi_tree_table_make(dmi_tree_tables *tree, int32_t place, dm_error *err);
/* Copies them to where they outlive the next reset of `work`. */
dm_status dmi_tree_table_keep(dmi_tree_tables *tree, int32_t place, dm_error *err);
size_t dmi_tree_table_bytes(const dmi_tree_table *rows);

/* The children child[lo..hi-1] of a place that is served at distance d, by at most `most` stones.
 * The answer stands until the same buffers are used again. */
dmi_row_pair dmi_tree_fold(const dmi_tree_tables *tree, int32_t lo, int32_t hi, int64_t d,
                           int32_t most, const dmi_row_buffers *buffers);

/* The row of the farthest inner distance that is at most d, or -1. */
int32_t dmi_inner_row(dmi_tree_table *rows, int64_t d);
/* The row of the nearest outer distance that is at least d; `outer` is none. */
int32_t dmi_outer_row(dmi_tree_table *rows, int64_t d);

/* The whole method (reply_tree.c), rows held in blocks of at least `block_bytes`. */
dm_status dmi_tree_reply(const dmi_reply_problem *problem, size_t block_bytes, dm_run *run,
                         dmi_reply_result *result, dm_error *err);

static inline int64_t *dmi_inner(const dmi_tree_table *rows, int32_t row)
{
    return rows->cells + (int64_t)row * rows->len;
}

static inline int64_t *dmi_outer(const dmi_tree_table *rows, int32_t row)
{
    return rows->cells + (int64_t)rows->inner * rows->len + (int64_t)row * (rows->len + 1);
}

static inline int64_t dmi_inner_distance(const dmi_tree_table *rows, int32_t row)
{
    return rows->distance ? rows->distance[row] : rows->inner_from + row;
}

static inline int64_t dmi_outer_distance(const dmi_tree_table *rows, int32_t row)
{
    return rows->distance ? rows->distance[rows->inner + row] : 1 + row;
}

#endif
