/* arena.c - a finished board, which never changes.
 *
 * Boards that differ only in their values share everything else; a counter tells when to free it.
 */
#include "arena/arena.h"

#include "base/base.h"
#include "graph/csr.h"
#include <stdlib.h>
#include <string.h>

void dmi_shared_board_release(dmi_shared_board *shared)
{
    if (!shared || atomic_fetch_sub(&shared->users, 1) > 1)
        return;
    dmi_graph_clear(&shared->graph);
    free(shared->title);
    free(shared->places);
    free(shared->names);
    free(shared->name_at);
    dmi_tables_release(shared->tables);
    free(shared);
}

static dm_status sum_values(dm_vertex n, const int64_t *values, int64_t *total, dm_error *err)
{
    *total = n;
    if (!values)
        return DM_OK;
    *total = 0;
    for (dm_vertex v = 0; v < n; v++) {
        if (values[v] < 0)
            return dmi_fail(err, DM_BAD_ARGUMENT,
                            "vertex %d has value %lld; values are non-negative", v,
                            (long long)values[v]);
        if (values[v] > DM_MAX_TOTAL - *total)
            return dmi_fail(err, DM_TOO_LARGE, "the vertex values add up to more than 2^62");
        *total += values[v];
    }
    return DM_OK;
}

dm_status dmi_arena_new(dmi_shared_board *shared, int64_t *values, dm_arena **out, dm_error *err)
{
    int64_t total;
    dm_status status = sum_values(shared->graph.n, values, &total, err);
    dm_arena *arena = status == DM_OK ? dmi_alloc(1, sizeof *arena) : NULL;
    if (!arena) {
        dmi_shared_board_release(shared);
        free(values);
        return status == DM_OK ? dmi_no_memory(err) : status;
    }
    *arena = (dm_arena){shared, values, total};
    *out = arena;
    return DM_OK;
}

void dm_arena_free(dm_arena *arena)
{
    if (!arena)
        return;
    dmi_shared_board_release(arena->shared);
    free(arena->values);
    free(arena);
}

dm_status dm_arena_with_values(const dm_arena *arena, const int64_t *values, dm_arena **out,
                               dm_error *err)
{
    int64_t *copy = NULL;
    size_t n = (size_t)arena->shared->graph.n;
    if (values) {
        copy = dmi_alloc(n, sizeof *copy);
        if (!copy)
            return dmi_no_memory(err);
        if (n)
            memcpy(copy, values, n * sizeof *copy);
    }
    atomic_fetch_add(&arena->shared->users, 1);
    return dmi_arena_new(arena->shared, copy, out, err);
}

const dm_graph *dm_arena_graph(const dm_arena *arena)
{
    return &arena->shared->graph;
}

dm_vertex dm_arena_vertices(const dm_arena *arena)
{
    return arena->shared->graph.n;
}

int64_t dm_arena_edges(const dm_arena *arena)
{
    return arena->shared->graph.arcs / 2;
}

int dm_arena_decimals(const dm_arena *arena)
{
    return arena->shared->decimals;
}

const char *dm_arena_title(const dm_arena *arena)
{
    return arena->shared->title ? arena->shared->title : "";
}

const int64_t *dm_arena_values(const dm_arena *arena)
{
    return arena->values;
}

int64_t dm_arena_total_value(const dm_arena *arena)
{
    return arena->total_value;
}

const dm_point *dm_arena_places(const dm_arena *arena)
{
    return arena->shared->places;
}

bool dm_arena_has_names(const dm_arena *arena)
{
    return arena->shared->names != NULL;
}

const char *dm_arena_name(const dm_arena *arena, dm_vertex v)
{
    const dmi_shared_board *shared = arena->shared;
    if (!shared->names || shared->name_at[v] == SIZE_MAX)
        return NULL;
    return shared->names + shared->name_at[v];
}

dm_notes dm_arena_notes(const dm_arena *arena)
{
    return arena->shared->notes;
}
