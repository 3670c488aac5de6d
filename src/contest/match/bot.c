/* bot.c - an outside program that plays.
 *
 * Before each of its turns the program is brought up to date: it is started if it is not running,
 * and gets the board and the rules if it does not have them, every turn that it has not seen, and
 * an undo for each turn that is no longer part of the game.  `sent` is what it knows, a prefix of
 * some game.  Any fault ends the program, so a running one has answered everything as it should.
 *
 * Starting, the board and the turns of a game in progress have their own time limit; the clock of a
 * turn runs from the news of the turns since its last one to its move.  Between its turns the
 * program is stopped.
 *
 * A program that runs since an earlier game may not know what a second board means.  So a fault
 * before its first move only starts it again.  Later ones count: otherwise a program could repeat
 * games that it loses.
 */
#define _GNU_SOURCE /* sigabbrev_np */
#include "contest/match/bot.h"

#include "base/base.h"
#include "contest/sandbox/child_process.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ANSWER = 4096,        /* bytes of an answer, besides a move */
    STARTS = 3,           /* failed starts in a row after which the game goes on without it */
    NOT_EXECUTABLE = 126, /* the shell's exit statuses */
    NOT_FOUND = 127
};
static const double START_SECONDS = 10, CHECK_SECONDS = 2, QUIT_SECONDS = 0.5;

/* What the program was sent of the game. */
typedef struct sent_game {
    bool has_board;
    int32_t turns;
    char **turn; /* their `play` lines */
    size_t room;
} sent_game;

struct dmi_bot {
    char *command, *folder; /* for sh, and where; NULL: here */
    dmi_process process;
    sent_game sent;
    bool has_answered; /* since its start */
    bool has_refused;  /* the last command, with ? */
    bool is_reused;    /* it runs since an earlier game, and has not moved in this one */
    int starts_failed;
};

/* One turn's exchange with the program. */
typedef struct exchange {
    dmi_bot *bot;
    const dmi_bot_game *game; /* NULL: none yet */
    const dm_match_settings *settings;
    dm_run *run;
    double limit,
        deadline;    /* seconds allowed, and the time at which they end; negative: no limit */
    size_t most;     /* bytes of an answer */
    bool may_refuse; /* the program need not know the command */
    dm_turn_report *report;
    dm_error *err;
} exchange;

dm_status dmi_bot_new(const char *command, dmi_bot **out, dm_error *err)
{
    dmi_bot *bot = dmi_calloc(1, sizeof *bot);
    if (!bot || !(bot->command = dmi_shell_command(command))) {
        free(bot);
        return dmi_no_memory(err);
    }
    *out = bot;
    return DM_OK;
}

static void forget_game(dmi_bot *bot)
{
    bot->sent.has_board = false;
    while (bot->sent.turns > 0)
        free(bot->sent.turn[--bot->sent.turns]);
}

void dmi_bot_free(dmi_bot *bot)
{
    if (!bot)
        return;
    dmi_process_end(&bot->process, "quit\n", QUIT_SECONDS);
    forget_game(bot);
    free(bot->sent.turn);
    free(bot->command);
    free(bot->folder);
    free(bot);
}

dm_status dmi_bot_set_folder(dmi_bot *bot, const char *folder, dm_error *err)
{
    char *copy = dmi_strdup(folder);
    if (!copy)
        return dmi_no_memory(err);
    free(bot->folder);
    bot->folder = copy;
    return DM_OK;
}

void dmi_bot_begin(dmi_bot *bot)
{
    bot->is_reused = bot->process.pid != 0 && bot->sent.has_board;
    bot->starts_failed = 0;
    forget_game(bot);
}

bool dmi_bot_repeats_turn(dmi_bot *bot, dm_fault fault)
{
    bool is_repeated = bot->is_reused && fault != DM_FAULT_NONE;
    bot->is_reused = false;
    if (is_repeated)
        bot->starts_failed = 0;
    return is_repeated;
}

void dmi_bot_kill(dmi_bot *bot, dm_turn_report *report)
{
    dmi_process_end(&bot->process, NULL, 0);
    dmi_error_tail_show(&bot->process.error_tail, report->error_output);
    forget_game(bot);
}

static bool goes_on(const void *user)
{
    const exchange *t = user;
    return !t->game || t->game->kind->goes_on(t->game, t->run);
}

static dm_status report_limit(const exchange *t, dm_fault limit, const char *command, int length)
{
    return dmi_fault(t->report, limit, "it took more %s than allowed before it answered %.*s",
                     dm_fault_name(limit), length, command);
}

/* The fault of a program that ended or closed its output before it answered `command`. */
static dm_status report_end(const exchange *t, const char *command, int length)
{
    dmi_process_ending ending = dmi_process_ending_after_output(&t->bot->process);
    const char *signal = ending.signal ? sigabbrev_np(ending.signal) : NULL;
    if (ending.limit != DM_FAULT_NONE)
        return report_limit(t, ending.limit, command, length);
    if (ending.signal)
        return dmi_fault(t->report, DM_FAULT_CRASH, "SIG%s before it answered %.*s",
                         signal ? signal : "?", length, command);
    if (!ending.has_ended)
        return dmi_fault(t->report, DM_FAULT_GONE,
                         "the program closed its output before it answered %.*s", length, command);
    if (!t->bot->has_answered && (ending.status == NOT_EXECUTABLE || ending.status == NOT_FOUND))
        return dmi_fault(t->report, DM_FAULT_START, "the program %s",
                         ending.status == NOT_FOUND ? "is missing" : "is not executable");
    return dmi_fault(t->report, DM_FAULT_GONE,
                     "the program ended with status %d before it answered %.*s", ending.status,
                     length, command);
}

/* Sends a command; `*out` is the text after `=`, or NULL after a fault or a failure. */
static dm_status ask_program(const exchange *t, const char *text, size_t size, const char **out)
{
    const char *answer = NULL;
    dmi_process_request question = {text, size, t->most, t->deadline, goes_on, t};
    dmi_process_reply reply = dmi_process_ask(&t->bot->process, &question, &answer);
    *out = NULL;
    if (reply != DMI_REPLY_WHOLE) {
        /* Turns a missing answer into a fault of the program, or a failure of ours. */
        int length = (int)strcspn(text, " \n");
        dm_fault limit =
            reply == DMI_REPLY_LATE ? dmi_process_exceeded(&t->bot->process) : DM_FAULT_NONE;
        if (limit != DM_FAULT_NONE)
            return report_limit(t, limit, text, length);
        switch (reply) {
        case DMI_REPLY_LATE:
            return dmi_fault(t->report, DM_FAULT_LATE, "no answer to %.*s within %.3f s", length,
                             text, t->limit);
        case DMI_REPLY_FLOOD:
            return dmi_fault(t->report, DM_FAULT_GARBAGE, "more than %zu bytes in answer to %.*s",
                             t->most, length, text);
        case DMI_REPLY_UNASKED:
            return dmi_fault(t->report, DM_FAULT_GARBAGE, "it wrote more than an answer to %.*s",
                             length, text);
        case DMI_REPLY_STOPPED:
            return dmi_stopped(t->run, t->err);
        case DMI_REPLY_NO_MEMORY:
            return dmi_no_memory(t->err);
        default:
            return report_end(t, text, length);
        }
    }
    if (*answer != '=' && !(*answer == '?' && t->may_refuse))
        return dmi_fault(t->report, DM_FAULT_GARBAGE, "it answered %.*s with '%.60s'",
                         (int)strcspn(text, " \n"), text, answer);
    t->bot->has_answered = true;
    t->bot->has_refused = *answer == '?';
    *out = answer + 1 + strspn(answer + 1, " \t");
    return DM_OK;
}

static dm_status ask_line(const exchange *t, const char **out, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static dm_status ask_line(const exchange *t, const char **out, const char *format, ...)
{
    char line[160];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return ask_program(t, line, (size_t)size, out);
}

/* Sends a command of any length, which it frees; `*out` as by ask_program(). */
static dm_status send_text(const exchange *t, dmi_output *text, const char **out)
{
    dm_status status =
        text->status == DM_OK ? ask_program(t, text->text, text->size, out) : dmi_no_memory(t->err);
    free(text->text);
    return status;
}

/* Tells the program that the game has a clock. */
static dm_status send_clock(const exchange *t)
{
    const dm_match_settings *s = t->settings;
    const char *answer;
    exchange own = *t;
    own.may_refuse = true;
    if (s->game_seconds <= 0)
        return DM_OK;
    return ask_line(&own, &answer, "clock %lld %lld\n", (long long)(1000 * s->game_seconds),
                    (long long)(1000 * s->increment_seconds));
}

/* Notes one more turn by its `play` line, which it takes. */
static dm_status note_turn(const exchange *t, dmi_output *line)
{
    sent_game *sent = &t->bot->sent;
    char *text = NULL;
    dm_status status = dmi_output_take(line, &text, t->err);
    if (status != DM_OK)
        return status;
    if (!dmi_reserve(&sent->turn, &sent->room, (size_t)sent->turns + 1, sizeof *sent->turn)) {
        free(text);
        return dmi_no_memory(t->err);
    }
    sent->turn[sent->turns++] = text;
    return DM_OK;
}

/* How many of the turns sent are still part of the game; `first` is the stone after them. */
static dm_status agreeing_turns(const exchange *t, int32_t *turns, int32_t *first)
{
    const sent_game *sent = &t->bot->sent;
    bool same = true;
    *turns = *first = 0;
    while (same && *turns < sent->turns && *turns < t->game->turns_made) {
        dmi_output line = {0};
        char *text = NULL;
        int32_t next = *first;
        t->game->kind->put_turn(t->game, *turns, &next, &line);
        dm_status status = dmi_output_take(&line, &text, t->err);
        if (status != DM_OK)
            return status;
        same = strcmp(text, sent->turn[*turns]) == 0;
        free(text);
        if (same) {
            ++*turns;
            *first = next;
        }
    }
    return DM_OK;
}

static dm_status send_undo(const exchange *t)
{
    sent_game *sent = &t->bot->sent;
    const char *answer;
    dm_status status = ask_line(t, &answer, "undo\n");
    free(sent->turn[--sent->turns]);
    return status;
}

/* Sends the next turn, which begins with stone number `first`. */
static dm_status send_turn(const exchange *t, int32_t *first)
{
    const char *answer;
    dmi_output line = {0};
    t->game->kind->put_turn(t->game, t->bot->sent.turns, first, &line);
    dm_status status = note_turn(t, &line);
    if (status != DM_OK)
        return status;
    const char *text = t->bot->sent.turn[t->bot->sent.turns - 1];
    return ask_program(t, text, strlen(text), &answer);
}

/* No failure and no fault so far. */
static bool is_good(const exchange *t, dm_status status)
{
    return status == DM_OK && t->report->fault == DM_FAULT_NONE;
}

static dm_status send_turns(const exchange *t)
{
    const sent_game *sent = &t->bot->sent;
    int32_t agreed, first;
    dm_status status = agreeing_turns(t, &agreed, &first);
    while (is_good(t, status) && sent->turns > agreed)
        status = send_undo(t);
    while (is_good(t, status) && sent->turns < t->game->turns_made)
        status = send_turn(t, &first);
    return status;
}

static void set_clock(exchange *t, double seconds)
{
    t->limit = seconds;
    t->deadline = seconds > 0 ? dmi_seconds() + seconds : -1;
}

static dm_status start_program(const exchange *t)
{
    dmi_bot *bot = t->bot;
    const dmi_program program = {
        .command = bot->command, .folder = bot->folder, .sandbox = t->settings->sandbox};
    forget_game(bot);
    bot->has_answered = false;
    dm_status status = dmi_process_start(&bot->process, &program, t->err);
    if (status != DM_OK)
        return status;
    /* It must speak our version of the protocol. */
    const char *answer;
    status = ask_line(t, &answer, "protocol_version\n");
    if (status == DM_OK && answer && strcmp(answer, DMI_PROTOCOL_VERSION) != 0)
        dmi_fault(t->report, DM_FAULT_GARBAGE, "it speaks protocol version '%.20s', not %s", answer,
                  DMI_PROTOCOL_VERSION);
    return status;
}

static dm_status ask_for_move(const exchange *t)
{
    const char *side = t->game->to_move, *answer = NULL;
    dm_status status = DM_OK;
    dmi_output line = {0};
    if (t->limit > 0)
        status = ask_line(t, &answer, "time_left %s %lld\n", side, (long long)(1000 * t->limit));
    if (is_good(t, status))
        status = ask_line(t, &answer, "genmove %s\n", side);
    if (is_good(t, status))
        status = t->game->kind->take(t->game, answer, t->report, &line, t->err);
    if (is_good(t, status))
        return note_turn(t, &line);
    free(line.text);
    return status;
}

/* Sends the board; a program need not know those of the plane. */
static dm_status send_board(const exchange *t)
{
    const char *unknown = t->game->kind->unknown, *answer = NULL;
    exchange own = *t;
    dmi_output text = {0};
    own.may_refuse = unknown != NULL;
    t->game->kind->put_board(t->game, &text);
    dm_status status = send_text(&own, &text, &answer);
    /* It answers `plane` with ?, and perhaps each of the lines that follow. */
    bool refused = status == DM_OK && (t->report->fault == DM_FAULT_GARBAGE ||
                                       (is_good(t, status) && t->bot->has_refused));
    if (unknown && refused)
        return dmi_fail(t->err, DM_UNSUPPORTED, "the program %s", unknown);
    return status;
}

static dm_status take_turn(exchange *t)
{
    const dm_match_settings *settings = t->settings;
    const dmi_process *process = &t->bot->process;
    dm_status status = DM_OK;
    if (process->pid == 0 || !t->bot->sent.has_board) {
        if (process->pid != 0)
            dmi_process_continue(process);
        set_clock(t, settings->start_seconds > 0 ? settings->start_seconds : START_SECONDS);
        /* Starts the program and sends it the board, the rules and the game so far. */
        dmi_bot *bot = t->bot;
        if (bot->process.pid == 0)
            status = start_program(t);
        if (is_good(t, status))
            status = send_board(t);
        if (is_good(t, status)) {
            dmi_output text = {0};
            const char *answer;
            t->game->kind->put_rules(t->game, &text);
            status = send_text(t, &text, &answer);
        }
        if (is_good(t, status))
            status = send_clock(t);
        if (is_good(t, status))
            status = send_turns(t);
        bot->sent.has_board = is_good(t, status);
        bot->starts_failed = bot->sent.has_board ? 0 : bot->starts_failed + 1;
    }
    if (!is_good(t, status))
        return status;
    double used = dmi_process_continue(process), begun = dmi_seconds();
    set_clock(t, settings->move_seconds);
    status = send_turns(t);
    if (is_good(t, status))
        status = ask_for_move(t);
    t->report->seconds = dmi_seconds() - begun;
    used = dmi_process_stop(process) - used;
    t->report->processor_seconds = used > 0 ? used : 0;
    return status;
}

dm_status dmi_bot_choose(dmi_bot *bot, const dmi_bot_game *game, const dm_match_settings *settings,
                         dm_run *run, dm_turn_report *report, dm_error *err)
{
    dm_status status = game->kind->check(game, err);
    if (status != DM_OK)
        return status;
    if (bot->starts_failed >= STARTS)
        return dmi_fault(report, DM_FAULT_GONE, "the program failed to start %d times", STARTS);
    exchange t = {.bot = bot,
                  .game = game,
                  .settings = settings,
                  .run = run,
                  .most = game->answer,
                  .report = report,
                  .err = err};
    status = take_turn(&t);
    if (!is_good(&t, status))
        dmi_bot_kill(bot, report);
    return status;
}

dm_status dmi_bot_check_start(dmi_bot *bot, const dm_match_settings *settings,
                              dm_turn_report *report, dm_error *err)
{
    exchange t = {.bot = bot, .settings = settings, .most = ANSWER, .report = report, .err = err};
    set_clock(&t, CHECK_SECONDS);
    dm_status status = start_program(&t);
    if (!is_good(&t, status))
        dmi_bot_kill(bot, report);
    return status;
}
