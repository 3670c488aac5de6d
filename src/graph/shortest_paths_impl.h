/* shortest_paths_impl.h - the bucket search of shortest_paths.c, for one form of cell.
 *
 * Included once per form, so without the usual guard.  The including file defines the macros used
 * here; they are undefined again at the end.
 */
#if !defined FORM || !defined CELL
#error "define FORM, CELL and the other macros of shortest_paths.c first"
#endif

/* Scans u, of bucket `current`.  DM_TOO_LARGE: a distance does not fit this form
 * of cell.  `ordered` is a constant for the compiler, once this is inlined. */
static inline dm_status FORM(scan)(dmi_paths *paths, const dm_graph *graph, dm_vertex u,
                                   uint64_t current, uint32_t floor, bool ordered)
{
    CELL *cells = CELLS(paths);
    const int shift = paths->shift;
    const uint64_t reached = CELL_DISTANCE(cells[u]);
    const uint32_t label = CELL_LABEL(cells[u]), begin = graph->first[u], end = graph->first[u + 1];
    if (!dmi_buckets_reserve(&paths->buckets, end - begin))
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
            if (!dmi_heap_push(&paths->heap, distance, (uint32_t)v))
                return DM_NO_MEMORY;
        } else if (key != known >> shift) {
            dmi_buckets_push(&paths->buckets, key, (uint32_t)v);
        }
    }
    return DM_OK;
}

/* Moves the vertices whose distance is in bucket `current` to the queue. */
static size_t FORM(collect)(dmi_paths *paths, uint64_t current)
{
    size_t count = 0;
    uint32_t v;
    while (dmi_buckets_pop(&paths->buckets, current, &v)) {
        paths->queue[count] = (dm_vertex)v;
        count += CELL_DISTANCE(CELLS(paths)[v]) >> paths->shift == current;
    }
    return count;
}

static dm_status FORM(scan_bucket)(dmi_paths *paths, uint64_t current, uint32_t floor)
{
    const dm_graph graph = *paths->graph;
    const dm_vertex *queue = paths->queue;
    dm_status status = DM_OK;
    size_t count = FORM(collect)(paths, current);
    for (size_t i = 0; i < count && status == DM_OK; i++) {
        if (i + DMI_QUEUE_AHEAD < count)
            dmi_prefetch_ahead(&graph, queue + i, CELLS(paths), sizeof(CELL));
        status = FORM(scan)(paths, &graph, queue[i], current, floor, false);
    }
    return status;
}

/* As scan_bucket, for buckets wider than the shortest arc. */
static dm_status FORM(scan_ordered)(dmi_paths *paths, uint64_t current, uint32_t floor)
{
    dmi_heap *heap = &paths->heap;
    dm_status status = DM_OK;
    size_t count = FORM(collect)(paths, current);
    for (size_t i = 0; i < count; i++) {
        dm_vertex v = paths->queue[i];
        if (!dmi_heap_push(heap, CELL_DISTANCE(CELLS(paths)[v]), (uint32_t)v))
            return DM_NO_MEMORY;
    }
    while (heap->count && status == DM_OK) {
        dmi_heap_entry least = dmi_heap_pop(heap);
        if (least.key == CELL_DISTANCE(CELLS(paths)[least.item]))
            status = FORM(scan)(paths, paths->graph, (dm_vertex)least.item, current, floor, true);
    }
    return status;
}

static dm_status FORM(search_buckets)(dmi_paths *paths, uint32_t floor, dm_error *err)
{
    dm_status status = DM_OK;
    dmi_buckets_reset(&paths->buckets);
    paths->heap.count = 0;
    if (!dmi_buckets_reserve(&paths->buckets, paths->origin_count))
        return dmi_no_memory(err);
    for (size_t i = 0; i < paths->origin_count; i++)
        dmi_buckets_push(&paths->buckets, 0, (uint32_t)paths->origins[i].distance);
    uint32_t scanned = 0;
    for (uint64_t key = 0; status == DM_OK && dmi_buckets_next(&paths->buckets, &key);) {
        status = paths->ordered ? FORM(scan_ordered)(paths, key, floor)
                                : FORM(scan_bucket)(paths, key, floor);
        if (++scanned % BUCKETS_PER_POLL == 0 && status == DM_OK && !dmi_run_go_on(paths->run, 0))
            status = dmi_stopped(paths->run, err);
    }
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
