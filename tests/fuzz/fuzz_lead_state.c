/* fuzz_lead_state.c - states of a search for a lead are read or refused, and nodes that were read
 * can be searched.  The input is what follows the sums in a checkpoint. */
#include "location/lead/exact/checkpoint.h"
#include <demesne/source.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static dmi_lead_market market;
static dmi_lead_problem problem;

/* The question of all inputs: three sites against two on a grid. */
static void set_up(void)
{
    static const dm_lead_request request = {.count = 3, .reply = 2, .method = DM_LEAD_EXACT};
    static dm_arena *arena;
    static dmi_lead_sites sites;
    if (arena)
        return;
    if (dm_arena_open("grid:3x4", 1, &arena, NULL) != DM_OK ||
        dmi_lead_sites_init(&sites, arena, &request, NULL) != DM_OK ||
        dmi_lead_market_init(&market, arena, &sites, NULL, NULL) != DM_OK ||
        dmi_lead_problem_init(&problem, &market, NULL, NULL) != DM_OK)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    dmi_lead_search search;
    dm_run *run = NULL;
    const dmi_checkpoint checkpoint = {.path = "fuzz"};
    set_up();
    if (dm_run_new(&run, NULL) != DM_OK ||
        dmi_lead_search_init(&search, &problem, 1, run, NULL) != DM_OK)
        abort();
    dm_run_set_work_limit(run, 20);
    if (dmi_checkpoint_read(&checkpoint, &search, bytes, size, NULL) == DM_OK &&
        search.workers[0].lp.cuts > 0) {
        atomic_store(&search.target, search.best.won + 1);
        if (dmi_warm_start_make(&search, NULL) == DM_OK)
            dmi_lead_search_run(&search, NULL);
    }
    dmi_lead_search_clear(&search);
    dm_run_free(run);
    return 0;
}
