/* reader.c - opens a file, recognises its format, and reads its boards. */

#include "format/format.h"

#include <stdlib.h>
#include <string.h>

struct dm_reader {
    dmi_input *in;
    const dmi_codec *codec;
    bool is_done, has_begun, is_empty;
};

/* `is_stream`: an empty input is a stream of no boards. */
static dm_status find_codec(dmi_input *in, const char *format, bool is_stream,
                            const dmi_codec **out, dm_error *err)
{
    dm_status status = dmi_input_peek(in, err);
    if (status != DM_OK)
        return status;
    if (format && !(*out = dmi_codec_named(format)))
        return dmi_unknown_format(format, err);
    if (!*out && in->path)
        *out = dmi_codec_for_path(in->path);
    if (*out && !format && strcmp((*out)->format.name, "json") == 0 &&
        dmi_looks_like_geojson(in->at, in->end))
        *out = dmi_codec_named("geojson"); /* many tools call it .json */
    if (!*out && in->at == in->end && is_stream)
        *out = dmi_codec_named("graph6");
    if (!*out && in->at == in->end)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0, "the file is empty; expected a board");
    if (!*out)
        *out = dmi_codec_for_text(in->at, (size_t)(in->end - in->at));
    if (!*out)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0, "unrecognised file format; known: %s",
                           dmi_format_names().text);
    return DM_OK;
}

/* Takes `in`, also on failure. */
static dm_status new_reader(dmi_input *in, const char *format, bool is_stream, dm_reader **out,
                            dm_error *err)
{
    const dmi_codec *codec = NULL;
    dm_reader *reader = NULL;
    dm_status status = find_codec(in, format, is_stream, &codec, err);
    if (status == DM_OK && !(reader = dmi_alloc(1, sizeof *reader)))
        status = dmi_no_memory(err);
    if (status != DM_OK) {
        dmi_input_free(in);
        return status;
    }
    *reader = (dm_reader){.in = in, .codec = codec};
    *out = reader;
    return DM_OK;
}

dm_status dm_reader_open(const char *path, const char *format, dm_reader **out, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open(path, &in, err);
    bool is_stream = strcmp(path, "-") == 0;
    return status == DM_OK ? new_reader(in, format, is_stream, out, err) : status;
}

dm_status dm_reader_open_memory(const char *name, const void *bytes, size_t size,
                                const char *format, dm_reader **out, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open_memory(name, bytes, size, &in, err);
    return status == DM_OK ? new_reader(in, format, false, out, err) : status;
}

void dm_reader_options(dm_reader *reader, const dm_read_options *options)
{
    reader->in->options = *options;
    if (!(reader->codec->format.holds & DM_HOLDS_DIRECTIONS))
        reader->in->options.directed = false;
}

dm_status dm_reader_next(dm_reader *reader, dm_arena **out, dm_error *err)
{
    if (reader->is_done)
        return DM_END;
    dm_status status = reader->codec->read(reader->in, out, err);
    reader->is_empty = status == DM_END && !reader->has_begun;
    reader->is_done = status == DM_END || !reader->codec->format.many;
    reader->has_begun = true;
    return reader->is_empty ? dmi_fail_at(err, DM_BAD_INPUT, reader->in->name, 0,
                                          "the file is empty; expected a board")
                            : status;
}

bool dmi_reader_many(const dm_reader *reader)
{
    return reader->codec->format.many;
}

bool dmi_reader_is_empty(const dm_reader *reader)
{
    return reader->is_empty;
}

const char *dmi_reader_line(const dm_reader *reader)
{
    return reader->in->board_line;
}

void dm_reader_free(dm_reader *reader)
{
    if (!reader)
        return;
    dmi_input_free(reader->in);
    free(reader);
}
