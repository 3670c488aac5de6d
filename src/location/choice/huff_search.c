/* huff_search.c - branch and cut over sites that are in, out or open.
 *
 * A node is a set of sites that are in and the candidates that are still open.  A worker solves the
 * linear program of its cuts (cut_lp.h) at the node, makes a new cut at the point found
 * (huff_node.c), and goes on as long as that pays.  The node with the largest bound is next.
 *
 * Invariant: every set that gains more than `best` plus the tolerance is in a node of the heap or
 * below a node that a worker holds.  `closed` is the largest bound of nodes that were dropped.
 */
#include "location/choice/huff_search.h"
#include "base/base.h"
#include "base/threads.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void sink(dmi_huff_search *s, size_t at, dmi_huff_node *moving)
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

static dmi_huff_node *pop(dmi_huff_search *s)
{
    dmi_huff_node *top = s->heap[0], *last = s->heap[--s->nodes];
    if (s->nodes > 0)
        sink(s, 0, last);
    return top;
}

static bool push(dmi_huff_search *s, dmi_huff_node *one)
{
    if (!dmi_reserve(&s->heap, &s->room, s->nodes + 1, sizeof(void *)))
        return false;
    size_t at = s->nodes++;
    for (; at > 0 && s->heap[(at - 1) / 2]->upper < one->upper; at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = one;
    return true;
}

/* The largest bound of what is left; needs the lock. */
static double open_bound(const dmi_huff_search *s)
{
    double most = s->nodes > 0 ? s->heap[0]->upper : -INFINITY;
    for (int i = 0; i < s->workers; i++)
        most = s->held[i] > most ? s->held[i] : most;
    return most;
}

static void give_up(dmi_huff_search *s, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&s->lock);
    if (s->status == DM_OK) {
        s->status = status;
        s->error = *err;
    }
    pthread_cond_broadcast(&s->wake);
    pthread_mutex_unlock(&s->lock);
}

double dmi_huff_goal(dmi_huff_search *search)
{
    pthread_mutex_lock(&search->lock);
    double least = search->best->gain + search->tolerance;
    pthread_mutex_unlock(&search->lock);
    return least;
}

void dmi_huff_offer(dmi_huff_search *search, const dmi_huff_choice *choice)
{
    pthread_mutex_lock(&search->lock);
    if (choice->gain > search->best->gain)
        dmi_huff_choice_set(search->problem, choice->chosen, choice->count, search->best);
    pthread_mutex_unlock(&search->lock);
}

/* Takes the next node; NULL if the search is over.  Needs the lock. */
static dmi_huff_node *take_node(dmi_huff_search *s, int number)
{
    while (s->status == DM_OK) {
        double least = s->best->gain + s->tolerance;
        while (s->nodes > 0 && s->heap[0]->upper <= least) {
            dmi_huff_node *one = pop(s);
            s->closed = one->upper > s->closed ? one->upper : s->closed;
            free(one);
        }
        if (s->nodes > 0) {
            dmi_huff_node *one = pop(s);
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

/* Gives back a node with its children; one that was not finished counts with its bound.  False: no
 * memory for the children. */
static bool give_back(dmi_huff_search *s, int number, dmi_huff_node *one, dmi_huff_node *child[2],
                      double dropped, bool failed)
{
    bool has_room = true;
    s->closed = dropped > s->closed ? dropped : s->closed;
    for (int i = 0; i < 2; i++) {
        if (!child[i] || (!failed && has_room && push(s, child[i])))
            continue;
        free(child[i]);
        has_room = failed;
    }
    if (failed || !has_room)
        s->closed = one->upper > s->closed ? one->upper : s->closed;
    free(one);
    s->held[number] = -INFINITY;
    s->busy--;
    pthread_cond_broadcast(&s->wake);
    return has_room;
}

static dm_status report(dmi_huff_search *s, dm_error *err)
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

typedef struct huff_workers {
    dmi_huff_search *search;
    dmi_huff_worker *worker;
} huff_workers;

static void work(void *context, int number)
{
    huff_workers *all = context;
    dmi_huff_search *s = all->search;
    dmi_huff_worker *w = &all->worker[number];
    for (;;) {
        dmi_huff_node *child[2] = {NULL, NULL};
        double dropped = -INFINITY;
        dm_error err = {0};
        pthread_mutex_lock(&s->lock);
        dmi_huff_node *one = take_node(s, number);
        pthread_mutex_unlock(&s->lock);
        if (!one)
            return;
        dm_status status = dmi_huff_node_process(w, one, child, &dropped, &err);
        pthread_mutex_lock(&s->lock);
        bool has_room = give_back(s, number, one, child, dropped, status != DM_OK);
        pthread_mutex_unlock(&s->lock);
        if (status == DM_OK)
            status = has_room ? report(s, &err) : dmi_no_memory(&err);
        if (status != DM_OK)
            give_up(s, status, &err);
    }
}

/* The whole problem. */
static dm_status push_root(dmi_huff_search *s, double upper, dm_error *err)
{
    int32_t candidates = s->problem->candidates;
    dmi_huff_node *root = dmi_alloc(1, sizeof *root + (size_t)candidates * sizeof *root->list);
    if (!root)
        return dmi_no_memory(err);
    *root = (dmi_huff_node){.upper = upper, .opens = candidates};
    for (int32_t c = 0; c < candidates; c++)
        root->list[c] = c;
    if (push(s, root))
        return DM_OK;
    free(root);
    return dmi_no_memory(err);
}

static dm_status run_workers(dmi_huff_search *s, double upper, dm_error *err)
{
    dmi_huff_worker *workers = dmi_calloc((size_t)s->workers, sizeof *workers);
    s->held = dmi_alloc((size_t)s->workers, sizeof *s->held);
    dm_status status = workers && s->held ? DM_OK : dmi_no_memory(err);
    for (int i = 0; status == DM_OK && i < s->workers; i++) {
        s->held[i] = -INFINITY;
        status = dmi_huff_worker_init(&workers[i], s, err);
    }
    if (status == DM_OK)
        status = push_root(s, upper, err);
    if (status == DM_OK) {
        dmi_threads_run(s->workers, work, &(huff_workers){s, workers});
        status = s->status;
        if (status != DM_OK && err)
            *err = s->error;
    }
    for (int i = 0; workers && i < s->workers; i++)
        dmi_huff_worker_clear(&workers[i]);
    free(workers);
    return status;
}

dm_status dmi_huff_exact(const dmi_huff_problem *problem, double tolerance, int threads,
                         dmi_huff_choice *choice, double *upper, int64_t *nodes, dm_run *run,
                         dm_error *err)
{
    dmi_huff_search s = {.problem = problem,
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
