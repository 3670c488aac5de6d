/* bot_check.c - plays the protocol against a program and tells what is wrong with its answers.
 *
 * Every check has a process of its own, so that one mistake does not spoil the others.
 */
#include <demesne/contest.h>

#include "base/base.h"
#include "contest/match/bot.h"
#include "contest/match/check_script.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_LATE = 3 }; /* checks that wait in vain, after which the others are left out */

static const dm_match_settings no_limits;

/* Reports a finished conversation. */
static dm_status report_check(const dmi_check_script *script, dmi_talk *talk, dm_check_fn *each,
                              void *user, dm_error *err)
{
    char error_output[DM_ERROR_OUTPUT];
    dmi_put_bytes(&talk->transcript, "", 1);
    if (talk->transcript.status != DM_OK)
        return dmi_no_memory(err);
    dmi_process_end(&talk->process, NULL, 0);
    dmi_error_tail_show(&talk->process.error_tail, error_output);
    const dm_check check = {.name = script->name,
                            .about = script->about,
                            .is_right = !talk->is_wrong,
                            .wrong = talk->wrong,
                            .hint = talk->is_wrong ? talk->hint : "",
                            .transcript = talk->transcript.text,
                            .error_output = error_output};
    return each(user, &check, err);
}

typedef struct checks {
    char *command;
    const dm_match_settings *settings;
    dm_run *run;
    dm_check_fn *each;
    void *user;
    dm_check_summary summary;
    int late;
    bool is_hopeless; /* it did not answer at all */
} checks;

dm_status dm_bot_check(const char *spec, const dm_match_settings *settings, dm_run *run,
                       dm_check_fn *each, void *user, dm_check_summary *out, dm_error *err)
{
    checks c = {
        .settings = settings ? settings : &no_limits, .run = run, .each = each, .user = user};
    dm_status status = DM_OK;
    if (!dm_spec_is_program(spec))
        return dmi_fail(err, DM_BAD_ARGUMENT, "'%s' is not a program; expected cmd:PROGRAM", spec);
    c.command = dmi_shell_command(strchr(spec, ':') + 1);
    if (!c.command)
        return dmi_no_memory(err);
    for (const dmi_check_script *script = dmi_check_scripts; script->name && status == DM_OK;
         script++) {
        if (c.late >= MOST_LATE || c.is_hopeless)
            c.summary.left_out++;
        else {
            dmi_talk talk = {.run = c.run};
            const dmi_program program = {.command = c.command, .sandbox = c.settings->sandbox};
            status = dmi_talk_start(&talk, &program, err);
            if (status == DM_OK)
                status = dmi_check_run(script, c.settings, &talk, err);
            if (status == DM_OK)
                status = report_check(script, &talk, c.each, c.user, err);
            c.summary.right += !talk.is_wrong;
            c.summary.wrong += talk.is_wrong;
            c.late += talk.was_late;
            c.is_hopeless = c.is_hopeless || !talk.has_answered;
            dmi_talk_end(&talk);
        }
    }
    free(c.command);
    if (status == DM_OK)
        *out = c.summary;
    return dmi_as_unfinished(status, err);
}
