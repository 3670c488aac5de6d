/* query.h - runs one prepared statement. */
#ifndef DMI_QUERY_H
#define DMI_QUERY_H

#include "store/schema.h"
#include "store/store.h"
#include <pthread.h>
#include <sqlite3.h>

struct dmi_store {
    char *path;
    sqlite3 *db;
    pthread_mutex_t lock; /* recursive */
    sqlite3_stmt *prepared[DMI_SQL_COUNT];
};

/* The status and message for an error code of SQLite. */
dm_status dmi_store_fail(const dmi_store *store, int code, dm_error *err);

/* A running statement; the store is locked from dmi_query_start to dmi_query_end. */
typedef struct dmi_query {
    dmi_store *store;
    sqlite3_stmt *statement;
    dm_status status;
} dmi_query;

/* `shape` has one letter per argument: t const char * (borrowed until the end), i int64_t, r
 * double. */
dmi_query dmi_query_start(dmi_store *store, dmi_statement_id id, dm_error *err, const char *shape,
                          ...);
/* DM_OK with a row, DM_END after the last one, or the failure. */
dm_status dmi_query_next(dmi_query *query, dm_error *err);
void dmi_query_end(dmi_query *query);
/* Runs and ends a statement that returns no row. */
dm_status dmi_query_finish(dmi_query query, dm_error *err);
/* DM_OK if there is a row, DM_END if not; ends the statement. */
dm_status dmi_query_probe(dmi_query query, dm_error *err);

static inline int64_t dmi_query_integer(const dmi_query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

#endif
