/* program_control.c - stops and continues a program with all its processes, and measures their
 * processor time.
 *
 * In a sandbox the list of processes is the one mounted inside.  A folder of it serves as a
 * descriptor of the process: its numbers mean nothing outside.  A process may start another while
 * the list is read, so they are stopped twice.  Without a sandbox only the process group of the
 * program is stopped, and only its first process measured.
 */
#define _GNU_SOURCE /* SYS_pidfd_send_signal */
#include "contest/program_control.h"

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

enum { PATIENCE_MS = 1000, USER_TICKS = 12, TICK_FIELDS = 4 };

static void send_signal(void *user, int list, const char *number)
{
    int process = strcmp(number, "1") == 0
                      ? -1 /* bubblewrap's own */
                      : openat(list, number, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (process < 0)
        return;
    syscall(SYS_pidfd_send_signal, process, *(const int *)user, NULL, 0);
    close(process);
}

/* Adds the ticks of a process and of its children that ended, from /proc/N/stat. */
static void add_ticks(void *user, int list, const char *number)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "%.20s/stat", number);
    int file = openat(list, path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[size < 0 ? 0 : size] = '\0';
    char *at = strrchr(text, ')'); /* the name before it may contain anything */
    for (int field = 0; at && field < USER_TICKS; field++)
        at = strchr(at + 1, ' ');
    for (int field = 0; at && field < TICK_FIELDS; field++)
        *(int64_t *)user += strtoll(at, &at, 10);
}

static int64_t control_box(const dmi_usage *usage, int signal)
{
    int64_t ticks = 0;
    dmi_usage_each(usage, send_signal, &signal);
    if (signal == SIGSTOP)
        dmi_usage_each(usage, send_signal, &signal);
    dmi_usage_each(usage, add_ticks, &ticks);
    return ticks;
}

static int64_t control_group(pid_t program, int signal)
{
    int64_t ticks = 0;
    char number[24];
    int list = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    kill(-program, signal);
    snprintf(number, sizeof number, "%ld", (long)program);
    if (list >= 0) {
        add_ticks(&ticks, list, number);
        close(list);
    }
    return ticks;
}

bool dmi_control_answer(int lifeline, pid_t program, const dmi_usage *usage)
{
    char request = 0;
    ssize_t size = recv(lifeline, &request, 1, 0);
    if (size <= 0)
        return size < 0 && errno == EINTR;
    int signal = request == DMI_CONTROL_STOP ? SIGSTOP : SIGCONT;
    int64_t ticks = usage ? control_box(usage, signal) : control_group(program, signal);
    return send(lifeline, &ticks, sizeof ticks, MSG_NOSIGNAL) == sizeof ticks;
}

double dmi_control_ask(int lifeline, dmi_control request)
{
    char byte = (char)request;
    int64_t ticks;
    struct pollfd end = {lifeline, POLLIN, 0};
    if (send(lifeline, &byte, 1, MSG_NOSIGNAL) != 1 || poll(&end, 1, PATIENCE_MS) != 1 ||
        recv(lifeline, &ticks, sizeof ticks, 0) != sizeof ticks)
        return -1;
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}
