/* median.c - one round of one stone each on a tree, played perfectly.
 *
 * Whatever Black takes, all that is nearer to Black's stone than to White's lies
 * in one part of the tree without White's vertex, and the neighbour of White's
 * vertex in that part takes all of it.  So Black's best is the neighbour towards
 * the heaviest part, and White's best is the vertex whose heaviest part is
 * lightest: a median, where no part has more than half the value, so that White
 * does not lose.  True for all lengths, values and tie rules.  O(n).
 * (The last remark of Teramoto, Demaine and Uehara, 2011.)
 */
#include "base/base.h"
#include "player/player.h"
#include <demesne/graph.h>

#include <stdlib.h>

static dm_status take_median(const dm_arena *arena, dm_run *run, dm_vertex *move, dm_error *err)
{
    dm_metric metric = {0};
    dm_status status = dm_metric_init(arena, run, &metric, err);
    if (status == DM_OK)
        move[0] = metric.medians[0];
    else if (status == DM_STOPPED)
        move[0] = 0;
    dm_metric_clear(&metric);
    return status;
}

/* Walks breadth-first from `root`: order gets the vertices, parent their parents. */
static void walk(const dm_graph *graph, dm_vertex root, dm_vertex *order, dm_vertex *parent)
{
    dm_vertex count = 0;
    order[count++] = root;
    parent[root] = -1;
    for (dm_vertex i = 0; i < count; i++)
        for (uint32_t arc = graph->first[order[i]]; arc < graph->first[order[i] + 1]; arc++)
            if (graph->target[arc] != parent[order[i]]) {
                parent[graph->target[arc]] = order[i];
                order[count++] = graph->target[arc];
            }
}

/* The neighbour of `root` with the heaviest part behind it, the lowest number among equals. */
static dm_vertex heaviest_side(const dm_arena *arena, dm_vertex root, dm_vertex *order,
                               dm_vertex *parent, int64_t *weight)
{
    const dm_graph *graph = dm_arena_graph(arena);
    walk(graph, root, order, parent);
    for (dm_vertex v = 0; v < graph->n; v++)
        weight[v] = dm_value_of(dm_arena_values(arena), v);
    for (dm_vertex i = graph->n - 1; i > 0; i--)
        weight[parent[order[i]]] += weight[order[i]];
    dm_vertex best = graph->target[graph->first[root]];
    for (uint32_t arc = graph->first[root]; arc < graph->first[root + 1]; arc++)
        if (weight[graph->target[arc]] > weight[best])
            best = graph->target[arc];
    return best;
}

static dm_status answer_stone(const dm_arena *arena, dm_vertex stone, dm_vertex *move,
                              dm_error *err)
{
    size_t n = (size_t)dm_arena_vertices(arena);
    dm_vertex *order = dmi_alloc(n, sizeof *order), *parent = dmi_alloc(n, sizeof *parent);
    int64_t *weight = dmi_alloc(n, sizeof *weight);
    dm_status status = DM_OK;
    if (order && parent && weight)
        move[0] = heaviest_side(arena, stone, order, parent, weight);
    else
        status = dmi_no_memory(err);
    free(order);
    free(parent);
    free(weight);
    return status;
}

dm_status dmi_fits_one_round_tree(dm_player *player, dm_position *position, dm_error *err)
{
    const char *name = player->type->info.name;
    const dm_arena *arena = dm_position_arena(position);
    const dm_rules *rules = dm_position_rules(position);
    int32_t parts;
    if (rules->rounds != 1 || rules->per_turn != 1)
        return dmi_fail(err, DM_UNSUPPORTED, "player '%s' plays one round of one stone each", name);
    dm_status status = dm_components(arena, NULL, &parts, err);
    if (status != DM_OK)
        return status;
    if (parts != 1 || dm_arena_edges(arena) != (int64_t)dm_arena_vertices(arena) - 1)
        return dmi_fail(
            err, DM_UNSUPPORTED,
            "player '%s' needs a tree; this board has %d vertices, %lld edges and %d %s", name,
            dm_arena_vertices(arena), (long long)dm_arena_edges(arena), parts,
            parts == 1 ? "part" : "parts");
    return DM_OK;
}

dm_status dmi_choose_median(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_error *err)
{
    (void)player;
    int32_t count;
    const dm_arena *arena = dm_position_arena(position);
    const dm_stone *stones = dm_position_stones(position, &count);
    return count == 0 ? take_median(arena, run, move, err)
                      : answer_stone(arena, stones[0].vertex, move, err);
}
