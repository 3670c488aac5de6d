/* spread_kernel.h - the bucket search of spread.c, for one form of cell.
 *
 * Included once a form; the including file defines the macros used here, which
 * are undefined again at the end.  There is no include guard on purpose.
 */

/* Offers `distance` and `label` to v; false: no memory. */
static inline bool FORM(offer)(dmi_spread *spread, uint64_t current, dm_vertex v, uint64_t distance,
                               uint32_t label, uint32_t floor)
{
    CELL *cell = &CELLS(spread)[v];
    uint64_t known = CELL_DISTANCE(*cell);
    if (distance > known)
        return true;
    if (distance == known) {
        *cell = CELL_MAKE(distance, dmi_join(CELL_LABEL(*cell), label, floor));
        return true;
    }
    *cell = CELL_MAKE(distance, label);
    uint64_t key = distance >> spread->shift;
    if (spread->ordered && key == current)
        return dmi_heap_push(&spread->heap, distance, (uint32_t)v);
    if (key != known >> spread->shift)
        dmi_buckets_push(&spread->buckets, key, (uint32_t)v);
    return true;
}

/* DM_TOO_LARGE: a distance does not fit this form of cell. */
static dm_status FORM(scan)(dmi_spread *spread, uint64_t current, dm_vertex u, uint32_t floor)
{
    const dm_graph *graph = spread->graph;
    CELL cell = CELLS(spread)[u];
    uint32_t begin = graph->first[u], end = graph->first[u + 1];
    if (!dmi_buckets_reserve(&spread->buckets, end - begin))
        return DM_NO_MEMORY;
    for (uint32_t arc = begin; arc < end; arc++) {
        uint64_t distance = CELL_DISTANCE(cell) + ARC_LENGTH(graph, arc);
        if (distance >= DISTANCE_LIMIT(spread->shift))
            return DM_TOO_LARGE;
        if (!FORM(offer)(spread, current, graph->target[arc], distance, CELL_LABEL(cell), floor))
            return DM_NO_MEMORY;
    }
    return DM_OK;
}

/* Moves the vertices whose distance is in bucket `current` to the queue. */
static size_t FORM(collect)(dmi_spread *spread, uint64_t current)
{
    size_t count = 0;
    uint32_t v;
    while (dmi_buckets_pop(&spread->buckets, current, &v))
        if (CELL_DISTANCE(CELLS(spread)[v]) >> spread->shift == current)
            spread->queue[count++] = (dm_vertex)v;
    return count;
}

static dm_status FORM(scan_bucket)(dmi_spread *spread, uint64_t current, uint32_t floor)
{
    dm_status status = DM_OK;
    size_t count = FORM(collect)(spread, current);
    for (size_t i = 0; i < count && status == DM_OK; i++)
        status = FORM(scan)(spread, current, spread->queue[i], floor);
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
            status = FORM(scan)(spread, current, (dm_vertex)least.item, floor);
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
