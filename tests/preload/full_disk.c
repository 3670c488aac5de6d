/* full_disk.c - makes a PostgreSQL server believe that its disk is full.
 *
 * Loaded into the server with LD_PRELOAD.  While the file `full` is in the server's folder, writes
 * to the files of tables fail as on a full disk; the log of changes still has room.  The functions
 * below take the places of those of the C library whose names follow them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

typedef ssize_t write_fn(int fd, const void *bytes, size_t size, off64_t at);
typedef ssize_t write_parts_fn(int fd, const struct iovec *parts, int count, off64_t at);
typedef int allocate_fn(int fd, off64_t at, off64_t size);

write_fn write_at __asm__("pwrite"), write_at_64 __asm__("pwrite64");
write_parts_fn write_parts __asm__("pwritev"), write_parts_64 __asm__("pwritev64");
allocate_fn allocate __asm__("posix_fallocate"), allocate_64 __asm__("posix_fallocate64");

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

static ssize_t no_room(void)
{
    errno = ENOSPC;
    return -1;
}

ssize_t write_at_64(int fd, const void *bytes, size_t size, off64_t at)
{
    return is_full(fd) ? no_room()
                       : ((write_fn *)dlsym(RTLD_NEXT, "pwrite64"))(fd, bytes, size, at);
}

ssize_t write_at(int fd, const void *bytes, size_t size, off64_t at)
{
    return write_at_64(fd, bytes, size, at);
}

ssize_t write_parts_64(int fd, const struct iovec *parts, int count, off64_t at)
{
    return is_full(fd) ? no_room()
                       : ((write_parts_fn *)dlsym(RTLD_NEXT, "pwritev64"))(fd, parts, count, at);
}

ssize_t write_parts(int fd, const struct iovec *parts, int count, off64_t at)
{
    return write_parts_64(fd, parts, count, at);
}

int allocate_64(int fd, off64_t at, off64_t size)
{
    return is_full(fd) ? ENOSPC
                       : ((allocate_fn *)dlsym(RTLD_NEXT, "posix_fallocate64"))(fd, at, size);
}

int allocate(int fd, off64_t at, off64_t size)
{
    return allocate_64(fd, at, size);
}
