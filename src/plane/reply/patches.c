/* patches.c - the tree of patches that searches for replies refine. */
#include "plane/reply/patches.h"

#include <stdlib.h>
#include <string.h>

uint64_t dmi_bound_key(double upper)
{
    uint64_t bits;
    double value = upper > 0 ? upper : 0;
    memcpy(&bits, &value, sizeof bits);
    return ~bits;
}

/* The axis in which the patch is worth dividing. */
static uint8_t axis_of(const dmi_patch *p, const dmi_bound *b)
{
    double t_half = (p->t1 - p->t0) / 2, m_half = (p->m1 - p->m0) / 2;
    double t = dmi_most(b->slope[0][0]) * t_half, m = dmi_most(b->slope[0][1]) * m_half;
    if (t_half == 0)
        return 1;
    if (!isfinite(t) || !isfinite(m)) {
        t = t_half;
        m = m_half * p->t1;
    }
    return m > t;
}

static int8_t sign_of(dmi_range r)
{
    return (int8_t)(r.low > 0 ? 1 : r.high < 0 ? -1 : 0);
}

/* Adds the node of a patch; `parent` 0: a chart. */
static dm_status add_node(dmi_patch_tree *tree, dmi_patch patch, int32_t parent, dm_error *err)
{
    const dmi_land_list *land = &tree->atlas->land->land;
    int32_t most = parent ? tree->node[parent].pieces : land->count;
    if (tree->count >= INT32_MAX - 2 ||
        !dmi_reserve(&tree->node, &tree->room, (size_t)tree->count + 1, sizeof *tree->node) ||
        !dmi_reserve(&tree->piece, &tree->piece_room, tree->pieces + (size_t)most,
                     sizeof *tree->piece))
        return dmi_no_memory(err);
    dmi_patch_node *n = tree->node + tree->count, *p = parent ? tree->node + parent : NULL;
    *n = (dmi_patch_node){.patch = patch, .parent = parent, .first = tree->pieces};
    n->is_outside = dmi_patch_is_outside(tree->atlas, &patch);
    tree->count++;
    if (n->is_outside)
        return DM_OK;
    dmi_taken to = {.piece = tree->piece + n->first}, from = to;
    if (p) {
        from = (dmi_taken){p->sure, tree->piece + p->first, p->pieces};
    } else {
        from.count = land->count;
        for (int32_t i = 0; i < land->count; i++)
            from.piece[i] = i;
    }
    dmi_bound bound;
    const dmi_patch *list[] = {&n->patch};
    dmi_bound_find(tree->atlas, list, 1, &from, &to, &bound);
    tree->pieces += (size_t)to.count;
    n->pieces = to.count;
    n->sure = to.sure;
    n->upper = p ? fmin(bound.upper, p->upper) : bound.upper;
    n->tight = n->upper;
    n->middle = bound.middle;
    n->axis = axis_of(&patch, &bound);
    n->sign[0] = sign_of(bound.slope[0][0]);
    n->sign[1] = sign_of(bound.slope[0][1]);
    n->may_drop = !tree->parts || dmi_patch_is_on_board(tree->atlas, &patch, tree->parts);
    return DM_OK;
}

dm_status dmi_patch_tree_init(dmi_patch_tree *tree, const dmi_atlas *atlas,
                              const dmi_board_parts *parts, dm_error *err)
{
    *tree = (dmi_patch_tree){.atlas = atlas, .parts = parts, .count = 1};
    dm_status status =
        dmi_reserve(&tree->node, &tree->room, 1, sizeof *tree->node) ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; i < atlas->charts && status == DM_OK; i++)
        status = add_node(tree, (dmi_patch){i, 0, atlas->chart[i].reach, -1, 1}, 0, err);
    if (status != DM_OK)
        dmi_patch_tree_clear(tree);
    return status;
}

void dmi_patch_tree_clear(dmi_patch_tree *tree)
{
    free(tree->node);
    free(tree->piece);
    *tree = (dmi_patch_tree){0};
}

/* Tightens a node and those above it by what is known of its halves. */
static void tighten(dmi_patch_tree *tree, int32_t node)
{
    for (; node; node = tree->node[node].parent) {
        dmi_patch_node *n = tree->node + node;
        double most = fmax(tree->node[n->child].tight, tree->node[n->child + 1].tight);
        if (most >= n->tight)
            return;
        n->tight = most;
    }
}

dm_status dmi_patch_divide(dmi_patch_tree *tree, int32_t node, dm_error *err)
{
    if (tree->node[node].child)
        return DM_OK;
    dmi_patch half[2] = {tree->node[node].patch, tree->node[node].patch};
    if (tree->node[node].axis == 0)
        half[0].t1 = half[1].t0 = (half[0].t0 + half[0].t1) / 2;
    else
        half[0].m1 = half[1].m0 = (half[0].m0 + half[0].m1) / 2;
    int32_t child = tree->count;
    dm_status status = add_node(tree, half[0], node, err);
    if (status == DM_OK)
        status = add_node(tree, half[1], node, err);
    if (status != DM_OK)
        return status;
    tree->node[node].child = child;
    tighten(tree, node);
    return DM_OK;
}

dm_status dmi_patch_face(dmi_patch_tree *tree, int32_t node, dm_error *err)
{
    if (tree->node[node].face)
        return DM_OK;
    dmi_patch face = tree->node[node].patch;
    int32_t made = tree->count;
    face.t1 = 0;
    dm_status status = add_node(tree, face, node, err);
    if (status != DM_OK)
        return status;
    tree->node[made].parent = 0; /* what is known of a face says nothing of the patch */
    tree->node[node].face = made;
    return DM_OK;
}
