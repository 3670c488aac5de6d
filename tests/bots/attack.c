/* attack.c - what bots do to the machine that runs them.
 *
 * Some attacks are meant to be stopped with a fault.  The others try what a sandbox forbids, and go
 * on as if nothing had happened if it was refused; if it succeeded, they write that to the output,
 * where it is garbage.  `try` reads what to try from the file `targets` in the current folder:
 *
 *     read PATH | write PATH | list PATH | connect PORT | unix PATH | signal PID
 */
#define _GNU_SOURCE /* memfd_create, unshare */
#include "attack.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { PIECE = 16 << 20, HIDDEN = 256 << 20 };
static const long long ENOUGH = 10LL << 30; /* bytes: 10 GB */

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

/* Ends with an answer that is wrong. */
static void tell(const char *what, const char *whom)
{
    printf("! it could %s %s\n\n", what, whom);
    exit(0);
}

static void take_memory(int flags, long long most)
{
    for (long long taken = 0; taken < most; taken += PIECE) {
        void *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
        if (piece == MAP_FAILED)
            break;
        memset(piece, 1, PIECE);
    }
}

static void take_memory_at_once(void)
{
    volatile char *all = malloc((size_t)ENOUGH);
    for (long long i = 0; all && i < ENOUGH; i += 4096)
        all[i] = 1;
    tell("take", "memory");
}

/* No process alone takes too much. */
static void share_out_memory(void)
{
    for (int i = 0; i < 12; i++)
        if (fork() == 0) {
            take_memory(MAP_PRIVATE, 100 << 20);
            sleep_for_ever();
        }
    sleep_for_ever();
}

static void fork_on(void)
{
    for (;;)
        fork();
}

static void *sleep_in_thread(void *unused)
{
    sleep_for_ever();
    return unused;
}

static void start_threads(void)
{
    pthread_t thread;
    for (int i = 0; i < 100000; i++)
        pthread_create(&thread, NULL, sleep_in_thread, NULL);
    sleep_for_ever();
}

/* A process in its own session that is nobody's child. */
static void leave_daemon(void)
{
    if (fork() != 0)
        return;
    setsid();
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (fork() == 0)
        for (int i = 0; i < 3; i++) /* and does not keep the pipes open */
            close(i);
    sleep_for_ever();
}

/* Writes until the system refuses; there should be less room than 100 MB. */
static void fill(const char *folder)
{
    static char bytes[1 << 20];
    char path[64];
    long long written = 0;
    ssize_t now = 1;
    memset(bytes, 1, sizeof bytes);
    for (int file = 0; file < 1000 && now > 0; file++) {
        snprintf(path, sizeof path, "%s/%d", folder, file);
        int fd = open(path, O_WRONLY | O_CREAT, 0600);
        for (int i = 0; i < 10 && (now = write(fd, bytes, sizeof bytes)) > 0; i++)
            written += now;
        close(fd);
    }
    if (written > 100 << 20)
        tell("fill", folder);
}

static void write_to(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (fd >= 0 && write(fd, "!", 1) == 1)
        tell("write", path);
    if (unlink(path) == 0)
        tell("remove", path);
}

static void write_everywhere(void)
{
    const char *places[] = {
        "/attack",         "/usr/attack", "/etc/attack", "/home/attack", "/root/attack",
        "/var/tmp/attack", "/dev/attack", "attack",      "/run/attack",  "/proc/sys/vm/swappiness"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        write_to(places[i]);
}

static void read_from(const char *path)
{
    char byte;
    int fd = open(path, O_RDONLY);
    if (fd >= 0 && read(fd, &byte, 1) == 1)
        tell("read", path);
}

static void list(const char *path)
{
    DIR *folder = opendir(path);
    if (folder)
        tell("list", path);
}

static void connect_to(const char *address, const char *port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
    inet_pton(AF_INET, address, &to.sin_addr);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0)
        tell("connect to", port);
    int datagrams = socket(AF_INET, SOCK_DGRAM, 0);
    inet_pton(AF_INET, "192.0.2.1", &to.sin_addr); /* nobody's; needs a way out */
    if (datagrams >= 0 && sendto(datagrams, "!", 1, 0, (struct sockaddr *)&to, sizeof to) == 1)
        tell("send to", "192.0.2.1");
}

static void connect_unix(const char *path)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    snprintf(to.sun_path, sizeof to.sun_path, "%.100s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0)
        tell("connect to", path);
}

static void try_targets(void)
{
    char verb[16], object[1024];
    FILE *targets = fopen("targets", "r");
    if (!targets)
        tell("not read", "its own folder");
    while (targets && fscanf(targets, "%15s %1023s", verb, object) == 2) {
        if (strcmp(verb, "read") == 0)
            read_from(object);
        else if (strcmp(verb, "write") == 0)
            write_to(object);
        else if (strcmp(verb, "list") == 0)
            list(object);
        else if (strcmp(verb, "connect") == 0)
            connect_to("127.0.0.1", object);
        else if (strcmp(verb, "unix") == 0)
            connect_unix(object);
        else if (strcmp(verb, "signal") == 0 && kill(atoi(object), 0) == 0)
            tell("signal", object);
    }
}

static void trace_parent(void)
{
    if (ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0)
        tell("trace", "its parent");
    if (ptrace(PTRACE_ATTACH, 1, NULL, NULL) == 0)
        tell("trace", "process 1");
}

static void signal_parent(void)
{
    signal(SIGTERM, SIG_IGN);
    kill(getppid(), SIGKILL);
    kill(getppid(), SIGSTOP);
    kill(1, SIGKILL);
    kill(-1, SIGTERM);
}

/* System calls that a player never needs. */
static void call_system(void)
{
    int fd = memfd_create("attack", 0);
    if (fd >= 0)
        tell("call", "memfd_create");
    if (shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600) >= 0)
        tell("call", "shmget");
    if (socket(AF_VSOCK, SOCK_STREAM, 0) >= 0)
        tell("call", "socket with vsock");
    if (unshare(CLONE_NEWUSER) == 0)
        tell("call", "unshare");
    if (mount("tmpfs", "/tmp", "tmpfs", 0, NULL) == 0)
        tell("call", "mount");
    if (syscall(SYS_keyctl, 0, -3, 0) >= 0) /* the session's keyring */
        tell("call", "keyctl");
    if (syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) >= 0)
        tell("call", "clone with a new user namespace");
}

typedef void attack_fn(void);

static void take_all(void)
{
    take_memory(MAP_PRIVATE, ENOUGH);
}

static void take_shared(void)
{
    take_memory(MAP_SHARED, ENOUGH);
}

/* Shared memory that no process has any more, but that stays. */
static void hide_memory(void)
{
    long long taken = 0;
    int zero = open("/dev/zero", O_RDWR);
    for (; taken < HIDDEN; taken += PIECE) {
        void *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_SHARED, -1, 0);
        if (piece == MAP_FAILED)
            piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
        if (piece == MAP_FAILED)
            return;
        memset(piece, 1, PIECE);
        madvise(piece, PIECE, MADV_DONTNEED);
    }
    tell("hide", "memory");
}

/* One page table for every two megabytes that are read. */
static void take_page_tables(void)
{
    const size_t all = (size_t)64 << 30, step = 2 << 20;
    char *place = mmap(NULL, all, PROT_READ, MAP_ANONYMOUS | MAP_PRIVATE | MAP_NORESERVE, -1, 0);
    volatile char sum = 0;
    if (place == MAP_FAILED)
        return;
    madvise(place, all, MADV_NOHUGEPAGE);
    for (size_t at = 0; at < all; at += step)
        sum = (char)(sum + place[at]);
    sleep_for_ever();
}

/* Empty files: the system remembers them. */
static void make_files(void)
{
    char path[64];
    for (int i = 0; i < 200000; i++) {
        snprintf(path, sizeof path, "/tmp/%d", i);
        close(open(path, O_WRONLY | O_CREAT, 0600));
    }
    sleep_for_ever();
}

/* A child that a timer continues whenever it is stopped. */
static void think_by_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    const struct itimerspec often = {{0, 1000000}, {0, 1000000}};
    timer_t timer;
    if (fork() != 0)
        return;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
        timer_settime(timer, 0, &often, NULL);
    for (volatile int i = 0;; i++)
        ;
}

static void fill_both(void)
{
    fill("/tmp");
    fill("/dev/shm");
}

static void leave_daemon_and_end(void)
{
    leave_daemon();
    exit(0);
}

static void stop_itself(void)
{
    raise(SIGSTOP);
}

static void write_without_end(void)
{
    for (;;)
        if (putchar('x') < 0)
            exit(1);
}

static void end_in_line(void)
{
    printf("= 1");
    exit(0);
}

static void write_escapes(void)
{
    printf("\033[2J\033]0;attack\007\xc2\x9b\n\n");
    exit(0);
}

static void write_many_lines(void)
{
    for (int i = 0; i < 1000000; i++)
        printf("= 1\n\n");
}

static void close_all(void)
{
    for (int i = 0; i < 3; i++)
        close(i);
    sleep_for_ever();
}

bool attack(const char *way)
{
    static const struct {
        const char *way;
        attack_fn *run;
    } ways[] = {{"memory", take_all},
                {"memory-at-once", take_memory_at_once},
                {"memory-shared", take_shared},
                {"memory-children", share_out_memory},
                {"memory-hidden", hide_memory},
                {"page-tables", take_page_tables},
                {"files", make_files},
                {"think-timer", think_by_timer},
                {"fork-bomb", fork_on},
                {"thread-bomb", start_threads},
                {"daemon", leave_daemon},
                {"daemon-end", leave_daemon_and_end},
                {"fill", fill_both},
                {"write", write_everywhere},
                {"try", try_targets},
                {"trace", trace_parent},
                {"signal", signal_parent},
                {"call", call_system},
                {"stop", stop_itself},
                {"no-newline", write_without_end},
                {"end-in-line", end_in_line},
                {"escape", write_escapes},
                {"million", write_many_lines},
                {"close-all", close_all}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(way, ways[i].way) == 0) {
            ways[i].run();
            return true;
        }
    return false;
}
