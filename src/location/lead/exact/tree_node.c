/* tree_node.c - processes one node: bound it and add cuts until it is closed or must branch.
 *
 * The relaxation gives a point and multipliers.  The multipliers give an exact bound (below the
 * target: the node is closed) and exact fixings.  Then a strategy for Black is searched whose cut
 * the point violates.  A whole point that violates none is evaluated exactly: it may be a new best,
 * and otherwise Black's reply gives a cut that it violates.
 *
 * Whatever fails in floating point ends in a branch, and a node without open sites in an exact
 * reply. So the search ends with the right value without trusting a rounded number.
 */
#include "base/base.h"
#include "location/lead/exact/branch_and_cut.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS_TOP = 200, /* rounds of cuts at the root */
    ROUNDS = 16,
    IDLE_ROUNDS = 12, /* a cut that was slack this long is dropped */
    PIVOTS = 5000,
    REBUILD = 400,
    ATTEMPTS = 4, /* to find a strategy, from different starts */
    TRIALS = 10,  /* of strong branching: sites, */
    STEPS = 12    /* and dual simplex steps for each value */
};

#define CENTRE_STEP 0.2 /* how far the centre follows x in each round */

dm_status dmi_lead_worker_init(dmi_lead_worker *worker, dmi_lead_search *search, int number,
                               dm_error *err)
{
    const dmi_lead_problem *problem = search->problem;
    size_t sites = (size_t)problem->whites, slots = (size_t)problem->reply;
    *worker = (dmi_lead_worker){
        .search = search, .number = number, .problem = problem, .upper = INT64_MIN};
    dm_status status = dmi_lp_init(&worker->lp, problem->whites, problem->count, err);
    if (status == DM_OK)
        status = dmi_separator_init(&worker->separator, problem, dmi_lead_seed(problem), err);
    if (status == DM_OK)
        status = dmi_lead_bound_init(&worker->bound, problem->whites, problem->count, err);
    if (status == DM_OK)
        status = dmi_exact_reply_init(&worker->solver, problem->market, NULL, err);
    if (status == DM_OK)
        status = dmi_lead_opening_init(&worker->found, problem->list, err);
    worker->fix = dmi_array(&worker->arrays, sites, 1);
    worker->current = dmi_array(&worker->arrays, 1, sizeof *worker->current + sites);
    worker->strategies.slot =
        dmi_array(&worker->arrays, DMI_STRATEGIES * slots, sizeof *worker->strategies.slot);
    worker->x = dmi_array_zeroed(&worker->arrays, (size_t)problem->sites, sizeof *worker->x);
    worker->centre =
        dmi_array_zeroed(&worker->arrays, (size_t)problem->sites, sizeof *worker->centre);
    worker->coef = dmi_array(&worker->arrays, sites, sizeof *worker->coef);
    worker->strategy = dmi_array(&worker->arrays, slots, sizeof *worker->strategy);
    if (status == DM_OK)
        status = dmi_arrays_check(&worker->arrays, err);
    if (status != DM_OK) {
        dmi_lead_worker_clear(worker);
        return status;
    }
    memset(worker->fix, DMI_SITE_OPEN, sites);
    for (size_t i = 0; i < sites; i++)
        worker->centre[i] = (double)problem->count / (double)sites;
    return DM_OK;
}

void dmi_lead_worker_clear(dmi_lead_worker *worker)
{
    dmi_lp_clear(&worker->lp);
    dmi_lp_dictionary_clear(&worker->saved);
    dmi_separator_clear(&worker->separator);
    dmi_lead_bound_clear(&worker->bound);
    dmi_exact_reply_clear(&worker->solver);
    dmi_lead_opening_clear(&worker->found);
    dmi_arrays_free(&worker->arrays);
    free(worker->multiplier);
    worker->multiplier = NULL;
}

void dmi_lead_node_enter(dmi_lead_worker *worker, const dmi_lead_node *node)
{
    for (int32_t i = 0; i < worker->problem->whites; i++) {
        int fix = node->fix[i];
        if (worker->fix[i] != fix)
            dmi_lp_set_bounds(&worker->lp, i, fix == DMI_SITE_HELD, fix != DMI_SITE_BARRED);
        worker->fix[i] = (unsigned char)fix;
    }
}

dm_status dmi_lead_node_bound(dmi_lead_worker *worker, const dmi_lead_node *node, dm_error *err)
{
    size_t cuts = (size_t)worker->lp.cuts;
    if (!dmi_reserve(&worker->multiplier, &worker->multiplier_room, cuts,
                     sizeof *worker->multiplier))
        return dmi_no_memory(err);
    dmi_lp_multipliers(&worker->lp, worker->multiplier);
    dmi_lead_bound_compute(&worker->bound, worker->lp.cut, worker->lp.cuts, worker->multiplier,
                           node->fix);
    return DM_OK;
}

/* Adds the cut in worker->coef to the relaxation and worker->strategy to those remembered. */
static dm_status add_cut(dmi_lead_worker *worker, int64_t constant, dm_error *err)
{
    dmi_strategies_add(&worker->strategies, worker->strategy, worker->problem->reply);
    worker->cuts++;
    return dmi_lp_add(&worker->lp, worker->coef, constant, err);
}

/* Improves the best of the remembered strategies at the point; returns its gain, -INFINITY if none
 * is remembered: a state read from a file may bound the relaxation by more than the total. */
static double improve_remembered(dmi_lead_worker *worker, dmi_lead_slot *strategy)
{
    int32_t slots = worker->problem->reply;
    uint64_t count =
        worker->strategies.count < DMI_STRATEGIES ? worker->strategies.count : DMI_STRATEGIES;
    double most = -1;
    for (uint64_t i = 0; i < count; i++) {
        const dmi_lead_slot *old = worker->strategies.slot + (size_t)i * (size_t)slots;
        double gain = dmi_strategy_gain(&worker->separator, old);
        if (gain <= most)
            continue;
        most = gain;
        memcpy(strategy, old, (size_t)slots * sizeof *strategy);
    }
    return count ? dmi_strategy_improve(&worker->separator, strategy) : -INFINITY;
}

/* Adds the cut of the best strategy at a moving average of x, if it cuts off x by enough. With cuts
 * at x alone the relaxation jumps from corner to corner; this stabilises it. */
static dm_status cut_at_centre(dmi_lead_worker *worker, double need, int *added, dm_error *err)
{
    int32_t sites = worker->problem->whites;
    int64_t constant;
    for (int32_t i = 0; i < sites; i++)
        worker->centre[i] += CENTRE_STEP * (worker->x[i] - worker->centre[i]);
    dm_status status = dmi_separator_start(&worker->separator, worker->centre, err);
    if (status != DM_OK || worker->strategies.count == 0)
        return status;
    improve_remembered(worker, worker->strategy);
    dmi_strategy_row(&worker->separator, worker->strategy, worker->coef, &constant);
    double left = (double)(worker->problem->total - constant);
    for (int32_t i = 0; i < sites; i++)
        left -= (double)worker->coef[i] * worker->x[i];
    if (left < need)
        return DM_OK;
    ++*added;
    return add_cut(worker, constant, err);
}

/* White's stones if the point is whole and allowed; else false.  Empty sites fill up. */
static bool read_whole(const dmi_lead_worker *worker, int32_t *white)
{
    const dmi_lead_problem *problem = worker->problem;
    const dmi_lead_site *site = problem->list->site;
    int32_t count = 0;
    for (int32_t i = 0; i < problem->whites; i++) {
        if (site[i].vertex < 0)
            continue;
        if (worker->x[i] > 1e-6 && worker->x[i] < 1 - 1e-6)
            return false;
        if (worker->x[i] > 0.5) {
            if (count == problem->count)
                return false;
            white[count++] = i;
        }
    }
    for (int32_t i = 0; i < problem->whites && count < problem->count; i++)
        if (site[i].vertex < 0)
            white[count++] = i;
    return count == problem->count && dmi_lead_sites_allow(problem->list, white);
}

/* Evaluates the opening in `found` exactly. */
static dm_status evaluate_found(dmi_lead_worker *worker, dm_error *err)
{
    dmi_lead_opening *found = &worker->found;
    dm_status status = dmi_exact_reply_run(&worker->solver, found->white, worker->search->run,
                                           found->black, &found->won, err);
    if (status == DM_OK)
        dmi_lead_search_offer(worker->search, found);
    return status;
}

static bool is_leaf(const dmi_lead_worker *worker, const dmi_lead_node *node)
{
    return node->in == worker->problem->count || node->in + node->open == worker->problem->count;
}

/* Whether the node can still have p stones within the budget and be better than the best. */
static bool is_alive(const dmi_lead_worker *worker, const dmi_lead_node *node)
{
    const dmi_lead_sites *list = worker->problem->list;
    int32_t count = worker->problem->count;
    int64_t cost = 0, fresh = 0;
    if (node->upper < atomic_load(&worker->search->target) || node->in > count ||
        node->in + node->open < count)
        return false;
    for (int32_t i = 0; list->budget != INT64_MAX && i < list->whites; i++)
        if (node->fix[i] == DMI_SITE_HELD) {
            cost += list->site[i].cost;
            fresh += list->site[i].vertex >= 0 && !list->site[i].closable;
        }
    return cost <= list->budget && (list->budget == INT64_MAX || fresh <= list->opening);
}

/* Solves the relaxation and applies its exact bound and fixings, as long as these change the point;
 * *go_on is false if the node is closed. */
static dm_status relax(dmi_lead_worker *worker, dmi_lead_node *node, bool *go_on, dm_error *err)
{
    bool moved = true;
    dm_status status = DM_OK;
    for (int turn = 0; status == DM_OK && moved && is_alive(worker, node) && !is_leaf(worker, node);
         turn++) {
        if (worker->lp.d.pivots > REBUILD)
            dmi_lp_rebuild(&worker->lp);
        double below = (double)atomic_load(&worker->search->target) - 1e-5;
        dmi_lp_end end = dmi_lp_solve(&worker->lp, below, PIVOTS);
        if (end == DMI_LP_LOST || end == DMI_LP_LIMIT)
            dmi_lp_rebuild(&worker->lp);
        memcpy(worker->x, dmi_lp_point(&worker->lp),
               (size_t)worker->problem->whites * sizeof *worker->x);
        int64_t target = atomic_load(&worker->search->target);
        status = dmi_lead_node_bound(worker, node, err);
        if (status != DM_OK)
            break;
        node->upper = dmi_lead_bound_floor(&worker->bound, node->upper);
        moved = false;
        for (int32_t i = 0; i < worker->problem->whites && node->upper >= target; i++) {
            if (node->fix[i] != DMI_SITE_OPEN)
                continue;
            int fix = dmi_lead_bound_fixes(&worker->bound, i, target);
            if (fix == DMI_SITE_OPEN)
                continue;
            dmi_lead_node_fix(node, i, fix);
            moved = moved || fabs(worker->x[i] - fix) > 1e-6;
        }
        dmi_lead_node_enter(worker, node);
        if (end != DMI_LP_SOLVED && turn > 3)
            break;
        moved = moved || (end != DMI_LP_SOLVED && is_alive(worker, node));
    }
    *go_on = status == DM_OK && is_alive(worker, node) && !is_leaf(worker, node);
    return status;
}

/* One round of cuts at the point: at a moving average first, then from several strategies.  A whole
 * point that none cuts off is evaluated; Black's reply to it makes a cut.  *more: cuts were added.
 */
static dm_status tighten(dmi_lead_worker *worker, bool may_cut, bool *more, dm_error *err)
{
    const dmi_lead_problem *problem = worker->problem;
    dmi_separator *separator = &worker->separator;
    double total = (double)problem->total, need = total - dmi_lp_z(&worker->lp) + 1e-3 * total;
    bool whole = read_whole(worker, worker->found.white), is_cut = false;
    int64_t constant;
    int added = 0;
    *more = false;
    if (!whole && !may_cut)
        return DM_OK;
    dm_status status = whole ? DM_OK : cut_at_centre(worker, need, &added, err);
    if (status == DM_OK)
        status = dmi_separator_start(separator, worker->x, err);
    for (int attempt = 0; status == DM_OK && !is_cut && attempt < ATTEMPTS; attempt++) {
        if (attempt > 0)
            dmi_strategy_greedy(separator, attempt > 1, worker->strategy);
        double gain = attempt == 0 ? improve_remembered(worker, worker->strategy)
                                   : dmi_strategy_improve(separator, worker->strategy);
        is_cut = gain >= need;
    }
    if (status == DM_OK && whole && !is_cut && added == 0) {
        status = evaluate_found(worker, err);
        dmi_strategy_of(problem, worker->found.black, worker->strategy);
        is_cut = true;
    }
    if (status == DM_OK && is_cut) {
        dmi_strategy_row(separator, worker->strategy, worker->coef, &constant);
        status = add_cut(worker, constant, err);
        added++;
    }
    *more = added > 0;
    dmi_lp_sweep(&worker->lp, IDLE_ROUNDS);
    return status;
}

/* Whether rounding keeps the relaxation at the same point. */
static bool is_stuck(const dmi_lead_worker *worker, double *last, int *times)
{
    double sum = 0;
    for (int32_t i = 0; i < worker->problem->whites; i++)
        sum += worker->x[i] * (double)(i + 1) * (double)(i + 2);
    *times = sum == *last ? *times + 1 : 0;
    *last = sum;
    return *times >= 4;
}

/* Lists the open sites with x nearest to a half; whole ones only if there are no others. */
static int32_t candidates(const dmi_lead_worker *worker, const dmi_lead_node *node, int32_t *list)
{
    int32_t count = 0;
    double off[TRIALS + 1];
    const dmi_lead_site *site = worker->problem->list->site;
    for (int32_t i = 0; i < worker->problem->whites; i++) {
        if (node->fix[i] != DMI_SITE_OPEN)
            continue;
        double d = site[i].vertex < 0 ? 0.5 : fabs(worker->x[i] - 0.5);
        if (d > 0.5 - 1e-6 && count > 0)
            continue;
        int32_t at = count < TRIALS ? count++ : TRIALS;
        while (at > 0 && off[at - 1] > d) {
            if (at < TRIALS) {
                off[at] = off[at - 1];
                list[at] = list[at - 1];
            }
            at--;
        }
        if (at < TRIALS) {
            off[at] = d;
            list[at] = i;
        }
    }
    while (count > 1 && off[count - 1] > 0.5 - 1e-6)
        count--;
    return count;
}

/* How far z falls if the site is decided; *dead: the exact bound is below the target. */
static dm_status try_side(dmi_lead_worker *worker, dmi_lead_node *node, int32_t site, int value,
                          double *falls, bool *dead, dm_error *err)
{
    int64_t target = atomic_load(&worker->search->target);
    double z = dmi_lp_z(&worker->lp);
    assert(node->fix[site] == DMI_SITE_OPEN);
    *dead = false;
    dmi_lp_set_bounds(&worker->lp, site, value, value);
    dmi_lp_end end = dmi_lp_solve(&worker->lp, (double)target - 1e-5, STEPS);
    *falls = z - dmi_lp_z(&worker->lp);
    if (end == DMI_LP_BELOW) {
        node->fix[site] = (unsigned char)value;
        dm_status status = dmi_lead_node_bound(worker, node, err);
        node->fix[site] = DMI_SITE_OPEN;
        if (status != DM_OK)
            return status;
        *dead = dmi_lead_bound_floor(&worker->bound, node->upper) < target;
    }
    dmi_lp_restore(&worker->lp, &worker->saved);
    return DM_OK;
}

/* Chooses the site to branch on by strong branching: both values of the sites nearest to a half are
 * tried, and the one whose two bounds fall most, by their product, is taken.  If a side falls below
 * the target by the exact bound, the site is decided the other way at once: *site is -1, and the
 * node was changed. */
static dm_status choose_branch(dmi_lead_worker *worker, dmi_lead_node *node, int32_t *site,
                               dm_error *err)
{
    int32_t list[TRIALS], count = candidates(worker, node, list);
    double best = -1;
    dm_status status = dmi_lp_save(&worker->lp, &worker->saved, err);
    for (int32_t k = 0; k < count && status == DM_OK; k++) {
        double falls[2] = {0, 0};
        bool dead[2] = {false, false};
        for (int value = 1; value >= 0 && status == DM_OK; value--)
            status = try_side(worker, node, list[k], value, &falls[value], &dead[value], err);
        if (status == DM_OK && (dead[0] || dead[1])) {
            dmi_lead_node_fix(node, list[k],
                              dead[DMI_SITE_BARRED] ? DMI_SITE_HELD : DMI_SITE_BARRED);
            dmi_lead_node_enter(worker, node);
            *site = -1;
            return DM_OK;
        }
        double score = fmax(falls[0], 1e-4) * fmax(falls[1], 1e-4);
        if (status == DM_OK && score > best) {
            best = score;
            *site = list[k];
        }
    }
    return status;
}

dmi_lead_verdict dmi_lead_node_work(dmi_lead_worker *worker, dmi_lead_node *node, int32_t *site,
                                    dm_error *err, dm_status *status)
{
    int limit = node->depth == 0 ? ROUNDS_TOP : ROUNDS, round = 0, times = 0;
    double last = -1;
    bool alive, more;
    worker->nodes++;
    dmi_lead_node_enter(worker, node);
    *site = -1;
    while (*site < 0) {
        if (!dmi_lead_search_go_on(worker->search, worker))
            return DMI_HALT;
        if ((*status = relax(worker, node, &alive, err)) != DM_OK)
            return DMI_HALT;
        if (!alive && is_alive(worker, node)) { /* a single opening */
            int32_t count = 0;
            bool all = node->in + node->open == worker->problem->count;
            for (int32_t i = 0; i < worker->problem->whites; i++)
                if (node->fix[i] == DMI_SITE_HELD || (all && node->fix[i] == DMI_SITE_OPEN))
                    worker->found.white[count++] = i;
            assert(count == worker->problem->count);
            bool is_allowed = dmi_lead_sites_allow(worker->problem->list, worker->found.white);
            *status = is_allowed ? evaluate_found(worker, err) : DM_OK;
            if (*status == DM_OK)
                node->upper = is_allowed ? worker->found.won : -1;
        }
        if (!alive)
            return *status == DM_OK ? DMI_DONE : DMI_HALT;
        *status = tighten(worker, round++ < limit, &more, err);
        if (*status == DM_OK && (!more || is_stuck(worker, &last, &times)))
            *status = choose_branch(worker, node, site, err);
        if (*status != DM_OK)
            return DMI_HALT;
    }
    return DMI_BRANCH;
}
