/* store.c - opens and checks a database file, and runs transactions.
 *
 * The file is inspected before anything is set, so that a foreign one is not changed.  A
 * write-ahead log lets readers work beside the one writer; a committed transaction survives the end
 * of the process, and one that was not committed leaves no trace.
 */
#include "store/store.h"

#include "base/base.h"
#include "store/query.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATIENCE = 10000 }; /* milliseconds to wait for another writer */

const char *dmi_store_path(const dmi_store *store)
{
    return store->path;
}

dm_status dmi_store_begin(dmi_store *store, dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, DMI_SQL_BEGIN, err, ""), err);
}

dm_status dmi_store_commit(dmi_store *store, dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, DMI_SQL_COMMIT, err, ""), err);
}

void dmi_store_rollback(dmi_store *store)
{
    dmi_query_finish(dmi_query_start(store, DMI_SQL_ROLLBACK, NULL, ""), NULL);
}

dm_status dmi_store_number(dmi_store *store, const char *name, int64_t *out, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_NUMBER, err, "t", name);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK)
        *out = dmi_query_integer(&query, 0);
    dmi_query_end(&query);
    return status;
}

dm_status dmi_store_set_number(dmi_store *store, const char *name, int64_t number, dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, DMI_SQL_SET_NUMBER, err, "ti", name, number),
                            err);
}

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
static dm_status inspect(dmi_store *store, int64_t *version, dm_error *err)
{
    int64_t id = 0, tables = 0;
    int code = read_integer(store->db, "PRAGMA application_id", &id);
    if (code == SQLITE_OK)
        code = read_integer(store->db, "PRAGMA user_version", version);
    if (code == SQLITE_OK)
        code = read_integer(store->db, "SELECT count(*) FROM sqlite_master", &tables);
    if (code != SQLITE_OK)
        return dmi_store_fail(store, code, err);
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

static dm_status execute(dmi_store *store, const char *sql, dm_error *err)
{
    int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? DM_OK : dmi_store_fail(store, code, err);
}

static dm_status take_steps(dmi_store *store, int64_t version, dm_error *err)
{
    char marks[120];
    dm_status status = DM_OK;
    for (; version < DMI_STORE_VERSION && status == DM_OK; version++)
        status = execute(store, dmi_schema_steps[version], err);
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             DMI_STORE_ID, DMI_STORE_VERSION);
    return status == DM_OK ? execute(store, marks, err) : status;
}

/* Another process may be making the same tables, so the file is inspected again under the lock. */
static dm_status make_tables(dmi_store *store, dm_error *err)
{
    int64_t version = 0;
    dm_status status = execute(store, "BEGIN EXCLUSIVE", err);
    if (status != DM_OK)
        return status;
    status = inspect(store, &version, err);
    if (status == DM_OK)
        status = take_steps(store, version, err);
    if (status == DM_OK)
        return execute(store, "COMMIT", err);
    execute(store, "ROLLBACK", NULL);
    return status;
}

static dm_status connect(dmi_store *store, bool create, dm_error *err)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
    if (!create && access(store->path, F_OK) != 0)
        return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0, "no such database");
    int code = sqlite3_open_v2(store->path, &store->db, flags, NULL);
    if (code != SQLITE_OK)
        return dmi_store_fail(store, code, err);
    sqlite3_busy_timeout(store->db, PATIENCE);
    int64_t version = 0;
    dm_status status = inspect(store, &version, err);
    if (status == DM_OK && version == 0 && !create)
        return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0, "an empty file, not a database");
    if (status == DM_OK && version < DMI_STORE_VERSION && create)
        status = make_tables(store, err);
    if (status == DM_OK && create)
        status = execute(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", err);
    return status;
}

static bool init_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t kind;
    if (pthread_mutexattr_init(&kind) != 0)
        return false;
    bool good = pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE) == 0 &&
                pthread_mutex_init(lock, &kind) == 0;
    pthread_mutexattr_destroy(&kind);
    return good;
}

dm_status dmi_store_open(const char *path, bool create, dmi_store **out, dm_error *err)
{
    dmi_store *store = dmi_calloc(1, sizeof *store);
    char *copy = dmi_strdup(path);
    if (!store || !copy || !init_lock(&store->lock)) {
        free(copy);
        free(store);
        return dmi_no_memory(err);
    }
    store->path = copy;
    dm_status status = connect(store, create, err);
    if (status == DM_OK)
        *out = store;
    else
        dmi_store_close(store);
    return status;
}

void dmi_store_close(dmi_store *store)
{
    if (!store)
        return;
    for (int i = 0; i < DMI_SQL_COUNT; i++)
        sqlite3_finalize(store->prepared[i]);
    sqlite3_close(store->db);
    pthread_mutex_destroy(&store->lock);
    free(store->path);
    free(store);
}
