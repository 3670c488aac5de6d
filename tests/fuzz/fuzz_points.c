/* fuzz_points.c - the reader of points, and their distances in every metric, which are symmetric.
 */
#include <demesne/graph.h>
#include <demesne/source.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_distances(const dm_arena *arena)
{
    enum { FEW = 40 };
    dm_distances *table = NULL;
    dm_vertex n = dm_arena_vertices(arena);
    if (n > FEW || dm_distances_new(arena, 0, NULL, &table, NULL) != DM_OK)
        return;
    for (dm_vertex u = 0; u < n; u++)
        for (dm_vertex v = 0; v <= u; v++)
            if (dm_distance(table, u, v) != dm_distance(table, v, u) ||
                dm_distance(table, u, v) < 0 || (u == v && dm_distance(table, u, v) > 0))
                abort();
    dm_distances_free(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    for (int metric = DM_BY_COLUMNS; metric <= DM_GREAT_CIRCLE; metric++) {
        const dm_read_options options = {
            .metric = (dm_line_metric)metric, .has_decimals = true, .decimals = 5 * metric};
        dm_reader *reader = NULL;
        dm_arena *arena = NULL;
        if (dm_reader_open_memory("fuzz", bytes, size, "points", &reader, NULL) != DM_OK)
            return 0;
        dm_reader_options(reader, &options);
        if (dm_reader_next(reader, &arena, NULL) == DM_OK)
            check_distances(arena);
        dm_arena_free(arena);
        dm_reader_free(reader);
    }
    return 0;
}
