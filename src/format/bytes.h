/* bytes.h - bytes from a file, a pipe or memory, with gzip undone. */
#ifndef DMI_BYTES_H
#define DMI_BYTES_H

#include <demesne/status.h>
#include <stddef.h>

typedef struct dmi_bytes dmi_bytes;

/* "-" is standard input.  `name` stands in messages; both strings are borrowed. */
dm_status dmi_bytes_open(const char *path, const char *name, dmi_bytes **out, dm_error *err);
/* `memory` is borrowed too. */
dm_status dmi_bytes_open_memory(const char *name, const void *memory, size_t size, dmi_bytes **out,
                                dm_error *err);
/* Up to `room` bytes, as soon as there are any; *got is 0 at the end alone. */
dm_status dmi_bytes_read(dmi_bytes *bytes, void *to, size_t room, size_t *got, dm_error *err);
void dmi_bytes_free(dmi_bytes *bytes);

#endif
