/* tournament_players.c - the players of tournaments in the database. */
#include "store/tournament_players.h"

#include "base/base.h"
#include "store/query.h"

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
