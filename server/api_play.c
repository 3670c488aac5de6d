/* api_play.c - players and their games: move, values, review.
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

/* The contestant's text, perhaps made in `room`. */
static dm_status find_player(const call *c, const char *name, char *room, size_t size,
                             const char **out, dm_error *err)
{
    static const char bot[] = "bot:";
    const api_settings *s = &c->api->settings;
    *out = name;
    if (dm_spec_is_program(name))
        return answer_fail(err, DM_BAD_INPUT,
                           "programs can be named only when the server is started");
    if (strncmp(name, "solver", 6) == 0 && dm_arena_vertices(c->arena) > s->exact_vertices)
        return answer_fail(err, DM_TOO_LARGE,
                           "this server lets solver play on boards of at most %d vertices",
                           s->exact_vertices);
    if (strncmp(name, bot, sizeof bot - 1) != 0)
        return DM_OK;
    for (int i = 0; i < s->bot_count; i++)
        if (strcmp(s->bots[i].name, name + sizeof bot - 1) == 0) {
            snprintf(room, size, "cmd:%s", s->bots[i].command);
            *out = room;
            return DM_OK;
        }
    return answer_fail(err, DM_BAD_INPUT, "this server has no bot '%.60s'", name + sizeof bot - 1);
}

typedef struct play_fields {
    call_game_fields game;
    const char *player;
    double time; /* seconds; negative: not given */
} play_fields;

/* clang-format off */
#define PLAYER_FIELD                                                                               \
    {.name = "player", .type = Q_PLAYER, .required = true, .at = offsetof(play_fields, player),    \
     .help = "a player such as greedy or mcts:ms=200, or bot:NAME"}

#define TIME_FIELD(what)                                                                           \
    {.name = "time", .type = Q_SECONDS, .standard = -1, .at = offsetof(play_fields, time), .help = what}

static const question_field move_table[] = {
    CALL_GAME(play_fields), PLAYER_FIELD, TIME_FIELD("seconds for the move"), {0}};
static const question_field values_table[] = {CALL_GAME(play_fields), PLAYER_FIELD, {0}};
static const question_field review_table[] = {
    CALL_GAME(play_fields), TIME_FIELD("seconds per position (default 1)"), {0}};
/* clang-format on */

const question fields_of_move = {
    .name = "move", .fields = move_table, .size = sizeof(play_fields), .common = Q_BOARD | Q_MAYBE};
const question fields_of_values = {.name = "values",
                                   .fields = values_table,
                                   .size = sizeof(play_fields),
                                   .common = Q_BOARD | Q_MAYBE | Q_TIMED};
const question fields_of_review = {.name = "review",
                                   .fields = review_table,
                                   .size = sizeof(play_fields),
                                   .common = Q_BOARD | Q_MAYBE};

/* The seconds that were asked for, or `otherwise`. */
static dm_status read_seconds(const call *c, double otherwise, double *out, dm_error *err)
{
    const play_fields *own = c->ask.own;
    double most = c->api->settings.jobs.seconds;
    *out = own->time < 0 ? otherwise : own->time;
    return *out <= most
               ? DM_OK
               : answer_fail(err, DM_BAD_INPUT, "'time': expected seconds from 0 to %g", most);
}

static void report_move(report *r, const call_played *game, const char *player, int32_t turn,
                        const dm_turn_report *made)
{
    int32_t count, placed = dm_position_rules(game->position)->turns[turn].stones;
    const dm_stone *stones = dm_position_stones(game->position, &count);
    json_t *move = json_array();
    for (int32_t i = count - placed; i < count; i++)
        report_append(&move, json_integer(stones[i].vertex));
    report_count(r, "turn", turn);
    report_string(r, "side", dm_side_name(made->side));
    report_string(r, "player", player);
    report_json(r, "move", move);
    report_real(r, "thought", made->seconds);
    if (made->fault != DM_FAULT_NONE) {
        report_string(r, "fault", dm_fault_name(made->fault));
        report_string(r, "why", made->why.message);
    }
}

/* Every turn has its own random numbers, so that asking again gives the same game. */
static uint64_t seed_of(const call_played *game, int32_t turn)
{
    return dm_rng_derive(game->seed, (uint64_t)turn);
}

static dm_status make_move(call *c, call_played *game, const char *spec, const char *player,
                           double seconds, report **out, dm_error *err)
{
    int32_t turn = dm_position_turns_made(game->position);
    const dm_match_settings settings = {.move_seconds = dm_spec_is_program(spec) ? seconds : 0,
                                        .think_seconds = seconds};
    dm_turn_report made = {.fault = DM_FAULT_NONE};
    dm_contestant *contestant = NULL;
    dm_status status = dm_contestant_new(spec, seed_of(game, turn), &contestant, err);
    if (status == DM_OK)
        status = dm_match_turn(game->position, contestant, &settings, c->run, &made, err);
    dm_contestant_free(contestant);
    if (status == DM_OK) {
        *out = call_report_on(c, game->source, c->arena, (dm_tie_rule)c->ask.ties);
        report_move(*out, game, player, turn, &made);
    }
    return status;
}

dm_status answer_to_move(call *c, report **out, dm_error *err)
{
    const play_fields *own = c->ask.own;
    double seconds;
    char room[1024];
    const char *spec = NULL;
    call_played game;
    dm_status status = call_game(c, &own->game, &game, err);
    if (status == DM_OK)
        status = read_seconds(c, c->api->settings.jobs.seconds, &seconds, err);
    if (status == DM_OK)
        status = find_player(c, own->player, room, sizeof room, &spec, err);
    if (status == DM_OK)
        status = make_move(c, &game, spec, own->player, seconds, out, err);
    call_game_clear(&game);
    return status;
}

static json_t *list_values(const double *values, dm_vertex n)
{
    json_t *list = json_array();
    for (dm_vertex v = 0; v < n; v++)
        report_append(&list, isnan(values[v]) ? json_null() : json_real(values[v]));
    return list;
}

static dm_status add_values(call *c, report *r, dm_position *position, dm_player *player,
                            dm_error *err)
{
    dm_vertex n = dm_arena_vertices(c->arena);
    double *values = calloc((size_t)n + 1, sizeof *values);
    if (!values)
        return answer_fail(err, DM_NO_MEMORY, "no memory for %d vertices", n);
    dm_status status = dm_player_values(player, position, c->run, values, err);
    if (status == DM_OK || status == DM_STOPPED) {
        report_string(r, "side", dm_side_name(dm_position_to_move(position)));
        report_string(r, "player", dm_player_spec(player));
        report_json(r, "values", list_values(values, n));
    }
    free(values);
    return status;
}

dm_status answer_to_values(call *c, report **out, dm_error *err)
{
    const play_fields *own = c->ask.own;
    call_played game = {0};
    dm_player *player = NULL;
    report *r = NULL;
    if (own->game.record.json)
        return answer_fail(err, DM_BAD_INPUT,
                           "'record' cannot be used here: give arena, rounds and moves");
    dm_status status = call_game(c, &own->game, &game, err);
    if (status == DM_OK)
        status = dm_player_new(own->player, seed_of(&game, dm_position_turns_made(game.position)),
                               &player, err);
    if (status == DM_OK) {
        r = call_report(c);
        status = add_values(c, r, game.position, player, err);
    }
    dm_player_free(player);
    call_game_clear(&game);
    if (status != DM_STOPPED)
        return call_give(r, status, out);
    *out = r;
    return status;
}

dm_status answer_to_review(call *c, report **out, dm_error *err)
{
    const play_fields *own = c->ask.own;
    double seconds;
    call_played game;
    dm_review *review = NULL;
    dm_status status = call_game(c, &own->game, &game, err);
    if (status == DM_OK)
        status = read_seconds(c, REVIEW_SECONDS, &seconds, err);
    if (status == DM_OK)
        status = dm_review_new(game.position, seconds, c->run, &review, err);
    if (status == DM_OK) {
        *out = call_report_on(c, game.source, c->arena, (dm_tie_rule)c->ask.ties);
        answer_review(*out, game.players, review);
    }
    dm_review_free(review);
    call_game_clear(&game);
    return status;
}
