/* crew.h - workers that solve, and what they found on its way to the database. */
#ifndef DMI_CREW_H
#define DMI_CREW_H

#include "atlas/feed.h"
#include <demesne/solve.h>
#include <pthread.h>

/* A board that belongs to a table, or a game on it. */
typedef struct dmi_finding {
    struct dmi_finding *next;
    dmi_member member; /* strings in `text` */
    bool is_game;
    dmi_game_key key;
    dmi_solved game;
    char text[];
} dmi_finding;

typedef struct dmi_crew dmi_crew;

typedef struct dmi_worker {
    dmi_crew *crew;
    pthread_t thread;
    bool is_started;
    dm_solver *solver;
    dm_run *run; /* of the game in work, or NULL; under the crew's lock */
} dmi_worker;

struct dmi_crew {
    const dm_atlas_plan *plan;
    dmi_store *store;
    dmi_feed *feed; /* under the lock, like all that follows */
    pthread_mutex_t lock;
    pthread_cond_t ended; /* a worker has */
    int working;
    bool stop;
    dmi_finding *first, **last; /* not yet written */
    dm_atlas_tally tally;
    dm_status status; /* the first failure */
    dm_error err;
    int count;
    dmi_worker *workers;
};

dm_status dmi_crew_start(dmi_crew *crew, dmi_store *store, dmi_feed *feed,
                         const dm_atlas_plan *plan, dm_error *err);
/* Ends the games in work with the bounds they have; no new ones begin. */
void dmi_crew_stop(dmi_crew *crew);
void dmi_crew_fail(dmi_crew *crew, dm_status status, const dm_error *err);
/* Waits for all workers; frees everything but the feed. */
void dmi_crew_end(dmi_crew *crew);

#endif
