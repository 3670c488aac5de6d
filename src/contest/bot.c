/* bot.c - an outside program that plays.
 *
 * Before each of its turns the program is brought up to date: started where there is none, told
 * the board and the rules where it does not know them, told every turn that it has not seen, and
 * made to take back those that are no longer part of the game.  `told` is what it knows, a prefix
 * of some game; that and the position say what is to be sent.  Any fault ends the program, so that
 * one which goes on has always answered everything as it should.
 *
 * Starting, the board and the turns of a game already under way have a clock of their own, the
 * start's; a turn's clock runs from the news of the turns since its last to its move.
 */
#include "contest/bot.h"

#include "base/base.h"
#include "contest/child_process.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ANSWER = 4096,    /* bytes of an answer beside its vertices */
    VERTEX_TEXT = 12, /* bytes that a vertex of an answer may take */
    STARTS = 3        /* that may fail in a row before the game goes on without the program */
};
static const double START_SECONDS = 10, QUIT_SECONDS = 0.5;

/* What the program knows of the game. */
typedef struct known_game {
    bool has_board;
    int32_t turns, stones;
    int32_t *turn_stones; /* one a turn told: how many */
    dm_vertex *vertices;  /* all of them, one after another */
    int32_t room_turns, room_stones;
} known_game;

struct dmi_bot {
    char *command;
    dmi_process child;
    known_game told;
    int starts_failed; /* one after another */
};

/* One turn's talk with the program. */
typedef struct talk {
    dmi_bot *bot;
    const dm_position *position;
    dm_run *run;
    double limit, deadline; /* seconds allowed, and when they are over; none where negative */
    size_t most;            /* bytes of an answer */
    dm_turn_report *report;
    dm_error *err;
} talk;

/* The command for sh.  A simple one takes the shell's place, for a shell that waits would hold the
 * pipe open after the program has closed it. */
static char *shell_command(const char *command)
{
    static const char exec[] = "exec ";
    bool is_simple = strpbrk(command, ";&|(){}=\n") == NULL;
    size_t size = sizeof exec + strlen(command);
    char *text = dmi_alloc(size, 1);
    if (text)
        snprintf(text, size, "%s%s", is_simple ? exec : "", command);
    return text;
}

dm_status dmi_bot_new(const char *command, dmi_bot **out, dm_error *err)
{
    dmi_bot *bot = dmi_calloc(1, sizeof *bot);
    if (!bot || !(bot->command = shell_command(command))) {
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
    dmi_process_end(&bot->child, "quit\n", QUIT_SECONDS);
    free(bot->told.turn_stones);
    free(bot->told.vertices);
    free(bot->command);
    free(bot);
}

static void forget_game(dmi_bot *bot)
{
    bot->told.has_board = false;
    bot->told.turns = bot->told.stones = 0;
}

void dmi_bot_begin(dmi_bot *bot)
{
    forget_game(bot);
    bot->starts_failed = 0;
}

void dmi_bot_kill(dmi_bot *bot)
{
    dmi_process_end(&bot->child, NULL, 0);
    forget_game(bot);
}

static bool goes_on(const void *user)
{
    const talk *t = user;
    return dmi_match_goes_on(t->position, t->run);
}

/* A hearing that is no answer as a fault, or as a failure of ours. */
static dm_status blame(const talk *t, dmi_process_reply hearing, const char *command)
{
    int length = (int)strcspn(command, " \n");
    switch (hearing) {
    case DMI_REPLY_LATE:
        return dmi_fault(t->report, DM_FAULT_LATE, "no answer to %.*s within %.3f s", length,
                         command, t->limit);
    case DMI_REPLY_FLOOD:
        return dmi_fault(t->report, DM_FAULT_FLOOD, "more than %zu bytes in answer to %.*s",
                         t->most, length, command);
    case DMI_REPLY_UNASKED:
        return dmi_fault(t->report, DM_FAULT_RUBBISH, "it wrote more than the answer to %.*s",
                         length, command);
    case DMI_REPLY_STOPPED:
        return dmi_stopped(t->run, t->err);
    case DMI_REPLY_NO_MEMORY:
        return dmi_no_memory(t->err);
    default:
        return dmi_fault(t->report, DM_FAULT_GONE, "the program ended before it answered %.*s",
                         length, command);
    }
}

/* Sends a command and gives the text after `=`, or NULL with a fault or a failure told. */
static dm_status ask(const talk *t, const char *text, size_t size, const char **out)
{
    const char *answer = NULL;
    dmi_process_request question = {text, size, t->most, t->deadline, goes_on, t};
    dmi_process_reply hearing = dmi_process_ask(&t->bot->child, &question, &answer);
    *out = NULL;
    if (hearing != DMI_REPLY_WHOLE)
        return blame(t, hearing, text);
    if (*answer != '=')
        return dmi_fault(t->report, DM_FAULT_RUBBISH, "it answered %.*s with '%.60s'",
                         (int)strcspn(text, " \n"), text, answer);
    *out = answer + 1 + strspn(answer + 1, " \t");
    return DM_OK;
}

/* The same with a printed command. */
static dm_status ask_line(const talk *t, const char **out, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static dm_status ask_line(const talk *t, const char **out, const char *format, ...)
{
    char line[160];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return ask(t, line, (size_t)size, out);
}

static void spell_board(FILE *text, const dm_arena *arena)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    fprintf(text, "arena %d %lld\n", graph->n, (long long)dm_arena_edges(arena));
    for (dm_vertex v = 0; v < graph->n; v++)
        fprintf(text, "%lld\n", (long long)dm_value_of(values, v));
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
            if (v < graph->target[arc])
                fprintf(text, "%d %d %lld\n", v, graph->target[arc],
                        (long long)dm_graph_length(graph, arc));
}

static dm_status tell_board(const talk *t)
{
    char *text = NULL;
    const char *answer;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return dmi_no_memory(t->err);
    spell_board(file, dm_position_arena(t->position));
    bool is_whole = !ferror(file);
    is_whole = fclose(file) == 0 && is_whole;
    dm_status status = is_whole ? ask(t, text, size, &answer) : dmi_no_memory(t->err);
    free(text);
    return status;
}

static dm_status tell_rules(const talk *t)
{
    const dm_rules *rules = dm_position_rules(t->position);
    const char *answer;
    return ask_line(t, &answer, "rules %d %d %s\n", rules->rounds, rules->per_turn,
                    dm_tie_rule_name(rules->ties));
}

static dm_status check_version(const talk *t)
{
    const char *answer;
    dm_status status = ask_line(t, &answer, "protocol_version\n");
    if (status == DM_OK && answer && strcmp(answer, DMI_PROTOCOL_VERSION) != 0)
        dmi_fault(t->report, DM_FAULT_RUBBISH, "it speaks protocol version '%.20s', not %s", answer,
                  DMI_PROTOCOL_VERSION);
    return status;
}

/* Room to remember the whole game. */
static dm_status make_room(const talk *t)
{
    known_game *told = &t->bot->told;
    const dm_rules *rules = dm_position_rules(t->position);
    dm_vertex n = dm_arena_vertices(dm_position_arena(t->position));
    size_t turns = (size_t)rules->turn_count, stones = (size_t)n;
    if (rules->turn_count > told->room_turns) {
        int32_t *grown = dmi_realloc(told->turn_stones, turns, sizeof *grown);
        if (!grown)
            return dmi_no_memory(t->err);
        told->turn_stones = grown;
        told->room_turns = rules->turn_count;
    }
    if (n > told->room_stones) {
        dm_vertex *grown = dmi_realloc(told->vertices, stones, sizeof *grown);
        if (!grown)
            return dmi_no_memory(t->err);
        told->vertices = grown;
        told->room_stones = n;
    }
    return DM_OK;
}

/* One more turn is known: its `count` vertices stand behind the others already. */
static void remember_turn(known_game *told, int32_t count)
{
    told->stones += count;
    told->turn_stones[told->turns++] = count;
}

/* How many of the turns told are still those of the game. */
static int32_t agreeing_turns(const known_game *told, const dm_position *position)
{
    const dm_rules *rules = dm_position_rules(position);
    int32_t made = dm_position_turns_made(position), count, at = 0;
    const dm_stone *stones = dm_position_stones(position, &count);
    for (int32_t turn = 0; turn < told->turns; turn++) {
        if (turn >= made || told->turn_stones[turn] != rules->turns[turn].stones)
            return turn;
        for (int32_t i = 0; i < told->turn_stones[turn]; i++, at++)
            if (told->vertices[at] != stones[at].vertex)
                return turn;
    }
    return told->turns;
}

static dm_status tell_undo(const talk *t)
{
    known_game *told = &t->bot->told;
    const char *answer;
    dm_status status = ask_line(t, &answer, "undo\n");
    told->stones -= told->turn_stones[--told->turns];
    return status;
}

/* Tells the next turn that is not known; one that was lost has no vertices. */
static dm_status tell_turn(const talk *t)
{
    known_game *told = &t->bot->told;
    const dm_turn *turn = &dm_position_rules(t->position)->turns[told->turns];
    int32_t count;
    const dm_stone *stones = dm_position_stones(t->position, &count) + told->stones;
    const char *answer;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return dmi_no_memory(t->err);
    fprintf(file, "play %s", dm_side_name(turn->side));
    for (int32_t i = 0; i < turn->stones; i++) {
        fprintf(file, " %d", stones[i].vertex);
        told->vertices[told->stones + i] = stones[i].vertex;
    }
    fputc('\n', file);
    dm_status status = fclose(file) == 0 ? ask(t, text, size, &answer) : dmi_no_memory(t->err);
    free(text);
    remember_turn(told, turn->stones);
    return status;
}

/* No failure and no fault so far. */
static bool is_well(const talk *t, dm_status status)
{
    return status == DM_OK && t->report->fault == DM_FAULT_NONE;
}

static dm_status tell_turns(const talk *t)
{
    dm_status status = DM_OK;
    const known_game *told = &t->bot->told;
    int32_t agreed = agreeing_turns(told, t->position);
    while (is_well(t, status) && told->turns > agreed)
        status = tell_undo(t);
    while (is_well(t, status) && told->turns < dm_position_turns_made(t->position))
        status = tell_turn(t);
    return status;
}

static void set_clock(talk *t, double seconds)
{
    t->limit = seconds;
    t->deadline = seconds > 0 ? dmi_seconds() + seconds : -1;
}

/* A program that knows the board and the game so far. */
static dm_status start(const talk *t)
{
    dmi_bot *bot = t->bot;
    dm_status status = make_room(t);
    if (status == DM_OK && bot->child.pid == 0) {
        forget_game(bot);
        status = dmi_process_start(&bot->child, bot->command, t->err);
        if (status == DM_OK)
            status = check_version(t);
    }
    if (is_well(t, status))
        status = tell_board(t);
    if (is_well(t, status))
        status = tell_rules(t);
    if (is_well(t, status))
        status = tell_turns(t);
    bot->told.has_board = is_well(t, status);
    bot->starts_failed = bot->told.has_board ? 0 : bot->starts_failed + 1;
    return status;
}

/* The vertices of an answer; whether they are free is the referee's to say. */
static void read_move(const talk *t, const char *answer, dm_vertex *move)
{
    int32_t wanted = dm_position_stones_to_place(t->position), count = 0;
    const char *at = answer + strspn(answer, " \t\r");
    for (; *at; at += strspn(at, " \t\r")) {
        size_t digits = strspn(at, "0123456789"), sign = *at == '-';
        if (sign)
            digits = strspn(at + 1, "0123456789");
        if (digits == 0 || (at[sign + digits] && !strchr(" \t\r", at[sign + digits]))) {
            dmi_fault(t->report, DM_FAULT_RUBBISH, "'%.60s' is no list of vertices", answer);
            return;
        }
        if (count < wanted)
            move[count] = sign || digits > 9 ? -1 : (dm_vertex)strtol(at, NULL, 10);
        count++;
        at += sign + digits;
    }
    if (count != wanted)
        dmi_fault(t->report, DM_FAULT_ILLEGAL, "%d %s placed in a turn of %d", count,
                  count == 1 ? "stone" : "stones", wanted);
}

static dm_status ask_for_move(const talk *t, dm_vertex *move)
{
    const char *side = dm_side_name(t->report->side), *answer = NULL;
    dm_status status = DM_OK;
    if (t->limit > 0)
        status = ask_line(t, &answer, "time_left %s %lld\n", side, (long long)(1000 * t->limit));
    if (is_well(t, status))
        status = ask_line(t, &answer, "genmove %s\n", side);
    if (!is_well(t, status))
        return status;
    read_move(t, answer, move);
    if (t->report->fault != DM_FAULT_NONE)
        return DM_OK;
    known_game *told = &t->bot->told;
    int32_t stones = dm_position_stones_to_place(t->position);
    memcpy(told->vertices + told->stones, move, (size_t)stones * sizeof *move);
    remember_turn(told, stones);
    return DM_OK;
}

static dm_status check_schedule(const dm_position *position, dm_error *err)
{
    if (dm_position_rules(position)->rounds > 0)
        return DM_OK;
    return dmi_fail(err, DM_UNSUPPORTED,
                    "an outside program plays rounds of equal turns, White first, and no others");
}

static dm_status take_turn(talk *t, const dm_match_settings *settings, dm_vertex *move)
{
    dm_status status = DM_OK;
    if (t->bot->child.pid == 0 || !t->bot->told.has_board) {
        set_clock(t, settings->start_seconds > 0 ? settings->start_seconds : START_SECONDS);
        status = start(t);
    }
    if (!is_well(t, status))
        return status;
    double begun = dmi_seconds();
    set_clock(t, settings->move_seconds);
    status = tell_turns(t);
    if (is_well(t, status))
        status = ask_for_move(t, move);
    t->report->seconds = dmi_seconds() - begun;
    return status;
}

dm_status dmi_bot_choose(dmi_bot *bot, dm_position *position, const dm_match_settings *settings,
                         dm_run *run, dm_vertex *move, dm_turn_report *report, dm_error *err)
{
    dm_status status = check_schedule(position, err);
    if (status != DM_OK)
        return status;
    if (bot->starts_failed >= STARTS)
        return dmi_fault(report, DM_FAULT_GONE, "the program failed to start %d times", STARTS);
    size_t stones = (size_t)dm_position_stones_to_place(position);
    talk t = {.bot = bot,
              .position = position,
              .run = run,
              .most = ANSWER + VERTEX_TEXT * stones,
              .report = report,
              .err = err};
    status = take_turn(&t, settings, move);
    if (!is_well(&t, status))
        dmi_bot_kill(bot);
    return status;
}
