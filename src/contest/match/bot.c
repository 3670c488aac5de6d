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
#include "base/names.h"

#include "base/base.h"
#include "contest/match/protocol_board.h"
#include "contest/sandbox/child_process.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ANSWER = 4096,        /* bytes of an answer besides its vertices */
    VERTEX_TEXT = 12,     /* bytes for a vertex in an answer */
    STARTS = 3,           /* failed starts in a row after which the game goes on without it */
    NOT_EXECUTABLE = 126, /* the shell's exit statuses */
    NOT_FOUND = 127
};
static const double START_SECONDS = 10, CHECK_SECONDS = 2, QUIT_SECONDS = 0.5;

/* What the program was sent of the game. */
typedef struct sent_game {
    bool has_board;
    int32_t turns, stones;
    int32_t *turn_stones; /* by turn */
    dm_vertex *vertices;  /* of all turns, one after another */
    size_t room_turns, room_stones;
} sent_game;

struct dmi_bot {
    char *command, *folder; /* for sh, and where; NULL: here */
    dmi_process process;
    sent_game sent;
    bool has_answered; /* since its start */
    bool is_reused;    /* it runs since an earlier game, and has not moved in this one */
    int starts_failed;
};

/* One turn's exchange with the program. */
typedef struct exchange {
    dmi_bot *bot;
    const dm_position *position;
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

void dmi_bot_free(dmi_bot *bot)
{
    if (!bot)
        return;
    dmi_process_end(&bot->process, "quit\n", QUIT_SECONDS);
    free(bot->sent.turn_stones);
    free(bot->sent.vertices);
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

static void forget_game(dmi_bot *bot)
{
    bot->sent.has_board = false;
    bot->sent.turns = bot->sent.stones = 0;
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
    return !t->position || dmi_match_goes_on(t->position, t->run);
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

/* Sends a command of any length, which it frees. */
static dm_status send_text(const exchange *t, dmi_output *text)
{
    const char *answer;
    dm_status status = text->status == DM_OK ? ask_program(t, text->text, text->size, &answer)
                                             : dmi_no_memory(t->err);
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

/* Makes room for the whole game. */
static dm_status make_room(const exchange *t)
{
    sent_game *sent = &t->bot->sent;
    const dm_rules *rules = dm_position_rules(t->position);
    dm_vertex n = dm_arena_vertices(dm_position_arena(t->position));
    bool fits = dmi_reserve(&sent->turn_stones, &sent->room_turns, (size_t)rules->turn_count,
                            sizeof *sent->turn_stones) &&
                dmi_reserve(&sent->vertices, &sent->room_stones, (size_t)n, sizeof *sent->vertices);
    return fits ? DM_OK : dmi_no_memory(t->err);
}

/* Notes one more turn; its `count` vertices are already behind the others. */
static void note_turn(sent_game *sent, int32_t count)
{
    sent->stones += count;
    sent->turn_stones[sent->turns++] = count;
}

/* How many of the turns sent are still part of the game. */
static int32_t agreeing_turns(const sent_game *sent, const dm_position *position)
{
    const dm_rules *rules = dm_position_rules(position);
    int32_t made = dm_position_turns_made(position), count, at = 0;
    const dm_stone *stones = dm_position_stones(position, &count);
    for (int32_t turn = 0; turn < sent->turns; turn++) {
        if (turn >= made || sent->turn_stones[turn] != rules->turns[turn].stones)
            return turn;
        for (int32_t i = 0; i < sent->turn_stones[turn]; i++, at++)
            if (sent->vertices[at] != stones[at].vertex)
                return turn;
    }
    return sent->turns;
}

static dm_status send_undo(const exchange *t)
{
    sent_game *sent = &t->bot->sent;
    const char *answer;
    dm_status status = ask_line(t, &answer, "undo\n");
    sent->stones -= sent->turn_stones[--sent->turns];
    return status;
}

/* Sends the next turn; a lost one has no vertices. */
static dm_status send_turn(const exchange *t)
{
    sent_game *sent = &t->bot->sent;
    const dm_turn *turn = &dm_position_rules(t->position)->turns[sent->turns];
    int32_t count;
    const dm_stone *stones = dm_position_stones(t->position, &count) + sent->stones;
    dmi_output text = {0};
    dmi_print(&text, "play %s", dm_side_name(turn->side));
    for (int32_t i = 0; i < turn->stones; i++) {
        dmi_print(&text, " %d", stones[i].vertex);
        sent->vertices[sent->stones + i] = stones[i].vertex;
    }
    dmi_put(&text, "\n");
    note_turn(sent, turn->stones);
    return send_text(t, &text);
}

/* No failure and no fault so far. */
static bool is_good(const exchange *t, dm_status status)
{
    return status == DM_OK && t->report->fault == DM_FAULT_NONE;
}

static dm_status send_turns(const exchange *t)
{
    dm_status status = DM_OK;
    const sent_game *sent = &t->bot->sent;
    int32_t agreed = agreeing_turns(sent, t->position);
    while (is_good(t, status) && sent->turns > agreed)
        status = send_undo(t);
    while (is_good(t, status) && sent->turns < dm_position_turns_made(t->position))
        status = send_turn(t);
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

/* Reads the vertices of an answer; the position checks later whether they are free. */
static void read_move(const exchange *t, const char *answer, dm_vertex *move)
{
    int32_t wanted = dm_position_stones_to_place(t->position), count = 0;
    const char *at = answer + strspn(answer, " \t\r");
    for (; *at; at += strspn(at, " \t\r")) {
        size_t digits = strspn(at, "0123456789"), sign = *at == '-';
        if (sign)
            digits = strspn(at + 1, "0123456789");
        if (digits == 0 || (at[sign + digits] && !strchr(" \t\r", at[sign + digits]))) {
            dmi_fault(t->report, DM_FAULT_GARBAGE, "expected vertices, found '%.60s'", answer);
            return;
        }
        if (count < wanted)
            move[count] = sign || digits > 9 ? -1 : (dm_vertex)strtol(at, NULL, 10);
        count++;
        at += sign + digits;
    }
    if (count != wanted)
        dmi_fault(t->report, DM_FAULT_ILLEGAL, "%d %s placed in a turn of %d", count,
                  dmi_plural(count, "stone", "stones"), wanted);
}

static dm_status ask_for_move(const exchange *t, dm_vertex *move)
{
    const char *side = dm_side_name(t->report->side), *answer = NULL;
    dm_status status = DM_OK;
    if (t->limit > 0)
        status = ask_line(t, &answer, "time_left %s %lld\n", side, (long long)(1000 * t->limit));
    if (is_good(t, status))
        status = ask_line(t, &answer, "genmove %s\n", side);
    if (!is_good(t, status))
        return status;
    read_move(t, answer, move);
    if (t->report->fault != DM_FAULT_NONE)
        return DM_OK;
    sent_game *sent = &t->bot->sent;
    int32_t stones = dm_position_stones_to_place(t->position);
    memcpy(sent->vertices + sent->stones, move, (size_t)stones * sizeof *move);
    note_turn(sent, stones);
    return DM_OK;
}

static dm_status check_game(const dm_position *position, dm_error *err)
{
    if (dm_arena_is_directed(dm_position_arena(position)))
        return dmi_fail(err, DM_UNSUPPORTED,
                        "an outside program needs an undirected board; --undirected makes this one "
                        "undirected");
    if (dm_position_rules(position)->rounds > 0)
        return DM_OK;
    return dmi_fail(err, DM_UNSUPPORTED,
                    "an outside program can only play rounds of equal turns, White first");
}

static dm_status take_turn(exchange *t, dm_vertex *move)
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
        status = make_room(t);
        if (status == DM_OK && bot->process.pid == 0)
            status = start_program(t);
        if (is_good(t, status)) {
            dmi_output text = {0};
            dmi_protocol_board_write(dm_position_arena(t->position), &text);
            status = send_text(t, &text);
        }
        if (is_good(t, status)) {
            const dm_rules *rules = dm_position_rules(t->position);
            const char *answer;
            status = ask_line(t, &answer, "rules %d %d %s\n", rules->rounds, rules->per_turn,
                              dm_tie_rule_name(rules->ties));
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
        status = ask_for_move(t, move);
    t->report->seconds = dmi_seconds() - begun;
    used = dmi_process_stop(process) - used;
    t->report->processor_seconds = used > 0 ? used : 0;
    return status;
}

dm_status dmi_bot_choose(dmi_bot *bot, dm_position *position, const dm_match_settings *settings,
                         dm_run *run, dm_vertex *move, dm_turn_report *report, dm_error *err)
{
    dm_status status = check_game(position, err);
    if (status != DM_OK)
        return status;
    if (bot->starts_failed >= STARTS)
        return dmi_fault(report, DM_FAULT_GONE, "the program failed to start %d times", STARTS);
    size_t stones = (size_t)dm_position_stones_to_place(position);
    exchange t = {.bot = bot,
                  .position = position,
                  .settings = settings,
                  .run = run,
                  .most = ANSWER + VERTEX_TEXT * stones,
                  .report = report,
                  .err = err};
    status = take_turn(&t, move);
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
