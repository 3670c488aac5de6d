/* postgres_wait.c - waits for the answers of a server.
 *
 * libpq's own calls wait until the connection fails, which takes half a minute if the network is
 * down.  Here a stopped run ends the waiting, after some seconds in which the answer is still
 * welcome: what was computed is committed also after Ctrl-C.
 */
#include "store/postgres.h"

#include "base/base.h"
#include <poll.h>
#include <sys/socket.h>

static const double GRACE = 5; /* seconds after the run has stopped */

void dmi_postgres_wait(dmi_store *store)
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

PGresult *dmi_postgres_answer(dmi_store *store)
{
    PGconn *link = dmi_postgres_of(store)->link;
    PGresult *answer = NULL;
    for (;;) {
        dmi_postgres_wait(store);
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
    return dmi_pq.sendQuery(dmi_postgres_of(store)->link, sql) ? dmi_postgres_answer(store) : NULL;
}
