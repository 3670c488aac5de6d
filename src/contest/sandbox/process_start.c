/* process_start.c - starts a program, in a sandbox unless told otherwise.
 *
 * Programs that other threads start meanwhile do not inherit the descriptors.  Before the first
 * program an empty one is run in a sandbox: if the system allows none, the message says why.
 */
#define _GNU_SOURCE /* pipe2 */
#include "contest/sandbox/child_process.h"

#include "base/base.h"
#include "contest/sandbox/supervisor.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const double TRIAL_SECONDS = 10;

/* The ends of the pipes: 0 is read, 1 is written. */
typedef struct pipes {
    int to[2], from[2], errors[2], lifeline[2];
} pipes;

static const pipes no_pipes = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};

static void close_pipe(int ends[2])
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

/* Moves a descriptor above those that the supervisor and the program use. */
static bool lift_descriptor(int *fd)
{
    int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, DMI_LEAST_DESCRIPTOR);
    close(*fd);
    *fd = lifted;
    return lifted >= 0;
}

static bool open_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    bool is_lifted = lift_descriptor(&ends[0]);
    return lift_descriptor(&ends[1]) && is_lifted;
}

static bool open_sockets(int ends[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    bool is_lifted = lift_descriptor(&ends[0]);
    return lift_descriptor(&ends[1]) && is_lifted;
}

static bool open_pipes(pipes *p)
{
    return open_pipe(p->to) && open_pipe(p->from) && open_pipe(p->errors) &&
           open_sockets(p->lifeline);
}

static dm_status start_box(dmi_process *process, const dmi_program *program, const dmi_box *box,
                           dm_error *err)
{
    pipes p = no_pipes;
    pid_t pid = 0;
    int wrong = open_pipes(&p) ? 0 : errno;
    const dmi_launch launch = {.words = box->words,
                               .variables = box->variables,
                               .folder = box->is_boxed ? NULL : program->folder,
                               .is_boxed = box->is_boxed,
                               .memory = box->memory,
                               .processes = box->processes,
                               .input = p.to[0],
                               .output = p.from[1],
                               .errors = p.errors[1],
                               .filter = box->filter,
                               .shown = box->shown,
                               .shown_count = box->shown_count,
                               .lifeline = p.lifeline[0]};
    if (!wrong)
        wrong = dmi_supervise(&launch, &pid);
    if (!wrong) {
        /* Keeps our ends of the pipes, which do not block. */
        close(p.to[0]);
        close(p.from[1]);
        close(p.errors[1]);
        close(p.lifeline[0]);
        fcntl(p.to[1], F_SETFL, O_NONBLOCK);
        fcntl(p.from[0], F_SETFL, O_NONBLOCK);
        fcntl(p.errors[0], F_SETFL, O_NONBLOCK);
        *process = (dmi_process){.pid = pid,
                                 .to = p.to[1],
                                 .from = p.from[0],
                                 .errors = p.errors[0],
                                 .lifeline = p.lifeline[1]};
        return DM_OK;
    }
    close_pipe(p.to);
    close_pipe(p.from);
    close_pipe(p.errors);
    close_pipe(p.lifeline);
    return dmi_fail(err, DM_IO, "cannot start '%s': %s", program->command, strerror(wrong));
}

static dm_status start_now(dmi_process *process, const dmi_program *program, dm_error *err)
{
    dmi_box box;
    dm_status status = dmi_box_make(program, &box, err);
    if (status == DM_OK)
        status = start_box(process, program, &box, err);
    dmi_box_clear(&box);
    return status;
}

/* Starts an empty program in a sandbox. */
static dm_status try_sandbox(dm_error *err)
{
    const dmi_program empty = {.command = ":"};
    char said[DM_ERROR_OUTPUT];
    dmi_process process = {0};
    dm_status status = start_now(&process, &empty, err);
    if (status != DM_OK)
        return status;
    dmi_process_ending ending = dmi_process_ending_of(&process, TRIAL_SECONDS);
    dmi_process_end(&process, NULL, 0);
    if (ending.has_ended && ending.status == 0 && ending.signal == 0)
        return DM_OK;
    dmi_error_tail_show(&process.error_tail, said);
    said[strcspn(said, "\n")] = '\0';
    return dmi_fail(err, DM_UNSUPPORTED,
                    "outside programs run in a sandbox, and the system refuses it (%s); allow user "
                    "namespaces, or allow programs everything with --sandbox none",
                    *said ? said : "bwrap does not end");
}

/* Whether sandboxes work here, tried once. */
static dm_status check_sandbox(dm_error *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_known_to_work;
    pthread_mutex_lock(&lock);
    dm_status status = is_known_to_work ? DM_OK : try_sandbox(err);
    is_known_to_work = status == DM_OK;
    pthread_mutex_unlock(&lock);
    return status;
}

dm_status dmi_process_start(dmi_process *process, const dmi_program *program, dm_error *err)
{
    dm_status status = program->sandbox.kind == DM_SANDBOX_BWRAP ? check_sandbox(err) : DM_OK;
    return status == DM_OK ? start_now(process, program, err) : status;
}
