/* format.h - the table of formats, and how a file's format is recognised. */
#ifndef DMI_FORMAT_H
#define DMI_FORMAT_H

#include "format/input.h"
#include "format/output.h"
#include <demesne/arena.h>
#include <demesne/source.h>
#include <stdbool.h>

/* Reads the next board of `in`; DM_END after the last one of a stream. */
typedef dm_status dmi_read_fn(dmi_input *in, dm_arena **out, dm_error *err);
/* Writes a board whose lengths the format can store. */
typedef void dmi_write_fn(const dm_arena *arena, dmi_output *out);

typedef struct dmi_codec {
    dm_format format;
    dmi_read_fn *read;
    dmi_write_fn *write; /* NULL: the format is only read */
} dmi_codec;

const dmi_codec *dmi_codec_named(const char *name);    /* NULL: none */
const dmi_codec *dmi_codec_for_path(const char *path); /* by its ending, also before .gz or .bz2 */
const dmi_codec *dmi_codec_for_text(const char *text, size_t size); /* by its first lines */

/* Whether a member of the JSON object that begins there is one of GeoJSON's. */
bool dmi_looks_like_geojson(const char *at, const char *end);

/* The names of all formats, for messages. */
typedef struct dmi_format_list {
    char text[300];
} dmi_format_list;
dmi_format_list dmi_format_names(void);

/* Fails with DM_BAD_ARGUMENT and the known names. */
dm_status dmi_unknown_format(const char *format, dm_error *err);

#define X(id, name, endings, help, many, holds)                                                    \
    dmi_read_fn dmi_read_##id;                                                                     \
    dmi_write_fn dmi_write_##id;
#define BINARY(id, name, endings, help, holds)    X(id, name, endings, help, false, holds)
#define READ_ONLY(id, name, endings, help, holds) dmi_read_fn dmi_read_##id;
#include "format/formats.def"
#undef X
#undef BINARY
#undef READ_ONLY

/* Writes one board by `write`; the file appears whole or not at all. */
dm_status dmi_write_path(const dm_arena *arena, const char *path, dmi_write_fn *write,
                         dm_error *err);

/* Writes the .co of the .gr at `path` if the board has coordinates. */
dm_status dmi_write_places_beside(const dm_arena *arena, const char *path, dm_error *err);

/* Recognises graph6 without a header. */

/* Whether the line at `at` is a graph6 board, by its length. A line that goes past `end` counts
 * if it has been right for long. */
bool dmi_looks_like_graph6(const char *at, const char *end);

/* Calls of a reader for other modules. */

/* Whether its format has several boards per file. */
bool dmi_reader_many(const dm_reader *reader);
/* Whether the last call of dm_reader_next() failed because there was no board at all. */
bool dmi_reader_is_empty(const dm_reader *reader);
/* The line of the board read last, until the next is read; NULL for other formats than graph6 and
 * sparse6. */
const char *dmi_reader_line(const dm_reader *reader);

#endif
