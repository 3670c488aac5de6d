/* work_queue.h - batches of work in the database, and who has the lease of each.
 *
 * A lease is a token that a worker draws: the batches that it takes carry it.  Until the lease ends
 * nobody else takes them; a batch whose lease has ended is to do again, under another token.  The
 * database's clock decides.  Only who still has the token ends a batch.
 */
#ifndef DMI_WORK_QUEUE_H
#define DMI_WORK_QUEUE_H

#include "store/store.h"

/* The id of the job with these settings; added if it is new. */
dm_status dmi_job_id(dmi_store *store, const char *settings, int64_t *id, dm_error *err);

/* Adds a batch to do.  If it is there and has ended, it is to do again. */
dm_status dmi_batch_put(dmi_store *store, int64_t job, const char *kind, const char *what,
                        dm_error *err);

typedef struct dmi_lease {
    int64_t token;
    const char *worker; /* who asks, for people who read the table */
    double seconds;
    int64_t job; /* only its batches; 0: any */
} dmi_lease;

/* Its arguments are borrowed until it returns. */
typedef dm_status dmi_batch_fn(void *user, int64_t id, const char *kind, const char *what,
                               dm_error *err);
/* Leases up to `most` batches, the oldest first, and calls `each` for them.  It takes one and at
 * most a quarter of the others that are left, so that workers share the last ones. */
dm_status dmi_batches_take(dmi_store *store, const dmi_lease *lease, int64_t most,
                           dmi_batch_fn *each, void *user, dm_error *err);
/* Calls `each` for the batches that a lease took before the connection was lost. */
dm_status dmi_batches_leased(dmi_store *store, int64_t token, dmi_batch_fn *each, void *user,
                             dm_error *err);
/* Prolongs a lease.  DM_END if no batch of it, with ids from `low` to `high`, is held any more. */
dm_status dmi_batches_renew(dmi_store *store, const dmi_lease *lease, int64_t low, int64_t high,
                            dm_error *err);

typedef enum dmi_batch_state { DMI_BATCH_TO_DO, DMI_BATCH_DONE, DMI_BATCH_FAILED } dmi_batch_state;

/* What a batch found. */
typedef struct dmi_batch_count {
    int64_t boards;
    int64_t solved; /* games solved or played */
    int64_t known;  /* games that the database had */
    int64_t unproven;
    double seconds;
} dmi_batch_count;

/* Ends the lease of a batch and says how; TO_DO gives it back, and `untouched` says that the lease
 * does not count as a try.  Nothing happens if the lease is another's. */
dm_status dmi_batch_end(dmi_store *store, int64_t id, int64_t token, dmi_batch_state state,
                        bool untouched, const dmi_batch_count *count, const char *note,
                        dm_error *err);

typedef void dmi_batch_id_fn(void *user, int64_t id);
/* Calls `each` for the batches with ids from `low` to `high` whose last lease has this token. */
dm_status dmi_batches_held(dmi_store *store, int64_t token, int64_t low, int64_t high,
                           dmi_batch_id_fn *each, void *user, dm_error *err);

/* Its argument is borrowed until it returns. */
typedef bool dmi_worker_fn(const char *worker);
/* Ends the leases of workers for which `has_ended` returns true. */
dm_status dmi_leases_free(dmi_store *store, dmi_worker_fn *has_ended, dm_error *err);

/* Gives up batches that `tries` workers took and did not end. */
dm_status dmi_batches_drop(dmi_store *store, int64_t tries, const char *note, dm_error *err);

/* DM_OK if a batch of the job (0: of any) is not ended, DM_END if all are. */
dm_status dmi_batch_left(dmi_store *store, int64_t job, dm_error *err);

typedef struct dmi_job_counts {
    int64_t to_do, leased, done, failed; /* batches */
    dmi_batch_count found;
} dmi_job_counts;

dm_status dmi_job_counts_read(dmi_store *store, int64_t job, dmi_job_counts *out, dm_error *err);

/* DM_BAD_INPUT with the first failure if batches of the job (0: of any) have failed. */
dm_status dmi_job_check(dmi_store *store, int64_t job, dm_error *err);

#endif
