/* tournament_queue.c - puts the missing games of the current step into the queue, and works on
 * them.
 *
 * A pairing has at most a thousand batches.  As in a run of one process, boards come in order and
 * pairings in turn.
 */
#include "base/base.h"
#include "contest/tournament/tournament.h"
#include <assert.h>
#include <demesne/rng.h>
#include <inttypes.h>
#include <stdio.h>

enum { MOST_BATCHES = 1000 }; /* per pairing */

/* A tournament that is put into the queue. */
typedef struct queueing {
    const dm_tournament *t;
    int64_t job, count;
} queueing;

/* One batch for every row of boards, between `b` and `end`, that have work. */
static dm_status put_rows(queueing *q, const dmi_tournament_pairing *pairing, int64_t b,
                          int64_t end, dm_error *err)
{
    dm_status status = DM_OK;
    while (b < end && status == DM_OK) {
        int64_t from = b;
        while (b < end && dmi_pairing_has_work(pairing, b))
            b++;
        if (b > from) {
            /* The boards from `b` to `end` - 1 of a pairing. */
            const dm_tournament *t = q->t;
            dmi_tournament_batch batch = {.pairing = pairing->id,
                                          .first = 2 * from,
                                          .last = 2 * b - 1,
                                          .is_sequential = t->is_sequential};
            char what[DMI_TOURNAMENT_WHAT];
            if (t->system == DM_ROUND_ROBIN)
                batch.disqualify = t->disqualify;
            else if (t->disqualify > 0) {
                batch.out_after[0] = t->disqualify - t->player[pairing->players.first].faulty_games;
                batch.out_after[1] =
                    t->disqualify - t->player[pairing->players.second].faulty_games;
            }
            dmi_tournament_batch_write(&batch, what);
            q->count++;
            status = dmi_batch_put(q->t->store, q->job, dmi_tournament_batches.name, what, err);
        } else
            b++;
    }
    return status;
}

/* In a transaction, which may be repeated. */
static dm_status put_batches(void *user, dmi_store *store, dm_error *err)
{
    (void)store;
    queueing *q = user;
    q->count = 0;
    const dm_tournament *t = q->t;
    const dmi_tournament_step *now = &t->step;
    int64_t b = now->first_board, end = b + now->board_count;
    int64_t step = (now->board_count + MOST_BATCHES - 1) / MOST_BATCHES;
    dm_status status = DM_OK;
    for (; b < end && status == DM_OK; b += step)
        for (size_t i = 0; i < now->count && status == DM_OK; i++)
            status =
                put_rows(q, &t->pairing[now->pairing[i]], b, b + step < end ? b + step : end, err);
    return status;
}

static dm_status put_all(queueing *q, dm_error *err)
{
    const dm_tournament *t = q->t;
    const dmi_tournament_step *now = &t->step;
    uint64_t pairings = (uint64_t)now->first_board;
    char settings[160];
    for (size_t i = 0; i < now->count; i++)
        pairings = dm_rng_derive(pairings, (uint64_t)t->pairing[now->pairing[i]].id);
    snprintf(settings, sizeof settings,
             "tournament event %" PRId64 " games %" PRId64 "%s pairings %zu %016" PRIx64, t->event,
             2 * now->board_count, t->is_sequential ? " sequential" : "", now->count, pairings);
    dm_status status = dmi_players_place(t, err);
    if (status == DM_OK)
        status = dmi_job_id(t->store, settings, &q->job, err);
    return status == DM_OK ? dmi_store_transact(q->t->store, put_batches, q, err) : status;
}

dm_status dm_tournament_queue(dm_tournament *t, int64_t *batches, dm_error *err)
{
    queueing q = {.t = t};
    if (t->has_guests)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "no other worker knows the players of this program; run it here");
    dm_status status = put_all(&q, err);
    if (status == DM_OK)
        *batches = q.count;
    return status;
}

dm_status dmi_step_run_queued(dm_tournament *t, int threads, dm_run *run, dm_error *err)
{
    assert(threads >= 1);
    queueing q = {.t = t};
    dm_error lost = {0};
    dm_status status = put_all(&q, err);
    if (status != DM_OK)
        return status;
    const dmi_work_plan work = {.kind = {&dmi_tournament_batches},
                                .kind_count = 1,
                                .job = q.job,
                                .settings = {.threads = threads, .sandbox = t->match.sandbox},
                                .phase = ""};
    status = dmi_work(t->store, &work, run, NULL, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    dm_status read = dmi_tournament_reload(t, &lost);
    if (read == DM_OK)
        read = dmi_job_check(t->store, q.job, &lost);
    if (read != DM_OK && err)
        *err = lost;
    return read == DM_OK ? status : read;
}
