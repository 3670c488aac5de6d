/* osm_blobs.h - the blobs of an OSM PBF file, unpacked one after another, by several threads if
 * there are some. */
#ifndef DMI_OSM_BLOBS_H
#define DMI_OSM_BLOBS_H

#include "format/input.h"
#include "map/protobuf.h"
#include <stdatomic.h>
#include <zlib.h>

typedef struct dmi_osm_blob {
    const char *file; /* its name, in messages */
    int64_t number;   /* from 1 */
    int64_t at;       /* where it begins, in bytes from the start of the file */
    bool is_header;   /* OSMHeader, not OSMData */
    bool is_packed;
    dmi_cursor data;       /* as it is in the file; unpacked after dmi_osm_blobs_next() */
    uint64_t size;         /* what it declares to unpack to */
    dm_status status;      /* of unpacking */
    dm_error err;          /* if that failed */
    unsigned char *stored; /* the whole blob as it is in the file */
    size_t stored_size, stored_room;
    unsigned char *unpacked;
    size_t unpacked_room;
    z_stream inflater;
    bool is_inflating; /* `inflater` is ready */
} dmi_osm_blob;

/* Whether blob `number` is not wanted. */
typedef bool dmi_osm_skip_fn(void *context, int64_t number);

typedef struct dmi_osm_blobs {
    dmi_input *in;
    int threads;
    dmi_osm_skip_fn *skip;
    void *context;   /* of `skip` */
    int64_t number;  /* of the blob read last */
    int64_t next;    /* where the next one begins */
    dm_status ended; /* why no more can be read: DM_END or a failure */
    dm_error err;    /* of that failure */
    dmi_osm_blob *blob;
    int room, count, given; /* entries of `blob`: all, read, given to the caller */
    atomic_int taken;       /* by the threads that unpack */
} dmi_osm_blobs;

dm_status dmi_osm_blobs_init(dmi_osm_blobs *blobs, dmi_input *in, dm_error *err);
void dmi_osm_blobs_clear(dmi_osm_blobs *blobs);
/* Back to the first blob, after the input has gone back. */
void dmi_osm_blobs_restart(dmi_osm_blobs *blobs);

/* The next blob of data, or the header, with its data unpacked; others, and those not wanted, are
 * skipped.  Valid until the next call.  DM_END after the last. */
dm_status dmi_osm_blobs_next(dmi_osm_blobs *blobs, const dmi_osm_blob **out, dm_error *err);

/* Fails with DM_BAD_INPUT, naming the file, the blob and its place. */
dm_status dmi_bad_blob(const dmi_osm_blob *blob, dm_error *err, const char *format, ...)
    DMI_PRINTF(3, 4);

#endif
