/* kept.c - what a database holds of tournaments: its events and their pairings, listed. */
#include "base/base.h"
#include "store/played.h"
#include "store/query.h"
#include <stdlib.h>

static const char *text_at(const dmi_query *query, int column)
{
    return (const char *)sqlite3_column_text(query->statement, column);
}

dm_status dmi_events_each(dmi_store *store, dmi_event_fn *each, void *user, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_EVENTS, err, "");
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        const dmi_event event = {.id = dmi_query_integer(&query, 0),
                                 .settings = text_at(&query, 1),
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
        const dmi_event event = {.id = id, .settings = text_at(&query, 0)};
        status = event.settings ? each(user, &event, err) : dmi_no_memory(err);
    }
    dmi_query_end(&query);
    return status;
}

dm_status dmi_event_source(dmi_store *store, int64_t event, char **out, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_SOURCE, NULL, "i", event);
    dm_status status = dmi_query_next(&query, NULL);
    char *name = status == DM_OK ? dmi_strdup(text_at(&query, 0)) : NULL;
    dmi_query_end(&query);
    if (status == DM_OK && !name)
        return dmi_no_memory(err);
    *out = name; /* a file of an older version has no such table */
    return DM_OK;
}

dm_status dmi_pairings_each(dmi_store *store, int64_t event, dm_event_pairing_fn *each, void *user,
                            dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_PAIRINGS, err, "i", event);
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        const dm_event_pairing pairing = {.id = dmi_query_integer(&query, 0),
                                          .first = text_at(&query, 1),
                                          .second = text_at(&query, 2),
                                          .games = dmi_query_integer(&query, 3),
                                          .first_wins = dmi_query_integer(&query, 4),
                                          .second_wins = dmi_query_integer(&query, 5),
                                          .ties = dmi_query_integer(&query, 6)};
        status = pairing.first && pairing.second ? each(user, &pairing, err) : dmi_no_memory(err);
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
        char *first = dmi_strdup(text_at(&query, 1)), *second = dmi_strdup(text_at(&query, 2));
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
