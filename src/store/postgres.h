/* postgres.h - a store on a PostgreSQL server. */
#ifndef DMI_POSTGRES_H
#define DMI_POSTGRES_H

#include "store/query.h"
#include <demesne/status.h>
#include <libpq-fe.h>

/* PostgreSQL's C library, loaded for the first database on a server. */

/* dmi_pq.clear is PQclear, and so on. */
typedef struct dmi_libpq {
#define X(name) __typeof__(PQ##name) *name;
#include "store/libpq.def"
#undef X
} dmi_libpq;

extern dmi_libpq dmi_pq;

typedef struct dmi_postgres {
    PGconn *link;
    bool prepared[DMI_SQL_COUNT];
    bool is_writer;      /* opened for writing */
    bool in_transaction; /* as far as the caller knows */
    bool is_repeatable;  /* the transaction failed in a way that passes, such as a deadlock */
    int cursors;         /* open ones */
    int pending;         /* statements sent whose results were not read */
} dmi_postgres;

static inline dmi_postgres *dmi_postgres_of(const dmi_store *store)
{
    return store->connection;
}

/* Whether an address is one of PostgreSQL, not the name of a file. */
bool dmi_is_postgres_address(const char *address);

/* Connects again.  A writer tries for a minute, or until store->run stops. */
dm_status dmi_postgres_reconnect(dmi_store *store, dm_error *err);
bool dmi_postgres_is_lost(const dmi_store *store);

/* The status for the five letters of an error (SQLSTATE). */
dm_status dmi_postgres_status(const char *letters);
/* DM_OK, or the failure; frees the result. */
dm_status dmi_postgres_check(const dmi_store *store, PGresult *result, dm_error *err);

/* Runs one or more statements. */
PGresult *dmi_postgres_run(dmi_store *store, const char *sql);

/* Checks the tables; makes or upgrades them if the store is opened for writing. */
dm_status dmi_postgres_open_tables(dmi_store *store, dm_error *err);

dm_status dmi_postgres_open(dmi_store *store, const char *address, bool create, dm_error *err);
void dmi_postgres_close(dmi_store *store);
dm_status dmi_postgres_recover(dmi_store *store, dm_status status, dm_error *err);

#endif
