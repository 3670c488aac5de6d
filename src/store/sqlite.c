/* sqlite.c - opens and checks a file of SQLite.
 *
 * The file is inspected before anything is set, so that a foreign one is not changed.  The
 * application id marks a file as ours, and its user version is the version of the tables.  A
 * write-ahead log lets readers work beside the one writer; a committed transaction survives the end
 * of the process, and one that was not committed leaves no trace.
 */
#include "store/sqlite.h"

#include "base/base.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Runs a prepared statement of SQLite. */

/* The status and message for an error code of SQLite. */
static dm_status sqlite_fail(const dmi_store *store, int code, dm_error *err)
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
    return code == SQLITE_OK ? DM_OK : sqlite_fail(query->store, code, err);
}

static dm_status sqlite_query_next(dmi_query *query, dm_error *err)
{
    int code = sqlite3_step(query->rows);
    return code == SQLITE_ROW    ? DM_OK
           : code == SQLITE_DONE ? DM_END
                                 : sqlite_fail(query->store, code, err);
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

enum { PATIENCE = 10000 }; /* milliseconds to wait for another writer */

static int read_integer(sqlite3 *db, const char *sql, int64_t *out)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static dm_status fail_foreign(const dmi_store *store, dm_error *err)
{
    return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0,
                       "a database of another program, not of Demesne; it was not changed");
}

/* The version of the file's tables; 0 if it is empty. */
static dm_status inspect_file(dmi_store *store, int64_t *version, dm_error *err)
{
    sqlite3 *db = dmi_sqlite_of(store)->db;
    int64_t id = 0, tables = 0;
    int code = read_integer(db, "PRAGMA application_id", &id);
    if (code == SQLITE_OK)
        code = read_integer(db, "PRAGMA user_version", version);
    if (code == SQLITE_OK)
        code = read_integer(db, "SELECT count(*) FROM sqlite_master", &tables);
    if (code != SQLITE_OK)
        return sqlite_fail(store, code, err);
    bool is_new = id == 0 && *version == 0 && tables == 0;
    if (id != DMI_STORE_ID)
        return is_new ? DM_OK : fail_foreign(store, err);
    if (*version > DMI_STORE_VERSION)
        return dmi_fail_at(
            err, DM_BAD_INPUT, store->path, 0,
            "written by a newer version of Demesne: its tables have version %lld; this "
            "version knows %d",
            (long long)*version, DMI_STORE_VERSION);
    return *version > 0 ? DM_OK : fail_foreign(store, err);
}

static dm_status execute_sql(dmi_store *store, const char *sql, dm_error *err)
{
    int code = sqlite3_exec(dmi_sqlite_of(store)->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? DM_OK : sqlite_fail(store, code, err);
}

static dm_status take_steps(dmi_store *store, int64_t version, dm_error *err)
{
    char marks[120];
    dm_status status = DM_OK;
    for (; version < DMI_STORE_VERSION && status == DM_OK; version++)
        status = execute_sql(store, dmi_sqlite_dialect.step[version], err);
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             DMI_STORE_ID, DMI_STORE_VERSION);
    return status == DM_OK ? execute_sql(store, marks, err) : status;
}

/* Another process may be making the same tables, so the file is inspected again under the lock. */
static dm_status make_tables(dmi_store *store, dm_error *err)
{
    int64_t version = 0;
    dm_status status = execute_sql(store, "BEGIN EXCLUSIVE", err);
    if (status != DM_OK)
        return status;
    status = inspect_file(store, &version, err);
    if (status == DM_OK)
        status = take_steps(store, version, err);
    if (status == DM_OK)
        return execute_sql(store, "COMMIT", err);
    execute_sql(store, "ROLLBACK", NULL);
    return status;
}

static dm_status sqlite_open(dmi_store *store, const char *path, bool create, dm_error *err)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
    dmi_sqlite *sqlite = store->connection = dmi_calloc(1, sizeof *sqlite);
    store->path = dmi_strdup(path);
    if (!sqlite || !store->path)
        return dmi_no_memory(err);
    if (!create && access(path, F_OK) != 0)
        return dmi_fail_at(err, DM_BAD_INPUT, path, 0, "no such database");
    int code = sqlite3_open_v2(path, &sqlite->db, flags, NULL);
    if (code != SQLITE_OK)
        return sqlite_fail(store, code, err);
    sqlite3_busy_timeout(sqlite->db, PATIENCE);
    /* The file is there, and its tables are as this version needs them. */
    int64_t version = 0;
    dm_status status = inspect_file(store, &version, err);
    if (status == DM_OK && version == 0 && !create)
        return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0, "an empty file, not a database");
    if (status == DM_OK && version < DMI_STORE_VERSION && create)
        status = make_tables(store, err);
    else if (status == DM_OK && version < DMI_SOLVED_VERSION)
        status = execute_sql(store, dmi_sqlite_dialect.view, err);
    if (status == DM_OK && create)
        status = execute_sql(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", err);
    return status;
}

static void sqlite_close(dmi_store *store)
{
    dmi_sqlite *sqlite = dmi_sqlite_of(store);
    if (!sqlite)
        return;
    for (int i = 0; i < DMI_SQL_COUNT; i++)
        sqlite3_finalize(sqlite->prepared[i]);
    sqlite3_close(sqlite->db);
    free(sqlite);
}

const dmi_backend dmi_sqlite_backend = {sqlite_open,        sqlite_close,      sqlite_recover,
                                        sqlite_query_start, sqlite_query_next, sqlite_query_end,
                                        sqlite_integer,     sqlite_real,       sqlite_text};
