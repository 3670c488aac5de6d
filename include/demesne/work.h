/* demesne/work.h - workers that share the work of one database.
 *
 *     dm_work_settings settings = {.threads = 2};
 *     dm_work_run("postgresql://demesne@db/atlas", &settings, run, &tally, &err);
 *
 * dm_atlas_queue() and dm_tournament_queue() cut a plan into batches of about a second of computing
 * and put them into the database.  Any number of workers, on any number of machines, take leases on
 * batches, compute them, and write all results of a batch and the end of its lease at once.  A
 * worker may be killed at any time: when its lease ends, another takes its batches.  A worker that
 * was cut off and comes back late writes nothing.  So no game is lost, and none counts twice.
 */
#ifndef DEMESNE_WORK_H
#define DEMESNE_WORK_H

#include <demesne/programs.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_work_settings {
    int threads;          /* 0: 1; each computes its own batches */
    int64_t memory;       /* bytes for the tables of all solvers together; 0: 256 MiB */
    double lease_seconds; /* 0: 60; renewed every third of it */
    bool no_wait;         /* end if all batches that are left are leased by others */
    dm_sandbox sandbox;   /* for outside programs */
    int64_t reserved[4];  /* 0; later versions may use them */
} dm_work_settings;

typedef struct dm_work_tally {
    int64_t batches;        /* computed and written */
    int64_t late;           /* computed in vain: the lease had ended, and another took the batch */
    int64_t games;          /* solved or played now */
    double compute_seconds; /* of all threads together */
    double store_seconds;   /* the same: taking leases, writing results, waiting for the database */
} dm_work_tally;

/* Takes batches until none is left.  Batches that others have leased are waited for, because those
 * may die.  A lost connection is opened again for up to a minute.  DM_STOPPED: the run ended; what
 * was found is stored, and the leases are given back. */
dm_status dm_work_run(const char *path, const dm_work_settings *settings, dm_run *run,
                      dm_work_tally *out, dm_error *err);

/* All batches of a database. */
typedef struct dm_work_state {
    int64_t to_do, leased, done, failed;
    int64_t games; /* solved or played in those that are done */
} dm_work_state;

dm_status dm_work_count(const char *path, dm_work_state *out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
