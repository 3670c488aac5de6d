/* layout_tree.c - trees from the root down, or from the centre outwards.
 *
 * Downwards: subtrees are set side by side as close as their outlines allow, at
 * distance 1 on every level, and each parent stands over the middle of its
 * children (the rules of Reingold and Tilford, 1981).  In preorder a subtree is
 * one run of vertices, so one loop shifts it; O(n height), used for trees that fit a page this way.
 *
 * Outwards: depth d stands on the circle of radius d, where a vertex needs the
 * angle 1/d to stand 1 from its neighbours, and a subtree the sum of its
 * children's needs if that is more.  Angles are shared out by need, but none is so wide that its
 * chord meets the parent's circle; therefore no two edges cross (Eades, 1992).  O(n).
 *
 * The root is vertex 0 if the tree is numbered breadth-first from it, otherwise a centre of the
 * tree.
 */
#include "base/base.h"
#include "draw/layout/layout.h"

#include <assert.h>
#include <math.h>

#define PI 3.14159265358979323846

enum {
    WIDEST_ROW = 40,      /* leaves that a downward tree may have */
    MOST_DOWNWARD = 4000, /* vertices, since the cost grows with the height */
    ROOTED_ANYWAY = 16    /* vertices: smaller trees are drawn downwards from a centre */
};

#define LEVEL_HEIGHT 1.15

/* The tree from its root, in preorder: order[i] is the i-th vertex, its subtree
 * is order[i .. i + size - 1].  All other arrays are indexed by vertex. */
typedef struct rooted {
    const dm_graph *graph;
    dm_vertex root;
    dm_vertex *order;
    dm_vertex *parent;
    int32_t *depth;
    dm_vertex *at; /* place in the order */
    dm_vertex *size;
    dm_vertex *leaves; /* in its subtree */
    double *scratch;   /* n + 1 entries: outlines by level, or needs by vertex */
    int32_t height;
    dmi_arrays arrays;
} rooted;

static dm_status rooted_init(const dm_graph *graph, rooted *tree, dm_error *err)
{
    size_t n = (size_t)graph->n;
    *tree = (rooted){.graph = graph};
    tree->order = dmi_array(&tree->arrays, n, sizeof *tree->order);
    tree->parent = dmi_array(&tree->arrays, n, sizeof *tree->parent);
    tree->depth = dmi_array(&tree->arrays, n, sizeof *tree->depth);
    tree->at = dmi_array(&tree->arrays, n, sizeof *tree->at);
    tree->size = dmi_array(&tree->arrays, n, sizeof *tree->size);
    tree->leaves = dmi_array(&tree->arrays, n, sizeof *tree->leaves);
    tree->scratch = dmi_array(&tree->arrays, n + 1, sizeof *tree->scratch);
    return dmi_arrays_check(&tree->arrays, err);
}

/* Each vertex after the first has one smaller neighbour, its parent, and parents do not
 * decrease. */
static bool is_numbered_from_root(const dm_graph *graph)
{
    dm_vertex last = 0;
    for (dm_vertex v = 1; v < graph->n; v++) {
        uint32_t a = graph->first[v];
        if (graph->target[a] > v || graph->target[a] < last)
            return false;
        last = graph->target[a];
    }
    return true;
}

/* The middle of a longest path: found by walking to a farthest vertex twice. */
static dm_vertex centre_of(const dm_graph *graph, rooted *tree)
{
    dm_vertex n = graph->n;
    dmi_breadth_first(graph, 0, tree->order, tree->depth);
    dm_vertex end = tree->order[n - 1];
    dmi_breadth_first(graph, end, tree->order, tree->depth);
    dm_vertex at = tree->order[n - 1];
    for (int32_t steps = tree->depth[at] / 2; steps > 0; steps--)
        for (uint32_t a = graph->first[at]; a < graph->first[at + 1]; a++)
            if (tree->depth[graph->target[a]] == tree->depth[at] - 1) {
                at = graph->target[a];
                break;
            }
    return at;
}

/* `size` serves as the stack: it is filled only after the walk. */
static void walk_tree(rooted *tree, dm_vertex root)
{
    assert(root >= 0 && root < tree->graph->n);
    const dm_graph *graph = tree->graph;
    dm_vertex *stack = tree->size, top = 0, count = 0;
    tree->root = root;
    tree->parent[root] = -1;
    tree->depth[root] = 0;
    tree->height = 0;
    stack[top++] = root;
    while (top > 0) {
        dm_vertex v = stack[--top];
        tree->at[v] = count;
        assert(count < graph->n);
        tree->order[count++] = v;
        if (tree->depth[v] > tree->height)
            tree->height = tree->depth[v];
        for (uint32_t a = graph->first[v + 1]; a-- > graph->first[v];) {
            dm_vertex child = graph->target[a];
            if (child == tree->parent[v])
                continue;
            tree->parent[child] = v;
            tree->depth[child] = tree->depth[v] + 1;
            stack[top++] = child;
        }
    }
}

static void measure_subtrees(rooted *tree)
{
    dm_vertex n = tree->graph->n;
    for (dm_vertex v = 0; v < n; v++) {
        tree->size[v] = 1;
        tree->leaves[v] = 0;
    }
    for (dm_vertex i = n - 1; i > 0; i--) {
        dm_vertex v = tree->order[i], parent = tree->parent[v];
        tree->leaves[v] += tree->leaves[v] == 0;
        tree->size[parent] += tree->size[v];
        tree->leaves[parent] += tree->leaves[v];
    }
}

/* Moves the subtree that begins at order[begin] as far left as the outline in `right` (one entry
 * per depth, -inf: empty) allows, then adds it to the outline. */
static void push_against(rooted *tree, dm_point *places, dm_vertex begin, double *right)
{
    dm_vertex end = begin + tree->size[tree->order[begin]];
    assert(end <= tree->graph->n);
    double shift = -INFINITY;
    for (dm_vertex i = begin; i < end; i++) {
        dm_vertex v = tree->order[i];
        shift = fmax(shift, right[tree->depth[v]] + 1 - places[v].x);
    }
    if (shift == -INFINITY)
        shift = 0;
    for (dm_vertex i = begin; i < end; i++) {
        dm_vertex v = tree->order[i];
        places[v].x += shift;
        right[tree->depth[v]] = fmax(right[tree->depth[v]], places[v].x);
    }
}

static void lay_outwards(const rooted *tree, dm_point *places)
{
    dm_vertex n = tree->graph->n;
    double *need = tree->scratch;
    for (dm_vertex v = 0; v < tree->graph->n; v++)
        need[v] = 0;
    for (dm_vertex i = tree->graph->n - 1; i > 0; i--) {
        dm_vertex v = tree->order[i];
        need[v] = fmax(need[v], 1.0 / tree->depth[v]);
        need[tree->parent[v]] += need[v];
    }
    places[tree->root] = (dm_point){2 * PI, 0};
    for (dm_vertex i = 0; i < n; i++) {
        /* Slices of v's children inside v's own, which is `wide` around places[v].y;
         * until the end places hold (width of the slice, its middle). */
        dm_vertex v = tree->order[i];
        int32_t depth = tree->depth[v];
        assert(depth >= 0);
        double wide =
            fmin(places[v].x, (depth == 0 ? 2 * PI : 2 * acos((double)depth / (depth + 1))));
        double from = places[v].y - wide / 2, all = 0;
        dm_vertex end = tree->at[v] + tree->size[v];
        for (dm_vertex k = tree->at[v] + 1; k < end; k += tree->size[tree->order[k]])
            all += tree->scratch[tree->order[k]];
        for (dm_vertex k = tree->at[v] + 1; k < end; k += tree->size[tree->order[k]]) {
            dm_vertex child = tree->order[k];
            double share = wide * tree->scratch[child] / all;
            places[child] = (dm_point){share, from + share / 2};
            from += share;
        }
    }
    /* The first child of the root stands straight above it. */
    double turn = PI / 2 + (n > 1 ? places[tree->order[1]].y : 0);
    for (dm_vertex v = 0; v < n; v++) {
        double angle = turn - places[v].y;
        places[v] = (dm_point){tree->depth[v] * cos(angle), tree->depth[v] * sin(angle)};
    }
}

static bool is_spider(const dm_graph *graph)
{
    dm_vertex forks = 0;
    for (dm_vertex v = 0; v < graph->n; v++)
        forks += dmi_degree(graph, v) > 2;
    return forks == 1;
}

dm_status dmi_layout_tree(const dm_graph *graph, dm_point *places, bool *done, dm_error *err)
{
    dm_vertex n = graph->n;
    *done = graph->arcs == 2 * (uint32_t)(n - 1);
    if (!*done)
        return DM_OK;
    rooted tree;
    dm_status status = rooted_init(graph, &tree, err);
    if (status != DM_OK)
        return status;
    bool numbered = is_numbered_from_root(graph);
    walk_tree(&tree, numbered ? 0 : centre_of(graph, &tree));
    measure_subtrees(&tree);
    bool fits = tree.leaves[tree.root] <= WIDEST_ROW && n <= MOST_DOWNWARD;
    if (fits && (numbered || n <= ROOTED_ANYWAY) && !is_spider(graph)) {
        /* Level below level. */
        for (dm_vertex i = tree.graph->n - 1; i >= 0; i--) {
            dm_vertex v = tree.order[i];
            places[v] = (dm_point){0, -LEVEL_HEIGHT * tree.depth[v]};
            if (tree.size[v] > 1) {
                double *right = tree.scratch;
                for (int32_t level = tree.depth[v] + 1; level <= tree.height; level++)
                    right[level] = -INFINITY;
                dm_vertex end = tree.at[v] + tree.size[v], last = -1;
                for (dm_vertex k = tree.at[v] + 1; k < end; k += tree.size[tree.order[k]]) {
                    push_against(&tree, places, k, right);
                    last = tree.order[k];
                }
                double left = places[tree.order[tree.at[v] + 1]].x;
                places[v].x = (left + places[last].x) / 2;
            }
        }
    } else
        lay_outwards(&tree, places);
    dmi_arrays_free(&tree.arrays);
    return DM_OK;
}
