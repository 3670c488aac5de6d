/* complete_tree.c - recognises complete k-ary trees, whatever their numbering.
 *
 * Degrees identify the root: a star hangs from its centre; in a higher tree inner vertices have k +
 * 1 neighbours, leaves one, and only the root has k.  In a breadth-first walk from there, the
 * vertex at place p must have its children at the places k p + 1 .. k p + k, and after the first
 * one without children no other may have any.  n - 1 edges and n vertices reached make it a tree.
 * O(n).
 */
#include "arena/arena.h"
#include "base/base.h"
#include <demesne/complete_tree.h>

#include <stdlib.h>

static dm_vertex tree_degree(const dm_graph *graph, dm_vertex v)
{
    return (dm_vertex)(graph->first[v + 1] - graph->first[v]);
}

/* The only vertex that can be the root, or -1. */
static dm_vertex find_root(const dm_graph *graph)
{
    dm_vertex most = 0, inner = 0, root = -1, found = 0;
    for (dm_vertex v = 0; v < graph->n; v++) {
        most = tree_degree(graph, v) > most ? tree_degree(graph, v) : most;
        inner += tree_degree(graph, v) > 1;
    }
    dm_vertex wanted = inner == 1 ? most : most - 1;
    for (dm_vertex v = 0; v < graph->n; v++)
        if (tree_degree(graph, v) == wanted && wanted > 1) {
            root = v;
            found++;
        }
    return found == 1 ? root : -1;
}

/* Assigns places from the root on.  False unless every vertex has k children, or none after the
 * last inner vertex, and levels are full: n is 1 + k + .. + k^H. */
static bool lay_out(const dm_graph *graph, dm_vertex root, dm_complete_tree *tree)
{
    dm_vertex used = 1;
    for (dm_vertex v = 0; v < graph->n; v++)
        tree->place[v] = -1;
    tree->children = tree_degree(graph, root);
    tree->vertex[0] = root;
    tree->place[root] = 0;
    for (dm_vertex p = 0; p < used; p++) {
        dm_vertex v = tree->vertex[p], before = used;
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            dm_vertex child = graph->target[arc];
            if (tree->place[child] >= 0)
                continue;
            tree->place[child] = used;
            tree->vertex[used++] = child;
        }
        if (used - before != tree->children && !(used == before && before == graph->n))
            return false;
    }
    int64_t n = 1, level = 1;
    for (tree->height = 0; n < tree->n; tree->height++)
        n += level *= tree->children;
    return used == graph->n && n == tree->n;
}

/* Why the board is no complete tree, as far as counting can show; NULL if nothing was found. */
static const char *find_obstacle(const dm_arena *arena)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    if (graph->n < 3 || dm_arena_edges(arena) != (int64_t)graph->n - 1)
        return "vertices and edges are not those of a tree with children";
    if (graph->uniform == 0)
        return "edges differ in length";
    for (dm_vertex v = 1; values && v < graph->n; v++)
        if (values[v] != values[0])
            return "vertices differ in value";
    return find_root(graph) < 0 ? "no vertex can be the root" : NULL;
}

static dm_status not_a_complete_tree(const char *why, dm_error *err)
{
    return dmi_fail(err, DM_UNSUPPORTED,
                    "this board is not a complete k-ary tree (k > 1, equal lengths and values): %s",
                    why);
}

dm_status dm_complete_tree_init(const dm_arena *arena, dm_complete_tree *out, dm_error *err)
{
    const char *obstacle = find_obstacle(arena);
    dm_status status = dmi_arena_check_undirected(arena, "a strategy for complete trees", err);
    if (status != DM_OK)
        return status;
    if (obstacle)
        return not_a_complete_tree(obstacle, err);
    const dm_graph *graph = dm_arena_graph(arena);
    size_t n = (size_t)graph->n;
    dm_complete_tree tree = {
        .n = graph->n,
        .vertex = dmi_alloc(n, sizeof *tree.vertex),
        .place = dmi_alloc(n, sizeof *tree.place),
    };
    if (!tree.vertex || !tree.place)
        status = dmi_no_memory(err);
    else if (!lay_out(graph, find_root(graph), &tree))
        status = not_a_complete_tree(
            "its vertices do not all have k children, or its leaves are not in one "
            "level",
            err);
    if (status != DM_OK)
        dm_complete_tree_clear(&tree);
    else
        *out = tree;
    return status;
}

void dm_complete_tree_clear(dm_complete_tree *tree)
{
    free(tree->vertex);
    free(tree->place);
    tree->vertex = tree->place = NULL;
}
