/* tournament_run.c - threads that play the missing games.
 *
 * A piece of work is a board of a pairing, with both colours; boards come in order and pairings in
 * turn, so that all pairings advance equally.  The games of a step are played before the next step
 * is chosen.  A worker stores a game before it counts it; if a program plays, the games on a board
 * are stored together.  The calling thread reports progress and passes a stop on to the workers.
 */
#include "base/names.h"
#include "contest/tournament/tournament.h"

#include "base/base.h"
#include "base/threads.h"
#include "contest/sandbox/cores.h"
#include <assert.h>
#include <stdlib.h>

static const double TICK = 0.05; /* seconds between looks at the caller's run */

typedef struct shared_work {
    dmi_worker_group group; /* its lock guards everything below */
    dm_tournament *t;
    size_t next;   /* piece of work: board * pairings + pairing, of the current step */
    uint64_t done; /* games, including those known before */
} shared_work;

/* The next board with a game to play; false if there is none. */
static bool take_work(shared_work *c, dmi_tournament_pairing **pairing, int64_t *b)
{
    const dm_tournament *t = c->t;
    const dmi_tournament_step *step = &t->step;
    bool found = false;
    pthread_mutex_lock(&c->group.lock);
    while (!dmi_worker_group_is_stopped(&c->group) && !found &&
           c->next / step->count < (size_t)step->board_count) {
        *pairing = &t->pairing[step->pairing[c->next % step->count]];
        *b = step->first_board + (int64_t)(c->next++ / step->count);
        found = dmi_pairing_has_work(*pairing, *b);
    }
    pthread_mutex_unlock(&c->group.lock);
    return found;
}

/* A worker at a board. */
typedef struct board_work {
    shared_work *c;
    dmi_tournament_pairing *pairing;
    const dmi_played_game *played; /* to be stored */
    int count;
} board_work;

static bool is_wanted(void *user, int64_t number, const dmi_played_game *played, int count)
{
    const board_work *w = user;
    pthread_mutex_lock(&w->c->group.lock);
    bool is_known = dmi_pairing_board(w->pairing, number / 2)->game[number % 2].is_known;
    bool is_closed = w->pairing->is_closed ||
                     (count > 0 && dmi_players_would_be_out(w->c->t, w->pairing, played));
    pthread_mutex_unlock(&w->c->group.lock);
    return !is_known && !is_closed && !(w->c->t->first_white && number % 2);
}

static dm_status put_games(void *user, dmi_store *store, dm_error *err)
{
    const board_work *w = user;
    dm_status status = DM_OK;
    for (int i = 0; i < w->count && status == DM_OK; i++)
        status = dmi_played_game_put(store, w->pairing->id, &w->played[i], err);
    return status;
}

/* Stores the games, then counts them. */
static dm_status keep_games(void *user, dmi_played_game *played, int count, dm_error *err)
{
    board_work *w = user;
    shared_work *c = w->c;
    w->played = played;
    w->count = count;
    dm_status status = dmi_store_transact(c->t->store, put_games, w, err);
    for (int i = 0; i < count; i++) {
        pthread_mutex_lock(&c->group.lock);
        if (status == DM_OK) {
            assert(played[i].number >= 0);
            bool was_open = w->pairing->verdict == 0;
            dmi_pairing_note(c->t, w->pairing, &played[i], false);
            w->pairing->played++;
            c->done++;
            if (was_open && w->pairing->verdict != 0)
                status = dmi_pairing_settle(c->t, w->pairing, err);
        }
        pthread_mutex_unlock(&c->group.lock);
        dmi_played_game_clear(&played[i]);
    }
    return status;
}

static void tournament_worker(void *context, int worker)
{
    shared_work *c = context;
    if (c->t->pins_threads)
        dmi_core_pin(worker);
    dm_error err = {0};
    dm_status status = DM_OK;
    board_work w = {.c = c};
    const dmi_board_player player = {is_wanted, keep_games, &w, NULL};
    int64_t b = 0;
    while (status == DM_OK && take_work(c, &w.pairing, &b))
        status = dmi_board_play(c->t, w.pairing, b, &player, c->group.run, &err);
    if (status != DM_OK && status != DM_STOPPED)
        dmi_worker_group_fail(&c->group, status, &err);
}

/* Plays the games of the current step. */
static dm_status run_step(dm_tournament *t, int threads, dm_run *run, dm_error *err)
{
    if (dmi_store_is_shared(t->store) && !t->has_guests) /* nobody else can play as a guest */
        return dmi_step_run_queued(t, threads, run, err);
    /* The games of the whole tournament, if nothing ends it early. */
    uint64_t total =
        (uint64_t)(t->system == DM_SWISS      ? t->swiss_rounds * (t->player_count / 2) * t->games
                   : t->system == DM_ADAPTIVE ? t->max_games
                                              : t->games / (1 + t->first_white) * t->pairing_count);
    uint64_t known = 0;
    for (int32_t i = 0; i < t->pairing_count; i++)
        for (size_t b = 0; b < t->pairing[i].board_count; b++)
            known += (uint64_t)t->pairing[i].boards[b].game[0].is_known +
                     (t->pairing[i].boards[b].game[1].is_known && !t->first_white);
    shared_work c = {.t = t, .done = known};
    dm_status status = dmi_worker_group_init(&c.group, err);
    if (status != DM_OK)
        return status;
    dmi_store_watch(t->store, run);
    status = dmi_worker_group_start(&c.group, threads, tournament_worker, &c, err);
    while (dmi_worker_group_is_working(&c.group, TICK)) {
        pthread_mutex_lock(&c.group.lock);
        uint64_t done = c.done;
        pthread_mutex_unlock(&c.group.lock);
        if (!dmi_run_report(run, 0, "games", done, total, ""))
            dmi_worker_group_stop(&c.group);
    }
    dmi_store_watch(t->store, NULL);
    return dmi_worker_group_end(&c.group, status, run, err);
}

static dm_status check_pins(const dm_tournament *t, int threads, dm_error *err)
{
    int cores = dmi_core_count();
    if (t->pins_threads && threads > cores)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d threads cannot have a core each: there %s %d",
                        threads, dmi_plural(cores, "is", "are"), cores);
    if (t->pins_threads && dmi_store_is_shared(t->store) && !t->has_guests)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "threads can have cores of their own only with a database in a file");
    return DM_OK;
}

bool dm_tournament_is_crowded(const dm_tournament *t, int threads)
{
    bool has_clock = t->match.move_seconds > 0 || t->match.game_seconds > 0, has_programs = false;
    for (int32_t i = 0; i < t->player_count; i++)
        has_programs = has_programs || dmi_player_is_program(&t->player[i]);
    return has_clock && has_programs && threads > dmi_core_count();
}

dm_status dm_tournament_run(dm_tournament *t, int threads, dm_run *run, dm_error *err)
{
    dm_status status = check_pins(t, threads, err);
    if (status == DM_OK && !dmi_run_go_on(run, 0))
        status = dmi_stopped(run, err);
    int64_t begun = 0;
    if (status == DM_OK)
        status = dmi_players_check_start(t, run, err);
    while (status == DM_OK && !t->is_over && begun != t->step.number) { /* a guest may stop it */
        begun = t->step.number;
        status = run_step(t, threads, run, err);
        if (status == DM_OK)
            status = dmi_tournament_advance(t, err);
    }
    return status == DM_OK && t->is_over ? dmi_players_settle(t, err) : status;
}
