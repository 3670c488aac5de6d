/* huff_search.c - branch and cut over sites that are in, out or open.
 *
 * A node is a set of sites that are in and the candidates that are still open.  A worker solves the
 * linear program of its cuts (cut_lp.h) at the node, makes a new cut at the point found
 * (huff_node.c), and goes on as long as that pays.  The node with the largest bound is next.
 *
 * Invariant: every set that gains more than `best` plus the tolerance is in an open node or below a
 * node that a worker holds; `closed` is at least the bound of every other node.
 */
#include "location/choice/huff_search.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_larger_bound(const void *a, const void *b)
{
    return ((const dmi_huff_node *)a)->upper > ((const dmi_huff_node *)b)->upper;
}

static void raise(double *most, double value)
{
    *most = value > *most ? value : *most;
}

/* Drops nodes that are not worth working on; they still bound the gain. */
static bool is_pruned(void *context, const void *node)
{
    dmi_huff_search *s = context;
    const dmi_huff_node *one = node;
    bool is_low = one->upper <= s->best->gain + s->tolerance;
    if (is_low)
        raise(&s->closed, one->upper);
    return is_low;
}

static void hold_node(void *context, int worker, void *node)
{
    dmi_huff_search *s = context;
    s->held[worker] = ((const dmi_huff_node *)node)->upper;
}

/* The largest bound of what is left; needs the lock. */
static double open_bound(const dmi_huff_search *s)
{
    const dmi_huff_node *first = dmi_branch_bound_first(&s->tree);
    double most = first ? first->upper : -INFINITY;
    for (int i = 0; i < s->workers; i++)
        raise(&most, s->held[i]);
    return most;
}

double dmi_huff_goal(dmi_huff_search *search)
{
    pthread_mutex_lock(&search->tree.lock);
    double least = search->best->gain + search->tolerance;
    pthread_mutex_unlock(&search->tree.lock);
    return least;
}

void dmi_huff_offer(dmi_huff_search *search, const dmi_huff_choice *choice)
{
    pthread_mutex_lock(&search->tree.lock);
    if (choice->gain > search->best->gain)
        dmi_huff_choice_set(search->problem, choice->chosen, choice->count, search->best);
    pthread_mutex_unlock(&search->tree.lock);
}

/* Bounds a node and lists its children; one that was not finished counts with its bound. */
static void process_node(void *context, int worker, void *node)
{
    dmi_huff_search *s = context;
    dmi_huff_node *one = node, *child[2] = {NULL, NULL};
    double dropped = -INFINITY;
    char note[96];
    dm_error err = {0};
    dm_status status = dmi_huff_node_process(&s->worker[worker], one, child, &dropped, &err);
    pthread_mutex_lock(&s->tree.lock);
    raise(&s->closed, status == DM_OK ? dropped : one->upper);
    for (int i = 0; i < 2; i++)
        if (status != DM_OK)
            free(child[i]);
        else if (child[i])
            dmi_branch_bound_list(&s->tree, child[i]);
    s->held[worker] = -INFINITY;
    double gain = s->best->gain, base = s->problem->base, most = open_bound(s);
    uint64_t done = (uint64_t)s->tree.taken;
    pthread_mutex_unlock(&s->tree.lock);
    free(one);
    snprintf(note, sizeof note, "value %.8g, at most %.8g", base + gain,
             base + (most > gain ? most : gain));
    if (status == DM_OK && !dmi_run_report(s->run, 1, "nodes", done, 0, note))
        status = dmi_stopped(s->run, &err);
    if (status != DM_OK)
        dmi_branch_bound_stop(&s->tree, status, &err);
}

dm_status dmi_huff_exact(const dmi_huff_problem *problem, double tolerance, int threads,
                         dmi_huff_choice *choice, double *upper, int64_t *nodes, dm_run *run,
                         dm_error *err)
{
    static const dmi_branch_bound_hooks hooks = {.is_before = has_larger_bound,
                                                 .is_pruned = is_pruned,
                                                 .on_take = hold_node,
                                                 .process = process_node};
    dmi_huff_search s = {.problem = problem,
                         .tolerance = tolerance,
                         .workers = threads > 1 ? threads : 1,
                         .closed = choice->gain,
                         .best = choice,
                         .run = run};
    dm_status status = dmi_branch_bound_init(&s.tree, &hooks, &s, err);
    if (status != DM_OK)
        return status;
    int32_t candidates = problem->candidates;
    s.worker = dmi_calloc((size_t)s.workers, sizeof *s.worker);
    s.held = dmi_alloc((size_t)s.workers, sizeof *s.held);
    dmi_huff_node *root = dmi_alloc(1, sizeof *root + (size_t)candidates * sizeof *root->list);
    if (s.worker && s.held && root) {
        for (int i = 0; i < s.workers; i++)
            s.held[i] = -INFINITY;
        *root = (dmi_huff_node){.upper = *upper, .opens = candidates};
        for (int32_t c = 0; c < candidates; c++)
            root->list[c] = c;
        /* Listed first: its bound is true even if the run stops while the workers are made. */
        dmi_branch_bound_add(&s.tree, root);
    } else {
        free(root);
        status = dmi_no_memory(err);
    }
    for (int i = 0; status == DM_OK && i < s.workers; i++)
        status = dmi_huff_worker_init(&s.worker[i], &s, err);
    if (status == DM_OK)
        status = dmi_branch_bound_run(&s.tree, s.workers, err);
    if (status == DM_OK || status == DM_STOPPED) {
        double most = open_bound(&s);
        raise(&most, s.closed);
        raise(&most, choice->gain);
        *upper = most < *upper ? most : *upper;
        *nodes = s.tree.taken;
        assert(*upper >= choice->gain || isnan(*upper));
    }
    for (int i = 0; s.worker && i < s.workers; i++)
        dmi_huff_worker_clear(&s.worker[i]);
    free(s.worker);
    free(s.held);
    dmi_branch_bound_clear(&s.tree);
    return status;
}
