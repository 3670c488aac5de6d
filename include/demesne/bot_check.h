/* demesne/bot_check.h - plays the protocol of docs/BOTS.md against a program and tells what is
 * wrong with its answers.
 *
 *     dm_check_summary summary;
 *     dm_bot_check("cmd:./player.py", &settings, run, print, NULL, &summary, &err);
 *     if (summary.wrong > 0) ...
 */
#ifndef DEMESNE_BOT_CHECK_H
#define DEMESNE_BOT_CHECK_H

#include <demesne/contest.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One check: a new process of the program, and a conversation with it. */
typedef struct dm_check {
    const char *name;  /* "undo" */
    const char *about; /* what a right program does */
    bool is_right;
    const char *wrong;        /* what is wrong; "" if nothing is */
    const char *hint;         /* what to change; "" if nothing */
    const char *transcript;   /* "> line sent" and "< line received", in order; control characters
                                 appear as \x1b */
    const char *error_output; /* the last lines of its standard error */
} dm_check;

/* Called after each check; the argument is borrowed until it returns, and its failure ends the
 * checks. */
typedef dm_status dm_check_fn(void *user, const dm_check *check, dm_error *err);

typedef struct dm_check_summary {
    int32_t right, wrong;
    int32_t left_out; /* not tried: the program does not start, or is late again and again */
} dm_check_summary;

/* `spec` is cmd:PROGRAM.  `settings`: move_seconds for a turn (0: 2), start_seconds for the board
 * and the rules (0: 10), and the sandbox.
 *
 * Fails with DM_BAD_ARGUMENT (not a program), DM_UNSUPPORTED (no sandbox here), DM_UNFINISHED (the
 * run ended), DM_NO_MEMORY or DM_IO. */
dm_status dm_bot_check(const char *spec, const dm_match_settings *settings, dm_run *run,
                       dm_check_fn *each, void *user, dm_check_summary *out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
