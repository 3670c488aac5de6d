/* osm_blobs.h - the blobs of an OSM PBF file, unpacked one by one. */
#ifndef DMI_OSM_BLOBS_H
#define DMI_OSM_BLOBS_H

#include "format/input.h"
#include "map/protobuf.h"
#include <zlib.h>

typedef struct dmi_osm_blobs {
    dmi_input *in;
    int64_t number;        /* of the blob, from 1 */
    int64_t at;            /* where it begins, in bytes from the start of the file */
    int64_t next;          /* where the next one begins */
    bool is_header;        /* OSMHeader, not OSMData */
    unsigned char *stored; /* the blob as it is in the file */
    size_t stored_room;
    unsigned char *unpacked;
    size_t unpacked_room;
    z_stream inflater;
    bool is_inflating; /* `inflater` is ready */
    size_t stored_size;
} dmi_osm_blobs;

void dmi_osm_blobs_clear(dmi_osm_blobs *blobs);
/* Back to the first blob, after the input has gone back. */
void dmi_osm_blobs_restart(dmi_osm_blobs *blobs);

/* Reads the next blob of data, or the header; others are skipped.  DM_END after the last. */
dm_status dmi_osm_blobs_next(dmi_osm_blobs *blobs, dm_error *err);
/* Unpacks it.  The bytes are valid until the next call. */
dm_status dmi_osm_blobs_unpack(dmi_osm_blobs *blobs, dmi_cursor *out, dm_error *err);

/* Fails with DM_BAD_INPUT, naming the file, the blob and its place. */
#define dmi_bad_blob(blobs, err, ...) dmi_osm_blobs_fail(blobs, err, __VA_ARGS__)
dm_status dmi_osm_blobs_fail(const dmi_osm_blobs *blobs, dm_error *err, const char *format, ...)
    DMI_PRINTF(3, 4);

#endif
