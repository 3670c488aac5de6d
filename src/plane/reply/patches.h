/* patches.h - the tree of patches that searches for replies refine. */
#ifndef DMI_PLANE_PATCHES_H
#define DMI_PLANE_PATCHES_H

#include "plane/reply/chart.h"

typedef struct dmi_patch_node {
    dmi_patch patch;
    double
        tight; /* a bound of what one new site in the patch takes, by what is known of its parts */
    double upper;  /* the bound of the patch itself */
    double middle; /* what a site in its middle takes, within `error` of the bounds */
    size_t first;  /* of its list of pieces; see dmi_taken */
    int32_t pieces;
    double sure;
    int32_t parent, child,
        face;        /* nodes; 0: none.  The second child is child + 1; the face is t = 0 */
    uint8_t axis;    /* that it is divided in: 0 t, 1 m */
    bool is_outside; /* of what its chart is for */
    bool may_drop;   /* a patch whose slopes are not 0 has no maximum */
    int8_t sign[2];  /* of the slopes if it is certain, else 0 */
} dmi_patch_node;

typedef struct dmi_patch_tree {
    const dmi_atlas *atlas;
    const dmi_board_parts *parts; /* NULL: the board is convex */
    dmi_patch_node *node;         /* node 0 is not used; 1 to charts are the charts */
    int32_t count;
    size_t room;
    int32_t *piece;
    size_t pieces, piece_room;
} dmi_patch_tree;

dm_status dmi_patch_tree_init(dmi_patch_tree *tree, const dmi_atlas *atlas,
                              const dmi_board_parts *parts, dm_error *err);
void dmi_patch_tree_clear(dmi_patch_tree *tree);
/* Makes the two halves of a node, or its face t = 0, unless it has them. */
dm_status dmi_patch_divide(dmi_patch_tree *tree, int32_t node, dm_error *err);
dm_status dmi_patch_face(dmi_patch_tree *tree, int32_t node, dm_error *err);

/* The best places found and the bounds of a search. */
typedef struct dmi_found_reply {
    double upper;      /* no two sites (one site) take more */
    double lower;      /* an area that sites come as near to as one likes */
    dm_point at[2];    /* of the best middle that is a place, not only a direction at a site */
    double value;      /* what they take; 0: none */
    dmi_patch face[2]; /* the best middle with a site at t = 0 */
    double face_value; /* 0: none */
    int attained;      /* 1 yes, 0 no, -1 not known */
    bool is_proven;
    int64_t nodes;
} dmi_found_reply;

/* Searches for one or two new sites until the bounds are within `epsilon` (an area).  `known`: what
 * sites are known to take.  DM_STOPPED: with the bounds so far. */
dm_status dmi_search_one(dmi_patch_tree *tree, double known, double epsilon, dm_run *run,
                         dmi_found_reply *out, dm_error *err);
dm_status dmi_search_two(dmi_patch_tree *tree, double known, double epsilon, dm_run *run,
                         dmi_found_reply *out, dm_error *err);

/* The key of a bound in a heap with the greatest first. */
uint64_t dmi_bound_key(double upper);

#endif
