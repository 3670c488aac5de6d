/* api_play.c - players and their games: check, move, review.
 *
 * A question can name one of our players, or a program that was given when the server was started.
 * Nothing in a question ever becomes a command.
 */
#include "server/call.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double REVIEW_SECONDS = 1; /* per position, if the question gives no time */
static const double SOLVABLE_BITS = 38; /* that number the lines of a game solved in a second */
enum { MOST_CHECKED = 64 };             /* players in one question */

static bool is_solver(const char *name)
{
    return strcmp(name, "solver") == 0 || strncmp(name, "solver:", 7) == 0;
}

/* The contestant's text, perhaps made in `buffer`. */
static dm_status find_player(const call *c, const char *name, char *buffer, size_t size,
                             const char **out, dm_error *err)
{
    static const char bot[] = "bot:";
    const api_settings *s = &c->api->settings;
    *out = name;
    if (dm_spec_is_program(name))
        return answer_fail(err, DM_BAD_INPUT,
                           "programs can be named only when the server is started");
    if (is_solver(name) && dm_arena_vertices(c->task.board.arena) > s->exact_vertices)
        return answer_fail(err, DM_TOO_LARGE,
                           "this server lets solver play on boards of at most %d vertices",
                           s->exact_vertices);
    if (strncmp(name, bot, sizeof bot - 1) != 0)
        return DM_OK;
    for (int i = 0; i < s->bot_count; i++)
        if (strcmp(s->bots[i].name, name + sizeof bot - 1) == 0) {
            snprintf(buffer, size, "cmd:%s", s->bots[i].command);
            *out = buffer;
            return DM_OK;
        }
    return answer_fail(err, DM_BAD_INPUT, "this server has no bot '%.60s'", name + sizeof bot - 1);
}

typedef struct play_fields {
    call_game_fields game;
    const char *player;
    double time; /* seconds; negative: not given */
    bool explain;
} play_fields;

/* clang-format off */
#define PLAYER_FIELD                                                                               \
    {.name = "player", .type = Q_PLAYER, .required = true, .at = offsetof(play_fields, player),    \
     .help = "a player such as greedy or mcts:ms=200, or bot:NAME"}

#define TIME_FIELD(what)                                                                           \
    {.name = "time", .type = Q_SECONDS, .standard = -1, .at = offsetof(play_fields, time), .help = what}

static const question_field move_table[] = {
    CALL_GAME(play_fields), PLAYER_FIELD, TIME_FIELD("seconds for the move"),
    {.name = "explain", .type = Q_FLAG, .at = offsetof(play_fields, explain),
     .help = "list what decided each stone: the step of its document, why, and the quantities"},
    {0}};
static const question_field review_table[] = {
    CALL_GAME(play_fields), TIME_FIELD("seconds per position (default 1)"), {0}};
/* clang-format on */

const question fields_of_move = {
    .name = "move", .fields = move_table, .size = sizeof(play_fields), .common = Q_BOARD | Q_MAYBE};
const question fields_of_review = {.name = "review",
                                   .fields = review_table,
                                   .size = sizeof(play_fields),
                                   .common = Q_BOARD | Q_MAYBE};

typedef struct check_fields {
    int64_t rounds, per_turn;
    question_raw players;
} check_fields;

/* clang-format off */
static const question_field check_table[] = {
    {.name = "rounds", .type = Q_COUNT, .low = 1, .high = INT32_MAX, .required = true,
     .at = offsetof(check_fields, rounds), .help = "turns per player"},
    {.name = "per_turn", .type = Q_COUNT, .low = 1, .high = INT32_MAX, .standard = 1,
     .at = offsetof(check_fields, per_turn), .help = "stones placed per turn"},
    {.name = "players", .type = Q_LIST, .required = true, .at = offsetof(check_fields, players),
     .help = "the players to check: [\"human\",\"champion\"]"},
    {0}};
/* clang-format on */

const question fields_of_check = {
    .name = "check", .fields = check_table, .size = sizeof(check_fields), .common = Q_BOARD};

/* DM_OK, or the reason why `name` cannot play this game here. */
static dm_status can_play(const call *c, dm_position *position, const char *name, dm_error *err)
{
    char buffer[1024];
    const char *spec = NULL;
    dm_player *player = NULL;
    if (strcmp(name, "human") == 0)
        return DM_OK;
    if (c->api->settings.read_only)
        return answer_fail(err, DM_UNSUPPORTED, "%s", api_read_only);
    dm_status status = call_job_fits(c->api, c->task.board.arena, err);
    if (status == DM_OK)
        status = find_player(c, name, buffer, sizeof buffer, &spec, err);
    if (status != DM_OK || dm_spec_is_program(spec))
        return status;
    status = dm_player_new(spec, 1, &player, err);
    if (status == DM_OK)
        status = dm_player_can_play(player, position, c->task.board.run, err);
    dm_player_free(player);
    return status;
}

/* Appends what is known about one player; DM_NO_MEMORY. */
static dm_status check_player(const call *c, dm_position *position, const char *name, json_t **list,
                              dm_error *err)
{
    dm_error why = {0};
    dm_status status = can_play(c, position, name, &why);
    bool can = status == DM_OK;
    if (status == DM_NO_MEMORY)
        return answer_fail(err, DM_NO_MEMORY, "%s", why.message);
    json_t *about = json_pack("{s:s, s:b}", "player", name, "can_play", (int)can);
    if (!can) {
        report_put(&about, "why", json_string(why.message));
    } else if (is_solver(name)) {
        /* the exact solver usually finishes such a game within a second */
        double n = dm_arena_vertices(dm_position_arena(position));
        report_put(
            &about, "perfect",
            json_boolean((double)dm_position_rules(position)->stones * log2(n) <= SOLVABLE_BITS));
    }
    report_append(list, about);
    return DM_OK;
}

dm_status answer_to_check(call *c, report **out, dm_error *err)
{
    const check_fields *own = c->task.ask.own;
    const dm_setup setup = {.rounds = own->rounds,
                            .per_turn = own->per_turn,
                            .to_move = -1,
                            .ties = (dm_tie_rule)c->task.ask.ties};
    dm_position *position = NULL;
    json_t *list = json_array();
    dm_status status = dm_position_resume(c->task.board.arena, &setup, &position, err);
    for (size_t i = 0; i < json_array_size(own->players.json) && status == DM_OK; i++) {
        const char *name = json_string_value(json_array_get(own->players.json, i));
        if (!name || i == MOST_CHECKED)
            status =
                answer_fail(err, DM_BAD_INPUT, "'players': expected up to %d texts", MOST_CHECKED);
        else
            status = check_player(c, position, name, &list, err);
    }
    dm_position_free(position);
    if (status != DM_OK) {
        json_decref(list);
        return status;
    }
    *out = call_report(c);
    report_json(*out, "players", list);
    return DM_OK;
}

/* The seconds that were asked for, or `otherwise`. */
static dm_status read_seconds(const call *c, double otherwise, double *out, dm_error *err)
{
    const play_fields *own = c->task.ask.own;
    double most = c->api->settings.jobs.seconds;
    *out = own->time < 0 ? otherwise : own->time;
    return *out <= most
               ? DM_OK
               : answer_fail(err, DM_BAD_INPUT, "'time': expected seconds from 0 to %g", most);
}

/* Every turn has its own random numbers, so that asking again gives the same game. */
static uint64_t seed_of(const call_played *game, int32_t turn)
{
    return dm_rng_derive(game->seed, (uint64_t)turn);
}

/* What decided the stones of the turn just made; those before it are left out. */
static dm_status add_move_trace(report *r, const dm_position *position, int32_t placed,
                                const dm_trace *all, dm_error *err)
{
    const dm_trace last = {.count = (size_t)placed, .stones = all->stones + all->count - placed};
    int32_t count;
    dm_position_stones(position, &count);
    return answer_board_trace(r, position, count - placed, &last, err);
}

dm_status answer_to_move(call *c, report **out, dm_error *err)
{
    const play_fields *own = c->task.ask.own;
    double seconds;
    char buffer[1024];
    const char *spec = NULL;
    call_played game;
    dm_status status = call_game(c, &own->game, &game, err);
    if (status == DM_OK)
        status = read_seconds(c, c->api->settings.jobs.seconds, &seconds, err);
    if (status == DM_OK)
        status = find_player(c, own->player, buffer, sizeof buffer, &spec, err);
    if (status == DM_OK) {
        int32_t turn = dm_position_turns_made(game.position);
        dm_trace trace = {0};
        const dm_match_settings settings = {.move_seconds = dm_spec_is_program(spec) ? seconds : 0,
                                            .think_seconds = seconds,
                                            .trace = own->explain ? &trace : NULL,
                                            .sandbox = c->api->settings.sandbox};
        dm_turn_report made = {.fault = DM_FAULT_NONE};
        dm_contestant *contestant = NULL;
        status = dm_contestant_new(spec, seed_of(&game, turn), &contestant, err);
        if (status == DM_OK)
            status =
                dm_match_turn(game.position, contestant, &settings, c->task.board.run, &made, err);
        dm_contestant_free(contestant);
        if (status == DM_OK) {
            *out =
                call_report_on(c, game.source, c->task.board.arena, (dm_tie_rule)c->task.ask.ties);
            int32_t count, placed = dm_position_rules(game.position)->turns[turn].stones;
            const dm_stone *stones = dm_position_stones(game.position, &count);
            json_t *move = json_array();
            for (int32_t i = count - placed; i < count; i++)
                report_append(&move, json_integer(stones[i].vertex));
            report_count(*out, "turn", turn);
            report_string(*out, "side", dm_side_name(made.side));
            report_string(*out, "player", own->player);
            report_json(*out, "move", move);
            report_real(*out, "thought", made.seconds);
            if (made.fault != DM_FAULT_NONE) {
                report_string(*out, "fault", dm_fault_name(made.fault));
                report_string(*out, "why", made.why.message);
            }
            if (own->explain)
                status = add_move_trace(*out, game.position, placed, &trace, err);
        }
        dm_trace_clear(&trace);
    }
    call_game_clear(&game);
    return status;
}

dm_status answer_to_review(call *c, report **out, dm_error *err)
{
    const play_fields *own = c->task.ask.own;
    double seconds;
    call_played game;
    dm_review *review = NULL;
    dm_status status = call_game(c, &own->game, &game, err);
    if (status == DM_OK)
        status = read_seconds(c, REVIEW_SECONDS, &seconds, err);
    if (status == DM_OK)
        status = dm_review_new(game.position, seconds, c->task.board.run, &review, err);
    if (status == DM_OK) {
        *out = call_report_on(c, game.source, c->task.board.arena, (dm_tie_rule)c->task.ask.ties);
        answer_review(*out, game.players, review);
    }
    dm_review_free(review);
    call_game_clear(&game);
    return status;
}
