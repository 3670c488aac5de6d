/* spread.c - Dijkstra's algorithm from several vertices with keys of their own.
 *
 * Lengths are positive, so every offer to v comes from a smaller key and is made before v is
 * scanned: its key and its label are then final.  Outdated heap entries are skipped.
 */
#include "graph/spread.h"
#include <assert.h>

enum { POLL = 1 << 12 }; /* vertices from one look at the clock to the next */

bool dmi_spread_offer(dmi_spread *spread, dm_vertex v, int64_t key, int32_t label)
{
    assert(v >= 0);
    if (key > spread->bound || key > spread->key[v] || (spread->limit && key > spread->limit[v]))
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

bool dmi_spread_offer_site(dmi_spread *spread, dm_vertex v, int64_t key, int32_t label)
{
    dm_vertex arrival = spread->graph->arrival ? spread->graph->arrival[v] : -1;
    const int64_t *limit = spread->limit;
    bool has_room = dmi_spread_offer(spread, v, key, label);
    if (arrival < 0 || (limit && key > limit[v]))
        return has_room;
    spread->limit = NULL; /* nobody starts there, so it has none of its own */
    has_room = has_room && dmi_spread_offer(spread, arrival, key, label);
    spread->limit = limit;
    return has_room;
}

dm_status dmi_spread_run(dmi_spread *spread, dm_error *err)
{
    const dm_graph *graph = spread->graph;
    bool has_room = true, goes_on = true;
    for (uint32_t steps = 1; has_room && goes_on && spread->heap.count; steps++) {
        if (steps % POLL == 0)
            goes_on = dmi_run_go_on(spread->run, 0);
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
    return !has_room ? dmi_no_memory(err) : goes_on ? DM_OK : dmi_stopped(spread->run, err);
}
