/* contest/sandbox_usage.h - what the processes in a sandbox use. */
#ifndef DMI_CONTEST_SANDBOX_SANDBOX_USAGE_H
#define DMI_CONTEST_SANDBOX_SANDBOX_USAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { DMI_THREADS_PER_PROCESS = 8 }; /* that the limit of processes allows, on average */

enum { DMI_OWN_FOLDERS = 2 }; /* in memory, where a program may write */

typedef struct dmi_usage {
    pid_t first;              /* process 1 of the sandbox, by our numbers; 0: not known yet */
    int list;                 /* the folder with the list of processes; -1: not opened yet */
    int own[DMI_OWN_FOLDERS]; /* those folders; -1: none */
    char main[24];            /* the number of the program's first process; "": not seen yet */
    int32_t processes;
    int64_t threads, memory; /* bytes */
} dmi_usage;

/* Calls `each` with the number of every process in the sandbox, its process 1 too; `list` has a
 * folder for it.  Nothing if the list is not open yet.  Allocates no memory. */
typedef void dmi_usage_fn(void *user, int list, const char *number);

/* Measures now; `info` is the pipe on which bubblewrap tells its process 1.  False while the
 * sandbox is being made.  The sums end early with more than `most` processes.  Allocates no memory.
 */
bool dmi_usage_measure(dmi_usage *usage, int info, int32_t most);

#endif
