/* tournament_run.c - workers that play what is missing.
 *
 * A piece of work is a board of a pairing, both seatings; boards come in order and pairings in
 * turn, so that all stand about equally far at any time.  A worker plays, writes the game
 * into the store, and then notes it, so what is counted is also kept.  The calling thread reports
 * progress, and carries a stop to the workers.
 */
#include "contest/tournament.h"

#include "base/base.h"
#include <demesne/crew.h>
#include <pthread.h>
#include <stdlib.h>

static const double TICK = 0.05; /* seconds between looks at the caller's run */

typedef struct crew {
    dm_run *run;      /* of all games */
    dm_tournament *t; /* its results under the lock, like all that follows */
    pthread_mutex_t lock;
    int64_t next;     /* piece of work: a board times the pairings plus a pairing */
    uint64_t done;    /* games, those known before included */
    dm_status status; /* the first failure */
    dm_error err;
} crew;

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
    while (dm_run_stopped(c->run) == DM_STOP_NONE && !found &&
           c->next / t->pairing_count < t->games / 2) {
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

static dm_status play_board(crew *c, dmi_tournament_pairing *pairing, int64_t b, dm_error *err)
{
    const dm_tournament *t = c->t;
    dm_arena *arena = NULL;
    dm_status status = dmi_tournament_boards_take(&t->field, b, &arena, err);
    if (status != DM_OK)
        return status;
    for (int64_t number = 2 * b; number < 2 * b + 2 && status == DM_OK; number++) {
        dmi_played_game game;
        if (is_known(c, pairing, number))
            continue;
        status = dmi_tournament_play(t, pairing, number, arena, c->run, &game, err);
        if (status == DM_OK)
            status = note(c, pairing, &game, err);
    }
    dmi_tournament_boards_give_back(&t->field, arena);
    return status;
}

static void fail_all(crew *c, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&c->lock);
    if (c->status == DM_OK) {
        c->status = status;
        c->err = *err;
    }
    pthread_mutex_unlock(&c->lock);
    dm_run_cancel(c->run);
}

static void work(void *context, int worker)
{
    (void)worker;
    crew *c = context;
    dm_error err = {0};
    dm_status status = DM_OK;
    dmi_tournament_pairing *pairing = NULL;
    int64_t b = 0;
    while (status == DM_OK && take_work(c, &pairing, &b))
        status = play_board(c, pairing, b, &err);
    if (status != DM_OK && status != DM_STOPPED)
        fail_all(c, status, &err);
}

static uint64_t games_known(const dm_tournament *t)
{
    uint64_t known = 0;
    for (int32_t i = 0; i < t->pairing_count; i++)
        for (int64_t number = 0; number < t->games; number++)
            known += t->pairing[i].result[number].is_known;
    return known;
}

static uint64_t games_done(crew *c)
{
    pthread_mutex_lock(&c->lock);
    uint64_t done = c->done;
    pthread_mutex_unlock(&c->lock);
    return done;
}

/* Gives whether the caller's run ended before the work did. */
static bool watch(crew *c, dm_crew *workers, dm_run *run)
{
    const dm_tournament *t = c->t;
    uint64_t total = (uint64_t)t->games * (uint64_t)t->pairing_count;
    bool stopped = false;
    while (dm_crew_is_working(workers, TICK))
        if (!dmi_run_report(run, 0, "games", games_done(c), total, "")) {
            stopped = true;
            dm_run_cancel(c->run);
        }
    return stopped;
}

dm_status dm_tournament_run(dm_tournament *t, int threads, dm_run *run, dm_error *err)
{
    if (!dmi_run_go_on(run, 0))
        return dmi_stopped(run, err);
    crew c = {.t = t, .done = games_known(t)};
    dm_crew *workers = NULL;
    bool stopped = false;
    dm_status status = dm_run_new(&c.run, err);
    if (status != DM_OK)
        return status;
    pthread_mutex_init(&c.lock, NULL);
    status = dm_crew_new(threads, work, &c, &workers, err);
    if (status == DM_OK)
        stopped = watch(&c, workers, run);
    dm_crew_free(workers);
    dm_run_free(c.run);
    pthread_mutex_destroy(&c.lock);
    if (c.status != DM_OK) {
        status = c.status;
        if (err)
            *err = c.err;
    }
    return status == DM_OK && stopped ? dmi_stopped(run, err) : status;
}
