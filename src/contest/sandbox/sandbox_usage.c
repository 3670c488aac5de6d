/* sandbox_usage.c - what the processes in a sandbox use.
 *
 * /proc/PID/root/proc of the sandbox's process 1 is the list of processes that is mounted inside.
 * Before the sandbox has its own root that path leads to our own list, where the link `self` works;
 * in the list of a sandbox we are not, and it does not.
 *
 * Memory is what processes have to themselves or share among each other, in memory or swapped out;
 * pages of program files do not count.
 */
#define _GNU_SOURCE /* getdents64 */
#include "contest/sandbox/sandbox_usage.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KIBIBYTE = 1024 };

/* Reads a small file; false if there is none. */
static bool read_text(int folder, const char *path, char *text, size_t room)
{
    int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, room - 1);
    if (file >= 0)
        close(file);
    text[size > 0 ? size : 0] = '\0';
    return size > 0;
}

/* The number after `name`; 0 if there is none. */
static int64_t number_after(const char *text, const char *name)
{
    const char *found = strstr(text, name);
    return found ? strtoll(found + strlen(name), NULL, 10) : 0;
}

static bool open_list(dmi_usage *usage, int info)
{
    char text[512], path[64], self[8];
    ssize_t size = read(info, text, sizeof text - 1);
    if (size > 0) {
        text[size] = '\0';
        usage->first = (pid_t)number_after(text, "\"child-pid\":");
    }
    if (usage->first == 0)
        return false;
    snprintf(path, sizeof path, "/proc/%ld/root/proc", (long)usage->first);
    usage->list = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (usage->list >= 0 && readlinkat(usage->list, "self", self, sizeof self) < 0)
        return true;
    if (usage->list >= 0)
        close(usage->list);
    usage->list = -1;
    return false;
}

void dmi_usage_each(const dmi_usage *usage, dmi_usage_fn *each, void *user)
{
    _Alignas(struct dirent64) char entries[8192];
    lseek(usage->list, 0, SEEK_SET);
    for (ssize_t size; (size = getdents64(usage->list, entries, sizeof entries)) > 0;)
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const void *)(entries + at);
            if (*entry->d_name >= '1' && *entry->d_name <= '9')
                each(user, usage->list, entry->d_name);
            at += entry->d_reclen;
        }
}

/* A measurement in progress. */
typedef struct sums {
    dmi_usage *usage;
    int32_t most;
} sums;

static void add_process(void *user, int list, const char *number)
{
    const sums *s = user;
    char path[64], text[4096];
    snprintf(path, sizeof path, "%.20s/status", number);
    if (s->usage->processes > s->most || strcmp(number, "1") == 0 ||
        !read_text(list, path, text, sizeof text))
        return;
    s->usage->processes++;
    if (!*s->usage->main) /* numbers come in ascending order */
        snprintf(s->usage->main, sizeof s->usage->main, "%.20s", number);
    s->usage->threads += number_after(text, "\nThreads:");
    s->usage->memory +=
        KIBIBYTE * (number_after(text, "\nRssAnon:") + number_after(text, "\nRssShmem:") +
                    number_after(text, "\nVmSwap:"));
}

bool dmi_usage_measure(dmi_usage *usage, int info, int32_t most)
{
    sums s = {usage, most};
    if (usage->list < 0 && !open_list(usage, info))
        return false;
    usage->processes = 0;
    usage->threads = usage->memory = 0;
    dmi_usage_each(usage, add_process, &s);
    return true;
}
