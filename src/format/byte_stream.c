/* byte_stream.c - bytes from a file, a pipe or memory, unpacked if they are gzip or bzip2 data.
 *
 * Two layers: raw bytes by read() or from memory, and zlib or bzlib if the first bytes are their
 * mark.  A file may have several packed members one after another, as gzip(1) and bzip2(1) allow.
 */
#include "format/input.h"

#include "base/base.h"
#include <bzlib.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum {
    PACKED_ROOM = 1 << 16,
    /* Packed data that grows by more than this is refused beyond so many bytes: it is there to fill
     * the memory.  Streets grow by 10 to 20. */
    MOST_GROWTH = 100,
    SMALL = 64 << 20
};

typedef enum form { FORM_UNKNOWN, FORM_PLAIN, FORM_GZIP, FORM_BZIP2 } form;

struct dmi_byte_stream {
    const char *name;
    int fd; /* -1: memory */
    const unsigned char *memory;
    int64_t size;   /* of the file or memory; -1: not known */
    int64_t origin; /* where the file stood at first; -1: it is a pipe */
    int64_t taken;  /* raw bytes so far, */
    int64_t given;  /* and what they became, if they were packed */
    form form;
    unsigned char *packed; /* the first bytes of any source, later the packed input */
    size_t packed_at, packed_end;
    z_stream inflater;
    bz_stream bunzipper;
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
    bytes->size = bytes->origin = -1;
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
    if (status == DM_OK) {
        dmi_byte_stream *bytes = *out;
        struct stat about;
        bytes->fd = fd;
        if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) {
            bytes->origin = lseek(fd, 0, SEEK_CUR);
            bytes->size = bytes->origin < 0 ? -1 : about.st_size - bytes->origin;
        }
    } else if (fd != STDIN_FILENO)
        close(fd);
    return status;
}

dm_status dmi_byte_stream_open_memory(const char *name, const void *memory, size_t size,
                                      dmi_byte_stream **out, dm_error *err)
{
    dm_status status = new_bytes(name, out, err);
    if (status == DM_OK) {
        (*out)->memory = memory;
        (*out)->size = (int64_t)size;
    }
    return status;
}

static void end_unpacking(dmi_byte_stream *bytes)
{
    if (bytes->form == FORM_GZIP)
        inflateEnd(&bytes->inflater);
    else if (bytes->form == FORM_BZIP2)
        BZ2_bzDecompressEnd(&bytes->bunzipper);
    bytes->form = FORM_UNKNOWN;
}

bool dmi_byte_stream_can_rewind(const dmi_byte_stream *bytes)
{
    return bytes->fd < 0 || bytes->origin >= 0;
}

dm_status dmi_byte_stream_rewind(dmi_byte_stream *bytes, dm_error *err)
{
    if (bytes->fd >= 0 && lseek(bytes->fd, (off_t)bytes->origin, SEEK_SET) < 0)
        return dmi_fail_at(err, DM_IO, bytes->name, 0, "cannot be read again: %s", strerror(errno));
    end_unpacking(bytes);
    bytes->packed_at = bytes->packed_end = 0;
    bytes->taken = bytes->given = 0;
    bytes->member_ended = false;
    return DM_OK;
}

int64_t dmi_byte_stream_taken(const dmi_byte_stream *bytes)
{
    return bytes->taken;
}

int64_t dmi_byte_stream_size(const dmi_byte_stream *bytes)
{
    return bytes->size;
}

void dmi_byte_stream_free(dmi_byte_stream *bytes)
{
    if (!bytes)
        return;
    end_unpacking(bytes);
    if (bytes->fd > STDERR_FILENO)
        close(bytes->fd);
    free(bytes->packed);
    free(bytes);
}

int dmi_byte_stream_plain_fd(const dmi_byte_stream *bytes)
{
    return bytes->form == FORM_PLAIN ? bytes->fd : -1;
}

static dm_status read_raw(dmi_byte_stream *bytes, void *to, size_t room, size_t *got, dm_error *err)
{
    if (bytes->fd < 0) {
        size_t left = (size_t)(bytes->size - bytes->taken);
        *got = room < left ? room : left;
        if (*got)
            memcpy(to, bytes->memory + bytes->taken, *got);
        bytes->taken += (int64_t)*got;
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
    bytes->taken += count;
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

/* Whether `have` bytes, or as many as there are of the mark, are those of `mark`. */
static bool begins_with(const unsigned char *bytes, size_t have, const char *mark)
{
    size_t size = strlen(mark);
    return memcmp(bytes, mark, have < size ? have : size) == 0;
}

static const char gzip_mark[] = "\x1f\x8b", bzip2_mark[] = "BZh";

/* A pipe may send a few bytes and wait, so this reads only as many as the mark needs. */
static dm_status read_mark(dmi_byte_stream *bytes, dm_error *err)
{
    size_t have = 0, got = 1;
    dm_status status = DM_OK;
    while (status == DM_OK && got > 0 && have < sizeof bzip2_mark &&
           (begins_with(bytes->packed, have, gzip_mark) ||
            begins_with(bytes->packed, have, bzip2_mark))) {
        status = read_raw(bytes, bytes->packed + have, PACKED_ROOM - have, &got, err);
        have += status == DM_OK ? got : 0;
    }
    bytes->packed_end = have;
    return status;
}

static dm_status learn_form(dmi_byte_stream *bytes, dm_error *err)
{
    dm_status status = read_mark(bytes, err);
    if (status != DM_OK)
        return status;
    size_t have = bytes->packed_end;
    bool is_gzip = have >= 2 && begins_with(bytes->packed, have, gzip_mark);
    bool is_bzip2 = have >= 4 && begins_with(bytes->packed, have, bzip2_mark) &&
                    bytes->packed[3] >= '1' && bytes->packed[3] <= '9';
    if (is_gzip && inflateInit2(&bytes->inflater, 15 + 16) != Z_OK)
        return dmi_no_memory(err);
    int begun = is_bzip2 ? BZ2_bzDecompressInit(&bytes->bunzipper, 0, 0) : BZ_OK;
    if (begun == BZ_CONFIG_ERROR)
        return dmi_fail_at(err, DM_UNSUPPORTED, bytes->name, 0,
                           "this program was built without bzip2; unpack the file first");
    if (begun != BZ_OK)
        return dmi_no_memory(err);
    bytes->form = is_gzip ? FORM_GZIP : is_bzip2 ? FORM_BZIP2 : FORM_PLAIN;
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

/* The same for bzip2. */
static dm_status bunzip_some(dmi_byte_stream *bytes, void *to, size_t room, size_t *got,
                             dm_error *err)
{
    bz_stream *z = &bytes->bunzipper;
    z->next_in = (char *)bytes->packed + bytes->packed_at;
    z->avail_in = (unsigned)(bytes->packed_end - bytes->packed_at);
    z->next_out = to;
    z->avail_out = room > (1u << 30) ? 1u << 30 : (unsigned)room;
    unsigned offered = z->avail_out;
    int result = BZ2_bzDecompress(z);
    bytes->packed_at = bytes->packed_end - z->avail_in;
    *got = offered - z->avail_out;
    bytes->member_ended = result == BZ_STREAM_END;
    if (result == BZ_MEM_ERROR)
        return dmi_no_memory(err);
    if (result != BZ_OK && result != BZ_STREAM_END)
        return dmi_fail_at(err, DM_BAD_INPUT, bytes->name, 0, "the bzip2 data is damaged");
    return DM_OK;
}

static dm_status begin_member(dmi_byte_stream *bytes, dm_error *err)
{
    bytes->member_ended = false;
    if (bytes->form == FORM_GZIP)
        return inflateReset(&bytes->inflater) == Z_OK ? DM_OK : dmi_no_memory(err);
    BZ2_bzDecompressEnd(&bytes->bunzipper);
    memset(&bytes->bunzipper, 0, sizeof bytes->bunzipper);
    return BZ2_bzDecompressInit(&bytes->bunzipper, 0, 0) == BZ_OK ? DM_OK : dmi_no_memory(err);
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
    if (bytes->form != FORM_PLAIN) {
        bool is_gzip = bytes->form == FORM_GZIP;
        for (*got = 0; status == DM_OK && *got == 0;) {
            if (bytes->packed_at == bytes->packed_end)
                status = refill_packed(bytes, err);
            if (status != DM_OK)
                break;
            if (bytes->packed_end == 0 && bytes->member_ended)
                break;
            if (bytes->packed_end == 0)
                return dmi_fail_at(err, DM_BAD_INPUT, bytes->name, 0, "the %s data is cut off",
                                   is_gzip ? "gzip" : "bzip2");
            if (bytes->member_ended)
                status = begin_member(bytes, err);
            if (status == DM_OK)
                status = (is_gzip ? inflate_some : bunzip_some)(bytes, to, room, got, err);
        }
        bytes->given += (int64_t)*got;
        if (status == DM_OK && bytes->given > SMALL && bytes->given / MOST_GROWTH > bytes->taken)
            return dmi_fail_at(
                err, DM_TOO_LARGE, bytes->name, 0,
                "it unpacks to more than %d times its size; unpack it first if that is right",
                MOST_GROWTH);
        return status;
    }
    size_t kept = bytes->packed_end - bytes->packed_at;
    if (kept == 0)
        return read_raw(bytes, to, room, got, err);
    *got = room < kept ? room : kept;
    memcpy(to, bytes->packed + bytes->packed_at, *got);
    bytes->packed_at += *got;
    return DM_OK;
}

size_t dmi_unpacked_name(const char *path)
{
    static const char *const endings[] = {".gz", ".bz2"};
    size_t size = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i]);
        if (size > ending && strcasecmp(path + size - ending, endings[i]) == 0)
            return size - ending;
    }
    return size;
}
