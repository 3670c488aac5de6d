/* median.c - one round of one stone each on a tree, played perfectly.
 *
 * Everything nearer to Black's stone than to White's lies in one part of the tree without White's
 * vertex, and the neighbour of White's vertex in that part takes all of it.  So Black's best reply
 * is the neighbour towards the heaviest part, and White's best vertex is the one whose heaviest
 * part is lightest: a median, where no part has more than half of the value, so that White does not
 * lose. True for all lengths, values and tie rules.  O(n). (The last remark of Teramoto, Demaine
 * and Uehara, 2011.)
 */
#include "arena/arena.h"
#include "base/base.h"
#include "base/names.h"
#include "base/trace.h"
#include "player/player.h"
#include <assert.h>
#include <demesne/graph.h>

/* Breadth-first order, parents, and weights of subtrees. */
typedef struct weighted_tree {
    const dm_graph *graph;
    dm_vertex *order, *parent;
    int64_t *weight;
    dmi_arrays arrays;
} weighted_tree;

/* The heaviest child of v, the lowest number among equals; -1 if it has none. */
static dm_vertex heaviest_child(const weighted_tree *tree, dm_vertex v)
{
    dm_vertex best = -1;
    for (uint32_t arc = tree->graph->first[v]; arc < tree->graph->first[v + 1]; arc++) {
        dm_vertex child = tree->graph->target[arc];
        if (child != tree->parent[v] && (best < 0 || tree->weight[child] > tree->weight[best]))
            best = child;
    }
    return best;
}

dm_status dmi_fits_one_round_tree(dm_player *player, dm_position *position, dm_run *run,
                                  dm_error *err)
{
    (void)run;
    const char *name = player->type->info.name;
    const dm_arena *arena = dm_position_arena(position);
    const dm_rules *rules = dm_position_rules(position);
    int32_t parts;
    if (rules->rounds != 1 || rules->per_turn != 1)
        return dmi_fail(err, DM_UNSUPPORTED, "player '%s' plays one round of one stone each", name);
    dm_status status = dmi_arena_check_undirected(arena, "player 'median'", err);
    if (status == DM_OK)
        status = dm_components(arena, NULL, &parts, err);
    if (status != DM_OK)
        return status;
    if (parts != 1 || dm_arena_edges(arena) != (int64_t)dm_arena_vertices(arena) - 1)
        return dmi_fail(
            err, DM_UNSUPPORTED,
            "player '%s' needs a tree; this board has %d vertices, %lld edges and %d %s", name,
            dm_arena_vertices(arena), (long long)dm_arena_edges(arena), parts,
            dmi_plural(parts, "part", "parts"));
    return DM_OK;
}

dm_status dmi_choose_median(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_error *err)
{
    (void)run;
    int32_t stone_count;
    const dm_arena *arena = dm_position_arena(position);
    const dm_stone *stones = dm_position_stones(position, &stone_count);
    const dm_graph *graph = dm_arena_graph(arena);
    size_t n = (size_t)graph->n;
    weighted_tree tree = {.graph = graph};
    tree.order = dmi_array(&tree.arrays, n, sizeof *tree.order);
    tree.parent = dmi_array(&tree.arrays, n, sizeof *tree.parent);
    tree.weight = dmi_array(&tree.arrays, n, sizeof *tree.weight);
    dm_status status = dmi_arrays_check(&tree.arrays, err);
    if (status != DM_OK)
        return status;
    dm_vertex root = stone_count > 0 ? stones[0].vertex : 0, count = 0;
    tree.order[count++] = root;
    tree.parent[root] = -1;
    for (dm_vertex i = 0; i < count; i++) {
        dm_vertex v = tree.order[i];
        tree.weight[v] = dm_value_of(dm_arena_values(arena), v);
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
            if (graph->target[arc] != tree.parent[v]) {
                tree.parent[graph->target[arc]] = v;
                tree.order[count++] = graph->target[arc];
            }
    }
    assert(count == graph->n); /* dmi_fits_one_round_tree() */
    for (dm_vertex i = count - 1; i > 0; i--)
        tree.weight[tree.parent[tree.order[i]]] += tree.weight[tree.order[i]];
    dm_vertex child = heaviest_child(&tree, root);
    int64_t total = tree.weight[root];
    dmi_trace_stone(player->trace);
    if (stone_count > 0) { /* Black cuts off most */
        move[0] = child;
        dmi_trace_step(player->trace, "neighbour of White's vertex",
                       "Of the parts around White's vertex %d the heaviest, worth %lld of %lld, "
                       "begins here.",
                       root, (long long)tree.weight[child], (long long)total);
    } else { /* White goes down while more than half of the value lies below */
        move[0] = root;
        for (; child >= 0 && tree.weight[child] > total - tree.weight[child];
             child = heaviest_child(&tree, child))
            move[0] = child;
        dmi_trace_step(player->trace, "median",
                       "No part of the tree without this vertex has more than half of its value, "
                       "%lld.",
                       (long long)total);
    }
    dmi_arrays_free(&tree.arrays);
    return DM_OK;
}
