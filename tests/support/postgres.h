/* postgres.h - a private PostgreSQL server for a test program (postgres.sh). */
#ifndef TEST_POSTGRES_H
#define TEST_POSTGRES_H

#include <stdbool.h>

/* Without a password through a socket, and with one over TCP. */
extern char postgres_address[], postgres_tcp_address[];
extern int postgres_port;

int start_postgres(void **state); /* a group's setup; fails and says why */
int stop_postgres(void **state);  /* a group's teardown */
int forget_tables(void **state);  /* a test's teardown: an empty database, with room on its disk */
void restart_postgres(const char *mode); /* fast or immediate */
void fill_postgres_disk(bool is_full);   /* from now on tables cannot grow */
void postgres_execute(const char *sql);
/* The first column of the rows, one after another; freed with free(). */
char *postgres_text(const char *sql);
#endif
