/* board_write.c - writes .board files.
 *
 * Every section is written by one function, first to add up its bytes and checksum for the header,
 * then to the file.
 */
#include "base/checksum.h"
#include "format/board/board_file.h"
#include "format/format.h"

/* Where a section goes: to the checksum, and to `out` unless that is NULL. */
typedef struct section_sink {
    dmi_checksum sum;
    dmi_output *out;
} section_sink;

static void put_bytes(section_sink *sink, const void *bytes, size_t size)
{
    enum { STEP = 1 << 16 };
    const char *at = bytes;
    dmi_checksum_add(&sink->sum, bytes, size);
    for (size_t done = 0; sink->out && done < size; done += STEP)
        dmi_put_bytes(sink->out, at + done, size - done < STEP ? size - done : STEP);
}

/* Fills the array that was put up to a multiple of 8 bytes. */
static void pad_section(section_sink *sink)
{
    static const char zeros[8];
    put_bytes(sink, zeros, (size_t)(dmi_board_padded(sink->sum.size) - sink->sum.size));
}

static void put_array(section_sink *sink, const void *bytes, int64_t count, size_t size)
{
    put_bytes(sink, bytes, (size_t)count * size);
    pad_section(sink);
}

static void put_text(section_sink *sink, const char *text)
{
    put_bytes(sink, text, strlen(text) + 1);
}

static void put_texts(section_sink *sink, const dm_arena *arena)
{
    const dm_map *map = dm_arena_map(arena);
    const char *remark;
    put_text(sink, dm_arena_title(arena));
    put_text(sink, map && map->attribution ? map->attribution : "");
    for (int32_t i = 0; (remark = dm_arena_remark(arena, i)); i++)
        put_text(sink, remark);
    put_text(sink, "");
    pad_section(sink);
}

static void put_rows(section_sink *sink, const dm_graph *graph)
{
    put_array(sink, graph->first, (int64_t)graph->n + 1, sizeof *graph->first);
    put_array(sink, graph->target, graph->arcs, sizeof *graph->target);
    if (graph->length32)
        put_array(sink, graph->length32, graph->arcs, sizeof *graph->length32);
    else if (graph->length64)
        put_array(sink, graph->length64, graph->arcs, sizeof *graph->length64);
}

static void put_graph(section_sink *sink, const dm_arena *arena)
{
    put_rows(sink, dm_arena_graph(arena));
    if (dm_arena_is_directed(arena))
        put_rows(sink, dm_arena_reverse(arena));
}

static void put_values(section_sink *sink, const dm_arena *arena)
{
    if (dm_arena_values(arena))
        put_array(sink, dm_arena_values(arena), dm_arena_vertices(arena), sizeof(int64_t));
}

static void put_places(section_sink *sink, const dm_arena *arena)
{
    if (dm_arena_places(arena))
        put_array(sink, dm_arena_places(arena), dm_arena_vertices(arena), sizeof(dm_point));
}

static void put_names(section_sink *sink, const dm_arena *arena)
{
    dm_vertex n = dm_arena_has_names(arena) ? dm_arena_vertices(arena) : 0;
    uint64_t end = 0;
    for (dm_vertex v = 0; v < n; v++) {
        const char *name = dm_arena_name(arena, v);
        uint64_t at = name ? end : UINT64_MAX;
        put_bytes(sink, &at, sizeof at);
        end += name ? strlen(name) + 1 : 0;
    }
    for (dm_vertex v = 0; v < n; v++)
        if (dm_arena_name(arena, v))
            put_text(sink, dm_arena_name(arena, v));
    pad_section(sink);
}

/* The names of streets end with the last that a street has. */
static int64_t street_name_bytes(const dm_map *map)
{
    uint32_t last = 0;
    for (int32_t s = 0; s < map->streets; s++)
        last = map->name_at[s] > last ? map->name_at[s] : last;
    return (int64_t)last + (int64_t)strlen(map->names + last) + 1;
}

static bool has_rules(const dm_map *map)
{
    const dm_map_rules *r = &map->rules;
    return map->turns || r->restrictions || r->barriers || r->ferries;
}

static void put_streets(section_sink *sink, const dm_arena *arena)
{
    const dm_map *map = dm_arena_map(arena);
    if (!map)
        return;
    put_array(sink, map->length, map->streets, sizeof *map->length);
    put_array(sink, map->from, map->streets, sizeof *map->from);
    put_array(sink, map->to, map->streets, sizeof *map->to);
    put_array(sink, map->name_at, map->streets, sizeof *map->name_at);
    put_array(sink, map->first_point, (int64_t)map->streets + 1, sizeof *map->first_point);
    put_array(sink, map->point, map->first_point[map->streets], sizeof *map->point);
    put_array(sink, map->travel, map->streets, 1);
    put_array(sink, map->kind, map->streets, 1);
    put_array(sink, map->names, street_name_bytes(map), 1);
    put_array(sink, &map->rules, has_rules(map), sizeof map->rules);
    put_array(sink, map->turn, map->turns, sizeof *map->turn);
}

typedef void put_section_fn(section_sink *sink, const dm_arena *arena);

static put_section_fn *const sections[DMI_BOARD_SECTIONS] = {
    [DMI_BOARD_TEXTS] = put_texts,   [DMI_BOARD_GRAPH] = put_graph,
    [DMI_BOARD_VALUES] = put_values, [DMI_BOARD_PLACES] = put_places,
    [DMI_BOARD_NAMES] = put_names,   [DMI_BOARD_STREETS] = put_streets};

static int64_t name_bytes(const dm_arena *arena)
{
    dm_vertex n = dm_arena_has_names(arena) ? dm_arena_vertices(arena) : 0;
    int64_t bytes = 0;
    for (dm_vertex v = 0; v < n; v++)
        if (dm_arena_name(arena, v))
            bytes += (int64_t)strlen(dm_arena_name(arena, v)) + 1;
    return bytes;
}

void dmi_write_board(const dm_arena *arena, dmi_output *out)
{
    /* All but the sections. */
    const dm_graph *graph = dm_arena_graph(arena);
    const dm_map *map = dm_arena_map(arena);
    dm_notes notes = dm_arena_notes(arena);
    dmi_board_header h = {.magic = {0},
                          .byte_order = DMI_BOARD_ORDER,
                          .version = DMI_BOARD_VERSION,
                          .vertices = graph->n,
                          .arcs = graph->arcs,
                          .oneway = dm_arena_oneway(arena),
                          .uniform = graph->uniform,
                          .shortest = graph->shortest,
                          .longest = graph->longest,
                          .loops = notes.loops,
                          .parallel = notes.parallel,
                          .one_way = notes.one_way,
                          .uneven = notes.uneven,
                          .total_value = dm_arena_total_value(arena),
                          .name_bytes = name_bytes(arena),
                          .streets = map ? map->streets : 0,
                          .points = map ? map->first_point[map->streets] : 0,
                          .street_name_bytes = map ? street_name_bytes(map) : 0,
                          .length_bytes = graph->length32   ? 4
                                          : graph->length64 ? 8
                                                            : 0,
                          .decimals = dm_arena_decimals(arena),
                          .value_decimals = dm_arena_value_decimals(arena),
                          .measure = map ? (int32_t)map->measure : 0,
                          .profile = map ? map->profile : -1,
                          .rules = map && has_rules(map) ? 1 + map->turns : 0};
    memcpy(h.magic, DMI_BOARD_MAGIC, sizeof h.magic);
    h.file_size = sizeof h;
    for (int i = 0; i < DMI_BOARD_SECTIONS; i++) {
        section_sink sink = {.out = NULL};
        dmi_checksum_start(&sink.sum);
        sections[i](&sink, arena);
        h.section[i].at = h.file_size;
        h.section[i].size = sink.sum.size;
        h.file_size += sink.sum.size;
        h.section[i].sum = dmi_checksum_end(&sink.sum);
    }
    h.sum = dmi_board_header_sum(&h);
    dmi_put_bytes(out, (const char *)&h, sizeof h);
    for (int i = 0; i < DMI_BOARD_SECTIONS; i++) {
        section_sink sink = {.out = out};
        dmi_checksum_start(&sink.sum);
        sections[i](&sink, arena);
    }
}
