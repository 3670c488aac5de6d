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
        return dmi_sqlite_fail(store, code, err);
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
    return code == SQLITE_OK ? DM_OK : dmi_sqlite_fail(store, code, err);
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

dm_status dmi_sqlite_open(dmi_store *store, const char *path, bool create, dm_error *err)
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
        return dmi_sqlite_fail(store, code, err);
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

void dmi_sqlite_close(dmi_store *store)
{
    dmi_sqlite *sqlite = dmi_sqlite_of(store);
    if (!sqlite)
        return;
    for (int i = 0; i < DMI_SQL_COUNT; i++)
        sqlite3_finalize(sqlite->prepared[i]);
    sqlite3_close(sqlite->db);
    free(sqlite);
}
