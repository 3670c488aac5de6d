/* solve_workers.h - threads that solve the games of a plan. */
#ifndef DMI_SOLVE_WORKERS_H
#define DMI_SOLVE_WORKERS_H

#include "atlas/found_games.h"
#include "atlas/plan_boards.h"
#include "atlas/solve_board.h"
#include "base/threads.h"

typedef struct dmi_atlas_workers {
    const dm_atlas_plan *plan;
    dmi_store *store;
    dm_solver **solver;     /* one per worker */
    int count;              /* of workers */
    dmi_worker_group group; /* its lock guards everything below */
    dmi_plan_boards *boards;
    dmi_found_games found; /* not yet written */
    dm_atlas_tally tally;
} dmi_atlas_workers;

dm_status dmi_atlas_workers_start(dmi_atlas_workers *workers, dmi_store *store,
                                  dmi_plan_boards *boards, const dm_atlas_plan *plan,
                                  dm_error *err);
/* Waits for all workers; frees everything but `boards`.  As dmi_worker_group_end(). */
dm_status dmi_atlas_workers_end(dmi_atlas_workers *workers, dm_status status, dm_run *run,
                                dm_error *err);

#endif
