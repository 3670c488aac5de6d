/* work.c - a worker for batches of every kind. */
#include <demesne/work.h>

#include "atlas/atlas.h"
#include "contest/tournament/tournament.h"
#include "store/queue/queue.h"

dm_status dm_work_run(const char *path, const dm_work_settings *settings, dm_run *run,
                      dm_work_tally *out, dm_error *err)
{
    dmi_store *store = NULL;
    const dmi_work_plan plan = {.kind = {&dmi_atlas_batches, &dmi_tournament_batches},
                                .kind_count = 2,
                                .settings = *settings,
                                .phase = ""};
    dm_status status = dmi_store_open(path, false, &store, err); /* there must be one */
    dmi_store_close(store);
    store = NULL;
    if (status == DM_OK)
        status = dmi_store_open(path, true, &store, err);
    if (status == DM_OK)
        status = dmi_work(store, &plan, run, out, err);
    dmi_store_close(store);
    return status;
}

dm_status dm_work_count(const char *path, dm_work_state *out, dm_error *err)
{
    dmi_store *store = NULL;
    dmi_job_counts counts = {0};
    dm_status status = dmi_store_open(path, false, &store, err);
    if (status == DM_OK)
        status = dmi_job_counts_read(store, 0, &counts, err);
    if (status == DM_OK)
        *out = (dm_work_state){counts.to_do, counts.leased, counts.done, counts.failed,
                               counts.found.solved + counts.found.unproven};
    dmi_store_close(store);
    return status;
}
