/* postgres_schema.c - the tables in a schema of a PostgreSQL database.
 *
 * The schema is the first one of the search path, usually `public`.  Its table `demesne` has one
 * row: our mark and the version of the tables; `layout` lists their columns, constraints and
 * triggers, as they were made.  A table that was changed by hand differs from it.  Tables are made
 * and upgraded in one transaction, under a lock that other processes of ours wait for.
 */
#include "store/postgres.h"

#include "base/base.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define TABLES_OF_SCHEMA                                                                           \
    "pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema() "

/* Rows of (table, item) for every table of the schema. */
#define LAYOUT                                                                                     \
    "SELECT c.relname::text, 'column ' || a.attname || ' ' || "                                    \
    "format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END " \
    "|| CASE WHEN a.attcollation = '\"C\"'::regcollation THEN ' collate C' ELSE '' END FROM "      \
    "pg_attribute a JOIN " TABLES_OF_SCHEMA                                                        \
    "ON c.oid = a.attrelid AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind = 'r' "           \
    "UNION ALL SELECT c.relname::text, pg_get_constraintdef(k.oid) "                               \
    "FROM pg_constraint k JOIN " TABLES_OF_SCHEMA                                                  \
    "ON c.oid = k.conrelid AND k.contype IN ('p', 'u', 'f', 'c', 'x') "                            \
    "UNION ALL SELECT c.relname::text, 'trigger ' || t.tgname "                                    \
    "FROM pg_trigger t JOIN " TABLES_OF_SCHEMA "ON c.oid = t.tgrelid AND NOT t.tgisinternal"

static dm_status execute_step(dmi_store *store, const char *sql, dm_error *err)
{
    return dmi_postgres_check(store, dmi_postgres_run(store, sql), err);
}

/* Two columns of the first row, as text; "" if there is no row, or for NULL. */
typedef struct two_texts {
    char first[80], second[240];
} two_texts;

static dm_status read_row(dmi_store *store, const char *sql, two_texts *out, dm_error *err)
{
    *out = (two_texts){0};
    PGresult *result = dmi_postgres_run(store, sql);
    if (dmi_pq.resultStatus(result) == PGRES_TUPLES_OK && dmi_pq.ntuples(result) > 0) {
        snprintf(out->first, sizeof out->first, "%s", dmi_pq.getvalue(result, 0, 0));
        snprintf(out->second, sizeof out->second, "%s", dmi_pq.getvalue(result, 0, 1));
    }
    return dmi_postgres_check(store, result, err);
}

static dm_status fail_foreign(const dmi_store *store, dm_error *err)
{
    return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0,
                       "the database has tables of another program, not of Demesne; it was not "
                       "changed (use another database, or another schema)");
}

static dm_status read_mark(dmi_store *store, int64_t *version, dm_error *err)
{
    two_texts row;
    dm_status status = read_row(store, "SELECT mark, version FROM demesne", &row, err);
    if (status != DM_OK)
        return status == DM_BAD_INPUT ? fail_foreign(store, err) : status;
    *version = strtoll(row.second, NULL, 10);
    if (strtoll(row.first, NULL, 10) != DMI_STORE_ID || *version < 1)
        return fail_foreign(store, err);
    if (*version > DMI_STORE_VERSION)
        return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0,
                           "written by a newer version of Demesne: its tables have version %" PRId64
                           "; this version knows %d",
                           *version, DMI_STORE_VERSION);
    return DM_OK;
}

/* The version of the tables; 0 if the schema is empty. */
static dm_status inspect_schema(dmi_store *store, int64_t *version, dm_error *err)
{
    two_texts row;
    *version = 0;
    dm_status status = read_row(store, "SELECT current_schema(), ''", &row, err);
    if (status == DM_OK && !row.first[0])
        return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0,
                           "the search path names no schema that exists");
    if (status == DM_OK)
        status = read_row(
            store,
            "SELECT count(*), count(*) FILTER (WHERE relname = 'demesne') FROM " TABLES_OF_SCHEMA
            "WHERE relkind IN ('r', 'p', 'v', 'm', 'f')",
            &row, err);
    if (status != DM_OK || row.first[0] == '0')
        return status;
    return row.second[0] == '1' ? read_mark(store, version, err) : fail_foreign(store, err);
}

static dm_status check_layout(dmi_store *store, dm_error *err)
{
    two_texts lost, added;
    dm_status status = read_row(
        store, "SELECT * FROM layout EXCEPT (" LAYOUT ") ORDER BY 1, 2 LIMIT 1", &lost, err);
    if (status == DM_OK)
        status = read_row(store,
                          "SELECT * FROM (" LAYOUT ") AS now (tab, item) WHERE tab IN "
                          "(SELECT tab FROM layout) EXCEPT SELECT * FROM layout "
                          "ORDER BY 1, 2 LIMIT 1",
                          &added, err);
    if (status != DM_OK || (!lost.first[0] && !added.first[0]))
        return status;
    const two_texts *what = lost.first[0] ? &lost : &added;
    return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0, "the table %s was changed by hand: %s %s",
                       what->first, lost.first[0] ? "it lacks" : "we did not make", what->second);
}

static dm_status take_steps(dmi_store *store, int64_t version, dm_error *err)
{
    char mark[160];
    dm_status status = DM_OK;
    if (version == 0)
        status =
            execute_step(store,
                         "CREATE TABLE demesne (mark BIGINT NOT NULL, version BIGINT NOT NULL);"
                         "CREATE TABLE layout (tab TEXT COLLATE \"C\" NOT NULL,"
                         " item TEXT COLLATE \"C\" NOT NULL)",
                         err);
    for (; version < DMI_STORE_VERSION && status == DM_OK; version++)
        status = execute_step(store, dmi_postgres_dialect.step[version], err);
    snprintf(mark, sizeof mark, "DELETE FROM demesne; INSERT INTO demesne VALUES (%d, %d)",
             DMI_STORE_ID, DMI_STORE_VERSION);
    if (status == DM_OK)
        status = execute_step(store, mark, err);
    if (status == DM_OK)
        status = execute_step(store, "DELETE FROM layout; INSERT INTO layout " LAYOUT, err);
    return status;
}

static dm_status check_right(dmi_store *store, int64_t version, dm_error *err)
{
    two_texts row;
    dm_status status = read_row(
        store, "SELECT has_schema_privilege(current_schema(), 'CREATE'), current_user", &row, err);
    if (status != DM_OK || row.first[0] == 't')
        return status;
    return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0,
                       "the tables have version %" PRId64 " and must have %d, but the role %s may "
                       "not make tables; their owner can (docs/CLUSTER.md)",
                       version, DMI_STORE_VERSION, row.second);
}

/* Another process may be making the same tables, so they are inspected again under the lock. */
static dm_status make_tables(dmi_store *store, dm_error *err)
{
    int64_t version = 0;
    char lock[80];
    snprintf(lock, sizeof lock, "BEGIN; SELECT pg_advisory_xact_lock(%d)", DMI_STORE_ID);
    dm_status status = execute_step(store, lock, err);
    if (status == DM_OK)
        status = inspect_schema(store, &version, err);
    if (status == DM_OK && version > 0)
        status = check_layout(store, err);
    if (status == DM_OK && version < DMI_STORE_VERSION)
        status = take_steps(store, version, err);
    if (status == DM_OK)
        return execute_step(store, "COMMIT", err);
    execute_step(store, "ROLLBACK", NULL);
    return status;
}

dm_status dmi_postgres_open_tables(dmi_store *store, dm_error *err)
{
    int64_t version = 0;
    bool is_writer = dmi_postgres_of(store)->is_writer;
    dm_status status = inspect_schema(store, &version, err);
    if (status == DM_OK && version == 0 && !is_writer)
        return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0, "an empty database");
    if (status == DM_OK && version < DMI_STORE_VERSION && is_writer) {
        status = check_right(store, version, err);
        return status == DM_OK ? make_tables(store, err) : status;
    }
    if (status == DM_OK)
        status = check_layout(store, err);
    if (status == DM_OK && version < DMI_SOLVED_VERSION)
        status = execute_step(store, dmi_postgres_dialect.view, err);
    return status;
}
