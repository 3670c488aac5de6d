/* query.c - runs one prepared statement. */
#include "store/query.h"

#include "base/base.h"

dm_status dmi_store_fail(const dmi_store *store, int code, dm_error *err)
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
        return dmi_fail_at(err, DM_INTERNAL, store->path, 0, "%s", sqlite3_errmsg(store->db));
    default:
        return dmi_fail_at(err, DM_IO, store->path, 0, "%s", sqlite3_errmsg(store->db));
    }
}

static int bind_all(sqlite3_stmt *statement, const char *shape, va_list args)
{
    int code = SQLITE_OK;
    for (int i = 1; *shape && code == SQLITE_OK; i++, shape++) {
        if (*shape == 't')
            code = sqlite3_bind_text(statement, i, va_arg(args, const char *), -1, SQLITE_STATIC);
        else if (*shape == 'r')
            code = sqlite3_bind_double(statement, i, va_arg(args, double));
        else
            code = sqlite3_bind_int64(statement, i, va_arg(args, int64_t));
    }
    return code;
}

dmi_query dmi_query_start(dmi_store *store, dmi_statement_id id, dm_error *err, const char *shape,
                          ...)
{
    pthread_mutex_lock(&store->lock);
    int code = SQLITE_OK;
    if (!store->prepared[id])
        code = sqlite3_prepare_v3(store->db, dmi_statements[id], -1, SQLITE_PREPARE_PERSISTENT,
                                  &store->prepared[id], NULL);
    if (code == SQLITE_OK) {
        va_list args;
        va_start(args, shape);
        code = bind_all(store->prepared[id], shape, args);
        va_end(args);
    }
    dmi_query query = {store, store->prepared[id], DM_OK};
    if (code != SQLITE_OK)
        query.status = dmi_store_fail(store, code, err);
    return query;
}

dm_status dmi_query_next(dmi_query *query, dm_error *err)
{
    if (query->status != DM_OK)
        return query->status;
    int code = sqlite3_step(query->statement);
    query->status = code == SQLITE_ROW    ? DM_OK
                    : code == SQLITE_DONE ? DM_END
                                          : dmi_store_fail(query->store, code, err);
    return query->status;
}

void dmi_query_end(dmi_query *query)
{
    if (query->statement) {
        sqlite3_reset(query->statement);
        sqlite3_clear_bindings(query->statement);
    }
    pthread_mutex_unlock(&query->store->lock);
}

dm_status dmi_query_probe(dmi_query query, dm_error *err)
{
    dm_status status = dmi_query_next(&query, err);
    dmi_query_end(&query);
    return status;
}

dm_status dmi_query_finish(dmi_query query, dm_error *err)
{
    dm_status status = dmi_query_probe(query, err);
    return status == DM_END ? DM_OK : status;
}
