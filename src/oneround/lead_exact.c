/* lead_exact.c - the best opening, proven, by branch and cut on several threads.
 *
 * A worker takes the open node with the largest bound.  Near the root it puts the children back, so
 * that a stopped search has a good bound; further down it searches depth first to the end, because
 * its linear program has the cuts of that region.  Cuts hold for all openings, so the program can
 * be used at any node.  Waiting workers get the shallowest node of a busy one.
 *
 * The result does not depend on the number of workers: a node is closed only if its bound is below
 * the best opening.
 */
#include "oneround/lead_exact.h"
#include "base/base.h"
#include "oneround/lead_methods.h"
#include <demesne/crew.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STACK = 64,
    TOP = 3, /* nodes above this depth are taken best bound first */
    LOCAL_ROUNDS = 12,
    FIRST_PIVOTS = 1000
};
static const double LOCAL_SHARE = 0.25;  /* of the time */
static const double LOCAL_SECONDS = 100; /* at most */

/* Open nodes below the one taken, deepest last. */
typedef struct stack {
    dmi_lead_node *node[STACK];
    int count;
} stack;

static void put_back(dmi_lead_search *search, stack *s, int keep)
{
    while (s->count > keep)
        dmi_lead_search_add(search, s->node[--s->count]);
}

/* Gives the shallowest node to waiting workers. */
static void share_shallowest(dmi_lead_search *search, stack *s)
{
    if (s->count < 2 || atomic_load(&search->waiting) == 0)
        return;
    dmi_lead_search_add(search, s->node[0]);
    s->count--;
    for (int i = 0; i < s->count; i++)
        s->node[i] = s->node[i + 1];
}

static dm_status branch(dmi_lead_search *search, stack *s, const dmi_lead_node *node, int32_t site,
                        dm_error *err)
{
    for (int value = DMI_SITE_BARRED; value <= DMI_SITE_HELD; value++) {
        dmi_lead_node *child = dmi_lead_node_child(search->problem, node, site, value);
        if (!child)
            return dmi_no_memory(err);
        if (s->count == STACK)
            dmi_lead_search_add(search, child);
        else
            s->node[s->count++] = child;
    }
    return DM_OK;
}

/* Processes the node and, away from the root, all nodes below it; puts back what is left. */
static void search_subtree(dmi_lead_search *search, dmi_lead_worker *worker, dmi_lead_node *node)
{
    stack s = {.node = {node}, .count = 1};
    bool go_below = node->depth >= TOP;
    do {
        dm_error err = {0};
        dm_status status = DM_OK;
        int32_t site;
        dmi_lead_node *top = s.node[--s.count];
        dmi_lead_verdict verdict = dmi_lead_node_work(worker, top, &site, &err, &status);
        if (verdict == DMI_BRANCH)
            status = branch(search, &s, top, site, &err);
        if (status != DM_OK)
            dmi_lead_search_stop(search, status, &err);
        if (verdict == DMI_HALT || status != DM_OK) {
            dmi_lead_search_add(search, top);
            break;
        }
        free(top);
        share_shallowest(search, &s);
    } while (go_below && s.count > 0);
    put_back(search, &s, 0);
}

static void work(void *context, int number)
{
    dmi_lead_search *search = context;
    dmi_lead_worker *worker = &search->workers[number];
    dmi_lead_node *node;
    while ((node = dmi_lead_search_take(search, worker))) {
        search_subtree(search, worker, node);
        dmi_lead_search_done(search, worker);
    }
}

/* Adds a first cut, at x = p / n everywhere. */
static dm_status first_cut(dmi_lead_worker *worker, dm_error *err)
{
    const dmi_lead_problem *problem = worker->problem;
    int64_t constant;
    for (int32_t i = 0; i < problem->whites; i++)
        worker->x[i] = (double)problem->count / (double)problem->whites;
    dm_status status = dmi_lead_separator_start(&worker->separator, worker->x, err);
    if (status != DM_OK)
        return status;
    dmi_lead_plan_greedy(&worker->separator, false, worker->plan);
    dmi_lead_plan_row(&worker->separator, worker->plan, worker->coef, &constant);
    return dmi_lp_add(&worker->lp, worker->coef, constant, err);
}

/* Adds the budget and the number of new sites, if they are limited. */
static dm_status add_limits(dmi_lead_worker *worker, dm_error *err)
{
    const dmi_lead_sites *list = worker->problem->list;
    if (list->budget == INT64_MAX)
        return DM_OK;
    for (int32_t i = 0; i < list->whites; i++)
        worker->coef[i] = -list->site[i].cost;
    dm_status status = dmi_lp_add_limit(&worker->lp, worker->coef, list->budget, err);
    for (int32_t i = 0; i < list->whites; i++)
        worker->coef[i] = -(list->site[i].vertex >= 0 && !list->site[i].closable);
    if (status == DM_OK)
        status = dmi_lp_add_limit(&worker->lp, worker->coef, list->opening, err);
    return status;
}

/* The replies that the local search met are the first plans. */
static void keep_refutations(dmi_lead_worker *worker, const dmi_lead_refutations *refutations)
{
    int32_t slots = worker->problem->reply;
    for (int32_t k = refutations->count < DMI_PLANS ? refutations->count - 1 : DMI_PLANS - 1;
         k >= 0; k--) {
        const int32_t *black = refutations->black + (size_t)refutations->order[k] * (size_t)slots;
        dmi_lead_plan_of(worker->problem, black, worker->plan);
        dmi_lead_plans_add(&worker->plans, worker->plan, slots);
    }
}

/* Copies the cuts and plans that the first worker found at the root. */
static dm_status copy_knowledge(dmi_lead_worker *to, const dmi_lead_worker *from, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t k = 0; k < from->lp.cuts && status == DM_OK; k++)
        if (from->lp.cut[k].used && !from->lp.cut[k].limit)
            status = dmi_lp_add(&to->lp, from->lp.cut[k].coef, from->lp.cut[k].constant, err);
    if (status == DM_OK)
        status = add_limits(to, err);
    memcpy(to->plans.slot, from->plans.slot,
           DMI_PLANS * (size_t)from->problem->reply * sizeof *to->plans.slot);
    to->plans.count = from->plans.count;
    return status;
}

/* Adds the root, bounded by `upper` and the first cut. */
static dm_status add_root(dmi_lead_search *search, int64_t upper, dm_error *err)
{
    dmi_lead_worker *worker = &search->workers[0];
    dm_status status = first_cut(worker, err);
    if (status == DM_OK)
        status = add_limits(worker, err);
    if (status != DM_OK)
        return status;
    dmi_lead_node *root = dmi_lead_node_child(search->problem, NULL, 0, 0);
    if (!root)
        return dmi_no_memory(err);
    dmi_lp_solve(&worker->lp, -1, FIRST_PIVOTS);
    status = dmi_lead_node_bound(worker, root, err);
    if (status == DM_OK)
        root->upper = dmi_lead_bound_floor(&worker->bound, upper);
    dmi_lead_search_add(search, root);
    return status;
}

/* Processes the root, in the first worker only. */
static dm_status open_root(dmi_lead_search *search, const dmi_lead_refutations *refutations,
                           dm_error *err)
{
    dmi_lead_worker *worker = &search->workers[0];
    dm_status status = DM_OK;
    keep_refutations(worker, refutations);
    dmi_lead_node *root = dmi_lead_search_take(search, worker);
    if (!root)
        return search->status;
    stack s = {.count = 0};
    int32_t site;
    dmi_lead_verdict verdict = dmi_lead_node_work(worker, root, &site, err, &status);
    if (verdict == DMI_BRANCH)
        status = branch(search, &s, root, site, err);
    if (status != DM_OK)
        dmi_lead_search_stop(search, status, err);
    if (verdict == DMI_HALT || status != DM_OK)
        dmi_lead_search_add(search, root);
    else
        free(root);
    put_back(search, &s, 0);
    dmi_lead_search_done(search, worker);
    return search->status;
}

static dm_status run_workers(dmi_lead_search *search, dm_error *err)
{
    dm_status status = DM_OK;
    for (int i = 1; i < search->threads && status == DM_OK; i++)
        status = copy_knowledge(&search->workers[i], &search->workers[0], err);
    if (status != DM_OK)
        return status;
    dm_crew_run(search->threads, work, search);
    return search->status;
}

static dm_status make_workers(dmi_lead_search *search, int threads, dm_error *err)
{
    search->workers = dmi_calloc((size_t)threads, sizeof *search->workers);
    if (!search->workers)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    for (int i = 0; i < threads && status == DM_OK; i++) {
        status = dmi_lead_worker_init(&search->workers[i], search, i, err);
        search->threads += status == DM_OK;
    }
    return status;
}

static void tell(dmi_lead_search *search, dmi_lead_result *out)
{
    out->upper = dmi_lead_search_upper(search);
    for (int i = 0; i < search->threads; i++) {
        out->nodes += search->workers[i].nodes;
        out->cuts += search->workers[i].cuts;
        out->replies += search->workers[i].solver.replies;
    }
    dmi_lead_opening_copy(&out->best, &search->best, search->problem->list);
}

/* Finds a first opening by local search, in a part of the time: the bounds need the rest. */
static dm_status find_first(dmi_lead_search *search, dmi_lead_refutations *refutations,
                            dm_error *err)
{
    dm_run *part = NULL;
    dm_status status = dm_run_new(&part, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(part, search->run);
    dm_run_set_deadline(part, fmin(LOCAL_SHARE * dmi_run_seconds_left(search->run), LOCAL_SECONDS));
    status = dmi_lead_improve(&search->workers[0].solver, refutations, LOCAL_ROUNDS,
                              search->problem->market->request->seed, part, &search->best, err);
    dm_run_free(part);
    if (status == DM_STOPPED && dmi_run_go_on(search->run, 0))
        status = DM_OK;
    return status;
}

static dm_status run_search(dmi_lead_search *search, dmi_lead_result *out, dm_error *err)
{
    const dmi_lead_problem *problem = search->problem;
    dmi_lead_refutations refutations = {0};
    dm_status status = dmi_lead_refutations_init(&refutations, problem, err);
    if (status == DM_OK)
        status = add_root(search, out->upper, err);
    if (status == DM_OK)
        status = find_first(search, &refutations, err);
    atomic_store(&search->target, search->best.won + 1);
    if (status == DM_OK)
        status = open_root(search, &refutations, err);
    dmi_lead_refutations_clear(&refutations);
    if (status == DM_OK)
        status = run_workers(search, err);
    if (status == DM_OK || status == DM_STOPPED)
        tell(search, out);
    if (search->status != DM_OK && err)
        *err = search->err;
    return status;
}

dm_status dmi_lead_exact(const dmi_lead_market *market, dm_run *run, dmi_lead_result *out,
                         dm_error *err)
{
    dmi_lead_problem problem = {0};
    dmi_lead_search search;
    int threads = market->request->threads < 1 ? 1 : market->request->threads;
    dm_status status = dmi_lead_problem_init(&problem, market, run, err);
    if (status != DM_OK)
        return status;
    status = dmi_lead_search_init(&search, &problem, run, err);
    if (status == DM_OK) {
        status = make_workers(&search, threads, err);
        if (status == DM_OK)
            status = run_search(&search, out, err);
        for (int i = 0; i < search.threads; i++)
            dmi_lead_worker_clear(&search.workers[i]);
        free(search.workers);
        dmi_lead_search_clear(&search);
    }
    dmi_lead_problem_clear(&problem);
    return status;
}
