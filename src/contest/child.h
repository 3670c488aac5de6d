/* contest/child.h - a program at the other end of two pipes. */
#ifndef DMI_CHILD_H
#define DMI_CHILD_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct dmi_child {
    pid_t pid; /* and its process group; 0: no program */
    int to, from;
    char *heard; /* what it wrote since it was last asked */
    size_t heard_size, heard_room;
} dmi_child;

/* How asking ended. */
typedef enum dmi_hearing {
    DMI_HEARD,    /* a whole answer */
    DMI_LATE,     /* the deadline passed */
    DMI_GONE,     /* it ended, or closed its output */
    DMI_FLOOD,    /* more bytes than allowed */
    DMI_UNASKED,  /* it had written something before it was asked */
    DMI_TOLD_OFF, /* `goes_on` said no */
    DMI_NO_ROOM   /* no memory for what it writes */
} dmi_hearing;

/* Says from time to time whether to wait on. */
typedef bool dmi_goes_on_fn(const void *user);

typedef struct dmi_question {
    const char *text; /* whole lines */
    size_t size;
    size_t most;     /* bytes of an answer */
    double deadline; /* by dmi_seconds(); negative: none */
    dmi_goes_on_fn *goes_on;
    const void *user;
} dmi_question;

/* Starts sh with `command`, in a process group of its own; its errors go nowhere unless the
 * command sends them somewhere.  DM_IO where the system has no process or pipe left. */
dm_status dmi_child_start(dmi_child *child, const char *command, dm_error *err);

/* Sends the question and waits for an answer, lines up to a blank one; `*answer` is then its text
 * without that line, borrowed until the next call. */
dmi_hearing dmi_child_ask(dmi_child *child, const dmi_question *question, const char **answer);

/* Sends `farewell` (may be NULL), waits `patience` seconds for the program to end, and kills
 * whatever of its group is still there.  Nothing happens where there is no program. */
void dmi_child_end(dmi_child *child, const char *farewell, double patience);

#endif
