/* byte_stream.h - bytes from a file, a pipe or memory, unpacked if they are gzip or bzip2 data. */
#ifndef DMI_BYTE_STREAM_H
#define DMI_BYTE_STREAM_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
