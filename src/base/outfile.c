/* outfile.c - files that appear whole or not at all.
 *
 * Bytes go to a temporary file in the same folder, which replaces the wanted
 * one at the end: readers see the old file or the new one, never a part.  A
 * link is followed, so that it stays a link.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/outfile.h"

#include "base/base.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static dm_status fail_writing(const dmi_outfile *file, dm_error *err)
{
    return dmi_fail_at(err, DM_IO, file->name, 0, "cannot be written: %s", strerror(errno));
}

/* Makes a file with a new name beside the target, with the target's permissions. */
static int create_temporary(dmi_outfile *file, size_t room, const struct stat *old)
{
    mode_t mode = old ? old->st_mode & 0777 : 0666;
    errno = EEXIST;
    for (int attempt = 0; file->fd < 0 && errno == EEXIST && attempt < 100; attempt++) {
        snprintf(file->temporary, room, "%s.%ld-%d", file->target, (long)getpid(), attempt);
        file->fd = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    return file->fd >= 0;
}

static dm_status open_temporary(dmi_outfile *file, const struct stat *old, dm_error *err)
{
    file->target = old ? realpath(file->name, NULL) : dmi_strdup(file->name);
    size_t room = file->target ? strlen(file->target) + 40 : 0;
    file->temporary = file->target ? dmi_alloc(room, 1) : NULL;
    dm_status status = DM_OK;
    if (!file->temporary)
        status = dmi_no_memory(err);
    else if (!create_temporary(file, room, old)) {
        status = fail_writing(file, err);
        free(file->temporary);
        file->temporary = NULL;
    }
    if (status != DM_OK)
        dmi_outfile_abandon(file);
    return status;
}

dm_status dmi_outfile_open(const char *path, dmi_outfile *out, dm_error *err)
{
    dmi_outfile file = {.name = path, .fd = -1};
    struct stat old;
    dm_status status = DM_OK;
    if (strcmp(path, "-") == 0) {
        file.name = "standard output";
        file.fd = STDOUT_FILENO;
    } else if (stat(path, &old) != 0) {
        status = open_temporary(&file, NULL, err);
    } else if (S_ISREG(old.st_mode)) {
        status = open_temporary(&file, &old, err);
    } else {
        file.fd = open(file.name, O_WRONLY | O_CLOEXEC);
        status = file.fd < 0 ? fail_writing(&file, err) : DM_OK;
    }
    if (status == DM_OK)
        *out = file;
    return status;
}

dm_status dmi_outfile_write(dmi_outfile *file, const void *bytes, size_t size, dm_error *err)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t put = write(file->fd, at, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return fail_writing(file, err);
        at += put;
        size -= (size_t)put;
    }
    return DM_OK;
}

dm_status dmi_outfile_sync(dmi_outfile *file, dm_error *err)
{
    if (!file->target || fsync(file->fd) == 0)
        return DM_OK;
    return fail_writing(file, err);
}

dm_status dmi_outfile_commit(dmi_outfile *file, dm_error *err)
{
    dm_status status = DM_OK;
    if (file->fd > STDERR_FILENO) {
        if (close(file->fd) != 0)
            status = fail_writing(file, err);
        file->fd = -1;
    }
    if (status == DM_OK && file->target && rename(file->temporary, file->target) != 0)
        status = fail_writing(file, err);
    if (status == DM_OK) {
        free(file->temporary);
        file->temporary = NULL;
    }
    dmi_outfile_abandon(file);
    return status;
}

void dmi_outfile_abandon(dmi_outfile *file)
{
    if (file->fd > STDERR_FILENO)
        close(file->fd);
    if (file->temporary)
        unlink(file->temporary);
    free(file->temporary);
    free(file->target);
    *file = (dmi_outfile){.fd = -1};
}

dm_status dmi_outfile_whole(const char *path, const void *bytes, size_t size, dm_error *err)
{
    dmi_outfile file;
    dm_status status = dmi_outfile_open(path, &file, err);
    if (status != DM_OK)
        return status;
    status = dmi_outfile_write(&file, bytes, size, err);
    if (status == DM_OK)
        return dmi_outfile_commit(&file, err);
    dmi_outfile_abandon(&file);
    return status;
}
