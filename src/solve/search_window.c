/* search_window.c - null windows until the bounds meet, in one thread or several.
 *
 * Each question is asked at the bound that the last answer gave (MTD(f), Plaat
 * et al. 1996).  Several threads all ask the same questions, each trying stones
 * in its own order, and share results through the transposition table alone.
 */
#include "solve/search_window.h"

#include "base/base.h"
#include "base/threads.h"
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

bool dmi_search_window_is_settled(dmi_search_window window, bool outcome)
{
    return window.lower >= window.upper || (outcome && (window.lower > 0 || window.upper < 0));
}

/* The next beta to ask for.  For the outcome there are two questions: at least 1? at least 0? */
static int64_t next_question(dmi_search_window window, int64_t guess, bool outcome)
{
    if (outcome)
        return window.lower == 0 || (window.upper > 0 && guess > 0) ? 1 : 0;
    return guess <= window.lower ? window.lower + 1 : guess > window.upper ? window.upper : guess;
}

static void narrow_window(dmi_search_window *window, int64_t beta, int64_t value)
{
    if (value >= beta)
        window->lower = value > window->lower ? value : window->lower;
    else
        window->upper = value < window->upper ? value : window->upper;
}

dmi_search_window dmi_search_window_narrow(dmi_search *search, dmi_search_window window,
                                           int64_t guess, bool outcome)
{
    while (!dmi_search_window_is_settled(window, outcome) && !search->stopped) {
        bool turned = search->side[search->stones] == DM_BLACK;
        int64_t lower = turned ? -window.upper : window.lower;
        int64_t upper = turned ? -window.lower : window.upper;
        if (!search->is_valued)
            snprintf(search->note, sizeof search->note, "from %lld to %lld", (long long)lower,
                     (long long)upper);
        int64_t beta = next_question(window, guess, outcome);
        int64_t value = dmi_search_value(search, beta);
        if (search->stopped)
            break;
        narrow_window(&window, beta, value);
        guess = value >= beta ? value + 1 : value;
    }
    return window;
}

/* Asks whether the value is at least beta, within `nodes` and `seconds`; false: not answered. */
static bool ask_search(dmi_search *s, int64_t beta, uint64_t nodes, double seconds,
                       dmi_search_window *window)
{
    dm_run *before = s->run;
    if (dm_run_new(&s->run, NULL) != DM_OK)
        return false;
    dm_run_set_work_limit(s->run, (int64_t)nodes);
    dm_run_set_deadline(s->run, seconds);
    s->stopped = false;
    int64_t value = dmi_search_value(s, beta);
    bool answered = !s->stopped;
    if (answered)
        narrow_window(window, beta, value);
    dm_run_free(s->run);
    s->run = before;
    s->stopped = true;
    return answered;
}

/* Asks from above and from below in turn: the step doubles with each answer and halves without
 * one.  A question may use a third of the nodes and of the time left. */
void dmi_search_window_tighten(dmi_search *s, dmi_search_window *window, double seconds)
{
    assert(seconds >= 0);
    enum { NODES = 10000 };
    uint64_t last = s->nodes + NODES;
    double end = dmi_seconds() + seconds;
    int64_t first = (window->upper - window->lower + 7) / 8, step[2] = {first, first};
    for (int turn = 0; s->nodes + 3 < last && (step[0] || step[1]); turn = 1 - turn) {
        int64_t most = (window->upper - window->lower + 1) / 2;
        double left = end - dmi_seconds();
        step[turn] = step[turn] < most ? step[turn] : most;
        int64_t beta = turn ? window->lower + step[1] : window->upper - step[0] + 1;
        if (left <= 0)
            break;
        if (step[turn] && ask_search(s, beta, (last - s->nodes) / 3, left / 3, window))
            step[turn] *= 2;
        else
            step[turn] /= 2;
    }
}

/* What the threads of one game share. */
typedef struct team {
    dmi_solve_game *first;   /* of worker 0 */
    dmi_solve_game *helpers; /* of workers 1, 2, ... */
    const dm_solve_request *request;
    dmi_search_window start;
    atomic_bool done;
    pthread_mutex_t lock;
    dmi_search_window found; /* by all threads; protected by the lock */
} team;

static void search_worker(void *context, int worker)
{
    team *t = context;
    dmi_solve_game *game = worker ? &t->helpers[worker - 1] : t->first;
    if (worker) { /* a helper; if memory runs out the others work without it */
        const dmi_solve_game *first = t->first;
        if (dmi_solve_game_init(game, first->position, first->search.table, ~first->search.on,
                                first->search.run, NULL) != DM_OK)
            return;
        game->search.noise = (uint64_t)worker;
        game->search.halt = &t->done;
    }
    dmi_search_window window =
        dmi_search_window_narrow(&game->search, t->start, 0, t->request->outcome_only);
    pthread_mutex_lock(&t->lock);
    t->found.lower = window.lower > t->found.lower ? window.lower : t->found.lower;
    t->found.upper = window.upper < t->found.upper ? window.upper : t->found.upper;
    pthread_mutex_unlock(&t->lock);
    if (dmi_search_window_is_settled(window, t->request->outcome_only))
        atomic_store(&t->done, true);
}

dm_status dmi_search_window_narrow_together(dmi_solve_game *game, const dm_solve_request *request,
                                            dmi_search_window *window, dm_error *err)
{
    dmi_search *s = &game->search;
    int threads =
        dmi_search_window_is_settled(*window, request->outcome_only) ? 1 : request->threads;
    int helpers = threads > 1 ? threads - 1 : 0;
    team t = {game, .request = request, .start = *window, .found = *window};
    t.helpers = dmi_calloc((size_t)helpers, sizeof *t.helpers);
    if (!t.helpers)
        return dmi_no_memory(err);
    pthread_mutex_init(&t.lock, NULL);
    s->halt = &t.done;
    dmi_threads_run(threads, search_worker, &t);
    s->halt = NULL;
    for (int i = 0; i < helpers; i++) {
        s->nodes += t.helpers[i].search.nodes;
        dmi_solve_game_clear(&t.helpers[i]);
    }
    *window = t.found;
    if (dmi_search_window_is_settled(t.found, request->outcome_only))
        s->stopped = false; /* another thread had the answer; the run goes on */
    free(t.helpers);
    pthread_mutex_destroy(&t.lock);
    return DM_OK;
}
