/* warm_start.c - what every subtree begins with: cuts and strategies of the root.
 *
 * A subtree learns cuts and strategies of its own, and the next one begins without them.  So what
 * happens in a subtree depends on its first node and on the best opening alone, not on what the
 * worker did before: any number of workers in any number of processes searches the same tree, as
 * long as no better opening turns up on the way.
 */
#include "base/base.h"
#include "location/lead/exact/branch_and_cut.h"
#include "location/lead/exact/serialize.h"
#include <string.h>

enum { PIVOTS = 5000 };

void dmi_strategies_add(dmi_strategies *strategies, const dmi_lead_slot *strategy, int32_t slots)
{
    size_t at = (size_t)(strategies->count++ % DMI_STRATEGIES) * (size_t)slots;
    memcpy(strategies->slot + at, strategy, (size_t)slots * sizeof *strategy);
}

/* Copies strategies, the oldest first: other processes get them in this order. */
static void copy_strategies(dmi_strategies *to, const dmi_strategies *from, int32_t slots)
{
    uint64_t at = from->count > DMI_STRATEGIES ? from->count - DMI_STRATEGIES : 0;
    for (to->count = 0; at < from->count; at++)
        dmi_strategies_add(to, from->slot + (size_t)(at % DMI_STRATEGIES) * (size_t)slots, slots);
}

dm_status dmi_warm_start_make(dmi_lead_search *search, dm_error *err)
{
    const dmi_lead_problem *problem = search->problem;
    const dmi_lead_worker *first = &search->workers[0];
    dmi_warm_start *start = &search->start;
    size_t sites = (size_t)problem->whites, slots = (size_t)problem->reply;
    /* a new program: one that was built from the same cuts in another way may go to another
     * corner */
    dm_status status = dmi_lp_init(&start->lp, problem->whites, problem->count, err);
    for (int32_t k = 0; k < first->lp.cuts && status == DM_OK; k++)
        if (first->lp.cut[k].used && !first->lp.cut[k].limit)
            status = dmi_lp_add(&start->lp, first->lp.cut[k].coef, first->lp.cut[k].constant, err);
    if (status == DM_OK)
        status = dmi_lead_add_limits(problem, &start->lp, first->coef, err);
    start->centre = dmi_array(&start->arrays, sites, sizeof *start->centre);
    start->strategies.slot =
        dmi_array(&start->arrays, DMI_STRATEGIES * slots, sizeof *start->strategies.slot);
    if (status == DM_OK)
        status = dmi_arrays_check(&start->arrays, err);
    if (status != DM_OK)
        return status;
    dmi_lp_solve(&start->lp, -1, PIVOTS);
    memcpy(start->centre, dmi_lp_point(&start->lp), sites * sizeof *start->centre);
    copy_strategies(&start->strategies, &first->strategies, problem->reply);
    dmi_lead_cuts_write(&start->lp, &start->cuts);
    start->is_made = !start->cuts.failed;
    return start->is_made ? DM_OK : dmi_no_memory(err);
}

void dmi_warm_start_clear(dmi_warm_start *start)
{
    dmi_lp_clear(&start->lp);
    dmi_bytes_clear(&start->cuts);
    dmi_arrays_free(&start->arrays);
    *start = (dmi_warm_start){0};
}

dm_status dmi_lead_worker_begin(dmi_lead_worker *worker, dm_error *err)
{
    const dmi_warm_start *start = &worker->search->start;
    assert(start->is_made);
    size_t sites = (size_t)worker->problem->whites;
    memset(worker->fix, DMI_SITE_OPEN, sites);
    memcpy(worker->centre, start->centre, sites * sizeof *worker->centre);
    copy_strategies(&worker->strategies, &start->strategies, worker->problem->reply);
    dm_rng_init(&worker->separator.rng, dmi_lead_seed(worker->problem));
    return dmi_lp_copy(&worker->lp, &start->lp, err);
}
