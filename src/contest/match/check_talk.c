/* check_talk.c - a conversation with a program under test: every line of it is kept, and the first
 * mistake is described.
 *
 * A program that is late may have answered into a buffer.  To find out, its input is closed: many
 * programs end then, and write what they have kept back.
 */
#define _GNU_SOURCE /* sigabbrev_np */
#include "contest/match/check_script.h"

#include "base/base.h"
#include "base/utf8.h"
#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_BYTES = 1 << 16, /* of an answer */
    MOST_LINES = 13,      /* of a command or an answer in the transcript; of more, the first */
    FIRST_LINES = 4,
    SHOWN = 100 /* bytes of a line there */
};
static const double END_SECONDS = 0.5, /* from the end of its output to its own */
    LAST_WORDS_SECONDS = 1;            /* for a program that has kept back its answer */

static const char ANSWER_HINT[] =
    "Every answer is one line that begins with = (or ? for an error), and a blank line after it.  "
    "Print nothing else to standard output: write notes to standard error.";
static const char FLUSH_HINT[] =
    "The answer was kept back in a buffer: flush standard output after every answer "
    "(print(.., flush=True), fflush(stdout), System.out.flush()).";
static const char LATE_HINT[] =
    "It may be in an endless loop, or wait for more lines than come: after `arena N M` there are "
    "exactly N + M lines, after other commands none.";
static const char LINE_HINT[] =
    "End every answer with a blank line: the answer, a newline, and one more newline.";
static const char START_HINT[] =
    "Write the command as you would in this folder, for instance cmd:./player.py or "
    "\"cmd:java -cp . Player\"; a script needs chmod +x.";
static const char END_HINT[] = "The program ended.  Its standard error may tell why.";

void dmi_talk_blame(dmi_talk *talk, const char *hint, const char *format, ...)
{
    char text[sizeof talk->wrong];
    va_list args;
    if (talk->is_wrong)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    dmi_utf8_visible(text, strlen(text), false, talk->wrong, sizeof talk->wrong);
    talk->is_wrong = true;
    talk->hint = hint;
}

/* Adds lines to the transcript; of many only the first and their number. */
static void note_lines(dmi_talk *talk, const char *mark, const char *text, size_t size)
{
    int32_t lines = 0, total = 0;
    for (size_t i = 0; i < size; i++)
        total += text[i] == '\n';
    total += size > 0 && text[size - 1] != '\n';
    for (const char *at = text; at < text + size; lines++) {
        const char *newline = memchr(at, '\n', (size_t)(text + size - at));
        size_t length = (size_t)((newline ? newline : text + size) - at);
        char shown[4 * SHOWN + 8];
        if (lines == FIRST_LINES && total > MOST_LINES) {
            dmi_print(&talk->transcript, "%s(%d more lines)\n", mark, total - lines);
            return;
        }
        dmi_utf8_visible(at, length < SHOWN ? length : SHOWN, false, shown, sizeof shown);
        dmi_print(&talk->transcript, "%s%s%s\n", mark, shown, length > SHOWN ? ".." : "");
        at += length + 1;
    }
}

static bool goes_on(const void *user)
{
    const dmi_talk *talk = user;
    return dmi_run_go_on(talk->run, 0);
}

dm_status dmi_talk_start(dmi_talk *talk, const dmi_program *program, dm_error *err)
{
    return dmi_process_start(&talk->process, program, err);
}

void dmi_talk_end(dmi_talk *talk)
{
    dmi_process_end(&talk->process, NULL, 0);
    free(talk->transcript.text);
    talk->transcript = (dmi_output){0};
}

/* What the program has written since the last command. */
static const char *output_of(const dmi_talk *talk)
{
    return talk->process.output_size > 0 ? talk->process.output : "";
}

/* Closes the program's input and reads what it writes then. */
static bool has_last_words(dmi_talk *talk)
{
    char bytes[256];
    struct pollfd from = {talk->process.from, POLLIN, 0};
    close(talk->process.to);
    talk->process.to = -1;
    double end = dmi_seconds() + LAST_WORDS_SECONDS;
    while (dmi_seconds() < end && poll(&from, 1, 50) <= 0)
        ;
    ssize_t size = read(talk->process.from, bytes, sizeof bytes);
    if (size <= 0)
        return false;
    dmi_put(&talk->transcript, "  (its input is closed)\n");
    note_lines(talk, "< ", bytes, (size_t)size);
    return true;
}

static void blame_reply(dmi_talk *talk, dmi_process_reply reply, const char *command,
                        double seconds)
{
    int length = (int)strcspn(command, "\n");
    if (length > SHOWN)
        length = SHOWN;
    if (reply == DMI_REPLY_LATE) {
        /* Late: what it wrote so far says what is missing. */
        const char *said = output_of(talk);
        said += strspn(said, " \t\r\n");
        talk->was_late = true;
        if (*said && strchr(said, '\n'))
            dmi_talk_blame(talk, LINE_HINT, "its answer to %.*s has no blank line after it", length,
                           command);
        else if (*said)
            dmi_talk_blame(talk, LINE_HINT, "its answer to %.*s does not end: a newline is missing",
                           length, command);
        else if (has_last_words(talk))
            dmi_talk_blame(talk, FLUSH_HINT, "it answered %.*s only after its input was closed",
                           length, command);
        else
            dmi_talk_blame(talk, LATE_HINT, "it did not answer %.*s within %.3g s", length, command,
                           seconds);
    } else if (reply == DMI_REPLY_FLOOD)
        dmi_talk_blame(talk, ANSWER_HINT, "it answered %.*s with more than %d bytes", length,
                       command, MOST_BYTES);
    else if (reply == DMI_REPLY_UNASKED)
        dmi_talk_blame(talk, ANSWER_HINT, "it wrote more than one answer to %.*s", length, command);
    else {
        dmi_process_ending ending = dmi_process_ending_of(&talk->process, END_SECONDS);
        const char *signal = ending.signal ? sigabbrev_np(ending.signal) : NULL;
        if (ending.limit != DM_FAULT_NONE)
            dmi_talk_blame(
                talk, "Contests limit memory and processes; see --memory-limit and --processes.",
                "it took more %s than allowed before it answered %.*s", dm_fault_name(ending.limit),
                length, command);
        else if (ending.signal)
            dmi_talk_blame(talk, END_HINT, "it crashed (SIG%s) before it answered %.*s",
                           signal ? signal : "?", length, command);
        else if (!talk->has_answered && (ending.status == 126 || ending.status == 127))
            dmi_talk_blame(talk, START_HINT, "the program %s",
                           ending.status == 127 ? "is missing" : "is not executable");
        else if (ending.has_ended)
            dmi_talk_blame(talk, END_HINT, "it ended with status %d before it answered %.*s",
                           ending.status, length, command);
        else
            dmi_talk_blame(talk, ANSWER_HINT, "it closed its output before it answered %.*s",
                           length, command);
    }
}

dm_status dmi_talk_listen(dmi_talk *talk, double seconds, dm_error *err)
{
    assert(seconds >= 0);
    char bytes[256];
    struct pollfd from = {talk->process.from, POLLIN, 0};
    double end = dmi_seconds() + seconds;
    while (poll(&from, 1, seconds > 0 ? 20 : 0) <= 0 && dmi_seconds() < end && goes_on(talk))
        ;
    if (!goes_on(talk))
        return dmi_stopped(talk->run, err);
    if (!(from.revents & POLLIN))
        return DM_OK;
    ssize_t size = read(talk->process.from, bytes, sizeof bytes);
    if (size > 0) {
        note_lines(talk, "< ", bytes, (size_t)size);
        dmi_talk_blame(talk, ANSWER_HINT, "it wrote something that was not asked for");
    }
    return DM_OK;
}

dm_status dmi_talk_ask(dmi_talk *talk, const char *text, size_t size, double seconds,
                       const char **out, dm_error *err)
{
    assert(seconds >= 0);
    const char *answer = NULL;
    dmi_process_request request = {text, size, MOST_BYTES, dmi_seconds() + seconds, goes_on, talk};
    const char *command = text + strspn(text, "\n");
    *out = NULL;
    dm_status status = dmi_talk_listen(talk, 0, err);
    if (status != DM_OK || talk->is_wrong)
        return status;
    note_lines(talk, "> ", text, size);
    dmi_process_reply reply = dmi_process_ask(&talk->process, &request, &answer);
    if (reply == DMI_REPLY_STOPPED)
        return dmi_stopped(talk->run, err);
    if (reply == DMI_REPLY_NO_MEMORY)
        return dmi_no_memory(err);
    const char *said = answer ? answer : output_of(talk);
    note_lines(talk, "< ", said, strlen(said));
    if (reply != DMI_REPLY_WHOLE || !answer)
        blame_reply(talk, reply, command, seconds);
    else if (*answer != '=' && *answer != '?')
        dmi_talk_blame(talk, ANSWER_HINT,
                       "its answer to %.*s does not begin with =", (int)strcspn(command, "\n"),
                       command);
    else if (strchr(answer, '\n'))
        dmi_talk_blame(talk, ANSWER_HINT, "its answer to %.*s has more than one line",
                       (int)strcspn(command, "\n"), command);
    else
        *out = answer;
    talk->has_answered = talk->has_answered || *out;
    return DM_OK;
}

void dmi_talk_leave(dmi_talk *talk, const char *farewell, double seconds)
{
    assert(seconds >= 0);
    static const char hint[] = "End the program after quit, and when its input ends (a read gives "
                               "nothing, or null, or an exception).";
    if (*farewell) {
        const char *answer; /* may be missing */
        dmi_process_request request = {
            farewell, strlen(farewell), MOST_BYTES, dmi_seconds() + seconds, goes_on, talk};
        note_lines(talk, "> ", farewell, strlen(farewell));
        dmi_process_ask(&talk->process, &request, &answer);
    } else {
        dmi_put(&talk->transcript, "  (its input is closed)\n");
        close(talk->process.to);
        talk->process.to = -1;
    }
    if (!dmi_process_ending_of(&talk->process, seconds).has_ended)
        dmi_talk_blame(talk, hint, "it still runs %.3g s after %s", seconds,
                       *farewell ? "quit" : "the end of its input");
}
