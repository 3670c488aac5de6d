/* work_queue.c - batches of work in the database, and who has the lease of each. */
#include "store/work_queue.h"

#include "base/base.h"
#include "store/query.h"
#include <assert.h>
#include <stdlib.h>

dm_status dmi_job_id(dmi_store *store, const char *settings, int64_t *id, dm_error *err)
{
    dm_status status =
        dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_JOB, err, "t", settings), err);
    if (status != DM_OK)
        return status;
    return dmi_query_id(dmi_query_start(store, DMI_SQL_JOB, err, "t", settings), id, err);
}

dm_status dmi_batch_put(dmi_store *store, int64_t job, const char *kind, const char *what,
                        dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_BATCH, err, "itt", job, kind, what),
                            err);
}

/* Calls `each` for every batch that a query returns, and ends it. */
static dm_status read_batches(dmi_query query, dmi_batch_fn *each, void *user, dm_error *err)
{
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        const char *kind = dmi_query_text(&query, 1), *what = dmi_query_text(&query, 2);
        status = kind && what ? each(user, dmi_query_integer(&query, 0), kind, what, err)
                              : dmi_no_memory(err);
        if (status != DM_OK)
            break;
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_batches_take(dmi_store *store, const dmi_lease *lease, int64_t most,
                           dmi_batch_fn *each, void *user, dm_error *err)
{
    return read_batches(dmi_query_start(store, DMI_SQL_TAKE_BATCHES, err, "itrii", lease->token,
                                        lease->worker, lease->seconds, lease->job, most),
                        each, user, err);
}

dm_status dmi_batches_leased(dmi_store *store, int64_t token, dmi_batch_fn *each, void *user,
                             dm_error *err)
{
    return read_batches(dmi_query_start(store, DMI_SQL_LEASED_BATCHES, err, "i", token), each, user,
                        err);
}

/* Calls `each`, if there is one, for every id that a query returns, and ends it.  DM_END if it
 * returns none. */
static dm_status read_ids(dmi_query query, dmi_batch_id_fn *each, void *user, dm_error *err)
{
    dm_status status, none = DM_END;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        none = DM_OK;
        if (each)
            each(user, dmi_query_integer(&query, 0));
    }
    dmi_query_end(&query);
    return status == DM_END ? none : status;
}

dm_status dmi_batches_renew(dmi_store *store, const dmi_lease *lease, int64_t low, int64_t high,
                            dm_error *err)
{
    assert(low <= high);
    return read_ids(dmi_query_start(store, DMI_SQL_RENEW_BATCHES, err, "riii", lease->seconds,
                                    lease->token, low, high),
                    NULL, NULL, err);
}

dm_status dmi_batch_end(dmi_store *store, int64_t id, int64_t token, dmi_batch_state state,
                        bool untouched, const dmi_batch_count *count, const char *note,
                        dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, DMI_SQL_END_BATCH, err, "iiiiirtiii",
                                            (int64_t)state, count->boards, count->solved,
                                            count->known, count->unproven, count->seconds, note,
                                            (int64_t)untouched, id, token),
                            err);
}

dm_status dmi_batches_held(dmi_store *store, int64_t token, int64_t low, int64_t high,
                           dmi_batch_id_fn *each, void *user, dm_error *err)
{
    assert(low <= high);
    dm_status status =
        read_ids(dmi_query_start(store, DMI_SQL_HELD_BATCHES, err, "iii", token, low, high), each,
                 user, err);
    return status == DM_END ? DM_OK : status;
}

/* The first leased worker after `*name` in order, for free(); NULL: none. */
static dm_status next_worker(dmi_store *store, char **name, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_NEXT_WORKER, err, "t", *name ? *name : "");
    dm_status status = dmi_query_next(&query, err);
    const char *text = status == DM_OK ? dmi_query_text(&query, 0) : NULL;
    char *next = text ? dmi_strdup(text) : NULL;
    dmi_query_end(&query);
    if (status == DM_OK && !next)
        return dmi_no_memory(err);
    free(*name);
    *name = next;
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_leases_free(dmi_store *store, dmi_worker_fn *has_ended, dm_error *err)
{
    char *name = NULL;
    dm_status status;
    while ((status = next_worker(store, &name, err)) == DM_OK && name)
        if (has_ended(name)) {
            status =
                dmi_query_finish(dmi_query_start(store, DMI_SQL_FREE_WORKER, err, "t", name), err);
            if (status != DM_OK)
                break;
        }
    free(name);
    return status;
}

dm_status dmi_batches_drop(dmi_store *store, int64_t tries, const char *note, dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, DMI_SQL_DROP_BATCHES, err, "ti", note, tries),
                            err);
}

dm_status dmi_batch_left(dmi_store *store, int64_t job, dm_error *err)
{
    return dmi_query_probe(dmi_query_start(store, DMI_SQL_BATCH_LEFT, err, "i", job), err);
}

dm_status dmi_job_counts_read(dmi_store *store, int64_t job, dmi_job_counts *out, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_BATCH_COUNTS, err, "i", job);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK)
        *out = (dmi_job_counts){.to_do = dmi_query_integer(&query, 0),
                                .leased = dmi_query_integer(&query, 1),
                                .done = dmi_query_integer(&query, 2),
                                .failed = dmi_query_integer(&query, 3),
                                .found = {.boards = dmi_query_integer(&query, 4),
                                          .solved = dmi_query_integer(&query, 5),
                                          .known = dmi_query_integer(&query, 6),
                                          .unproven = dmi_query_integer(&query, 7),
                                          .seconds = dmi_query_real(&query, 8)}};
    dmi_query_end(&query);
    return status;
}

dm_status dmi_job_check(dmi_store *store, int64_t job, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_FAILED_BATCH, err, "i", job);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK) {
        const char *kind = dmi_query_text(&query, 0), *what = dmi_query_text(&query, 1),
                   *note = dmi_query_text(&query, 2);
        status = kind && what && note
                     ? dmi_fail_at(err, DM_BAD_INPUT, dmi_store_path(store), 0,
                                   "a worker failed at %s %.100s: %s", kind, what, note)
                     : dmi_no_memory(err);
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}
