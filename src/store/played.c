/* played.c - games of tournaments on disk: events, their pairings, the games of a pairing. */
#include "store/played.h"

#include "base/base.h"
#include "store/query.h"

/* Reads the number that `find` answers with, such as the id of what was added just before. */
static dm_status read_id(dmi_query find, int64_t *id, dm_error *err)
{
    dm_status status = dmi_query_next(&find, err);
    if (status == DM_OK)
        *id = dmi_query_integer(&find, 0);
    dmi_query_end(&find);
    return status == DM_END ? dmi_fail_at(err, DM_INTERNAL, dmi_store_path(find.store), 0,
                                          "a row just written is not there")
                            : status;
}

dm_status dmi_event_id(dmi_store *store, const char *settings, int64_t *id, dm_error *err)
{
    dm_status status =
        dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_EVENT, err, "t", settings), err);
    if (status != DM_OK)
        return status;
    return read_id(dmi_query_start(store, DMI_SQL_EVENT, err, "t", settings), id, err);
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
    return read_id(dmi_query_start(store, DMI_SQL_ARENAS, err, "i", event), out, err);
}

dm_status dmi_verdict_put(dmi_store *store, int64_t pairing, int64_t games, int better,
                          dm_error *err)
{
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
    return read_id(dmi_query_start(store, DMI_SQL_PAIRING, err, "itt", event, first, second), id,
                   err);
}

dm_status dmi_played_put(dmi_store *store, int64_t pairing, const dmi_played *game, dm_error *err)
{
    return dmi_query_finish(
        dmi_query_start(store, DMI_SQL_ADD_PLAYED, err, "iiiiiirrrrt", pairing, game->number,
                        (int64_t)game->outcome, game->value, (int64_t)game->faults[DM_WHITE],
                        (int64_t)game->faults[DM_BLACK], game->seconds[DM_WHITE],
                        game->seconds[DM_BLACK], game->slowest[DM_WHITE], game->slowest[DM_BLACK],
                        game->moves),
        err);
}

static dm_status hand_over(const dmi_query *query, dmi_played_fn *each, void *user, dm_error *err)
{
    sqlite3_stmt *row = query->statement;
    const dmi_played game = {
        .number = dmi_query_integer(query, 0),
        .outcome = (int)dmi_query_integer(query, 1),
        .value = dmi_query_integer(query, 2),
        .faults = {(int32_t)dmi_query_integer(query, 3), (int32_t)dmi_query_integer(query, 4)},
        .seconds = {sqlite3_column_double(row, 5), sqlite3_column_double(row, 6)},
        .slowest = {sqlite3_column_double(row, 7), sqlite3_column_double(row, 8)},
        .moves = (const char *)sqlite3_column_text(row, 9),
    };
    return game.moves ? each(user, &game, err) : dmi_no_memory(err);
}

/* Hands over every game that a query finds, and ends it. */
static dm_status hand_over_all(dmi_query query, dmi_played_fn *each, void *user, dm_error *err)
{
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        status = hand_over(&query, each, user, err);
        if (status != DM_OK)
            break;
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_played_each(dmi_store *store, int64_t pairing, int64_t end, dmi_played_fn *each,
                          void *user, dm_error *err)
{
    return hand_over_all(dmi_query_start(store, DMI_SQL_PLAYED, err, "ii", pairing, end), each,
                         user, err);
}

dm_status dmi_played_page(dmi_store *store, int64_t pairing, int64_t first, int64_t count,
                          dmi_played_fn *each, void *user, dm_error *err)
{
    return hand_over_all(dmi_query_start(store, DMI_SQL_PAGE, err, "iii", pairing, first, count),
                         each, user, err);
}

dm_status dmi_played_one(dmi_store *store, int64_t pairing, int64_t number, dmi_played_fn *each,
                         void *user, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_ONE_PLAYED, err, "ii", pairing, number);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK)
        status = hand_over(&query, each, user, err);
    dmi_query_end(&query);
    return status;
}
