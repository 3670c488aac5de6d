/* full_disk.c - makes a PostgreSQL server believe that its disk is full.
 *
 * Loaded into the server with LD_PRELOAD.  While the file `full` is in the server's folder, writes
 * to the files of tables fail as on a full disk; the log of changes still has room.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at);
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at);
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at);
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at);
int posix_fallocate(int fd, off_t at, off_t size);
int posix_fallocate64(int fd, off64_t at, off64_t size);

static bool is_full(int fd)
{
    char link[40], path[500];
    if (access("full", F_OK) != 0)
        return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    path[size > 0 ? size : 0] = '\0';
    return strstr(path, "/base/") != NULL;
}

#define REAL(name, type) ((type *)dlsym(RTLD_NEXT, name))

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    typedef ssize_t call(int, const void *, size_t, off64_t);
    if (!is_full(fd))
        return REAL("pwrite64", call)(fd, bytes, size, at);
    errno = ENOSPC;
    return -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return pwrite64(fd, bytes, size, at);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at)
{
    typedef ssize_t call(int, const struct iovec *, int, off64_t);
    if (!is_full(fd))
        return REAL("pwritev64", call)(fd, parts, count, at);
    errno = ENOSPC;
    return -1;
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at)
{
    return pwritev64(fd, parts, count, at);
}

int posix_fallocate64(int fd, off64_t at, off64_t size)
{
    typedef int call(int, off64_t, off64_t);
    return is_full(fd) ? ENOSPC : REAL("posix_fallocate64", call)(fd, at, size);
}

int posix_fallocate(int fd, off_t at, off_t size)
{
    return posix_fallocate64(fd, at, size);
}
