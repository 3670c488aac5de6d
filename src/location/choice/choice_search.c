/* choice_search.c - branch and cut over sites that are in, out or open.
 *
 * A node is a set of sites that are in and the candidates that are still open.  A worker solves the
 * linear program of its cuts (cut_lp.h) at the node, makes a new cut at the point found
 * (choice_node.c), and goes on as long as that pays.  The node with the largest bound is next.
 *
 * Invariant: every set that gains more than `best` plus the tolerance is in an open node or below a
 * node that a worker holds; `closed` is at least the bound of every other node.
 */
#include "location/choice/choice_search.h"
#include "location/choice/choice_coarse.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_larger_bound(const void *a, const void *b)
{
    return ((const dmi_choice_node *)a)->upper > ((const dmi_choice_node *)b)->upper;
}

static void raise(double *most, double value)
{
    *most = value > *most ? value : *most;
}

/* Below this, or at it, nothing is of use; needs the lock. */
static double cutoff_of(const dmi_choice_tree *s)
{
    double least = s->best->gain + s->tolerance;
    return least > s->least ? least : s->least;
}

/* Drops nodes that are not worth working on; they still bound the gain. */
static bool is_pruned(void *context, const void *node)
{
    dmi_choice_tree *s = context;
    const dmi_choice_node *one = node;
    bool is_low = one->upper <= cutoff_of(s);
    if (is_low)
        raise(&s->closed, one->upper);
    return is_low;
}

static void hold_node(void *context, int worker, void *node)
{
    dmi_choice_tree *s = context;
    s->held[worker] = ((const dmi_choice_node *)node)->upper;
}

/* The largest bound of what is left; needs the lock. */
static double open_bound(const dmi_choice_tree *s)
{
    const dmi_choice_node *first = dmi_branch_bound_first(&s->tree);
    double most = first ? first->upper : -INFINITY;
    for (int i = 0; i < s->workers; i++)
        raise(&most, s->held[i]);
    return most;
}

double dmi_choice_cutoff(dmi_choice_tree *search)
{
    pthread_mutex_lock(&search->tree.lock);
    double least = cutoff_of(search);
    pthread_mutex_unlock(&search->tree.lock);
    return least;
}

void dmi_choice_offer(dmi_choice_tree *search, const dmi_choice_set *set)
{
    if (!dmi_choice_is_complete(search->problem, set))
        return;
    pthread_mutex_lock(&search->tree.lock);
    if (set->gain > search->best->gain)
        dmi_choice_set_fill(search->problem, set->chosen, set->count, search->best);
    bool is_enough = search->best->gain >= search->enough;
    pthread_mutex_unlock(&search->tree.lock);
    if (is_enough)
        dmi_branch_bound_stop(&search->tree, DM_OK, NULL);
}

/* Bounds a node and lists its children; one that was not finished counts with its bound. */
static void process_node(void *context, int worker, void *node)
{
    dmi_choice_tree *s = context;
    dmi_choice_node *one = node, *child[2] = {NULL, NULL};
    double dropped = -INFINITY;
    char note[96];
    dm_error err = {0};
    dm_status status = dmi_choice_node_process(&s->worker[worker], one, child, &dropped, &err);
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
    most = base + (most > gain ? most : gain);
    if (gain > -INFINITY)
        snprintf(note, sizeof note, "value %.8g, at most %.8g", base + gain, most);
    else
        snprintf(note, sizeof note, "at most %.8g", most);
    if (status == DM_OK && !dmi_run_report(s->run, 1, "nodes", done, 0, note))
        status = dmi_stopped(s->run, &err);
    if (status != DM_OK)
        dmi_branch_bound_stop(&s->tree, status, &err);
}

dm_status dmi_choice_exact(const dmi_choice_problem *problem, const dmi_choice_wish *wish,
                           dmi_choice_set *set, double *upper, int64_t *nodes, dm_run *run,
                           dm_error *err)
{
    static const dmi_branch_bound_hooks hooks = {.is_before = has_larger_bound,
                                                 .is_pruned = is_pruned,
                                                 .on_take = hold_node,
                                                 .process = process_node};
    dmi_choice_tree s = {.problem = problem,
                         .tolerance = wish->tolerance,
                         .least = wish->least,
                         .enough = wish->enough,
                         .workers = wish->threads > 1 ? wish->threads : 1,
                         .closed = set->gain,
                         .best = set,
                         .run = run};
    dm_status status = dmi_branch_bound_init(&s.tree, &hooks, &s, err);
    if (status != DM_OK)
        return status;
    dmi_choice_coarse coarse = {0};
    int32_t candidates = problem->candidates;
    if (status == DM_OK)
        status = dmi_choice_coarse_init(&coarse, problem, err);
    s.coarse = coarse.problem.customers > 0 ? &coarse : NULL;
    s.worker = dmi_calloc((size_t)s.workers, sizeof *s.worker);
    s.held = dmi_alloc((size_t)s.workers, sizeof *s.held);
    dmi_choice_node *root = dmi_alloc(1, sizeof *root + (size_t)candidates * sizeof *root->list);
    if (s.worker && s.held && root) {
        for (int i = 0; i < s.workers; i++)
            s.held[i] = -INFINITY;
        *root = (dmi_choice_node){.upper = *upper, .opens = candidates};
        for (int32_t c = 0; c < candidates; c++)
            root->list[c] = c;
        /* Listed first: its bound is true even if the run stops while the workers are made. */
        dmi_branch_bound_add(&s.tree, root);
    } else {
        free(root);
        status = dmi_no_memory(err);
    }
    for (int i = 0; status == DM_OK && i < s.workers; i++)
        status = dmi_choice_worker_init(&s.worker[i], &s, err);
    if (status == DM_OK)
        status = dmi_branch_bound_run(&s.tree, s.workers, err);
    if (status == DM_OK || status == DM_STOPPED) {
        double most = open_bound(&s);
        raise(&most, s.closed);
        raise(&most, set->gain);
        *upper = most < *upper ? most : *upper;
        raise(upper, set->gain); /* by rounding */
        *nodes = s.tree.taken;
        assert(*upper >= set->gain || isnan(*upper));
    }
    for (int i = 0; s.worker && i < s.workers; i++)
        dmi_choice_worker_clear(&s.worker[i]);
    free(s.worker);
    free(s.held);
    dmi_choice_coarse_clear(&coarse);
    dmi_branch_bound_clear(&s.tree);
    return status;
}
