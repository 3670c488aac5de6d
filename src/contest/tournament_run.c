/* tournament_run.c - workers that play what is missing.
 *
 * A piece of work is a board of a pairing, both seatings; boards come in order and pairings in
 * turn, so that all stand about equally far at any time.  A worker plays, writes the game
 * into the store, and then notes it, so what is counted is also kept.  The calling thread reports
 * progress, and carries a stop to the workers.
 */
#include "contest/tournament.h"

#include "base/base.h"
#include "base/moment.h"
#include <pthread.h>
#include <stdlib.h>

enum { TICK = 50000000 }; /* nanoseconds between looks at the run */

typedef struct crew crew;

typedef struct worker {
    crew *crew;
    pthread_t thread;
    bool is_started;
    dm_run *run;
} worker;

struct crew {
    dm_tournament *t; /* its results under the lock, like all that follows */
    pthread_mutex_t lock;
    pthread_cond_t ended; /* a worker has */
    int working;
    bool stop;
    int64_t next;     /* piece of work: a board times the pairings plus a pairing */
    uint64_t done;    /* games, those known before included */
    dm_status status; /* the first failure */
    dm_error err;
    int count;
    worker *workers;
};

static bool has_work(const dm_tournament *t, const dmi_tournament_pairing *pairing, int64_t b)
{
    return pairing->verdict == 0 && 2 * b < t->games &&
           !(pairing->result[2 * b].is_known && pairing->result[2 * b + 1].is_known);
}

/* The next board with a game to play; false where there is none. */
static bool take_work(crew *c, dmi_tournament_pairing **pairing, int64_t *b)
{
    dm_tournament *t = c->t;
    bool found = false;
    pthread_mutex_lock(&c->lock);
    while (!c->stop && !found && c->next / t->pairing_count < t->games / 2) {
        *pairing = &t->pairing[c->next % t->pairing_count];
        *b = c->next++ / t->pairing_count;
        found = has_work(t, *pairing, *b);
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

static bool is_known(crew *c, const dmi_tournament_pairing *pairing, int64_t number)
{
    pthread_mutex_lock(&c->lock);
    bool known = pairing->result[number].is_known;
    pthread_mutex_unlock(&c->lock);
    return known;
}

static dm_status note(crew *c, dmi_tournament_pairing *pairing, const dmi_played_game *game,
                      dm_error *err)
{
    dm_status status = DM_OK;
    pthread_mutex_lock(&c->lock);
    bool was_open = pairing->verdict == 0;
    dmi_pairing_note(c->t, pairing, game);
    pairing->played++;
    c->done++;
    if (was_open && pairing->verdict != 0)
        status = dmi_pairing_settle(c->t, pairing, err);
    pthread_mutex_unlock(&c->lock);
    return status;
}

static dm_status play_board(const worker *w, dmi_tournament_pairing *pairing, int64_t b,
                            dm_error *err)
{
    const dm_tournament *t = w->crew->t;
    dm_arena *arena = NULL;
    dm_status status = dmi_tournament_boards_take(&t->field, b, &arena, err);
    if (status != DM_OK)
        return status;
    for (int64_t number = 2 * b; number < 2 * b + 2 && status == DM_OK; number++) {
        dmi_played_game game;
        if (is_known(w->crew, pairing, number))
            continue;
        status = dmi_tournament_play(t, pairing, number, arena, w->run, &game, err);
        if (status == DM_OK)
            status = note(w->crew, pairing, &game, err);
    }
    dmi_tournament_boards_give_back(&t->field, arena);
    return status;
}

static void stop_all(crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->stop = true;
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; c->workers && i < c->count; i++)
        if (c->workers[i].run)
            dm_run_cancel(c->workers[i].run);
}

static void fail_all(crew *c, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&c->lock);
    if (c->status == DM_OK) {
        c->status = status;
        c->err = *err;
    }
    pthread_mutex_unlock(&c->lock);
    stop_all(c);
}

static void *work(void *user)
{
    worker *w = user;
    dm_error err = {0};
    dm_status status = DM_OK;
    dmi_tournament_pairing *pairing;
    int64_t b;
    while (status == DM_OK && take_work(w->crew, &pairing, &b))
        status = play_board(w, pairing, b, &err);
    if (status != DM_OK && status != DM_STOPPED)
        fail_all(w->crew, status, &err);
    pthread_mutex_lock(&w->crew->lock);
    w->crew->working--;
    pthread_cond_signal(&w->crew->ended);
    pthread_mutex_unlock(&w->crew->lock);
    return NULL;
}

static uint64_t games_known(const dm_tournament *t)
{
    uint64_t known = 0;
    for (int32_t i = 0; i < t->pairing_count; i++)
        for (int64_t number = 0; number < t->games; number++)
            known += t->pairing[i].result[number].is_known;
    return known;
}

/* All runs are there before the first worker starts, so that any of them can stop the rest. */
static dm_status start(crew *c, dm_error *err)
{
    dm_status status = DM_OK;
    c->workers = dmi_calloc((size_t)c->count, sizeof *c->workers);
    if (!c->workers)
        return dmi_no_memory(err);
    for (int i = 0; i < c->count && status == DM_OK; i++) {
        c->workers[i].crew = c;
        status = dm_run_new(&c->workers[i].run, err);
    }
    for (int i = 0; i < c->count && status == DM_OK; i++) {
        worker *w = &c->workers[i];
        pthread_mutex_lock(&c->lock);
        w->is_started = pthread_create(&w->thread, NULL, work, w) == 0;
        c->working += w->is_started;
        pthread_mutex_unlock(&c->lock);
        if (!w->is_started)
            status = dmi_fail(err, DM_NO_MEMORY, "no thread could be started");
    }
    return status;
}

/* Waits for a tick, or for the last worker; gives whether any works. */
static bool wait_a_tick(crew *c, uint64_t *done)
{
    struct timespec until = dmi_moment_after(TICK);
    pthread_mutex_lock(&c->lock);
    while (c->working > 0 && pthread_cond_timedwait(&c->ended, &c->lock, &until) == 0)
        continue;
    bool works = c->working > 0;
    *done = c->done;
    pthread_mutex_unlock(&c->lock);
    return works;
}

/* Gives whether the run ended before the work did. */
static bool watch(crew *c, dm_run *run)
{
    const dm_tournament *t = c->t;
    uint64_t total = (uint64_t)t->games * (uint64_t)t->pairing_count, done = 0;
    bool stopped = false;
    while (wait_a_tick(c, &done))
        if (!dmi_run_report(run, 0, "games", done, total, "") && !stopped) {
            stopped = true;
            stop_all(c);
        }
    return stopped;
}

static void end(crew *c)
{
    for (int i = 0; c->workers && i < c->count; i++)
        if (c->workers[i].is_started)
            pthread_join(c->workers[i].thread, NULL);
    for (int i = 0; c->workers && i < c->count; i++)
        dm_run_free(c->workers[i].run);
    free(c->workers);
    pthread_cond_destroy(&c->ended);
    pthread_mutex_destroy(&c->lock);
}

dm_status dm_tournament_run(dm_tournament *t, int threads, dm_run *run, dm_error *err)
{
    crew c = {.t = t, .count = threads > 1 ? threads : 1, .done = games_known(t)};
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.ended, NULL);
    bool stopped = false;
    dm_status status = start(&c, err);
    if (status == DM_OK)
        stopped = watch(&c, run);
    else
        stop_all(&c);
    end(&c);
    if (status == DM_OK && c.status != DM_OK) {
        status = c.status;
        if (err)
            *err = c.err;
    }
    return status == DM_OK && stopped ? dmi_stopped(run, err) : status;
}
