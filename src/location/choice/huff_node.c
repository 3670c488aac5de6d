/* huff_node.c - the work on one node of the search: cuts, bounds, fixing, branching.
 *
 * The linear program works on rounded cuts and decides nothing.  Its multipliers mix the cuts
 * themselves into one, and the largest value of that over the sets of the node is the bound
 * (huff_relax.c).  Reduced costs of the mixed cut take candidates out or put them in.
 */
#include "base/base.h"
#include "location/choice/huff_search.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_ROUNDS = 300,
    ROUNDS = 10,
    PATIENCE = 8,   /* rounds without much progress */
    PIVOTS = 2000,  /* of the linear program, per round */
    REBUILD = 400,  /* pivots after which it is built again */
    IDLE = 12,      /* rounds after which an unused cut is dropped */
    SCALE_BITS = 24 /* of the largest gain in the linear program */
};

#define LIKELY 0.7

enum { OPEN = 0, IN, OUT };

static int32_t lp_sites(const dmi_huff_problem *p)
{
    return p->candidates + (p->has_budget ? p->count : 0);
}

/* Adds a row to the linear program; `coefficient` NULL: w->scaled is set already. */
static dm_status add_row(dmi_huff_worker *w, const double *coefficient, double constant,
                         dm_error *err)
{
    const dmi_huff_problem *p = w->search->problem;
    int32_t at = 0;
    while (at < w->lp.cuts && w->lp.cut[at].used)
        at++;
    size_t room = w->cut_room;
    if (!dmi_reserve(&w->cut, &w->cut_room, (size_t)at + 1, sizeof *w->cut))
        return dmi_no_memory(err);
    for (size_t i = room; i < w->cut_room; i++)
        w->cut[i] = (dmi_huff_row_cut){0};
    dmi_huff_row_cut *cut = &w->cut[at];
    cut->constant = constant;
    if (coefficient && !cut->coefficient &&
        !(cut->coefficient = dmi_alloc((size_t)p->candidates, sizeof *cut->coefficient)))
        return dmi_no_memory(err);
    for (int32_t c = 0; coefficient && c < p->candidates; c++) {
        cut->coefficient[c] = coefficient[c];
        w->scaled[c] = (int64_t)ceil(coefficient[c] * w->scale);
    }
    for (int32_t i = p->candidates; coefficient && i < lp_sites(p); i++)
        w->scaled[i] = 0;
    return dmi_lp_add(&w->lp, w->scaled, (int64_t)ceil(constant * w->scale), err);
}

/* A cut that is low at w->share. */
static dm_status make_cut(dmi_huff_worker *w, double *constant, dm_error *err)
{
    return dmi_huff_cut(&w->cutter, w->relax.active, w->relax.actives, w->share, w->coefficient,
                        constant, w->search->run, err);
}

/* The first rows: cuts at no site and at the best set so far, and the budget.  No set that costs
 * more than that may gain: ceiling + steep * (budget - cost) bounds the gain of the others. */
static dm_status add_first_rows(dmi_huff_worker *w, dm_error *err)
{
    const dmi_huff_problem *p = w->search->problem;
    dm_status status = DM_OK;
    double constant, steep = 100 * p->ceiling / ((double)p->budget + 1);
    dmi_huff_cutter_start(&w->cutter, &w->in);
    for (int turn = 0; turn < 2 && status == DM_OK; turn++) {
        for (int32_t i = 0; turn == 1 && i < w->search->best->count; i++)
            w->share[w->search->best->chosen[i]] = 1;
        status = make_cut(w, &constant, err);
        if (status == DM_OK)
            status = add_row(w, w->coefficient, constant, err);
    }
    memcpy(w->centre, w->share, (size_t)w->relax.actives * sizeof *w->centre);
    if (status != DM_OK || !p->has_budget)
        return status;
    for (int32_t i = 0; i < lp_sites(p); i++)
        w->scaled[i] = i < p->candidates ? -(int64_t)(steep * (double)p->cost[i] * w->scale) : 0;
    return add_row(w, NULL, p->ceiling + steep * (double)p->budget, err);
}

dm_status dmi_huff_worker_init(dmi_huff_worker *worker, dmi_huff_search *search, dm_error *err)
{
    const dmi_huff_problem *p = search->problem;
    dmi_huff_worker *w = worker;
    size_t sites = (size_t)lp_sites(p), candidates = (size_t)p->candidates;
    *w = (dmi_huff_worker){.search = search};
    w->scale = ldexp(1, SCALE_BITS) / (p->ceiling > 0 ? p->ceiling : 1);
    w->fix = dmi_array_zeroed(&w->arrays, candidates, sizeof *w->fix);
    w->scaled = dmi_array(&w->arrays, sites, sizeof *w->scaled);
    w->mixed = dmi_array(&w->arrays, candidates, sizeof *w->mixed);
    w->coefficient = dmi_array(&w->arrays, candidates, sizeof *w->coefficient);
    w->share = dmi_array_zeroed(&w->arrays, candidates, sizeof *w->share);
    w->centre = dmi_array_zeroed(&w->arrays, candidates, sizeof *w->centre);
    w->list = dmi_array(&w->arrays, candidates, sizeof *w->list);
    w->wanted = dmi_array(&w->arrays, candidates, sizeof *w->wanted);
    dm_status status = dmi_arrays_check(&w->arrays, err);
    if (status == DM_OK)
        status = dmi_huff_cutter_init(&w->cutter, p, err);
    if (status == DM_OK)
        status = dmi_huff_relaxation_init(&w->relax, p, err);
    if (status == DM_OK)
        status = dmi_huff_choice_init(&w->in, p, err);
    if (status == DM_OK)
        status = dmi_huff_choice_init(&w->tried, p, err);
    if (status == DM_OK)
        status = dmi_lp_init(&w->lp, lp_sites(p), p->count, err);
    return status == DM_OK ? add_first_rows(w, err) : status;
}

void dmi_huff_worker_clear(dmi_huff_worker *worker)
{
    for (size_t i = 0; i < worker->cut_room; i++)
        free(worker->cut[i].coefficient);
    free(worker->cut);
    free(worker->multiplier);
    dmi_lp_clear(&worker->lp);
    dmi_huff_cutter_clear(&worker->cutter);
    dmi_huff_relaxation_clear(&worker->relax);
    dmi_huff_choice_clear(&worker->in);
    dmi_huff_choice_clear(&worker->tried);
    dmi_arrays_free(&worker->arrays);
    *worker = (dmi_huff_worker){0};
}

/* Sets the lists of the node, and its bounds in the linear program. */
static void enter_node(dmi_huff_worker *w, const dmi_huff_node *node)
{
    const dmi_huff_problem *p = w->search->problem;
    memset(w->wanted, OUT, (size_t)p->candidates);
    assert(node->ins <= p->count);
    dmi_huff_choice_set(p, node->list, node->ins, &w->in);
    memcpy(w->list, node->list, (size_t)node->ins * sizeof *w->list);
    w->lists = node->ins;
    w->relax.actives = 0;
    for (int32_t i = 0; i < node->ins; i++)
        w->wanted[node->list[i]] = IN;
    for (int32_t i = node->ins; i < node->ins + node->opens; i++) {
        int32_t c = node->list[i];
        if (!dmi_huff_fits(p, &w->in, c))
            continue;
        assert(w->wanted[c] == OUT);
        w->wanted[c] = OPEN;
        w->list[w->lists++] = c;
        w->relax.active[w->relax.actives++] = c;
    }
    for (int32_t c = 0; c < p->candidates; c++) {
        if (w->fix[c] != w->wanted[c])
            dmi_lp_set_bounds(&w->lp, c, w->wanted[c] == IN, w->wanted[c] != OUT);
        w->fix[c] = w->wanted[c];
    }
    dmi_huff_cutter_start(&w->cutter, &w->in);
}

/* The bound of the mixed cut; INFINITY if there is none. */
static dm_status mix_cuts(dmi_huff_worker *w, double *bound, dm_error *err)
{
    const dmi_huff_problem *p = w->search->problem;
    double constant = 0, sum = 0;
    *bound = INFINITY;
    if (!dmi_reserve(&w->multiplier, &w->multiplier_room, (size_t)w->lp.cuts,
                     sizeof *w->multiplier))
        return dmi_no_memory(err);
    dmi_lp_multipliers(&w->lp, w->multiplier);
    memset(w->mixed, 0, (size_t)p->candidates * sizeof *w->mixed);
    for (int32_t k = 0; k < w->lp.cuts; k++) {
        const double *coefficient = w->cut[k].coefficient;
        double part = w->multiplier[k];
        if (!w->lp.cut[k].used || !coefficient || !(part > 1e-12))
            continue;
        sum += part;
        constant += part * w->cut[k].constant;
        for (int32_t i = 0; i < w->lists; i++)
            w->mixed[w->list[i]] += part * coefficient[w->list[i]];
    }
    if (!(sum > 0) || !isfinite(sum))
        return DM_OK;
    constant /= sum;
    for (int32_t i = 0; i < w->lists; i++)
        w->mixed[w->list[i]] /= sum;
    for (int32_t i = 0; i < w->in.count; i++)
        constant += w->mixed[w->in.chosen[i]];
    *bound = constant +
             dmi_huff_relax(&w->relax, w->mixed, p->count - w->in.count, p->budget - w->in.cost);
    return DM_OK;
}

/* Makes a cut between the point and a moving average of earlier points, which stabilises the
 * linear program; if that does not cut off the point, one at the point. */
static dm_status cut_off_point(dmi_huff_worker *w, double gap, bool *cut_off, dm_error *err)
{
    const double *point = w->lp.x;
    double constant, z = dmi_lp_z(&w->lp) / w->scale;
    dm_status status = DM_OK;
    *cut_off = false;
    for (int turn = 0; turn < 2 && status == DM_OK && !*cut_off; turn++) {
        memset(w->share, 0, (size_t)w->search->problem->candidates * sizeof *w->share);
        for (int32_t i = 0; i < w->lists; i++) {
            int32_t c = w->list[i];
            w->centre[c] += turn ? 0 : 0.3 * (point[c] - w->centre[c]);
            double share = turn ? point[c] : w->centre[c];
            w->share[c] = w->fix[c] == IN ? 1 : share > 1e-4 ? share : 0;
        }
        status = make_cut(w, &constant, err);
        double height = constant; /* of the cut at the point */
        for (int32_t i = 0; status == DM_OK && i < w->lists; i++)
            height += w->coefficient[w->list[i]] * point[w->list[i]];
        if (status == DM_OK && z - height > (turn ? 0.01 : 0.2) * gap) {
            *cut_off = true;
            status = add_row(w, w->coefficient, constant, err);
        }
    }
    return status;
}

static dm_status solve_lp(dmi_huff_worker *w, double least, double *bound, dm_error *err)
{
    if (w->lp.d.pivots > REBUILD)
        dmi_lp_rebuild(&w->lp);
    dmi_lp_end end = dmi_lp_solve(&w->lp, least * w->scale, PIVOTS);
    if (end == DMI_LP_LOST || end == DMI_LP_LIMIT)
        dmi_lp_rebuild(&w->lp);
    dmi_lp_point(&w->lp);
    return mix_cuts(w, bound, err);
}

/* Lowers the bound of the node while that pays. */
static dm_status lower_bound(dmi_huff_worker *w, const dmi_huff_node *node, double *bound,
                             dm_error *err)
{
    bool is_root = node->opens == w->search->problem->candidates;
    int most = is_root ? FIRST_ROUNDS : ROUNDS, slow = 0;
    double before = INFINITY;
    bool cut_off = true;
    for (int round = 0; round < most && cut_off && slow < PATIENCE; round++) {
        double least = dmi_huff_goal(w->search);
        dm_status status = solve_lp(w, least, bound, err);
        if (status != DM_OK || *bound <= least)
            return status;
        memcpy(w->share, w->lp.x, (size_t)w->search->problem->candidates * sizeof *w->share);
        memset(w->coefficient, 0, (size_t)w->search->problem->candidates * sizeof *w->coefficient);
        /* a set to offer: the sites that are in, and the open ones of the largest shares */
        const dmi_huff_problem *p = w->search->problem;
        dmi_huff_choice_set(p, w->in.chosen, w->in.count, &w->tried);
        while (w->tried.count < p->count) {
            int32_t best = -1;
            for (int32_t i = 0; i < w->relax.actives; i++) {
                int32_t c = w->relax.active[i];
                if (w->coefficient[c] >= 0 && (best < 0 || w->share[c] > w->share[best]) &&
                    dmi_huff_fits(p, &w->tried, c))
                    best = c;
            }
            if (best < 0)
                break;
            w->coefficient[best] = -1; /* taken; not in use otherwise here */
            dmi_huff_choice_add(p, &w->tried, best);
        }
        dmi_huff_offer(w->search, &w->tried);
        slow = before - *bound < 0.03 * (*bound - least) ? slow + 1 : 0;
        before = *bound < before ? *bound : before;
        status = cut_off_point(w, *bound - least, &cut_off, err);
        if (status != DM_OK)
            return status;
    }
    return solve_lp(w, dmi_huff_goal(w->search), bound, err);
}

/* Takes candidates out, or puts them in, where the other way is no better than `least`.  True if
 * some were put in. */
static bool fix_by_bound(dmi_huff_worker *w, double bound, double least, int32_t *ins,
                         double *dropped)
{
    const dmi_huff_problem *p = w->search->problem;
    dmi_huff_relaxation *r = &w->relax;
    int32_t kept = 0, before = *ins;
    for (int32_t i = 0; i < r->actives; i++) {
        int32_t c = r->active[i];
        double other = bound - fabs(r->reduced[c]);
        bool is_fixed = other <= least;
        if (is_fixed)
            *dropped = other > *dropped ? other : *dropped;
        if (is_fixed && r->reduced[c] > 0 && *ins < p->count)
            w->list[(*ins)++] = c;
        else if (!is_fixed)
            r->active[kept++] = c;
    }
    r->actives = kept;
    return *ins > before;
}

/* The sites of w->list that are in, and the active ones but `without`. */
static dmi_huff_node *new_node(const dmi_huff_worker *w, int32_t ins, int32_t without, double upper)
{
    const dmi_huff_relaxation *r = &w->relax;
    size_t room = (size_t)ins + (size_t)r->actives;
    dmi_huff_node *node = dmi_alloc(1, sizeof *node + room * sizeof *node->list);
    if (!node)
        return NULL;
    *node = (dmi_huff_node){.upper = upper, .ins = ins};
    memcpy(node->list, w->list, (size_t)ins * sizeof *node->list);
    for (int32_t i = 0; i < r->actives; i++)
        if (r->active[i] != without)
            node->list[ins + node->opens++] = r->active[i];
    return node;
}

/* The gains of single sites beside those that are in bound the node, and solve it if one more site
 * is to be chosen. */
static dm_status bound_by_singles(dmi_huff_worker *w, double *bound, dm_error *err)
{
    const dmi_huff_problem *p = w->search->problem;
    int32_t best = -1;
    for (int32_t i = 0; i < w->relax.actives; i++) {
        int32_t c = w->relax.active[i];
        w->mixed[c] = dmi_huff_gain(p, &w->in, c);
        best = best < 0 || w->mixed[c] > w->mixed[best] ? c : best;
        if (!dmi_run_go_on(w->search->run, 1))
            return dmi_stopped(w->search->run, err);
    }
    *bound = w->in.gain +
             dmi_huff_relax(&w->relax, w->mixed, p->count - w->in.count, p->budget - w->in.cost);
    dmi_huff_choice_set(p, w->in.chosen, w->in.count, &w->tried);
    dmi_huff_choice_add(p, &w->tried, best);
    dmi_huff_offer(w->search, &w->tried);
    return DM_OK;
}

dm_status dmi_huff_node_process(dmi_huff_worker *worker, const dmi_huff_node *node,
                                dmi_huff_node *child[2], double *dropped, dm_error *err)
{
    int32_t left = worker->search->problem->count - node->ins;
    double bound = INFINITY;
    dm_status status = DM_OK;
    enter_node(worker, node);
    if (worker->relax.actives == 0) {
        dmi_huff_offer(worker->search, &worker->in);
        return DM_OK;
    }
    if (left <= 2)
        status = bound_by_singles(worker, &bound, err);
    bool is_solved = left == 1;
    if (status == DM_OK && !is_solved && bound > dmi_huff_goal(worker->search))
        status = lower_bound(worker, node, &bound, err);
    if (status != DM_OK)
        return status;
    dmi_lp_sweep(&worker->lp, IDLE);
    double upper = bound < node->upper ? bound : node->upper;
    if (!is_solved && upper > dmi_huff_goal(worker->search)) {
        /* its children: the open candidate whose share is nearest to LIKELY is branched on, as
         * sites that are probably in change the bound most */
        const dmi_huff_relaxation *r = &worker->relax;
        const dmi_huff_problem *p = worker->search->problem;
        int32_t ins = worker->in.count, branch = -1;
        memcpy(worker->list, worker->in.chosen, (size_t)ins * sizeof *worker->list);
        bool moved = fix_by_bound(worker, bound, dmi_huff_goal(worker->search), &ins, dropped);
        assert(ins <= p->count);
        if (ins == p->count || r->actives == 0) {
            dmi_huff_choice_set(p, worker->list, ins, &worker->tried);
            dmi_huff_offer(worker->search, &worker->tried);
            return DM_OK;
        }
        for (int32_t i = 0; !moved && i < r->actives; i++) {
            int32_t c = r->active[i];
            if (branch < 0 || fabs(worker->lp.x[c] - LIKELY) < fabs(worker->lp.x[branch] - LIKELY))
                branch = c;
        }
        if (!moved) {
            child[1] = new_node(worker, ins, branch, upper);
            worker->list[ins++] = branch;
        }
        child[0] = new_node(worker, ins, branch, upper);
        return child[0] && (moved || child[1]) ? DM_OK : dmi_no_memory(err);
    }
    *dropped = upper;
    return DM_OK;
}
