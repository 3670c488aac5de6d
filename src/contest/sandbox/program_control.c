/* program_control.c - stops and continues a program with all its processes, and measures their
 * processor time.
 *
 * In a sandbox the list of processes is the one mounted inside.  A folder of it serves as a
 * descriptor of the process: its numbers mean nothing outside.  A process may start another while
 * the list is read, so they are stopped twice, and then frozen if there is a control group. Without
 * one they are stopped again 50 times per second, in case something continues them.  Without a
 * sandbox only the process group of the program is stopped, and only its first process measured.
 */

/* What the processes in a sandbox use.
 *
 * /proc/PID/root/proc of the sandbox's process 1 is the list of processes that is mounted inside.
 * Before the sandbox has its own root that path leads to our own list, where the link `self` works;
 * in the list of a sandbox we are not, and it does not.
 *
 * Memory is what processes have to themselves or share among each other, in memory or swapped out,
 * their page tables, and the files in their /tmp and /dev/shm, where an empty file counts too;
 * pages of program files do not count.
 */
#define _GNU_SOURCE /* getdents64 */
#include "contest/sandbox/sandbox_usage.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { KIBIBYTE = 1024, INODE = 1024 /* bytes that a file takes in the system, about */ };

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

static const char *const own_folders[DMI_OWN_FOLDERS] = {"/tmp", "/dev/shm"};

/* The bytes of the files that a program has written. */
static int64_t bytes_of_files(const dmi_usage *usage)
{
    int64_t bytes = 0;
    struct statfs about;
    for (int i = 0; i < DMI_OWN_FOLDERS; i++)
        if (usage->own[i] >= 0 && fstatfs(usage->own[i], &about) == 0)
            bytes += (int64_t)(about.f_blocks - about.f_bfree) * (int64_t)about.f_bsize +
                     INODE * (int64_t)(about.f_files - about.f_ffree);
    return bytes;
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
    if (usage->list >= 0 && readlinkat(usage->list, "self", self, sizeof self) < 0) {
        for (int i = 0; i < DMI_OWN_FOLDERS; i++) {
            snprintf(path, sizeof path, "/proc/%ld/root%s", (long)usage->first, own_folders[i]);
            usage->own[i] = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
        }
        return true;
    }
    if (usage->list >= 0)
        close(usage->list);
    usage->list = -1;
    return false;
}

static void usage_each(const dmi_usage *usage, dmi_usage_fn *each, void *user)
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
    int64_t shared; /* bytes, of which files in memory are a part */
} sums;

static void add_process(void *user, int list, const char *number)
{
    sums *s = user;
    char path[64], text[4096];
    snprintf(path, sizeof path, "%.20s/status", number);
    if (s->usage->processes > s->most || strcmp(number, "1") == 0 ||
        !read_text(list, path, text, sizeof text))
        return;
    s->usage->processes++;
    if (!*s->usage->main) /* numbers come in ascending order */
        snprintf(s->usage->main, sizeof s->usage->main, "%.20s", number);
    s->usage->threads += number_after(text, "\nThreads:");
    s->shared += KIBIBYTE * number_after(text, "\nRssShmem:");
    s->usage->memory +=
        KIBIBYTE * (number_after(text, "\nRssAnon:") + number_after(text, "\nVmSwap:") +
                    number_after(text, "\nVmPTE:"));
}

bool dmi_usage_measure(dmi_usage *usage, int info, int32_t most)
{
    sums s = {usage, most, 0};
    if (usage->list < 0 && !open_list(usage, info))
        return false;
    usage->processes = 0;
    usage->threads = usage->memory = 0;
    usage_each(usage, add_process, &s);
    int64_t files = bytes_of_files(usage);
    usage->memory += files > s.shared ? files : s.shared;
    return true;
}

#define _GNU_SOURCE /* SYS_pidfd_send_signal */
#include "contest/sandbox/program_control.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    PATIENCE_MS = 1000,
    LOOK = 'l', /* a request, besides those of dmi_control */
    STAT_SIZE = 1024,
    FLAGS = 6, /* fields of /proc/N/stat after the state */
    USER_TICKS = 11,
    TICK_FIELDS = 4,
    ENDING = 4 /* the system's PF_EXITING */
};

/* Field `field` of /proc/N/stat after the state of the process; NULL if it is gone. */
static char *find_field(int folder, int field, char text[STAT_SIZE])
{
    int file = openat(folder, "stat", O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, STAT_SIZE - 1);
    if (file >= 0)
        close(file);
    text[size < 0 ? 0 : size] = '\0';
    char *at = strrchr(text, ')'); /* the name before it may contain anything */
    for (int i = 0; at && i <= field; i++)
        at = strchr(at + 1, ' ');
    return at;
}

/* The processor time of a process and of its children that ended. */
static int64_t ticks_of(int folder)
{
    char text[STAT_SIZE], *at = find_field(folder, USER_TICKS, text);
    int64_t ticks = 0;
    for (int i = 0; at && i < TICK_FIELDS; i++)
        ticks += strtoll(at, &at, 10);
    return ticks;
}

static int open_process(int list, const char *number)
{
    return openat(list, number, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* What is done to all processes. */
typedef struct control {
    int signal;
    int64_t ticks;
} control;

static void control_process(void *user, int list, const char *number)
{
    control *c = user;
    int process = open_process(list, number);
    if (process < 0)
        return;
    if (strcmp(number, "1") != 0) /* bubblewrap's own */
        syscall(SYS_pidfd_send_signal, process, c->signal, NULL, 0);
    c->ticks += ticks_of(process);
    close(process);
}

static int64_t control_box(const dmi_usage *usage, int signal)
{
    control c = {.signal = signal};
    usage_each(usage, control_process, &c);
    if (signal != SIGSTOP)
        return c.ticks;
    c.ticks = 0;
    usage_each(usage, control_process, &c);
    return c.ticks;
}

/* The folder of a process in our own list. */
static int open_program(pid_t program)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/%ld", (long)program);
    return open_process(AT_FDCWD, path);
}

static int64_t control_group(pid_t program, int signal)
{
    int process = open_program(program);
    kill(-program, signal);
    if (process < 0)
        return 0;
    int64_t ticks = ticks_of(process);
    close(process);
    return ticks;
}

static int64_t look_at_process(pid_t program, const dmi_usage *usage)
{
    int process = usage ? open_process(usage->list, usage->main) : open_program(program);
    if (process < 0)
        return false;
    char text[STAT_SIZE], *flags = find_field(process, FLAGS, text);
    bool found = flags && !(strtoll(flags, NULL, 10) & ENDING);
    close(process);
    return found;
}

/* Stops or continues everything; gives its processor time. */
static int64_t control_all(const dmi_controlled *c, int signal)
{
    return c->usage ? control_box(c->usage, signal) : control_group(c->program, signal);
}

void dmi_control_hold(const dmi_controlled *c)
{
    if (c->is_stopped && !*c->group.path)
        control_all(c, SIGSTOP);
}

bool dmi_control_answer(int lifeline, dmi_controlled *c)
{
    char request = 0;
    ssize_t size = recv(lifeline, &request, 1, 0);
    if (size <= 0)
        return size < 0 && errno == EINTR;
    int64_t answer = 0;
    if (request == LOOK) {
        answer = look_at_process(c->program, c->usage);
    } else {
        c->is_stopped = request == DMI_CONTROL_STOP;
        if (!c->is_stopped)
            dmi_control_group_freeze(&c->group, false);
        answer = control_all(c, c->is_stopped ? SIGSTOP : SIGCONT);
        if (c->is_stopped)
            dmi_control_group_freeze(&c->group, true);
    }
    return send(lifeline, &answer, sizeof answer, MSG_NOSIGNAL) == sizeof answer;
}

/* Answers are never negative, so a negative number stands for a limit that was exceeded. */
void dmi_control_tell(int lifeline, int limit)
{
    int64_t told = -(int64_t)limit;
    send(lifeline, &told, sizeof told, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int dmi_control_exceeded(int lifeline)
{
    int64_t told = 0;
    while (told >= 0 && recv(lifeline, &told, sizeof told, MSG_DONTWAIT) == sizeof told)
        ;
    return told < 0 ? (int)-told : 0;
}

/* The answer to a request; negative if there is none. */
static int64_t request_answer(int lifeline, char request)
{
    int64_t answer;
    struct pollfd end = {lifeline, POLLIN, 0};
    while (recv(lifeline, &answer, sizeof answer, MSG_DONTWAIT) > 0)
        ; /* to a request that we did not wait for any longer */
    if (send(lifeline, &request, 1, MSG_NOSIGNAL) != 1 || poll(&end, 1, PATIENCE_MS) != 1 ||
        recv(lifeline, &answer, sizeof answer, 0) != sizeof answer)
        return -1;
    return answer;
}

double dmi_control_ask(int lifeline, dmi_control request)
{
    int64_t ticks = request_answer(lifeline, (char)request);
    return ticks < 0 ? -1 : (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

bool dmi_control_lives(int lifeline)
{
    return request_answer(lifeline, LOOK) > 0;
}
