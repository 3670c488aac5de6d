/* dominator_tree.c - which vertices are reached only through which: dominators of shortest paths.
 *
 * Vertices are added in the order they are reached.  One that is reached over a single piece has
 * the piece's other end as parent; one that is reached over several has their lowest common
 * ancestor. Common ancestors are found by jump pointers (Myers, An applicative random-access stack,
 * 1983): besides its parent every vertex knows one ancestor further up, at a depth that depends
 * only on its own depth, so that two vertices of equal depth climb in step.
 *
 * Cost: O(m + n log n).
 */
#include "lines/cut/cut_search.h"

#include "base/sort.h"
#include <assert.h>
#include <stdlib.h>

static int32_t jump_of(const dmi_dominator_tree *tree, int32_t v)
{
    return v < 0 ? -1 : tree->jump[v];
}

static int32_t depth_of(const dmi_dominator_tree *tree, int32_t v)
{
    return v < 0 ? 0 : tree->depth[v];
}

/* The ancestor of v at that depth. */
static int32_t climb_to(const dmi_dominator_tree *tree, int32_t v, int32_t depth)
{
    assert(depth >= 0);
    while (depth_of(tree, v) > depth)
        v = depth_of(tree, tree->jump[v]) >= depth ? tree->jump[v] : tree->above[v];
    return v;
}

int32_t dmi_dominator_tree_common(const dmi_dominator_tree *tree, int32_t u, int32_t v)
{
    u = climb_to(tree, u, depth_of(tree, v));
    v = climb_to(tree, v, depth_of(tree, u));
    while (u != v) {
        bool far = tree->jump[u] != tree->jump[v];
        u = far ? tree->jump[u] : tree->above[u];
        v = far ? tree->jump[v] : tree->above[v];
    }
    return u;
}

static bool sort_vertices(const dmi_line_position *position, dmi_dominator_tree *tree)
{
    dmi_keyed *list = dmi_alloc((size_t)position->net.n, sizeof *list);
    if (!list)
        return false;
    for (int32_t v = 0; v < position->net.n; v++)
        if (position->reach[v].when != DMI_NEVER)
            list[tree->count++] = (dmi_keyed){position->reach[v].when, v};
    dmi_sort_keyed(list, tree->count);
    for (int32_t i = 0; i < tree->count; i++)
        tree->order[i] = list[i].item;
    free(list);
    return true;
}

/* Adds v below the last vertex that all its shortest paths share; those before it are there. */
static void add_vertex(const dmi_line_position *position, dmi_dominator_tree *tree, int32_t v)
{
    const dmi_line_network *net = &position->net;
    const dmi_reach *reach = position->reach;
    int32_t above = -1;
    for (uint32_t arc = net->first[v]; reach[v].when > 0 && arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc], u = dmi_other_end(net, piece, v);
        if (reach[u].when == reach[v].when - net->piece[piece].length)
            above = tree->tight[v]++ == 0 ? u : dmi_dominator_tree_common(tree, above, u);
    }
    int32_t jump = jump_of(tree, above), further = jump_of(tree, jump);
    int32_t one = depth_of(tree, above) - depth_of(tree, jump);
    int32_t two = depth_of(tree, jump) - depth_of(tree, further);
    tree->above[v] = above;
    tree->depth[v] = depth_of(tree, above) + 1;
    tree->jump[v] = above >= 0 && one == two ? further : above;
    assert(jump_of(tree, v) < 0 || tree->depth[tree->jump[v]] < tree->depth[v]);
}

/* Computes sizes from the last vertex back, then positions from the first on: each vertex takes the
 * next free position of its parent.  `free_place` has n + 1 entries. */
static void number_subtrees(dmi_dominator_tree *tree, int32_t n, int32_t *free_place)
{
    for (int32_t v = 0; v < n; v++)
        tree->size[v] = tree->pos[v] = 0;
    for (int32_t i = tree->count; i-- > 0;) {
        int32_t v = tree->order[i], above = tree->above[v];
        tree->size[v]++;
        if (above >= 0)
            tree->size[above] += tree->size[v];
    }
    free_place[n] = 0;
    for (int32_t i = 0; i < tree->count; i++) {
        int32_t v = tree->order[i], above = tree->above[v] >= 0 ? tree->above[v] : n;
        tree->pos[v] = free_place[above];
        free_place[above] += tree->size[v];
        free_place[v] = tree->pos[v] + 1;
        tree->at[tree->pos[v]] = v;
        assert(above == n ||
               (tree->pos[v] > tree->pos[above] &&
                tree->pos[v] + tree->size[v] <= tree->pos[above] + tree->size[above]));
    }
    assert(free_place[n] == tree->count);
}

dm_status dmi_dominator_tree_init(const dmi_line_position *position, dmi_dominator_tree *out,
                                  dm_error *err)
{
    size_t n = (size_t)position->net.n;
    dmi_dominator_tree tree = {0};
    tree.above = dmi_array(&tree.arrays, n, sizeof *tree.above);
    tree.tight = dmi_array_zeroed(&tree.arrays, n, sizeof *tree.tight);
    tree.order = dmi_array(&tree.arrays, n, sizeof *tree.order);
    tree.pos = dmi_array(&tree.arrays, n, sizeof *tree.pos);
    tree.at = dmi_array(&tree.arrays, n, sizeof *tree.at);
    tree.size = dmi_array(&tree.arrays, n, sizeof *tree.size);
    tree.jump = dmi_array(&tree.arrays, n, sizeof *tree.jump);
    tree.depth = dmi_array(&tree.arrays, n, sizeof *tree.depth);
    int32_t *free_place = dmi_alloc(n + 1, sizeof *free_place);
    bool fits = !tree.arrays.failed && free_place && sort_vertices(position, &tree);
    for (int32_t v = 0; fits && v < position->net.n; v++)
        tree.above[v] = -1;
    for (int32_t i = 0; fits && i < tree.count; i++)
        add_vertex(position, &tree, tree.order[i]);
    if (fits)
        number_subtrees(&tree, position->net.n, free_place);
    free(free_place);
    if (!fits) {
        dmi_dominator_tree_clear(&tree);
        return dmi_no_memory(err);
    }
    *out = tree;
    return DM_OK;
}

void dmi_dominator_tree_clear(dmi_dominator_tree *tree)
{
    dmi_arrays_free(&tree->arrays);
    *tree = (dmi_dominator_tree){0};
}
