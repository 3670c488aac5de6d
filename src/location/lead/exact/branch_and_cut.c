/* branch_and_cut.c - the best opening, proven, by branch and cut on several threads and processes.
 *
 * The first worker processes the root; then all workers go through the tree (tree_workers.c), those
 * of other processes too (exchange.h).  A search that goes on from a file (checkpoint.h)
 * begins with the open nodes in it.
 *
 * The result does not depend on the number of workers: a node is closed only if its bound is below
 * the best opening.
 */
#include "location/lead/exact/branch_and_cut.h"
#include "base/base.h"
#include "location/lead/exact/checkpoint.h"
#include "location/lead/exact/exchange.h"
#include "location/lead/exact/tree_workers.h"
#include "location/lead/lead_methods.h"
#include <math.h>

enum { LOCAL_ROUNDS = 12, FIRST_PIVOTS = 1000 };
static const double LOCAL_SHARE = 0.25;  /* of the time */
static const double LOCAL_SECONDS = 100; /* at most */

/* Adds a first cut, at x = p / n everywhere. */
static dm_status first_cut(dmi_lead_worker *worker, dm_error *err)
{
    const dmi_lead_problem *problem = worker->problem;
    int64_t constant;
    for (int32_t i = 0; i < problem->whites; i++)
        worker->x[i] = (double)problem->count / (double)problem->whites;
    dm_status status = dmi_separator_start(&worker->separator, worker->x, err);
    if (status != DM_OK)
        return status;
    dmi_strategy_greedy(&worker->separator, false, worker->plan);
    dmi_strategy_row(&worker->separator, worker->plan, worker->coef, &constant);
    return dmi_lp_add(&worker->lp, worker->coef, constant, err);
}

/* The replies that the local search met are the first plans. */
static void keep_refutations(dmi_lead_worker *worker, const dmi_lead_refutations *refutations)
{
    int32_t slots = worker->problem->reply;
    for (int32_t k = refutations->count < DMI_STRATEGIES ? refutations->count - 1
                                                         : DMI_STRATEGIES - 1;
         k >= 0; k--) {
        const int32_t *black = refutations->black + (size_t)refutations->order[k] * (size_t)slots;
        dmi_strategy_of(worker->problem, black, worker->plan);
        dmi_strategies_add(&worker->plans, worker->plan, slots);
    }
}

/* Adds the root, bounded by `upper` and the first cut. */
static dm_status add_root(dmi_lead_search *search, int64_t upper, dm_error *err)
{
    dmi_lead_worker *worker = &search->workers[0];
    dmi_lead_node *root = dmi_lead_node_child(search->problem, NULL, 0, 0);
    if (!root)
        return dmi_no_memory(err);
    dmi_lp_solve(&worker->lp, -1, FIRST_PIVOTS);
    dm_status status = dmi_lead_node_bound(worker, root, err);
    if (status == DM_OK)
        root->upper = dmi_lead_bound_floor(&worker->bound, upper);
    dmi_lead_search_add(search, root);
    return status;
}

/* Gives the first worker a cut and the limits, and lists the open nodes: those of the file, or the
 * root. */
static dm_status list_first_nodes(dmi_lead_search *search, int64_t upper, bool *resumed,
                                  dm_error *err)
{
    dm_status status = first_cut(&search->workers[0], err);
    if (status == DM_OK && search->checkpoint)
        status = dmi_checkpoint_load(search->checkpoint, search, resumed, err);
    if (status == DM_OK)
        status = dmi_lead_add_limits(search->problem, &search->workers[0].lp,
                                     search->workers[0].coef, err);
    if (status == DM_OK && !*resumed)
        status = add_root(search, upper, err);
    return status;
}

/* Lets exchange and checkpoint work during the local search. */
static dm_status hear_step(void *context, dm_error *err)
{
    dmi_lead_search *search = context;
    if (dmi_lead_search_go_on(search, &search->workers[0]))
        return DM_OK;
    if (err)
        *err = search->err;
    return search->status;
}

/* Finds a first opening by local search, in a part of the time: the bounds need the rest. */
static dm_status find_first(dmi_lead_search *search, dmi_lead_refutations *refutations,
                            dm_error *err)
{
    dm_run *part = NULL;
    const dmi_lead_listener listener = {
        .hear = hear_step, .context = search, .rounds = &search->local_rounds};
    const dmi_lead_listener *tends = search->exchange || search->checkpoint ? &listener : NULL;
    dm_status status = dm_run_new(&part, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(part, search->run);
    dm_run_set_deadline(part, fmin(LOCAL_SHARE * dmi_run_seconds_left(search->run), LOCAL_SECONDS));
    status =
        dmi_lead_improve(&search->workers[0].solver, refutations, LOCAL_ROUNDS,
                         search->problem->market->request->seed, tends, part, &search->best, err);
    dm_run_free(part);
    if (status == DM_STOPPED && !search->stop && dmi_run_go_on(search->run, 0))
        status = DM_OK;
    return status;
}

/* Finds a first opening and processes the root, in the first worker only; a search that goes on
 * has done both, or one. */
static dm_status begin(dmi_lead_search *search, bool resumed, dm_error *err)
{
    dmi_lead_worker *worker = &search->workers[0];
    dmi_lead_refutations refutations = {0};
    dm_status status = DM_OK;
    bool has_root = search->nodes > 0 && search->heap[0]->depth == 0;
    if (!resumed || has_root) {
        status = dmi_lead_refutations_init(&refutations, search->problem, err);
        if (status == DM_OK)
            status = find_first(search, &refutations, err);
        if (status == DM_OK)
            keep_refutations(worker, &refutations);
        dmi_lead_refutations_clear(&refutations);
    }
    atomic_store(&search->target, search->best.won + 1);
    if (status == DM_OK && has_root && dmi_lead_worker_root(search, worker))
        status = search->status;
    return status == DM_OK ? dmi_warm_start_make(search, err) : status;
}

/* All workers of all processes search. */
static dm_status go_on(dmi_lead_search *search, dm_error *err)
{
    dm_status status = DM_OK;
    if (search->exchange)
        status = dmi_lead_exchange_start(search->exchange, err);
    return status == DM_OK ? dmi_lead_workers_run(search) : status;
}

/* Ends the search of the other processes, and writes the last state if there is one: stopped while
 * it read the file, the search has only a part of it. */
static dm_status end(dmi_lead_search *search, bool has_state, dm_status status, dm_error *err)
{
    dm_status ended = DM_OK, saved = DM_OK;
    dmi_lead_worker_count(&search->workers[0]); /* replies of the local search */
    if (search->exchange)
        ended = dmi_lead_exchange_stop(search->exchange, err);
    if (search->status != DM_OK && search->status != DM_STOPPED)
        status = search->status;
    bool is_true = ended == DM_OK && (status == DM_OK || status == DM_STOPPED);
    if (search->checkpoint && is_true && has_state)
        saved = dmi_checkpoint_save(search->checkpoint, search, err);
    return ended != DM_OK ? ended : saved != DM_OK ? saved : status;
}

static void tell(dmi_lead_search *search, dmi_lead_result *out)
{
    dmi_lead_counts counts = dmi_lead_search_counts(search);
    if (search->exchange)
        dmi_lead_exchange_count(search->exchange, &counts);
    out->upper = dmi_lead_search_upper(search);
    out->nodes = counts.nodes;
    out->cuts = counts.cuts;
    out->replies = counts.replies;
    dmi_lead_opening_copy(&out->best, &search->best, search->problem->list);
}

static dm_status run_search(dmi_lead_search *search, dmi_lead_result *out, dm_error *err)
{
    bool resumed = false;
    dm_status status = DM_OK;
    if (search->exchange)
        status = dmi_lead_exchange_ask(search->exchange, err);
    if (status == DM_OK)
        status = list_first_nodes(search, out->upper, &resumed, err);
    bool is_listed = status == DM_OK;
    if (status == DM_OK)
        status = begin(search, resumed, err);
    if (status == DM_OK)
        status = go_on(search, err);
    if (search->status != DM_OK && err)
        *err = search->err;
    status = end(search, is_listed, status, err);
    if (is_listed && (status == DM_OK || status == DM_STOPPED))
        tell(search, out);
    return status;
}

static dm_status search_with(dmi_lead_search *search, dmi_lead_result *out, dm_error *err)
{
    const dmi_lead_market *market = search->problem->market;
    const dm_lead_request *r = market->request;
    dmi_lead_exchange exchange = {0};
    dmi_checkpoint checkpoint = {0};
    dm_status status = dmi_lead_workers_init(search, r->threads < 1 ? 1 : r->threads, err);
    if (status == DM_OK && r->checkpoint) {
        dmi_checkpoint_init(&checkpoint, r->checkpoint, market);
        search->checkpoint = &checkpoint;
    }
    if (status == DM_OK && r->team && r->team->size > 1) {
        status = dmi_lead_exchange_init(&exchange, r->team, search, r->checkpoint != NULL, err);
        search->exchange = &exchange;
    }
    if (status == DM_OK)
        status = run_search(search, out, err);
    dmi_lead_exchange_clear(&exchange);
    dmi_checkpoint_clear(&checkpoint);
    dmi_lead_workers_clear(search);
    return status;
}

dm_status dmi_lead_exact(const dmi_lead_market *market, dm_run *run, dmi_lead_result *out,
                         dm_error *err)
{
    dmi_lead_problem problem = {0};
    dmi_lead_search search;
    dm_status status = dmi_lead_problem_init(&problem, market, run, err);
    if (status != DM_OK)
        return status;
    status = dmi_lead_search_init(&search, &problem, run, err);
    if (status == DM_OK) {
        status = search_with(&search, out, err);
        dmi_lead_search_clear(&search);
    }
    dmi_lead_problem_clear(&problem);
    return status;
}
