/* lead_node.c - one node: solve, conclude, cut, until it is done or wants a branch.
 *
 * The relaxation gives a point and multipliers.  From the multipliers come an exact bound
 * (below the target: the node is done) and exact fixings.  At the point a plan of Black's is
 * sought whose cut it violates.  A whole point that violates none is asked about exactly: its
 * worth may be a new best, and Black's answer is a cut that the point violates unless it is.
 *
 * Whatever goes wrong in floating point ends in a branch, and a node without open sites in an
 * exact answer: the search ends, and is right, without trusting a rounded number.
 */
#include "base/base.h"
#include "oneround/lead_exact.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS_TOP = 200, /* of cuts at the root */
    ROUNDS = 16,
    IDLE_ROUNDS = 12, /* a cut that was slack so long is dropped */
    PIVOTS = 5000,
    REBUILD = 400,
    ATTEMPTS = 4 /* at a plan, from different starts */
};

#define TRAIL 0.2 /* of the way from the centre to x, each round */

dm_status dmi_worker_init(dmi_worker *worker, dmi_crew *crew, int number, dm_error *err)
{
    const dmi_lead_game *game = crew->game;
    size_t sites = (size_t)game->sites, slots = (size_t)game->reply;
    *worker = (dmi_worker){.crew = crew, .game = game, .upper = INT64_MIN};
    dm_status status = dmi_lp_init(&worker->lp, game->sites, game->count, err);
    uint64_t seed = dm_rng_derive(game->request->seed, (uint64_t)number + 1);
    if (status == DM_OK)
        status = dmi_separator_init(&worker->separator, game, seed, err);
    if (status == DM_OK)
        status = dmi_bound_init(&worker->bound, game->sites, game->count, err);
    if (status == DM_OK)
        status = dmi_rival_init(&worker->rival, game, err);
    if (status == DM_OK)
        status = dmi_opening_init(&worker->found, game, err);
    worker->fix = dmi_alloc(sites, 1);
    worker->plans.slot = dmi_alloc(DMI_PLANS * slots, sizeof *worker->plans.slot);
    worker->x = dmi_alloc(sites, sizeof *worker->x);
    worker->centre = dmi_alloc(sites, sizeof *worker->centre);
    worker->coef = dmi_alloc(sites, sizeof *worker->coef);
    worker->plan = dmi_alloc(slots, sizeof *worker->plan);
    if (status == DM_OK && !(worker->fix && worker->plans.slot && worker->x && worker->centre &&
                             worker->coef && worker->plan))
        status = dmi_no_memory(err);
    if (status != DM_OK) {
        dmi_worker_clear(worker);
        return status;
    }
    memset(worker->fix, DMI_OPEN, sites);
    for (size_t i = 0; i < sites; i++)
        worker->centre[i] = (double)game->count / (double)sites;
    return DM_OK;
}

void dmi_worker_clear(dmi_worker *worker)
{
    dmi_lp_clear(&worker->lp);
    dmi_dictionary_clear(&worker->saved);
    dmi_separator_clear(&worker->separator);
    dmi_bound_clear(&worker->bound);
    dmi_rival_clear(&worker->rival);
    dmi_opening_clear(&worker->found);
    free(worker->fix);
    free(worker->plans.slot);
    free(worker->multiplier);
    free(worker->x);
    free(worker->centre);
    free(worker->coef);
    free(worker->plan);
    worker->fix = NULL;
    worker->plans.slot = NULL;
    worker->multiplier = worker->x = worker->centre = NULL;
    worker->coef = NULL;
    worker->plan = NULL;
}

void dmi_node_enter(dmi_worker *worker, const dmi_node *node)
{
    for (int32_t i = 0; i < worker->game->sites; i++) {
        int fix = node->fix[i];
        if (worker->fix[i] != fix)
            dmi_lp_set_bounds(&worker->lp, i, fix == DMI_HELD, fix != DMI_BARRED);
        worker->fix[i] = (unsigned char)fix;
    }
}

dm_status dmi_node_bound(dmi_worker *worker, const dmi_node *node, dm_error *err)
{
    size_t cuts = (size_t)worker->lp.cuts;
    if (!dmi_reserve(&worker->multiplier, &worker->multiplier_room, cuts,
                     sizeof *worker->multiplier))
        return dmi_no_memory(err);
    dmi_lp_multipliers(&worker->lp, worker->multiplier);
    dmi_bound_compute(&worker->bound, worker->lp.cut, worker->lp.cuts, worker->multiplier,
                      node->fix);
    return DM_OK;
}

/* --- Cuts -------------------------------------------------------------------------------- */

/* The plan's cut, in worker->coef, joins the relaxation and the plan the pool. */
static dm_status add_row(dmi_worker *worker, const dmi_slot *plan, int64_t constant, dm_error *err)
{
    dmi_crew_share(worker->crew, worker, plan);
    worker->cuts++;
    return dmi_lp_add(&worker->lp, worker->coef, constant, err);
}

static dm_status add_plan(dmi_worker *worker, dmi_slot *plan, dm_error *err)
{
    int64_t constant;
    dmi_plan_row(&worker->separator, plan, worker->coef, &constant);
    return add_row(worker, plan, constant, err);
}

/* The pool's plan that gains most at the point, improved; its gain. */
static double improve_best_of_pool(dmi_worker *worker, dmi_slot *plan)
{
    int32_t slots = worker->game->reply;
    uint64_t count = worker->plans.count < DMI_PLANS ? worker->plans.count : DMI_PLANS;
    double most = -1;
    for (uint64_t i = 0; i < count; i++) {
        const dmi_slot *old = worker->plans.slot + (size_t)i * (size_t)slots;
        double gain = dmi_plan_gain(&worker->separator, old);
        if (gain <= most)
            continue;
        most = gain;
        memcpy(plan, old, (size_t)slots * sizeof *plan);
    }
    return count ? dmi_plan_improve(&worker->separator, plan) : -1;
}

/* The best plan at a point that trails behind: its cut joins where it cuts off x by enough.  Cuts
 * at x alone make the relaxation leap from corner to corner; this one calms it. */
static dm_status cut_at_centre(dmi_worker *worker, double need, int *added, dm_error *err)
{
    int32_t sites = worker->game->sites;
    int64_t constant;
    for (int32_t i = 0; i < sites; i++)
        worker->centre[i] += TRAIL * (worker->x[i] - worker->centre[i]);
    dm_status status = dmi_separator_start(&worker->separator, worker->centre, err);
    if (status != DM_OK || worker->plans.count == 0)
        return status;
    improve_best_of_pool(worker, worker->plan);
    dmi_plan_row(&worker->separator, worker->plan, worker->coef, &constant);
    double left = (double)(worker->game->total - constant);
    for (int32_t i = 0; i < sites; i++)
        left -= (double)worker->coef[i] * worker->x[i];
    if (left < need)
        return DM_OK;
    ++*added;
    return add_row(worker, worker->plan, constant, err);
}

/* Looks for a plan that gains more than `need` at the point, from one start after the other, and
 * adds its cut. */
static dm_status cut_off(dmi_worker *worker, double need, int *added, dm_error *err)
{
    dmi_separator *separator = &worker->separator;
    dmi_slot *plan = worker->plan;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        double gain;
        if (attempt == 0)
            gain = improve_best_of_pool(worker, plan);
        else {
            dmi_plan_greedy(separator, attempt > 1, plan);
            gain = dmi_plan_improve(separator, plan);
        }
        if (gain < need)
            continue;
        ++*added;
        return add_plan(worker, plan, err);
    }
    return DM_OK;
}

/* --- Whole points --------------------------------------------------------------------------- */

/* White's stones of a whole point; false: it is not one. */
static bool read_whole(const dmi_worker *worker, int32_t *white)
{
    int32_t count = 0;
    for (int32_t i = 0; i < worker->game->sites; i++) {
        if (worker->x[i] > 1e-6 && worker->x[i] < 1 - 1e-6)
            return false;
        if (worker->x[i] > 0.5) {
            if (count == worker->game->count)
                return false;
            white[count++] = i;
        }
    }
    return count == worker->game->count;
}

/* The exact worth of the opening in `found`, and the cut of Black's answer at x. */
static dm_status ask(dmi_worker *worker, dm_error *err)
{
    dmi_opening *found = &worker->found;
    dm_status status = dmi_rival_answer(&worker->rival, found->white, worker->crew->run,
                                        found->black, &found->won, err);
    if (status != DM_OK)
        return status;
    dmi_crew_offer(worker->crew, found);
    for (int32_t i = 0; i < worker->game->reply; i++)
        worker->plan[i] = (dmi_slot){found->black[i], -1};
    return add_plan(worker, worker->plan, err);
}

/* A node with one opening left. */
static dm_status ask_leaf(dmi_worker *worker, dmi_node *node, dm_error *err)
{
    int32_t count = 0;
    bool all = node->in + node->open == worker->game->count;
    for (int32_t i = 0; i < worker->game->sites; i++)
        if (node->fix[i] == DMI_HELD || (all && node->fix[i] == DMI_OPEN))
            worker->found.white[count++] = i;
    dm_status status = dmi_rival_answer(&worker->rival, worker->found.white, worker->crew->run,
                                        worker->found.black, &worker->found.won, err);
    if (status == DM_OK) {
        dmi_crew_offer(worker->crew, &worker->found);
        node->upper = worker->found.won;
    }
    return status;
}

/* --- The node --------------------------------------------------------------------------------- */

/* Exact bound and fixings; true in *moved where a fixing is not where the point is. */
static dm_status conclude(dmi_worker *worker, dmi_node *node, bool *moved, dm_error *err)
{
    int64_t target = atomic_load(&worker->crew->target);
    dm_status status = dmi_node_bound(worker, node, err);
    if (status != DM_OK)
        return status;
    node->upper = dmi_bound_floor(&worker->bound, node->upper);
    *moved = false;
    for (int32_t i = 0; i < worker->game->sites && node->upper >= target; i++) {
        if (node->fix[i] != DMI_OPEN)
            continue;
        int fix = dmi_bound_fixes(&worker->bound, i, target);
        if (fix == DMI_OPEN)
            continue;
        dmi_node_fix(node, i, fix);
        *moved = *moved || fabs(worker->x[i] - fix) > 1e-6;
    }
    dmi_node_enter(worker, node);
    return DM_OK;
}

static bool is_leaf(const dmi_worker *worker, const dmi_node *node)
{
    return node->in == worker->game->count || node->in + node->open == worker->game->count;
}

/* Can the node still hold p stones, and better ones than the best? */
static bool is_alive(const dmi_worker *worker, const dmi_node *node)
{
    return node->upper >= atomic_load(&worker->crew->target) && node->in <= worker->game->count &&
           node->in + node->open >= worker->game->count;
}

/* Solves and concludes; false in *go_on where the node is done. */
static dm_status relax(dmi_worker *worker, dmi_node *node, bool *go_on, dm_error *err)
{
    bool moved = true;
    dm_status status = DM_OK;
    for (int turn = 0; status == DM_OK && moved && is_alive(worker, node) && !is_leaf(worker, node);
         turn++) {
        if (worker->lp.d.pivots > REBUILD)
            dmi_lp_rebuild(&worker->lp);
        double below = (double)atomic_load(&worker->crew->target) - 1e-5;
        dmi_lp_end end = dmi_lp_solve(&worker->lp, below, PIVOTS);
        if (end == DMI_LP_LOST || end == DMI_LP_LIMIT)
            dmi_lp_rebuild(&worker->lp);
        memcpy(worker->x, dmi_lp_point(&worker->lp),
               (size_t)worker->game->sites * sizeof *worker->x);
        status = conclude(worker, node, &moved, err);
        if (end != DMI_LP_SOLVED && turn > 3)
            break;
        moved = moved || (end != DMI_LP_SOLVED && is_alive(worker, node));
    }
    *go_on = status == DM_OK && is_alive(worker, node) && !is_leaf(worker, node);
    return status;
}

/* One round of cuts at the point.  *more: the relaxation has changed. */
static dm_status tighten(dmi_worker *worker, bool may_cut, bool *more, dm_error *err)
{
    const dmi_lead_game *game = worker->game;
    double total = (double)game->total, need = total - dmi_lp_z(&worker->lp) + 1e-3 * total;
    bool whole = read_whole(worker, worker->found.white);
    int added = 0;
    *more = false;
    if (!whole && !may_cut)
        return DM_OK;
    dm_status status = DM_OK;
    if (!whole)
        status = cut_at_centre(worker, need, &added, err);
    if (status == DM_OK)
        status = dmi_separator_start(&worker->separator, worker->x, err);
    if (status == DM_OK)
        status = cut_off(worker, need, &added, err);
    if (status == DM_OK && whole && added == 0) {
        status = ask(worker, err);
        added = 1;
    }
    *more = added > 0;
    dmi_lp_sweep(&worker->lp, IDLE_ROUNDS);
    return status;
}

/* The same whole point again and again: rounding keeps the relaxation from moving on. */
static bool is_stuck(const dmi_worker *worker, double *last, int *times)
{
    double sum = 0;
    for (int32_t i = 0; i < worker->game->sites; i++)
        sum += worker->x[i] * (double)(i + 1) * (double)(i + 2);
    *times = sum == *last ? *times + 1 : 0;
    *last = sum;
    return *times >= 4;
}

dmi_verdict dmi_node_work(dmi_worker *worker, dmi_node *node, int32_t *site, dm_error *err,
                          dm_status *status)
{
    int limit = node->depth == 0 ? ROUNDS_TOP : ROUNDS, round = 0, times = 0;
    double last = -1;
    bool alive, more;
    worker->nodes++;
    dmi_crew_learn(worker->crew, worker);
    dmi_node_enter(worker, node);
    *site = -1;
    while (*site < 0) {
        if (!dmi_crew_go_on(worker->crew, worker))
            return DMI_HALT;
        if ((*status = relax(worker, node, &alive, err)) != DM_OK)
            return DMI_HALT;
        if (!alive && is_alive(worker, node))
            *status = ask_leaf(worker, node, err);
        if (!alive)
            return *status == DM_OK ? DMI_DONE : DMI_HALT;
        *status = tighten(worker, round++ < limit, &more, err);
        if (*status == DM_OK && (!more || is_stuck(worker, &last, &times)))
            *status = dmi_node_choose(worker, node, site, err);
        if (*status != DM_OK)
            return DMI_HALT;
    }
    return DMI_BRANCH;
}
