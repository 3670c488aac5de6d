/* byte_stream.c - bytes from a file, a pipe or memory, unpacked if they are gzip data.
 *
 * Two layers: raw bytes by read() or from memory, and zlib's inflate if the first two bytes are
 * gzip's mark.  A file may have several gzip members, as gzip(1) allows.
 */
#include "format/byte_stream.h"

#include "base/base.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { PACKED_ROOM = 1 << 16 };

struct dmi_byte_stream {
    const char *name;
    int fd; /* -1: memory */
    const unsigned char *memory;
    size_t left; /* of memory */
    enum { FORM_UNKNOWN, FORM_PLAIN, FORM_GZIP } form;
    unsigned char *packed; /* the first bytes of any source, later gzip's input */
    size_t packed_at, packed_end;
    z_stream inflater;
    bool member_ended;
};

static dm_status new_bytes(const char *name, dmi_byte_stream **out, dm_error *err)
{
    dmi_byte_stream *bytes = dmi_calloc(1, sizeof *bytes);
    if (bytes)
        bytes->packed = dmi_alloc(PACKED_ROOM, 1);
    if (!bytes || !bytes->packed) {
        free(bytes);
        return dmi_no_memory(err);
    }
    bytes->name = name;
    bytes->fd = -1;
    *out = bytes;
    return DM_OK;
}

/* A bad file name is the caller's mistake; other failures are the system's. */
static dm_status kind_of_failure(int error)
{
    bool is_mistake = error == ENOENT || error == ENOTDIR || error == EISDIR || error == EACCES ||
                      error == ENAMETOOLONG || error == ELOOP;
    return is_mistake ? DM_BAD_INPUT : DM_IO;
}

dm_status dmi_byte_stream_open(const char *path, const char *name, dmi_byte_stream **out,
                               dm_error *err)
{
    int fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return dmi_fail_at(err, kind_of_failure(errno), name, 0, "cannot be opened: %s",
                           strerror(errno));
    dm_status status = new_bytes(name, out, err);
    if (status == DM_OK)
        (*out)->fd = fd;
    else if (fd != STDIN_FILENO)
        close(fd);
    return status;
}

dm_status dmi_byte_stream_open_memory(const char *name, const void *memory, size_t size,
                                      dmi_byte_stream **out, dm_error *err)
{
    dm_status status = new_bytes(name, out, err);
    if (status == DM_OK) {
        (*out)->memory = memory;
        (*out)->left = size;
    }
    return status;
}

void dmi_byte_stream_free(dmi_byte_stream *bytes)
{
    if (!bytes)
        return;
    if (bytes->form == FORM_GZIP)
        inflateEnd(&bytes->inflater);
    if (bytes->fd > STDERR_FILENO)
        close(bytes->fd);
    free(bytes->packed);
    free(bytes);
}

static dm_status read_raw(dmi_byte_stream *bytes, void *to, size_t room, size_t *got, dm_error *err)
{
    if (bytes->fd < 0) {
        *got = room < bytes->left ? room : bytes->left;
        if (*got)
            memcpy(to, bytes->memory, *got);
        bytes->memory += *got;
        bytes->left -= *got;
        return DM_OK;
    }
    ssize_t count;
    do
        count = read(bytes->fd, to, room);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return dmi_fail_at(err, kind_of_failure(errno), bytes->name, 0, "cannot be read: %s",
                           strerror(errno));
    *got = (size_t)count;
    return DM_OK;
}

static dm_status refill_packed(dmi_byte_stream *bytes, dm_error *err)
{
    size_t got = 0;
    dm_status status = read_raw(bytes, bytes->packed, PACKED_ROOM, &got, err);
    bytes->packed_at = 0;
    bytes->packed_end = got;
    return status;
}

static dm_status learn_form(dmi_byte_stream *bytes, dm_error *err)
{
    size_t have = 0, got = 1;
    dm_status status = DM_OK;
    while (status == DM_OK && have < 2 && got > 0) {
        status = read_raw(bytes, bytes->packed + have, PACKED_ROOM - have, &got, err);
        have += status == DM_OK ? got : 0;
    }
    if (status != DM_OK)
        return status;
    bytes->packed_end = have;
    bool is_gzip = have >= 2 && bytes->packed[0] == 0x1f && bytes->packed[1] == 0x8b;
    if (is_gzip && inflateInit2(&bytes->inflater, 15 + 16) != Z_OK)
        return dmi_no_memory(err);
    bytes->form = is_gzip ? FORM_GZIP : FORM_PLAIN;
    return DM_OK;
}

static dm_status read_plain(dmi_byte_stream *bytes, void *to, size_t room, size_t *got,
                            dm_error *err)
{
    size_t kept = bytes->packed_end - bytes->packed_at;
    if (kept == 0)
        return read_raw(bytes, to, room, got, err);
    *got = room < kept ? room : kept;
    memcpy(to, bytes->packed + bytes->packed_at, *got);
    bytes->packed_at += *got;
    return DM_OK;
}

/* One call of inflate; *got may be 0 before the end. */
static dm_status inflate_some(dmi_byte_stream *bytes, void *to, size_t room, size_t *got,
                              dm_error *err)
{
    z_stream *z = &bytes->inflater;
    z->next_in = bytes->packed + bytes->packed_at;
    z->avail_in = (uInt)(bytes->packed_end - bytes->packed_at);
    z->next_out = to;
    z->avail_out = room > (1u << 30) ? 1u << 30 : (uInt)room;
    uInt offered = z->avail_out;
    int result = inflate(z, Z_NO_FLUSH);
    bytes->packed_at = bytes->packed_end - z->avail_in;
    *got = offered - z->avail_out;
    bytes->member_ended = result == Z_STREAM_END;
    if (result == Z_MEM_ERROR)
        return dmi_no_memory(err);
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        return dmi_fail_at(err, DM_BAD_INPUT, bytes->name, 0, "the gzip data is damaged");
    return DM_OK;
}

static dm_status read_gzip(dmi_byte_stream *bytes, void *to, size_t room, size_t *got,
                           dm_error *err)
{
    dm_status status = DM_OK;
    for (*got = 0; status == DM_OK && *got == 0;) {
        if (bytes->packed_at == bytes->packed_end)
            status = refill_packed(bytes, err);
        if (status != DM_OK)
            break;
        if (bytes->packed_end == 0 && bytes->member_ended)
            break;
        if (bytes->packed_end == 0)
            return dmi_fail_at(err, DM_BAD_INPUT, bytes->name, 0, "the gzip data is cut off");
        if (bytes->member_ended)
            inflateReset(&bytes->inflater);
        status = inflate_some(bytes, to, room, got, err);
    }
    return status;
}

dm_status dmi_byte_stream_read(dmi_byte_stream *bytes, void *to, size_t room, size_t *got,
                               dm_error *err)
{
    dm_status status = DM_OK;
    *got = 0;
    if (bytes->form == FORM_UNKNOWN)
        status = learn_form(bytes, err);
    if (status != DM_OK)
        return status;
    return bytes->form == FORM_GZIP ? read_gzip(bytes, to, room, got, err)
                                    : read_plain(bytes, to, room, got, err);
}
