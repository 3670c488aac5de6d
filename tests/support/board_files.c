/* board_files.c - .board files in memory: written, read, compared, forged. */
#include "support/board_files.h"

#include "arena/arena.h"
#include "base/checksum.h"
#include "format/board/board_file.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

dm_arena *rich_town(void)
{
    static const int64_t values[] = {5, 0, 12, 7};
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *plain = NULL, *town = NULL;
    assert_ok(dm_builder_new(4, &builder, &err), err);
    assert_ok(dm_builder_directed(builder, &err), err);
    dm_builder_geographic(builder, DM_METRES);
    dm_builder_decimals(builder, 1);
    for (dm_vertex v = 0; v < 4; v++)
        assert_ok(dm_builder_place(builder, v, 10 + v, 50 - 0.1 * v, &err), err);
    assert_ok(dm_builder_name(builder, 1, "Köln", &err), err);
    assert_ok(dm_builder_name(builder, 3, "7", &err), err);
    assert_ok(dm_builder_title(builder, "a town", &err), err);
    assert_ok(dm_builder_edge(builder, 0, 1, 70, &err), err);
    assert_ok(dm_builder_arc(builder, 0, 1, 50, &err), err);
    assert_ok(dm_builder_edge(builder, 1, 2, 40, &err), err);
    assert_ok(dm_builder_edge(builder, 1, 2, 45, &err), err);
    assert_ok(dm_builder_arc(builder, 3, 0, 20, &err), err);
    assert_ok(dm_builder_arc(builder, 2, 2, 30, &err), err);
    assert_ok(dmi_builder_remark(builder, &err, "1 part was dropped"), err);
    assert_ok(dmi_builder_remark(builder, &err, "2 tags were not used"), err);
    static const dm_lonlat bend[] = {{100000000, 500100000}, {100500000, 500200000}};
    const dm_street streets[] = {
        {0, 1, 70, DM_STREET_BOTH, DM_STREET_PRIMARY, "High Street", bend, 2},
        {0, 1, 50, DM_STREET_FORWARD, DM_STREET_SERVICE, "High Street", NULL, 0},
        {2, 2, 30, DM_STREET_BOTH, DM_STREET_PATH, NULL, bend, 1},
        {1, 2, 40, DM_STREET_BACKWARD, DM_STREET_OTHER, "Königsallee", NULL, 0}};
    for (size_t i = 0; i < sizeof streets / sizeof *streets; i++)
        assert_ok(dm_builder_street(builder, &streets[i], &err), err);
    assert_ok(dm_builder_attribution(builder, "the surveyors", &err), err);
    assert_ok(dm_builder_profile(builder, DM_PROFILE_BIKE, &err), err);
    assert_ok(dm_builder_finish(builder, &plain, &err), err);
    assert_ok(dm_arena_with_decimal_values(plain, values, 1, &town, &err), err);
    dm_arena_free(plain);
    return town;
}

void write_bytes(const char *path, file_bytes bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.at, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

file_bytes bytes_of_board(const dm_arena *arena)
{
    char path[64];
    dm_error err = {0};
    file_bytes bytes = {.size = 0};
    snprintf(path, sizeof path, "/tmp/demesne-bytes-%ld.board", (long)getpid());
    assert_ok(dm_arena_write(arena, path, NULL, &err), err);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    bytes.size = (size_t)ftell(file);
    rewind(file);
    bytes.at = malloc(bytes.size);
    assert_non_null(bytes.at);
    assert_int_equal(fread(bytes.at, 1, bytes.size, file), bytes.size);
    fclose(file);
    unlink(path);
    return bytes;
}

static dm_status take_board(dm_reader *reader, dm_arena **out, dm_error *err)
{
    dm_arena *more = NULL;
    dm_status status = dm_reader_next(reader, out, err);
    assert_int_equal(dm_reader_next(reader, &more, NULL), DM_END);
    dm_reader_free(reader);
    return status;
}

dm_status read_board_bytes(file_bytes bytes, dm_arena **out, dm_error *err)
{
    dm_reader *reader = NULL;
    assert_ok(dm_reader_open_memory("b", bytes.at, bytes.size, "board", &reader, err), *err);
    return take_board(reader, out, err);
}

dm_status read_board_path(const char *path, const dm_read_options *options, dm_arena **out,
                          dm_error *err)
{
    dm_reader *reader = NULL;
    assert_ok(dm_reader_open(path, "board", &reader, err), *err);
    dm_reader_options(reader, options);
    return take_board(reader, out, err);
}

static void assert_same_arrays(const void *a, const void *b, size_t count, size_t size)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a && count)
        assert_memory_equal(a, b, count * size);
}

static void assert_same_graphs(const dm_graph *a, const dm_graph *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->arcs, b->arcs);
    assert_int_equal(a->uniform, b->uniform);
    assert_int_equal(a->shortest, b->shortest);
    assert_int_equal(a->longest, b->longest);
    assert_same_arrays(a->first, b->first, (size_t)a->n + 1, sizeof *a->first);
    assert_same_arrays(a->target, b->target, a->arcs, sizeof *a->target);
    assert_same_arrays(a->length32, b->length32, a->arcs, sizeof *a->length32);
    assert_same_arrays(a->length64, b->length64, a->arcs, sizeof *a->length64);
}

static void assert_same_maps(const dm_map *a, const dm_map *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (!a)
        return;
    size_t streets = (size_t)a->streets;
    assert_int_equal(a->streets, b->streets);
    assert_same_arrays(a->from, b->from, streets, sizeof *a->from);
    assert_same_arrays(a->to, b->to, streets, sizeof *a->to);
    assert_same_arrays(a->length, b->length, streets, sizeof *a->length);
    assert_same_arrays(a->travel, b->travel, streets, 1);
    assert_same_arrays(a->kind, b->kind, streets, 1);
    assert_same_arrays(a->first_point, b->first_point, streets + 1, sizeof *a->first_point);
    if (a->first_point[streets])
        assert_same_arrays(a->point, b->point, a->first_point[streets], sizeof *a->point);
    for (size_t s = 0; s < streets; s++)
        assert_string_equal(a->names + a->name_at[s], b->names + b->name_at[s]);
    assert_int_equal(a->measure, b->measure);
    assert_int_equal(a->profile, b->profile);
    assert_string_equal(a->attribution ? a->attribution : "", b->attribution ? b->attribution : "");
}

static void assert_same_texts(const dm_arena *a, const dm_arena *b)
{
    assert_string_equal(dm_arena_title(a), dm_arena_title(b));
    assert_int_equal(dm_arena_has_names(a), dm_arena_has_names(b));
    for (dm_vertex v = 0; v < dm_arena_vertices(a); v++) {
        const char *x = dm_arena_name(a, v), *y = dm_arena_name(b, v);
        assert_int_equal(x == NULL, y == NULL);
        if (x)
            assert_string_equal(x, y);
    }
    for (int32_t i = 0; dm_arena_remark(a, i) || dm_arena_remark(b, i); i++) {
        assert_non_null(dm_arena_remark(a, i));
        assert_non_null(dm_arena_remark(b, i));
        assert_string_equal(dm_arena_remark(a, i), dm_arena_remark(b, i));
    }
}

void assert_same_boards(const dm_arena *a, const dm_arena *b)
{
    size_t n = (size_t)dm_arena_vertices(a);
    dm_notes x = dm_arena_notes(a), y = dm_arena_notes(b);
    assert_same_graphs(dm_arena_graph(a), dm_arena_graph(b));
    assert_same_graphs(dm_arena_reverse(a), dm_arena_reverse(b));
    assert_int_equal(dm_arena_graph(b) == dm_arena_reverse(b), !dm_arena_is_directed(a));
    assert_int_equal(dm_arena_vertices(a), dm_arena_vertices(b));
    assert_int_equal(dm_arena_edges(a), dm_arena_edges(b));
    assert_int_equal(dm_arena_oneway(a), dm_arena_oneway(b));
    assert_int_equal(dm_arena_decimals(a), dm_arena_decimals(b));
    assert_int_equal(dm_arena_value_decimals(a), dm_arena_value_decimals(b));
    assert_int_equal(dm_arena_total_value(a), dm_arena_total_value(b));
    assert_same_arrays(dm_arena_values(a), dm_arena_values(b), n, sizeof(int64_t));
    assert_same_arrays(dm_arena_places(a), dm_arena_places(b), n, sizeof(dm_point));
    assert_memory_equal(&x, &y, sizeof x);
    assert_same_texts(a, b);
    assert_same_maps(dm_arena_map(a), dm_arena_map(b));
}

void repair_sums(file_bytes bytes)
{
    dmi_board_header header;
    if (bytes.size < sizeof header)
        return;
    memcpy(&header, bytes.at, sizeof header);
    for (int i = 0; i < DMI_BOARD_SECTIONS; i++) {
        uint64_t at = header.section[i].at, size = header.section[i].size;
        dmi_checksum sum;
        if (at > bytes.size || size > bytes.size - at)
            continue;
        dmi_checksum_start(&sum);
        dmi_checksum_add(&sum, bytes.at + at, size);
        header.section[i].sum = dmi_checksum_end(&sum);
    }
    header.sum = dmi_board_header_sum(&header);
    memcpy(bytes.at, &header, sizeof header);
}

static size_t add_up(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    size_t sum = 0;
    for (size_t i = 0; at && i < size; i++)
        sum += at[i];
    return sum;
}

static size_t use_map(const dm_map *map, dm_vertex n)
{
    size_t sum = 0;
    for (int32_t s = 0; map && s < map->streets; s++) {
        assert_in_range(map->from[s], 0, n - 1);
        assert_in_range(map->to[s], 0, n - 1);
        sum += strlen(map->names + map->name_at[s]);
        sum += add_up(map->point + map->first_point[s],
                      (map->first_point[s + 1] - map->first_point[s]) * sizeof *map->point);
    }
    return sum + (map && map->attribution ? strlen(map->attribution) : 0);
}

void use_all(const dm_arena *arena)
{
    dm_vertex n = dm_arena_vertices(arena);
    dm_error err = {0};
    dm_dominance *owned = NULL;
    const dm_stone stone = {0, DM_WHITE};
    size_t sum = strlen(dm_arena_title(arena));
    for (dm_vertex v = 0; v < n; v++)
        sum += dm_arena_name(arena, v) ? strlen(dm_arena_name(arena, v)) : 0;
    for (int32_t i = 0; dm_arena_remark(arena, i); i++)
        sum += strlen(dm_arena_remark(arena, i));
    sum += add_up(dm_arena_values(arena), (size_t)n * sizeof(int64_t));
    sum += add_up(dm_arena_places(arena), (size_t)n * sizeof(dm_point));
    sum += use_map(dm_arena_map(arena), n);
    assert_true(sum < SIZE_MAX);
    assert_ok(dm_dominance_new(arena, &stone, n > 0, DM_TIES_NEUTRAL, &owned, &err), err);
    assert_true(owned->score[DM_WHITE] + owned->tied + owned->unreached ==
                dm_arena_total_value(arena));
    dm_dominance_free(owned);
}
