/* supervisor.c - a process of ours that runs a program, watches it and ends with it.
 *
 *     we --lifeline--> supervisor --> bubblewrap --> its process 1 --> program
 *                                `--> sh, without a sandbox --> program
 *
 * We may be killed at any time, and a program may leave processes behind that are nobody's
 * children.  The supervisor sees both: the lifeline ends when we do, and orphans below it become
 * its children, since it is a subreaper.  So it can kill everything, and it ends last.
 *
 * The limits of a sandbox are checked 50 times per second.  The list of processes is the one that
 * is mounted inside, which has all processes of the sandbox and no others.  A sum over it also
 * works for programs that reserve far more memory than they use, like Java.  Where the system lets
 * us make a control group (control_group.h), it limits memory besides.
 *
 * The supervisor is a fork of us without exec, so it allocates no memory and takes no locks.
 */
#define _GNU_SOURCE /* pipe2, close_range, getdents64 */
#include "contest/sandbox/supervisor.h"

#include "contest/sandbox/program_control.h"
#include "contest/sandbox/sandbox.h"
#include "contest/sandbox/sandbox_usage.h"
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LIFELINE = 3, /* the supervisor's descriptors */
    INFO = 4,
    SLICE_MS = 20,
    SHELL_SIGNAL = 128, /* the exit status of a shell whose program a signal ended, minus it */
    MEBIBYTE = 1 << 20,
    OPEN_FILES = 256, /* limits of one process */
    PROCESSOR_SECONDS = 7200
};

static void set_limit(int resource, rlim_t most)
{
    setrlimit((__rlimit_resource_t)resource, &(struct rlimit){most, most});
}

/* Root becomes nobody: the system's limit of processes does not hold for root. */
static bool drop_root(void)
{
    if (geteuid() != 0)
        return true;
    setgroups(0, NULL);
    return setresgid(DMI_BOX_USER, DMI_BOX_USER, DMI_BOX_USER) == 0 &&
           setresuid(DMI_BOX_USER, DMI_BOX_USER, DMI_BOX_USER) == 0;
}

/* Mounts a folder or file at `to`, and lets the descriptor mean that. */
static void mount_shown(int fd, const char *to)
{
    char link[32], from[PATH_MAX];
    struct stat about;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, from, sizeof from - 1);
    if (size < 0 || fstat(fd, &about) != 0)
        return;
    from[size] = '\0';
    if (S_ISDIR(about.st_mode))
        mkdir(to, 0755);
    else
        close(open(to, O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
    int found = mount(from, to, NULL, MS_BIND | MS_REC, NULL) == 0 ? open(to, O_PATH) : -1;
    if (found >= 0 && dup2(found, fd) == fd)
        close(found);
}

/* Becomes the program; it dies with the supervisor. */
static _Noreturn void run_program(const dmi_launch *launch, const dmi_control_group *group,
                                  pid_t supervisor)
{
    setsid();
    dmi_control_group_join(group);
    if (launch->is_boxed) {
        set_limit(RLIMIT_CORE, 0);
        set_limit(RLIMIT_CPU, PROCESSOR_SECONDS);
        set_limit(RLIMIT_NOFILE, OPEN_FILES);
        set_limit(RLIMIT_FSIZE, (rlim_t)DMI_BOX_FILE_MEBIBYTES * MEBIBYTE);
        /* If memory runs out, the system should end the program before others. */
        static const char most[] = "1000";
        int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
        if (file >= 0 && write(file, most, sizeof most - 1) > 0)
            close(file);
        fcntl(DMI_BOX_INFO, F_SETFD, 0);
        /* What root's program is shown may lie where nobody cannot go, like the home folder of
         * root. So it is mounted elsewhere, for the program alone: over /sys, where no program
         * lies.  Where this is not allowed, bubblewrap looks for the folders at their own places.
         */
        char to[32];
        if (geteuid() == 0 && unshare(CLONE_NEWNS) == 0 &&
            mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
            mount("tmpfs", "/sys", "tmpfs", 0, "mode=755,size=64k") == 0)
            for (size_t i = 0; i < launch->shown_count; i++) {
                snprintf(to, sizeof to, "/sys/%zu", i);
                mount_shown(DMI_BOX_END + (int)i, to);
            }
        if (chdir("/") != 0 || !drop_root())
            _exit(EXIT_FAILURE);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* forgotten when the user changes */
    if (getppid() != supervisor)
        _exit(EXIT_FAILURE);
    if (!launch->folder || chdir(launch->folder) == 0)
        execve(launch->words[0], launch->words, launch->variables);
    _exit(errno == ENOENT ? 127 : 126);
}

/* Leaves open what the program and the supervisor need, at fixed numbers. */
static bool arrange_descriptors(const dmi_launch *launch)
{
    int ends[2], nothing = launch->is_boxed ? open("/dev/null", O_RDWR) : -1;
    const int source[DMI_BOX_END] = {[STDIN_FILENO] = launch->is_boxed ? nothing : launch->input,
                                     [STDOUT_FILENO] = launch->is_boxed ? nothing : launch->output,
                                     [STDERR_FILENO] = launch->errors,
                                     [LIFELINE] = launch->lifeline,
                                     [INFO] = -1,
                                     [DMI_BOX_INFO] = -1,
                                     [DMI_BOX_FILTER] = launch->filter,
                                     [DMI_BOX_INPUT] = launch->is_boxed ? launch->input : -1,
                                     [DMI_BOX_OUTPUT] = launch->is_boxed ? launch->output : -1};
    for (int fd = 0; fd < DMI_BOX_END; fd++) {
        if (source[fd] < 0)
            close(fd);
        else if (source[fd] != fd && dup2(source[fd], fd) < 0)
            return false;
    }
    fcntl(LIFELINE, F_SETFD, FD_CLOEXEC);
    unsigned end = DMI_BOX_END;
    for (size_t i = 0; i < launch->shown_count; i++, end++)
        if (dup2(launch->shown[i], (int)end) < 0)
            return false;
    return close_range(end, ~0U, 0) == 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0 &&
           ends[0] == INFO && ends[1] == DMI_BOX_INFO;
}

/* Kills everything below us and waits for it.  What loses its parent becomes our child, so the
 * children are killed until there are none. */
static void kill_descendants(pid_t program)
{
    const struct timespec nap = {0, 500000};
    kill(program, SIGKILL);
    for (;;) {
        /* Kills the processes whose parent we are. */
        char text[4096], path[64];
        snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
        int file = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
        if (file >= 0)
            close(file);
        text[size < 0 ? 0 : size] = '\0';
        for (char *at = text, *end; (size = strtol(at, &end, 10)) > 0 && *end; at = end)
            kill((pid_t)size, SIGKILL);
        pid_t reaped;
        while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (reaped < 0 && errno != EINTR)
            return;
        nanosleep(&nap, NULL);
    }
}

/* How the program has ended: the supervisor's exit status; -1: it still runs. */
static int status_of(pid_t program)
{
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)program, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid != program)
        return -1;
    return info.si_code == CLD_EXITED ? info.si_status : SHELL_SIGNAL + info.si_status;
}

static int64_t now_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Whether it is time to measure: requests come more often than that. */
static bool is_due(const dmi_usage *usage, int64_t *next)
{
    int64_t now = now_milliseconds();
    if (usage->list >= 0 && now < *next)
        return false;
    *next = now + SLICE_MS;
    return true;
}

/* The signal for a limit that the program exceeds; 0: none. */
static int limit_exceeded(const dmi_launch *launch, dmi_usage *usage)
{
    if (!dmi_usage_measure(usage, INFO, launch->processes))
        return 0;
    if (usage->processes > launch->processes ||
        usage->threads > (int64_t)DMI_THREADS_PER_PROCESS * launch->processes)
        return DMI_TOO_MANY_PROCESSES;
    return usage->memory > launch->memory ? DMI_TOO_MUCH_MEMORY : 0;
}

static _Noreturn void supervise_program(const dmi_launch *launch)
{
    pid_t self = getpid();
    /* The usual handling of all signals, none of which is blocked. */
    sigset_t none;
    for (int signal = 1; signal < NSIG; signal++)
        sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    dmi_usage usage = {.list = -1, .own = {-1, -1}};
    dmi_controlled controlled = {.usage = launch->is_boxed ? &usage : NULL};
    bool is_ready = arrange_descriptors(launch);
    if (is_ready && launch->is_boxed)
        dmi_control_group_make(&controlled.group, launch->memory);
    pid_t program = is_ready ? fork() : -1;
    if (program == 0)
        run_program(launch, &controlled.group, self);
    controlled.program = program;
    for (int fd = STDIN_FILENO; fd < LIFELINE; fd++)
        close(fd);
    close_range(INFO + 1, ~0U, 0);
    if (program < 0) {
        dmi_control_group_remove(&controlled.group);
        _exit(126);
    }
    /* Watches the program until it ends, takes too much, or we are gone.  Then ends everything. */
    struct pollfd ends[2] = {{.fd = LIFELINE, .events = POLLIN},
                             {.fd = (int)syscall(SYS_pidfd_open, program, 0), .events = POLLIN}};
    int status = -1, limit = 0;
    int64_t next = 0;
    bool is_wanted = true;
    while (status < 0 && !limit && is_wanted) {
        poll(ends, 2, SLICE_MS);
        status = status_of(program);
        if (status < 0 && launch->is_boxed && is_due(&usage, &next))
            limit = limit_exceeded(launch, &usage);
        if (status < 0 && !limit && ends[0].revents)
            is_wanted = dmi_control_answer(LIFELINE, &controlled);
        else if (status < 0 && !limit)
            dmi_control_hold(&controlled);
    }
    if (!limit && dmi_control_group_ran_out(&controlled.group))
        limit = DMI_TOO_MUCH_MEMORY;
    if (limit)
        dmi_control_tell(LIFELINE, limit); /* to end a thousand processes can take a while */
    dmi_control_group_kill(&controlled.group);
    kill_descendants(program);
    dmi_control_group_remove(&controlled.group);
    if (limit)
        raise(limit);
    _exit(status < 0 ? EXIT_FAILURE : status);
}

int dmi_supervise(const dmi_launch *launch, pid_t *supervisor)
{
    sigset_t all, before;
    sigfillset(&all); /* a handler of ours must not run in the supervisor */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    int wrong = errno;
    if (pid == 0)
        supervise_program(launch);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pid < 0)
        return wrong;
    *supervisor = pid;
    return 0;
}
