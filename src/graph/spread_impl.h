/* spread_impl.h - the bucket search of spread.c, for one form of cell.
 *
 * Included once per form, so without the usual guard.  The including file defines the macros used
 * here; they are undefined again at the end.
 */
#if !defined FORM || !defined CELL
#error "define FORM, CELL and the other macros of spread.c first"
#endif

/* Scans u, of bucket `current`.  DM_TOO_LARGE: a distance does not fit this form
 * of cell.  `ordered` is constant where this is inlined. */
static inline dm_status FORM(scan)(dmi_spread *spread, const dm_graph *graph, dm_vertex u,
                                   uint64_t current, uint32_t floor, bool ordered)
{
    CELL *cells = CELLS(spread);
    const int shift = spread->shift;
    const uint64_t reached = CELL_DISTANCE(cells[u]);
    const uint32_t label = CELL_LABEL(cells[u]), begin = graph->first[u], end = graph->first[u + 1];
    if (!dmi_buckets_reserve(&spread->buckets, end - begin))
        return DM_NO_MEMORY;
    for (uint32_t arc = begin; arc < end; arc++) {
        dm_vertex v = graph->target[arc];
        uint64_t distance = reached + ARC_LENGTH(graph, arc), known = CELL_DISTANCE(cells[v]);
        if (distance >= DISTANCE_LIMIT(shift))
            return DM_TOO_LARGE;
        if (distance > known)
            continue;
        if (distance == known) {
            cells[v] = CELL_MAKE(known, dmi_join(CELL_LABEL(cells[v]), label, floor));
            continue;
        }
        cells[v] = CELL_MAKE(distance, label);
        uint64_t key = distance >> shift;
        if (ordered && key == current) {
            if (!dmi_heap_push(&spread->heap, distance, (uint32_t)v))
                return DM_NO_MEMORY;
        } else if (key != known >> shift) {
            dmi_buckets_push(&spread->buckets, key, (uint32_t)v);
        }
    }
    return DM_OK;
}

/* Moves the vertices whose distance is in bucket `current` to the queue. */
static size_t FORM(collect)(dmi_spread *spread, uint64_t current)
{
    size_t count = 0;
    uint32_t v;
    while (dmi_buckets_pop(&spread->buckets, current, &v)) {
        spread->queue[count] = (dm_vertex)v;
        count += CELL_DISTANCE(CELLS(spread)[v]) >> spread->shift == current;
    }
    return count;
}

static dm_status FORM(scan_bucket)(dmi_spread *spread, uint64_t current, uint32_t floor)
{
    const dm_graph graph = *spread->graph;
    const dm_vertex *queue = spread->queue;
    dm_status status = DM_OK;
    size_t count = FORM(collect)(spread, current);
    for (size_t i = 0; i < count && status == DM_OK; i++) {
        if (i + DMI_QUEUE_AHEAD < count)
            dmi_fetch_ahead(&graph, queue + i, CELLS(spread), sizeof(CELL));
        status = FORM(scan)(spread, &graph, queue[i], current, floor, false);
    }
    return status;
}

/* As scan_bucket, for buckets wider than the shortest arc. */
static dm_status FORM(scan_ordered)(dmi_spread *spread, uint64_t current, uint32_t floor)
{
    dmi_heap *heap = &spread->heap;
    dm_status status = DM_OK;
    size_t count = FORM(collect)(spread, current);
    for (size_t i = 0; i < count; i++) {
        dm_vertex v = spread->queue[i];
        if (!dmi_heap_push(heap, CELL_DISTANCE(CELLS(spread)[v]), (uint32_t)v))
            return DM_NO_MEMORY;
    }
    while (heap->count && status == DM_OK) {
        dmi_heap_entry least = dmi_heap_pop(heap);
        if (least.key == CELL_DISTANCE(CELLS(spread)[least.item]))
            status = FORM(scan)(spread, spread->graph, (dm_vertex)least.item, current, floor, true);
    }
    return status;
}

static dm_status FORM(search_buckets)(dmi_spread *spread, uint32_t floor, dm_error *err)
{
    dm_status status = DM_OK;
    dmi_buckets_reset(&spread->buckets);
    spread->heap.count = 0;
    if (!dmi_buckets_reserve(&spread->buckets, spread->origin_count))
        return dmi_no_memory(err);
    for (size_t i = 0; i < spread->origin_count; i++)
        dmi_buckets_push(&spread->buckets, 0, (uint32_t)spread->origins[i].distance);
    for (uint64_t key = 0; status == DM_OK && dmi_buckets_next(&spread->buckets, &key);)
        status = spread->ordered ? FORM(scan_ordered)(spread, key, floor)
                                 : FORM(scan_bucket)(spread, key, floor);
    return status == DM_NO_MEMORY ? dmi_no_memory(err) : status;
}

#undef FORM
#undef CELLS
#undef CELL
#undef CELL_MAKE
#undef CELL_DISTANCE
#undef CELL_LABEL
#undef ARC_LENGTH
#undef DISTANCE_LIMIT
