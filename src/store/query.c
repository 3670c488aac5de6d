/* query.c - runs one prepared statement, on either backend. */
#include "store/query.h"

#include "base/base.h"
#include <assert.h>
#include <stdarg.h>
#include <string.h>

dmi_query dmi_query_start(dmi_store *store, dmi_statement_id id, dm_error *err, const char *shape,
                          ...)
{
    dmi_value values[DMI_MOST_VALUES];
    dmi_query query = {.store = store, .id = id};
    va_list args;
    va_start(args, shape);
    int count = 0;
    for (; shape[count]; count++) {
        assert(count < DMI_MOST_VALUES && strchr("tri", shape[count]));
        dmi_value *value = &values[count];
        value->type = shape[count];
        if (value->type == 't')
            value->text = va_arg(args, const char *);
        else if (value->type == 'r')
            value->real = va_arg(args, double);
        else
            value->integer = va_arg(args, int64_t);
    }
    va_end(args);
    pthread_mutex_lock(&store->lock);
    query.status = store->backend->start(&query, values, count, err);
    return query;
}

dm_status dmi_query_next(dmi_query *query, dm_error *err)
{
    if (query->status == DM_OK)
        query->status = query->store->backend->next(query, err);
    return query->status;
}

void dmi_query_end(dmi_query *query)
{
    query->store->backend->end(query);
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

dm_status dmi_query_id(dmi_query query, int64_t *id, dm_error *err)
{
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK)
        *id = dmi_query_integer(&query, 0);
    dmi_query_end(&query);
    return status == DM_END ? dmi_fail_at(err, DM_INTERNAL, dmi_store_path(query.store), 0,
                                          "a row just written is missing")
                            : status;
}

int64_t dmi_query_integer(const dmi_query *query, int column)
{
    assert(column >= 0 && query->status == DM_OK);
    return query->store->backend->integer(query, column);
}

double dmi_query_real(const dmi_query *query, int column)
{
    assert(column >= 0 && query->status == DM_OK);
    return query->store->backend->real(query, column);
}

const char *dmi_query_text(const dmi_query *query, int column)
{
    assert(column >= 0 && query->status == DM_OK);
    return query->store->backend->text(query, column);
}
