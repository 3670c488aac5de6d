/* input.h - reads text line by line from a byte stream. */
#ifndef DMI_INPUT_H
#define DMI_INPUT_H

#include "base/base.h"
#include <demesne/source.h>
#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bytes from a file, a pipe or memory, unpacked if they are gzip or bzip2 data. */
typedef struct dmi_byte_stream dmi_byte_stream;

/* "-" is standard input. `name` is for messages; both strings are borrowed. */
dm_status dmi_byte_stream_open(const char *path, const char *name, dmi_byte_stream **out,
                               dm_error *err);
/* `memory` is borrowed too. */
dm_status dmi_byte_stream_open_memory(const char *name, const void *memory, size_t size,
                                      dmi_byte_stream **out, dm_error *err);
/* Reads up to `room` bytes, as soon as there are any; *got is 0 only at the end. */
dm_status dmi_byte_stream_read(dmi_byte_stream *bytes, void *to, size_t room, size_t *got,
                               dm_error *err);
/* Goes back to the first byte; pipes cannot. */
bool dmi_byte_stream_can_rewind(const dmi_byte_stream *bytes);
dm_status dmi_byte_stream_rewind(dmi_byte_stream *bytes, dm_error *err);
/* For progress: bytes taken from the source, and how many it has (-1: not known). */
int64_t dmi_byte_stream_taken(const dmi_byte_stream *bytes);
int64_t dmi_byte_stream_size(const dmi_byte_stream *bytes);
/* The file behind it; -1: memory, or gzip data, or nothing was read yet. */
int dmi_byte_stream_plain_fd(const dmi_byte_stream *bytes);
void dmi_byte_stream_free(dmi_byte_stream *bytes);

/* The size of `path` without its ending .gz or .bz2. */
size_t dmi_unpacked_name(const char *path);

/* Lines are returned in place; a NUL replaces the newline (or carriage return), so a scanner needs
 * no bounds:
 *
 *     buffer   a 1 2 5 0 a 2 1 5 0 p a r t
 *              ^text   ^line_end   ^at
 */
typedef struct dmi_input {
    const char *name;       /* in messages */
    const char *path;       /* NULL: memory or standard input */
    int64_t line;           /* number of the last line; 0 before the first */
    char *line_end;         /* the NUL of that line */
    const char *board_line; /* the line that is the board last read, if one line is a board */
    int64_t received;       /* bytes so far, after unpacking */
    dm_read_options options;
    char *at, *end; /* bytes not returned yet */
    char *buffer;
    size_t capacity;
    bool ended;
    char *owned_name;
    dmi_byte_stream *bytes;
} dmi_input;

/* "-" is standard input. */
dm_status dmi_input_open(const char *path, dmi_input **out, dm_error *err);
dm_status dmi_input_open_memory(const char *name, const void *memory, size_t size, dmi_input **out,
                                dm_error *err);
void dmi_input_free(dmi_input *in);

/* Reads an input into `to`. */
typedef dm_status dmi_input_fn(dmi_input *in, void *to, dm_error *err);
/* Open an input, read it, free it. */
dm_status dmi_input_read(const char *path, dmi_input_fn *read, void *to, dm_error *err);
dm_status dmi_input_read_memory(const char *name, const void *memory, size_t size,
                                dmi_input_fn *read, void *to, dm_error *err);

/* Reads ahead until the first line that is neither blank nor a comment (or as much as there is)
 * is at in->at, without returning it; drops a byte-order mark. */
dm_status dmi_input_peek(dmi_input *in, dm_error *err);

/* Reads more bytes for the next line; use dmi_input_line(). */
dm_status dmi_input_next_line(dmi_input *in, char **text, dm_error *err);

/* Ends the line at in->at whose newline is at `newline`. */
static inline char *dmi_input_take(dmi_input *in, char *newline)
{
    char *text = in->at;
    in->at = newline + 1;
    in->line++;
    if (newline > text && newline[-1] == '\r')
        newline--;
    *newline = '\0';
    in->line_end = newline;
    return text;
}

/* The next line, without its ending (LF or CRLF); DM_END after the last. */
static inline dm_status dmi_input_line(dmi_input *in, char **text, dm_error *err)
{
    char *newline = in->at < in->end ? memchr(in->at, '\n', (size_t)(in->end - in->at)) : NULL;
    if (!newline)
        return dmi_input_next_line(in, text, err);
    *text = dmi_input_take(in, newline);
    return DM_OK;
}

/* Ends the last line before the first `mark`: the rest is a comment. */
static inline void dmi_input_cut(dmi_input *in, char *text, char mark)
{
    char *at = strchr(text, mark);
    if (at)
        *(in->line_end = at) = '\0';
}

/* The next block of bytes, for parsers that do their own reading; *size is 0 at the end. */
dm_status dmi_input_block(dmi_input *in, const char **block, size_t *size, dm_error *err);

/* Copies the next `size` bytes; *got is less only at the end. */
dm_status dmi_input_bytes(dmi_input *in, void *to, size_t size, size_t *got, dm_error *err);

/* Goes back to the first byte, for a second pass; pipes cannot. */
bool dmi_input_can_rewind(const dmi_input *in);
dm_status dmi_input_rewind(dmi_input *in, dm_error *err);

/* Polls the run of the options, and reports how much of the input is read, as `phase`.
 * DM_UNFINISHED: it must stop. */
dm_status dmi_input_poll(dmi_input *in, const char *phase, dm_error *err);

/* Fails with DM_BAD_INPUT at the last line. */
#define dmi_bad(in, err, ...) dmi_fail_at(err, DM_BAD_INPUT, (in)->name, (in)->line, __VA_ARGS__)

/* Prepends "file:line: " and the formatted text to the message in `err`. A bad argument further
 * down is bad data here, so the status becomes DM_BAD_INPUT. */
dm_status dmi_input_blame(const dmi_input *in, int64_t line, dm_status status, dm_error *err,
                          const char *format, ...) DMI_PRINTF(5, 6);

#endif
