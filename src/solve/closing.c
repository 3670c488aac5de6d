/* closing.c - null windows until the bounds meet, alone or as a team.
 *
 * Each question is asked at the bound that the last answer gave (MTD(f), Plaat
 * et al. 1996).  A team's threads all ask the same questions, each trying stones
 * in an order of its own, and share what they find through the table alone.
 */
#include "solve/closing.h"

#include "base/base.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

bool dmi_is_settled(dmi_window window, bool outcome)
{
    return window.lower >= window.upper || (outcome && (window.lower > 0 || window.upper < 0));
}

/* Where to ask next.  For the outcome only two questions count: at least 1? at least 0? */
static int64_t question(dmi_window window, int64_t guess, bool outcome)
{
    if (outcome)
        return window.lower == 0 || (window.upper > 0 && guess > 0) ? 1 : 0;
    return guess <= window.lower ? window.lower + 1 : guess > window.upper ? window.upper : guess;
}

static void note_bounds(dmi_search *s, dmi_window window)
{
    bool turned = s->side[s->stones] == DM_BLACK;
    int64_t lower = turned ? -window.upper : window.lower;
    int64_t upper = turned ? -window.lower : window.upper;
    if (!s->is_valued)
        snprintf(s->note, sizeof s->note, "from %lld to %lld", (long long)lower, (long long)upper);
}

dmi_window dmi_close_in(dmi_search *search, dmi_window window, int64_t guess, bool outcome)
{
    while (!dmi_is_settled(window, outcome) && !search->stopped) {
        note_bounds(search, window);
        int64_t beta = question(window, guess, outcome);
        int64_t value = dmi_search_value(search, beta);
        if (search->stopped)
            break;
        if (value >= beta)
            window.lower = value > window.lower ? value : window.lower;
        else
            window.upper = value < window.upper ? value : window.upper;
        guess = value >= beta ? value + 1 : value;
    }
    return window;
}

/* What the threads of one game share. */
typedef struct team {
    atomic_bool done;
    pthread_mutex_t lock;
    dmi_window answer; /* of whoever was first; guarded by lock */
    bool answered;
} team;

typedef struct member {
    team *team;
    dmi_game game;
    dmi_window window;
    bool outcome;
    pthread_t thread;
    bool runs;
} member;

static void tell(team *t, dmi_window window)
{
    pthread_mutex_lock(&t->lock);
    if (!t->answered) {
        t->answered = true;
        t->answer = window;
    }
    pthread_mutex_unlock(&t->lock);
    atomic_store(&t->done, true);
}

static void *work(void *argument)
{
    member *m = argument;
    dmi_window window = dmi_close_in(&m->game.search, m->window, 0, m->outcome);
    if (dmi_is_settled(window, m->outcome))
        tell(m->team, window);
    return NULL;
}

/* A member whose set-up fails, for want of memory or threads, is left out. */
static void start(member *m, team *t, const dmi_game *captain, const dm_solve_request *request,
                  dmi_window window, uint64_t noise)
{
    m->team = t;
    m->window = window;
    m->outcome = request->outcome_only;
    if (dmi_game_init(&m->game, captain->position, captain->search.table, ~captain->search.on,
                      captain->search.run, NULL) != DM_OK)
        return;
    m->game.search.noise = noise;
    m->game.search.halt = &t->done;
    m->runs = pthread_create(&m->thread, NULL, work, m) == 0;
}

dm_status dmi_close_together(dmi_game *game, const dm_solve_request *request, dmi_window *window,
                             dm_error *err)
{
    dmi_search *s = &game->search;
    int32_t helpers = request->threads > 1 ? request->threads - 1 : 0;
    if (!helpers || dmi_is_settled(*window, request->outcome_only)) {
        *window = dmi_close_in(s, *window, 0, request->outcome_only);
        return DM_OK;
    }
    team t = {.lock = PTHREAD_MUTEX_INITIALIZER};
    member *members = dmi_calloc((size_t)helpers, sizeof *members);
    if (!members)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < helpers; i++)
        start(&members[i], &t, game, request, *window, (uint64_t)i + 1);
    s->halt = &t.done;
    *window = dmi_close_in(s, *window, 0, request->outcome_only);
    if (dmi_is_settled(*window, request->outcome_only))
        tell(&t, *window);
    for (int32_t i = 0; i < helpers; i++) {
        if (members[i].runs)
            pthread_join(members[i].thread, NULL);
        s->nodes += members[i].game.search.nodes;
        dmi_game_clear(&members[i].game);
    }
    if (t.answered) {
        *window = t.answer;
        s->stopped = false; /* it was the team that ended it, not the run */
    }
    s->halt = NULL;
    free(members);
    pthread_mutex_destroy(&t.lock);
    return DM_OK;
}
