/* tournament_run.c - threads that play the missing games.
 *
 * A piece of work is a board of a pairing, with both colours; boards come in order and pairings in
 * turn, so that all pairings advance equally.  The games of a step are played before the next step
 * is chosen.  A worker stores a game before it counts it; if a program plays, the games on a board
 * are stored together.  The calling thread reports progress and passes a stop on to the workers.
 */
#include "contest/tournament/tournament.h"

#include "base/base.h"
#include "base/threads.h"
#include "contest/sandbox/cores.h"
#include <pthread.h>
#include <stdlib.h>

static const double TICK = 0.05; /* seconds between looks at the caller's run */

typedef struct shared_work {
    dm_run *run;      /* of all games */
    dm_tournament *t; /* its results are under the lock, like everything below */
    pthread_mutex_t lock;
    size_t next;      /* piece of work: board * pairings + pairing, of the current step */
    uint64_t done;    /* games, including those known before */
    dm_status status; /* the first failure */
    dm_error err;
} shared_work;

/* The next board with a game to play; false if there is none. */
static bool take_work(shared_work *c, dmi_tournament_pairing **pairing, int64_t *b)
{
    const dm_tournament *t = c->t;
    const dmi_tournament_step *step = &t->step;
    bool found = false;
    pthread_mutex_lock(&c->lock);
    while (dm_run_stopped(c->run) == DM_STOP_NONE && !found &&
           c->next / step->count < (size_t)step->board_count) {
        *pairing = &t->pairing[step->pairing[c->next % step->count]];
        *b = step->first_board + (int64_t)(c->next++ / step->count);
        found = dmi_pairing_has_work(*pairing, *b);
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

/* Games of a board that are not stored yet. */
typedef struct finished_games {
    dmi_tournament_pairing *pairing;
    dmi_played_game game[2];
    size_t count;
} finished_games;

static bool is_wanted(shared_work *c, const finished_games *f, int64_t number)
{
    const dmi_tournament_pairing *pairing = f->pairing;
    pthread_mutex_lock(&c->lock);
    bool is_known = dmi_pairing_board(pairing, number / 2)->game[number % 2].is_known;
    bool is_closed = pairing->is_closed ||
                     (f->count > 0 && dmi_players_would_be_out(c->t, pairing, &f->game[0]));
    pthread_mutex_unlock(&c->lock);
    return !is_known && !is_closed;
}

static dm_status note_game(shared_work *c, dmi_tournament_pairing *pairing,
                           const dmi_played_game *game, dm_error *err)
{
    dm_status status = DM_OK;
    pthread_mutex_lock(&c->lock);
    bool was_open = pairing->verdict == 0;
    dmi_pairing_note(c->t, pairing, game, false);
    pairing->played++;
    c->done++;
    if (was_open && pairing->verdict != 0)
        status = dmi_pairing_settle(c->t, pairing, err);
    pthread_mutex_unlock(&c->lock);
    return status;
}

static dm_status put_games(void *user, dmi_store *store, dm_error *err)
{
    const finished_games *f = user;
    dm_status status = DM_OK;
    for (size_t i = 0; i < f->count && status == DM_OK; i++)
        status = dmi_played_game_put(store, f->pairing->id, &f->game[i], err);
    return status;
}

static void clear_games(finished_games *f)
{
    for (size_t i = 0; i < f->count; i++)
        dmi_played_game_clear(&f->game[i]);
    f->count = 0;
}

/* Stores and counts the games; then there are none. */
static dm_status keep_games(shared_work *c, finished_games *f, dm_error *err)
{
    if (f->count == 0)
        return DM_OK;
    dm_status status = dmi_store_transact(c->t->store, put_games, f, err);
    for (size_t i = 0; i < f->count && status == DM_OK; i++)
        status = note_game(c, f->pairing, &f->game[i], err);
    clear_games(f);
    return status;
}

static dm_status play_board(shared_work *c, dmi_tournament_pairing *pairing, int64_t b,
                            dm_error *err)
{
    const dm_tournament *t = c->t;
    dm_arena *arena = NULL;
    dm_status status = dmi_tournament_boards_take(&t->boards, b, &arena, err);
    if (status != DM_OK)
        return status;
    /* Plays the missing games on a board. */
    finished_games f = {.pairing = pairing};
    dmi_board_programs programs = {{NULL, NULL}};
    bool belong_together = dmi_pairing_has_program(c->t, pairing);
    status = DM_OK;
    for (int64_t number = 2 * b; number < 2 * b + 2 && status == DM_OK; number++) {
        if (!is_wanted(c, &f, number))
            continue;
        status = dmi_tournament_play(c->t, pairing, number, arena, &programs, c->run,
                                     &f.game[f.count], err);
        f.count += status == DM_OK;
        if (status == DM_OK && !belong_together)
            status = keep_games(c, &f, err);
    }
    dmi_board_programs_end(&programs);
    if (status == DM_OK)
        status = keep_games(c, &f, err);
    clear_games(&f);
    dmi_tournament_boards_give_back(&t->boards, arena);
    return status;
}

static void tournament_worker(void *context, int worker)
{
    shared_work *c = context;
    if (c->t->pins_threads)
        dmi_core_pin(worker);
    dm_error err = {0};
    dm_status status = DM_OK;
    dmi_tournament_pairing *pairing = NULL;
    int64_t b = 0;
    while (status == DM_OK && take_work(c, &pairing, &b))
        status = play_board(c, pairing, b, &err);
    if (status != DM_OK && status != DM_STOPPED) {
        /* The first failure is everybody's. */
        pthread_mutex_lock(&c->lock);
        if (c->status == DM_OK) {
            c->status = status;
            c->err = err;
        }
        pthread_mutex_unlock(&c->lock);
        dm_run_cancel(c->run);
    }
}

static uint64_t games_known(const dm_tournament *t)
{
    uint64_t known = 0;
    for (int32_t i = 0; i < t->pairing_count; i++)
        for (size_t b = 0; b < t->pairing[i].board_count; b++)
            known += (uint64_t)t->pairing[i].boards[b].game[0].is_known +
                     t->pairing[i].boards[b].game[1].is_known;
    return known;
}

static uint64_t games_done(shared_work *c)
{
    pthread_mutex_lock(&c->lock);
    uint64_t done = c->done;
    pthread_mutex_unlock(&c->lock);
    return done;
}

/* Returns whether the caller's run ended before the work did. */
static bool watch_games(shared_work *c, dmi_threads *workers, dm_run *run)
{
    /* The games of the whole tournament, if nothing ends it early. */
    const dm_tournament *t = c->t;
    uint64_t total =
        (uint64_t)(t->system == DM_SWISS      ? t->swiss_rounds * (t->player_count / 2) * t->games
                   : t->system == DM_ADAPTIVE ? t->max_games
                                              : t->games * t->pairing_count);
    bool stopped = false;
    while (dmi_threads_is_working(workers, TICK))
        if (!dmi_run_report(run, 0, "games", games_done(c), total, "")) {
            stopped = true;
            dm_run_cancel(c->run);
        }
    return stopped;
}

/* Plays the games of the current step. */
static dm_status run_step(dm_tournament *t, int threads, dm_run *run, dm_error *err)
{
    if (dmi_store_is_shared(t->store) && !t->has_guests) /* nobody else can play as a guest */
        return dmi_step_run_queued(t, threads, run, err);
    shared_work c = {.t = t, .done = games_known(t)};
    dmi_threads *workers = NULL;
    bool stopped = false;
    dm_status status = dm_run_new(&c.run, err);
    if (status != DM_OK)
        return status;
    pthread_mutex_init(&c.lock, NULL);
    dmi_store_watch(t->store, run);
    status = dmi_threads_new(threads, tournament_worker, &c, &workers, err);
    if (status == DM_OK)
        stopped = watch_games(&c, workers, run);
    dmi_threads_free(workers);
    dmi_store_watch(t->store, NULL);
    dm_run_free(c.run);
    pthread_mutex_destroy(&c.lock);
    if (c.status != DM_OK) {
        status = c.status;
        if (err)
            *err = c.err;
    }
    return status == DM_OK && stopped ? dmi_stopped(run, err) : status;
}

static dm_status check_pins(const dm_tournament *t, int threads, dm_error *err)
{
    int cores = dmi_core_count();
    if (t->pins_threads && threads > cores)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d threads cannot have a core each: there %s %d",
                        threads, cores == 1 ? "is" : "are", cores);
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
