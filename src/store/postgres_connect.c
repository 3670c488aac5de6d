/* postgres_connect.c - connects to a PostgreSQL server, and again after the connection was lost.
 *
 * The connection is made step by step, so that a stopped run ends it.  libpq reports a failure to
 * connect as text only; with verbose messages that text has the five letters of the error
 * (SQLSTATE), in every language:
 *
 *     connection to server at ... failed: FATAL:  28P01: password authentication failed for ...
 */
#include "store/postgres.h"

#include "base/base.h"
#include "base/lazy_library.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Loads PostgreSQL's C library. */
dmi_libpq dmi_pq;

static const char *const libpq_names[] = {
#define X(name) "PQ" #name,
#include "store/libpq.def"
#undef X
};

static dmi_lazy_library library = {.file = LIBPQ_FILE,
                                   .purpose = "databases on a PostgreSQL server need libpq",
                                   .names = libpq_names,
                                   .count = sizeof libpq_names / sizeof *libpq_names,
                                   .functions = &dmi_pq};

/* Fills dmi_pq. */
static dm_status libpq_load(dm_error *err)
{
    return dmi_lazy_library_load(&library, err);
}

/* The address of a PostgreSQL database, with and without its password.
 *
 * A password that contains @ or / unescaped ends up in other parts of the address, and libpq's
 * messages would repeat it.  Such addresses are refused before libpq is asked to connect.
 */
bool dmi_is_postgres_address(const char *address)
{
    return strncmp(address, "postgresql://", 13) == 0 || strncmp(address, "postgres://", 11) == 0;
}

static bool is_plausible(const PQconninfoOption *option)
{
    if (!option->val)
        return true;
    if (strcmp(option->keyword, "port") == 0)
        return strspn(option->val, "0123456789,") == strlen(option->val);
    if (strcmp(option->keyword, "host") == 0 || strcmp(option->keyword, "dbname") == 0)
        return !strchr(option->val, '@');
    return true;
}

/* DM_BAD_INPUT if it cannot be one; the message does not repeat it, as it may contain a password.
 */
static dm_status postgres_check_address(const char *address, dm_error *err)
{
    char *why = NULL;
    PQconninfoOption *options = dmi_pq.conninfoParse(address, &why);
    bool good = options != NULL;
    for (const PQconninfoOption *o = options; o && o->keyword; o++)
        good &= is_plausible(o);
    dmi_pq.conninfoFree(options);
    dmi_pq.freemem(why);
    if (good)
        return DM_OK;
    return dmi_fail(err, DM_BAD_INPUT,
                    "the database is not a valid address; expected "
                    "postgresql://user@host:port/name?option=value; in a password write %%40 "
                    "for @, %%2F for / and %%3A for :");
}

/* Appends `part`, with everything but letters, digits and "-._~" as %XX. */
static char *append_escaped(char *at, const char *part)
{
    static const char hex[] = "0123456789ABCDEF";
    for (; part && *part; part++) {
        unsigned char c = (unsigned char)*part;
        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
            strchr("-._~", c))
            *at++ = *part;
        else {
            *at++ = '%';
            *at++ = hex[c >> 4];
            *at++ = hex[c & 15];
        }
    }
    *at = '\0';
    return at;
}

static size_t part_length(const char *part)
{
    return part ? strlen(part) : 0;
}

/* "postgresql://user@host:port/name", without a password; freed with free(). */
static char *postgres_name(const PGconn *link)
{
    const char *user = dmi_pq.user(link), *host = dmi_pq.host(link), *port = dmi_pq.port(link),
               *db = dmi_pq.db(link);
    size_t most = 3 * (part_length(user) + part_length(host) + part_length(port) + part_length(db));
    if (most == 0)
        return dmi_strdup("postgresql://");
    static const char begin[] = "postgresql://";
    char *name = dmi_alloc(most + sizeof begin + sizeof "@:/", 1);
    if (!name)
        return NULL;
    memcpy(name, begin, sizeof begin);
    char *at = append_escaped(name + sizeof begin - 1, user);
    *at++ = '@';
    at = append_escaped(at, host);
    *at++ = ':';
    at = append_escaped(at, port);
    *at++ = '/';
    append_escaped(at, db);
    return name;
}

static const double PATIENCE = 60;     /* seconds in which a writer tries to connect again */
static const double MOST_PAUSE = 8;    /* seconds between two tries */
static const double CONNECT_TIME = 10; /* seconds for one try, if the address names none */

bool dmi_postgres_is_lost(const dmi_store *store)
{
    return dmi_pq.status(dmi_postgres_of(store)->link) == CONNECTION_BAD;
}

/* The five letters in a verbose message and the text behind it; NULL if there is none. */
static const char *find_letters(const char *message, const char **text)
{
    for (const char *at = message; (at = strstr(at, ":  ")); at++) {
        const char *letters = at + 3;
        size_t size = strspn(letters, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        if (size == 5 && letters[5] == ':') {
            *text = letters + 7;
            return letters;
        }
    }
    return NULL;
}

static dm_status fail_connect(const dmi_store *store, bool bad_options, dm_error *err)
{
    const PGconn *link = dmi_postgres_of(store)->link;
    const char *message = dmi_pq.errorMessage(link), *text = message;
    const char *letters = find_letters(message, &text);
    dm_status status = letters ? dmi_postgres_status(letters) : bad_options ? DM_BAD_INPUT : DM_IO;
    if (!letters && dmi_pq.connectionNeedsPassword(link))
        return dmi_fail_at(err, DM_BAD_INPUT, store->path, 0,
                           "the server wants a password; set PGPASSWORD or use ~/.pgpass");
    return dmi_fail_at(err, status, store->path, 0, "cannot connect: %.*s",
                       (int)strcspn(text, "\n"), text);
}

static double connect_time(PGconn *link)
{
    double seconds = 0;
    PQconninfoOption *options = dmi_pq.conninfo(link);
    for (const PQconninfoOption *o = options; o && o->keyword; o++)
        if (o->val && strcmp(o->keyword, "connect_timeout") == 0)
            seconds = strtod(o->val, NULL);
    dmi_pq.conninfoFree(options);
    return seconds > 0 ? seconds : CONNECT_TIME;
}

/* Takes the steps of a connection that was begun with `next`. */
static dm_status complete_connection(dmi_store *store, PostgresPollingStatusType next(PGconn *),
                                     dm_error *err)
{
    PGconn *link = dmi_postgres_of(store)->link;
    double end = dmi_seconds() + connect_time(link);
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
        struct pollfd socket = {dmi_pq.socket(link),
                                state == PGRES_POLLING_READING ? POLLIN : POLLOUT, 0};
        if (!dmi_run_go_on(store->run, 0))
            return dmi_fail_at(err, DM_IO, store->path, 0,
                               "the connection was lost, and the run ended before it was back");
        if (dmi_seconds() > end)
            return dmi_fail_at(err, DM_IO, store->path, 0, "cannot connect: no answer in %g s",
                               connect_time(link));
        if (poll(&socket, 1, 100) > 0)
            state = next(link);
    }
    return state == PGRES_POLLING_OK ? DM_OK : fail_connect(store, false, err);
}

static void ignore_notice(void *user, const char *message)
{
    (void)user;
    (void)message;
}

/* A worker that vanished in a transaction must not keep its locks for hours. */
static dm_status set_session(dmi_store *store, dm_error *err)
{
    static const char settings[] = "SET idle_in_transaction_session_timeout = '60s';"
                                   "SET tcp_keepalives_idle = 10;"
                                   "SET tcp_keepalives_interval = 5;"
                                   "SET tcp_keepalives_count = 4";
    dmi_postgres *pg = dmi_postgres_of(store);
    dmi_pq.setErrorVerbosity(pg->link, PQERRORS_DEFAULT);
    memset(pg->prepared, 0, sizeof pg->prepared);
    pg->in_transaction = false;
    pg->pending = pg->cursors = 0;
    return pg->is_writer ? dmi_postgres_check(store, dmi_postgres_run(store, settings), err)
                         : DM_OK;
}

static dm_status open_link(dmi_store *store, const char *address, dm_error *err)
{
    dm_status status = postgres_check_address(address, err);
    if (status != DM_OK)
        return status;
    /* What the address does not say, and what it cannot change: texts are UTF-8. */
    static const char *const names[] = {
        "fallback_application_name", "tcp_user_timeout", "keepalives_idle", "keepalives_interval",
        "keepalives_count",          "dbname",           "client_encoding", NULL};
    const char *const values[] = {"demesne", "30000", "10", "5", "4", address, "UTF8", NULL};
    PGconn *link = dmi_postgres_of(store)->link = dmi_pq.connectStartParams(names, values, 1);
    store->path = link ? postgres_name(link) : NULL;
    if (!store->path)
        return dmi_no_memory(err);
    dmi_pq.setNoticeProcessor(link, ignore_notice, NULL);
    dmi_pq.setErrorVerbosity(link, PQERRORS_VERBOSE);
    if (dmi_pq.status(link) == CONNECTION_BAD)
        return fail_connect(store, dmi_pq.ping(address) == PQPING_NO_ATTEMPT, err);
    status = complete_connection(store, dmi_pq.connectPoll, err);
    return status == DM_OK ? set_session(store, err) : status;
}

/* Statements are planned once, perhaps while a table is empty; it may have millions of rows when
 * they are used, so only plans that look rows up by their keys are good.  Such plans look costly to
 * the server, which must not compile them for that. */
static dm_status open_tables(dmi_store *store, dm_error *err)
{
    static const char settings[] = "SET jit = off; SET enable_seqscan = off;"
                                   "SET enable_hashjoin = off; SET enable_mergejoin = off";
    dm_status status = dmi_postgres_open_tables(store, err);
    if (status == DM_OK && dmi_postgres_of(store)->is_writer)
        status = dmi_postgres_check(store, dmi_postgres_run(store, settings), err);
    return status;
}

static dm_status try_again(dmi_store *store, dm_error *err)
{
    PGconn *link = dmi_postgres_of(store)->link;
    dmi_pq.setErrorVerbosity(link, PQERRORS_VERBOSE);
    if (!dmi_pq.resetStart(link))
        return fail_connect(store, false, err);
    dm_status status = complete_connection(store, dmi_pq.resetPoll, err);
    if (status == DM_OK)
        status = set_session(store, err);
    return status == DM_OK ? open_tables(store, err) : status;
}

/* False if the run was stopped meanwhile. */
static bool pause_for(const dmi_store *store, double seconds)
{
    for (double end = dmi_seconds() + seconds; dmi_seconds() < end;) {
        nanosleep(&(struct timespec){0, 50000000}, NULL);
        if (!dmi_run_go_on(store->run, 0))
            return false;
    }
    return true;
}

dm_status dmi_postgres_reconnect(dmi_store *store, dm_error *err)
{
    double end = dmi_seconds() + (dmi_postgres_of(store)->is_writer ? PATIENCE : 0), pause = 0.1;
    for (;;) {
        dm_status status = try_again(store, err);
        if (status != DM_IO || dmi_seconds() + pause > end || !pause_for(store, pause))
            return status;
        pause = pause * 2 < MOST_PAUSE ? pause * 2 : MOST_PAUSE;
    }
}

dm_status dmi_postgres_open(dmi_store *store, const char *address, bool create, dm_error *err)
{
    dmi_postgres *pg = store->connection = dmi_calloc(1, sizeof *pg);
    if (!pg)
        return dmi_no_memory(err);
    pg->is_writer = create;
    dm_status status = libpq_load(err);
    if (status == DM_OK)
        status = open_link(store, address, err);
    return status == DM_OK ? open_tables(store, err) : status;
}

void dmi_postgres_close(dmi_store *store)
{
    dmi_postgres *pg = dmi_postgres_of(store);
    if (pg && pg->link)
        dmi_pq.finish(pg->link);
    free(pg);
}

dm_status dmi_postgres_recover(dmi_store *store, dm_status status, dm_error *err)
{
    if (status != DM_IO)
        return status;
    if (dmi_postgres_is_lost(store))
        return dmi_postgres_reconnect(store, err);
    return dmi_postgres_of(store)->is_repeatable ? DM_OK : status;
}
