/* reply_tree_table.h - the best gain of each subtree, by how its root is served.
 *
 *        o  outside, at distance D        outer row D:     gain of the subtree of v if a stone is
 *       /                                                  outside at distance D
 *      v                                  outer row none:  ... if no useful stone is outside
 *     / \                                 inner row d:     ... if a stone is inside, at most d from
 * v .   x  inside, at most d from v
 *
 * Entry j of a row is the best gain with j stones in the subtree.
 */
#ifndef DMI_LOCATION_REPLY_REPLY_TREE_TABLE_H
#define DMI_LOCATION_REPLY_REPLY_TREE_TABLE_H

#include "base/pool.h"
#include "location/reply/rooted_forest.h"
#include <stddef.h>

#define DMI_NOT_SERVED INT64_MAX /* distance if there is no stone */

/* The rows of one node. More than `len` stones gain nothing more. Inner rows have entries for
 * 1..len stones, outer rows for 0..len; row `none` is the last outer row. */
typedef struct dmi_tree_table {
    int32_t len;
    int32_t inner, outer;           /* numbers of rows; `none` is not counted */
    int32_t inner_hint, outer_hint; /* where the last lookup ended */
    int64_t inner_from; /* if distance is NULL: of the first inner row; the others go up by 1 */
    int64_t *distance;  /* of the inner rows, then of the outer rows; NULL: consecutive */
    int64_t *cells;     /* NULL: not computed */
} dmi_tree_table;

/* Rows of several children together: the best with at most `len` stones if the parent is served
 * from elsewhere (out), and if one of them serves it (in). */
typedef struct dmi_row_pair {
    int32_t len;
    const int64_t *out; /* 0..len stones */
    const int64_t *in;  /* 1..len stones; NULL: none can serve it */
} dmi_row_pair;

typedef struct dmi_row_buffers {
    int64_t *out[2], *in[2];
} dmi_row_buffers;

typedef struct dmi_tree_walker {
    int32_t node, from;
    int64_t distance;
} dmi_tree_walker;

typedef struct dmi_tree_tables {
    const dmi_forest *forest;
    int32_t most;         /* stones to node */
    dmi_tree_table *rows; /* one per node */
    dmi_pool work;        /* memory of the rows being computed */
    dmi_pool kept;
    dmi_row_buffers buffer[2];
    dmi_tree_walker *walker; /* scratch, if lengths differ */
    int64_t *found[2];       /* distances found inside and outside */
} dmi_tree_tables;

/* No table is computed yet. */
dm_status dmi_tree_tables_init(const dmi_forest *forest, int32_t most, dmi_tree_tables *out,
                               dm_error *err);
void dmi_tree_tables_clear(dmi_tree_tables *tree);

/* Computes the rows of a node from those of its children, in `work`. */
dm_status dmi_tree_table_make(dmi_tree_tables *tree, int32_t node, dm_error *err);
/* Copies them to `kept`, which outlives the next reset of `work`. */
dm_status dmi_tree_table_keep(dmi_tree_tables *tree, int32_t node, dm_error *err);
size_t dmi_tree_table_bytes(const dmi_tree_table *rows);

/* Combines the children child[lo..hi-1] of a node that is served at distance d, with at most
 * `most` stones. Valid until the same buffers are used again. */
dmi_row_pair dmi_tree_fold(const dmi_tree_tables *tree, int32_t lo, int32_t hi, int64_t d,
                           int32_t most, const dmi_row_buffers *buffers);

/* The row of the farthest inner distance that is at most d, or -1. */
int32_t dmi_inner_row(dmi_tree_table *rows, int64_t d);
/* The row of the nearest outer distance that is at least d; `outer` is none. */
int32_t dmi_outer_row(dmi_tree_table *rows, int64_t d);

/* Computes the reply (reply_tree.c) with rows held in blocks of at least `block_bytes`. */
dm_status dmi_tree_reply(const dmi_reply_problem *problem, size_t block_bytes, dm_run *run,
                         dmi_reply_result *result, dm_error *err);

static inline int32_t dmi_least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

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
