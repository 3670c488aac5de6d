/* child_process.c - talks with a program through three pipes, and ends it.
 *
 *            to  ----> standard input  \
 *     we   from  <---- standard output - program   (below its supervisor)
 *        errors  <---- standard error  /
 *
 * Writing and reading go on together (a program may write before it has read everything), in slices
 * that check the deadline, the run and whether the program still lives; a grandchild that keeps the
 * pipe open cannot hide its end.  The output read is limited, and a broken pipe raises no signal.
 */
#define _GNU_SOURCE /* NSIG */
#include "contest/sandbox/child_process.h"

#include "base/base.h"
#include "base/utf8.h"
#include "contest/sandbox/program_control.h"
#include "contest/sandbox/supervisor.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    SLICE_MS = 50,
    CHUNK = 4096,
    MOST_CHUNKS = 64,
    SHELL_SIGNAL = 128 /* a shell ends with this and the signal that ended its program */
};

/* The end of what a program writes to its standard error.
 *
 * Everything is read, so that the program does not wait for us; the last bytes are kept.
 */

/* Reads what is available from `*from`, which does not block, and keeps the end of it.  At the end
 * of the stream `*from` is closed and becomes -1.  It returns after a while, however fast the
 * program writes. */
static void error_tail_read(dmi_error_tail *tail, int *from)
{
    char chunk[CHUNK];
    for (int i = 0; i < MOST_CHUNKS && *from >= 0; i++) {
        ssize_t got = read(*from, chunk, sizeof chunk);
        if (got > 0) {
            const char *bytes = chunk;
            size_t size = (size_t)got;
            if (size > DMI_ERROR_TAIL) {
                bytes += size - DMI_ERROR_TAIL;
                size = DMI_ERROR_TAIL;
                tail->is_cut = true;
            }
            size_t most = DMI_ERROR_TAIL - size;
            if (tail->size > most) {
                memmove(tail->bytes, tail->bytes + tail->size - most, most);
                tail->size = most;
                tail->is_cut = true;
            }
            memcpy(tail->bytes + tail->size, bytes, size);
            tail->size += size;
        } else if (got < 0 && errno == EAGAIN)
            return;
        else if (got == 0 || errno != EINTR) {
            close(*from);
            *from = -1;
        }
    }
}

void dmi_error_tail_show(const dmi_error_tail *tail, char out[DM_ERROR_OUTPUT])
{
    static const char cut[] = "...\n";
    char text[4 * DMI_ERROR_TAIL + 1];
    dmi_utf8_visible(tail->bytes, tail->size, true, text, sizeof text);
    size_t size = strlen(text), most = DM_ERROR_OUTPUT - sizeof cut;
    while (size > 0 && text[size - 1] == '\n')
        text[--size] = '\0';
    if (!tail->is_cut && size <= most) {
        memcpy(out, text, size + 1);
        return;
    }
    const char *from = text + (size > most ? size - most : 0), *line = strchr(from, '\n');
    if (line) /* whole lines, or else whole characters */
        from = line + 1;
    while ((*from & 0xc0) == 0x80)
        from++;
    snprintf(out, DM_ERROR_OUTPUT, "%s%s", cut, from);
}

static const double LIVES_ON_SECONDS = 0.2, END_SECONDS = 5;

/* The fault that a signal of the supervisor means. */
static dm_fault limit_of(int signal)
{
    return signal == DMI_TOO_MUCH_MEMORY      ? DM_FAULT_MEMORY
           : signal == DMI_TOO_MANY_PROCESSES ? DM_FAULT_PROCESSES
                                              : DM_FAULT_NONE;
}

/* How the program has ended, if it has; does not reap its supervisor. */
static dmi_process_ending ending_now(const dmi_process *process)
{
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return (dmi_process_ending){.has_ended = errno == ECHILD};
    if (info.si_pid != process->pid)
        return (dmi_process_ending){.has_ended = false};
    if (info.si_code != CLD_EXITED)
        return (dmi_process_ending){
            .has_ended = true, .limit = limit_of(info.si_status), .signal = info.si_status};
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

dm_fault dmi_process_exceeded(const dmi_process *process)
{
    return limit_of(dmi_control_exceeded(process->lifeline));
}

dmi_process_ending dmi_process_ending_after_output(const dmi_process *process)
{
    const double nap = 0.001;
    double begun = dmi_seconds(), patience;
    dmi_process_ending ending;
    do {
        ending = dmi_process_ending_of(process, nap);
        patience = dmi_control_lives(process->lifeline) ? LIVES_ON_SECONDS : END_SECONDS;
    } while (!ending.has_ended && dmi_seconds() < begun + patience);
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

double dmi_process_stop(const dmi_process *process)
{
    return dmi_control_ask(process->lifeline, DMI_CONTROL_STOP);
}

double dmi_process_continue(const dmi_process *process)
{
    return dmi_control_ask(process->lifeline, DMI_CONTROL_CONTINUE);
}

void dmi_process_end(dmi_process *process, const char *farewell, double patience)
{
    if (process->pid == 0)
        return;
    if (farewell) {
        dmi_process_continue(process);
        write_without_signal(process->to, farewell, strlen(farewell));
    }
    close(process->to);
    dmi_process_ending_of(process, patience);
    close(process->lifeline);
    siginfo_t info;
    while (waitid(P_PID, (id_t)process->pid, &info, WEXITED) != 0 && errno == EINTR)
        ;
    error_tail_read(&process->error_tail, &process->errors);
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

/* Reads, writes and checks once.  True once the reply is known. */
static bool check_reply(dmi_process *process, const dmi_process_request *q, size_t *sent,
                        dmi_process_reply *out)
{
    bool ended = has_ended(process); /* before reading, so that its last output is read */
    bool is_read = write_input(process, q, sent);
    error_tail_read(&process->error_tail, &process->errors);
    *out = read_output(process, q->most);
    if (*out == DMI_REPLY_FLOOD || *out == DMI_REPLY_NO_MEMORY)
        return true;
    /* Whether a whole answer has come.  Only a refusal may come before everything was sent. */
    bool all_sent = *sent == q->size;
    char *text = process->output + strspn(process->output, " \t\r\n");
    if (find_end(text) && (all_sent || *text == '?')) {
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
    while (!check_reply(process, question, &sent, &reply)) {
        /* Waits until reading or writing is possible, at most a slice and at most until the
         * deadline. */
        struct pollfd ends[3] = {
            {process->from, POLLIN, 0}, {process->errors, POLLIN, 0}, {process->to, POLLOUT, 0}};
        double left =
            question->deadline < 0 ? SLICE_MS : 1000 * (question->deadline - dmi_seconds()) + 1;
        int slice = left < SLICE_MS ? (int)left : SLICE_MS;
        poll(ends, sent < question->size ? 3 : 2, slice < 0 ? 0 : slice);
    }
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
