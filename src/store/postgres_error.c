/* postgres_error.c - what a failure of PostgreSQL means to us, by its five letters (SQLSTATE). */
#include "store/postgres.h"

#include "base/base.h"
#include <string.h>

typedef struct error_class {
    const char *begin; /* of the five letters */
    dm_status status;
    const char *intro;
} error_class;

/* The first row that fits. */
static const error_class classes[] = {
    {"0A", DM_BAD_INPUT, "a table was changed by hand: "},
    {"22021", DM_BAD_INPUT, ""}, /* a text that is not UTF-8 */
    {"22P05", DM_BAD_INPUT, ""},
    {"23514", DM_BAD_INPUT, "a table was changed by hand: "},
    {"23", DM_INTERNAL, ""},
    {"25006", DM_BAD_INPUT, ""}, /* the server or the role may only read */
    {"28", DM_BAD_INPUT, ""},    /* the role or its password is wrong */
    {"3D", DM_BAD_INPUT, ""},    /* no such database */
    {"3F", DM_BAD_INPUT, ""},    /* no such schema */
    {"42501", DM_BAD_INPUT, ""}, /* the role may not do this */
    {"42", DM_BAD_INPUT, "a table was changed by hand: "},
    {"", DM_IO, ""},
};

static const error_class *class_of(const char *letters)
{
    const error_class *row = classes;
    while (strncmp(letters, row->begin, strlen(row->begin)) != 0)
        row++;
    return row;
}

dm_status dmi_postgres_status(const char *letters)
{
    return class_of(letters)->status;
}

dm_status dmi_postgres_fail(const dmi_store *store, const PGresult *result, dm_error *err)
{
    dmi_postgres *pg = dmi_postgres_of(store);
    const char *letters = dmi_pq.resultErrorField(result, PG_DIAG_SQLSTATE);
    const char *text = dmi_pq.resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    const error_class *class = class_of(letters ? letters : "");
    pg->is_repeatable |= letters && strncmp(letters, "40", 2) == 0; /* a deadlock, for example */
    if (!text)
        text = dmi_pq.errorMessage(pg->link);
    return dmi_fail_at(err, class->status, store->path, 0, "%s%.*s",
                       dmi_postgres_is_lost(store) ? "the connection was lost: " : class->intro,
                       (int)strcspn(text, "\n"), text);
}

dm_status dmi_postgres_check(const dmi_store *store, PGresult *result, dm_error *err)
{
    ExecStatusType kind = dmi_pq.resultStatus(result);
    dm_status status = kind == PGRES_COMMAND_OK || kind == PGRES_TUPLES_OK
                           ? DM_OK
                           : dmi_postgres_fail(store, result, err);
    dmi_pq.clear(result);
    return status;
}
