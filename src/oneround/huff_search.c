/* huff_search.c - branch and bound over sites that are in, out or open.
 *
 * A node is a set of sites that are in and the candidates that are still open.  Steps of the bound
 * (huff_bound.c) go on as long as they pay; then the reduced costs of the best cut take candidates
 * out or put them in, and the node divides by the open candidate whose share is nearest to one
 * half.  The node with the largest bound is next.
 *
 * Invariant: every set that gains more than `best` plus the tolerance is in a node of the heap or
 * below a node that a worker holds.  `closed` is the largest bound of nodes that were dropped.
 */
#include "base/base.h"
#include "oneround/huff_bound.h"
#include <demesne/crew.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_STEPS = 200, STEPS = 24, PATIENCE = 4, HALF = 1 << 29 };

/* list: the sites that are in, the open ones, and those with a share, followed by the shares in
 * units of 1 / (2 HALF). */
typedef struct node {
    double upper;
    int32_t ins, opens, shares;
    int32_t list[];
} node;

typedef struct search {
    const dmi_huff_problem *problem;
    double tolerance;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    node **heap;
    size_t nodes, room;
    double *held; /* of each worker: the bound of its node, or -INFINITY */
    int workers, busy;
    double closed;
    int64_t done;
    dmi_huff_choice *best;
    dm_status status;
    dm_error error;
    dm_run *run;
} search;

/* One thread's scratch. */
typedef struct worker {
    search *search;
    dmi_huff_bounder bounder;
    dmi_huff_choice tried;
    int32_t *list;
} worker;

static void sink(search *s, size_t at, node *moving)
{
    for (size_t child; (child = 2 * at + 1) < s->nodes; at = child) {
        if (child + 1 < s->nodes && s->heap[child + 1]->upper > s->heap[child]->upper)
            child++;
        if (s->heap[child]->upper <= moving->upper)
            break;
        s->heap[at] = s->heap[child];
    }
    s->heap[at] = moving;
}

static node *pop(search *s)
{
    node *top = s->heap[0], *last = s->heap[--s->nodes];
    if (s->nodes > 0)
        sink(s, 0, last);
    return top;
}

static bool push(search *s, node *one)
{
    if (!dmi_reserve(&s->heap, &s->room, s->nodes + 1, sizeof *s->heap))
        return false;
    size_t at = s->nodes++;
    for (; at > 0 && s->heap[(at - 1) / 2]->upper < one->upper; at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = one;
    return true;
}

/* The largest bound of what is left; needs the lock. */
static double open_bound(const search *s)
{
    double most = s->nodes > 0 ? s->heap[0]->upper : -INFINITY;
    for (int i = 0; i < s->workers; i++)
        most = s->held[i] > most ? s->held[i] : most;
    return most;
}

static void give_up(search *s, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&s->lock);
    if (s->status == DM_OK) {
        s->status = status;
        s->error = *err;
    }
    pthread_cond_broadcast(&s->wake);
    pthread_mutex_unlock(&s->lock);
}

static double goal(search *s)
{
    pthread_mutex_lock(&s->lock);
    double least = s->best->gain + s->tolerance;
    pthread_mutex_unlock(&s->lock);
    return least;
}

/* Offers a set as the best one. */
static void offer(worker *w, const int32_t *chosen, int32_t count)
{
    search *s = w->search;
    dmi_huff_choice_set(s->problem, chosen, count, &w->tried);
    pthread_mutex_lock(&s->lock);
    if (w->tried.gain > s->best->gain)
        dmi_huff_choice_set(s->problem, chosen, count, s->best);
    pthread_mutex_unlock(&s->lock);
}

/* Offers the sites that are in with those that the relaxation takes whole. */
static void offer_relaxed(worker *w)
{
    const dmi_huff_bounder *b = &w->bounder;
    int32_t count = b->in.count;
    memcpy(w->list, b->in.chosen, (size_t)count * sizeof *w->list);
    for (int32_t i = 0; i < b->relax.actives && count < b->problem->count; i++)
        if (b->relax.share[b->relax.active[i]] > 1 - 1e-9)
            w->list[count++] = b->relax.active[i];
    offer(w, w->list, count);
}

static node *new_node(const worker *w, const int32_t *in, int32_t ins, int32_t branch)
{
    const dmi_huff_bounder *b = &w->bounder;
    int32_t opens = b->relax.actives;
    node *one = dmi_alloc(1, sizeof *one + ((size_t)ins + 3 * (size_t)opens) * sizeof *one->list);
    if (!one)
        return NULL;
    *one = (node){.upper = b->upper};
    for (int32_t i = 0; i < ins; i++)
        one->list[one->ins++] = in[i];
    int32_t *open = one->list + ins;
    for (int32_t i = 0; i < opens; i++)
        if (b->relax.active[i] != branch)
            open[one->opens++] = b->relax.active[i];
    int32_t *with = open + one->opens;
    for (int32_t i = 0; i < one->opens; i++)
        if (b->share[open[i]] > 0)
            with[one->shares++] = open[i];
    for (int32_t i = 0; i < one->shares; i++)
        with[one->shares + i] = (int32_t)(b->share[with[i]] * (2.0 * HALF - 1));
    node *fitted = dmi_realloc(
        one, 1,
        sizeof *one +
            ((size_t)one->ins + (size_t)one->opens + 2 * (size_t)one->shares) * sizeof *one->list);
    return fitted ? fitted : one;
}

static void load(worker *w, const node *one)
{
    dmi_huff_bounder *b = &w->bounder;
    const int32_t *open = one->list + one->ins, *with = open + one->opens;
    memset(b->share, 0, (size_t)b->problem->candidates * sizeof *b->share);
    for (int32_t i = 0; i < one->shares; i++)
        b->share[with[i]] = with[one->shares + i] / (2.0 * HALF - 1);
    dmi_huff_bounder_start(b, one->list, one->ins);
    b->relax.actives = 0;
    for (int32_t i = 0; i < one->opens; i++)
        if (dmi_huff_fits(b->problem, &b->in, open[i]))
            b->relax.active[b->relax.actives++] = open[i];
}

/* Lowers the bound of the node while that pays.  True if the node is done. */
static dm_status bound(worker *w, const node *one, bool *done, dm_error *err)
{
    dmi_huff_bounder *b = &w->bounder;
    search *s = w->search;
    bool single = s->problem->count - b->in.count == 1 && !s->problem->has_budget;
    int most = one->ins == 0 ? FIRST_STEPS : STEPS;
    double before = INFINITY;
    for (int step = 0; step < most; step++) {
        dm_status status = dmi_huff_bounder_step(b, s->run, err);
        if (status != DM_OK)
            return status;
        if (step % PATIENCE == 0 || single)
            offer_relaxed(w);
        double least = goal(s);
        *done = b->upper <= least || single;
        if (*done ||
            (step % PATIENCE == PATIENCE - 1 && before - b->upper < 0.05 * (b->upper - least)))
            break;
        before = step % PATIENCE == PATIENCE - 1 ? b->upper : before;
    }
    return DM_OK;
}

/* Takes candidates out, or puts them in, where the other way is no better than `least`.  True if
 * some were put in. */
static bool fix(worker *w, double cut, double least, int32_t *ins, double *dropped)
{
    dmi_huff_bounder *b = &w->bounder;
    int32_t kept = 0, before = *ins;
    for (int32_t i = 0; i < b->relax.actives; i++) {
        int32_t c = b->relax.active[i];
        double other = cut - fabs(b->best_reduced[c]);
        bool is_fixed = other <= least;
        if (is_fixed)
            *dropped = other > *dropped ? other : *dropped;
        if (is_fixed && b->best_reduced[c] > 0 && *ins < b->problem->count)
            w->list[(*ins)++] = c;
        else if (!is_fixed)
            b->relax.active[kept++] = c;
    }
    b->relax.actives = kept;
    return *ins > before;
}

static int32_t choose_branch(const dmi_huff_bounder *b)
{
    int32_t best = -1;
    double least = INFINITY;
    for (int32_t i = 0; i < b->relax.actives; i++) {
        int32_t c = b->relax.active[i];
        double away = fabs(b->share[c] - 0.5);
        if (away < least) {
            least = away;
            best = c;
        }
    }
    return best;
}

/* Makes the children of a node whose bound is too high to drop it. */
static dm_status divide(worker *w, const node *one, double cut, node *child[2], double *dropped,
                        dm_error *err)
{
    dmi_huff_bounder *b = &w->bounder;
    int32_t ins = one->ins, branch = -1;
    memcpy(w->list, one->list, (size_t)ins * sizeof *w->list);
    bool moved = fix(w, cut, goal(w->search), &ins, dropped);
    if (ins == b->problem->count || b->relax.actives == 0) {
        offer(w, w->list, ins);
        return DM_OK;
    }
    if (!moved) {
        branch = choose_branch(b);
        child[1] = new_node(w, w->list, ins, branch);
        w->list[ins++] = branch;
    }
    child[0] = new_node(w, w->list, ins, branch);
    return child[0] && (moved || child[1]) ? DM_OK : dmi_no_memory(err);
}

static dm_status process(worker *w, const node *one, node *child[2], double *dropped, dm_error *err)
{
    bool done = false;
    load(w, one);
    if (w->bounder.relax.actives == 0) {
        offer(w, one->list, one->ins);
        return DM_OK;
    }
    dm_status status = bound(w, one, &done, err);
    if (status != DM_OK)
        return status;
    double cut = w->bounder.upper;
    w->bounder.upper = one->upper < cut ? one->upper : cut;
    if (!done)
        return divide(w, one, cut, child, dropped, err);
    *dropped = w->bounder.upper;
    return DM_OK;
}

/* Takes the next node; NULL if the search is over.  Needs the lock. */
static node *take_node(search *s, int number)
{
    while (s->status == DM_OK) {
        double least = s->best->gain + s->tolerance;
        while (s->nodes > 0 && s->heap[0]->upper <= least) {
            node *one = pop(s);
            s->closed = one->upper > s->closed ? one->upper : s->closed;
            free(one);
        }
        if (s->nodes > 0) {
            node *one = pop(s);
            s->held[number] = one->upper;
            s->busy++;
            s->done++;
            return one;
        }
        if (s->busy == 0)
            break;
        pthread_cond_wait(&s->wake, &s->lock);
    }
    pthread_cond_broadcast(&s->wake);
    return NULL;
}

/* Gives back a node with its children; a node that was not finished stays open. */
static void give_back(search *s, int number, node *one, node *child[2], double dropped, bool failed)
{
    s->closed = dropped > s->closed ? dropped : s->closed;
    for (int i = 0; i < 2; i++) {
        if (!child[i] || (!failed && push(s, child[i])))
            continue;
        free(child[i]);
        failed = true;
    }
    if (failed)
        s->closed = one->upper > s->closed ? one->upper : s->closed;
    free(one);
    s->held[number] = -INFINITY;
    s->busy--;
    pthread_cond_broadcast(&s->wake);
}

static dm_status report(search *s, dm_error *err)
{
    char note[96];
    pthread_mutex_lock(&s->lock);
    double most = open_bound(s), gain = s->best->gain, base = s->problem->base;
    uint64_t done = (uint64_t)s->done;
    pthread_mutex_unlock(&s->lock);
    snprintf(note, sizeof note, "value %.8g, at most %.8g", base + gain,
             base + (most > gain ? most : gain));
    return dmi_run_report(s->run, 1, "nodes", done, 0, note) ? DM_OK : dmi_stopped(s->run, err);
}

typedef struct crew {
    search *search;
    worker *worker;
} crew;

static void work(void *context, int number)
{
    crew *all = context;
    search *s = all->search;
    worker *w = &all->worker[number];
    for (;;) {
        node *child[2] = {NULL, NULL};
        double dropped = -INFINITY;
        dm_error err = {0};
        pthread_mutex_lock(&s->lock);
        node *one = take_node(s, number);
        pthread_mutex_unlock(&s->lock);
        if (!one)
            return;
        dm_status status = process(w, one, child, &dropped, &err);
        pthread_mutex_lock(&s->lock);
        give_back(s, number, one, child, dropped, status != DM_OK);
        pthread_mutex_unlock(&s->lock);
        if (status == DM_OK)
            status = report(s, &err);
        if (status != DM_OK)
            give_up(s, status, &err);
    }
}

static dm_status worker_init(worker *w, search *s, dm_error *err)
{
    w->search = s;
    dm_status status = dmi_huff_bounder_init(&w->bounder, s->problem, err);
    if (status == DM_OK)
        status = dmi_huff_choice_init(&w->tried, s->problem, err);
    w->list = dmi_alloc((size_t)s->problem->count, sizeof *w->list);
    return status == DM_OK && !w->list ? dmi_no_memory(err) : status;
}

static void worker_clear(worker *w)
{
    dmi_huff_bounder_clear(&w->bounder);
    dmi_huff_choice_clear(&w->tried);
    free(w->list);
}

/* The whole problem, with the shares at the best set so far. */
static dm_status push_root(search *s, worker *w, double upper, dm_error *err)
{
    for (int32_t i = 0; i < s->best->count; i++)
        w->bounder.share[s->best->chosen[i]] = 1;
    w->bounder.upper = upper;
    node *root = new_node(w, NULL, 0, -1);
    if (root && push(s, root))
        return DM_OK;
    free(root);
    return dmi_no_memory(err);
}

static dm_status run_workers(search *s, double upper, dm_error *err)
{
    worker *workers = dmi_calloc((size_t)s->workers, sizeof *workers);
    s->held = dmi_alloc((size_t)s->workers, sizeof *s->held);
    dm_status status = workers && s->held ? DM_OK : dmi_no_memory(err);
    for (int i = 0; status == DM_OK && i < s->workers; i++) {
        s->held[i] = -INFINITY;
        status = worker_init(&workers[i], s, err);
    }
    if (status == DM_OK)
        status = push_root(s, &workers[0], upper, err);
    if (status == DM_OK) {
        dm_crew_run(s->workers, work, &(crew){s, workers});
        status = s->status;
        if (status != DM_OK && err)
            *err = s->error;
    }
    for (int i = 0; workers && i < s->workers; i++)
        worker_clear(&workers[i]);
    free(workers);
    return status;
}

dm_status dmi_huff_exact(const dmi_huff_problem *problem, double tolerance, int threads,
                         dmi_huff_choice *choice, double *upper, int64_t *nodes, dm_run *run,
                         dm_error *err)
{
    search s = {.problem = problem,
                .tolerance = tolerance,
                .workers = threads > 1 ? threads : 1,
                .closed = choice->gain,
                .best = choice,
                .run = run};
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.wake, NULL);
    dm_status status = run_workers(&s, *upper, err);
    if (status == DM_OK || status == DM_STOPPED) {
        double most = s.held ? open_bound(&s) : -INFINITY;
        most = most > s.closed ? most : s.closed;
        most = most > choice->gain ? most : choice->gain;
        *upper = most < *upper ? most : *upper;
        *nodes = s.done;
    }
    for (size_t i = 0; i < s.nodes; i++)
        free(s.heap[i]);
    free(s.heap);
    free(s.held);
    pthread_cond_destroy(&s.wake);
    pthread_mutex_destroy(&s.lock);
    return status;
}
