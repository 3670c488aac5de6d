/* contest/child_process.h - a program connected by three pipes. */
#ifndef DMI_CONTEST_SANDBOX_CHILD_PROCESS_H
#define DMI_CONTEST_SANDBOX_CHILD_PROCESS_H

#include "contest/sandbox/sandbox.h"
#include <demesne/contest.h>
#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The end of what a program writes to its standard error. */
enum { DMI_ERROR_TAIL = 2048 }; /* bytes that are kept */

typedef struct dmi_error_tail {
    size_t size;
    bool is_cut; /* there was more before */
    char bytes[DMI_ERROR_TAIL];
} dmi_error_tail;

/* The kept lines for people.  If there was more, the first line is "...". */
void dmi_error_tail_show(const dmi_error_tail *tail, char out[DM_ERROR_OUTPUT]);

typedef struct dmi_process {
    pid_t pid; /* of its supervisor; 0: no program */
    int to, from, errors, lifeline;
    char *output; /* what it wrote since the last request */
    size_t output_size, output_room;
    dmi_error_tail error_tail; /* stays after the program has ended, until another starts */
} dmi_process;

/* How a request ended. */
typedef enum dmi_process_reply {
    DMI_REPLY_WHOLE,    /* a whole answer */
    DMI_REPLY_LATE,     /* the deadline passed */
    DMI_REPLY_GONE,     /* it ended, or closed its output */
    DMI_REPLY_FLOOD,    /* more bytes than allowed */
    DMI_REPLY_UNASKED,  /* it had written something before the request */
    DMI_REPLY_STOPPED,  /* `goes_on` returned false */
    DMI_REPLY_NO_MEMORY /* no memory for its output */
} dmi_process_reply;

/* Whether to go on waiting. */
typedef bool dmi_goes_on_fn(const void *user);

typedef struct dmi_process_request {
    const char *text; /* whole lines */
    size_t size;
    size_t most;     /* bytes that an answer may have */
    double deadline; /* by dmi_seconds(); negative: none */
    dmi_goes_on_fn *goes_on;
    const void *user;
} dmi_process_request;

/* Starts the program.  DM_UNSUPPORTED if it needs a sandbox and there can be none here; DM_IO if
 * the system has no process or pipe left. */
dm_status dmi_process_start(dmi_process *process, const dmi_program *program, dm_error *err);

/* Sends the request and waits for an answer, lines up to a blank one; `*answer` is its text without
 * that line, borrowed until the next call. */
dmi_process_reply dmi_process_ask(dmi_process *process, const dmi_process_request *question,
                                  const char **answer);

/* How a program ended. */
typedef struct dmi_process_ending {
    bool has_ended; /* otherwise it still runs */
    dm_fault limit; /* that it exceeded, so that it was killed; or DM_FAULT_NONE */
    int signal;     /* that ended it; 0: it ended by itself */
    int status;     /* its exit status */
} dmi_process_ending;

/* Waits at most `patience` seconds for the program to end, and tells how it did. */
dmi_process_ending dmi_process_ending_of(const dmi_process *process, double patience);

/* The same after the program closed its output: waits a moment if it lives on, and longer if it is
 * about to end, since it may have much memory to free. */
dmi_process_ending dmi_process_ending_after_output(const dmi_process *process);

/* The limit that the program has exceeded, for which it is being killed; or DM_FAULT_NONE. */
dm_fault dmi_process_exceeded(const dmi_process *process);

/* Stops the program until it is continued, so that it does not think while it is not its turn.
 * Both give the seconds of the processor that it has used so far; negative: unknown. */
double dmi_process_stop(const dmi_process *process);
double dmi_process_continue(const dmi_process *process);

/* Sends `farewell` (may be NULL), waits `patience` seconds for the program to end, and kills it
 * and all that it started.  Does nothing if there is no program. */
void dmi_process_end(dmi_process *process, const char *farewell, double patience);

#endif
