/* branch_and_cut.c - the best opening, proven, by branch and cut on several threads and processes.
 *
 * The first worker processes the root; then all workers go through the tree (tree_search.c), those
 * of other processes too (mpi/exchange.h).  A search that goes on from a file (checkpoint.h) begins
 * with the open nodes in it.
 *
 * The result does not depend on the number of workers: a node is closed only if its bound is below
 * the best opening.
 */
#include "location/lead/exact/branch_and_cut.h"

#include "base/base.h"
#include "location/lead/exact/checkpoint.h"
#include "location/lead/lead_methods.h"
#include <math.h>

enum { LOCAL_ROUNDS = 12, FIRST_PIVOTS = 1000 };
static const double LOCAL_SHARE = 0.25;  /* of the time */
static const double LOCAL_SECONDS = 100; /* at most */

dm_status dmi_lead_add_limits(const dmi_lead_problem *problem, dmi_lp *lp, int64_t *coef,
                              dm_error *err)
{
    const dmi_lead_sites *list = problem->list;
    if (list->budget == INT64_MAX)
        return DM_OK;
    for (int32_t i = 0; i < list->whites; i++)
        coef[i] = -list->site[i].cost;
    dm_status status = dmi_lp_add_limit(lp, coef, list->budget, err);
    for (int32_t i = 0; i < list->whites; i++)
        coef[i] = -(list->site[i].vertex >= 0 && !list->site[i].closable);
    if (status == DM_OK)
        status = dmi_lp_add_limit(lp, coef, list->opening, err);
    return status;
}

/* Gives the first worker a cut, at x = p / n everywhere, and the limits, and lists the open nodes:
 * those of the checkpoint, or the root, bounded by `upper` and the cut. */
static dm_status list_first_nodes(dmi_lead_search *search, int64_t upper, bool *resumed,
                                  dm_error *err)
{
    const dmi_lead_problem *problem = search->problem;
    dmi_lead_worker *worker = &search->workers[0];
    int64_t constant;
    for (int32_t i = 0; i < problem->whites; i++)
        worker->x[i] = (double)problem->count / (double)problem->whites;
    dm_status status = dmi_separator_start(&worker->separator, worker->x, err);
    if (status != DM_OK)
        return status;
    dmi_strategy_greedy(&worker->separator, false, worker->strategy);
    dmi_strategy_row(&worker->separator, worker->strategy, worker->coef, &constant);
    status = dmi_lp_add(&worker->lp, worker->coef, constant, err);
    if (status == DM_OK && search->checkpoint)
        status = dmi_checkpoint_load(search->checkpoint, search, resumed, err);
    if (status == DM_OK)
        status = dmi_lead_add_limits(problem, &worker->lp, worker->coef, err);
    if (status != DM_OK || *resumed)
        return status;
    dmi_lead_node *root = dmi_lead_node_child(problem, NULL, 0, 0);
    if (!root)
        return dmi_no_memory(err);
    dmi_lp_solve(&worker->lp, -1, FIRST_PIVOTS);
    status = dmi_lead_node_bound(worker, root, err);
    if (status == DM_OK)
        root->upper = dmi_lead_bound_floor(&worker->bound, upper);
    dmi_branch_bound_add(&search->tree, root);
    return status;
}

/* Lets exchange and checkpoint work during the local search. */
static dm_status poll_step(void *context, dm_error *err)
{
    dmi_lead_search *search = context;
    if (dmi_lead_search_go_on(search, &search->workers[0]))
        return DM_OK;
    if (err)
        *err = search->tree.err;
    return search->tree.status;
}

/* Finds a first opening by local search, in a part of the time, as the bounds need the rest; the
 * replies that it met are the first strategies. */
static dm_status find_first(dmi_lead_search *search, dm_error *err)
{
    dm_run *part = NULL;
    const dmi_lead_problem *problem = search->problem;
    dmi_lead_refutations refutations = {0};
    dmi_lead_worker *worker = &search->workers[0];
    const dmi_lead_listener listener = {
        .hear = poll_step, .context = search, .rounds = &search->local_rounds};
    bool polls = search->exchange || search->checkpoint;
    dm_status status = dmi_lead_refutations_init(&refutations, problem->market, err);
    if (status == DM_OK)
        status = dm_run_new(&part, err);
    if (status == DM_OK) {
        dmi_run_follow(part, search->run);
        dm_run_set_deadline(part,
                            fmin(LOCAL_SHARE * dmi_run_seconds_left(search->run), LOCAL_SECONDS));
        status = dmi_lead_improve_by_keys(&worker->solver, &refutations, LOCAL_ROUNDS,
                                          polls ? &listener : NULL, part, &search->best, err);
        if (status == DM_STOPPED && !dmi_branch_bound_is_over(&search->tree) &&
            dmi_run_go_on(search->run, 0))
            status = DM_OK;
    }
    int32_t kept = refutations.count < DMI_STRATEGIES ? refutations.count : DMI_STRATEGIES;
    for (int32_t k = kept - 1; status == DM_OK && k >= 0; k--) { /* the most useful one last */
        const int32_t *black = dmi_lead_refutation(&refutations, problem->market, k);
        dmi_strategy_of(problem, black, worker->strategy);
        dmi_strategies_add(&worker->strategies, worker->strategy, problem->reply);
    }
    dm_run_free(part);
    dmi_lead_refutations_clear(&refutations);
    return status;
}

/* Asks the others, finds a first opening and processes the root, in the first worker only; a search
 * that goes on has done both, or one.  Then all workers of all processes search.  *is_listed: all
 * open nodes are listed. */
static dm_status search_all(dmi_lead_search *search, int64_t upper, bool *is_listed, dm_error *err)
{
    bool resumed = false;
    dm_status status = list_first_nodes(search, upper, &resumed, err);
    *is_listed = status == DM_OK;
    const dmi_lead_node *first = dmi_branch_bound_first(&search->tree);
    bool has_root = first && first->depth == 0;
    if (status == DM_OK && (!resumed || has_root))
        status = find_first(search, err);
    atomic_store(&search->target, search->best.won + 1);
    if (status == DM_OK && has_root && dmi_lead_search_root(search))
        status = search->tree.status;
    if (status == DM_OK)
        status = dmi_warm_start_make(search, err);
    if (status == DM_OK && search->exchange)
        status = search->hooks->start(search->exchange, err);
    if (status == DM_OK)
        status = dmi_lead_search_run(search, err);
    if (search->tree.status != DM_OK && err)
        *err = search->tree.err;
    return status;
}

static dm_status search_with(dmi_lead_search *search, dmi_lead_result *out, dm_error *err)
{
    const dmi_lead_market *market = search->problem->market;
    const dm_lead_request *r = market->request;
    dmi_checkpoint checkpoint = {0};
    dm_status status = DM_OK, ended = DM_OK, saved = DM_OK;
    bool is_listed = false;
    if (r->checkpoint) {
        dmi_checkpoint_init(&checkpoint, r->checkpoint, market);
        search->checkpoint = &checkpoint;
    }
    if (r->team) {
        search->hooks = r->team->hooks;
        status = search->hooks->ask(r->team, search, r->checkpoint != NULL, &search->exchange, err);
    }
    if (status == DM_OK)
        status = search_all(search, out->upper, &is_listed, err);
    dmi_lead_worker_count(&search->workers[0]); /* replies of the local search */
    if (search->exchange)
        ended = search->hooks->stop(search->exchange, err);
    if (search->tree.status != DM_OK && search->tree.status != DM_STOPPED)
        status = search->tree.status;
    bool is_true = ended == DM_OK && (status == DM_OK || status == DM_STOPPED);
    if (search->checkpoint && is_true && is_listed) /* else only a part of the file was read */
        saved = dmi_checkpoint_save(search->checkpoint, search, err);
    status = ended != DM_OK ? ended : saved != DM_OK ? saved : status;
    if (is_listed && (status == DM_OK || status == DM_STOPPED)) {
        dmi_lead_counts counts = dmi_lead_search_counts(search);
        if (search->exchange)
            search->hooks->count(search->exchange, &counts);
        out->upper = dmi_lead_search_upper(search);
        out->nodes = counts.nodes;
        out->cuts = counts.cuts;
        out->replies = counts.replies;
        dmi_lead_opening_copy(&out->best, &search->best, search->problem->list);
        assert(out->best.won <= out->upper);
    }
    if (search->exchange)
        search->hooks->free(search->exchange);
    dmi_checkpoint_clear(&checkpoint);
    return status;
}

dm_status dmi_lead_exact(const dmi_lead_market *market, dm_run *run, dmi_lead_result *out,
                         dm_error *err)
{
    dmi_lead_problem problem = {0};
    dmi_lead_search search;
    int threads = market->request->threads;
    dm_status status = dmi_lead_problem_init(&problem, market, run, err);
    if (status != DM_OK)
        return status;
    status = dmi_lead_search_init(&search, &problem, threads < 1 ? 1 : threads, run, err);
    if (status == DM_OK) {
        status = search_with(&search, out, err);
        dmi_lead_search_clear(&search);
    }
    dmi_lead_problem_clear(&problem);
    return status;
}
