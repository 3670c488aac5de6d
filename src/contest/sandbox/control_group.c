/* control_group.c - a control group of the system for one program.
 *
 * The group is made beside our own, where the system gives memory to groups, or below it.  A folder
 * with memory.max limits all memory of the program, also that of the kernel for it: page tables,
 * inodes, buffers of sockets.  Every group can be frozen and killed.  Where we may not write there
 * (an ordinary user in a session that is not delegated, version 1 of control groups) there is none.
 */
#define _GNU_SOURCE
#include "contest/sandbox/control_group.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 200, NAP_NANOSECONDS = 500000 };

static bool write_setting(const dmi_control_group *group, const char *name, const char *text)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%s", group->path, name);
    int file = *group->path ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    bool good = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0)
        close(file);
    return good;
}

static bool read_file(const char *path, char *text, size_t room)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, room - 1);
    if (file >= 0)
        close(file);
    text[size > 0 ? size : 0] = '\0';
    return size > 0;
}

/* The number after `key`, as in "frozen 1"; -1: there is none. */
static long read_key(const dmi_control_group *group, const char *name, const char *key)
{
    char path[PATH_MAX + 32], text[1024];
    snprintf(path, sizeof path, "%s/%s", group->path, name);
    if (!*group->path || !read_file(path, text, sizeof text))
        return -1;
    size_t size = strlen(key);
    for (const char *line = text; line; line = strchr(line, '\n'), line += line ? 1 : 0)
        if (strncmp(line, key, size) == 0 && line[size] == ' ')
            return strtol(line + size, NULL, 10);
    return -1;
}

/* The folder of our own group; false if there is none. */
static bool find_own(char out[PATH_MAX])
{
    static const char *const mounts[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
    char text[4096], path[PATH_MAX];
    if (!read_file("/proc/self/cgroup", text, sizeof text))
        return false;
    char *own = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
    if (!own)
        return false;
    own = strchr(own, '/');
    if (own)
        own[strcspn(own, "\n")] = '\0';
    for (int i = 0; own && i < 2; i++) {
        snprintf(path, sizeof path, "%s/cgroup.procs", mounts[i]);
        if (access(path, F_OK) == 0)
            return snprintf(out, PATH_MAX, "%s%s", mounts[i], strcmp(own, "/") == 0 ? "" : own) <
                   PATH_MAX / 2;
    }
    return false;
}

/* A folder for us in `parent`; false if the system refuses. */
static bool make_in(const char *parent, dmi_control_group *group)
{
    int size = snprintf(group->path, sizeof group->path, "%s/demesne-%ld", parent, (long)getpid());
    if (size > 0 && (size_t)size < sizeof group->path && mkdir(group->path, 0755) == 0)
        return true;
    *group->path = '\0';
    return false;
}

void dmi_control_group_make(dmi_control_group *group, int64_t memory)
{
    char own[PATH_MAX], beside[PATH_MAX], text[32];
    *group = (dmi_control_group){""};
    if (!find_own(own))
        return;
    memcpy(beside, own, sizeof own);
    char *slash = strrchr(beside, '/');
    *slash = '\0';
    snprintf(text, sizeof text, "%lld", (long long)memory);
    bool is_limited = strlen(beside) >= sizeof "/sys/fs/cgroup" - 1 && make_in(beside, group) &&
                      write_setting(group, "memory.max", text);
    if (!is_limited) {
        dmi_control_group_remove(group);
        make_in(own, group);
        is_limited = write_setting(group, "memory.max", text);
    }
    if (is_limited) {
        write_setting(group, "memory.swap.max", "0");
        write_setting(group, "memory.oom.group", "1");
    }
}

void dmi_control_group_join(const dmi_control_group *group)
{
    write_setting(group, "cgroup.procs", "0");
}

void dmi_control_group_freeze(const dmi_control_group *group, bool is_frozen)
{
    const struct timespec nap = {0, NAP_NANOSECONDS};
    if (!write_setting(group, "cgroup.freeze", is_frozen ? "1" : "0"))
        return;
    for (int i = 0; i < TRIES && read_key(group, "cgroup.events", "frozen") != is_frozen; i++)
        nanosleep(&nap, NULL);
}

bool dmi_control_group_ran_out(const dmi_control_group *group)
{
    return read_key(group, "memory.events", "oom_kill") > 0;
}

void dmi_control_group_kill(const dmi_control_group *group)
{
    write_setting(group, "cgroup.kill", "1");
}

void dmi_control_group_remove(const dmi_control_group *group)
{
    if (*group->path)
        rmdir(group->path);
}
