/* api_contest_games.c - games and faults in the results database. */
#include "answer/answer_contest.h"
#include "server/contest_answer.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GAMES = 1000 };

/* Games that are listed. */
typedef struct game_list {
    contest_players players;
    json_t *list;
} game_list;

static json_t *game_json(const contest_players *players, const dm_event_game *game)
{
    const struct contest_player *white = contest_find_player(players, game->white),
                                *black = contest_find_player(players, game->black);
    return json_pack("{s:I, s:s, s:s, s:[bb], s:i, s:I, s:[ii], s:[], s:[ff], s:[ff]}", "number",
                     (json_int_t)game->number, "white", white->label, "black", black->label,
                     "programs", white->is_program, black->is_program, "outcome", game->outcome,
                     "value", (json_int_t)game->value, "faults", game->faults[0], game->faults[1],
                     "fault_list", "thought", game->seconds[0], game->seconds[1], "processor",
                     game->processor_seconds[0], game->processor_seconds[1]);
}

static dm_status list_game(void *user, const dm_event_game *game, dm_error *err)
{
    const game_list *l = user;
    return json_array_append_new(l->list, game_json(&l->players, game)) == 0
               ? DM_OK
               : contest_no_memory(err);
}

static int64_t number_of(const json_t *game)
{
    return json_integer_value(json_object_get(game, "number"));
}

/* Adds a fault to its game, if that is listed. */
static dm_status list_fault(void *user, const dm_event_fault *fault, dm_error *err)
{
    const game_list *l = user;
    size_t i;
    json_t *game;
    json_array_foreach(l->list, i, game)
    {
        if (number_of(game) != fault->number)
            continue;
        json_t *row = answer_fault(fault), *list = json_object_get(game, "fault_list");
        return json_array_append_new(list, row) == 0 ? DM_OK : contest_no_memory(err);
    }
    return DM_OK;
}

static dm_status take_event_id(void *user, const dm_event *event, dm_error *err)
{
    (void)err;
    *(int64_t *)user = event->id;
    return DM_OK;
}

/* `count` games from number `from` on, with their faults. */
static dm_status read_games(dm_results *results, int64_t pairing, int64_t from, int64_t count,
                            game_list *l, dm_error *err)
{
    int64_t event = 0;
    dm_status status = dm_results_event_of(results, pairing, take_event_id, &event, err);
    if (status == DM_OK)
        status = contest_read_players(results, event, false, &l->players, err);
    if (status == DM_OK)
        status = dm_results_games(results, pairing, from, count, list_game, l, err);
    const json_t *last = json_array_get(l->list, json_array_size(l->list) - 1);
    if (status == DM_OK && last)
        status = dm_results_faults(results, pairing, from, number_of(last), list_fault, l, err);
    contest_clear_players(&l->players);
    return status;
}

/* clang-format off */
static const question_field games_table[] = {
    {.name = "pairing", .type = Q_COUNT, .required = true, .at = offsetof(contest_fields, pairing),
     .help = "the number of a pairing"},
    {.name = "from", .type = Q_COUNT, .at = offsetof(contest_fields, from),
     .help = "the first game, from 0"},
    {.name = "count", .type = Q_COUNT, .low = 1, .high = MOST_GAMES, .standard = 100,
     .at = offsetof(contest_fields, count), .help = "the most games to list"},
    {0}};
/* clang-format on */

const question fields_of_contest_games = {
    .name = "contest/games", .fields = games_table, .size = sizeof(contest_fields)};

dm_status answer_to_contest_games(call *c, report **out, dm_error *err)
{
    const contest_fields *own = c->task.ask.own;
    dm_status status = contest_need_results(c, err);
    if (status != DM_OK)
        return status;
    game_list l = {.list = json_array()};
    status = read_games(c->api->results, own->pairing, own->from, own->count, &l, err);
    return contest_give_list("games", l.list, status, out);
}

static dm_status add_fault(void *user, const dm_event_fault *fault, dm_error *err)
{
    json_t *row = answer_fault(fault);
    report_put(&row, "pairing", json_integer(fault->pairing));
    report_put(&row, "number", json_integer(fault->number));
    return json_array_append_new(user, row) == 0 ? DM_OK : contest_no_memory(err);
}

/* clang-format off */
static const question_field faults_table[] = {
    {.name = "event", .type = Q_COUNT, .required = true, .at = offsetof(contest_fields, event),
     .help = "the number of a tournament"},
    {.name = "player", .type = Q_TEXT, .required = true, .at = offsetof(contest_fields, player),
     .help = "the key of a player, from contest/event"},
    {.name = "from", .type = Q_COUNT, .at = offsetof(contest_fields, from),
     .help = "how many faults to skip"},
    {.name = "count", .type = Q_COUNT, .low = 1, .high = MOST_GAMES, .standard = 100,
     .at = offsetof(contest_fields, count), .help = "the most faults to list"},
    {0}};
/* clang-format on */

const question fields_of_contest_faults = {
    .name = "contest/faults", .fields = faults_table, .size = sizeof(contest_fields)};

dm_status answer_to_contest_faults(call *c, report **out, dm_error *err)
{
    const contest_fields *own = c->task.ask.own;
    dm_status status = contest_need_results(c, err);
    if (status != DM_OK)
        return status;
    json_t *list = json_array();
    status = dm_results_faults_of(c->api->results, own->event, own->player, own->from, own->count,
                                  add_fault, list, err);
    return contest_give_list("faults", list, status, out);
}

/* A game with the settings of its tournament. */
typedef struct replay {
    json_t *event;
    json_t *game; /* borrowed from the list */
    json_t *moves;
    uint64_t seed;
    char *board; /* NULL: its name is enough, or it is unknown */
} replay;

static dm_status copy_moves(void *user, const dm_event_game *game, dm_error *err)
{
    replay *r = user;
    /* "12 3,4 - 7" as [[12],[3,4],[],[7]] */
    json_t *list = json_array(), *turn = *game->moves ? json_array() : NULL;
    for (const char *at = game->moves; *at;) {
        char *end = NULL;
        if (*at >= '0' && *at <= '9') {
            report_append(&turn, json_integer(strtoll(at, &end, 10)));
        } else if (*at == ' ') {
            report_append(&list, turn);
            turn = json_array();
        }
        at = end ? end : at + 1;
    }
    if (*game->moves)
        report_append(&list, turn);
    r->moves = list;
    r->seed = game->board_seed;
    return r->moves ? DM_OK : answer_fail(err, DM_NO_MEMORY, "no memory for the game");
}

/* Whether the board is of a family, so that its name is enough: the server opens no files for
 * clients.  NULL without memory. */
static json_t *has_board(call *c, const char *arena, uint64_t seed)
{
    board *one = NULL;
    dm_status status = boards_open(c->api->boards, arena, seed, &one, NULL);
    board_release(c->api->boards, one);
    return status == DM_NO_MEMORY ? NULL : json_boolean(status == DM_OK);
}

/* clang-format off */
static const question_field game_table[] = {
    {.name = "pairing", .type = Q_COUNT, .required = true, .at = offsetof(contest_fields, pairing),
     .help = "the number of a pairing"},
    {.name = "number", .type = Q_COUNT, .required = true, .at = offsetof(contest_fields, number),
     .help = "the number of a game in it, from 0"},
    {0}};
/* clang-format on */

const question fields_of_contest_game = {
    .name = "contest/game", .fields = game_table, .size = sizeof(contest_fields)};

static dm_status read_replay(dm_results *results, const contest_fields *own, game_list *l,
                             replay *out, dm_error *err)
{
    int64_t pairing = own->pairing, number = own->number;
    dm_status status = dm_results_event_of(results, pairing, contest_copy_event, &out->event, err);
    if (status == DM_OK)
        status = read_games(results, pairing, number, 1, l, err);
    out->game = json_array_get(l->list, 0);
    bool found = out->game && number_of(out->game) == number;
    if (status == DM_OK && !found)
        return answer_fail(err, DM_END, "pairing %lld has no game %lld", (long long)pairing,
                           (long long)number);
    if (status == DM_OK)
        status = dm_results_games(results, pairing, number, 1, copy_moves, out, err);
    if (status == DM_OK)
        status = dm_results_board(results, pairing, number, &out->board, err);
    return status;
}

dm_status answer_to_contest_game(call *c, report **out, dm_error *err)
{
    replay game = {0};
    dm_status status = contest_need_results(c, err);
    if (status != DM_OK)
        return status;
    game_list l = {.list = json_array()};
    status = read_replay(c->api->results, c->task.ask.own, &l, &game, err);
    if (status == DM_OK) {
        *out = report_open(true, NULL);
        const char *arena = json_string_value(json_object_get(game.event, "arena"));
        bool random = json_is_true(json_object_get(game.event, "random"));
        uint64_t seed =
            random ? game.seed : (uint64_t)json_integer_value(json_object_get(game.event, "seed"));
        static const char *const keys[] = {"rounds", "per_turn", "ties"};
        report_string(*out, "arena", arena);
        report_json(*out, "seed", json_integer((json_int_t)seed));
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            report_json(*out, keys[i], json_incref(json_object_get(game.event, keys[i])));
        const char *key;
        json_t *value;
        json_object_foreach(game.game, key, value) report_json(*out, key, json_incref(value));
        report_json(*out, "moves", json_incref(game.moves));
        if (game.board)
            report_json(*out, "board", json_loads(game.board, 0, NULL));
        report_json(*out, "has_board", game.board ? json_true() : has_board(c, arena, seed));
    }
    dm_free(game.board);
    json_decref(game.event);
    json_decref(game.moves);
    json_decref(l.list);
    return status;
}
