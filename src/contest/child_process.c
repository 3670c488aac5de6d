/* child_process.c - a program connected by three pipes.
 *
 *            to  ----> standard input  \
 *     we   from  <---- standard output - program   (in its own process group)
 *        errors  <---- standard error  /
 *
 * Writing and reading go on together (a program may write before it has read everything), in slices
 * that check the deadline, the run and whether the program still lives; a grandchild that keeps the
 * pipe open cannot hide its end.  The output read is limited.  The program is not reaped until its
 * group has been killed, so that the group's number cannot belong to others by then.  Programs
 * started meanwhile by other threads do not inherit the descriptors, and a broken pipe raises no
 * signal.
 */
#define _GNU_SOURCE /* pipe2 */
#include "contest/child_process.h"

#include "base/base.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    SLICE_MS = 50,
    CHUNK = 4096,
    SHELL_SIGNAL = 128 /* a shell ends with this and the signal that ended its program */
};

/* Moves a descriptor above the standard ones, which the program's streams will replace. */
static bool lift_descriptor(int *fd)
{
    if (*fd > STDERR_FILENO)
        return true;
    int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(*fd);
    *fd = lifted;
    return lifted >= 0;
}

static void close_pipe(int ends[2])
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
    ends[0] = ends[1] = -1;
}

static bool open_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    return lift_descriptor(&ends[0]) && lift_descriptor(&ends[1]);
}

/* Resets all signals to their defaults for the program. */
static bool set_signals(posix_spawnattr_t *how)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    return posix_spawnattr_setsigmask(how, &none) == 0 &&
           posix_spawnattr_setsigdefault(how, &all) == 0 &&
           posix_spawnattr_setpgroup(how, 0) == 0 &&
           posix_spawnattr_setflags(how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                             POSIX_SPAWN_SETPGROUP) == 0;
}

static bool set_streams(posix_spawn_file_actions_t *streams, int input, int output, int errors)
{
    return posix_spawn_file_actions_adddup2(streams, input, STDIN_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(streams, output, STDOUT_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(streams, errors, STDERR_FILENO) == 0;
}

/* The environment without the password of a database; NULL without memory.  Freed with free(). */
static char **environment(void)
{
    static const char secret[] = "PGPASS"; /* PGPASSWORD, PGPASSFILE */
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **out = dmi_calloc(count + 1, sizeof *out);
    for (size_t i = 0; out && i < count; i++)
        if (strncmp(environ[i], secret, sizeof secret - 1) != 0)
            out[kept++] = environ[i];
    return out;
}

/* Returns an error number, 0 for success. */
static int spawn(const char *command, int input, int output, int errors, pid_t *pid)
{
    posix_spawn_file_actions_t streams;
    posix_spawnattr_t how;
    char *words[] = {"sh", "-c", (char *)(uintptr_t)command, NULL};
    if (posix_spawn_file_actions_init(&streams) != 0)
        return ENOMEM;
    char **variables = environment();
    int wrong = posix_spawnattr_init(&how);
    if (wrong == 0) {
        wrong = variables && set_signals(&how) && set_streams(&streams, input, output, errors)
                    ? posix_spawn(pid, "/bin/sh", &streams, &how, words, variables)
                    : ENOMEM;
        posix_spawnattr_destroy(&how);
    }
    free(variables);
    posix_spawn_file_actions_destroy(&streams);
    return wrong;
}

dm_status dmi_process_start(dmi_process *process, const char *command, dm_error *err)
{
    int to[2] = {-1, -1}, from[2] = {-1, -1}, errors[2] = {-1, -1};
    pid_t pid = 0;
    bool has_pipes = open_pipe(to) && open_pipe(from) && open_pipe(errors);
    int wrong = has_pipes ? spawn(command, to[0], from[1], errors[1], &pid) : errno;
    if (wrong != 0) {
        close_pipe(to);
        close_pipe(from);
        close_pipe(errors);
        if (wrong == ENOMEM)
            return dmi_no_memory(err);
        return dmi_fail(err, DM_IO, "cannot start '%s': %s", command, strerror(wrong));
    }
    close(to[0]);
    close(from[1]);
    close(errors[1]);
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    fcntl(errors[0], F_SETFL, O_NONBLOCK);
    *process = (dmi_process){.pid = pid, .to = to[1], .from = from[0], .errors = errors[0]};
    return DM_OK;
}

static void wait_for_end(pid_t pid, int options)
{
    siginfo_t info;
    while (waitid(P_PID, (id_t)pid, &info, WEXITED | options) != 0 && errno == EINTR)
        ;
}

/* How the program has ended, if it has; does not reap it. */
static dmi_process_ending ending_now(const dmi_process *process)
{
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return (dmi_process_ending){.has_ended = errno == ECHILD};
    if (info.si_pid != process->pid)
        return (dmi_process_ending){.has_ended = false};
    if (info.si_code != CLD_EXITED)
        return (dmi_process_ending){.has_ended = true, .signal = info.si_status};
    bool is_signal = info.si_status > SHELL_SIGNAL && info.si_status < SHELL_SIGNAL + NSIG;
    return (dmi_process_ending){.has_ended = true,
                                .signal = is_signal ? info.si_status - SHELL_SIGNAL : 0,
                                .status = info.si_status};
}

static bool has_ended(const dmi_process *process)
{
    return ending_now(process).has_ended;
}

dmi_process_ending dmi_process_ending_of(const dmi_process *process, double patience)
{
    const struct timespec nap = {0, 1000000};
    double until = dmi_seconds() + patience;
    dmi_process_ending ending = ending_now(process);
    while (!ending.has_ended && dmi_seconds() < until) {
        nanosleep(&nap, NULL);
        ending = ending_now(process);
    }
    return ending;
}

/* Like write(), but a broken pipe returns EPIPE without raising SIGPIPE. */
static ssize_t write_without_signal(int fd, const void *bytes, size_t size)
{
    const struct timespec at_once = {0, 0};
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t written = write(fd, bytes, size);
    int wrong = errno;
    if (written < 0 && wrong == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&broken, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = wrong;
    return written;
}

void dmi_process_end(dmi_process *process, const char *farewell, double patience)
{
    if (process->pid == 0)
        return;
    if (farewell)
        write_without_signal(process->to, farewell, strlen(farewell));
    close(process->to);
    dmi_process_ending_of(process, patience);
    kill(-process->pid, SIGKILL);
    wait_for_end(process->pid, 0);
    dmi_error_tail_read(&process->error_tail, &process->errors);
    close(process->from);
    if (process->errors >= 0)
        close(process->errors);
    free(process->output);
    process->output = NULL;
    process->output_size = process->output_room = 0;
    process->pid = 0;
}

/* The blank line that ends the answer at the start of `text`, or NULL. */
static char *find_end(char *text)
{
    for (char *line = strchr(text, '\n'); line; line = strchr(line + 1, '\n'))
        if (line[1] == '\n' || (line[1] == '\r' && line[2] == '\n'))
            return line;
    return NULL;
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == 0;
}

/* Reads what is available.  DMI_REPLY_WHOLE if the pipe is empty for now. */
static dmi_process_reply read_output(dmi_process *process, size_t most)
{
    for (;;) {
        if (!dmi_reserve(&process->output, &process->output_room, process->output_size + CHUNK + 1,
                         1))
            return DMI_REPLY_NO_MEMORY;
        ssize_t got = read(process->from, process->output + process->output_size, CHUNK);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno == EAGAIN ? DMI_REPLY_WHOLE : DMI_REPLY_GONE;
        if (got == 0)
            return DMI_REPLY_GONE;
        for (ssize_t i = 0; i < got; i++) /* a text contains no NUL */
            if (process->output[process->output_size + (size_t)i] == 0)
                process->output[process->output_size + (size_t)i] = '?';
        process->output_size += (size_t)got;
        process->output[process->output_size] = 0;
        if (process->output_size > most)
            return DMI_REPLY_FLOOD;
    }
}

/* Writes what the pipe takes; false if nobody reads it. */
static bool write_input(dmi_process *process, const dmi_process_request *q, size_t *sent)
{
    while (*sent < q->size) {
        ssize_t written = write_without_signal(process->to, q->text + *sent, q->size - *sent);
        if (written >= 0)
            *sent += (size_t)written;
        else if (errno != EINTR)
            return errno == EAGAIN;
    }
    return true;
}

/* Waits until reading or writing is possible, at most a slice and at most until the deadline. */
static void wait_for_slice(const dmi_process *process, bool writes, double deadline)
{
    struct pollfd ends[3] = {
        {process->from, POLLIN, 0}, {process->errors, POLLIN, 0}, {process->to, POLLOUT, 0}};
    double left = deadline < 0 ? SLICE_MS : 1000 * (deadline - dmi_seconds()) + 1;
    int slice = left < SLICE_MS ? (int)left : SLICE_MS;
    poll(ends, writes ? 3 : 2, slice < 0 ? 0 : slice);
}

/* Whether a whole answer has come.  Only a refusal may come before everything was sent. */
static bool is_answered(const dmi_process *process, bool all_sent)
{
    char *text = process->output + strspn(process->output, " \t\r\n");
    return find_end(text) && (all_sent || *text == '?');
}

/* Reads, writes and checks once.  True once the reply is known. */
static bool check_reply(dmi_process *process, const dmi_process_request *q, size_t *sent,
                        dmi_process_reply *out)
{
    bool ended = has_ended(process); /* before reading, so that its last output is read */
    bool is_read = write_input(process, q, sent);
    dmi_error_tail_read(&process->error_tail, &process->errors);
    *out = read_output(process, q->most);
    if (*out == DMI_REPLY_FLOOD || *out == DMI_REPLY_NO_MEMORY)
        return true;
    if (is_answered(process, *sent == q->size)) {
        *out = DMI_REPLY_WHOLE;
        return true;
    }
    if (*out == DMI_REPLY_WHOLE && (ended || !is_read))
        *out = DMI_REPLY_GONE;
    else if (*out == DMI_REPLY_WHOLE && q->deadline >= 0 && dmi_seconds() >= q->deadline)
        *out = DMI_REPLY_LATE;
    else if (*out == DMI_REPLY_WHOLE && q->goes_on && !q->goes_on(q->user))
        *out = DMI_REPLY_STOPPED;
    return *out != DMI_REPLY_WHOLE;
}

dmi_process_reply dmi_process_ask(dmi_process *process, const dmi_process_request *question,
                                  const char **answer)
{
    size_t sent = 0;
    process->output_size = 0;
    dmi_process_reply reply = read_output(process, question->most);
    if (reply != DMI_REPLY_WHOLE)
        return reply;
    if (process->output_size > 0 && !is_blank(process->output))
        return DMI_REPLY_UNASKED;
    process->output_size = 0;
    process->output[0] = 0;
    while (!check_reply(process, question, &sent, &reply))
        wait_for_slice(process, sent < question->size, question->deadline);
    if (reply != DMI_REPLY_WHOLE)
        return reply;
    char *text = process->output + strspn(process->output, " \t\r\n");
    char *end = find_end(text);
    if (!is_blank(end))
        return DMI_REPLY_UNASKED;
    *end = 0;
    *answer = text;
    return DMI_REPLY_WHOLE;
}
