/* outfile.h - files that appear whole or not at all. */
#ifndef DMI_OUTFILE_H
#define DMI_OUTFILE_H

#include <demesne/status.h>
#include <stddef.h>

/* Bytes go to a temporary file beside `path`, which replaces it on commit.  "-"
 * is standard output; a device or a pipe is written directly. */
typedef struct dmi_outfile {
    const char *name; /* in messages; borrowed */
    int fd;
    char *target; /* NULL: written directly */
    char *temporary;
} dmi_outfile;

/* `path` is borrowed until commit or abandon. */
dm_status dmi_outfile_open(const char *path, dmi_outfile *out, dm_error *err);
dm_status dmi_outfile_write(dmi_outfile *file, const void *bytes, size_t size, dm_error *err);
/* Puts what was written on the disk: after a crash of the machine the file is whole, too. */
dm_status dmi_outfile_sync(dmi_outfile *file, dm_error *err);
/* Both close the file; a failed commit leaves nothing behind. */
dm_status dmi_outfile_commit(dmi_outfile *file, dm_error *err);
void dmi_outfile_abandon(dmi_outfile *file);

/* Writes a whole file in one call. */
dm_status dmi_outfile_whole(const char *path, const void *bytes, size_t size, dm_error *err);

#endif
