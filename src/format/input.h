/* input.h - text line by line, from any source of bytes. */
#ifndef DMI_INPUT_H
#define DMI_INPUT_H

#include "base/base.h"
#include "format/byte_stream.h"
#include <demesne/arena.h>
#include <stdbool.h>
#include <string.h>

/* Lines are given in place and end with a NUL that stands where the newline
 * (or carriage return) was, so a scanner needs no bounds:
 *
 *     buffer   a 1 2 5 0 a 2 1 5 0 p a r t
 *              ^text   ^line_end   ^at
 */
typedef struct dmi_input {
    const char *name;       /* in messages */
    const char *path;       /* NULL: memory or standard input */
    int64_t line;           /* number of the line last given; 0 before the first */
    char *line_end;         /* where that line's NUL stands */
    const char *board_line; /* the line that is the board last read, if one line is a board */
    int64_t received;       /* bytes so far, unpacked */
    bool limited;           /* boards have at most so many: */
    dm_vertex most_vertices;
    int64_t most_edges;
    char *at, *end; /* bytes not yet given */
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

/* Makes the first whole line that is neither blank nor `comment`ed (or as much as there
 * is) lie at in->at without giving it; a byte-order mark is dropped. */
dm_status dmi_input_peek(dmi_input *in, dm_error *err);

/* The line that needs more bytes; use dmi_input_line(). */
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

/* Ends the line last given before the first `mark`: what follows is a comment. */
static inline void dmi_input_cut(dmi_input *in, char *text, char mark)
{
    char *at = strchr(text, mark);
    if (at)
        *(in->line_end = at) = '\0';
}

/* A block of bytes as they come, for parsers that do their own reading; *size 0 at the end. */
dm_status dmi_input_block(dmi_input *in, const char **block, size_t *size, dm_error *err);

/* Fails with DM_BAD_INPUT at the line last given. */
#define dmi_bad(in, err, ...) dmi_fail_at(err, DM_BAD_INPUT, (in)->name, (in)->line, __VA_ARGS__)

/* Puts "file:line: " and the formatted text before the message that `err` holds, for a
 * failure met further down.  What a caller could have passed wrong there is wrong in the
 * file here, so the status becomes DM_BAD_INPUT. */
dm_status dmi_input_blame(const dmi_input *in, int64_t line, dm_status status, dm_error *err,
                          const char *format, ...) DMI_PRINTF(5, 6);

#endif
