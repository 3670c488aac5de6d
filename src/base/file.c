/* file.c - whole files.
 *
 * Output goes to PATH.<process>-<try> in the same folder and is renamed over PATH once
 * all of it is on disk, so a reader sees the old file or the new one.
 */
#include "base/file.h"

#include "base/base.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 100, SUFFIX_SIZE = 32 };

static dm_status system_failure(const char *path, const char *what, dm_error *err)
{
    return dmi_fail_at(err, DM_IO, path, 0, "cannot %s: %s", what, strerror(errno));
}

static void forget(dmi_output *out)
{
    free(out->path);
    free(out->passing);
    memset(out, 0, sizeof *out);
}

static dm_status open_passing(dmi_output *out, dm_error *err)
{
    int descriptor = -1;
    for (int try = 0; descriptor < 0 && try < TRIES; try++) {
        snprintf(out->passing, strlen(out->path) + SUFFIX_SIZE, "%s.%ld-%d", out->path,
                 (long)getpid(), try);
        descriptor = open(out->passing, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor < 0 && errno != EEXIST)
            break;
    }
    if (descriptor < 0)
        return system_failure(out->path, "write", err);
    out->stream = fdopen(descriptor, "wb");
    if (!out->stream) {
        close(descriptor);
        unlink(out->passing);
        return dmi_no_memory(err);
    }
    return DM_OK;
}

dm_status dmi_output_open(const char *path, dmi_output *out, dm_error *err)
{
    dmi_output made = {0};
    if (strcmp(path, "-") == 0) {
        made.stream = stdout;
        *out = made;
        return DM_OK;
    }
    made.path = dmi_strdup(path);
    made.passing = dmi_alloc(strlen(path) + SUFFIX_SIZE, 1);
    dm_status status = made.path && made.passing ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = open_passing(&made, err);
    if (status == DM_OK)
        *out = made;
    else
        forget(&made);
    return status;
}

void dmi_output_discard(dmi_output *out)
{
    if (out->passing) {
        fclose(out->stream);
        unlink(out->passing);
    }
    forget(out);
}

static dm_status close_stdout(dmi_output *out, dm_error *err)
{
    int failed = fflush(out->stream) != 0 || ferror(out->stream);
    forget(out);
    return failed ? system_failure("standard output", "write", err) : DM_OK;
}

dm_status dmi_output_close(dmi_output *out, dm_error *err)
{
    if (!out->passing)
        return close_stdout(out, err);
    int failed = ferror(out->stream) || fflush(out->stream) != 0;
    failed = fclose(out->stream) != 0 || failed;
    if (!failed)
        failed = rename(out->passing, out->path) != 0;
    dm_status status = failed ? system_failure(out->path, "write", err) : DM_OK;
    if (failed)
        unlink(out->passing);
    forget(out);
    return status;
}

dm_status dmi_file_write(const char *path, const void *bytes, size_t size, dm_error *err)
{
    dmi_output out;
    dm_status status = dmi_output_open(path, &out, err);
    if (status != DM_OK)
        return status;
    fwrite(bytes, 1, size, out.stream);
    return dmi_output_close(&out, err);
}

static dm_status read_stream(FILE *stream, const char *path, char **out, size_t *size,
                             dm_error *err)
{
    char *text = NULL;
    size_t used = 0, capacity = 0, got;
    do {
        if (!dmi_reserve(&text, &capacity, used + 65537, 1)) {
            free(text);
            return dmi_no_memory(err);
        }
        got = fread(text + used, 1, capacity - used - 1, stream);
        used += got;
    } while (got > 0);
    if (ferror(stream)) {
        free(text);
        return system_failure(path, "read", err);
    }
    text[used] = 0;
    *out = text;
    *size = used;
    return DM_OK;
}

dm_status dmi_file_read(const char *path, char **out, size_t *size, dm_error *err)
{
    if (strcmp(path, "-") == 0)
        return read_stream(stdin, "standard input", out, size, err);
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return dmi_fail_at(err, DM_BAD_INPUT, path, 0, "cannot open: %s", strerror(errno));
    dm_status status = read_stream(stream, path, out, size, err);
    fclose(stream);
    return status;
}
