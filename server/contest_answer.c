/* contest_answer.c - what the answers about the results database share. */
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
