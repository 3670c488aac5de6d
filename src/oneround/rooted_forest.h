/* rooted_forest.h - a board without cycles, rooted, and cut wherever no new stone matters across.
 *
 * `use` of a place is how far from it a new stone may be and still serve somebody there or
 * behind it: the least function above every customer's reach that changes by at most the
 * length along an edge.  An edge that no stone is of use across is cut, and vertices without
 * use are left out, so what remains are small trees with nothing between them.
 */
#ifndef DMI_ROOTED_FOREST_H
#define DMI_ROOTED_FOREST_H

#include "oneround/reply_problem.h"

/* Places 0..count-1; children come before their parents, a heaviest child's subtree first.
 * All lengths and reaches count steps: 1 where the board's lengths are uniform. */
typedef struct dmi_forest {
    bool uniform;
    int32_t count;
    dm_vertex *vertex;            /* of each place */
    int32_t *parent;              /* `count` above a root */
    int64_t *length;              /* to the parent; 0 for a root */
    int64_t *use;                 /* at least 0 */
    dmi_reply_customer *customer; /* their steps, in steps */
    unsigned char *open;          /* may take a stone */
    int32_t *first, *child;       /* child[first[p] .. first[p+1]-1]; place `count` has the roots */
} dmi_forest;

/* DM_UNSUPPORTED where the board has a cycle.  O(n). */
dm_status dmi_forest_init(const dmi_reply_problem *problem, dmi_forest *out, dm_error *err);
void dmi_forest_clear(dmi_forest *forest);

/* Whether the board has no cycle.  O(n). */
dm_status dmi_is_forest(const dm_arena *arena, bool *out, dm_error *err);

#endif
