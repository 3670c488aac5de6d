/* outfile.c - files that commands write: whole or not at all, one for each board of a stream. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *cli_board_path(const char *path, const cli_board *board)
{
    size_t size = strlen(path) + 32;
    char *own = malloc(size);
    const char *dot = strrchr(path, '.');
    if (!own)
        return NULL;
    if (board->many && dot)
        snprintf(own, size, "%.*s-%lld%s", (int)(dot - path), path, (long long)board->index, dot);
    else
        snprintf(own, size, "%s", path);
    return own;
}

static dm_status write_beside(const char *path, cli_write_fn *write, const void *what,
                              dm_error *err)
{
    size_t room = strlen(path) + 32;
    char *beside = malloc(room);
    if (!beside)
        return cli_fail(err, DM_NO_MEMORY, "out of memory");
    snprintf(beside, room, "%s.%ld", path, (long)getpid());
    FILE *to = fopen(beside, "w");
    dm_status status =
        to ? write(to, what, err) : cli_fail(err, DM_IO, "%.300s: %s", path, strerror(errno));
    bool whole = to && !ferror(to);
    whole = to && fclose(to) == 0 && whole;
    if (status == DM_OK && (!whole || rename(beside, path) != 0))
        status = cli_fail(err, DM_IO, "%.300s: could not be written", path);
    if (status != DM_OK && to)
        unlink(beside);
    free(beside);
    return status;
}

dm_status cli_write_file(const char *path, cli_write_fn *write, const void *what, dm_error *err)
{
    if (strcmp(path, "-") != 0)
        return write_beside(path, write, what, err);
    cli_clear_bar();
    dm_status status = write(stdout, what, err);
    return status == DM_OK ? cli_flush(err) : status;
}
