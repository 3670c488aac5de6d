/* spread.c - Dijkstra's algorithm from several vertices with keys of their own.
 *
 * Lengths are positive, so every offer to v comes from a smaller key and is made before v is
 * scanned: its key and its label are then final.  Outdated heap entries are skipped.
 */
#include "graph/spread.h"

bool dmi_spread_offer(dmi_spread *spread, dm_vertex v, int64_t key, int32_t label)
{
    if (key > spread->bound || key > spread->key[v])
        return true;
    if (key == spread->key[v]) {
        if (spread->label && label < spread->label[v])
            spread->label[v] = label;
        return true;
    }
    spread->key[v] = key;
    if (spread->label)
        spread->label[v] = label;
    return dmi_heap_push(&spread->heap, (uint64_t)key, (uint32_t)v);
}

dm_status dmi_spread_run(dmi_spread *spread, dm_error *err)
{
    const dm_graph *graph = spread->graph;
    bool has_room = true;
    while (has_room && spread->heap.count) {
        dmi_heap_entry next = dmi_heap_pop(&spread->heap);
        dm_vertex u = (dm_vertex)next.item;
        if ((int64_t)next.key != spread->key[u])
            continue;
        for (uint32_t a = graph->first[u]; has_room && a < graph->first[u + 1]; a++)
            has_room = dmi_spread_offer(spread, graph->target[a],
                                        spread->key[u] + dm_graph_length(graph, a),
                                        spread->label ? spread->label[u] : 0);
    }
    dmi_heap_clear(&spread->heap);
    return has_room ? DM_OK : dmi_no_memory(err);
}
