/* sandbox_filter.c - system calls that a program in a sandbox may not make.
 *
 * The namespaces already keep it away from everything outside.  The filter refuses calls that a
 * player never needs and that reach far into the kernel (mounting, tracing, keys, bpf), or that
 * hold memory which belongs to no process (memfd, System V memory) and so escapes the limit, or
 * leave the core that the program shall use.
 * They fail with EPERM.
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
                                   SYS_sched_setaffinity};
enum {
    REFUSED = sizeof refused / sizeof *refused,
    X32 = 0x40000000 /* a second set of numbers on x86-64 */
};

dm_status dmi_sandbox_filter_open(int *out, dm_error *err)
{
    struct sock_filter code[REFUSED + 6];
    size_t size = 0;
    const struct sock_filter refuse =
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA));
    code[size++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    code[size++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROCESSOR, 0, REFUSED + 3);
    code[size++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    code[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32, REFUSED + 1, 0);
    for (unsigned i = 0; i < REFUSED; i++)
        code[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[i],
                                                    (uint8_t)(REFUSED - i), 0);
    code[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[size++] = refuse;
    int file = memfd_create("filter", MFD_CLOEXEC);
    int lifted = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, DMI_LEAST_DESCRIPTOR);
    if (file >= 0)
        close(file);
    if (lifted >= 0 && write(lifted, code, sizeof code) == (ssize_t)sizeof code &&
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
