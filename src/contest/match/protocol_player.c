/* protocol_player.c - a player of this library that answers the bot protocol.
 *
 * Lines go in, answers come out; nothing is read or written here.  A position keeps the game, so a
 * command that does not fit is refused and changes nothing.
 */
#include <demesne/contest.h>

#include "base/base.h"
#include "contest/match/bot.h"
#include "contest/match/contestant.h"
#include "contest/match/protocol_player.h"
#include "format/output.h"
#include "format/scan.h"
#include <demesne/player.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dm_status dm_protocol_player_new(const char *player, uint64_t seed, dm_protocol_player **out,
                                 dm_error *err)
{
    dm_player *probe = NULL;
    dm_plane_player *plane_probe = NULL;
    dm_status status = dm_plane_player_new(player, seed, &plane_probe, NULL);
    dm_plane_player_free(plane_probe);
    if (status != DM_OK)
        status = dm_player_new(player, seed, &probe, err);
    dm_player_free(probe);
    if (status != DM_OK)
        return status;
    dm_protocol_player *self = dmi_calloc(1, sizeof *self);
    if (!self || !(self->spec = dmi_strdup(player))) {
        free(self);
        return dmi_no_memory(err);
    }
    self->seed = seed;
    *out = self;
    return DM_OK;
}

static void drop_game(dm_protocol_player *self)
{
    dm_player_free(self->player);
    dm_position_free(self->position);
    self->player = NULL;
    self->position = NULL;
}

void dmi_protocol_drop_board(dm_protocol_player *self)
{
    drop_game(self);
    dm_arena_free(self->arena);
    dmi_protocol_plane_free(self->plane);
    self->plane = NULL;
    free(self->move);
    self->arena = NULL;
    self->move = NULL;
}

void dm_protocol_player_free(dm_protocol_player *self)
{
    if (!self)
        return;
    dmi_protocol_drop_board(self);
    dmi_protocol_board_free(self->incoming);
    free(self->answer.text);
    free(self->spec);
    free(self);
}

bool dm_protocol_player_is_done(const dm_protocol_player *self)
{
    return self->is_done;
}

static void accept_command(dm_protocol_player *self, const char *text)
{
    dmi_print(&self->answer, "= %s\n\n", text);
}

void dmi_protocol_refuse(dm_protocol_player *self, const char *format, ...)
{
    char text[560];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    dmi_print(&self->answer, "? %s\n\n", text);
}

void dmi_protocol_answer_status(dm_protocol_player *self, dm_status status, const dm_error *err)
{
    if (status == DM_OK)
        accept_command(self, "");
    else
        dmi_protocol_refuse(self, "%s", err->message);
}

static bool is_word(const char *at, const char *word)
{
    size_t size = strlen(word);
    return strncmp(at, word, size) == 0 && (at[size] == 0 || dmi_is_blank(at[size]));
}

/* Reads the side that comes next. */
bool dmi_protocol_read_side(const char **at, dm_side *out)
{
    *at = dmi_skip_blanks(*at);
    for (int side = DM_WHITE; side <= DM_BLACK; side++)
        if (is_word(*at, dm_side_name((dm_side)side))) {
            *at = dmi_skip_word(*at);
            *out = (dm_side)side;
            return true;
        }
    return false;
}

static void do_arena(dm_protocol_player *self, const char *at)
{
    dm_error err = {0};
    int64_t n, m;
    if (!dmi_scan_next(&at, &n) || !dmi_scan_next(&at, &m) || !dmi_protocol_is_end(at) || n < 1 ||
        n > INT32_MAX) {
        dmi_protocol_refuse(self,
                            "expected arena N M: the number of vertices (at least 1) and of edges");
        return;
    }
    dmi_protocol_drop_board(self);
    if (dmi_protocol_board_new(n, m, &self->incoming, &err) != DM_OK)
        dmi_protocol_refuse(self, "%s", err.message);
}

/* The time of a new game is not known yet. */
void dmi_protocol_begin_clock(dm_protocol_player *self)
{
    self->seconds[DM_WHITE] = self->seconds[DM_BLACK] = -1;
    self->has_clock = false;
    self->chosen = -1;
}

static void do_rules(dm_protocol_player *self, const char *at)
{
    if (self->plane) {
        dmi_protocol_do_plane_rules(self, at);
        return;
    }
    int64_t rounds, per_turn;
    dm_tie_rule ties;
    dm_rules rules = {0};
    dm_error err = {0};
    bool is_good = dmi_scan_next(&at, &rounds) && dmi_scan_next(&at, &per_turn) &&
                   rounds <= INT32_MAX && per_turn <= INT32_MAX;
    if (!is_good) {
        dmi_protocol_refuse(self, "expected rules ROUNDS PER_TURN TIES");
        return;
    }
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(dmi_skip_blanks(at), " \t"),
             dmi_skip_blanks(at));
    if (!dmi_protocol_is_end(dmi_skip_word(dmi_skip_blanks(at)))) {
        dmi_protocol_refuse(self, "expected rules ROUNDS PER_TURN TIES and nothing more");
        return;
    }
    if (!self->arena) {
        dmi_protocol_refuse(self, "no board yet; send arena before rules");
        return;
    }
    dm_status status = dm_tie_rule_parse(name, &ties, &err);
    if (status == DM_OK)
        status = dm_rounds_fit(rounds, per_turn, self->arena, &err);
    if (status == DM_OK)
        status = dm_rules_init((int32_t)rounds, (int32_t)per_turn, ties, &rules, &err);
    if (status == DM_OK) {
        /* A new game with the same player. */
        drop_game(self);
        status = dm_position_new(self->arena, &rules, &self->position, &err);
        if (status == DM_OK)
            status = dm_player_new(self->spec, self->seed, &self->player, &err);
        dmi_protocol_begin_clock(self);
        if (status != DM_OK)
            drop_game(self);
    }
    dm_rules_clear(&rules);
    dmi_protocol_answer_status(self, status, &err);
}

bool dmi_protocol_has_game(dm_protocol_player *self)
{
    bool has = self->plane ? dmi_protocol_plane_game(self->plane) != NULL : self->position != NULL;
    if (!has)
        dmi_protocol_refuse(self, "no game yet; send %s and rules first",
                            self->plane ? "plane" : "arena");
    return has;
}

/* Whether the side named is the one to move. */
static bool is_due(dm_protocol_player *self, const char **at)
{
    dm_side side;
    if (!dmi_protocol_has_game(self))
        return false;
    if (!dmi_protocol_read_side(at, &side))
        dmi_protocol_refuse(self, "expected white or black, found %s", dmi_quote_word(*at).text);
    else if (dm_position_is_over(self->position))
        dmi_protocol_refuse(self, "the game is over");
    else if (side != dm_position_to_move(self->position))
        dmi_protocol_refuse(self, "it is %s's turn", dm_side_name(dm_other(side)));
    else
        return true;
    return false;
}

/* The vertices up to the end of the line, -1 if they are bad. */
static int32_t read_vertices(const dm_protocol_player *self, const char *at, dm_vertex *out)
{
    dm_vertex n = dm_arena_vertices(self->arena), count = 0;
    for (at = dmi_skip_blanks(at); *at; at = dmi_skip_blanks(at)) {
        int64_t v;
        if (count == n || !dmi_scan_number(&at, &v))
            return -1;
        out[count++] = v < INT32_MAX ? (dm_vertex)v : INT32_MAX;
    }
    return count;
}

/* Whether the line repeats the move that genmove has just made: callers who think that genmove only
 * chooses then play the move themselves. */
static bool is_confirmed(dm_protocol_player *self, const char *at)
{
    dm_side side;
    int32_t last = dm_position_turns_made(self->position) - 1, placed;
    const dm_rules *rules = dm_position_rules(self->position);
    if (self->chosen < 0 || self->chosen != last || !dmi_protocol_read_side(&at, &side) ||
        side != rules->turns[last].side)
        return false;
    const dm_stone *stones = dm_position_stones(self->position, &placed);
    int32_t count = read_vertices(self, at, self->move);
    bool same = count == rules->turns[last].stones;
    for (int32_t i = 0; same && i < count; i++)
        same = stones[placed - count + i].vertex == self->move[i];
    return same;
}

static void do_play(dm_protocol_player *self, const char *at)
{
    dm_error err = {0};
    dm_side side;
    const char *rest;
    if (dmi_protocol_plays_plane(self, at, &side, &rest)) {
        if (rest)
            dmi_protocol_answer_status(self, dmi_protocol_plane_play(self->plane, side, rest, &err),
                                       &err);
        return;
    }
    if (self->position && is_confirmed(self, at)) {
        accept_command(self, "");
        return;
    }
    if (!is_due(self, &at))
        return;
    int32_t count = read_vertices(self, at, self->move);
    if (count < 0) {
        dmi_protocol_refuse(self, "expected vertices, found %s",
                            dmi_quote_word(dmi_skip_blanks(at)).text);
        return;
    }
    dmi_protocol_answer_status(self,
                               count == 0
                                   ? dm_position_pass(self->position, &err)
                                   : dm_position_make(self->position, self->move, count, &err),
                               &err);
}

/* Seconds for this turn; negative: unknown. */
static double thinking_time(const dm_protocol_player *self)
{
    const dm_plane_game *game = self->plane ? dmi_protocol_plane_game(self->plane) : NULL;
    dm_side side =
        game ? (dm_side)dm_plane_game_to_move(game) : dm_position_to_move(self->position);
    double left = self->seconds[side];
    if (left < 0 || !self->has_clock)
        return left;
    int32_t turns = game ? dm_plane_game_rules_of(game)->rounds - dm_plane_game_turns_made(game) / 2
                         : dmi_clock_turns(self->position, side);
    return dmi_clock_share(left, self->increment, turns);
}

/* A run that ends with the time for this turn, if that is known. */
dm_status dmi_protocol_turn_run(const dm_protocol_player *self, dm_run **out, dm_error *err)
{
    double seconds = thinking_time(self);
    dm_status status = dm_run_new(out, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(*out, self->run);
    if (seconds >= 0)
        dm_run_set_deadline(*out, DMI_PROMPT * seconds);
    return DM_OK;
}

/* Chooses within the time left, if that is known. */
static dm_status choose_move(dm_protocol_player *self, dm_error *err)
{
    dm_run *own = NULL;
    dm_status status = dmi_protocol_turn_run(self, &own, err);
    if (status != DM_OK)
        return status;
    status = dm_player_choose(self->player, self->position, own, self->move, err);
    dm_run_free(own);
    return status == DM_STOPPED ? DM_OK : status;
}

static void do_genmove(dm_protocol_player *self, const char *at)
{
    dm_error err = {0};
    dm_side side;
    const char *rest;
    if (dmi_protocol_plays_plane(self, at, &side, &rest)) {
        if (rest && dmi_protocol_is_end(rest))
            dmi_protocol_genmove_in_plane(self, side);
        else if (rest)
            dmi_protocol_refuse(self, "expected genmove white or genmove black and nothing more");
        return;
    }
    if (!is_due(self, &at))
        return;
    if (!dmi_protocol_is_end(at)) {
        dmi_protocol_refuse(self, "expected genmove white or genmove black and nothing more");
        return;
    }
    int32_t stones = dm_position_stones_to_place(self->position);
    dm_status status = choose_move(self, &err);
    if (status == DM_OK)
        status = dm_position_make(self->position, self->move, stones, &err);
    if (status != DM_OK) {
        dmi_protocol_refuse(self, "%s", err.message);
        return;
    }
    self->chosen = dm_position_turns_made(self->position) - 1;
    /* The vertices that were chosen. */
    dmi_put(&self->answer, "=");
    for (int32_t i = 0; i < stones; i++)
        dmi_print(&self->answer, " %d", self->move[i]);
    dmi_put(&self->answer, "\n\n");
}

static void do_undo(dm_protocol_player *self, const char *at)
{
    (void)at;
    dm_error err = {0};
    if (!dmi_protocol_has_game(self))
        return;
    self->chosen = -1;
    dmi_protocol_answer_status(self,
                               self->plane ? dmi_protocol_plane_undo(self->plane, &err)
                                           : dm_position_undo(self->position, &err),
                               &err);
}

static void do_time_left(dm_protocol_player *self, const char *at)
{
    dm_side side;
    int64_t ms;
    if (!dmi_protocol_read_side(&at, &side) || !dmi_scan_next(&at, &ms) ||
        !dmi_protocol_is_end(at)) {
        dmi_protocol_refuse(self, "expected time_left white|black MILLISECONDS");
        return;
    }
    self->seconds[side] = (double)ms / 1000;
    accept_command(self, "");
}

static void do_clock(dm_protocol_player *self, const char *at)
{
    int64_t game, increment;
    if (!dmi_scan_next(&at, &game) || !dmi_scan_next(&at, &increment) || !dmi_protocol_is_end(at)) {
        dmi_protocol_refuse(self, "expected clock MILLISECONDS INCREMENT");
        return;
    }
    self->has_clock = game > 0;
    self->increment = (double)increment / 1000;
    accept_command(self, "");
}

static void do_protocol_version(dm_protocol_player *self, const char *at)
{
    (void)at;
    accept_command(self, DMI_PROTOCOL_VERSION);
}

static void do_name(dm_protocol_player *self, const char *at)
{
    (void)at;
    dmi_print(&self->answer, "= demesne %s\n\n", self->spec);
}

static void do_quit(dm_protocol_player *self, const char *at)
{
    (void)at;
    self->is_done = true;
    accept_command(self, "");
}

typedef void command_fn(dm_protocol_player *self, const char *rest);

static void run_command(dm_protocol_player *self, const char *line)
{
    static const struct {
        const char *name;
        command_fn *run;
    } commands[] = {
        {"protocol_version", do_protocol_version},
        {"name", do_name},
        {"arena", do_arena},
        {"plane", dmi_protocol_do_plane},
        {"rules", do_rules},
        {"play", do_play},
        {"genmove", do_genmove},
        {"undo", do_undo},
        {"time_left", do_time_left},
        {"clock", do_clock},
        {"quit", do_quit},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (is_word(line, commands[i].name)) {
            commands[i].run(self, dmi_skip_word(line));
            return;
        }
    dmi_protocol_refuse(self, "unknown command %s", dmi_quote_word(line).text);
}

const char *dm_protocol_player_answer(dm_protocol_player *self, const char *line, dm_run *run)
{
    const char *start = dmi_skip_blanks(line);
    self->answer.size = 0;
    self->answer.status = DM_OK;
    self->run = run;
    bool is_quit = is_word(start, "quit");
    if (*start && self->plane && !self->has_corners && !is_quit)
        dmi_protocol_take_corner(self, start);
    else if (*start && (!self->incoming || is_quit))
        run_command(self, start);
    else if (*start && dmi_protocol_board_take(self->incoming, start)) {
        /* The last line of the board has come. */
        dm_error err = {0};
        dm_arena *arena = NULL;
        dm_status status = dmi_protocol_board_finish(self->incoming, &arena, &err);
        self->incoming = NULL;
        if (status == DM_OK) {
            self->move = dmi_alloc((size_t)dm_arena_vertices(arena), sizeof *self->move);
            status = self->move ? DM_OK : dmi_no_memory(&err);
        }
        if (status == DM_OK)
            self->arena = arena;
        else
            dm_arena_free(arena);
        dmi_protocol_answer_status(self, status, &err);
    }
    dmi_put_bytes(&self->answer, "", 1);
    return self->answer.status == DM_OK ? self->answer.text : "? out of memory\n\n";
}
