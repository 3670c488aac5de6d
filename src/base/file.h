/* file.h - whole files: read into memory, or written so that they appear whole or not at all. */
#ifndef DMI_FILE_H
#define DMI_FILE_H

#include <demesne/status.h>
#include <stddef.h>
#include <stdio.h>

/* A file being written under a passing name beside its own.  "-" is standard output. */
typedef struct dmi_output {
    FILE *stream; /* write here */
    char *path;
    char *passing; /* NULL for standard output */
} dmi_output;

dm_status dmi_output_open(const char *path, dmi_output *out, dm_error *err);
/* Flushes and, where everything was written, gives the file its name; on
 * failure nothing of it is left.  Either way `out` is closed. */
dm_status dmi_output_close(dmi_output *out, dm_error *err);
/* Throws away what was written. */
void dmi_output_discard(dmi_output *out);

dm_status dmi_file_write(const char *path, const void *bytes, size_t size, dm_error *err);
/* The whole of a file ("-": standard input) with a NUL behind it; *out is freed with free().
 * A file that cannot be opened is DM_BAD_INPUT. */
dm_status dmi_file_read(const char *path, char **out, size_t *size, dm_error *err);

#endif
