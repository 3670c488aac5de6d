/* solve_workers.h - threads that solve the games of a plan. */
#ifndef DMI_SOLVE_WORKERS_H
#define DMI_SOLVE_WORKERS_H

#include "atlas/found_games.h"
#include "atlas/plan_boards.h"
#include "atlas/solve_board.h"
#include "base/threads.h"
#include <pthread.h>

typedef struct dmi_atlas_workers {
    const dm_atlas_plan *plan;
    dmi_store *store;
    dm_run *run;        /* ends all games; any thread may cancel it */
    dm_solver **solver; /* one per worker */
    int count;          /* of workers */
    dmi_threads *threads;
    dmi_plan_boards *boards; /* under the lock, like everything below */
    pthread_mutex_t lock;
    dmi_found_games found; /* not yet written */
    dm_atlas_tally tally;
    dm_status status; /* the first failure */
    dm_error err;
} dmi_atlas_workers;

dm_status dmi_atlas_workers_start(dmi_atlas_workers *workers, dmi_store *store,
                                  dmi_plan_boards *boards, const dm_atlas_plan *plan,
                                  dm_error *err);
/* Ends the present games with the bounds they have, and starts no others. */
void dmi_atlas_workers_stop(dmi_atlas_workers *workers);
void dmi_atlas_workers_fail(dmi_atlas_workers *workers, dm_status status, const dm_error *err);
/* Waits for all workers; frees everything but `boards`. */
void dmi_atlas_workers_end(dmi_atlas_workers *workers);

#endif
