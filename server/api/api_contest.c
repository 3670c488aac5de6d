/* api_contest.c - the results database: its tournaments, their tables, and single games.
 *
 * The database is the one given at the start of the server; questions name tournaments, pairings
 * and games only by number.
 */
#include "answer/answer_contest.h"
#include "server/contest_answer.h"

#include <stdlib.h>
#include <string.h>

dm_status contest_need_results(const call *c, dm_error *err)
{
    return c->api->results ? DM_OK
                           : answer_fail(err, DM_END, "this server has no results database");
}

dm_status contest_no_memory(dm_error *err)
{
    return answer_fail(err, DM_NO_MEMORY, "no memory for the answer");
}

dm_status contest_give_list(const char *key, json_t *list, dm_status status, report **out)
{
    report *r = report_open(true, NULL);
    report_json(r, key, list);
    return call_give(r, status, out);
}

json_t *contest_event_json(const dm_event *event)
{
    return json_pack("{s:I, s:s, s:b, s:I, s:i, s:i, s:s, s:s}", "event", (json_int_t)event->id,
                     "arena", event->arena, "random", event->random, "seed",
                     (json_int_t)event->seed, "rounds", event->rounds, "per_turn", event->per_turn,
                     "ties", dm_tie_rule_name(event->ties), "settings", event->settings);
}

dm_status contest_copy_event(void *user, const dm_event *event, dm_error *err)
{
    json_t **out = user;
    *out = contest_event_json(event);
    return *out ? DM_OK : answer_fail(err, DM_NO_MEMORY, "no memory for the tournament");
}

void contest_clear_players(contest_players *players)
{
    for (size_t i = 0; i < players->count; i++) {
        free(players->player[i].key);
        free(players->player[i].label);
        free(players->player[i].version);
    }
    free(players->player);
    *players = (contest_players){0};
}

static dm_status take_player(void *user, const dm_event_player *p, dm_error *err)
{
    contest_players *players = user;
    if (players->count == players->capacity) {
        size_t capacity = 2 * players->capacity + 8;
        struct contest_player *grown = realloc(players->player, capacity * sizeof *grown);
        if (!grown)
            return contest_no_memory(err);
        players->player = grown;
        players->capacity = capacity;
    }
    struct contest_player *to = &players->player[players->count++];
    *to = (struct contest_player){.key = strdup(p->key),
                                  .label = strdup(p->label),
                                  .version = strdup(p->version),
                                  .is_newest = p->is_newest,
                                  .is_program = *p->command || dm_spec_is_program(p->key),
                                  .faults = p->faults,
                                  .faulty_games = p->faulty_games};
    return to->key && to->label && to->version ? DM_OK : contest_no_memory(err);
}

dm_status contest_read_players(dm_results *results, int64_t event, bool counts,
                               contest_players *out, dm_error *err)
{
    *out = (contest_players){0};
    return counts ? dm_results_players(results, event, take_player, out, err)
                  : dm_results_names(results, event, take_player, out, err);
}

const struct contest_player *contest_find_player(const contest_players *players, const char *key)
{
    static const struct contest_player unknown = {.key = "", .label = "?", .version = ""};
    for (size_t i = 0; i < players->count; i++)
        if (strcmp(players->player[i].key, key) == 0)
            return &players->player[i];
    return &unknown; /* it entered the event a moment ago */
}

static dm_status list_event(void *user, const dm_event *event, dm_error *err)
{
    json_t *one = contest_event_json(event);
    report_put(&one, "pairings", json_integer(event->pairings));
    report_put(&one, "games", json_integer(event->games));
    return json_array_append_new(user, one) == 0 ? DM_OK : contest_no_memory(err);
}

const question fields_of_contest = {.name = "contest"};

dm_status answer_to_contest(call *c, report **out, dm_error *err)
{
    dm_status status = contest_need_results(c, err);
    if (status != DM_OK)
        return status;
    json_t *list = json_array();
    status = dm_results_events(c->api->results, list_event, list, err);
    return contest_give_list("events", list, status, out);
}

/* The players, and who met whom. */
typedef struct table {
    contest_players players;
    dm_encounter *met;
    int64_t met_count;
    json_t *pairings;
} table;

static int32_t index_of(const table *t, const struct contest_player *player)
{
    ptrdiff_t index = player - t->players.player;
    return index >= 0 && index < DM_MOST_RATED ? (int32_t)index : -1;
}

static dm_status take_pairing(void *user, const dm_event_pairing *p, dm_error *err)
{
    table *t = user;
    dm_encounter *met = realloc(t->met, ((size_t)t->met_count + 1) * sizeof *met);
    const struct contest_player *first = contest_find_player(&t->players, p->first),
                                *second = contest_find_player(&t->players, p->second);
    if (met)
        t->met = met;
    if (!*first->key || !*second->key) /* they entered the event a moment ago */
        return DM_OK;
    if (!met || index_of(t, first) < 0 || index_of(t, second) < 0)
        return answer_fail(err, DM_NO_MEMORY, "more than %d players, or no memory", DM_MOST_RATED);
    t->met[t->met_count++] = (dm_encounter){index_of(t, first), index_of(t, second), p->first_wins,
                                            p->second_wins, p->ties};
    json_t *object = NULL;
    report *r = report_open(true, NULL);
    report_count(r, "pairing", p->id);
    answer_add_pairing(r, &(answer_pairing){first->label, second->label, p->games, p->first_wins,
                                            p->second_wins, p->ties});
    report_count(r, "played", p->played);
    report_json(r, "better",
                p->better == 0 ? json_null() : json_string(p->better > 0 ? "first" : "second"));
    report_take(r, &object, NULL);
    json_t *row = object;
    return json_array_append_new(t->pairings, row) == 0 ? DM_OK : contest_no_memory(err);
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

/* The players with their ratings, best first; NULL without memory. */
static json_t *list_ratings(const table *t, const dm_rating *ratings)
{
    bool is_listed[DM_MOST_RATED] = {false};
    json_t *list = json_array();
    for (size_t i = 0; i < t->players.count; i++) {
        /* the best of those not listed yet */
        size_t best = t->players.count;
        for (size_t p = 0; p < t->players.count; p++)
            if (!is_listed[p] &&
                (best == t->players.count || ratings[p].points > ratings[best].points))
                best = p;
        is_listed[best] = true;
        const struct contest_player *player = &t->players.player[best];
        int64_t tally[3];
        count_games(t, (int32_t)best, tally);
        json_t *row =
            answer_rating(&(answer_player){player->label, player->version, player->faults,
                                           player->faulty_games, tally[0], tally[1], tally[2]},
                          &ratings[best]);
        report_put(&row, "key", json_string(player->key));
        report_put(&row, "newest", json_boolean(player->is_newest));
        report_append(&list, row);
    }
    return list;
}

static dm_status report_event(call *c, int64_t id, table *t, report *r, dm_error *err)
{
    json_t *event = NULL;
    dm_status status = dm_results_event(c->api->results, id, contest_copy_event, &event, err);
    if (status == DM_OK)
        status = contest_read_players(c->api->results, id, true, &t->players, err);
    if (status == DM_OK)
        status = dm_results_pairings(c->api->results, id, take_pairing, t, err);
    report_json(r, "event", event);
    report_json(r, "pairings", json_incref(t->pairings));
    if (status != DM_OK)
        return status;
    size_t count = t->players.count;
    dm_rating *ratings = calloc(count + 1, sizeof *ratings);
    status = ratings ? DM_OK : contest_no_memory(err);
    if (status == DM_OK && count > DM_MOST_RATED)
        status = answer_fail(err, DM_NO_MEMORY, "more than %d players", DM_MOST_RATED);
    if (status == DM_OK && count > 0)
        status = dm_ratings(t->met, t->met_count, (int32_t)count, ratings, err);
    if (status == DM_OK)
        report_json(r, "ratings", list_ratings(t, ratings));
    free(ratings);
    return status;
}

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
    const contest_fields *own = c->task.ask.own;
    dm_status status = contest_need_results(c, err);
    if (status != DM_OK)
        return status;
    table *t = calloc(1, sizeof *t);
    if (!t)
        return answer_fail(err, DM_NO_MEMORY, "no memory for the tournament");
    t->pairings = json_array();
    report *r = report_open(true, NULL);
    status = report_event(c, own->event, t, r, err);
    contest_clear_players(&t->players);
    free(t->met);
    json_decref(t->pairings);
    free(t);
    return call_give(r, status, out);
}
