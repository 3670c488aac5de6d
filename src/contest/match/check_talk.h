/* contest/check_talk.h - a conversation with a program under test: every line of it is kept, and
 * the first mistake is described. */
#ifndef DMI_CONTEST_MATCH_CHECK_TALK_H
#define DMI_CONTEST_MATCH_CHECK_TALK_H

#include "contest/sandbox/child_process.h"
#include "format/output.h"
#include <demesne/run.h>

typedef struct dmi_talk {
    dmi_process process;
    dm_run *run;
    dmi_output transcript;
    bool is_wrong;
    bool has_answered; /* at least once */
    bool was_late;
    char wrong[500]; /* the first mistake */
    const char *hint;
} dmi_talk;

/* Starts the program. */
dm_status dmi_talk_start(dmi_talk *talk, const dmi_program *program, dm_error *err);
/* Ends it and frees everything but error_tail of the process. */
void dmi_talk_end(dmi_talk *talk);

/* Sends lines and waits for one answer.  `*out` is its text, from its `=` or `?` on, borrowed until
 * the next call; NULL if there is none, which is then a mistake. */
dm_status dmi_talk_ask(dmi_talk *talk, const char *text, size_t size, double seconds,
                       const char **out, dm_error *err);
/* Waits, and notes what the program writes meanwhile as a mistake. */
dm_status dmi_talk_listen(dmi_talk *talk, double seconds, dm_error *err);
/* Sends `farewell` ("": only closes its input) and expects the program to end within `seconds`. */
void dmi_talk_leave(dmi_talk *talk, const char *farewell, double seconds);

/* Notes a mistake, unless there is one. */
void dmi_talk_blame(dmi_talk *talk, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
