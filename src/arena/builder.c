/* builder.c - collects edges, values, places and names, then makes the board.
 *
 * Lengths start in the smallest form and widen when one does not fit: all
 * equal, then 32 bits, then 64.  No array is as long as the declared number of
 * vertices before finish; places, values and names end at the last vertex that
 * has one.
 */
#include "arena/arena.h"
#include "arena/remarks.h"
#include "base/base.h"
#include "base/utf8.h"
#include "graph/csr.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_LIMIT = 255 };

struct dm_builder {
    dm_vertex n;
    dm_vertex most_vertices;
    size_t most_edges; /* given, parallel ones included */
    enum { ENDS_UNKNOWN, ENDS_EDGES, ENDS_ARCS, ENDS_DIRECTED } kind;
    dmi_edges edges;
    size_t ends_capacity, length_capacity;
    dm_notes notes;
    int decimals;
    char *title;
    int64_t *values;
    dm_point *places; /* NaN: none was given */
    char *names;
    size_t names_size, names_capacity;
    uint64_t *name_at;
    dmi_streets *streets; /* NULL: none added */
    bool is_geographic;
    dm_measure measure;
    char *remarks;            /* remarks.h */
    dmi_two_way_graph direct; /* instead of edges */
    bool is_direct;
    dm_vertex *sites;
    dm_vertex site_count;
    size_t values_n, places_n, name_at_n; /* how many entries are set */
    size_t values_capacity, places_capacity, name_at_capacity;
};

dm_status dm_builder_new(dm_vertex n, dm_builder **out, dm_error *err)
{
    if (n < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "a board cannot have %d vertices", n);
    dm_builder *builder = dmi_calloc(1, sizeof *builder);
    if (!builder)
        return dmi_no_memory(err);
    builder->n = n;
    builder->most_vertices = DM_MAX_VERTICES;
    builder->most_edges = UINT32_MAX;
    *out = builder;
    return DM_OK;
}

void dm_builder_free(dm_builder *builder)
{
    if (!builder)
        return;
    dmi_edges_clear(&builder->edges);
    dmi_graph_clear(&builder->direct.graph);
    dmi_graph_clear(&builder->direct.reverse);
    free(builder->sites);
    free(builder->title);
    free(builder->values);
    free(builder->places);
    free(builder->names);
    free(builder->name_at);
    free(builder->remarks);
    dmi_streets_release(builder->streets);
    free(builder);
}

void dmi_builder_limit(dm_builder *builder, dm_vertex vertices, int64_t edges)
{
    builder->most_vertices = vertices ? vertices : DM_MAX_VERTICES;
    builder->most_edges = edges && edges < (int64_t)UINT32_MAX ? (size_t)edges : UINT32_MAX;
}

dm_vertex dm_builder_vertices(const dm_builder *builder)
{
    return builder->n;
}

dm_status dm_builder_grow(dm_builder *builder, dm_vertex n, dm_error *err)
{
    if (n < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "a board cannot have %d vertices", n);
    if (n > builder->most_vertices)
        return dmi_fail(err, DM_TOO_LARGE, "%d vertices; at most %d are taken here", n,
                        builder->most_vertices);
    if (n > builder->n)
        builder->n = n;
    return DM_OK;
}

static dm_status check_vertex(const dm_builder *builder, dm_vertex v, dm_error *err)
{
    if (v < 0 || v >= builder->n)
        return dmi_fail(err, DM_BAD_VERTEX, "vertex %d is not one of 0..%d", v, builder->n - 1);
    return DM_OK;
}

/* From "all equal" to 32 bits. */
static int widen_to_32(dmi_edges *edges, size_t *capacity)
{
    size_t room = edges->count + edges->count / 2 + 16;
    uint32_t *wide = dmi_alloc(room, sizeof *wide);
    if (!wide)
        return 0;
    for (size_t i = 0; i < edges->count; i++)
        wide[i] = (uint32_t)edges->uniform;
    edges->len32 = wide;
    *capacity = room;
    return 1;
}

static int widen_to_64(dmi_edges *edges, size_t *capacity)
{
    size_t room = edges->count + edges->count / 2 + 16;
    int64_t *wide = dmi_alloc(room, sizeof *wide);
    if (!wide)
        return 0;
    for (size_t i = 0; i < edges->count; i++)
        wide[i] = edges->len32 ? (int64_t)edges->len32[i] : edges->uniform;
    free(edges->len32);
    edges->len32 = NULL;
    edges->len64 = wide;
    *capacity = room;
    return 1;
}

static int append_length(dmi_edges *edges, size_t *capacity, int64_t length)
{
    size_t at = edges->count;
    if (at == 0)
        edges->uniform = length;
    bool is_wide = length > (int64_t)UINT32_MAX || edges->uniform > (int64_t)UINT32_MAX;
    bool is_equal = !edges->len32 && !edges->len64 && length == edges->uniform;
    if (is_equal)
        return 1;
    if (!edges->len64 && is_wide && !widen_to_64(edges, capacity))
        return 0;
    if (!edges->len64 && !edges->len32 && !widen_to_32(edges, capacity))
        return 0;
    if (edges->len64) {
        if (!dmi_reserve(&edges->len64, capacity, at + 1, sizeof *edges->len64))
            return 0;
        edges->len64[at] = length;
    } else {
        if (!dmi_reserve(&edges->len32, capacity, at + 1, sizeof *edges->len32))
            return 0;
        edges->len32[at] = (uint32_t)length;
    }
    return 1;
}

static dm_status append_edge(dm_builder *builder, dm_vertex from, dm_vertex to, int64_t length,
                             bool is_arc, dm_error *err)
{
    dm_status status = check_vertex(builder, from, err);
    if (status == DM_OK)
        status = check_vertex(builder, to, err);
    if (status != DM_OK)
        return status;
    if (length <= 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%s %d %d has length %lld; lengths are positive",
                        is_arc ? "arc" : "edge", from, to, (long long)length);
    if (from == to) {
        builder->notes.loops++;
        return DM_OK;
    }
    dmi_edges *edges = &builder->edges;
    if (edges->count >= builder->most_edges)
        return dmi_fail(err, DM_TOO_LARGE, "more than %zu edges given", builder->most_edges);
    if (!dmi_reserve(&edges->ends, &builder->ends_capacity, edges->count + 1,
                     2 * sizeof *edges->ends) ||
        !append_length(edges, &builder->length_capacity, length))
        return dmi_no_memory(err);
    uint32_t low = (uint32_t)(from < to ? from : to);
    uint32_t high = (uint32_t)(from < to ? to : from);
    edges->ends[2 * edges->count] = low;
    edges->ends[2 * edges->count + 1] = is_arc && from > to ? high | DMI_REVERSED : high;
    edges->count++;
    return DM_OK;
}

dm_status dm_builder_directed(dm_builder *builder, dm_error *err)
{
    if (builder->kind != ENDS_UNKNOWN)
        return dmi_fail(err, DM_BAD_ARGUMENT, "this builder has edges already");
    builder->kind = ENDS_DIRECTED;
    builder->edges.directed = builder->edges.keep_arcs = true;
    return DM_OK;
}

dm_status dm_builder_edge(dm_builder *builder, dm_vertex u, dm_vertex v, int64_t length,
                          dm_error *err)
{
    if (builder->kind == ENDS_DIRECTED) {
        /* An edge of a directed board is two arcs; a loop counts once. */
        dm_status status = append_edge(builder, u, v, length, true, err);
        return status == DM_OK && u != v ? append_edge(builder, v, u, length, true, err) : status;
    }
    if (builder->kind == ENDS_ARCS)
        return dmi_fail(err, DM_BAD_ARGUMENT, "this builder takes arcs, not edges");
    builder->kind = ENDS_EDGES;
    return append_edge(builder, u, v, length, false, err);
}

dm_status dm_builder_arc(dm_builder *builder, dm_vertex from, dm_vertex to, int64_t length,
                         dm_error *err)
{
    if (builder->kind == ENDS_EDGES)
        return dmi_fail(err, DM_BAD_ARGUMENT, "this builder takes edges, not arcs");
    if (builder->kind == ENDS_UNKNOWN)
        builder->kind = ENDS_ARCS;
    builder->edges.directed = true;
    return append_edge(builder, from, to, length, true, err);
}

dm_status dm_builder_value(dm_builder *builder, dm_vertex v, int64_t value, dm_error *err)
{
    dm_status status = check_vertex(builder, v, err);
    if (status != DM_OK)
        return status;
    if (value < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "vertex %d has value %lld; values are non-negative",
                        v, (long long)value);
    size_t need = (size_t)v + 1;
    if (!dmi_reserve(&builder->values, &builder->values_capacity, need, sizeof *builder->values))
        return dmi_no_memory(err);
    while (builder->values_n < need)
        builder->values[builder->values_n++] = 1;
    builder->values[v] = value;
    return DM_OK;
}

dm_status dm_builder_place(dm_builder *builder, dm_vertex v, double x, double y, dm_error *err)
{
    dm_status status = check_vertex(builder, v, err);
    if (status != DM_OK)
        return status;
    if (!isfinite(x) || !isfinite(y))
        return dmi_fail(err, DM_BAD_ARGUMENT, "vertex %d has a coordinate that is not finite", v);
    size_t need = (size_t)v + 1;
    if (!dmi_reserve(&builder->places, &builder->places_capacity, need, sizeof *builder->places))
        return dmi_no_memory(err);
    while (builder->places_n < need)
        builder->places[builder->places_n++] = (dm_point){NAN, NAN};
    builder->places[v] = (dm_point){x, y};
    return DM_OK;
}

dm_status dm_builder_name(dm_builder *builder, dm_vertex v, const char *name, dm_error *err)
{
    dm_status status = check_vertex(builder, v, err);
    if (status != DM_OK)
        return status;
    size_t size = strlen(name);
    if (size > NAME_LIMIT || !dmi_utf8_is_clean(name, size))
        return dmi_fail(
            err, DM_BAD_ARGUMENT,
            "the name of vertex %d must be UTF-8 without control characters, at most %d bytes", v,
            NAME_LIMIT);
    size_t need = (size_t)v + 1;
    if (!dmi_reserve(&builder->name_at, &builder->name_at_capacity, need,
                     sizeof *builder->name_at) ||
        !dmi_reserve(&builder->names, &builder->names_capacity, builder->names_size + size + 1, 1))
        return dmi_no_memory(err);
    while (builder->name_at_n < need)
        builder->name_at[builder->name_at_n++] = UINT64_MAX;
    builder->name_at[v] = builder->names_size;
    memcpy(builder->names + builder->names_size, name, size + 1);
    builder->names_size += size + 1;
    return DM_OK;
}

dm_status dm_builder_title(dm_builder *builder, const char *title, dm_error *err)
{
    char *copy = dmi_strdup(title);
    if (!copy)
        return dmi_no_memory(err);
    free(builder->title);
    builder->title = copy;
    return DM_OK;
}

void dm_builder_geographic(dm_builder *builder, dm_measure measure)
{
    builder->is_geographic = true;
    builder->measure = measure;
}

static dm_status begin_streets(dm_builder *builder, dm_error *err)
{
    if (!builder->streets)
        builder->streets = dmi_streets_new();
    return builder->streets ? DM_OK : dmi_no_memory(err);
}

dm_status dm_builder_profile(dm_builder *builder, dm_profile profile, dm_error *err)
{
    dm_status status = begin_streets(builder, err);
    if (status == DM_OK)
        builder->streets->map.profile = (int)profile;
    return status;
}

dm_status dm_builder_attribution(dm_builder *builder, const char *attribution, dm_error *err)
{
    dm_status status = begin_streets(builder, err);
    return status == DM_OK ? dmi_streets_attribution(builder->streets, attribution, err) : status;
}

dm_status dm_builder_street(dm_builder *builder, const dm_street *street, dm_error *err)
{
    dm_status status = check_vertex(builder, street->from, err);
    if (status == DM_OK)
        status = check_vertex(builder, street->to, err);
    if (status == DM_OK)
        status = begin_streets(builder, err);
    return status == DM_OK ? dmi_streets_add(builder->streets, street, err) : status;
}

dm_status dm_builder_turn(dm_builder *builder, const dm_street_turn *turn, dm_error *err)
{
    dm_status status = begin_streets(builder, err);
    return status == DM_OK ? dmi_streets_add_turn(builder->streets, turn, err) : status;
}

dm_status dm_builder_rules(dm_builder *builder, const dm_map_rules *rules, dm_error *err)
{
    dm_status status = begin_streets(builder, err);
    if (status == DM_OK)
        builder->streets->map.rules = *rules;
    return status;
}

dm_status dmi_builder_remark(dm_builder *builder, dm_error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dm_status status = dmi_remarks_add(&builder->remarks, err, format, args);
    va_end(args);
    return status;
}

dm_status dmi_builder_scale(dm_builder *builder, int64_t factor, dm_error *err)
{
    assert(factor >= 1);
    dmi_edges *edges = &builder->edges;
    dm_status status = builder->streets ? dmi_streets_scale(builder->streets, factor, err) : DM_OK;
    if (edges->count == 0 || status != DM_OK)
        return status;
    if (edges->len32 && !widen_to_64(edges, &builder->length_capacity))
        return dmi_no_memory(err);
    bool fits = edges->len64 || edges->uniform <= DM_MAX_TOTAL / factor;
    for (size_t i = 0; edges->len64 && i < edges->count; i++) {
        fits = fits && edges->len64[i] <= DM_MAX_TOTAL / factor;
        edges->len64[i] *= fits ? factor : 1;
    }
    edges->uniform *= fits && !edges->len64 ? factor : 1;
    return fits ? DM_OK : dmi_fail(err, DM_TOO_LARGE, "a length would pass 2^62 units");
}

void dmi_builder_graph(dm_builder *builder, const dmi_two_way_graph *arcs, dm_vertex *sites,
                       dm_vertex site_count)
{
    assert(builder->edges.count == 0 && !builder->is_direct);
    builder->direct = *arcs;
    builder->is_direct = true;
    builder->sites = sites;
    builder->site_count = site_count;
}

void dm_builder_decimals(dm_builder *builder, int decimals)
{
    builder->decimals = decimals < 0 ? 0 : decimals > 18 ? 18 : decimals;
}

/* Values and names may end before the last vertex; fills the rest. */
static dm_status extend_extras(dm_builder *builder, dm_error *err)
{
    size_t n = (size_t)builder->n;
    if (builder->values) {
        if (!dmi_reserve(&builder->values, &builder->values_capacity, n, sizeof *builder->values))
            return dmi_no_memory(err);
        while (builder->values_n < n)
            builder->values[builder->values_n++] = 1;
    }
    if (builder->name_at) {
        if (!dmi_reserve(&builder->name_at, &builder->name_at_capacity, n,
                         sizeof *builder->name_at))
            return dmi_no_memory(err);
        while (builder->name_at_n < n)
            builder->name_at[builder->name_at_n++] = UINT64_MAX;
    }
    return DM_OK;
}

/* A geographic board with all its places has a map. */
static dm_status make_map(dm_builder *builder, dmi_shared_board *shared, dm_error *err)
{
    if (!builder->is_geographic || !builder->places)
        return DM_OK;
    dm_status status = begin_streets(builder, err);
    if (status == DM_OK && builder->streets->map.streets == 0)
        status = dmi_streets_add_edges(builder->streets, &shared->arcs.graph, err);
    if (status != DM_OK)
        return status;
    builder->streets->map.measure = builder->measure;
    dmi_streets_sort_turns(builder->streets);
    shared->streets = builder->streets;
    builder->streets = NULL;
    return DM_OK;
}

dm_status dm_builder_finish(dm_builder *builder, dm_arena **out, dm_error *err)
{
    dmi_shared_board *shared = NULL;
    dm_status status = extend_extras(builder, err);
    if (status == DM_OK && !(shared = dmi_shared_board_new()))
        status = dmi_no_memory(err);
    if (status == DM_OK && builder->is_direct) {
        shared->arcs = builder->direct;
        shared->sites = builder->sites;
        shared->site_count = builder->site_count;
        builder->direct = (dmi_two_way_graph){0};
        builder->sites = NULL;
    } else if (status == DM_OK) {
        shared->notes = builder->notes;
        status = dmi_graph_init(builder->n, &builder->edges, &shared->arcs, &shared->notes, err);
    }
    if (status == DM_OK)
        status = dmi_shared_board_finish(shared, err);
    if (status == DM_OK) {
        /* Coordinates count only if every vertex has them. */
        bool whole = builder->places && builder->places_n == (size_t)builder->n;
        for (size_t v = 0; whole && v < builder->places_n; v++)
            whole = !isnan(builder->places[v].x);
        if (!whole) {
            free(builder->places);
            builder->places = NULL;
        }
        status = make_map(builder, shared, err);
    }
    if (status == DM_OK) {
        /* The board takes what the builder owns. */
        shared->decimals = builder->decimals;
        shared->title = builder->title;
        shared->places = builder->places;
        shared->names = builder->names;
        shared->name_at = builder->name_at;
        shared->remarks = builder->remarks;
        builder->title = NULL;
        builder->places = NULL;
        builder->names = NULL;
        builder->name_at = NULL;
        builder->remarks = NULL;
        int64_t *values = builder->values;
        builder->values = NULL;
        status = dmi_arena_new(shared, values, out, err);
    } else {
        dmi_shared_board_release(shared);
    }
    dm_builder_free(builder);
    return status;
}
