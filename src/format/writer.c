/* writer.c - writes a board in a given format, or reports why it cannot. */
#include "arena/arena.h"
#include "format/format.h"

#include <demesne/map.h>

unsigned dm_arena_has(const dm_arena *arena)
{
    const dm_graph *graph = dm_arena_graph(arena);
    int64_t one = 1;
    for (int i = 0; i < dm_arena_decimals(arena); i++)
        one *= 10;
    bool has_lengths = graph->arcs > 0 && graph->uniform != one;
    bool has_fractions = false;
    for (uint32_t arc = 0; one > 1 && !has_fractions && arc < graph->arcs; arc++)
        has_fractions = dm_graph_length(graph, arc) % one != 0;
    const char *title = dm_arena_title(arena);
    return (has_lengths ? DM_HOLDS_LENGTHS : 0u) | (has_fractions ? DM_HOLDS_DECIMALS : 0u) |
           (dm_arena_values(arena) ? DM_HOLDS_VALUES : 0u) |
           (dm_arena_places(arena) ? DM_HOLDS_PLACES : 0u) |
           (dm_arena_has_names(arena) ? DM_HOLDS_NAMES : 0u) | (*title ? DM_HOLDS_TITLE : 0u) |
           (dm_arena_is_directed(arena) ? DM_HOLDS_DIRECTIONS : 0u) |
           (dm_arena_value_decimals(arena) ? DM_HOLDS_VALUE_DECIMALS : 0u) |
           (dm_arena_map(arena) ? DM_HOLDS_STREETS : 0u);
}

static dm_status check_holds(const dm_arena *arena, const dm_format *format, const char *path,
                             dm_error *err)
{
    dm_status whole = dm_arena_check(arena, NULL, err);
    if (whole != DM_OK)
        return whole;
    dm_status network = dmi_arena_check_network(arena, "a file of a board", err);
    if (network != DM_OK)
        return network;
    unsigned lost = dm_arena_has(arena) & ~format->holds;
    if (lost & DM_HOLDS_LENGTHS)
        return dmi_fail_at(err, DM_UNSUPPORTED, path, 0,
                           "%s cannot store edge lengths, and this board has them", format->name);
    if (lost & DM_HOLDS_DECIMALS)
        return dmi_fail_at(err, DM_UNSUPPORTED, path, 0,
                           "%s stores only whole lengths, and this board has decimals",
                           format->name);
    if (lost & DM_HOLDS_VALUE_DECIMALS && format->holds & DM_HOLDS_VALUES)
        return dmi_fail_at(err, DM_UNSUPPORTED, path, 0,
                           "%s stores only whole vertex values, and this board has decimals",
                           format->name);
    if (lost & DM_HOLDS_DIRECTIONS)
        return dmi_fail_at(err, DM_UNSUPPORTED, path, 0,
                           "%s cannot store one-way arcs, and this board has them; --undirected "
                           "makes edges of them",
                           format->name);
    return DM_OK;
}

dm_status dmi_write_path(const dm_arena *arena, const char *path, dmi_write_fn *write,
                         dm_error *err)
{
    dmi_outfile file;
    dm_status status = dmi_outfile_open(path, &file, err);
    if (status != DM_OK)
        return status;
    dmi_output out = {.file = &file};
    write(arena, &out);
    return dmi_output_finish(&out, err);
}

static dm_status choose_codec(const char *path, const char *format, const dmi_codec **out,
                              dm_error *err)
{
    size_t size = dmi_unpacked_name(path);
    if (path[size])
        return dmi_fail_at(err, DM_UNSUPPORTED, path, 0, "%s can be read but not written",
                           path[size + 1] == 'b' || path[size + 1] == 'B' ? "bzip2" : "gzip");
    const dmi_codec *codec = format ? dmi_codec_named(format) : dmi_codec_for_path(path);
    if (!codec && format) {
        dmi_unknown_format(format, err);
        return DM_BAD_ARGUMENT;
    }
    if (!codec)
        return dmi_fail_at(err, DM_BAD_ARGUMENT, path, 0, "unknown file ending; name a format");
    if (!codec->write)
        return dmi_fail_at(err, DM_UNSUPPORTED, path, 0, "%s can be read but not written",
                           codec->format.name);
    *out = codec;
    return DM_OK;
}

dm_status dm_arena_write(const dm_arena *arena, const char *path, const char *format, dm_error *err)
{
    const dmi_codec *codec = NULL;
    dm_status status = choose_codec(path, format, &codec, err);
    if (!codec)
        return status;
    status = check_holds(arena, &codec->format, path, err);
    if (status == DM_OK && codec->write == dmi_write_dimacs_gr)
        status = dmi_write_places_beside(arena, path, err);
    return status == DM_OK ? dmi_write_path(arena, path, codec->write, err) : status;
}

dm_status dm_arena_text(const dm_arena *arena, const char *format, char **out, dm_error *err)
{
    const dmi_codec *codec = NULL;
    dmi_output text = {0};
    dm_status status = choose_codec("board", format, &codec, err);
    if (status == DM_OK)
        status = check_holds(arena, &codec->format, "board", err);
    if (status != DM_OK)
        return status;
    if (!codec->format.text)
        return dmi_fail(err, DM_UNSUPPORTED, "%s is not text", format);
    codec->write(arena, &text);
    return dmi_output_take(&text, out, err);
}
