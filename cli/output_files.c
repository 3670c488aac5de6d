/* output_files.c - output files: complete or not at all, one per board. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *cli_board_path(const char *path, const ask_board *board)
{
    size_t size = strlen(path) + 32;
    char *own = malloc(size);
    const char *dot = strrchr(path, '.');
    assert(board->index >= 0);
    if (!own)
        return NULL;
    if (board->many && dot)
        snprintf(own, size, "%.*s-%lld%s", (int)(dot - path), path, (long long)board->index, dot);
    else
        snprintf(own, size, "%s", path);
    return own;
}

/* Whether a file can be created in the folder of `path`; if not, sets errno. */
static bool folder_takes(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    bool takes = folder && access(folder, W_OK | X_OK) == 0;
    free(folder);
    return takes;
}

bool cli_can_write(const char *path)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
        errno = EISDIR;
    else if (exists ? S_ISREG(old.st_mode) || access(path, W_OK) == 0 : folder_takes(path))
        return true;
    cli_error("%s: cannot be written: %s", path, strerror(errno));
    return false;
}

/* Writes to the file, which may have failed to open, and closes it. */
static dm_status write_and_close(FILE *to, const char *path, cli_write_fn *write, const void *what,
                                 dm_error *err)
{
    assert(path && write);
    if (!to)
        return answer_fail(err, DM_IO, "%.300s: cannot be written: %s", path, strerror(errno));
    dm_status status = write(to, what, err);
    bool whole = !ferror(to);
    whole = fclose(to) == 0 && whole;
    if (status == DM_OK && !whole)
        status = answer_fail(err, DM_IO, "%.300s: could not be written", path);
    return status;
}

static dm_status write_beside(const char *path, cli_write_fn *write, const void *what,
                              dm_error *err)
{
    size_t capacity = strlen(path) + 32;
    char *beside = malloc(capacity);
    if (!beside)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    snprintf(beside, capacity, "%s.%ld", path, (long)getpid());
    FILE *to = fopen(beside, "w");
    dm_status status = write_and_close(to, path, write, what, err);
    if (status == DM_OK && rename(beside, path) != 0)
        status = answer_fail(err, DM_IO, "%.300s: could not be written", path);
    if (status != DM_OK && to)
        unlink(beside);
    free(beside);
    return status;
}

dm_status cli_write_file(const char *path, cli_write_fn *write, const void *what, dm_error *err)
{
    if (strcmp(path, "-") != 0) {
        /* replaces a file as a whole, following a symbolic link; devices and pipes are written to
         */
        struct stat old;
        if (stat(path, &old) != 0)
            return write_beside(path, write, what, err);
        if (!S_ISREG(old.st_mode))
            return write_and_close(fopen(path, "w"), path, write, what, err);
        char *target = realpath(path, NULL);
        if (!target)
            return answer_fail(err, DM_IO, "%.300s: cannot be written: %s", path, strerror(errno));
        dm_status status = write_beside(target, write, what, err);
        free(target);
        return status;
    }
    cli_clear_bar();
    dm_status status = write(stdout, what, err);
    return status == DM_OK ? cli_flush(err) : status;
}

/* Lengths that the format cannot hold were refused before. */
static void note_losses(const cli_call *cli, const dm_arena *arena, const char *path,
                        const dm_format *format)
{
    static const struct {
        unsigned bit;
        const char *what;
    } parts[] = {{DM_HOLDS_VALUES, "vertex values"},
                 {DM_HOLDS_PLACES, "coordinates"},
                 {DM_HOLDS_NAMES, "names"},
                 {DM_HOLDS_STREETS, "streets"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (dm_arena_has(arena) & parts[i].bit & ~format->holds)
            cli_note(cli, "%s: the format %s cannot hold %s; left out", path, format->name,
                     parts[i].what);
}

dm_status cli_write_board(cli_call *cli, const dm_arena *arena, const char *path,
                          const char *format, dm_error *err)
{
    dm_status status = dm_arena_write(arena, path, format, err);
    cli->ask.wrong_words = !dm_format_find(path, format);
    if (status == DM_OK)
        note_losses(cli, arena, path, dm_format_find(path, format));
    return status;
}
