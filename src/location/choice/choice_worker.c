/* choice_worker.c - what one thread of the search has: the problem's views, and the linear program
 * of its cuts.
 */
#include "base/base.h"
#include "location/choice/choice_search.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCALE_BITS = 24 }; /* of the largest gain in the linear program */

/* Sites that gain and cost nothing make the number of sites in the linear program the same for all
 * sets. */
static int32_t lp_sites(const dmi_choice_problem *p)
{
    return p->candidates + p->closable + (p->is_exact ? 0 : p->count);
}

/* The entry that the linear program's next row takes. */
static dmi_choice_row_cut *next_cut(dmi_choice_worker *w)
{
    int32_t at = 0;
    size_t room = w->cut_room;
    while (at < w->lp.cuts && w->lp.cut[at].used)
        at++;
    if (!dmi_reserve(&w->cut, &w->cut_room, (size_t)at + 1, sizeof *w->cut))
        return NULL;
    for (size_t i = room; i < w->cut_room; i++)
        w->cut[i] = (dmi_choice_row_cut){0};
    return &w->cut[at];
}

/* Adds a cut to the linear program. */
dm_status dmi_choice_add_cut(dmi_choice_worker *w, const double *coefficient, double constant,
                             dm_error *err)
{
    const dmi_choice_problem *p = w->search->problem;
    dmi_choice_row_cut *cut = next_cut(w);
    if (cut && !cut->coefficient)
        cut->coefficient = dmi_alloc((size_t)p->candidates, sizeof *cut->coefficient);
    if (!cut || !cut->coefficient)
        return dmi_no_memory(err);
    cut->constant = constant;
    for (int32_t i = 0; i < lp_sites(p); i++)
        w->scaled[i] = 0;
    for (int32_t c = 0; c < p->candidates; c++) {
        cut->coefficient[c] = coefficient[c];
        w->scaled[c] = (int64_t)ceil(fmax(coefficient[c], -2 * p->ceiling) * w->scale);
    }
    return dmi_lp_add(&w->lp, w->scaled, (int64_t)ceil(constant * w->scale), err);
}

/* Adds the row 0 <= constant + w->scaled x, which no bound is mixed of. */
static dm_status add_limit(dmi_choice_worker *w, int64_t constant, dm_error *err)
{
    return next_cut(w) ? dmi_lp_add_limit(&w->lp, w->scaled, constant, err) : dmi_no_memory(err);
}

/* Brings a view to the sites that are in. */
void dmi_choice_enter_view(dmi_choice_worker *w, dmi_choice_view *view)
{
    if (view->is_entered)
        return;
    if (&view->in != w->in)
        dmi_choice_set_fill(view->problem, w->in->chosen, w->in->count, &view->in);
    dmi_choice_cutter_start(&view->cutter, &view->in);
    view->is_entered = true;
}

/* A cut that is low at w->share. */
dm_status dmi_choice_make_cut(dmi_choice_worker *w, dmi_choice_view *view, double *constant,
                              dm_error *err)
{
    dmi_choice_enter_view(w, &w->view[0]);
    dmi_choice_enter_view(w, view);
    return dmi_choice_cut(&view->cutter, w->relax.active, w->relax.actives, w->share,
                          w->coefficient, constant, w->search->run, err);
}

/* The number of new sites and the budget, where the linear program has to be told. */
static dm_status add_limits(dmi_choice_worker *w, dm_error *err)
{
    const dmi_choice_problem *p = w->search->problem;
    double scale = ldexp(1, SCALE_BITS) / ((double)p->budget + 1);
    dm_status status = DM_OK;
    for (int32_t i = 0; i < lp_sites(p); i++)
        w->scaled[i] = i < p->candidates && dmi_choice_is_new(p, i) ? -1 : 0;
    if (p->closable > 0)
        status = add_limit(w, p->count, err);
    if (status != DM_OK || !p->has_budget)
        return status;
    for (int32_t i = 0; i < p->candidates; i++) /* one that costs more than all is never open */
        w->scaled[i] = -(int64_t)(fmin((double)p->cost[i], (double)p->budget + 1) * scale);
    return add_limit(w, (int64_t)ceil((double)p->budget * scale), err);
}

/* The first rows: cuts at no site and at the best set so far, and the limits. */
static dm_status add_first_rows(dmi_choice_worker *w, dm_error *err)
{
    const dmi_choice_set *best = w->search->best;
    dm_status status = DM_OK;
    double constant;
    for (int turn = 0; turn < 2 && status == DM_OK; turn++) {
        for (int32_t i = 0; turn == 1 && i < best->count; i++)
            w->share[best->chosen[i]] = 1;
        status = dmi_choice_make_cut(w, &w->view[0], &constant, err);
        if (status == DM_OK)
            status = dmi_choice_add_cut(w, w->coefficient, constant, err);
    }
    memcpy(w->centre, w->share, (size_t)w->relax.actives * sizeof *w->centre);
    return status == DM_OK ? add_limits(w, err) : status;
}

dm_status dmi_choice_worker_init(dmi_choice_worker *worker, dmi_choice_tree *search, dm_error *err)
{
    const dmi_choice_problem *p = search->problem;
    dmi_choice_worker *w = worker;
    size_t sites = (size_t)lp_sites(p), candidates = (size_t)p->candidates;
    *w = (dmi_choice_worker){.search = search};
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
    w->view[0].problem = search->coarse ? &search->coarse->problem : p;
    w->view[1].problem = p;
    w->views = search->coarse ? 2 : 1;
    w->in = &w->view[0].in;
    for (int i = 0; i < w->views && status == DM_OK; i++) {
        dmi_choice_view *view = &w->view[i];
        status = dmi_choice_cutter_init(&view->cutter, view->problem, err);
        if (status == DM_OK)
            status = dmi_choice_set_init(&view->in, view->problem, err);
        if (status == DM_OK)
            status = dmi_choice_set_init(&view->tried, view->problem, err);
    }
    if (status == DM_OK && search->coarse) {
        w->view[1].cutter.coarse = &w->view[0].cutter;
        w->view[1].cutter.cluster = search->coarse->cluster;
    }
    if (status == DM_OK)
        status = dmi_choice_relaxation_init(&w->relax, p, err);
    if (status == DM_OK)
        status = dmi_lp_init(&w->lp, lp_sites(p), dmi_choice_most(p), err);
    return status == DM_OK ? add_first_rows(w, err) : status;
}

void dmi_choice_worker_clear(dmi_choice_worker *worker)
{
    for (size_t i = 0; i < worker->cut_room; i++)
        free(worker->cut[i].coefficient);
    free(worker->cut);
    free(worker->multiplier);
    dmi_lp_clear(&worker->lp);
    dmi_lp_dictionary_clear(&worker->saved);
    for (int i = 0; i < worker->views; i++) {
        dmi_choice_cutter_clear(&worker->view[i].cutter);
        dmi_choice_set_clear(&worker->view[i].in);
        dmi_choice_set_clear(&worker->view[i].tried);
    }
    dmi_choice_relaxation_clear(&worker->relax);
    dmi_arrays_free(&worker->arrays);
    *worker = (dmi_choice_worker){0};
}
