/* contest/child_process.h - a program at the other end of two pipes. */
#ifndef DMI_CHILD_PROCESS_H
#define DMI_CHILD_PROCESS_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct dmi_process {
    pid_t pid; /* and its process group; 0: no program */
    int to, from;
    char *heard; /* what it wrote since it was last asked */
    size_t heard_size, heard_room;
} dmi_process;

/* How asking ended. */
typedef enum dmi_process_reply {
    DMI_REPLY_WHOLE,    /* a whole answer */
    DMI_REPLY_LATE,     /* the deadline passed */
    DMI_REPLY_GONE,     /* it ended, or closed its output */
    DMI_REPLY_FLOOD,    /* more bytes than allowed */
    DMI_REPLY_UNASKED,  /* it had written something before it was asked */
    DMI_REPLY_STOPPED,  /* `goes_on` said no */
    DMI_REPLY_NO_MEMORY /* no memory for what it writes */
} dmi_process_reply;

/* Says from time to time whether to wait on. */
typedef bool dmi_goes_on_fn(const void *user);

typedef struct dmi_process_request {
    const char *text; /* whole lines */
    size_t size;
    size_t most;     /* bytes of an answer */
    double deadline; /* by dmi_seconds(); negative: none */
    dmi_goes_on_fn *goes_on;
    const void *user;
} dmi_process_request;

/* Starts sh with `command`, in a process group of its own; its errors go nowhere unless the
 * command sends them somewhere.  DM_IO where the system has no process or pipe left. */
dm_status dmi_process_start(dmi_process *child, const char *command, dm_error *err);

/* Sends the question and waits for an answer, lines up to a blank one; `*answer` is then its text
 * without that line, borrowed until the next call. */
dmi_process_reply dmi_process_ask(dmi_process *child, const dmi_process_request *question,
                                  const char **answer);

/* Sends `farewell` (may be NULL), waits `patience` seconds for the program to end, and kills
 * whatever of its group is still there.  Nothing happens where there is no program. */
void dmi_process_end(dmi_process *child, const char *farewell, double patience);

#endif
