/* lead_exact.c - the best opening, proven: start, root, and workers over subtrees.
 *
 * A worker takes the open node of the largest bound.  Near the root it puts the children back,
 * so that a stopped search has a bound to show; further down it goes depth first to the end,
 * because a dictionary keeps the cuts of the neighbourhood it has worked in.  Cuts hold for all
 * openings, so a dictionary goes anywhere in the tree.  Whoever waits gets the shallowest node of
 * one who works.
 *
 * What is found does not depend on the number of workers: a node is closed only for a bound
 * below the best opening, whoever closes it.
 */
#include "oneround/lead_exact.h"
#include "base/base.h"
#include "oneround/lead_methods.h"
#include <stdlib.h>
#include <string.h>

enum {
    STACK = 64,
    TOP = 3, /* nodes of less depth are taken best bound first */
    SHAKES = 12
};

/* --- One worker -------------------------------------------------------------------------- */

/* Nodes below the one taken, deepest last. */
typedef struct stack {
    dmi_node *node[STACK];
    int count;
} stack;

static void put_back(dmi_crew *crew, stack *s, int keep)
{
    while (s->count > keep)
        dmi_crew_give(crew, s->node[--s->count]);
}

/* Hands the shallowest node to those who wait. */
static void feed_others(dmi_crew *crew, stack *s)
{
    if (s->count < 2 || atomic_load(&crew->waiting) == 0)
        return;
    dmi_crew_give(crew, s->node[0]);
    s->count--;
    for (int i = 0; i < s->count; i++)
        s->node[i] = s->node[i + 1];
}

static dm_status branch(dmi_crew *crew, stack *s, const dmi_node *node, int32_t site, dm_error *err)
{
    for (int value = DMI_BARRED; value <= DMI_HELD; value++) {
        dmi_node *child = dmi_node_child(crew->game, node, site, value);
        if (!child)
            return dmi_no_memory(err);
        if (s->count == STACK)
            dmi_crew_give(crew, child);
        else
            s->node[s->count++] = child;
    }
    return DM_OK;
}

/* Works on the node and, away from the root, on all that comes below it; what is left goes back. */
static void dive(dmi_crew *crew, dmi_worker *worker, dmi_node *node)
{
    stack s = {.node = {node}, .count = 1};
    bool go_below = node->depth >= TOP;
    do {
        dm_error err = {0};
        dm_status status = DM_OK;
        int32_t site;
        dmi_node *top = s.node[--s.count];
        dmi_verdict verdict = dmi_node_work(worker, top, &site, &err, &status);
        if (verdict == DMI_BRANCH)
            status = branch(crew, &s, top, site, &err);
        if (status != DM_OK)
            dmi_crew_halt(crew, status, &err);
        if (verdict == DMI_HALT || status != DM_OK) {
            dmi_crew_give(crew, top);
            break;
        }
        free(top);
        feed_others(crew, &s);
    } while (go_below && s.count > 0);
    put_back(crew, &s, 0);
}

static void *work(void *user)
{
    dmi_worker *worker = user;
    dmi_node *node;
    while ((node = dmi_crew_take(worker->crew, worker))) {
        dive(worker->crew, worker, node);
        dmi_crew_rest(worker->crew, worker);
    }
    return NULL;
}

/* --- Start --------------------------------------------------------------------------------- */

/* The first cut, at the even spread of stones. */
static dm_status first_cut(dmi_worker *worker, dm_error *err)
{
    const dmi_lead_game *game = worker->game;
    int64_t constant;
    for (int32_t i = 0; i < game->sites; i++)
        worker->x[i] = (double)game->count / (double)game->sites;
    dm_status status = dmi_separator_start(&worker->separator, worker->x, err);
    if (status != DM_OK)
        return status;
    dmi_plan_greedy(&worker->separator, false, worker->plan);
    dmi_plan_row(&worker->separator, worker->plan, worker->coef, &constant);
    return dmi_lp_add(&worker->lp, worker->coef, constant, err);
}

/* Answers that the first search met are plans to begin with. */
static void keep_killers(dmi_worker *worker, const dmi_killers *killers)
{
    int32_t slots = worker->game->reply;
    for (int32_t k = killers->count < DMI_PLANS ? killers->count - 1 : DMI_PLANS - 1; k >= 0; k--) {
        const int32_t *black = killers->black + (size_t)killers->order[k] * (size_t)slots;
        for (int32_t i = 0; i < slots; i++)
            worker->plan[i] = (dmi_slot){black[i], -1};
        dmi_plans_add(&worker->plans, worker->plan, slots);
    }
}

/* What the first worker learnt at the root. */
static dm_status copy_knowledge(dmi_worker *to, const dmi_worker *from, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t k = 0; k < from->lp.cuts && status == DM_OK; k++)
        if (from->lp.cut[k].used)
            status = dmi_lp_add(&to->lp, from->lp.cut[k].coef, from->lp.cut[k].constant, err);
    memcpy(to->plans.slot, from->plans.slot,
           DMI_PLANS * (size_t)from->game->reply * sizeof *to->plans.slot);
    to->plans.count = from->plans.count;
    return status;
}

/* The root, by the first worker alone. */
static dm_status open_root(dmi_crew *crew, const dmi_killers *killers, dm_error *err)
{
    dmi_worker *worker = &crew->workers[0];
    dmi_node *root = dmi_node_child(crew->game, NULL, 0, 0);
    if (!root)
        return dmi_no_memory(err);
    dmi_crew_give(crew, root);
    dm_status status = first_cut(worker, err);
    if (status != DM_OK)
        return status;
    keep_killers(worker, killers);
    root = dmi_crew_take(crew, worker);
    if (!root)
        return crew->status;
    stack s = {.count = 0};
    int32_t site;
    dmi_verdict verdict = dmi_node_work(worker, root, &site, err, &status);
    if (verdict == DMI_BRANCH)
        status = branch(crew, &s, root, site, err);
    if (status != DM_OK)
        dmi_crew_halt(crew, status, err);
    if (verdict == DMI_HALT || status != DM_OK)
        dmi_crew_give(crew, root);
    else
        free(root);
    put_back(crew, &s, 0);
    dmi_crew_rest(crew, worker);
    return crew->status;
}

/* Workers 1.. in threads of their own, worker 0 in this one.  Fewer threads than asked for, where
 * the system has no more, is no failure. */
static dm_status run_workers(dmi_crew *crew, dm_error *err)
{
    int started = 1;
    dm_status status = DM_OK;
    for (int i = 1; i < crew->threads && status == DM_OK; i++)
        status = copy_knowledge(&crew->workers[i], &crew->workers[0], err);
    if (status != DM_OK)
        return status;
    while (started < crew->threads &&
           pthread_create(&crew->workers[started].thread, NULL, work, &crew->workers[started]) == 0)
        started++;
    work(&crew->workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(crew->workers[i].thread, NULL);
    return crew->status;
}

/* --- The method ------------------------------------------------------------------------------ */

static dm_status make_workers(dmi_crew *crew, int threads, dm_error *err)
{
    crew->workers = dmi_calloc((size_t)threads, sizeof *crew->workers);
    if (!crew->workers)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    for (int i = 0; i < threads && status == DM_OK; i++) {
        status = dmi_worker_init(&crew->workers[i], crew, i, err);
        crew->threads += status == DM_OK;
    }
    return status;
}

static void tell(dmi_crew *crew, dmi_lead_result *out)
{
    out->upper = dmi_crew_upper(crew);
    for (int i = 0; i < crew->threads; i++) {
        out->nodes += crew->workers[i].nodes;
        out->cuts += crew->workers[i].cuts;
        out->replies += crew->workers[i].rival.replies;
    }
    dmi_opening_copy(&out->best, &crew->best, crew->game);
}

static dm_status search(dmi_crew *crew, dmi_lead_result *out, dm_error *err)
{
    const dmi_lead_game *game = crew->game;
    dmi_killers killers = {0};
    dm_status status = dmi_killers_init(&killers, game, err);
    if (status == DM_OK)
        status = dmi_lead_improve(&crew->workers[0].rival, &killers, SHAKES, game->request->seed,
                                  crew->run, &crew->best, err);
    atomic_store(&crew->target, crew->best.won + 1);
    out->upper = game->total;
    bool begun = status == DM_OK;
    if (begun)
        status = open_root(crew, &killers, err);
    dmi_killers_clear(&killers);
    if (status == DM_OK)
        status = run_workers(crew, err);
    if (status == DM_OK || status == DM_STOPPED) {
        tell(crew, out);
        out->upper = begun ? out->upper : game->total;
    }
    if (crew->status != DM_OK && err)
        *err = crew->err;
    return status;
}

dm_status dmi_lead_exact(const dmi_lead_game *game, dm_run *run, dmi_lead_result *out,
                         dm_error *err)
{
    dmi_crew crew;
    int threads = game->request->threads < 1 ? 1 : game->request->threads;
    dm_status status = dmi_crew_init(&crew, game, run, err);
    if (status != DM_OK)
        return status;
    status = make_workers(&crew, threads, err);
    if (status == DM_OK)
        status = search(&crew, out, err);
    for (int i = 0; i < crew.threads; i++)
        dmi_worker_clear(&crew.workers[i]);
    free(crew.workers);
    dmi_crew_clear(&crew);
    return status;
}
