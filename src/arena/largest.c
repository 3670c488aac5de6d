/* largest.c - the largest part of a board in which every vertex reaches every other. */
#include "arena/largest.h"

#include "arena/arena.h"
#include <demesne/graph.h>
#include <stdlib.h>

static dm_status copy_map(const dm_map *map, const dm_vertex *number, dm_builder *builder,
                          dm_error *err)
{
    int32_t *street_of = dmi_alloc((size_t)map->streets + 1, sizeof *street_of), streets = 0;
    if (!street_of)
        return dmi_no_memory(err);
    dm_builder_geographic(builder, map->measure);
    dm_status status = dm_builder_attribution(builder, map->attribution, err);
    if (status == DM_OK && map->profile >= 0)
        status = dm_builder_profile(builder, (dm_profile)map->profile, err);
    for (int32_t s = 0; s < map->streets && status == DM_OK; s++) {
        uint32_t first = map->first_point[s];
        const dm_street street = {.from = number[map->from[s]],
                                  .to = number[map->to[s]],
                                  .length = map->length[s],
                                  .travel = map->travel[s],
                                  .kind = (dm_street_kind)map->kind[s],
                                  .name = map->name_at[s] ? map->names + map->name_at[s] : NULL,
                                  .points = map->point + first,
                                  .point_count = map->first_point[s + 1] - first};
        bool stays = street.from >= 0 && street.to >= 0;
        street_of[s] = stays ? streets++ : -1;
        if (stays)
            status = dm_builder_street(builder, &street, err);
    }
    if (status == DM_OK)
        status = dmi_builder_copy_turns(builder, map, number, street_of, street_of, err);
    free(street_of);
    return status;
}

static dm_status copy_part(const dm_arena *arena, const dm_vertex *number, dm_vertex size,
                           dm_arena **out, dm_error *err)
{
    dm_builder *builder = NULL;
    dm_status status = dm_builder_new(size, &builder, err);
    if (status == DM_OK)
        status = dmi_builder_copy(builder, arena, number, err);
    if (status == DM_OK) {
        /* `number` has the new numbers of the vertices; -1: left out. */
        const dm_graph *graph = dm_arena_graph(arena);
        bool directed = dm_arena_is_directed(arena);
        status = directed ? dm_builder_directed(builder, err) : DM_OK;
        for (dm_vertex v = 0; v < graph->n; v++)
            for (uint32_t a = graph->first[v]; a < graph->first[v + 1] && status == DM_OK; a++) {
                dm_vertex to = graph->target[a];
                if (number[v] < 0 || number[to] < 0 || (!directed && to < v))
                    continue;
                status = directed ? dm_builder_arc(builder, number[v], number[to],
                                                   dm_graph_length(graph, a), err)
                                  : dm_builder_edge(builder, number[v], number[to],
                                                    dm_graph_length(graph, a), err);
            }
    }
    if (status == DM_OK && dm_arena_map(arena))
        status = copy_map(dm_arena_map(arena), number, builder, err);
    if (status == DM_OK)
        return dm_builder_finish(builder, out, err);
    dm_builder_free(builder);
    return status;
}

/* Replaces the board by the part `kept`; `part` becomes the new numbers. */
static dm_status keep_part(dm_arena **board, int32_t *part, int32_t kept, dm_vertex size,
                           dm_error *err)
{
    dm_arena *made = NULL;
    dm_vertex number = 0;
    for (dm_vertex v = 0; v < dm_arena_vertices(*board); v++)
        part[v] = part[v] == kept ? number++ : -1;
    dm_status status = copy_part(*board, part, size, &made, err);
    if (status != DM_OK)
        return status;
    made->value_decimals = (*board)->value_decimals;
    made->shared->notes = (*board)->shared->notes;
    dm_arena_free(*board);
    *board = made;
    return DM_OK;
}

dm_status dmi_arena_settle_parts(dm_arena **board, bool drop, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(*board), size = 0, *sizes = NULL;
    int32_t parts = 0, kept = 0;
    int32_t *part = dmi_alloc((size_t)n, sizeof *part);
    dm_status status = part ? dm_strong_components(*board, part, &parts, err) : dmi_no_memory(err);
    if (status == DM_OK && parts > 1 && !(sizes = dmi_calloc((size_t)parts, sizeof *sizes)))
        status = dmi_no_memory(err);
    if (status == DM_OK && parts > 1) {
        for (dm_vertex v = 0; v < n; v++)
            sizes[part[v]]++;
        kept = part[0]; /* of equal ones that with the lowest vertex */
        for (dm_vertex v = 0; v < n; v++)
            kept = sizes[part[v]] > sizes[kept] ? part[v] : kept;
        size = sizes[kept];
    }
    free(sizes);
    if (status == DM_OK && parts > 1 && drop)
        status = keep_part(board, part, kept, size, err);
    if (status == DM_OK && parts > 1)
        status = dmi_arena_add_remark(
            *board, err,
            drop ? "%d parts; %d of %d vertices outside the largest left out"
                 : "%d parts; %d of %d vertices outside the largest (--largest leaves them out)",
            parts, n - size, n);
    free(part);
    return status;
}
