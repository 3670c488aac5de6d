/* contest/check_script.h - the conversation of one check, as text. */
#ifndef DMI_CONTEST_MATCH_CHECK_SCRIPT_H
#define DMI_CONTEST_MATCH_CHECK_SCRIPT_H

#include "contest/sandbox/child_process.h"
#include "format/output.h"
#include <demesne/contest.h>
#include <demesne/run.h>

/* A conversation with a program under test: every line of it is kept, and
 * the first mistake is described. */

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

typedef struct dmi_check_script {
    const char *name, *about;
    const char *lines; /* what is sent, and what is done */
} dmi_check_script;

/* Ends with one without a name.  Lines are commands of the protocol, which must be answered with =,
 * and besides:
 *
 *     board FAMILY        an arena command with that board
 *     finish white|black  the program plays this side to the end of the game, the other side
 *                         takes the lowest vertices
 *     reply               the other side takes the lowest vertices
 *     ?WORDS              sends the words, which must be answered with ?
 *     maybe WORDS         sends the words, which may be answered with ?
 *     (an empty line)     sends a blank line
 *     planar BOARD ROUNDS PER_TURN DISTANCE
 *                         a game in the plane; the rest is left out if the program refuses it
 *     wait                nothing may be written for a while
 *     leave quit          sends quit; the program must end
 *     leave               closes its input; the program must end
 */
extern const dmi_check_script dmi_check_scripts[];

/* A game in the plane, "square 3 1 1/10".  `*is_known`: the program knows the command. */
dm_status dmi_check_plane(dmi_talk *talk, const char *words, double seconds, bool *is_known,
                          dm_error *err);

/* Runs a script with a program that has started.  Mistakes of the program are in `talk`. */
dm_status dmi_check_run(const dmi_check_script *script, const dm_match_settings *settings,
                        dmi_talk *talk, dm_error *err);

#endif
