/* contest/supervisor.h - a process of ours that runs a program, watches it and ends with it. */
#ifndef DMI_CONTEST_SANDBOX_SUPERVISOR_H
#define DMI_CONTEST_SANDBOX_SUPERVISOR_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Descriptors that bubblewrap finds open.  Its own processes keep the standard ones, so the program
 * gets its input and output by others: when it closes those, we notice. */
enum { DMI_BOX_INFO = 5, DMI_BOX_FILTER, DMI_BOX_INPUT, DMI_BOX_OUTPUT, DMI_BOX_END };

/* Folders that a program is shown follow from DMI_BOX_END on.  Descriptors given to dmi_supervise()
 * are beyond all these. */
enum { DMI_MOST_SHOWN = 48, DMI_LEAST_DESCRIPTOR = 64 };

enum { DMI_BOX_USER = 65534 }; /* nobody: the user inside, and for root also outside */

/* Signals by which the supervisor ends itself, after the program, if that took too much. */
enum { DMI_TOO_MUCH_MEMORY = SIGUSR1, DMI_TOO_MANY_PROCESSES = SIGUSR2 };

/* A command to run.  Everything is borrowed. */
typedef struct dmi_launch {
    char *const *words;     /* the first is the path of the file */
    char *const *variables; /* its environment */
    const char *folder;     /* where it starts; NULL: here */
    bool is_boxed;          /* the file is bubblewrap: the limits below hold */
    int64_t memory;         /* bytes of all its processes together */
    int32_t processes;
    int input, output, errors; /* its streams */
    int filter;                /* the seccomp filter; -1: none */
    const int *shown;          /* what bubblewrap binds */
    size_t shown_count;
    int lifeline; /* a socket for program_control.h; when its other end is closed, everything is
                     killed */
} dmi_launch;

/* Starts a supervisor, which runs the command.  It ends after the program and all that the program
 * started: with the program's exit status, 128 and more for a signal, or by one of the signals
 * above.  If we die, the program is killed as well.  0 or an error number. */
int dmi_supervise(const dmi_launch *launch, pid_t *supervisor);

#endif
