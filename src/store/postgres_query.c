/* postgres_query.c - runs prepared statements on a PostgreSQL server.
 *
 * What a transaction writes is sent in a pipeline without waiting for answers, so a batch costs one
 * round trip; the answers are read before the next read and at the commit.  Outside of a
 * transaction a statement that loses its connection is tried once more over a new one.  Numbers
 * travel in binary.
 */
#include "store/postgres.h"

#include "base/base.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* What a failure of PostgreSQL means to us, by its five letters (SQLSTATE). */
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

/* The status and message of a result that reports a failure (NULL: of the connection). */
static dm_status postgres_fail(const dmi_store *store, const PGresult *result, dm_error *err)
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
                           : postgres_fail(store, result, err);
    dmi_pq.clear(result);
    return status;
}

/* Waits for the answers of a server.
 *
 * libpq's own calls wait until the connection fails, which takes half a minute if the network is
 * down.  Here a stopped run ends the waiting, after some seconds in which the answer is still
 * welcome: what was computed is committed also after Ctrl-C.
 */
static const double GRACE = 5; /* seconds after the run has stopped */

/* Waits until PQgetResult() does not block.  If store->run has stopped and the server is silent,
 * the connection is given up. */
static void postgres_wait(dmi_store *store)
{
    PGconn *link = dmi_postgres_of(store)->link;
    double stopped = 0;
    while (dmi_pq.isBusy(link)) {
        struct pollfd socket = {dmi_pq.socket(link), POLLIN, 0};
        if (poll(&socket, 1, 100) > 0 && !dmi_pq.consumeInput(link))
            return;
        if (dmi_run_go_on(store->run, 0))
            continue;
        if (stopped == 0)
            stopped = dmi_seconds();
        if (dmi_seconds() > stopped + GRACE)
            shutdown(dmi_pq.socket(link), SHUT_RDWR); /* the connection counts as lost */
    }
}

/* The last answer to what was sent, or the first failure; NULL if the connection was lost. */
static PGresult *postgres_answer(dmi_store *store)
{
    PGconn *link = dmi_postgres_of(store)->link;
    PGresult *answer = NULL;
    for (;;) {
        postgres_wait(store);
        PGresult *next = dmi_pq.getResult(link);
        if (!next)
            return answer;
        if (dmi_pq.resultStatus(answer) == PGRES_FATAL_ERROR && answer) {
            dmi_pq.clear(next);
            continue;
        }
        dmi_pq.clear(answer);
        answer = next;
    }
}

PGresult *dmi_postgres_run(dmi_store *store, const char *sql)
{
    return dmi_pq.sendQuery(dmi_postgres_of(store)->link, sql) ? postgres_answer(store) : NULL;
}

enum { INT8 = 20, TEXT = 25, FLOAT8 = 701 }; /* numbers of types, the same in every PostgreSQL */
enum { MOST_PENDING = 2000 };                /* answers that wait to be read */
enum { BLOCK = 100 };                        /* rows that a cursor gives at once */

/* The arguments of a statement as libpq takes them. */
typedef struct arguments {
    int count;
    const char *at[DMI_MOST_VALUES];
    int size[DMI_MOST_VALUES], is_binary[DMI_MOST_VALUES];
    Oid type[DMI_MOST_VALUES];
    char bytes[DMI_MOST_VALUES][8];
} arguments;

static void put_bits(uint64_t bits, char out[8])
{
    for (int i = 0; i < 8; i++)
        out[i] = (char)(unsigned char)(bits >> (56 - 8 * i));
}

static uint64_t get_bits(const char *bytes, int size)
{
    uint64_t bits = 0;
    for (int i = 0; i < size; i++)
        bits = bits << 8 | (unsigned char)bytes[i];
    return bits;
}

/* A commit that ends a failed transaction is answered by ROLLBACK. */
static bool is_failure(PGresult *result)
{
    return dmi_pq.resultStatus(result) == PGRES_FATAL_ERROR ||
           strcmp(dmi_pq.cmdStatus(result), "ROLLBACK") == 0;
}

/* Reads the answers to everything that was sent, and leaves the pipeline.  Returns the first
 * failure; the server skipped what came after it. */
static dm_status drain_results(dmi_store *store, dm_error *err)
{
    dmi_postgres *pg = dmi_postgres_of(store);
    dm_status status = DM_OK;
    if (dmi_pq.pipelineStatus(pg->link) == PQ_PIPELINE_OFF)
        return DM_OK;
    int gaps = dmi_pq.pipelineSync(pg->link) ? 0 : 2; /* two in a row: the connection was lost */
    while (gaps < 2) {
        postgres_wait(store);
        PGresult *result = dmi_pq.getResult(pg->link);
        gaps = result ? 0 : gaps + 1; /* one follows the answer to each statement */
        if (dmi_pq.resultStatus(result) == PGRES_PIPELINE_SYNC) {
            dmi_pq.clear(result);
            break;
        }
        if (result && status == DM_OK && is_failure(result))
            status = postgres_fail(store, result, err);
        dmi_pq.clear(result);
    }
    if (gaps >= 2 && status == DM_OK)
        status = postgres_fail(store, NULL, err);
    pg->pending = 0;
    dmi_pq.exitPipelineMode(pg->link);
    return status;
}

static void name_statement(dmi_statement_id id, char out[16])
{
    snprintf(out, 16, "s%d", (int)id);
}

static dm_status prepare_statement(dmi_store *store, dmi_statement_id id, const arguments *args,
                                   dm_error *err)
{
    dmi_postgres *pg = dmi_postgres_of(store);
    char name[16];
    if (pg->prepared[id])
        return DM_OK;
    dm_status status = drain_results(store, err);
    name_statement(id, name);
    if (status == DM_OK) {
        int sent = dmi_pq.sendPrepare(pg->link, name, dmi_postgres_dialect.statement[id],
                                      args->count, args->type);
        status = dmi_postgres_check(store, sent ? postgres_answer(store) : NULL, err);
    }
    pg->prepared[id] = status == DM_OK;
    return status;
}

/* The failure that query->rows reports, if any. */
static dm_status failure_of(const dmi_query *query, dm_error *err)
{
    ExecStatusType kind = dmi_pq.resultStatus(query->rows);
    return kind == PGRES_TUPLES_OK || kind == PGRES_COMMAND_OK
               ? DM_OK
               : postgres_fail(query->store, query->rows, err);
}

/* Sends a statement without waiting for its answer. */
static dm_status send_ahead(dmi_store *store, dmi_statement_id id, const arguments *args,
                            dm_error *err)
{
    dmi_postgres *pg = dmi_postgres_of(store);
    char name[16];
    name_statement(id, name);
    dmi_pq.enterPipelineMode(pg->link);
    if (!dmi_pq.sendQueryPrepared(pg->link, name, args->count, args->at, args->size,
                                  args->is_binary, 1))
        return postgres_fail(store, NULL, err);
    return ++pg->pending >= MOST_PENDING ? drain_results(store, err) : DM_OK;
}

static dm_status rollback_now(dmi_store *store)
{
    dmi_postgres *pg = dmi_postgres_of(store);
    drain_results(store, NULL);
    pg->in_transaction = false;
    if (!dmi_postgres_is_lost(store) && dmi_pq.transactionStatus(pg->link) != PQTRANS_IDLE)
        dmi_pq.clear(dmi_postgres_run(store, "ROLLBACK"));
    return DM_OK;
}

/* Runs a statement that returns rows, or that is no part of a transaction. */
static dm_status send_query(dmi_query *query, const arguments *args, dm_error *err)
{
    PGconn *link = dmi_postgres_of(query->store)->link;
    char name[16];
    dm_status status = drain_results(query->store, err);
    if (status != DM_OK)
        return status;
    name_statement(query->id, name);
    query->row = -1;
    int sent =
        dmi_pq.sendQueryPrepared(link, name, args->count, args->at, args->size, args->is_binary, 1);
    query->rows = sent ? postgres_answer(query->store) : NULL;
    return failure_of(query, err);
}

/* Begins to read through a cursor, which needs a transaction. */
static dm_status open_cursor(dmi_query *query, const arguments *args, dm_error *err)
{
    dmi_postgres *pg = dmi_postgres_of(query->store);
    char sql[1000];
    dm_status status = drain_results(query->store, err);
    if (status == DM_OK && !pg->in_transaction && pg->cursors == 0)
        status = dmi_postgres_check(query->store, dmi_postgres_run(query->store, "BEGIN"), err);
    if (status != DM_OK)
        return status;
    query->row = -1;
    query->cursor = ++pg->cursors;
    snprintf(sql, sizeof sql, "DECLARE c%d NO SCROLL CURSOR FOR %s", query->cursor,
             dmi_postgres_dialect.statement[query->id]);
    int sent = dmi_pq.sendQueryParams(pg->link, sql, args->count, args->type, args->at, args->size,
                                      args->is_binary, 1);
    return dmi_postgres_check(query->store, sent ? postgres_answer(query->store) : NULL, err);
}

static dm_status run_once(dmi_query *query, const arguments *args, dm_error *err)
{
    dmi_postgres *pg = dmi_postgres_of(query->store);
    if (query->id == DMI_SQL_ROLLBACK)
        return rollback_now(query->store);
    if (dmi_statement_kinds[query->id] == DMI_STREAMS)
        return open_cursor(query, args, err);
    dm_status status = prepare_statement(query->store, query->id, args, err);
    if (status != DM_OK)
        return status;
    if (query->id == DMI_SQL_COMMIT) {
        dmi_store *store = query->store;
        status = send_ahead(store, DMI_SQL_COMMIT, args, err);
        if (status == DM_OK)
            status = drain_results(store, err);
        if (status == DM_OK)
            dmi_postgres_of(store)->in_transaction = false;
        return status;
    }
    pg->in_transaction |= query->id == DMI_SQL_BEGIN;
    return pg->in_transaction && dmi_statement_kinds[query->id] == DMI_WRITES
               ? send_ahead(query->store, query->id, args, err)
               : send_query(query, args, err);
}

static void postgres_query_end(dmi_query *query);

static dm_status postgres_query_start(dmi_query *query, const dmi_value *values, int count,
                                      dm_error *err)
{
    dmi_postgres *pg = dmi_postgres_of(query->store);
    arguments args;
    args.count = count;
    for (int i = 0; i < count; i++) {
        uint64_t bits = (uint64_t)values[i].integer;
        bool is_text = values[i].type == 't';
        if (values[i].type == 'r')
            memcpy(&bits, &values[i].real, sizeof bits);
        if (!is_text)
            put_bits(bits, args.bytes[i]);
        args.at[i] = is_text ? values[i].text : args.bytes[i];
        args.size[i] = is_text ? 0 : 8;
        args.is_binary[i] = !is_text;
        args.type[i] = is_text ? TEXT : values[i].type == 'r' ? FLOAT8 : INT8;
    }
    pg->is_repeatable &= query->id != DMI_SQL_BEGIN;
    dm_status status = run_once(query, &args, err);
    if (status != DM_IO || pg->in_transaction || !dmi_postgres_is_lost(query->store))
        return status;
    postgres_query_end(query);
    status = dmi_postgres_reconnect(query->store, err);
    return status == DM_OK ? run_once(query, &args, err) : status;
}

static dm_status postgres_query_next(dmi_query *query, dm_error *err)
{
    if (query->rows && ++query->row < dmi_pq.ntuples(query->rows))
        return DM_OK;
    if (!query->cursor)
        return DM_END;
    /* The next rows of a cursor. */
    PGconn *link = dmi_postgres_of(query->store)->link;
    char sql[60];
    snprintf(sql, sizeof sql, "FETCH %d FROM c%d", BLOCK, query->cursor);
    dm_status status = drain_results(query->store, err);
    if (status != DM_OK)
        return status;
    dmi_pq.clear(query->rows);
    query->row = 0;
    int sent = dmi_pq.sendQueryParams(link, sql, 0, NULL, NULL, NULL, NULL, 1);
    query->rows = sent ? postgres_answer(query->store) : NULL;
    status = failure_of(query, err);
    return status == DM_OK && dmi_pq.ntuples(query->rows) == 0 ? DM_END : status;
}

static void postgres_query_end(dmi_query *query)
{
    if (query->cursor) {
        dmi_postgres *pg = dmi_postgres_of(query->store);
        char sql[40];
        snprintf(sql, sizeof sql, "CLOSE c%d", query->cursor);
        drain_results(query->store, NULL);
        pg->cursors -= pg->cursors > 0;
        dmi_pq.clear(
            dmi_postgres_run(query->store, pg->in_transaction || pg->cursors > 0 ? sql : "COMMIT"));
    }
    dmi_pq.clear(query->rows);
    query->rows = NULL;
    query->cursor = 0;
}

static int64_t postgres_integer(const dmi_query *query, int column)
{
    int size = dmi_pq.getlength(query->rows, query->row, column);
    uint64_t bits =
        get_bits(dmi_pq.getvalue(query->rows, query->row, column), size <= 8 ? size : 8);
    return (int64_t)bits;
}

static double postgres_real(const dmi_query *query, int column)
{
    double number;
    uint64_t bits = (uint64_t)postgres_integer(query, column);
    memcpy(&number, &bits, sizeof number);
    return number;
}

static const char *postgres_text(const dmi_query *query, int column)
{
    return dmi_pq.getvalue(query->rows, query->row, column);
}

const dmi_backend dmi_postgres_backend = {
    dmi_postgres_open,    dmi_postgres_close,  dmi_postgres_recover,
    postgres_query_start, postgres_query_next, postgres_query_end,
    postgres_integer,     postgres_real,       postgres_text};
