/* osm_blobs.c - the blobs of an OSM PBF file, unpacked one after another.
 *
 *     4 bytes      the size of the header, the most significant first
 *     header       type ("OSMHeader", "OSMData"), size of the blob
 *     blob         raw bytes, or packed ones with their size before packing
 *
 * The format limits a header to 64 KiB and a blob to 32 MiB, before and after unpacking.  A blob is
 * read as its bytes arrive, whatever size it declares, and must unpack to exactly the size that it
 * declares, so that a small file cannot take much memory.
 *
 * Unpacking is most of the work.  With several threads a few blobs are read ahead and unpacked at
 * the same time; they are given in their order all the same, and so are failures.
 */
#include "map/osm_blobs.h"

#include "base/threads.h"
#include <stdio.h>
#include <stdlib.h>

enum {
    HEADER_LIMIT = 64 << 10,
    BLOB_LIMIT = 32 << 20,
    AHEAD_LIMIT = 32 << 20, /* bytes of blobs that are unpacked at the same time, or one blob */
    KEPT_ROOM = 4 << 20,    /* larger buffers are not kept for the next blob */
    READ_STEP = 1 << 18,
    BLOBS_PER_THREAD = 8,
    MOST_THREADS = 16
};

dm_status dmi_osm_blobs_init(dmi_osm_blobs *blobs, dmi_input *in, dm_error *err)
{
    int threads = in->options.threads < MOST_THREADS ? in->options.threads : MOST_THREADS;
    int room = threads > 1 ? BLOBS_PER_THREAD * threads : 1;
    *blobs = (dmi_osm_blobs){.in = in, .threads = threads, .room = room};
    blobs->blob = dmi_calloc((size_t)room, sizeof *blobs->blob);
    return blobs->blob ? DM_OK : dmi_no_memory(err);
}

void dmi_osm_blobs_clear(dmi_osm_blobs *blobs)
{
    for (int i = 0; blobs->blob && i < blobs->room; i++) {
        dmi_osm_blob *blob = &blobs->blob[i];
        if (blob->is_inflating)
            inflateEnd(&blob->inflater);
        free(blob->stored);
        free(blob->unpacked);
    }
    free(blobs->blob);
    blobs->blob = NULL;
}

void dmi_osm_blobs_restart(dmi_osm_blobs *blobs)
{
    blobs->number = blobs->next = 0;
    blobs->ended = DM_OK;
    blobs->count = blobs->given = 0;
}

dm_status dmi_bad_blob(const dmi_osm_blob *blob, dm_error *err, const char *format, ...)
{
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return dmi_fail_at(err, DM_BAD_INPUT, blob->file, 0, "blob %lld (at byte %lld): %s",
                       (long long)blob->number, (long long)blob->at, text);
}

/* Reads exactly `size` bytes to `stored`, which grows with what arrives. */
static dm_status read_stored(dmi_osm_blobs *blobs, dmi_osm_blob *blob, size_t size,
                             const char *what, dm_error *err)
{
    blob->stored_size = 0;
    while (blob->stored_size < size) {
        size_t left = size - blob->stored_size, step = left < READ_STEP ? left : READ_STEP;
        size_t got = 0;
        if (!dmi_reserve(&blob->stored, &blob->stored_room, blob->stored_size + step, 1))
            return dmi_no_memory(err);
        dm_status status =
            dmi_input_bytes(blobs->in, blob->stored + blob->stored_size, step, &got, err);
        if (status != DM_OK)
            return status;
        blob->stored_size += got;
        blobs->next += (int64_t)got;
        if (got < step)
            return dmi_bad_blob(blob, err, "the file ends after %zu of the %zu bytes of %s",
                                blob->stored_size, size, what);
    }
    return DM_OK;
}

/* DM_END if the file ends where a blob could begin. */
static dm_status read_header_size(dmi_osm_blobs *blobs, dmi_osm_blob *blob, size_t *out,
                                  dm_error *err)
{
    unsigned char size[4];
    size_t got = 0;
    blob->number = ++blobs->number;
    blob->at = blobs->next;
    blob->file = blobs->in->name;
    dm_status status = dmi_input_bytes(blobs->in, size, sizeof size, &got, err);
    if (status != DM_OK || got == 0)
        return status == DM_OK ? DM_END : status;
    if (got < sizeof size)
        return dmi_bad_blob(blob, err, "the file ends after %zu of the 4 bytes of a size", got);
    blobs->next += (int64_t)sizeof size;
    *out = (size_t)size[0] << 24 | (size_t)size[1] << 16 | (size_t)size[2] << 8 | size[3];
    if (*out == 0 || *out > HEADER_LIMIT)
        return dmi_bad_blob(blob, err, "its header has %zu bytes; expected 1 to %d", *out,
                            HEADER_LIMIT);
    return DM_OK;
}

static bool is_word(dmi_cursor bytes, const char *word)
{
    size_t size = (size_t)(bytes.end - bytes.at);
    return size == strlen(word) && memcmp(bytes.at, word, size) == 0;
}

/* *is_known: the blob is a header or data. */
static dm_status read_header(dmi_osm_blobs *blobs, dmi_osm_blob *blob, size_t size,
                             uint64_t *blob_size, bool *is_known, dm_error *err)
{
    enum { TYPE = 1, DATASIZE = 3 };
    dm_status status = read_stored(blobs, blob, size, "its header", err);
    if (status != DM_OK)
        return status;
    dmi_cursor header = dmi_cursor_of(blob->stored, blob->stored_size);
    dmi_field field;
    bool is_data = false, has_size = false;
    blob->is_header = false;
    while (dmi_next_field(&header, &field)) {
        if (field.id == TYPE && field.is_bytes) {
            blob->is_header = is_word(field.bytes, "OSMHeader");
            is_data = is_word(field.bytes, "OSMData");
        } else if (field.id == DATASIZE && !field.is_bytes) {
            *blob_size = field.number;
            has_size = true;
        }
    }
    *is_known = blob->is_header || is_data;
    if (header.is_bad || !has_size)
        return dmi_bad_blob(blob, err, "its header is damaged");
    if (*blob_size > BLOB_LIMIT)
        return dmi_bad_blob(blob, err, "it has %lld bytes; at most %d are allowed",
                            (long long)*blob_size, BLOB_LIMIT);
    return DM_OK;
}

/* Finds the data in the stored blob, and how it is packed. */
static dm_status find_data(dmi_osm_blob *blob, dm_error *err)
{
    enum { RAW = 1, RAW_SIZE, ZLIB, LZMA, BZIP2, LZ4, ZSTD };
    static const char *const others[] = {"lzma", "bzip2", "lz4", "zstd"};
    dmi_cursor stored = dmi_cursor_of(blob->stored, blob->stored_size);
    dmi_field field, data = {0};
    uint64_t size = 0;
    while (dmi_next_field(&stored, &field)) {
        if (field.id == RAW_SIZE && !field.is_bytes)
            size = field.number;
        else if (field.is_bytes && (field.id == RAW || (field.id >= ZLIB && field.id <= ZSTD)))
            data = field;
    }
    if (stored.is_bad || !data.id)
        return dmi_bad_blob(blob, err, stored.is_bad ? "it is damaged" : "it has no data");
    if (data.id >= LZMA)
        return dmi_bad_blob(blob, err, "it is packed with %s; only zlib and raw blobs are read",
                            others[data.id - LZMA]);
    if (data.id == ZLIB && size > BLOB_LIMIT)
        return dmi_bad_blob(blob, err, "it unpacks to %lld bytes; at most %d are allowed",
                            (long long)size, BLOB_LIMIT);
    blob->data = data.bytes;
    blob->is_packed = data.id == ZLIB;
    blob->size = blob->is_packed ? size : 0;
    return DM_OK;
}

static dm_status unpack_blob(dmi_osm_blob *blob, dm_error *err)
{
    size_t size = (size_t)blob->size;
    if (!dmi_reserve(&blob->unpacked, &blob->unpacked_room, size + 1, 1))
        return dmi_no_memory(err);
    bool is_ready = blob->is_inflating ? inflateReset(&blob->inflater) == Z_OK
                                       : inflateInit(&blob->inflater) == Z_OK;
    blob->is_inflating = blob->is_inflating || is_ready;
    dm_status status = is_ready ? DM_OK : dmi_no_memory(err);
    if (status != DM_OK)
        return status;
    z_stream *z = &blob->inflater;
    z->next_in = (unsigned char *)(uintptr_t)blob->data.at;
    z->avail_in = (uInt)(blob->data.end - blob->data.at);
    z->next_out = blob->unpacked;
    z->avail_out = (uInt)size + 1;
    int result = inflate(z, Z_FINISH);
    size_t got = size + 1 - z->avail_out;
    if (result == Z_MEM_ERROR)
        return dmi_no_memory(err);
    if (got > size)
        return dmi_bad_blob(blob, err, "it unpacks to more than the %zu bytes it declares", size);
    if (result == Z_BUF_ERROR)
        return dmi_bad_blob(blob, err, "its zlib data is cut off");
    if (result != Z_STREAM_END)
        return dmi_bad_blob(blob, err, "its zlib data is damaged");
    if (got < size)
        return dmi_bad_blob(blob, err, "it unpacks to %zu bytes, not the %zu it declares", got,
                            size);
    blob->data = dmi_cursor_of(blob->unpacked, got);
    return DM_OK;
}

static void unpack_some(void *context, int worker)
{
    dmi_osm_blobs *blobs = context;
    (void)worker;
    for (int i; (i = atomic_fetch_add(&blobs->taken, 1)) < blobs->count;) {
        dmi_osm_blob *blob = &blobs->blob[i];
        blob->status = blob->is_packed ? unpack_blob(blob, &blob->err) : DM_OK;
    }
}

static dm_status fail_again(dm_status status, const dm_error *why, dm_error *err)
{
    if (err && status != DM_END)
        *err = *why;
    return status;
}

dm_status dmi_osm_blobs_next(dmi_osm_blobs *blobs, const dmi_osm_blob **out, dm_error *err)
{
    if (blobs->given == blobs->count) {
        /* Reads ahead, as far as there is room, and unpacks that. */
        uint64_t bytes = 0;
        blobs->count = blobs->given = 0;
        while (blobs->count < blobs->room && bytes < AHEAD_LIMIT && blobs->ended == DM_OK) {
            dmi_osm_blob *blob = &blobs->blob[blobs->count];
            /* One large blob should not keep its memory. */
            if (blob->stored_room > KEPT_ROOM) {
                free(blob->stored);
                blob->stored = NULL;
                blob->stored_room = 0;
            }
            if (blob->unpacked_room > KEPT_ROOM) {
                free(blob->unpacked);
                blob->unpacked = NULL;
                blob->unpacked_room = 0;
            }
            /* Reads the next blob that counts. */
            bool is_known = false;
            dm_status status = DM_OK;
            while (status == DM_OK && !is_known) {
                size_t header_size = 0;
                uint64_t size = 0;
                status = read_header_size(blobs, blob, &header_size, &blobs->err);
                if (status == DM_OK)
                    status = read_header(blobs, blob, header_size, &size, &is_known, &blobs->err);
                if (status == DM_OK)
                    status = read_stored(blobs, blob, (size_t)size, "the blob", &blobs->err);
                if (status == DM_OK)
                    status = dmi_input_poll(blobs->in, "reading", &blobs->err);
                if (is_known && blobs->skip && blobs->skip(blobs->context, blob->number))
                    is_known = false;
            }
            blobs->ended = status == DM_OK ? find_data(blob, &blobs->err) : status;
            bytes += blob->stored_size + blob->size;
            blobs->count += blobs->ended == DM_OK;
        }
        atomic_store(&blobs->taken, 0);
        dmi_threads_run(blobs->count < blobs->threads ? blobs->count : blobs->threads, unpack_some,
                        blobs);
    }
    if (blobs->given == blobs->count)
        return fail_again(blobs->ended, &blobs->err, err);
    const dmi_osm_blob *blob = &blobs->blob[blobs->given++];
    if (blob->status != DM_OK)
        return fail_again(blob->status, &blob->err, err);
    *out = blob;
    return DM_OK;
}
