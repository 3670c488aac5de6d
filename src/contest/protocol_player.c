/* engine.c - a player of ours at the program's end of the protocol.
 *
 * Lines go in, answers come out; nothing is read or written here.  A position keeps the game, so
 * a command that does not fit it is refused and changes nothing.
 */
#include <demesne/contest.h>

#include "base/base.h"
#include "contest/bot.h"
#include "contest/protocol_board.h"
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
    dm_player *player;         /* made anew for every game */
    dm_vertex *move;           /* room for the board's vertices */
    double seconds[2];         /* left by side; negative: not told */
    int32_t chosen;            /* the turn that genmove made last, or -1 */
    dmi_protocol_board *block; /* a board that is still coming, or NULL */
    char *answer;
    size_t answer_size, answer_room;
    bool has_no_room; /* for the answer */
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
    dm_protocol_player *engine = dmi_calloc(1, sizeof *engine);
    if (!engine || !(engine->spec = dmi_strdup(player))) {
        free(engine);
        return dmi_no_memory(err);
    }
    engine->seed = seed;
    *out = engine;
    return DM_OK;
}

static void drop_game(dm_protocol_player *engine)
{
    dm_player_free(engine->player);
    dm_position_free(engine->position);
    engine->player = NULL;
    engine->position = NULL;
}

static void drop_board(dm_protocol_player *engine)
{
    drop_game(engine);
    dm_arena_free(engine->arena);
    free(engine->move);
    engine->arena = NULL;
    engine->move = NULL;
}

void dm_protocol_player_free(dm_protocol_player *engine)
{
    if (!engine)
        return;
    drop_board(engine);
    dmi_protocol_board_free(engine->block);
    free(engine->answer);
    free(engine->spec);
    free(engine);
}

bool dm_protocol_player_is_done(const dm_protocol_player *engine)
{
    return engine->is_done;
}

static void add_text(dm_protocol_player *engine, const char *text)
{
    size_t size = strlen(text);
    if (engine->has_no_room ||
        !dmi_reserve(&engine->answer, &engine->answer_room, engine->answer_size + size + 1, 1)) {
        engine->has_no_room = true;
        return;
    }
    memcpy(engine->answer + engine->answer_size, text, size + 1);
    engine->answer_size += size;
}

static void grant(dm_protocol_player *engine, const char *text)
{
    add_text(engine, "= ");
    add_text(engine, text);
    add_text(engine, "\n\n");
}

static void refuse(dm_protocol_player *engine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void refuse(dm_protocol_player *engine, const char *format, ...)
{
    char text[560];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    add_text(engine, "? ");
    add_text(engine, text);
    add_text(engine, "\n\n");
}

static void settle(dm_protocol_player *engine, dm_status status, const dm_error *err)
{
    if (status == DM_OK)
        grant(engine, "");
    else
        refuse(engine, "%s", err->message);
}

static bool is_word(const char *at, const char *word)
{
    size_t size = strlen(word);
    return strncmp(at, word, size) == 0 && (at[size] == 0 || dmi_is_blank(at[size]));
}

/* The side that the line goes on with. */
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

static void finish_board(dm_protocol_player *engine)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    dm_status status = dmi_protocol_board_finish(engine->block, &arena, &err);
    engine->block = NULL;
    if (status == DM_OK) {
        engine->move = dmi_alloc((size_t)dm_arena_vertices(arena), sizeof *engine->move);
        status = engine->move ? DM_OK : dmi_no_memory(&err);
    }
    if (status == DM_OK)
        engine->arena = arena;
    else
        dm_arena_free(arena);
    settle(engine, status, &err);
}

static void do_arena(dm_protocol_player *engine, const char *at, dm_run *run)
{
    (void)run;
    dm_error err = {0};
    int64_t n, m;
    if (!dmi_scan_next(&at, &n) || !dmi_scan_next(&at, &m) || !is_end(at) || n < 1 ||
        n > INT32_MAX) {
        refuse(engine, "expected arena N M: the numbers of vertices (at least 1) and of edges");
        return;
    }
    drop_board(engine);
    if (dmi_protocol_board_new(n, m, &engine->block, &err) != DM_OK)
        refuse(engine, "%s", err.message);
}

static dm_status start_game(dm_protocol_player *engine, const dm_rules *rules, dm_error *err)
{
    drop_game(engine);
    dm_status status = dm_position_new(engine->arena, rules, &engine->position, err);
    if (status == DM_OK)
        status = dm_player_new(engine->spec, engine->seed, &engine->player, err);
    engine->seconds[DM_WHITE] = engine->seconds[DM_BLACK] = -1;
    engine->chosen = -1;
    if (status != DM_OK)
        drop_game(engine);
    return status;
}

static void do_rules(dm_protocol_player *engine, const char *at, dm_run *run)
{
    (void)run;
    int64_t rounds, per_turn;
    dm_tie_rule ties;
    dm_rules rules = {0};
    dm_error err = {0};
    bool is_good = dmi_scan_next(&at, &rounds) && dmi_scan_next(&at, &per_turn) &&
                   rounds <= INT32_MAX && per_turn <= INT32_MAX;
    if (!is_good) {
        refuse(engine, "expected rules ROUNDS PER_TURN TIES");
        return;
    }
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(dmi_skip_blanks(at), " \t"),
             dmi_skip_blanks(at));
    if (!is_end(dmi_skip_word(dmi_skip_blanks(at)))) {
        refuse(engine, "expected rules ROUNDS PER_TURN TIES and nothing more");
        return;
    }
    if (!engine->arena) {
        refuse(engine, "there is no board yet; arena comes before rules");
        return;
    }
    dm_status status = dm_tie_rule_parse(name, &ties, &err);
    if (status == DM_OK)
        status = dm_rounds_fit(rounds, per_turn, engine->arena, &err);
    if (status == DM_OK)
        status = dm_rules_init((int32_t)rounds, (int32_t)per_turn, ties, &rules, &err);
    if (status == DM_OK)
        status = start_game(engine, &rules, &err);
    dm_rules_clear(&rules);
    settle(engine, status, &err);
}

static bool has_game(dm_protocol_player *engine)
{
    if (!engine->position)
        refuse(engine, "there is no game yet; arena and rules come first");
    return engine->position != NULL;
}

/* The side named, where it is the one to move. */
static bool is_due(dm_protocol_player *engine, const char **at)
{
    dm_side side;
    if (!has_game(engine))
        return false;
    if (!read_side(at, &side))
        refuse(engine, "expected white or black, found %s", dmi_quote_word(*at).text);
    else if (dm_position_is_over(engine->position))
        refuse(engine, "the game is over");
    else if (side != dm_position_to_move(engine->position))
        refuse(engine, "it is %s's turn", dm_side_name(dm_other(side)));
    else
        return true;
    return false;
}

/* The vertices up to the end of the line, -1 where they are none. */
static int32_t read_vertices(const dm_protocol_player *engine, const char *at, dm_vertex *out)
{
    dm_vertex n = dm_arena_vertices(engine->arena), count = 0;
    for (at = dmi_skip_blanks(at); *at; at = dmi_skip_blanks(at)) {
        int64_t v;
        if (count == n || !dmi_scan_number(&at, &v))
            return -1;
        out[count++] = v < INT32_MAX ? (dm_vertex)v : INT32_MAX;
    }
    return count;
}

/* Whether the line says again what genmove has just done: those who think that genmove only
 * chooses then play the move themselves. */
static bool is_confirmed(dm_protocol_player *engine, const char *at)
{
    dm_side side;
    int32_t last = dm_position_turns_made(engine->position) - 1, placed;
    const dm_rules *rules = dm_position_rules(engine->position);
    if (engine->chosen < 0 || engine->chosen != last || !read_side(&at, &side) ||
        side != rules->turns[last].side)
        return false;
    const dm_stone *stones = dm_position_stones(engine->position, &placed);
    int32_t count = read_vertices(engine, at, engine->move);
    bool same = count == rules->turns[last].stones;
    for (int32_t i = 0; same && i < count; i++)
        same = stones[placed - count + i].vertex == engine->move[i];
    return same;
}

static void do_play(dm_protocol_player *engine, const char *at, dm_run *run)
{
    (void)run;
    dm_error err = {0};
    if (engine->position && is_confirmed(engine, at)) {
        grant(engine, "");
        return;
    }
    if (!is_due(engine, &at))
        return;
    int32_t count = read_vertices(engine, at, engine->move);
    if (count < 0) {
        refuse(engine, "expected vertices, found %s", dmi_quote_word(dmi_skip_blanks(at)).text);
        return;
    }
    settle(engine,
           count == 0 ? dm_position_pass(engine->position, &err)
                      : dm_position_make(engine->position, engine->move, count, &err),
           &err);
}

static void grant_move(dm_protocol_player *engine, int32_t count)
{
    char number[16];
    add_text(engine, "=");
    for (int32_t i = 0; i < count; i++) {
        snprintf(number, sizeof number, " %d", engine->move[i]);
        add_text(engine, number);
    }
    add_text(engine, "\n\n");
}

/* Chooses within the time left, where that was told. */
static dm_status choose(dm_protocol_player *engine, dm_run *run, dm_error *err)
{
    double seconds = engine->seconds[dm_position_to_move(engine->position)];
    dm_run *own = NULL;
    dm_status status = dm_run_new(&own, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(own, run);
    if (seconds >= 0)
        dm_run_set_deadline(own, DMI_PROMPT * seconds);
    status = dm_player_choose(engine->player, engine->position, own, engine->move, err);
    dm_run_free(own);
    return status == DM_STOPPED ? DM_OK : status;
}

static void do_genmove(dm_protocol_player *engine, const char *at, dm_run *run)
{
    dm_error err = {0};
    if (!is_due(engine, &at))
        return;
    if (!is_end(at)) {
        refuse(engine, "expected genmove white or genmove black and nothing more");
        return;
    }
    int32_t stones = dm_position_stones_to_place(engine->position);
    dm_status status = choose(engine, run, &err);
    if (status == DM_OK)
        status = dm_position_make(engine->position, engine->move, stones, &err);
    if (status != DM_OK) {
        refuse(engine, "%s", err.message);
        return;
    }
    engine->chosen = dm_position_turns_made(engine->position) - 1;
    grant_move(engine, stones);
}

static void do_undo(dm_protocol_player *engine, const char *at, dm_run *run)
{
    (void)at;
    (void)run;
    dm_error err = {0};
    if (!has_game(engine))
        return;
    engine->chosen = -1;
    settle(engine, dm_position_undo(engine->position, &err), &err);
}

static void do_time_left(dm_protocol_player *engine, const char *at, dm_run *run)
{
    (void)run;
    dm_side side;
    int64_t ms;
    if (!read_side(&at, &side) || !dmi_scan_next(&at, &ms) || !is_end(at)) {
        refuse(engine, "expected time_left white|black MILLISECONDS");
        return;
    }
    engine->seconds[side] = (double)ms / 1000;
    grant(engine, "");
}

static void do_protocol_version(dm_protocol_player *engine, const char *at, dm_run *run)
{
    (void)at;
    (void)run;
    grant(engine, DMI_PROTOCOL_VERSION);
}

static void do_name(dm_protocol_player *engine, const char *at, dm_run *run)
{
    (void)at;
    (void)run;
    add_text(engine, "= demesne ");
    add_text(engine, engine->spec);
    add_text(engine, "\n\n");
}

static void do_quit(dm_protocol_player *engine, const char *at, dm_run *run)
{
    (void)at;
    (void)run;
    engine->is_done = true;
    grant(engine, "");
}

typedef void command_fn(dm_protocol_player *engine, const char *rest, dm_run *run);

static void obey(dm_protocol_player *engine, const char *line, dm_run *run)
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
        {"quit", do_quit},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (is_word(line, commands[i].name)) {
            commands[i].run(engine, dmi_skip_word(line), run);
            return;
        }
    refuse(engine, "unknown command %s", dmi_quote_word(line).text);
}

const char *dm_protocol_player_answer(dm_protocol_player *engine, const char *line, dm_run *run)
{
    const char *start = dmi_skip_blanks(line);
    engine->answer_size = 0;
    engine->has_no_room = false;
    add_text(engine, "");
    bool is_quit = is_word(start, "quit");
    if (*start && (!engine->block || is_quit))
        obey(engine, start, run);
    else if (*start && dmi_protocol_board_take(engine->block, start))
        finish_board(engine);
    return engine->has_no_room ? "? out of memory\n\n" : engine->answer;
}
