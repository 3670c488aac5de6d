/* tree_workers.h - the workers of one search, one per thread. */
#ifndef DMI_LOCATION_LEAD_EXACT_TREE_WORKERS_H
#define DMI_LOCATION_LEAD_EXACT_TREE_WORKERS_H

#include "location/lead/exact/branch_and_cut.h"

dm_status dmi_lead_workers_init(dmi_lead_search *search, int threads, dm_error *err);
void dmi_lead_workers_clear(dmi_lead_search *search); /* also after a failure */
/* Adds the budget and the number of new sites to the linear program, if they are limited; `coef` is
 * scratch for a row. */
dm_status dmi_lead_add_limits(const dmi_lead_problem *problem, dmi_lp *lp, int64_t *coef,
                              dm_error *err);
/* Takes the root and processes it; false if the search is over. */
bool dmi_lead_worker_root(dmi_lead_search *search, dmi_lead_worker *worker);
/* Lets all workers search.  The start is made. */
dm_status dmi_lead_workers_run(dmi_lead_search *search);

#endif
