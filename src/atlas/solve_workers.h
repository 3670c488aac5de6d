/* crew.h - workers that solve, and what they found on its way to the database. */
#ifndef DMI_SOLVE_WORKERS_H
#define DMI_SOLVE_WORKERS_H

#include "atlas/plan_boards.h"
#include <demesne/solve.h>
#include <pthread.h>

/* A board that belongs to a table, or a game on it. */
typedef struct dmi_atlas_result {
    struct dmi_atlas_result *next;
    dmi_member member; /* strings in `text` */
    bool is_game;
    dmi_game_key key;
    dmi_solved_game game;
    char text[];
} dmi_atlas_result;

typedef struct dmi_atlas_workers dmi_atlas_workers;

typedef struct dmi_atlas_worker {
    dmi_atlas_workers *crew;
    pthread_t thread;
    bool is_started;
    dm_solver *solver;
    dm_run *run; /* of the game in work, or NULL; under the crew's lock */
} dmi_atlas_worker;

struct dmi_atlas_workers {
    const dm_atlas_plan *plan;
    dmi_store *store;
    dmi_plan_boards *feed; /* under the lock, like all that follows */
    pthread_mutex_t lock;
    pthread_cond_t ended; /* a worker has */
    int working;
    bool stop;
    dmi_atlas_result *first, **last; /* not yet written */
    dm_atlas_tally tally;
    dm_status status; /* the first failure */
    dm_error err;
    int count;
    dmi_atlas_worker *workers;
};

dm_status dmi_atlas_workers_start(dmi_atlas_workers *crew, dmi_store *store, dmi_plan_boards *feed,
                                  const dm_atlas_plan *plan, dm_error *err);
/* Ends the games in work with the bounds they have; no new ones begin. */
void dmi_atlas_workers_stop(dmi_atlas_workers *crew);
void dmi_atlas_workers_fail(dmi_atlas_workers *crew, dm_status status, const dm_error *err);
/* Waits for all workers; frees everything but the feed. */
void dmi_atlas_workers_end(dmi_atlas_workers *crew);

#endif
