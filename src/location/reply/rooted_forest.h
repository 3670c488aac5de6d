/* rooted_forest.h - a board without cycles, rooted, and cut into independent trees.
 *
 * The range of a node is how far away a new stone may be and still serve a customer there or behind
 * it: the least function that is at least every customer's reach and changes by at most the length
 * along an edge.  Edges that no useful stone works across are cut and nodes without a range are
 * left out; what remains are small independent trees.
 */
#ifndef DMI_LOCATION_REPLY_ROOTED_FOREST_H
#define DMI_LOCATION_REPLY_ROOTED_FOREST_H

#include "base/base.h"
#include "location/reply/reply_problem.h"

/* Nodes 0..count-1; children come before their parents, the subtree of a heaviest child first.
 * Lengths and reaches count units of the edge length if that is uniform. */
typedef struct dmi_forest {
    bool uniform;
    int32_t count;
    dm_vertex *vertex; /* of each node */
    int32_t *parent;   /* `count` above a root */
    int64_t *length;   /* to the parent; 0 for a root */
    int64_t *range;    /* at least 0 */
    dmi_market_customer *customer;
    unsigned char *open; /* may take a stone */
    int32_t *first,
        *child; /* child[first[v] .. first[v+1]-1]; the roots are the children of `count` */
    dmi_arrays arrays;
} dmi_forest;

/* DM_UNSUPPORTED if the board has a cycle or is directed. O(n). */
dm_status dmi_forest_init(const dmi_reply_problem *problem, dmi_forest *out, dm_error *err);
void dmi_forest_clear(dmi_forest *forest);

/* Whether the board has no cycle.  O(n). */
dm_status dmi_is_forest(const dm_arena *arena, bool *out, dm_error *err);

#endif
