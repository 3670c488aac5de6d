/* messages.c - sends without waiting, and receives without waiting, by MPI.
 *
 * MPI's own waits use a whole core, so there is none: whoever waits looks for a message from time
 * to time and sleeps in between.  A message being sent is a copy, freed once it has left.  A copy
 * of a large table waits until the earlier ones have left, so that there are never many.  Errors of
 * MPI end the job.
 */
#include "messages.h"

#include "answer/fail.h"
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAG = 1, MOST_BYTES = 1 << 28 };

typedef struct copy {
    struct copy *next;
    MPI_Request request;
    size_t size;
    unsigned char bytes[];
} copy;

struct messages {
    copy *leaving;
    size_t bytes; /* of those */
    void *last;   /* the message given out */
    int room;     /* of it */
};

/* Frees the copies that have left. */
static void sweep(messages *all)
{
    for (copy **at = &all->leaving; *at;) {
        copy *c = *at;
        int has_left;
        MPI_Test(&c->request, &has_left, MPI_STATUS_IGNORE);
        if (has_left) {
            *at = c->next;
            all->bytes -= c->size;
            free(c);
        } else
            at = &c->next;
    }
}

/* Waits until at most `most` bytes are still to be sent. */
static void await_room(messages *all, size_t most)
{
    for (sweep(all); all->leaving && all->bytes > most; sweep(all))
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

static dm_status send(void *context, int to, const void *bytes, size_t size, dm_error *err)
{
    messages *all = context;
    if (size > INT32_MAX)
        return answer_fail(err, DM_TOO_LARGE, "a message of %zu bytes is too large for MPI", size);
    await_room(all, MOST_BYTES);
    copy *c = malloc(sizeof *c + size);
    if (!c)
        return answer_fail(err, DM_NO_MEMORY, "no memory for a message");
    memcpy(c->bytes, bytes, size);
    c->size = size;
    c->next = all->leaving;
    all->leaving = c;
    all->bytes += size;
    MPI_Isend(c->bytes, (int)size, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &c->request);
    return DM_OK; /* sweep() waits for it.  NOLINT(clang-analyzer-optin.mpi.MPI-Checker) */
}

static dm_status receive(void *context, int *from, const void **bytes, size_t *size, dm_error *err)
{
    messages *all = context;
    MPI_Message message;
    MPI_Status status;
    int has_come, count;
    *size = 0;
    if (all->leaving)
        sweep(all);
    MPI_Improbe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &has_come, &message, &status);
    if (!has_come)
        return DM_OK;
    MPI_Get_count(&status, MPI_BYTE, &count);
    if (count > all->room) {
        free(all->last);
        all->last = malloc((size_t)count);
        all->room = all->last ? count : 0;
        if (!all->last)
            return answer_fail(err, DM_NO_MEMORY, "no memory for a message");
    }
    MPI_Mrecv(all->last, count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    *from = status.MPI_SOURCE;
    *bytes = all->last;
    *size = (size_t)count;
    return DM_OK;
}

messages *messages_new(struct dm_lead_team *team)
{
    messages *all = calloc(1, sizeof *all);
    *team = (struct dm_lead_team){
        .context = all, .send = send, .receive = receive, .hooks = &exchange_hooks};
    MPI_Comm_rank(MPI_COMM_WORLD, &team->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &team->size);
    return all;
}

void messages_free(messages *all)
{
    if (!all)
        return;
    await_room(all, 0);
    free(all->last);
    free(all);
}
