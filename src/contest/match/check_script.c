/* check_script.c - runs the conversation of one check.
 *
 * A position follows the game, so that the vertices of an answer can be judged.
 */
#include "contest/match/check_script.h"
#include "base/names.h"

#include "base/base.h"
#include "contest/match/bot.h"
#include "contest/match/protocol_board.h"
#include "format/scan.h"
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 200 };
static const double MOVE_SECONDS = 2, START_SECONDS = 10, LEAVE_SECONDS = 2, SILENCE_SECONDS = 0.1;

typedef struct session {
    dmi_talk *talk;
    const dm_match_settings *settings;
    dm_arena *arena;
    dm_position *position;
    dm_vertex *move;  /* room for the board */
    bool *is_own;     /* by vertex: the program chose it */
    double time_left; /* for the next turn; 0: not told */
    const char *at;   /* the rest of the script */
    dm_error *err;
} session;

static double start_seconds(const session *s)
{
    return s->settings->start_seconds > 0 ? s->settings->start_seconds : START_SECONDS;
}

static double move_seconds(const session *s)
{
    double usual = s->settings->move_seconds > 0 ? s->settings->move_seconds : MOVE_SECONDS;
    return s->time_left > 0 ? s->time_left : usual;
}

static bool begins_with(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* Sends lines that must be answered with =; `*out` is the text after it, or NULL. */
static dm_status ask_bot(const session *s, const char *text, size_t size, double seconds,
                         const char **out)
{
    static const char hint[] = "Every command of the table in docs/BOTS.md is answered with = .";
    dm_status status = dmi_talk_ask(s->talk, text, size, seconds, out, s->err);
    if (status != DM_OK || !*out)
        return status;
    if (**out == '?') {
        dmi_talk_blame(s->talk, hint, "it refused %.*s", (int)strcspn(text, "\n"), text);
        *out = NULL;
        return DM_OK;
    }
    *out += 1 + strspn(*out + 1, " \t");
    return DM_OK;
}

static dm_status ask_line(const session *s, const char *line, double seconds, const char **out)
{
    char text[2 * LINE];
    int size = snprintf(text, sizeof text, "%s\n", line);
    return ask_bot(s, text, (size_t)size, seconds, out);
}

static void forget_game(session *s)
{
    dm_position_free(s->position);
    s->position = NULL;
}

static void forget_board(session *s)
{
    forget_game(s);
    dm_arena_free(s->arena);
    free(s->move);
    free(s->is_own);
    s->arena = NULL;
    s->move = NULL;
    s->is_own = NULL;
}

/* Sends the board and keeps it. */
static dm_status send_board(session *s, dm_arena *arena)
{
    const char *answer;
    dmi_output text = {0};
    size_t n = (size_t)dm_arena_vertices(arena);
    forget_board(s);
    s->arena = arena;
    s->move = dmi_alloc(n, sizeof *s->move);
    s->is_own = dmi_calloc(n, sizeof *s->is_own);
    dmi_protocol_board_write(arena, &text);
    dm_status status = !s->move || !s->is_own || text.status != DM_OK
                           ? dmi_no_memory(s->err)
                           : ask_bot(s, text.text, text.size, start_seconds(s), &answer);
    free(text.text);
    return status;
}

/* The next line of the script, without its end. */
static void take_line(session *s, char line[LINE])
{
    int length = (int)strcspn(s->at, "\n");
    snprintf(line, LINE, "%.*s", length, s->at);
    s->at += length + (s->at[length] == '\n');
}

/* An arena command that the script spells out. */
static dm_status do_arena(session *s, const char *rest)
{
    dmi_protocol_board *board = NULL;
    dm_arena *arena = NULL;
    char line[LINE];
    int64_t n = 0, m = 0;
    bool is_last = false;
    dmi_scan_next(&rest, &n);
    dmi_scan_next(&rest, &m);
    dm_status status = dmi_protocol_board_new(n, m, &board, s->err);
    while (status == DM_OK && !is_last) {
        take_line(s, line);
        is_last = dmi_protocol_board_take(board, line);
    }
    if (status == DM_OK)
        status = dmi_protocol_board_finish(board, &arena, s->err);
    return status == DM_OK ? send_board(s, arena) : status;
}

static dm_status do_rules(session *s, const char *line)
{
    const char *rest = dmi_skip_word(line), *answer;
    int64_t rounds = 0, per_turn = 0;
    dm_tie_rule ties;
    dm_rules rules = {0};
    dmi_scan_next(&rest, &rounds);
    dmi_scan_next(&rest, &per_turn);
    dm_status status = dm_tie_rule_parse(dmi_skip_blanks(rest), &ties, s->err);
    if (status == DM_OK)
        status = dm_rules_init((int32_t)rounds, (int32_t)per_turn, ties, &rules, s->err);
    forget_game(s);
    if (status == DM_OK)
        status = dm_position_new(s->arena, &rules, &s->position, s->err);
    dm_rules_clear(&rules);
    memset(s->is_own, 0, (size_t)dm_arena_vertices(s->arena) * sizeof *s->is_own);
    return status == DM_OK ? ask_line(s, line, start_seconds(s), &answer) : status;
}

/* Makes the turn of `play SIDE V ..` in the position and tells the program. */
static dm_status do_play(session *s, const char *line)
{
    const char *at = dmi_skip_word(dmi_skip_blanks(dmi_skip_word(line))), *answer;
    int32_t count = 0;
    int64_t v;
    while (dmi_scan_next(&at, &v)) {
        s->is_own[v] = false;
        s->move[count++] = (dm_vertex)v;
    }
    dm_status status = count == 0 ? dm_position_pass(s->position, s->err)
                                  : dm_position_make(s->position, s->move, count, s->err);
    return status == DM_OK ? ask_line(s, line, move_seconds(s), &answer) : status;
}

static dm_status do_undo(session *s)
{
    const char *answer;
    dm_status status = dm_position_undo(s->position, s->err);
    return status == DM_OK ? ask_line(s, "undo", move_seconds(s), &answer) : status;
}

/* Reads the vertices of an answer into s->move; false after a mistake. */
static bool read_vertices(const session *s, const char *answer)
{
    static const char count_hint[] =
        "The second number of `rules` is how many vertices every answer to genmove has.";
    static const char words_hint[] =
        "The answer to genmove is `=` and the vertices, separated by blanks, and nothing else.";
    int32_t wanted = dm_position_stones_to_place(s->position), count = 0;
    for (const char *at = dmi_skip_blanks(answer); *at; at = dmi_skip_blanks(at), count++) {
        bool is_negative = *at == '-';
        int64_t v;
        at += is_negative;
        if (!dmi_scan_number(&at, &v)) {
            dmi_talk_blame(s->talk, words_hint, "expected vertices, found \"%.60s\"", answer);
            return false;
        }
        if (count < wanted)
            s->move[count] = is_negative || v > INT32_MAX ? -1 : (dm_vertex)v;
    }
    if (count != wanted)
        dmi_talk_blame(s->talk, count_hint, "it gave %d %s for a turn of %d", count,
                       dmi_plural(count, "vertex", "vertices"), wanted);
    return count == wanted;
}

/* Finds the first vertex that cannot be taken; false if there is one. */
static bool check_vertices(const session *s)
{
    static const char range_hint[] = "Vertices count from 0 to N - 1.";
    static const char own_hint[] =
        "genmove also places the stones: no play follows for them.  Remember them yourself, and "
        "free the vertices of a turn that undo takes back.  Vertices count from 0.";
    static const char other_hint[] =
        "Remember the vertices of every play, and forget all of them after rules or arena.  "
        "Vertices count from 0.";
    dm_vertex n = dm_arena_vertices(s->arena);
    int32_t count = dm_position_stones_to_place(s->position);
    for (int32_t i = 0; i < count; i++) {
        dm_vertex v = s->move[i];
        bool is_double = false;
        for (int32_t j = 0; j < i; j++)
            is_double = is_double || s->move[j] == v;
        if (v < 0 || v >= n)
            dmi_talk_blame(s->talk, range_hint, "the board has vertices 0 to %d, not %d", n - 1, v);
        else if (is_double)
            dmi_talk_blame(s->talk, "All vertices of a turn must be different.",
                           "vertex %d appears twice in one turn", v);
        else if (!dm_position_is_free(s->position, v))
            dmi_talk_blame(s->talk, s->is_own[v] ? own_hint : other_hint,
                           s->is_own[v] ? "it has already taken vertex %d itself"
                                        : "vertex %d was taken by play",
                           v);
    }
    return !s->talk->is_wrong;
}

static dm_status do_genmove(session *s, const char *line)
{
    const char *answer;
    dm_status status = ask_line(s, line, move_seconds(s), &answer);
    s->time_left = 0;
    if (status != DM_OK || !answer || !read_vertices(s, answer) || !check_vertices(s))
        return status;
    int32_t count = dm_position_stones_to_place(s->position);
    for (int32_t i = 0; i < count; i++)
        s->is_own[s->move[i]] = true;
    return dm_position_make(s->position, s->move, count, s->err);
}

/* Takes the lowest free vertices for the other side. */
static dm_status play_lowest(session *s)
{
    char line[LINE];
    int size =
        snprintf(line, sizeof line, "play %s", dm_side_name(dm_position_to_move(s->position)));
    int32_t count = dm_position_stones_to_place(s->position);
    for (dm_vertex v = 0; count > 0; v++)
        if (dm_position_is_free(s->position, v)) {
            size += snprintf(line + size, sizeof line - (size_t)size, " %d", v);
            count--;
        }
    return do_play(s, line);
}

static dm_status do_finish(session *s, const char *side)
{
    char line[2 * LINE];
    dm_status status = DM_OK;
    snprintf(line, sizeof line, "genmove %s", side);
    while (status == DM_OK && !s->talk->is_wrong && !dm_position_is_over(s->position)) {
        bool is_its_turn = strcmp(dm_side_name(dm_position_to_move(s->position)), side) == 0;
        status = is_its_turn ? do_genmove(s, line) : play_lowest(s);
    }
    return status;
}

static dm_status do_time_left(session *s, const char *line)
{
    const char *rest = dmi_skip_word(dmi_skip_blanks(dmi_skip_word(line))), *answer;
    int64_t ms = 0;
    dm_status status = ask_line(s, line, move_seconds(s), &answer);
    dmi_scan_next(&rest, &ms);
    s->time_left = (double)ms / 1000;
    return status;
}

static dm_status do_version(session *s)
{
    const char *answer;
    dm_status status = ask_line(s, "protocol_version", start_seconds(s), &answer);
    if (status == DM_OK && answer && strcmp(answer, DMI_PROTOCOL_VERSION) != 0)
        dmi_talk_blame(s->talk, "Answer `= 1`: this is version 1 of the protocol.",
                       "it speaks version \"%.20s\", not 1", answer);
    return status;
}

/* Sends words that may be refused, or must be. */
static dm_status do_unknown(session *s, const char *words, bool must_refuse)
{
    static const char hint[] = "Answer commands that the program does not know with `? unknown "
                               "command` and a blank line, and go on.";
    char text[2 * LINE];
    const char *answer;
    int size = snprintf(text, sizeof text, "%s\n", words);
    dm_status status = dmi_talk_ask(s->talk, text, (size_t)size, move_seconds(s), &answer, s->err);
    if (s->talk->is_wrong)
        s->talk->hint = hint;
    if (status == DM_OK && answer && *answer == '=' && must_refuse)
        dmi_talk_blame(s->talk, hint, "it answered an unknown command with =");
    return status;
}

/* Blank lines go with the next command: alone they have no answer. */
static dm_status do_blank(session *s)
{
    char line[LINE], text[2 * LINE];
    const char *answer;
    int blanks = 1;
    for (take_line(s, line); !*line; take_line(s, line))
        blanks++;
    int size = snprintf(text, sizeof text, "%.*s%s\n", blanks, "\n\n\n\n", line);
    return ask_bot(s, text, (size_t)size, move_seconds(s), &answer);
}

static dm_status do_line(session *s, const char *line)
{
    static const char *const of_games[] = {"rules ",  "play ", "genmove ",
                                           "finish ", "undo",  "reply"};
    const char *answer;
    for (size_t i = 0; i < sizeof of_games / sizeof *of_games; i++)
        if (begins_with(line, of_games[i])) {
            /* Commands about the board that was sent last. */
            if (!s->move || !s->is_own)
                return dmi_fail(s->err, DM_INTERNAL, "there is no board for '%s'", line);
            if (begins_with(line, "rules "))
                return do_rules(s, line);
            if (begins_with(line, "play "))
                return do_play(s, line);
            if (begins_with(line, "genmove "))
                return do_genmove(s, line);
            if (begins_with(line, "finish "))
                return do_finish(s, line + sizeof "finish");
            return begins_with(line, "undo") ? do_undo(s) : play_lowest(s);
        }
    if (!*line)
        return do_blank(s);
    if (begins_with(line, "protocol_version"))
        return do_version(s);
    if (begins_with(line, "board ")) {
        const char *family = line + sizeof "board";
        dm_arena *arena = NULL;
        dm_status status = dm_generate(family, 1, &arena, s->err);
        return status == DM_OK ? send_board(s, arena) : status;
    }
    if (begins_with(line, "arena "))
        return do_arena(s, line + sizeof "arena");
    if (begins_with(line, "time_left "))
        return do_time_left(s, line);
    if (begins_with(line, "?"))
        return do_unknown(s, line + 1, true);
    if (begins_with(line, "maybe "))
        return do_unknown(s, line + sizeof "maybe", false);
    if (begins_with(line, "planar ")) {
        bool is_known = false;
        dm_status status =
            dmi_check_plane(s->talk, line + sizeof "planar", move_seconds(s), &is_known, s->err);
        if (!is_known)
            s->at = "";
        return status;
    }
    if (begins_with(line, "wait"))
        return dmi_talk_listen(s->talk, SILENCE_SECONDS, s->err);
    if (begins_with(line, "leave")) {
        dmi_talk_leave(s->talk, strcmp(line, "leave quit") == 0 ? "quit\n" : "", LEAVE_SECONDS);
        return DM_OK;
    }
    return ask_line(s, line, move_seconds(s), &answer);
}

dm_status dmi_check_run(const dmi_check_script *script, const dm_match_settings *settings,
                        dmi_talk *talk, dm_error *err)
{
    session s = {.talk = talk, .settings = settings, .at = script->lines, .err = err};
    dm_status status = DM_OK;
    char line[LINE];
    while (status == DM_OK && !talk->is_wrong && *s.at) {
        take_line(&s, line);
        status = do_line(&s, line);
    }
    forget_board(&s);
    return status;
}
