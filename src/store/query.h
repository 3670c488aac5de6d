/* query.h - runs one prepared statement, on either backend. */
#ifndef DMI_QUERY_H
#define DMI_QUERY_H

#include "store/store.h"
#include <pthread.h>
#include <stdint.h>

/* The tables of a database, and the statements that use them, for both backends. */
enum { DMI_STORE_ID = 0x446d736e /* "Dmsn" */ };

/* The newest version is the number of steps (schema_steps.def). */
enum {
    DMI_STORE_VERSION = 0
#define X(sql) +1
#include "store/schema_steps.def"
#undef X
};

enum { DMI_SOLVED_VERSION = 7 }; /* that has the table `solved` */

typedef enum dmi_statement_id {
#define X(id, kind, sql) DMI_SQL_##id,
#include "store/statements.def"
#undef X
    DMI_SQL_COUNT
} dmi_statement_id;

typedef enum dmi_statement_kind { DMI_READS, DMI_STREAMS, DMI_WRITES } dmi_statement_kind;

/* The texts in the SQL of one backend. */
typedef struct dmi_dialect {
    const char *step[DMI_STORE_VERSION];
    const char *statement[DMI_SQL_COUNT];
    const char *view; /* makes `solved` for readers of tables before DMI_SOLVED_VERSION */
} dmi_dialect;

extern const dmi_dialect dmi_sqlite_dialect, dmi_postgres_dialect;
extern const uint8_t dmi_statement_kinds[DMI_SQL_COUNT]; /* dmi_statement_kind */

typedef struct dmi_backend dmi_backend;

struct dmi_store {
    char *path;           /* for messages: without a password */
    pthread_mutex_t lock; /* recursive */
    const dmi_backend *backend;
    void *connection; /* the backend's */
    dm_run *run;      /* ends waiting for a server; may be NULL */
};

/* A running statement; the store is locked from dmi_query_start to dmi_query_end. */
typedef struct dmi_query {
    dmi_store *store;
    dmi_statement_id id;
    dm_status status;
    void *rows; /* the backend's */
    int row;    /* of them */
    int cursor; /* where the rest comes from; 0: nowhere */
} dmi_query;

/* An argument of a statement. */
typedef struct dmi_value {
    char type; /* t, i or r */
    union {
        const char *text;
        int64_t integer;
        double real;
    };
} dmi_value;

enum { DMI_MOST_VALUES = 16 };

struct dmi_backend {
    /* Fills store->path and store->connection; `close` follows also if it fails. */
    dm_status (*open)(dmi_store *store, const char *address, bool create, dm_error *err);
    void (*close)(dmi_store *store);
    /* After a transaction failed with `status` and was rolled back: DM_OK if it may succeed now,
     * the failure otherwise. */
    dm_status (*recover)(dmi_store *store, dm_status status, dm_error *err);
    /* query->store and ->id are set; start sets the rest, `end` follows also if it fails. */
    dm_status (*start)(dmi_query *query, const dmi_value *values, int count, dm_error *err);
    dm_status (*next)(dmi_query *query, dm_error *err);
    void (*end)(dmi_query *query);
    int64_t (*integer)(const dmi_query *query, int column);
    double (*real)(const dmi_query *query, int column);
    const char *(*text)(const dmi_query *query, int column);
};

extern const dmi_backend dmi_sqlite_backend, dmi_postgres_backend;

/* `shape` has one letter per argument: t const char * (borrowed until the end), i int64_t, r
 * double. */
dmi_query dmi_query_start(dmi_store *store, dmi_statement_id id, dm_error *err, const char *shape,
                          ...);
/* DM_OK with a row, DM_END after the last one, or the failure. */
dm_status dmi_query_next(dmi_query *query, dm_error *err);
void dmi_query_end(dmi_query *query);
/* Runs and ends a statement that returns no row.  Within a transaction PostgreSQL may report a
 * failure later, at the next read or at the commit. */
dm_status dmi_query_finish(dmi_query query, dm_error *err);
/* DM_OK if there is a row, DM_END if not; ends the statement. */
dm_status dmi_query_probe(dmi_query query, dm_error *err);
/* Reads the one number that the statement returns, such as the id of a row just added; ends it. */
dm_status dmi_query_id(dmi_query query, int64_t *id, dm_error *err);

/* A column of the present row.  A text is borrowed until the next row; NULL without memory. */
int64_t dmi_query_integer(const dmi_query *query, int column);
double dmi_query_real(const dmi_query *query, int column);
const char *dmi_query_text(const dmi_query *query, int column);

#endif
