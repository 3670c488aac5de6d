/* tournament_games.c - tournaments in the database: events, pairings and games. */
#include "store/tournament_games.h"

#include "base/base.h"
#include "store/query.h"
#include <assert.h>
#include <stdlib.h>

/* The players of tournaments in the database. */
dm_status dmi_player_put(dmi_store *store, const dm_event_player *player, dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_PLAYER, err, "ttttt", player->key,
                                            player->name, player->version, player->command,
                                            player->folder),
                            err);
}

dm_status dmi_player_one(dmi_store *store, const char *key, dm_event_player_fn *each, void *user,
                         dm_error *err)
{
    dm_event_player player = {.key = key, .name = key, .version = "", .command = "", .folder = ""};
    dmi_query query = dmi_query_start(store, DMI_SQL_PLAYER, NULL, "t", key);
    dm_status status = query.status == DM_OK ? dmi_query_next(&query, err) : DM_END;
    if (status == DM_OK) {
        player.name = dmi_query_text(&query, 0);
        player.version = dmi_query_text(&query, 1);
        player.command = dmi_query_text(&query, 2);
        player.folder = dmi_query_text(&query, 3);
        if (!player.name || !player.version || !player.command || !player.folder)
            status = dmi_no_memory(err);
    }
    if (status == DM_OK || status == DM_END) /* none, or tables of version 5 */
        status = each(user, &player, err);
    dmi_query_end(&query);
    return status;
}

dm_status dmi_pairing_players_each(dmi_store *store, int64_t event, dmi_pairing_players_fn *each,
                                   void *user, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_PAIRINGS, err, "i", event);
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        const char *first = dmi_query_text(&query, 1), *second = dmi_query_text(&query, 2);
        status = first && second ? each(user, first, second, err) : dmi_no_memory(err);
        if (status != DM_OK)
            break;
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_entrant_put(dmi_store *store, int64_t event, const char *key, bool complete,
                          dm_error *err)
{
    return dmi_query_finish(
        dmi_query_start(store, DMI_SQL_ADD_ENTRANT, err, "iti", event, key, (int64_t)complete),
        err);
}

dm_status dmi_entrant_place(dmi_store *store, int64_t event, const char *key, const char *folder,
                            const char *version, dm_error *err)
{
    return dmi_query_finish(
        dmi_query_start(store, DMI_SQL_PLACE_ENTRANT, err, "ittt", event, key, folder, version),
        err);
}

dm_status dmi_entrant_find(dmi_store *store, int64_t event, const char *key,
                           dmi_entrant_place_fn *each, void *user, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_ENTRANT_PLACE, err, "it", event, key);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK) {
        const char *folder = dmi_query_text(&query, 0), *version = dmi_query_text(&query, 1);
        status = folder && version ? each(user, folder, version, err) : dmi_no_memory(err);
    } else if (status == DM_END) {
        status = each(user, "", "", err);
    }
    dmi_query_end(&query);
    return status;
}

dm_status dmi_entrant_is_complete(dmi_store *store, int64_t event, const char *key, bool *out,
                                  dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_ENTRANT, err, "it", event, key);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK || status == DM_END)
        *out = status == DM_OK && dmi_query_integer(&query, 0) != 0;
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_faulty_games(dmi_store *store, int64_t event, const char *key, int64_t *games,
                           int64_t *faults, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_FAULTY_GAMES, err, "ti", key, event);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK) {
        *games = dmi_query_integer(&query, 0);
        *faults = dmi_query_integer(&query, 1);
    }
    dmi_query_end(&query);
    return status;
}

dm_status dmi_event_id(dmi_store *store, const char *settings, int64_t *id, dm_error *err)
{
    dm_status status =
        dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_EVENT, err, "t", settings), err);
    if (status != DM_OK)
        return status;
    return dmi_query_id(dmi_query_start(store, DMI_SQL_EVENT, err, "t", settings), id, err);
}

dm_status dmi_event_name(dmi_store *store, int64_t event, const char *arena, dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_SOURCE, err, "it", event, arena),
                            err);
}

dm_status dmi_arena_put(dmi_store *store, int64_t event, int64_t number, const char *board,
                        dm_error *err)
{
    return dmi_query_finish(
        dmi_query_start(store, DMI_SQL_ADD_ARENA, err, "iit", event, number, board), err);
}

dm_status dmi_arena_count(dmi_store *store, int64_t event, int64_t *out, dm_error *err)
{
    return dmi_query_id(dmi_query_start(store, DMI_SQL_ARENAS, err, "i", event), out, err);
}

dm_status dmi_verdict_put(dmi_store *store, int64_t pairing, int64_t games, dm_outcome better,
                          dm_error *err)
{
    assert(games >= 0);
    return dmi_query_finish(better
                                ? dmi_query_start(store, DMI_SQL_SET_VERDICT, err, "iii", pairing,
                                                  games, (int64_t)better)
                                : dmi_query_start(store, DMI_SQL_DROP_VERDICT, err, "i", pairing),
                            err);
}

dm_status dmi_pairing_id(dmi_store *store, int64_t event, const char *first, const char *second,
                         int64_t *id, dm_error *err)
{
    dm_status status = dmi_query_finish(
        dmi_query_start(store, DMI_SQL_ADD_PAIRING, err, "itt", event, first, second), err);
    if (status != DM_OK)
        return status;
    return dmi_query_id(dmi_query_start(store, DMI_SQL_PAIRING, err, "itt", event, first, second),
                        id, err);
}

dm_status dmi_played_game_put(dmi_store *store, int64_t pairing, const dmi_played_game *game,
                              dm_error *err)
{
    for (int32_t i = 0; i < game->fault_count; i++) {
        dm_status status =
            dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_FAULT, err, "iiiittt", pairing,
                                             game->number, (int64_t)game->fault[i].turn,
                                             (int64_t)game->fault[i].side, game->fault[i].kind,
                                             game->fault[i].detail, game->fault[i].error_output),
                             err);
        if (status != DM_OK)
            return status;
    }
    return dmi_query_finish(
        dmi_query_start(store, DMI_SQL_ADD_PLAYED, err, "iiiiiirrrrtrr", pairing, game->number,
                        (int64_t)game->outcome, game->value, game->faults[DM_WHITE],
                        game->faults[DM_BLACK], game->seconds[DM_WHITE], game->seconds[DM_BLACK],
                        game->slowest[DM_WHITE], game->slowest[DM_BLACK], game->moves,
                        game->processor[DM_WHITE], game->processor[DM_BLACK]),
        err);
}

static dm_status read_game(const dmi_query *query, dmi_played_game_fn *each, void *user,
                           dm_error *err)
{
    const dmi_played_game game = {
        .number = dmi_query_integer(query, 0),
        .outcome = (dm_outcome)dmi_query_integer(query, 1),
        .value = dmi_query_integer(query, 2),
        .faults = {dmi_query_integer(query, 3), dmi_query_integer(query, 4)},
        .seconds = {dmi_query_real(query, 5), dmi_query_real(query, 6)},
        .slowest = {dmi_query_real(query, 7), dmi_query_real(query, 8)},
        .moves = dmi_query_text(query, 9),
        .processor = {dmi_query_real(query, 10), dmi_query_real(query, 11)},
    };
    return game.moves ? each(user, &game, err) : dmi_no_memory(err);
}

/* Reads every game that a query finds, and ends it. */
static dm_status read_games(dmi_query query, dmi_played_game_fn *each, void *user, dm_error *err)
{
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        status = read_game(&query, each, user, err);
        if (status != DM_OK)
            break;
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_played_game_each(dmi_store *store, int64_t pairing, int64_t end,
                               dmi_played_game_fn *each, void *user, dm_error *err)
{
    return read_games(dmi_query_start(store, DMI_SQL_PLAYED, err, "ii", pairing, end), each, user,
                      err);
}

dm_status dmi_played_game_page(dmi_store *store, int64_t pairing, int64_t first, int64_t count,
                               dmi_played_game_fn *each, void *user, dm_error *err)
{
    assert(count >= 0);
    dmi_query query = dmi_query_start(store, DMI_SQL_PAGE, NULL, "iii", pairing, first, count);
    if (query.status != DM_OK) { /* tables of version 5 */
        dmi_query_end(&query);
        query = dmi_query_start(store, DMI_SQL_OLD_PAGE, err, "iii", pairing, first, count);
    }
    return read_games(query, each, user, err);
}

dm_status dmi_played_game_one(dmi_store *store, int64_t pairing, int64_t number,
                              dmi_played_game_fn *each, void *user, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_ONE_PLAYED, err, "ii", pairing, number);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK)
        status = read_game(&query, each, user, err);
    dmi_query_end(&query);
    return status;
}

/* Reads every fault that a query finds, and ends it; none if there is no such table. */
static dm_status read_faults(dmi_query query, dm_event_fault_fn *each, void *user, dm_error *err)
{
    dm_status status = query.status == DM_OK ? DM_OK : DM_END;
    while (status == DM_OK && (status = dmi_query_next(&query, err)) == DM_OK) {
        const dm_event_fault fault = {.pairing = dmi_query_integer(&query, 0),
                                      .number = dmi_query_integer(&query, 1),
                                      .turn = (int32_t)dmi_query_integer(&query, 2),
                                      .side = dmi_query_integer(&query, 3) ? DM_BLACK : DM_WHITE,
                                      .kind = dmi_query_text(&query, 4),
                                      .detail = dmi_query_text(&query, 5),
                                      .error_output = dmi_query_text(&query, 6)};
        status = fault.kind && fault.detail && fault.error_output ? each(user, &fault, err)
                                                                  : dmi_no_memory(err);
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_faults_each(dmi_store *store, int64_t pairing, int64_t first, int64_t last,
                          dm_event_fault_fn *each, void *user, dm_error *err)
{
    assert(first <= last);
    return read_faults(dmi_query_start(store, DMI_SQL_FAULTS, NULL, "iii", pairing, first, last),
                       each, user, err);
}

dm_status dmi_faults_of(dmi_store *store, int64_t event, const char *key, int64_t skip,
                        int64_t count, dm_event_fault_fn *each, void *user, dm_error *err)
{
    assert(count >= 0);
    return read_faults(
        dmi_query_start(store, DMI_SQL_FAULTS_OF, NULL, "itii", event, key, count, skip), each,
        user, err);
}

dm_status dmi_events_each(dmi_store *store, dmi_event_fn *each, void *user, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_EVENTS, err, "");
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        const dmi_event event = {.id = dmi_query_integer(&query, 0),
                                 .settings = dmi_query_text(&query, 1),
                                 .pairings = dmi_query_integer(&query, 2),
                                 .games = dmi_query_integer(&query, 3)};
        status = event.settings ? each(user, &event, err) : dmi_no_memory(err);
        if (status != DM_OK)
            break;
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_events_one(dmi_store *store, int64_t id, dmi_event_fn *each, void *user,
                         dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_SETTINGS, err, "i", id);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK) {
        const dmi_event event = {.id = id, .settings = dmi_query_text(&query, 0)};
        status = event.settings ? each(user, &event, err) : dmi_no_memory(err);
    }
    dmi_query_end(&query);
    return status;
}

/* The text that a query returns, freed with free(); NULL if there is none, or if an older file has
 * no such table. */
static dm_status read_text(dmi_query query, char **out, dm_error *err)
{
    dm_status status = dmi_query_next(&query, NULL);
    char *text = status == DM_OK ? dmi_strdup(dmi_query_text(&query, 0)) : NULL;
    dmi_query_end(&query);
    if (status == DM_OK && !text)
        return dmi_no_memory(err);
    *out = text;
    return DM_OK;
}

dm_status dmi_event_source(dmi_store *store, int64_t event, char **out, dm_error *err)
{
    return read_text(dmi_query_start(store, DMI_SQL_SOURCE, NULL, "i", event), out, err);
}

dm_status dmi_arena_one(dmi_store *store, int64_t event, int64_t number, char **out, dm_error *err)
{
    return read_text(dmi_query_start(store, DMI_SQL_ARENA, NULL, "ii", event, number), out, err);
}

/* Counts the games with numbers below `end`. */
static dm_status count_games(dmi_store *store, int64_t end, dm_event_pairing *out, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_TALLY, err, "ii", out->id, end);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK) {
        out->games = dmi_query_integer(&query, 0);
        out->first_wins = dmi_query_integer(&query, 1);
        out->second_wins = dmi_query_integer(&query, 2);
        out->ties = dmi_query_integer(&query, 3);
    }
    dmi_query_end(&query);
    return status;
}

static dm_status fill_pairing(dmi_store *store, dm_event_pairing *out, dm_error *err)
{
    /* Games with lower numbers count: INT64_MAX without a verdict. */
    dmi_query query = dmi_query_start(store, DMI_SQL_VERDICT, NULL, "i", out->id);
    bool has_one = dmi_query_next(&query, NULL) == DM_OK; /* older versions have no such table */
    int64_t end = has_one ? dmi_query_integer(&query, 0) : INT64_MAX;
    out->better = has_one ? (dm_outcome)dmi_query_integer(&query, 1) : DM_TIE;
    dmi_query_end(&query);
    dm_status status = count_games(store, INT64_MAX, out, err);
    out->played = out->games;
    return status == DM_OK && end < INT64_MAX ? count_games(store, end, out, err) : status;
}

dm_status dmi_pairings_each(dmi_store *store, int64_t event, dm_event_pairing_fn *each, void *user,
                            dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_PAIRINGS, err, "i", event);
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        dm_event_pairing pairing = {.id = dmi_query_integer(&query, 0),
                                    .first = dmi_query_text(&query, 1),
                                    .second = dmi_query_text(&query, 2)};
        status = pairing.first && pairing.second ? fill_pairing(store, &pairing, err)
                                                 : dmi_no_memory(err);
        if (status == DM_OK)
            status = each(user, &pairing, err);
        if (status != DM_OK)
            break;
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_pairing_one(dmi_store *store, int64_t id, int64_t *event, char *player[2],
                          dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_ONE_PAIRING, err, "i", id);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK) {
        char *first = dmi_strdup(dmi_query_text(&query, 1)),
             *second = dmi_strdup(dmi_query_text(&query, 2));
        if (first && second) {
            *event = dmi_query_integer(&query, 0);
            player[0] = first;
            player[1] = second;
        } else {
            free(first);
            free(second);
            status = dmi_no_memory(err);
        }
    }
    dmi_query_end(&query);
    return status;
}
