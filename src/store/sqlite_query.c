/* sqlite_query.c - runs a prepared statement of SQLite. */
#include "store/sqlite.h"

#include "base/base.h"

dm_status dmi_sqlite_fail(const dmi_store *store, int code, dm_error *err)
{
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return dmi_no_memory(err);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0,
                           "not a database of Demesne (%s); it was not changed",
                           sqlite3_errstr(code));
    case SQLITE_CONSTRAINT:
    case SQLITE_MISUSE:
    case SQLITE_RANGE:
    case SQLITE_ERROR:
        return dmi_fail_at(err, DM_INTERNAL, store->path, 0, "%s",
                           sqlite3_errmsg(dmi_sqlite_of(store)->db));
    default:
        return dmi_fail_at(err, DM_IO, store->path, 0, "%s",
                           sqlite3_errmsg(dmi_sqlite_of(store)->db));
    }
}

static int bind_value(sqlite3_stmt *statement, int index, const dmi_value *value)
{
    if (value->type == 't')
        return sqlite3_bind_text(statement, index, value->text, -1, SQLITE_STATIC);
    if (value->type == 'r')
        return sqlite3_bind_double(statement, index, value->real);
    return sqlite3_bind_int64(statement, index, value->integer);
}

static dm_status sqlite_query_start(dmi_query *query, const dmi_value *values, int count,
                                    dm_error *err)
{
    dmi_statement_id id = query->id;
    dmi_sqlite *sqlite = dmi_sqlite_of(query->store);
    int code = SQLITE_OK;
    if (!sqlite->prepared[id])
        code = sqlite3_prepare_v3(sqlite->db, dmi_sqlite_dialect.statement[id], -1,
                                  SQLITE_PREPARE_PERSISTENT, &sqlite->prepared[id], NULL);
    query->rows = sqlite->prepared[id];
    for (int i = 0; i < count && code == SQLITE_OK; i++)
        code = bind_value(query->rows, i + 1, &values[i]);
    return code == SQLITE_OK ? DM_OK : dmi_sqlite_fail(query->store, code, err);
}

static dm_status sqlite_query_next(dmi_query *query, dm_error *err)
{
    int code = sqlite3_step(query->rows);
    return code == SQLITE_ROW    ? DM_OK
           : code == SQLITE_DONE ? DM_END
                                 : dmi_sqlite_fail(query->store, code, err);
}

static void sqlite_query_end(dmi_query *query)
{
    if (!query->rows)
        return;
    sqlite3_reset(query->rows);
    sqlite3_clear_bindings(query->rows);
}

static int64_t sqlite_integer(const dmi_query *query, int column)
{
    return sqlite3_column_int64(query->rows, column);
}

static double sqlite_real(const dmi_query *query, int column)
{
    return sqlite3_column_double(query->rows, column);
}

static const char *sqlite_text(const dmi_query *query, int column)
{
    return (const char *)sqlite3_column_text(query->rows, column);
}

/* SQLite has waited already. */
static dm_status sqlite_recover(dmi_store *store, dm_status status, dm_error *err)
{
    (void)store;
    (void)err;
    return status;
}

const dmi_backend dmi_sqlite_backend = {dmi_sqlite_open,    dmi_sqlite_close,  sqlite_recover,
                                        sqlite_query_start, sqlite_query_next, sqlite_query_end,
                                        sqlite_integer,     sqlite_real,       sqlite_text};
