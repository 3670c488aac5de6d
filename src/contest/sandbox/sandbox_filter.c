/* sandbox_filter.c - system calls that a program in a sandbox may not make.
 *
 * The namespaces already keep it away from everything outside.  The filter refuses calls that a
 * player never needs and that reach far into the kernel (mounting, tracing, keys, bpf), or that
 * hold memory which belongs to no process (memfd, System V memory, shared memory without a file)
 * and so escapes the limit, that could continue a stopped program (timers and other events that
 * raise SIGCONT), that reach the host (sockets of other families than the usual ones, such as
 * vsock), or leave the core that the program shall use.  They fail with EPERM.
 */
#define _GNU_SOURCE /* memfd_create */
#include "contest/sandbox/sandbox.h"

#include "base/base.h"
#include "contest/sandbox/supervisor.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define PROCESSOR AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define PROCESSOR AUDIT_ARCH_AARCH64
#endif

#ifdef PROCESSOR

static const uint32_t refused[] = {SYS_ptrace,
                                   SYS_process_vm_readv,
                                   SYS_process_vm_writev,
                                   SYS_kcmp,
                                   SYS_mount,
                                   SYS_umount2,
                                   SYS_pivot_root,
                                   SYS_chroot,
                                   SYS_setns,
                                   SYS_unshare,
                                   SYS_open_tree,
                                   SYS_move_mount,
                                   SYS_fsopen,
                                   SYS_fsconfig,
                                   SYS_fsmount,
                                   SYS_fspick,
                                   SYS_mount_setattr,
                                   SYS_keyctl,
                                   SYS_add_key,
                                   SYS_request_key,
                                   SYS_bpf,
                                   SYS_perf_event_open,
                                   SYS_userfaultfd,
                                   SYS_io_uring_setup,
                                   SYS_io_uring_enter,
                                   SYS_io_uring_register,
                                   SYS_memfd_create,
                                   SYS_shmget,
                                   SYS_msgget,
                                   SYS_semget,
                                   SYS_quotactl,
                                   SYS_swapon,
                                   SYS_swapoff,
                                   SYS_reboot,
                                   SYS_init_module,
                                   SYS_finit_module,
                                   SYS_delete_module,
                                   SYS_kexec_load,
                                   SYS_acct,
                                   SYS_syslog,
                                   SYS_settimeofday,
                                   SYS_clock_settime,
                                   SYS_adjtimex,
                                   SYS_clock_adjtime,
                                   SYS_open_by_handle_at,
                                   SYS_name_to_handle_at,
                                   SYS_fanotify_init,
                                   SYS_vhangup,
                                   SYS_timer_create,
                                   SYS_mq_open,
                                   SYS_mq_notify,
                                   SYS_sched_setaffinity};

/* Calls that are refused if an argument has this value in these bits. */
static const struct {
    uint32_t call;
    int argument;
    uint32_t bits, value;
} refused_with[] = {
    {SYS_mmap, 3, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS},
    {SYS_fcntl, 1, UINT32_MAX, F_SETSIG},
    {SYS_prctl, 0, UINT32_MAX, PR_SET_PDEATHSIG},
};

static const uint32_t families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};

enum {
    REFUSED = sizeof refused / sizeof *refused,
    REFUSED_WITH = sizeof refused_with / sizeof *refused_with,
    FAMILIES = sizeof families / sizeof *families,
    PER_ARGUMENT = 6, /* statements of a row above */
    X32 = 0x40000000  /* a second set of numbers on x86-64 */
};

#define LOAD(member)                                                                               \
    (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define IF_EQUAL(number, yes, no)                                                                  \
    (struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, yes, no)

/* The low half of an argument: these processors have it first. */
static struct sock_filter load_argument(int argument)
{
    struct sock_filter load = LOAD(args);
    load.k += (uint32_t)(8 * argument);
    return load;
}

/* Refuses some calls by their arguments; expects and leaves the call's number loaded. */
static size_t add_argument_checks(struct sock_filter *code, const struct sock_filter refuse)
{
    size_t size = 0;
    for (int i = 0; i < REFUSED_WITH; i++) {
        code[size++] = IF_EQUAL(refused_with[i].call, 0, PER_ARGUMENT - 1);
        code[size++] = load_argument(refused_with[i].argument);
        code[size++] =
            (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, refused_with[i].bits);
        code[size++] = IF_EQUAL(refused_with[i].value, 0, 1);
        code[size++] = refuse;
        code[size++] = LOAD(nr);
    }
    code[size++] = IF_EQUAL(SYS_socket, 0, FAMILIES + 3);
    code[size++] = load_argument(0);
    for (int i = 0; i < FAMILIES; i++)
        code[size++] = IF_EQUAL(families[i], (uint8_t)(FAMILIES - i), 0);
    code[size++] = refuse;
    code[size++] = LOAD(nr);
    return size;
}

dm_status dmi_sandbox_filter_open(int *out, dm_error *err)
{
    struct sock_filter code[REFUSED + 8 + PER_ARGUMENT * REFUSED_WITH + FAMILIES + 4];
    size_t size = 0;
    const struct sock_filter refuse =
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA));
    code[size++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    code[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROCESSOR, 1, 0);
    code[size++] = refuse;
    code[size++] = LOAD(nr);
    code[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
    code[size++] = refuse;
    size += add_argument_checks(code + size, refuse);
    for (unsigned i = 0; i < REFUSED; i++)
        code[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[i],
                                                    (uint8_t)(REFUSED - i), 0);
    code[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[size++] = refuse;
    int file = memfd_create("filter", MFD_CLOEXEC);
    int lifted = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, DMI_LEAST_DESCRIPTOR);
    if (file >= 0)
        close(file);
    if (lifted >= 0 && write(lifted, code, size * sizeof *code) == (ssize_t)(size * sizeof *code) &&
        lseek(lifted, 0, SEEK_SET) == 0) {
        *out = lifted;
        return DM_OK;
    }
    if (lifted >= 0)
        close(lifted);
    return dmi_fail(err, DM_IO, "cannot make a sandbox: %s", strerror(errno));
}

#else

dm_status dmi_sandbox_filter_open(int *out, dm_error *err)
{
    (void)err;
    *out = -1;
    return DM_OK;
}

#endif
