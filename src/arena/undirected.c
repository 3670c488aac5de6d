/* undirected.c - a directed board made undirected: built again from its arcs. */
#include "arena/arena.h"

#include "base/base.h"

static dm_status add_arcs(const dm_graph *graph, dm_builder *builder, dm_error *err)
{
    dm_status status = DM_OK;
    for (dm_vertex v = 0; v < graph->n && status == DM_OK; v++)
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1] && status == DM_OK; a++)
            status = dm_builder_arc(builder, v, graph->target[a], dm_graph_length(graph, a), err);
    return status;
}

static dm_status add_extras(const dm_arena *arena, dm_vertex v, dm_builder *builder, dm_error *err)
{
    const dm_point *places = dm_arena_places(arena);
    const char *name = dm_arena_name(arena, v);
    dm_status status = DM_OK;
    if (places)
        status = dm_builder_place(builder, v, places[v].x, places[v].y, err);
    if (status == DM_OK && name)
        status = dm_builder_name(builder, v, name, err);
    if (status == DM_OK && dm_arena_values(arena))
        status = dm_builder_value(builder, v, dm_arena_values(arena)[v], err);
    return status;
}

dm_status dm_arena_undirected(const dm_arena *arena, dm_arena **out, dm_error *err)
{
    if (!dm_arena_is_directed(arena))
        return dm_arena_with_decimal_values(arena, dm_arena_values(arena),
                                            dm_arena_value_decimals(arena), out, err);
    dm_vertex n = dm_arena_vertices(arena);
    dm_builder *builder = NULL;
    dm_status status = dm_builder_new(n, &builder, err);
    if (status == DM_OK)
        status = dm_builder_title(builder, dm_arena_title(arena), err);
    if (status == DM_OK)
        status = add_arcs(dm_arena_graph(arena), builder, err);
    for (dm_vertex v = 0; v < n && status == DM_OK; v++)
        status = add_extras(arena, v, builder, err);
    if (status != DM_OK) {
        dm_builder_free(builder);
        return status;
    }
    dm_builder_decimals(builder, dm_arena_decimals(arena));
    status = dm_builder_finish(builder, out, err);
    if (status == DM_OK) {
        (*out)->value_decimals = dm_arena_value_decimals(arena);
        (*out)->shared->streets = dmi_streets_hold(arena->shared->streets);
        (*out)->shared->notes.loops += arena->shared->notes.loops;
        (*out)->shared->notes.parallel += arena->shared->notes.parallel;
    }
    return status;
}
