/* bytes.h - numbers and arrays written one after another into one block of memory, and read back.
 *
 * The writer notes a lack of memory, the reader damage; both are looked at once, at the end.
 * Numbers are in the order of bytes of this machine.
 */
#ifndef DMI_BYTES_H
#define DMI_BYTES_H

#include "base/checksum.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* {0} to start with. */
typedef struct dmi_bytes {
    unsigned char *at;
    size_t size, room;
    bool failed;       /* no memory: what was added since is lost */
    dmi_checksum *sum; /* not NULL: bytes are only summed, not kept */
} dmi_bytes;

void dmi_bytes_add(dmi_bytes *bytes, const void *from, size_t size);
void dmi_bytes_add_number(dmi_bytes *bytes, int64_t number);
void dmi_bytes_clear(dmi_bytes *bytes);

typedef struct dmi_bytes_reader {
    const unsigned char *at;
    size_t left;
    bool failed; /* too few bytes, or a number out of its range */
} dmi_bytes_reader;

/* The next `size` bytes; NULL (and failed): there are fewer. */
const void *dmi_bytes_skip(dmi_bytes_reader *reader, size_t size);
/* Copies them; zeros if there are fewer. */
void dmi_bytes_take(dmi_bytes_reader *reader, void *to, size_t size);
/* A number within low..high; otherwise `low`, and failed. */
int64_t dmi_bytes_take_number(dmi_bytes_reader *reader, int64_t low, int64_t high);

#endif
