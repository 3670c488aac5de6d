/* arena.c - a finished board, which never changes.
 *
 * Boards that differ only in their values share everything else; a counter tells when to free it.
 */
#include "arena/arena.h"
#include "arena/remarks.h"

#include "base/base.h"
#include "graph/csr.h"
#include <stdlib.h>
#include <string.h>

void dmi_shared_board_release(dmi_shared_board *shared)
{
    if (!shared || atomic_fetch_sub(&shared->users, 1) > 1)
        return;
    if (!shared->file) {
        dmi_graph_clear(&shared->arcs.graph);
        dmi_graph_clear(&shared->arcs.reverse);
        free(shared->places);
        free(shared->names);
        free(shared->name_at);
    }
    free(shared->sites);
    free(shared->original);
    free(shared->title);
    free(shared->remarks);
    dmi_streets_release(shared->streets);
    dmi_tables_release(shared->tables[0]);
    dmi_tables_release(shared->tables[1]);
    dmi_parts_release(shared->file);
    free(shared);
}

dmi_shared_board *dmi_shared_board_new(void)
{
    dmi_shared_board *shared = dmi_calloc(1, sizeof *shared);
    if (shared)
        atomic_init(&shared->users, 1);
    return shared;
}

dm_status dmi_shared_board_finish(dmi_shared_board *shared, dm_error *err)
{
    int count = shared->arcs.oneway ? 2 : 1;
    for (int i = 0; i < count; i++)
        if (!(shared->tables[i] = dmi_tables_new()))
            return dmi_no_memory(err);
    return DM_OK;
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
    dm_status status = sum_values(shared->arcs.graph.n, values, &total, err);
    dm_arena *arena = status == DM_OK ? dmi_alloc(1, sizeof *arena) : NULL;
    if (!arena) {
        dmi_shared_board_release(shared);
        free(values);
        return status == DM_OK ? dmi_no_memory(err) : status;
    }
    *arena = (dm_arena){.shared = shared, .values = values, .total_value = total};
    *out = arena;
    return DM_OK;
}

void dm_arena_free(dm_arena *arena)
{
    if (!arena)
        return;
    if (!arena->values_in_file)
        free(arena->values);
    dmi_shared_board_release(arena->shared);
    free(arena);
}

/* A board that shares everything with `arena` except its values. */
static dm_status copy_arena(const dm_arena *arena, const int64_t *values, bool turned,
                            dm_arena **out, dm_error *err)
{
    int64_t *copy = NULL;
    size_t n = (size_t)arena->shared->arcs.graph.n;
    if (values) {
        copy = dmi_alloc(n, sizeof *copy);
        if (!copy)
            return dmi_no_memory(err);
        if (n)
            memcpy(copy, values, n * sizeof *copy);
    }
    atomic_fetch_add(&arena->shared->users, 1);
    dm_status status = dmi_arena_new(arena->shared, copy, out, err);
    if (status == DM_OK)
        (*out)->turned = turned;
    return status;
}

dm_status dm_arena_with_values(const dm_arena *arena, const int64_t *values, dm_arena **out,
                               dm_error *err)
{
    return copy_arena(arena, values, arena->turned, out, err);
}

dm_status dm_arena_share(const dm_arena *arena, dm_arena **out, dm_error *err)
{
    dm_status status = copy_arena(arena, dm_arena_values(arena), arena->turned, out, err);
    if (status == DM_OK)
        (*out)->value_decimals = arena->value_decimals;
    return status;
}

dm_status dm_arena_turned(const dm_arena *arena, dm_arena **out, dm_error *err)
{
    dm_status status = dm_arena_share(arena, out, err);
    if (status == DM_OK)
        (*out)->turned = dm_arena_is_directed(arena) && !arena->turned;
    return status;
}

/* The first use of a part of a board in a file checks it. */
static bool has_whole(const dm_arena *arena, dmi_part part)
{
    return dmi_part_is_whole(arena->shared->file, part);
}

bool dm_arena_is_directed(const dm_arena *arena)
{
    return dm_arena_oneway(arena) > 0;
}

dm_status dmi_arena_check_network(const dm_arena *arena, const char *what, dm_error *err)
{
    dm_graph_kind kind = dm_arena_graph(arena)->kind;
    if (kind == DM_NETWORK)
        return DM_OK;
    return dmi_fail(err, DM_UNSUPPORTED, "%s needs a network; this board has %s", what,
                    kind == DM_POINTS ? "straight lines between points" : "a table of distances");
}

dm_status dmi_arena_check_undirected(const dm_arena *arena, const char *what, dm_error *err)
{
    dm_status status = dmi_arena_check_network(arena, what, err);
    if (status != DM_OK || !dm_arena_is_directed(arena))
        return status;
    return dmi_fail(err, DM_UNSUPPORTED,
                    "%s needs an undirected board; --undirected makes this one undirected", what);
}

dm_status dm_arena_with_decimal_values(const dm_arena *arena, const int64_t *values, int decimals,
                                       dm_arena **out, dm_error *err)
{
    dm_arena *valued = NULL;
    if (decimals < 0 || decimals > 18)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d decimals; expected 0 to 18", decimals);
    dm_status status = dm_arena_with_values(arena, values, &valued, err);
    if (status != DM_OK)
        return status;
    valued->value_decimals = decimals;
    *out = valued;
    return DM_OK;
}

const dm_graph *dm_arena_graph(const dm_arena *arena)
{
    const dmi_two_way_graph *arcs = &arena->shared->arcs;
    if (!has_whole(arena, DMI_PART_GRAPH))
        return &arena->shared->file->no_arcs;
    return arena->turned ? &arcs->reverse : &arcs->graph;
}

const dm_graph *dm_arena_reverse(const dm_arena *arena)
{
    const dmi_two_way_graph *arcs = &arena->shared->arcs;
    if (!has_whole(arena, DMI_PART_GRAPH))
        return &arena->shared->file->no_arcs;
    return arcs->oneway && !arena->turned ? &arcs->reverse : &arcs->graph;
}

bool dm_arc_is_oneway(const dm_arena *arena, dm_vertex from, uint32_t arc)
{
    const dm_graph *graph = dm_arena_graph(arena);
    return dm_arena_is_directed(arena) &&
           dmi_graph_length_between(graph, graph->target[arc], from) != dm_graph_length(graph, arc);
}

dm_vertex dm_arena_vertices(const dm_arena *arena)
{
    return arena->shared->arcs.graph.n;
}

int64_t dm_arena_edges(const dm_arena *arena)
{
    if (arena->shared->copies)
        return arena->shared->shown_edges;
    return ((int64_t)dm_arena_graph(arena)->arcs + dm_arena_oneway(arena)) / 2;
}

int64_t dm_arena_oneway(const dm_arena *arena)
{
    return has_whole(arena, DMI_PART_GRAPH) ? arena->shared->arcs.oneway : 0;
}

const dm_vertex *dm_arena_sites(const dm_arena *arena, dm_vertex *count)
{
    *count = arena->shared->sites ? arena->shared->site_count : dm_arena_vertices(arena);
    return arena->shared->sites;
}

dm_line_metric dm_arena_line_metric(const dm_arena *arena)
{
    return dmi_graph_line_metric(dm_arena_graph(arena));
}

int dm_arena_decimals(const dm_arena *arena)
{
    return arena->shared->decimals;
}

const char *dm_arena_title(const dm_arena *arena)
{
    return arena->shared->title ? arena->shared->title : "";
}

/* Whether its own values count. */
static bool has_values(const dm_arena *arena)
{
    return arena->values && (!arena->values_in_file || has_whole(arena, DMI_PART_VALUES));
}

const int64_t *dm_arena_values(const dm_arena *arena)
{
    return has_values(arena) ? arena->values : NULL;
}

int dm_arena_value_decimals(const dm_arena *arena)
{
    return arena->value_decimals;
}

int64_t dm_arena_total_value(const dm_arena *arena)
{
    return has_values(arena) ? arena->total_value : dm_arena_vertices(arena);
}

const dm_point *dm_arena_places(const dm_arena *arena)
{
    return has_whole(arena, DMI_PART_PLACES) ? arena->shared->places : NULL;
}

bool dm_arena_has_names(const dm_arena *arena)
{
    return arena->shared->names && has_whole(arena, DMI_PART_NAMES);
}

const char *dm_arena_name(const dm_arena *arena, dm_vertex v)
{
    const dmi_shared_board *shared = arena->shared;
    if (!dm_arena_has_names(arena) || shared->name_at[v] == UINT64_MAX)
        return NULL;
    return shared->names + shared->name_at[v];
}

dm_notes dm_arena_notes(const dm_arena *arena)
{
    return arena->shared->notes;
}

dm_status dmi_arena_add_remark(dm_arena *arena, dm_error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dm_status status = dmi_remarks_add(&arena->shared->remarks, err, format, args);
    va_end(args);
    return status;
}

const char *dm_arena_remark(const dm_arena *arena, int32_t index)
{
    const char *remark = arena->shared->remarks;
    for (; remark && *remark && index > 0; index--)
        remark += strlen(remark) + 1;
    return remark && *remark ? remark : NULL;
}
