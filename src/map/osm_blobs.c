/* osm_blobs.c - the blobs of an OSM PBF file, unpacked one by one.
 *
 *     4 bytes      the size of the header, the most significant first
 *     header       type ("OSMHeader", "OSMData"), size of the blob
 *     blob         raw bytes, or packed ones with their size before packing
 *
 * The format limits a header to 64 KiB and a blob to 32 MiB, before and after unpacking.  A blob is
 * read as its bytes arrive, whatever size it declares, and must unpack to exactly the size that it
 * declares, so that a small file cannot take much memory.
 */
#include "map/osm_blobs.h"

#include <stdio.h>
#include <stdlib.h>

enum { HEADER_LIMIT = 64 << 10, BLOB_LIMIT = 32 << 20, READ_STEP = 1 << 18 };

void dmi_osm_blobs_clear(dmi_osm_blobs *blobs)
{
    if (blobs->is_inflating)
        inflateEnd(&blobs->inflater);
    free(blobs->stored);
    free(blobs->unpacked);
    *blobs = (dmi_osm_blobs){.in = blobs->in};
}

void dmi_osm_blobs_restart(dmi_osm_blobs *blobs)
{
    blobs->number = blobs->at = blobs->next = 0;
}

dm_status dmi_osm_blobs_fail(const dmi_osm_blobs *blobs, dm_error *err, const char *format, ...)
{
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return dmi_fail_at(err, DM_BAD_INPUT, blobs->in->name, 0, "blob %lld (at byte %lld): %s",
                       (long long)blobs->number, (long long)blobs->at, text);
}

/* Reads exactly `size` bytes to `stored`, which grows with what arrives. */
static dm_status read_stored(dmi_osm_blobs *blobs, size_t size, const char *what, dm_error *err)
{
    blobs->stored_size = 0;
    while (blobs->stored_size < size) {
        size_t left = size - blobs->stored_size, step = left < READ_STEP ? left : READ_STEP;
        size_t got = 0;
        if (!dmi_reserve(&blobs->stored, &blobs->stored_room, blobs->stored_size + step, 1))
            return dmi_no_memory(err);
        dm_status status =
            dmi_input_bytes(blobs->in, blobs->stored + blobs->stored_size, step, &got, err);
        if (status != DM_OK)
            return status;
        blobs->stored_size += got;
        blobs->next += (int64_t)got;
        if (got < step)
            return dmi_bad_blob(blobs, err, "the file ends after %zu of the %zu bytes of %s",
                                blobs->stored_size, size, what);
    }
    return DM_OK;
}

/* DM_END if the file ends where a blob could begin. */
static dm_status read_header_size(dmi_osm_blobs *blobs, size_t *out, dm_error *err)
{
    unsigned char size[4];
    size_t got = 0;
    blobs->number++;
    blobs->at = blobs->next;
    dm_status status = dmi_input_bytes(blobs->in, size, sizeof size, &got, err);
    if (status != DM_OK || got == 0)
        return status == DM_OK ? DM_END : status;
    if (got < sizeof size)
        return dmi_bad_blob(blobs, err, "the file ends after %zu of the 4 bytes of a size", got);
    blobs->next += (int64_t)sizeof size;
    *out = (size_t)size[0] << 24 | (size_t)size[1] << 16 | (size_t)size[2] << 8 | size[3];
    if (*out == 0 || *out > HEADER_LIMIT)
        return dmi_bad_blob(blobs, err, "its header has %zu bytes; expected 1 to %d", *out,
                            HEADER_LIMIT);
    return DM_OK;
}

static bool is_word(dmi_cursor bytes, const char *word)
{
    size_t size = (size_t)(bytes.end - bytes.at);
    return size == strlen(word) && memcmp(bytes.at, word, size) == 0;
}

/* *is_known: the blob is a header or data. */
static dm_status read_header(dmi_osm_blobs *blobs, size_t size, uint64_t *blob_size, bool *is_known,
                             dm_error *err)
{
    enum { TYPE = 1, DATASIZE = 3 };
    dm_status status = read_stored(blobs, size, "its header", err);
    if (status != DM_OK)
        return status;
    dmi_cursor header = dmi_cursor_of(blobs->stored, blobs->stored_size);
    dmi_field field;
    bool is_data = false, has_size = false;
    blobs->is_header = false;
    while (dmi_next_field(&header, &field)) {
        if (field.id == TYPE && field.is_bytes) {
            blobs->is_header = is_word(field.bytes, "OSMHeader");
            is_data = is_word(field.bytes, "OSMData");
        } else if (field.id == DATASIZE && !field.is_bytes) {
            *blob_size = field.number;
            has_size = true;
        }
    }
    *is_known = blobs->is_header || is_data;
    if (header.is_bad || !has_size)
        return dmi_bad_blob(blobs, err, "its header is damaged");
    if (*blob_size > BLOB_LIMIT)
        return dmi_bad_blob(blobs, err, "it has %lld bytes; at most %d are allowed",
                            (long long)*blob_size, BLOB_LIMIT);
    return DM_OK;
}

dm_status dmi_osm_blobs_next(dmi_osm_blobs *blobs, dm_error *err)
{
    bool is_known = false;
    dm_status status = DM_OK;
    while (status == DM_OK && !is_known) {
        size_t header_size = 0;
        uint64_t size = 0;
        status = read_header_size(blobs, &header_size, err);
        if (status == DM_OK)
            status = read_header(blobs, header_size, &size, &is_known, err);
        if (status == DM_OK)
            status = read_stored(blobs, (size_t)size, "the blob", err);
        if (status == DM_OK)
            status = dmi_input_poll(blobs->in, "reading", err);
    }
    return status;
}

static dm_status begin_inflating(dmi_osm_blobs *blobs, dm_error *err)
{
    bool is_ready = blobs->is_inflating ? inflateReset(&blobs->inflater) == Z_OK
                                        : inflateInit(&blobs->inflater) == Z_OK;
    blobs->is_inflating = blobs->is_inflating || is_ready;
    return is_ready ? DM_OK : dmi_no_memory(err);
}

static dm_status unpack_zlib(dmi_osm_blobs *blobs, dmi_cursor packed, uint64_t size,
                             dmi_cursor *out, dm_error *err)
{
    if (size > BLOB_LIMIT)
        return dmi_bad_blob(blobs, err, "it unpacks to %lld bytes; at most %d are allowed",
                            (long long)size, BLOB_LIMIT);
    if (!dmi_reserve(&blobs->unpacked, &blobs->unpacked_room, size + 1, 1))
        return dmi_no_memory(err);
    dm_status status = begin_inflating(blobs, err);
    if (status != DM_OK)
        return status;
    z_stream *z = &blobs->inflater;
    z->next_in = (unsigned char *)(uintptr_t)packed.at;
    z->avail_in = (uInt)(packed.end - packed.at);
    z->next_out = blobs->unpacked;
    z->avail_out = (uInt)size + 1;
    int result = inflate(z, Z_FINISH);
    size_t got = (size_t)size + 1 - z->avail_out;
    if (result == Z_MEM_ERROR)
        return dmi_no_memory(err);
    if (got > size)
        return dmi_bad_blob(blobs, err, "it unpacks to more than the %llu bytes it declares",
                            (unsigned long long)size);
    if (result == Z_BUF_ERROR)
        return dmi_bad_blob(blobs, err, "its zlib data is cut off");
    if (result != Z_STREAM_END)
        return dmi_bad_blob(blobs, err, "its zlib data is damaged");
    if (got < size)
        return dmi_bad_blob(blobs, err, "it unpacks to %zu bytes, not the %llu it declares", got,
                            (unsigned long long)size);
    *out = dmi_cursor_of(blobs->unpacked, got);
    return DM_OK;
}

dm_status dmi_osm_blobs_unpack(dmi_osm_blobs *blobs, dmi_cursor *out, dm_error *err)
{
    enum { RAW = 1, RAW_SIZE, ZLIB, LZMA, BZIP2, LZ4, ZSTD };
    static const char *const others[] = {"lzma", "bzip2", "lz4", "zstd"};
    dmi_cursor blob = dmi_cursor_of(blobs->stored, blobs->stored_size);
    dmi_field field, data = {0};
    uint64_t size = 0;
    while (dmi_next_field(&blob, &field)) {
        if (field.id == RAW_SIZE && !field.is_bytes)
            size = field.number;
        else if (field.is_bytes && (field.id == RAW || (field.id >= ZLIB && field.id <= ZSTD)))
            data = field;
    }
    if (blob.is_bad || !data.id)
        return dmi_bad_blob(blobs, err, blob.is_bad ? "it is damaged" : "it has no data");
    if (data.id >= LZMA)
        return dmi_bad_blob(blobs, err, "it is packed with %s; only zlib and raw blobs are read",
                            others[data.id - LZMA]);
    if (data.id == ZLIB)
        return unpack_zlib(blobs, data.bytes, size, out, err);
    *out = data.bytes;
    return DM_OK;
}
