/* api_contest.c - the results database: its tournaments, their tables, and single games.
 *
 * The database is the one given at the start of the server; questions name tournaments, pairings
 * and games only by number.
 */
#include "answer/contest.h"
#include "server/call.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GAMES = 1000 };

static dm_status need_results(const call *c, dm_error *err)
{
    return c->api->results ? DM_OK
                           : answer_fail(err, DM_END, "this server has no results database");
}

static dm_status no_memory(dm_error *err)
{
    return answer_fail(err, DM_NO_MEMORY, "no memory for the answer");
}

/* Takes `list`, which is the answer if the status is DM_OK. */
static dm_status give_list(const char *key, json_t *list, dm_status status, report **out)
{
    report *r = report_open(true, NULL);
    report_json(r, key, list);
    return call_give(r, status, out);
}

static json_t *event_json(const dm_event *event)
{
    return json_pack("{s:I, s:s, s:b, s:I, s:i, s:i, s:s, s:s}", "event", (json_int_t)event->id,
                     "arena", event->arena, "random", event->random, "seed",
                     (json_int_t)event->seed, "rounds", event->rounds, "per_turn", event->per_turn,
                     "ties", dm_tie_rule_name(event->ties), "settings", event->settings);
}

static dm_status list_event(void *user, const dm_event *event, dm_error *err)
{
    json_t *one = event_json(event);
    report_put(&one, "pairings", json_integer(event->pairings));
    report_put(&one, "games", json_integer(event->games));
    return json_array_append_new(user, one) == 0 ? DM_OK : no_memory(err);
}

const question fields_of_contest = {.name = "contest"};

dm_status answer_to_contest(call *c, report **out, dm_error *err)
{
    dm_status status = need_results(c, err);
    if (status != DM_OK)
        return status;
    json_t *list = json_array();
    status = dm_results_events(c->api->results, list_event, list, err);
    return give_list("events", list, status, out);
}

/* The players, and who met whom. */
typedef struct table {
    char *name[DM_MOST_RATED];
    int32_t count;
    dm_encounter *met;
    int64_t met_count;
    json_t *pairings;
} table;

static int32_t player_of(table *t, const char *name)
{
    for (int32_t i = 0; i < t->count; i++)
        if (strcmp(t->name[i], name) == 0)
            return i;
    char *copy = t->count < DM_MOST_RATED ? strdup(name) : NULL;
    if (!copy)
        return -1;
    t->name[t->count] = copy;
    return t->count++;
}

static json_t *pairing_json(const dm_event_pairing *p)
{
    json_t *object = NULL;
    report *r = report_open(true, NULL);
    report_count(r, "pairing", p->id);
    answer_add_pairing(r, &(answer_pairing){p->first, p->second, p->games, p->first_wins,
                                            p->second_wins, p->ties});
    report_count(r, "played", p->played);
    report_json(r, "better",
                p->better == 0 ? json_null() : json_string(p->better > 0 ? "first" : "second"));
    report_take(r, &object, NULL);
    return object;
}

static dm_status take_pairing(void *user, const dm_event_pairing *p, dm_error *err)
{
    table *t = user;
    dm_encounter *met = realloc(t->met, ((size_t)t->met_count + 1) * sizeof *met);
    if (met)
        t->met = met;
    int32_t first = player_of(t, p->first), second = player_of(t, p->second);
    if (!met || first < 0 || second < 0)
        return answer_fail(err, DM_NO_MEMORY, "more than %d players, or no memory", DM_MOST_RATED);
    t->met[t->met_count++] = (dm_encounter){first, second, p->first_wins, p->second_wins, p->ties};
    return json_array_append_new(t->pairings, pairing_json(p)) == 0 ? DM_OK : no_memory(err);
}

static void table_free(table *t)
{
    for (int32_t i = 0; i < t->count; i++)
        free(t->name[i]);
    free(t->met);
    json_decref(t->pairings);
    free(t);
}

static void count_games(const table *t, int32_t player, int64_t out[3])
{
    out[0] = out[1] = out[2] = 0;
    for (int64_t i = 0; i < t->met_count; i++) {
        const dm_encounter *e = &t->met[i];
        if (e->first != player && e->second != player)
            continue;
        out[0] += e->first == player ? e->first_wins : e->second_wins;
        out[1] += e->ties;
        out[2] += e->first_wins + e->second_wins + e->ties;
    }
}

/* The best of those not listed yet. */
static int32_t next_best(const table *t, const dm_rating *ratings, const bool *told)
{
    int32_t best = -1;
    for (int32_t p = 0; p < t->count; p++)
        if (!told[p] && (best < 0 || ratings[p].points > ratings[best].points))
            best = p;
    return best;
}

/* The players with their ratings, best first; NULL without memory. */
static json_t *list_ratings(const table *t, const dm_rating *ratings)
{
    bool told[DM_MOST_RATED] = {false};
    json_t *list = json_array();
    for (int32_t i = 0; i < t->count; i++) {
        int32_t best = next_best(t, ratings, told);
        int64_t tally[3];
        told[best] = true;
        count_games(t, best, tally);
        report_append(&list, answer_rating(&(answer_player){.player = t->name[best],
                                                            .version = "",
                                                            .wins = tally[0],
                                                            .ties = tally[1],
                                                            .games = tally[2]},
                                           &ratings[best]));
    }
    return list;
}

static dm_status add_ratings(report *r, const table *t, dm_error *err)
{
    dm_rating *ratings = calloc((size_t)t->count + 1, sizeof *ratings);
    dm_status status = ratings ? DM_OK : no_memory(err);
    if (status == DM_OK && t->count > 0)
        status = dm_ratings(t->met, t->met_count, t->count, ratings, err);
    if (status == DM_OK)
        report_json(r, "ratings", list_ratings(t, ratings));
    free(ratings);
    return status;
}

static dm_status copy_event(void *user, const dm_event *event, dm_error *err)
{
    json_t **out = user;
    *out = event_json(event);
    return *out ? DM_OK : answer_fail(err, DM_NO_MEMORY, "no memory for the tournament");
}

static dm_status report_event(call *c, int64_t id, table *t, report *r, dm_error *err)
{
    json_t *event = NULL;
    dm_status status = dm_results_event(c->api->results, id, copy_event, &event, err);
    if (status == DM_OK)
        status = dm_results_pairings(c->api->results, id, take_pairing, t, err);
    report_json(r, "event", event);
    report_json(r, "pairings", json_incref(t->pairings));
    return status == DM_OK ? add_ratings(r, t, err) : status;
}

typedef struct contest_fields {
    int64_t event, pairing, number, from, count;
} contest_fields;

/* clang-format off */
static const question_field event_table[] = {
    {.name = "event", .type = Q_COUNT, .required = true, .at = offsetof(contest_fields, event),
     .help = "the number of a tournament"},
    {0}};
/* clang-format on */

const question fields_of_contest_event = {
    .name = "contest/event", .fields = event_table, .size = sizeof(contest_fields)};

dm_status answer_to_contest_event(call *c, report **out, dm_error *err)
{
    const contest_fields *own = c->ask.own;
    dm_status status = need_results(c, err);
    if (status != DM_OK)
        return status;
    table *t = calloc(1, sizeof *t);
    if (!t)
        return answer_fail(err, DM_NO_MEMORY, "no memory for the tournament");
    t->pairings = json_array();
    report *r = report_open(true, NULL);
    status = report_event(c, own->event, t, r, err);
    table_free(t);
    return call_give(r, status, out);
}

/* "12 3,4 - 7" as [[12],[3,4],[],[7]]. */
static json_t *moves_json(const char *moves)
{
    json_t *list = json_array(), *turn = *moves ? json_array() : NULL;
    for (const char *at = moves; *at;) {
        char *end = NULL;
        if (*at >= '0' && *at <= '9') {
            report_append(&turn, json_integer(strtoll(at, &end, 10)));
        } else if (*at == ' ') {
            report_append(&list, turn);
            turn = json_array();
        }
        at = end ? end : at + 1;
    }
    if (*moves)
        report_append(&list, turn);
    return list;
}

static json_t *game_json(const dm_event_game *game)
{
    return json_pack("{s:I, s:s, s:s, s:i, s:I, s:[ii], s:[ff], s:[ff]}", "number",
                     (json_int_t)game->number, "white", game->white, "black", game->black,
                     "outcome", game->outcome, "value", (json_int_t)game->value, "faults",
                     game->faults[0], game->faults[1], "thought", game->seconds[0],
                     game->seconds[1], "processor", game->processor_seconds[0],
                     game->processor_seconds[1]);
}

static dm_status list_game(void *user, const dm_event_game *game, dm_error *err)
{
    return json_array_append_new(user, game_json(game)) == 0 ? DM_OK : no_memory(err);
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
    const contest_fields *own = c->ask.own;
    dm_status status = need_results(c, err);
    if (status != DM_OK)
        return status;
    json_t *list = json_array();
    status = dm_results_games(c->api->results, own->pairing, own->from, own->count, list_game, list,
                              err);
    return give_list("games", list, status, out);
}

/* A game with the settings of its tournament. */
typedef struct replay {
    json_t *event, *game;
    uint64_t seed;
    char *board; /* NULL: its name is enough, or it is unknown */
} replay;

static dm_status copy_game(void *user, const dm_event_game *game, dm_error *err)
{
    replay *r = user;
    r->game = game_json(game);
    report_put(&r->game, "moves", moves_json(game->moves));
    r->seed = game->board_seed;
    return r->game ? DM_OK : answer_fail(err, DM_NO_MEMORY, "no memory for the game");
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

static void report_game(call *c, const replay *game, report *r)
{
    const char *arena = json_string_value(json_object_get(game->event, "arena"));
    bool random = json_is_true(json_object_get(game->event, "random"));
    uint64_t seed =
        random ? game->seed : (uint64_t)json_integer_value(json_object_get(game->event, "seed"));
    static const char *const keys[] = {"rounds", "per_turn", "ties"};
    report_string(r, "arena", arena);
    report_json(r, "seed", json_integer((json_int_t)seed));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        report_json(r, keys[i], json_incref(json_object_get(game->event, keys[i])));
    const char *key;
    json_t *value;
    json_object_foreach(game->game, key, value) report_json(r, key, json_incref(value));
    if (game->board)
        report_json(r, "board", json_loads(game->board, 0, NULL));
    report_json(r, "has_board", game->board ? json_true() : has_board(c, arena, seed));
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

dm_status answer_to_contest_game(call *c, report **out, dm_error *err)
{
    const contest_fields *own = c->ask.own;
    int64_t pairing = own->pairing, number = own->number;
    replay game = {0};
    dm_status status = need_results(c, err);
    if (status == DM_OK)
        status = dm_results_event_of(c->api->results, pairing, copy_event, &game.event, err);
    if (status == DM_OK)
        status = dm_results_games(c->api->results, pairing, number, 1, copy_game, &game, err);
    bool found = game.game && json_integer_value(json_object_get(game.game, "number")) == number;
    if (status == DM_OK && !found)
        status = answer_fail(err, DM_END, "pairing %lld has no game %lld", (long long)pairing,
                             (long long)number);
    if (status == DM_OK)
        status = dm_results_board(c->api->results, pairing, number, &game.board, err);
    if (status == DM_OK) {
        *out = report_open(true, NULL);
        report_game(c, &game, *out);
    }
    dm_free(game.board);
    json_decref(game.event);
    json_decref(game.game);
    return status;
}
