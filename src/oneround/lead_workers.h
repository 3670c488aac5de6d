/* lead_workers.h - the workers of one search, one per thread. */
#ifndef DMI_LEAD_WORKERS_H
#define DMI_LEAD_WORKERS_H

#include "oneround/lead_exact.h"

/* Makes `threads` workers; `first` is the number of the first one among those of all processes. */
dm_status dmi_lead_workers_init(dmi_lead_search *search, int threads, int first, dm_error *err);
void dmi_lead_workers_clear(dmi_lead_search *search); /* also after a failure */
/* Adds the budget and the number of new sites to the linear program, if they are limited. */
dm_status dmi_lead_add_limits(dmi_lead_worker *worker, dm_error *err);
/* Takes the best open node and processes it and, away from the root, all nodes below it; false if
 * the search is over. */
bool dmi_lead_worker_subtree(dmi_lead_search *search, dmi_lead_worker *worker);
/* Gives all workers the cuts and plans of the first and lets them search. */
dm_status dmi_lead_workers_run(dmi_lead_search *search, dm_error *err);

#endif
