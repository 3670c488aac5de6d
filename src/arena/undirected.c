/* undirected.c - a directed board made undirected: built again from its arcs.
 *
 * Its streets are open in both directions. */
#include "arena/arena.h"

#include "base/base.h"

dm_status dmi_builder_copy(dm_builder *builder, const dm_arena *arena, const dm_vertex *number,
                           dm_error *err)
{
    dm_status status = dm_builder_title(builder, dm_arena_title(arena), err);
    for (dm_vertex v = 0; v < dm_arena_vertices(arena) && status == DM_OK; v++)
        if (!number || number[v] >= 0) {
            dm_vertex to = number ? number[v] : v;
            const dm_point *places = dm_arena_places(arena);
            const char *name = dm_arena_name(arena, v);
            if (places)
                status = dm_builder_place(builder, to, places[v].x, places[v].y, err);
            if (status == DM_OK && name)
                status = dm_builder_name(builder, to, name, err);
            if (status == DM_OK && dm_arena_values(arena))
                status = dm_builder_value(builder, to, dm_arena_values(arena)[v], err);
        }
    for (int32_t i = 0; status == DM_OK && dm_arena_remark(arena, i); i++)
        status = dmi_builder_remark(builder, err, "%s", dm_arena_remark(arena, i));
    dm_builder_decimals(builder, dm_arena_decimals(arena));
    return status;
}

dm_status dm_arena_undirected(const dm_arena *arena, dm_arena **out, dm_error *err)
{
    if (!dm_arena_is_directed(arena))
        return dm_arena_share(arena, out, err);
    dm_arena *made = NULL;
    dm_builder *builder = NULL;
    dm_status status = dmi_arena_check_network(arena, "an undirected board", err);
    if (status == DM_OK)
        status = dm_arena_check(arena, NULL, err);
    if (status == DM_OK)
        status = dm_builder_new(dm_arena_vertices(arena), &builder, err);
    if (status == DM_OK)
        status = dmi_builder_copy(builder, arena, NULL, err);
    if (status == DM_OK) {
        /* All arcs, in both directions. */
        const dm_graph *graph = dm_arena_graph(arena);
        for (dm_vertex v = 0; v < graph->n && status == DM_OK; v++)
            for (uint32_t a = graph->first[v]; a < graph->first[v + 1] && status == DM_OK; a++)
                status =
                    dm_builder_arc(builder, v, graph->target[a], dm_graph_length(graph, a), err);
    }
    if (status == DM_OK)
        status = dm_builder_finish(builder, &made, err);
    else
        dm_builder_free(builder);
    if (status != DM_OK)
        return status;
    made->value_decimals = dm_arena_value_decimals(arena);
    made->shared->notes.loops += arena->shared->notes.loops;
    made->shared->notes.parallel += arena->shared->notes.parallel;
    if (arena->shared->streets &&
        !(made->shared->streets = dmi_streets_both_ways(arena->shared->streets))) {
        dm_arena_free(made);
        return dmi_no_memory(err);
    }
    *out = made;
    return DM_OK;
}
