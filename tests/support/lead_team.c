/* lead_team.c - a team of threads: each rank has a queue of messages. */
#include "support/lead_team.h"
#include "support/support.h"

#include "base/threads.h"
#include "mpi/exchange.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct message {
    struct message *next;
    int from;
    size_t size;
    unsigned char bytes[];
} message;

typedef struct post {
    pthread_mutex_t lock;
    struct {
        message *first, **end;
    } queue[TEAM_MOST];
} post;

typedef struct rank {
    post *post;
    struct dm_lead_team team;
    message *last; /* given out, and still being read */
} rank;

typedef struct meeting {
    rank rank[TEAM_MOST];
    team_question *questions;
    int count;
    dm_run *member_run;
} meeting;

static dm_status send(void *context, int to, const void *bytes, size_t size, dm_error *err)
{
    rank *r = context;
    message *m = malloc(sizeof *m + size);
    (void)err;
    if (!m)
        return DM_NO_MEMORY;
    *m = (message){.from = r->team.rank, .size = size};
    memcpy(m->bytes, bytes, size);
    pthread_mutex_lock(&r->post->lock);
    *r->post->queue[to].end = m;
    r->post->queue[to].end = &m->next;
    pthread_mutex_unlock(&r->post->lock);
    return DM_OK;
}

static dm_status receive(void *context, int *from, const void **bytes, size_t *size, dm_error *err)
{
    rank *r = context;
    int own = r->team.rank;
    (void)err;
    free(r->last);
    pthread_mutex_lock(&r->post->lock);
    message *m = r->last = r->post->queue[own].first;
    if (m && !(r->post->queue[own].first = m->next))
        r->post->queue[own].end = &r->post->queue[own].first;
    pthread_mutex_unlock(&r->post->lock);
    *size = m ? m->size : 0;
    if (m) {
        *from = m->from;
        *bytes = m->bytes;
    }
    return DM_OK;
}

static void work(void *context, int number)
{
    meeting *all = context;
    rank *r = &all->rank[number];
    int word = 0;
    if (number == 0) {
        for (int i = 0; i < all->count; i++) {
            team_question *q = &all->questions[i];
            q->request.team = r->team.size > 1 ? &r->team : NULL;
            q->status = dm_lead_new(q->arena, &q->request, q->run, &q->lead, &q->err);
        }
        assert_int_equal(lead_dismiss(&r->team, 7, NULL), DM_OK);
    } else if (lead_join(&r->team, all->member_run, &word, NULL) != DM_OK || word != 7)
        abort();
}

void team_ask(int size, team_question *questions, int count, dm_run *member_run)
{
    post office = {.lock = PTHREAD_MUTEX_INITIALIZER};
    meeting all = {.questions = questions, .count = count, .member_run = member_run};
    for (int k = 0; k < size; k++) {
        office.queue[k].end = &office.queue[k].first;
        all.rank[k] = (rank){.post = &office,
                             .team = {.rank = k,
                                      .size = size,
                                      .context = &all.rank[k],
                                      .send = send,
                                      .receive = receive,
                                      .hooks = &exchange_hooks}};
    }
    dmi_threads_run(size, work, &all);
    for (int k = 0; k < size; k++) {
        assert_null(office.queue[k].first);
        free(all.rank[k].last);
    }
}
