/* postgres.c - a private PostgreSQL server for a test program. */
#include "support/postgres.h"

#include "support/support.h"
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char postgres_address[200], postgres_tcp_address[200];
int postgres_port;
static char folder[100];

int start_postgres(void **state)
{
    (void)state;
    char command[1000];
    snprintf(command, sizeof command,
             "LD_PRELOAD_SERVER=%s " TEST_DATA "/support/postgres.sh start %d "
             "'deadlock_timeout = 50ms'",
             FULL_DISK, (int)getpid());
    FILE *script = popen(command, "r");
    int read = script ? fscanf(script, "%99s %d", folder, &postgres_port) : 0;
    if (!script || pclose(script) != 0 || read != 2)
        return -1;
    snprintf(postgres_address, sizeof postgres_address,
             "postgresql:///test?user=demesne&host=%s&port=%d", folder, postgres_port);
    snprintf(postgres_tcp_address, sizeof postgres_tcp_address,
             "postgresql://demesne:secret@127.0.0.1:%d/test", postgres_port);
    return 0;
}

static int script(const char *action, const char *mode)
{
    char command[500];
    snprintf(command, sizeof command,
             "LD_PRELOAD_SERVER=%s " TEST_DATA "/support/postgres.sh %s %s %s", FULL_DISK, action,
             folder, mode);
    return system(command);
}

int stop_postgres(void **state)
{
    (void)state;
    return script("stop", "");
}

void restart_postgres(const char *mode)
{
    assert_int_equal(script("restart", mode), 0);
}

void fill_postgres_disk(bool is_full)
{
    char mark[120];
    snprintf(mark, sizeof mark, "%s/data/full", folder);
    FILE *file = is_full ? fopen(mark, "w") : NULL;
    if (file)
        fclose(file);
    else
        unlink(mark);
}

char *postgres_text(const char *sql)
{
    PGconn *link = PQconnectdb(postgres_address);
    PGresult *result = PQexec(link, sql);
    ExecStatusType kind = PQresultStatus(result);
    if (kind != PGRES_TUPLES_OK && kind != PGRES_COMMAND_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(link));
    char *text = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&text, &size);
    assert_non_null(lines);
    for (int i = 0; i < PQntuples(result); i++)
        fprintf(lines, "%s\n", PQgetvalue(result, i, 0));
    assert_int_equal(fclose(lines), 0);
    PQclear(result);
    PQfinish(link);
    return text;
}

void postgres_execute(const char *sql)
{
    free(postgres_text(sql));
}

int forget_tables(void **state)
{
    (void)state;
    fill_postgres_disk(false);
    postgres_execute(
        "SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    return 0;
}
