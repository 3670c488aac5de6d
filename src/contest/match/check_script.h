/* contest/check_script.h - the conversation of one check, as text. */
#ifndef DMI_CONTEST_MATCH_CHECK_SCRIPT_H
#define DMI_CONTEST_MATCH_CHECK_SCRIPT_H

#include "contest/match/check_talk.h"
#include <demesne/contest.h>

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
 *     wait                nothing may be written for a while
 *     leave quit          sends quit; the program must end
 *     leave               closes its input; the program must end
 */
extern const dmi_check_script dmi_check_scripts[];

/* Runs a script with a program that has started.  Mistakes of the program are in `talk`. */
dm_status dmi_check_run(const dmi_check_script *script, const dm_match_settings *settings,
                        dmi_talk *talk, dm_error *err);

#endif
