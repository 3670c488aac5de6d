/* input.c - reads text line by line from a byte stream.
 *
 * One buffer: lines are returned in place; the rest of an incomplete line moves to the front before
 * more is read.  The buffer grows only for a line longer than itself.  Nothing is read before it is
 * needed, so a pipe is answered line by line.
 */
#include "format/input.h"

#include <stdio.h>
#include <stdlib.h>

enum { FIRST_ROOM = 1 << 18 };

static dm_status new_input(const char *name, dmi_input **out, dm_error *err)
{
    dmi_input *in = dmi_calloc(1, sizeof *in);
    if (!in)
        return dmi_no_memory(err);
    in->owned_name = dmi_strdup(name);
    in->buffer = dmi_alloc(FIRST_ROOM, 1);
    if (!in->owned_name || !in->buffer) {
        dmi_input_free(in);
        return dmi_no_memory(err);
    }
    in->name = in->owned_name;
    in->capacity = FIRST_ROOM;
    in->at = in->end = in->line_end = in->buffer;
    *out = in;
    return DM_OK;
}

dm_status dmi_input_open(const char *path, dmi_input **out, dm_error *err)
{
    bool is_stdin = strcmp(path, "-") == 0;
    dmi_input *in = NULL;
    dm_status status = new_input(is_stdin ? "standard input" : path, &in, err);
    if (status == DM_OK)
        status = dmi_byte_stream_open(path, in->name, &in->bytes, err);
    if (status != DM_OK) {
        dmi_input_free(in);
        return status;
    }
    in->path = is_stdin ? NULL : in->name;
    *out = in;
    return DM_OK;
}

dm_status dmi_input_open_memory(const char *name, const void *memory, size_t size, dmi_input **out,
                                dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = new_input(name, &in, err);
    if (status == DM_OK)
        status = dmi_byte_stream_open_memory(in->name, memory, size, &in->bytes, err);
    if (status != DM_OK) {
        dmi_input_free(in);
        return status;
    }
    *out = in;
    return DM_OK;
}

void dmi_input_free(dmi_input *in)
{
    if (!in)
        return;
    dmi_byte_stream_free(in->bytes);
    free(in->owned_name);
    free(in->buffer);
    free(in);
}

dm_status dmi_input_read(const char *path, dmi_input_fn *read, void *to, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open(path, &in, err);
    if (status == DM_OK)
        status = read(in, to, err);
    dmi_input_free(in);
    return status;
}

dm_status dmi_input_read_memory(const char *name, const void *memory, size_t size,
                                dmi_input_fn *read, void *to, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open_memory(name, memory, size, &in, err);
    if (status == DM_OK)
        status = read(in, to, err);
    dmi_input_free(in);
    return status;
}

/* One byte is always free for the NUL of a last line without newline. */
static dm_status make_room(dmi_input *in, dm_error *err)
{
    size_t kept = (size_t)(in->end - in->at);
    if (kept && in->at != in->buffer)
        memmove(in->buffer, in->at, kept);
    if (kept + 1 >= in->capacity && !dmi_reserve(&in->buffer, &in->capacity, 2 * kept, 1))
        return dmi_no_memory(err);
    in->at = in->line_end = in->buffer;
    in->end = in->buffer + kept;
    return DM_OK;
}

/* After a failure the input is at its end. */
static dm_status read_more(dmi_input *in, dm_error *err)
{
    dm_status status = dmi_input_poll(in, "reading", err);
    size_t got = 0;
    if (status == DM_OK)
        status = make_room(in, err);
    if (status == DM_OK)
        status = dmi_byte_stream_read(in->bytes, in->end,
                                      in->capacity - 1 - (size_t)(in->end - in->buffer), &got, err);
    in->ended = got == 0;
    if (status != DM_OK) {
        in->at = in->end;
        return status;
    }
    in->end += got;
    in->received += (int64_t)got;
    return DM_OK;
}

dm_status dmi_input_next_line(dmi_input *in, char **text, dm_error *err)
{
    size_t searched = 0;
    for (;;) {
        size_t have = (size_t)(in->end - in->at);
        char *newline = have ? memchr(in->at + searched, '\n', have - searched) : NULL;
        if (!newline && in->ended && have)
            newline = in->end; /* the free byte */
        if (newline) {
            *text = dmi_input_take(in, newline);
            if (in->at > in->end)
                in->at = in->end;
            return DM_OK;
        }
        if (in->ended)
            return DM_END;
        searched = have;
        dm_status status = read_more(in, err);
        if (status != DM_OK)
            return status;
    }
}

static bool has_content_line(const dmi_input *in)
{
    for (const char *at = in->at; at < in->end;) {
        const char *newline = memchr(at, '\n', (size_t)(in->end - at));
        if (!newline)
            return false;
        bool is_comment =
            *at == '#' || *at == '%' || (*at == 'c' && (at[1] == ' ' || at[1] == '\n'));
        bool is_xml_prologue = *at == '<' && (at[1] == '?' || at[1] == '!');
        bool is_skipped = is_comment || is_xml_prologue || *at == '\n' || *at == '\r';
        if (!is_skipped)
            return true;
        at = newline + 1;
    }
    return false;
}

dm_status dmi_input_peek(dmi_input *in, dm_error *err)
{
    enum { ENOUGH = 1 << 16 };
    dm_status status = DM_OK;
    while (status == DM_OK && !in->ended && in->end - in->at < ENOUGH && !has_content_line(in))
        status = read_more(in, err);
    if (status == DM_OK && in->end - in->at >= 3 && memcmp(in->at, "\xef\xbb\xbf", 3) == 0)
        in->at += 3;
    return status;
}

dm_status dmi_input_block(dmi_input *in, const char **block, size_t *size, dm_error *err)
{
    dm_status status = DM_OK;
    if (in->at == in->end && !in->ended)
        status = read_more(in, err);
    if (status != DM_OK)
        return status;
    *block = in->at;
    *size = (size_t)(in->end - in->at);
    in->at = in->end;
    return DM_OK;
}

dm_status dmi_input_bytes(dmi_input *in, void *to, size_t size, size_t *got, dm_error *err)
{
    dm_status status = DM_OK;
    *got = 0;
    while (*got < size) {
        if (in->at == in->end && !in->ended)
            status = read_more(in, err);
        size_t have = (size_t)(in->end - in->at), part = size - *got < have ? size - *got : have;
        if (status != DM_OK || part == 0)
            return status;
        memcpy((char *)to + *got, in->at, part);
        in->at += part;
        *got += part;
    }
    return DM_OK;
}

bool dmi_input_can_rewind(const dmi_input *in)
{
    return dmi_byte_stream_can_rewind(in->bytes);
}

dm_status dmi_input_rewind(dmi_input *in, dm_error *err)
{
    in->at = in->end = in->line_end = in->buffer;
    in->line = in->received = 0;
    in->ended = false;
    return dmi_byte_stream_rewind(in->bytes, err);
}

dm_status dmi_input_poll(dmi_input *in, const char *phase, dm_error *err)
{
    dm_run *run = in->options.run;
    int64_t size = dmi_byte_stream_size(in->bytes);
    if (dmi_run_report(run, 0, phase, (uint64_t)dmi_byte_stream_taken(in->bytes),
                       size < 0 ? 0 : (uint64_t)size, ""))
        return DM_OK;
    return dmi_as_unfinished(dmi_stopped(run, err), err);
}

dm_status dmi_input_blame(const dmi_input *in, int64_t line, dm_status status, dm_error *err,
                          const char *format, ...)
{
    bool is_data = status == DM_BAD_ARGUMENT || status == DM_BAD_VERTEX;
    dm_status now = is_data ? DM_BAD_INPUT : status;
    if (!err || status == DM_OK || status == DM_NO_MEMORY || status == DM_IO)
        return now;
    char text[sizeof err->message], message[sizeof err->message];
    memcpy(message, err->message, sizeof message);
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return dmi_fail_at(err, now, in->name, line, "%s%s", text, message);
}
