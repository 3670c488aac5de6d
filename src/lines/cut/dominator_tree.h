/* dominator_tree.h - which vertices are reached only through which.
 *
 * The vertices that are reached only through v form v's subtree: if the last piece to v is cut,
 * exactly these are reached later.  Without ties this is the tree of shortest paths.  A vertex that
 * is reached over several pieces at the same time has as its parent the last vertex that all its
 * shortest paths share:
 *
 *      s --- a === c        c's parent is s if it is reached over a and b at the same time
 *       \--- b ===/
 */
#ifndef DMI_LINES_CUT_DOMINATOR_TREE_H
#define DMI_LINES_CUT_DOMINATOR_TREE_H

#include "base/base.h"
#include "lines/diagram/line_position.h"

typedef struct dmi_dominator_tree {
    int32_t *above;        /* the parent of v; -1: none, or never reached */
    uint32_t *tight;       /* the number of pieces that v is first reached over */
    int32_t *order;        /* the reached vertices, each after its parent */
    int32_t count;         /* of reached vertices */
    int32_t *at;           /* the subtree of v is at[pos[v]] .. at[pos[v] + size[v] - 1] */
    int32_t *pos;          /* see `at` */
    int32_t *size;         /* 0: never reached */
    int32_t *jump, *depth; /* an ancestor further up, and the number of ancestors */
    dmi_arrays arrays;
} dmi_dominator_tree;

dm_status dmi_dominator_tree_init(const dmi_line_position *position, dmi_dominator_tree *out,
                                  dm_error *err);
void dmi_dominator_tree_clear(dmi_dominator_tree *tree);

/* The lowest common ancestor (a vertex is its own ancestor); -1: none. */
int32_t dmi_dominator_tree_common(const dmi_dominator_tree *tree, int32_t u, int32_t v);

#endif
