/* tree.c - the complete K-ary tree, breadth-first from the root.
 *
 *            0              vertex v > 0 is a child of (v - 1) / K; level l of a
 *         /     \           K-ary tree has K^l vertices
 *        1       2
 *       / \     / \
 *      3   4   5   6
 *
 * Leaves are one apart, every other vertex is above the middle of its leaves.
 */
#include "generate/board_maker.h"

/* 1 + K + ... + K^H, or any number above the limit if that is. */
static uint64_t count_vertices(uint64_t arity, uint64_t height, uint64_t *leaves)
{
    uint64_t level = 1, total = 1;
    if (arity == 1) {
        *leaves = 1;
        return height + 1;
    }
    for (uint64_t h = 0; h < height && total <= DM_MAX_VERTICES; h++) {
        level *= arity;
        total += level;
    }
    *leaves = level;
    return total;
}

void dmi_make_tree(dmi_board_maker *s)
{
    uint64_t arity = s->number[0], height = s->number[1], leaves;
    uint64_t n = count_vertices(arity, height, &leaves);
    if (!dmi_board_maker_open(s, n, n - 1))
        return;
    for (int64_t v = 1; v < (int64_t)n; v++)
        dmi_board_maker_edge(s, (v - 1) / (int64_t)arity, v, 1);
    double drop = height && leaves > 2 * height ? (double)leaves / (2 * (double)height) : 1;
    int64_t v = 0, width = 1; /* vertices of this level */
    for (uint64_t level = 0; level <= height; level++, width *= (int64_t)arity) {
        double span = (double)leaves / (double)width; /* leaves under one of them */
        for (int64_t i = 0; i < width; i++)
            dmi_board_maker_place(s, v++, ((double)i + 0.5) * span - 0.5, -drop * (double)level);
    }
}
