/* choice_node.c - the work on one node of the search: cuts, bounds, fixing, branching.
 *
 * The linear program works on rounded cuts and decides nothing.  Its multipliers mix the cuts
 * themselves into one, and the largest value of that over the sets of the node is the bound
 * (choice_relax.c).  Reduced costs of the mixed cut take candidates out or put them in.
 *
 * Branching: dual simplex steps on the cuts there are tell how much putting a candidate in or out
 * lowers the bound (strong branching: Applegate, Bixby, Chvatal and Cook, Finding cuts in the TSP,
 * 1995); where cuts cost little beside such steps, nodes branch without.
 */
#include "base/base.h"
#include "location/choice/choice_search.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_ROUNDS = 300,
    ROUNDS = 10,
    PATIENCE = 8,          /* rounds without much progress */
    PATIENCE_FOR_DEAR = 2, /* the same, of dear cuts */
    PIVOTS = 2000,         /* of the linear program, per round */
    REBUILD = 400,         /* pivots after which it is built again */
    IDLE = 12,             /* rounds after which an unused cut is dropped */
    TRIES = 15,            /* candidates that are tried before one is branched on, */
    TRY_PIVOTS = 50,       /* pivots per try, */
    TRY_PART = 4           /* and how many times larger a cut must be than the linear program */
};

#define LIKELY      0.7
#define LEAST_TRIED 0.05 /* share of a candidate */
#define LEAST_SHARE 1e-3 /* smaller ones do not count where a cut is made */

enum { OPEN = 0, IN, OUT };

/* Sets the lists of the node, and its bounds in the linear program. */
static void enter_node(dmi_choice_worker *w, const dmi_choice_node *node)
{
    const dmi_choice_problem *p = w->search->problem;
    memset(w->wanted, OUT, (size_t)p->candidates);
    dmi_choice_set_fill(w->view[0].problem, node->list, node->ins, w->in);
    w->view[0].is_entered = w->view[1].is_entered = false;
    memcpy(w->list, node->list, (size_t)node->ins * sizeof *w->list);
    w->lists = node->ins;
    w->relax.actives = 0;
    for (int32_t i = 0; i < node->ins; i++)
        w->wanted[node->list[i]] = IN;
    for (int32_t i = node->ins; i < node->ins + node->opens; i++) {
        int32_t c = node->list[i];
        if (!dmi_choice_fits(p, w->in, c) || (!p->is_exact && w->view[0].cutter.single[c] <= 0))
            continue; /* no set has it, or is better for it */
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
}

/* The bound of the mixed cut; INFINITY if there is none. */
static dm_status mix_cuts(dmi_choice_worker *w, double *bound, dm_error *err)
{
    const dmi_choice_problem *p = w->search->problem;
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
    for (int32_t i = 0; i < w->in->count; i++)
        constant += w->mixed[w->in->chosen[i]];
    *bound = constant +
             dmi_choice_relax(&w->relax, w->mixed, p->count - w->in->news, p->budget - w->in->cost);
    return DM_OK;
}

/* Makes a cut between the point and a moving average of earlier points, which stabilises the
 * linear program; if that does not cut off the point, one at the point. */
static dm_status cut_off_point(dmi_choice_worker *w, dmi_choice_view *view, double gap,
                               bool *cut_off, dm_error *err)
{
    const double *point = w->lp.x;
    double constant, z = dmi_lp_z(&w->lp) / w->scale;
    double least = view == &w->view[w->views - 1] ? 0.01 : 0.05;
    dm_status status = DM_OK;
    *cut_off = false;
    for (int turn = 0; turn < 2 && status == DM_OK && !*cut_off; turn++) {
        memset(w->share, 0, (size_t)w->search->problem->candidates * sizeof *w->share);
        for (int32_t i = 0; i < w->lists; i++) {
            int32_t c = w->list[i];
            w->centre[c] += turn ? 0 : 0.3 * (point[c] - w->centre[c]);
            double share = turn ? point[c] : w->centre[c];
            w->share[c] = w->fix[c] == OPEN && share > LEAST_SHARE ? share : 0;
        }
        status = dmi_choice_make_cut(w, view, &constant, err);
        double height = constant; /* of the cut at the point */
        for (int32_t i = 0; status == DM_OK && i < w->lists; i++)
            height += w->coefficient[w->list[i]] * point[w->list[i]];
        if (status == DM_OK && z - height > (turn ? least : 0.2) * gap) {
            *cut_off = true;
            status = dmi_choice_add_cut(w, w->coefficient, constant, err);
        }
    }
    return status;
}

/* Solves the linear program and mixes its cuts.  Rounding may spoil its dictionary: then it is
 * below the bound of the cuts that it mixes, and is built again. */
static dm_status solve_lp(dmi_choice_worker *w, double least, double *bound, dm_error *err)
{
    dm_status status = DM_OK;
    if (w->lp.d.pivots > REBUILD)
        dmi_lp_rebuild(&w->lp);
    for (int turn = 0; status == DM_OK && turn < 2; turn++) {
        dmi_lp_end end = dmi_lp_solve(&w->lp, least * w->scale, PIVOTS);
        if (end == DMI_LP_LOST || end == DMI_LP_LIMIT)
            dmi_lp_rebuild(&w->lp);
        dmi_lp_point(&w->lp);
        status = mix_cuts(w, bound, err);
        double z = dmi_lp_z(&w->lp) / w->scale;
        if (*bound < z + 1e-5 * fabs(z) || w->lp.d.pivots == 0)
            break;
        dmi_lp_rebuild(&w->lp);
    }
    return status;
}

/* Offers a set that the first view has tried, unless that shows that it is no better; then what
 * exchanges of single sites make of it. */
static dm_status offer_tried(dmi_choice_worker *w, dm_error *err)
{
    dmi_choice_view *first = &w->view[0], *exact = &w->view[w->views - 1];
    double least = dmi_choice_cutoff(w->search);
    if (first->tried.gain <= least)
        return DM_OK;
    if (exact != first)
        dmi_choice_set_fill(exact->problem, first->tried.chosen, first->tried.count, &exact->tried);
    if (exact->tried.gain <= least)
        return DM_OK;
    dmi_choice_offer(w->search, &exact->tried);
    dm_status status = dmi_choice_improve(exact->problem, &exact->tried, w->search->run, err);
    if (status == DM_OK)
        dmi_choice_offer(w->search, &exact->tried);
    return status;
}

/* Offers a set: the sites that are in, and the open ones of the largest shares. */
static dm_status offer_likely_set(dmi_choice_worker *w, dm_error *err)
{
    const dmi_choice_problem *p = w->view[0].problem;
    dmi_choice_set *tried = &w->view[0].tried;
    memcpy(w->share, w->lp.x, (size_t)p->candidates * sizeof *w->share);
    dmi_choice_set_fill(p, w->in->chosen, w->in->count, tried);
    while (tried->count < dmi_choice_most(p)) {
        int32_t best = -1;
        for (int32_t i = 0; i < w->relax.actives; i++) {
            int32_t c = w->relax.active[i];
            if (w->share[c] >= 0 && (best < 0 || w->share[c] > w->share[best]) &&
                dmi_choice_fits(p, tried, c))
                best = c;
        }
        if (best < 0)
            break;
        w->share[best] = -1; /* looked at */
        if (p->is_exact || dmi_choice_gain(p, tried, best) > 0)
            dmi_choice_set_add(p, tried, best);
    }
    return offer_tried(w, err);
}

/* Lowers the bound of the node by the cuts of one view, as long as that pays. */
static dm_status lower_by_view(dmi_choice_worker *w, dmi_choice_view *view, int rounds,
                               double *bound, dm_error *err)
{
    int slow = 0, patience = view == &w->view[0] ? PATIENCE : PATIENCE_FOR_DEAR;
    double before = INFINITY;
    bool cut_off = true;
    for (int round = 0; round < rounds && cut_off && slow < patience; round++) {
        double least = dmi_choice_cutoff(w->search);
        dm_status status = solve_lp(w, least, bound, err);
        if (status != DM_OK || *bound <= least)
            return status;
        status = offer_likely_set(w, err);
        if (status != DM_OK)
            return status;
        slow = before - *bound < 0.03 * (*bound - least) ? slow + 1 : 0;
        before = *bound < before ? *bound : before;
        status = cut_off_point(w, view, *bound - least, &cut_off, err);
        if (status != DM_OK)
            return status;
    }
    return DM_OK;
}

/* Whether the cuts of the problem itself may lower a coarse bound to the cutoff. */
static bool may_close(dmi_choice_tree *s, double bound, double least)
{
    pthread_mutex_lock(&s->tree.lock);
    double error = s->coarse_error, little = 1e-4 * fabs(bound);
    pthread_mutex_unlock(&s->tree.lock);
    return bound - (error > little ? error : little) <= least;
}

static void note_error(dmi_choice_tree *s, double error)
{
    pthread_mutex_lock(&s->tree.lock);
    s->coarse_error = s->coarse_error > 0 ? 0.5 * (s->coarse_error + error) : error;
    pthread_mutex_unlock(&s->tree.lock);
}

/* Lowers the bound of the node while that pays.  The cuts of the problem itself are dear: behind
 * coarse ones they come only if what they bring may be enough. */
static dm_status lower_bound(dmi_choice_worker *w, const dmi_choice_node *node, double *bound,
                             dm_error *err)
{
    bool is_root = node->opens == w->search->problem->candidates, has_coarse = w->views > 1;
    int rounds = is_root ? FIRST_ROUNDS : ROUNDS;
    dm_status status = lower_by_view(w, &w->view[0], rounds, bound, err);
    if (status == DM_OK && has_coarse)
        status = solve_lp(w, dmi_choice_cutoff(w->search), bound, err);
    double before = *bound, least = dmi_choice_cutoff(w->search);
    if (status == DM_OK && has_coarse && before > least &&
        (is_root || may_close(w->search, before, least))) {
        status = lower_by_view(w, &w->view[1], rounds, bound, err);
        if (*bound > least && before > *bound)
            note_error(w->search, before - *bound);
    }
    return status == DM_OK ? solve_lp(w, dmi_choice_cutoff(w->search), bound, err) : status;
}

/* Takes candidates out, or puts them in, where the other way is no better than `least`.  True if
 * some were put in. */
static bool fix_by_bound(dmi_choice_worker *w, double bound, double least, int32_t *ins,
                         double *dropped)
{
    const dmi_choice_problem *p = w->search->problem;
    dmi_choice_relaxation *r = &w->relax;
    int32_t kept = 0, before = *ins, news = w->in->news;
    for (int32_t i = 0; i < r->actives; i++) {
        int32_t c = r->active[i];
        double other = bound - fabs(r->reduced[c]);
        bool is_fixed = other <= least;
        if (is_fixed)
            *dropped = other > *dropped ? other : *dropped;
        if (is_fixed && r->reduced[c] > 0 && (news < p->count || !dmi_choice_is_new(p, c))) {
            w->list[(*ins)++] = c;
            news += dmi_choice_is_new(p, c);
        } else if (!is_fixed) {
            r->active[kept++] = c;
        }
    }
    r->actives = kept;
    return *ins > before;
}

/* The sites of w->list that are in, and the active ones but `without`. */
static dmi_choice_node *new_node(const dmi_choice_worker *w, int32_t ins, int32_t without,
                                 double upper)
{
    const dmi_choice_relaxation *r = &w->relax;
    size_t room = (size_t)ins + (size_t)r->actives;
    dmi_choice_node *node = dmi_alloc(1, sizeof *node + room * sizeof *node->list);
    if (!node)
        return NULL;
    *node = (dmi_choice_node){.upper = upper, .ins = ins};
    memcpy(node->list, w->list, (size_t)ins * sizeof *node->list);
    for (int32_t i = 0; i < r->actives; i++)
        if (r->active[i] != without)
            node->list[ins + node->opens++] = r->active[i];
    return node;
}

/* The gains of single sites beside those that are in bound the node, and solve it if one more site
 * is to be chosen: those that the first view leaves are looked at in the problem itself. */
static dm_status bound_by_singles(dmi_choice_worker *w, bool is_last, double *bound, dm_error *err)
{
    dmi_choice_view *first = &w->view[0], *exact = &w->view[w->views - 1];
    const dmi_choice_problem *p = first->problem;
    for (int32_t i = 0; i < w->relax.actives; i++) {
        int32_t c = w->relax.active[i];
        w->mixed[c] = dmi_choice_gain(p, &first->in, c);
        bool is_open = first->in.gain + w->mixed[c] > dmi_choice_cutoff(w->search);
        if (is_last && is_open && exact != first) {
            dmi_choice_enter_view(w, exact);
            w->mixed[c] =
                exact->in.gain + dmi_choice_gain(exact->problem, &exact->in, c) - first->in.gain;
        }
        if (is_last && is_open) {
            dmi_choice_set_fill(p, w->in->chosen, w->in->count, &first->tried);
            dmi_choice_set_add(p, &first->tried, c);
            dm_status status = DM_OK;
            if (first->in.gain + w->mixed[c] > dmi_choice_cutoff(w->search))
                status = offer_tried(w, err);
            if (status != DM_OK)
                return status;
        }
        if (!dmi_run_go_on(w->search->run, 1))
            return dmi_stopped(w->search->run, err);
    }
    *bound = first->in.gain +
             dmi_choice_relax(&w->relax, w->mixed, p->count - w->in->news, p->budget - w->in->cost);
    return DM_OK;
}

/* Whether the sites that are in may be together: bounds may have put more in than fit, as there is
 * nothing better below. */
static bool is_allowed(const dmi_choice_problem *p, const dmi_choice_set *in)
{
    bool is_spaced = true;
    for (int32_t i = 0; i < in->count && in->excluded; i++)
        is_spaced &= in->excluded[in->chosen[i]] == 0;
    return is_spaced && (!p->has_budget || in->cost <= p->budget);
}

static dm_status offer_ins(dmi_choice_worker *w, dm_error *err)
{
    dmi_choice_view *first = &w->view[0];
    if (!dmi_choice_is_complete(w->search->problem, w->in))
        return DM_OK;
    dmi_choice_set_fill(first->problem, w->in->chosen, w->in->count, &first->tried);
    return offer_tried(w, err);
}

/* Whether the node has complete sets beside that of the sites that are in. */
static bool has_sets(const dmi_choice_worker *w)
{
    const dmi_choice_problem *p = w->search->problem;
    int32_t news = w->in->news;
    for (int32_t i = 0; i < w->relax.actives; i++)
        news += dmi_choice_is_new(p, w->relax.active[i]);
    return w->relax.actives > 0 && (!p->is_exact || news >= p->count);
}

/* How low the linear program gets if candidate c is in, or out; at least `least`. */
static dm_status try_candidate(dmi_choice_worker *w, int32_t c, bool is_in, double least,
                               double *bound, dm_error *err)
{
    dm_status status = dmi_lp_save(&w->lp, &w->saved, err);
    if (status != DM_OK)
        return status;
    dmi_lp_set_bounds(&w->lp, c, is_in, is_in);
    dmi_lp_solve(&w->lp, least * w->scale, TRY_PIVOTS);
    *bound = fmax(dmi_lp_z(&w->lp) / w->scale, least);
    dmi_lp_restore(&w->lp, &w->saved);
    return DM_OK;
}

/* The active candidate to branch on; -1: there is none.  Sites that are probably in change the
 * bound most, so those are tried whose share is nearest to LIKELY: of these the one is best whose
 * two children have the least product of what remains above `least`. */
static dm_status find_branch(dmi_choice_worker *w, double least, int32_t *next, dm_error *err)
{
    const dmi_choice_relaxation *r = &w->relax;
    const dmi_choice_problem *p = w->view[0].problem;
    bool tries = /* they cost less than cuts */
        TRY_PART * (int64_t)w->lp.d.rows * w->lp.sites <= (int64_t)p->customers * p->candidates;
    double most = -1, z = dmi_lp_z(&w->lp) / w->scale, little = 1e-4 * fabs(z - least), low;
    for (int32_t i = 0; i < r->actives; i++)
        w->share[r->active[i]] = w->lp.x[r->active[i]];
    *next = -1;
    for (int turn = 0; turn < (tries ? TRIES : 1); turn++) {
        int32_t c = -1;
        double fall = 1;
        for (int32_t i = 0; i < r->actives; i++) {
            double share = w->share[r->active[i]];
            if (share >= (turn ? LEAST_TRIED : 0) &&
                (c < 0 || fabs(share - LIKELY) < fabs(w->share[c] - LIKELY)))
                c = r->active[i];
        }
        if (c < 0)
            break;
        w->share[c] = -1; /* tried */
        for (int way = 0; tries && way < 2; way++) {
            dm_status status = try_candidate(w, c, way == 1, least, &low, err);
            if (status != DM_OK)
                return status;
            fall *= fmax(z - low, little);
        }
        if (fall > most) {
            most = fall;
            *next = c;
        }
    }
    return DM_OK;
}

/* The children of the node, in which a candidate is in or out. */
static dm_status branch(dmi_choice_worker *w, double bound, double upper, dmi_choice_node *child[2],
                        double *dropped, dm_error *err)
{
    int32_t ins = w->in->count, next = -1;
    double least = dmi_choice_cutoff(w->search);
    memcpy(w->list, w->in->chosen, (size_t)ins * sizeof *w->list);
    bool moved = fix_by_bound(w, bound, least, &ins, dropped);
    dm_status status = moved ? DM_OK : find_branch(w, least, &next, err);
    if (status != DM_OK)
        return status;
    if (!moved && next < 0) /* all others are out */
        return offer_ins(w, err);
    if (!moved) {
        child[1] = new_node(w, ins, next, upper);
        w->list[ins++] = next;
    }
    child[0] = new_node(w, ins, next, upper);
    return child[0] && (moved || child[1]) ? DM_OK : dmi_no_memory(err);
}

dm_status dmi_choice_node_process(dmi_choice_worker *worker, const dmi_choice_node *node,
                                  dmi_choice_node *child[2], double *dropped, dm_error *err)
{
    const dmi_choice_problem *p = worker->search->problem;
    double bound = INFINITY;
    enter_node(worker, node);
    if (!is_allowed(p, worker->in))
        return DM_OK;
    dm_status status = offer_ins(worker, err);
    if (status != DM_OK || !has_sets(worker))
        return status;
    int32_t left = p->count - worker->in->news;
    bool is_solved = left == 1 && p->closable == 0;
    if (left <= 2)
        status = bound_by_singles(worker, is_solved, &bound, err);
    if (status == DM_OK && !is_solved && bound > dmi_choice_cutoff(worker->search))
        status = lower_bound(worker, node, &bound, err);
    if (status != DM_OK)
        return status;
    dmi_lp_sweep(&worker->lp, IDLE);
    double upper = bound < node->upper ? bound : node->upper;
    if (!is_solved && upper > dmi_choice_cutoff(worker->search))
        return branch(worker, bound, upper, child, dropped, err);
    *dropped = upper;
    return DM_OK;
}
