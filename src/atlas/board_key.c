/* board_key.c - the key of a board in the database.
 *
 * Both kinds of key contain everything that the rules use, so equal keys mean equal games.
 */
#include "atlas/atlas.h"

#include "format/format.h"
#include "format/output.h"
#include "graph/canonical.h"
#include <stdlib.h>

/* A plain board with its vertices renumbered. */
static dm_status renumber_board(const dm_arena *arena, const dm_vertex *number, dm_arena **out,
                                dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(arena);
    dm_builder *builder = NULL;
    dm_status status = dm_builder_new(graph->n, &builder, err);
    DMI_FOR_EDGES(arena, graph, u, arc)
    if (status == DM_OK)
        status = dm_builder_edge(builder, number[u], number[graph->target[arc]], 1, err);
    if (status == DM_OK)
        return dm_builder_finish(builder, out, err);
    dm_builder_free(builder);
    return status;
}

dm_status dmi_board_key(const dm_arena *arena, char **out, dm_error *err)
{
    unsigned has = dm_arena_has(arena);
    if (has & (DM_HOLDS_LENGTHS | DM_HOLDS_DECIMALS | DM_HOLDS_VALUES | DM_HOLDS_DIRECTIONS)) {
        const dm_graph *graph = dm_arena_graph(arena);
        const int64_t *values = dm_arena_values(arena);
        dmi_output text = {0};
        dmi_put_number(&text, graph->n);
        DMI_FOR_EDGES(arena, graph, u, arc)
        {
            dmi_print(&text, dm_arc_is_oneway(arena, u, arc) ? ";%d>%d:" : ";%d-%d:", u,
                      graph->target[arc]);
            dmi_put_length(&text, arena, arc);
        }
        for (dm_vertex v = 0; values && v < graph->n; v++)
            dmi_print(&text, "%s%lld", v ? "," : "/", (long long)values[v]);
        return dmi_output_take(&text, out, err);
    }
    const dm_graph *graph = dm_arena_graph(arena);
    dm_arena *canonical = NULL;
    dmi_output text = {0};
    dm_vertex *number = dmi_alloc((size_t)graph->n, sizeof *number);
    dm_status status = number ? dmi_canonical_numbers(graph, number, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = renumber_board(arena, number, &canonical, err);
    if (status == DM_OK) {
        dmi_write_graph6(canonical, &text);
        text.size -= text.size > 0; /* its newline */
        status = dmi_output_take(&text, out, err);
    }
    dm_arena_free(canonical);
    free(number);
    return status;
}
