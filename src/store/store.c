/* store.c - opens a database, and runs transactions. */
#include "store/store.h"

#include "base/base.h"
#include "store/postgres.h"
#include <stdlib.h>

enum { MOST_TRIES = 10 }; /* of one transaction */

const char *dmi_store_path(const dmi_store *store)
{
    return store->path;
}

void dmi_store_watch(dmi_store *store, dm_run *run)
{
    pthread_mutex_lock(&store->lock);
    store->run = run;
    pthread_mutex_unlock(&store->lock);
}

static dm_status run_plain(dmi_store *store, dmi_statement_id id, dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, id, err, ""), err);
}

dm_status dmi_store_transact(dmi_store *store, dmi_store_body *body, void *user, dm_error *err)
{
    dm_status status;
    int tries = 0;
    pthread_mutex_lock(&store->lock);
    do {
        status = run_plain(store, DMI_SQL_BEGIN, err);
        if (status == DM_OK)
            status = body(user, store, err);
        if (status == DM_OK)
            status = run_plain(store, DMI_SQL_COMMIT, err);
        if (status != DM_OK)
            run_plain(store, DMI_SQL_ROLLBACK, NULL);
        if (status == DM_OK || ++tries == MOST_TRIES)
            break;
        status = store->backend->recover(store, status, err);
    } while (status == DM_OK);
    pthread_mutex_unlock(&store->lock);
    return status;
}

bool dmi_store_is_shared(const dmi_store *store)
{
    return store->backend != &dmi_sqlite_backend;
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
    if (!store || !init_lock(&store->lock)) {
        free(store);
        return dmi_no_memory(err);
    }
    store->backend = dmi_is_postgres_address(path) ? &dmi_postgres_backend : &dmi_sqlite_backend;
    dm_status status = store->backend->open(store, path, create, err);
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
    store->backend->close(store);
    pthread_mutex_destroy(&store->lock);
    free(store->path);
    free(store);
}
