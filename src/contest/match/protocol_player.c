/* protocol_player.c - a player of this library that answers the bot protocol.
 *
 * Lines go in, answers come out; nothing is read or written here.  A position keeps the game, so a
 * command that does not fit is refused and changes nothing.
 */
#include <demesne/contest.h>

#include "base/base.h"
#include "contest/match/bot.h"
#include "contest/match/contestant.h"
#include "contest/match/protocol_board.h"
#include "format/output.h"
#include "format/scan.h"
#include <demesne/player.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dm_protocol_player {
    char *spec;
    uint64_t seed;
    dm_arena *arena;
    dm_position *position;
    dm_player *player;            /* new for every game */
    dm_vertex *move;              /* room for the board's vertices */
    double seconds[2];            /* time left, by side; negative: unknown */
    bool has_clock;               /* they are for the rest of the game */
    double increment;             /* seconds that a turn adds to them */
    int32_t chosen;               /* the turn that genmove made last, or -1 */
    dmi_protocol_board *incoming; /* a board of which lines are missing, or NULL */
    dmi_output answer;
    dm_run *run; /* of the command that is answered */
    bool is_done;
};

dm_status dm_protocol_player_new(const char *player, uint64_t seed, dm_protocol_player **out,
                                 dm_error *err)
{
    dm_player *probe = NULL;
    dm_status status = dm_player_new(player, seed, &probe, err);
    if (status != DM_OK)
        return status;
    dm_player_free(probe);
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

static void drop_board(dm_protocol_player *self)
{
    drop_game(self);
    dm_arena_free(self->arena);
    free(self->move);
    self->arena = NULL;
    self->move = NULL;
}

void dm_protocol_player_free(dm_protocol_player *self)
{
    if (!self)
        return;
    drop_board(self);
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

static void refuse_command(dm_protocol_player *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void refuse_command(dm_protocol_player *self, const char *format, ...)
{
    char text[560];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    dmi_print(&self->answer, "? %s\n\n", text);
}

static void answer_status(dm_protocol_player *self, dm_status status, const dm_error *err)
{
    if (status == DM_OK)
        accept_command(self, "");
    else
        refuse_command(self, "%s", err->message);
}

static bool is_word(const char *at, const char *word)
{
    size_t size = strlen(word);
    return strncmp(at, word, size) == 0 && (at[size] == 0 || dmi_is_blank(at[size]));
}

/* Reads the side that comes next. */
static bool read_side(const char **at, dm_side *out)
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

static bool is_end(const char *at)
{
    return *dmi_skip_blanks(at) == 0;
}

static void do_arena(dm_protocol_player *self, const char *at)
{
    dm_error err = {0};
    int64_t n, m;
    if (!dmi_scan_next(&at, &n) || !dmi_scan_next(&at, &m) || !is_end(at) || n < 1 ||
        n > INT32_MAX) {
        refuse_command(self,
                       "expected arena N M: the number of vertices (at least 1) and of edges");
        return;
    }
    drop_board(self);
    if (dmi_protocol_board_new(n, m, &self->incoming, &err) != DM_OK)
        refuse_command(self, "%s", err.message);
}

static void do_rules(dm_protocol_player *self, const char *at)
{
    int64_t rounds, per_turn;
    dm_tie_rule ties;
    dm_rules rules = {0};
    dm_error err = {0};
    bool is_good = dmi_scan_next(&at, &rounds) && dmi_scan_next(&at, &per_turn) &&
                   rounds <= INT32_MAX && per_turn <= INT32_MAX;
    if (!is_good) {
        refuse_command(self, "expected rules ROUNDS PER_TURN TIES");
        return;
    }
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(dmi_skip_blanks(at), " \t"),
             dmi_skip_blanks(at));
    if (!is_end(dmi_skip_word(dmi_skip_blanks(at)))) {
        refuse_command(self, "expected rules ROUNDS PER_TURN TIES and nothing more");
        return;
    }
    if (!self->arena) {
        refuse_command(self, "no board yet; send arena before rules");
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
        self->seconds[DM_WHITE] = self->seconds[DM_BLACK] = -1;
        self->has_clock = false;
        self->chosen = -1;
        if (status != DM_OK)
            drop_game(self);
    }
    dm_rules_clear(&rules);
    answer_status(self, status, &err);
}

static bool has_game(dm_protocol_player *self)
{
    if (!self->position)
        refuse_command(self, "no game yet; send arena and rules first");
    return self->position != NULL;
}

/* Whether the side named is the one to move. */
static bool is_due(dm_protocol_player *self, const char **at)
{
    dm_side side;
    if (!has_game(self))
        return false;
    if (!read_side(at, &side))
        refuse_command(self, "expected white or black, found %s", dmi_quote_word(*at).text);
    else if (dm_position_is_over(self->position))
        refuse_command(self, "the game is over");
    else if (side != dm_position_to_move(self->position))
        refuse_command(self, "it is %s's turn", dm_side_name(dm_other(side)));
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
    if (self->chosen < 0 || self->chosen != last || !read_side(&at, &side) ||
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
    if (self->position && is_confirmed(self, at)) {
        accept_command(self, "");
        return;
    }
    if (!is_due(self, &at))
        return;
    int32_t count = read_vertices(self, at, self->move);
    if (count < 0) {
        refuse_command(self, "expected vertices, found %s",
                       dmi_quote_word(dmi_skip_blanks(at)).text);
        return;
    }
    answer_status(self,
                  count == 0 ? dm_position_pass(self->position, &err)
                             : dm_position_make(self->position, self->move, count, &err),
                  &err);
}

/* Seconds for this turn; negative: unknown. */
static double thinking_time(const dm_protocol_player *self)
{
    dm_side side = dm_position_to_move(self->position);
    double left = self->seconds[side];
    if (left < 0 || !self->has_clock)
        return left;
    return dmi_clock_share(left, self->increment, dmi_clock_turns(self->position, side));
}

/* Chooses within the time left, if that is known. */
static dm_status choose_move(dm_protocol_player *self, dm_error *err)
{
    double seconds = thinking_time(self);
    dm_run *own = NULL;
    dm_status status = dm_run_new(&own, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(own, self->run);
    if (seconds >= 0)
        dm_run_set_deadline(own, DMI_PROMPT * seconds);
    status = dm_player_choose(self->player, self->position, own, self->move, err);
    dm_run_free(own);
    return status == DM_STOPPED ? DM_OK : status;
}

static void do_genmove(dm_protocol_player *self, const char *at)
{
    dm_error err = {0};
    if (!is_due(self, &at))
        return;
    if (!is_end(at)) {
        refuse_command(self, "expected genmove white or genmove black and nothing more");
        return;
    }
    int32_t stones = dm_position_stones_to_place(self->position);
    dm_status status = choose_move(self, &err);
    if (status == DM_OK)
        status = dm_position_make(self->position, self->move, stones, &err);
    if (status != DM_OK) {
        refuse_command(self, "%s", err.message);
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
    if (!has_game(self))
        return;
    self->chosen = -1;
    answer_status(self, dm_position_undo(self->position, &err), &err);
}

static void do_time_left(dm_protocol_player *self, const char *at)
{
    dm_side side;
    int64_t ms;
    if (!read_side(&at, &side) || !dmi_scan_next(&at, &ms) || !is_end(at)) {
        refuse_command(self, "expected time_left white|black MILLISECONDS");
        return;
    }
    self->seconds[side] = (double)ms / 1000;
    accept_command(self, "");
}

static void do_clock(dm_protocol_player *self, const char *at)
{
    int64_t game, increment;
    if (!dmi_scan_next(&at, &game) || !dmi_scan_next(&at, &increment) || !is_end(at)) {
        refuse_command(self, "expected clock MILLISECONDS INCREMENT");
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
    refuse_command(self, "unknown command %s", dmi_quote_word(line).text);
}

const char *dm_protocol_player_answer(dm_protocol_player *self, const char *line, dm_run *run)
{
    const char *start = dmi_skip_blanks(line);
    self->answer.size = 0;
    self->answer.status = DM_OK;
    self->run = run;
    bool is_quit = is_word(start, "quit");
    if (*start && (!self->incoming || is_quit))
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
        answer_status(self, status, &err);
    }
    dmi_put_bytes(&self->answer, "", 1);
    return self->answer.status == DM_OK ? self->answer.text : "? out of memory\n\n";
}
