/* results_file.c - the tournaments of a database as one JSON file, for a page that has no server.
 *
 * The file has the server's own answers, so that the page reads both alike:
 *     {"results":1,"events":[EVENT, ..]}
 * where an EVENT is a row of `contest` with `table` (contest/event), `games_of` (by pairing: a list
 * of contest/game) and `faults_of` (by the key of a player: a list as in contest/faults).
 */
#include "cli.h"
#include "server/api.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 1000 }; /* faults per question */

/* Asks as a client does; takes `body`, which may be NULL for GET.  NULL and the reason on failure.
 */
static json_t *ask_results(api *answers, const char *path, json_t *body, dm_error *err)
{
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    bool is_get = !body;
    json_decref(body);
    if (!is_get && !text) {
        answer_fail(err, DM_NO_MEMORY, "no memory for the results");
        return NULL;
    }
    const http_ask asked = {is_get ? "GET" : "POST", path, text ? text : "",
                            text ? strlen(text) : 0};
    http_answer answer = {0};
    api_answer(answers, &asked, &answer);
    free(text);
    json_t *found = answer.body ? json_loadb(answer.body, answer.size, 0, NULL) : NULL;
    free(answer.body);
    if (answer.status == 200 && found)
        return found;
    const char *why = json_string_value(json_object_get(found, "error"));
    answer_fail(err, DM_IO, "the results cannot be read: %.300s", why ? why : "no memory");
    json_decref(found);
    return NULL;
}

static json_int_t number_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static dm_status no_memory(dm_error *err)
{
    return answer_fail(err, DM_NO_MEMORY, "no memory for the results");
}

/* Adds the games of a pairing to `games`, in their order. */
static dm_status add_games(api *answers, const json_t *pairing, json_t *games, dm_error *err)
{
    json_int_t id = number_of(pairing, "pairing"), count = number_of(pairing, "played");
    char key[32];
    snprintf(key, sizeof key, "%" JSON_INTEGER_FORMAT, id);
    json_t *list = json_array();
    if (json_object_set_new(games, key, list) != 0)
        return no_memory(err);
    for (json_int_t i = 0; i < count; i++) {
        json_t *body = json_pack("{s:I, s:I}", "pairing", id, "number", i);
        json_t *game = body ? ask_results(answers, "/api/contest/game", body, err) : NULL;
        if (!game)
            return body ? DM_IO : no_memory(err);
        if (json_array_append_new(list, game) != 0)
            return no_memory(err);
    }
    return DM_OK;
}

/* Adds the faults of a player to `faults`. */
static dm_status add_faults(api *answers, json_int_t event, const json_t *player, json_t *faults,
                            dm_error *err)
{
    const char *key = json_string_value(json_object_get(player, "key"));
    json_int_t count = number_of(player, "faults");
    json_t *list = json_array();
    if (!key || json_object_set_new(faults, key, list) != 0)
        return no_memory(err);
    for (json_int_t from = 0; from < count; from += MANY) {
        json_t *body = json_pack("{s:I, s:s, s:I, s:i}", "event", event, "player", key, "from",
                                 from, "count", (int)MANY);
        json_t *page = body ? ask_results(answers, "/api/contest/faults", body, err) : NULL;
        if (!page)
            return body ? DM_IO : no_memory(err);
        int status = json_array_extend(list, json_object_get(page, "faults"));
        json_decref(page);
        if (status != 0)
            return no_memory(err);
    }
    return DM_OK;
}

/* Completes a row of `contest`. */
static dm_status add_event(api *answers, json_t *event, dm_error *err)
{
    json_int_t id = number_of(event, "event");
    json_t *body = json_pack("{s:I}", "event", id);
    json_t *table = body ? ask_results(answers, "/api/contest/event", body, err) : NULL;
    json_t *games = json_object(), *faults = json_object();
    dm_status status = table ? DM_OK : body ? DM_IO : no_memory(err);
    size_t i;
    const json_t *row;
    if (json_object_set_new(event, "games_of", games) != 0 ||
        json_object_set_new(event, "faults_of", faults) != 0 ||
        (table && json_object_set(event, "table", table) != 0))
        status = status == DM_OK ? no_memory(err) : status;
    json_array_foreach(json_object_get(table, "pairings"), i, row)
    {
        if (status == DM_OK)
            status = add_games(answers, row, games, err);
    }
    json_array_foreach(json_object_get(table, "ratings"), i, row)
    {
        if (status == DM_OK && number_of(row, "faults") > 0)
            status = add_faults(answers, id, row, faults, err);
    }
    json_decref(table);
    return status;
}

static dm_status write_json(FILE *to, const void *what, dm_error *err)
{
    if (json_dumpf(what, to, JSON_COMPACT) != 0)
        return answer_fail(err, DM_IO, "the results cannot be written");
    fputc('\n', to);
    return DM_OK;
}

dm_status results_write(const char *db, const char *path, dm_error *err)
{
    api_settings settings = api_defaults();
    api *answers = NULL;
    settings.db = db;
    dm_status status = api_new(&settings, &answers, err);
    if (status != DM_OK)
        return status;
    json_t *all = ask_results(answers, "/api/contest", NULL, err);
    status = all ? DM_OK : DM_IO;
    size_t i;
    json_t *event;
    json_array_foreach(json_object_get(all, "events"), i, event)
    {
        if (status == DM_OK)
            status = add_event(answers, event, err);
    }
    if (status == DM_OK && json_object_set_new(all, "results", json_integer(1)) != 0)
        status = no_memory(err);
    if (status == DM_OK)
        status = cli_write_file(path, write_json, all, err);
    json_decref(all);
    api_stop(answers);
    api_free(answers);
    return status;
}
