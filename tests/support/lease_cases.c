/* lease_cases.c - leases on batches: who gets them, how they end, who is too late. */
#include "store/work_queue.h"
#include "support/store_cases.h"
#include "support/support.h"
#include <stdio.h>
#include <string.h>

static const dmi_batch_count nothing = {0};

/* Three batches of a new job. */
static int64_t new_job(dmi_store *store, const char *settings)
{
    int64_t job = 0;
    dm_error err = {0};
    assert_ok(dmi_job_id(store, settings, &job, &err), err);
    assert_ok(dmi_batch_put(store, job, "atlas", "a", &err), err);
    assert_ok(dmi_batch_put(store, job, "atlas", "b", &err), err);
    assert_ok(dmi_batch_put(store, job, "tournament", "c", &err), err);
    return job;
}

/* What was leased, as text; the ids go to the array. */
typedef struct taken {
    char text[100];
    int64_t id[10];
    int count;
} taken;

static dm_status note_batch(void *user, int64_t id, const char *kind, const char *what,
                            dm_error *err)
{
    taken *t = user;
    size_t used = strlen(t->text);
    (void)err;
    snprintf(t->text + used, sizeof t->text - used, "%s %s;", kind, what);
    t->id[t->count++] = id;
    return DM_OK;
}

/* Takes up to `most`, a few at a time, with a lease that ends in `seconds`. */
static taken take(dmi_store *store, int64_t token, double seconds, int64_t job, int most)
{
    taken t = {.count = 0};
    dm_error err = {0};
    const dmi_lease lease = {token, "me", 100, job}, end = {token, "me", seconds, job};
    for (int before = -1; before < t.count && t.count < most;) {
        before = t.count;
        assert_ok(dmi_batches_take(store, &lease, most - t.count, note_batch, &t, &err), err);
    }
    if (t.count > 0)
        assert_ok(dmi_batches_renew(store, &end, t.id[0], t.id[t.count - 1], &err), err);
    return t;
}

static void count_id(void *user, int64_t id)
{
    (void)id;
    ++*(int *)user;
}

static int held(dmi_store *store, int64_t token, const taken *t)
{
    int count = 0;
    dm_error err = {0};
    assert_ok(dmi_batches_held(store, token, t->id[0], t->id[t->count - 1], count_id, &count, &err),
              err);
    return count;
}

static void end(dmi_store *store, int64_t id, int64_t token, dmi_batch_state state)
{
    dm_error err = {0};
    assert_ok(dmi_batch_end(store, id, token, state, false, &nothing, "", &err), err);
}

static void assert_counts(dmi_store *store, int64_t job, int to_do, int leased, int done,
                          int failed)
{
    dmi_job_counts counts = {0};
    dm_error err = {0};
    assert_ok(dmi_job_counts_read(store, job, &counts, &err), err);
    assert_int_equal(counts.to_do, to_do);
    assert_int_equal(counts.leased, leased);
    assert_int_equal(counts.done, done);
    assert_int_equal(counts.failed, failed);
}

void a_batch_is_leased_to_one(void **state)
{
    (void)state;
    dmi_store *store = open_store(), *other = open_store();
    dm_error err = {0};
    int64_t job = new_job(store, "one"), second = new_job(store, "two");
    taken first = take(store, 1, 100, job, 2), rest = take(other, 2, 100, job, 9);
    assert_string_equal(first.text, "atlas a;atlas b;");
    assert_string_equal(rest.text, "tournament c;");
    assert_int_equal(take(other, 3, 100, job, 9).count, 0);
    assert_counts(store, job, 0, 3, 0, 0);
    assert_int_equal(take(other, 3, 100, 0, 9).count, 3); /* of any job */
    assert_int_equal(dmi_batch_left(store, job, &err), DM_OK);
    end(store, first.id[0], 1, DMI_BATCH_DONE);
    end(store, first.id[1], 1, DMI_BATCH_TO_DO);
    end(other, rest.id[0], 2, DMI_BATCH_FAILED);
    assert_counts(store, job, 1, 0, 1, 1);
    assert_counts(store, second, 0, 3, 0, 0);
    assert_int_equal(dmi_job_check(store, job, &err), DM_BAD_INPUT);
    assert_non_null(strstr(err.message, "tournament c"));
    new_job(store, "one"); /* ended batches are to do again; the other is not disturbed */
    assert_counts(store, job, 3, 0, 0, 0);
    dmi_store_close(other);
    dmi_store_close(store);
}

void who_is_late_changes_nothing(void **state)
{
    (void)state;
    dmi_store *store = open_store(), *other = open_store();
    dm_error err = {0};
    int64_t job = new_job(store, "late");
    taken slow = take(store, 1, -1, job, 3), fast = take(other, 2, 100, job, 3);
    const dmi_lease lease = {1, "me", 100, job};
    assert_int_equal(slow.count, 3); /* with a lease that is over */
    assert_int_equal(fast.count, 3);
    assert_int_equal(dmi_batches_renew(store, &lease, slow.id[0], slow.id[2], &err), DM_END);
    end(store, slow.id[0], 1, DMI_BATCH_DONE);
    assert_int_equal(held(store, 1, &slow), 0);
    assert_counts(store, job, 0, 3, 0, 0);
    end(other, fast.id[0], 2, DMI_BATCH_DONE);
    end(other, fast.id[0], 2, DMI_BATCH_DONE); /* repeated after a lost connection */
    assert_int_equal(held(other, 2, &fast), 3);
    assert_counts(store, job, 0, 2, 1, 0);
    taken again = take(store, 3, -1, job, 3);
    assert_int_equal(again.count, 0);
    dmi_store_close(other);
    dmi_store_close(store);
}

static bool is_me(const char *worker)
{
    return strcmp(worker, "me") == 0;
}

void leases_end_and_are_renewed(void **state)
{
    (void)state;
    dmi_store *store = open_store();
    dm_error err = {0};
    int64_t job = new_job(store, "renewed");
    taken t = take(store, 1, -1, job, 3);
    const dmi_lease lease = {1, "me", 100, job};
    assert_counts(store, job, 3, 0, 0, 0);
    assert_ok(dmi_batches_renew(store, &lease, t.id[0], t.id[2], &err), err);
    assert_counts(store, job, 0, 3, 0, 0);
    taken same = {.count = 0};
    assert_ok(dmi_batches_leased(store, 1, note_batch, &same, &err), err);
    assert_int_equal(same.count, 3);
    assert_ok(dmi_leases_free(store, is_me, &err), err);
    assert_counts(store, job, 3, 0, 0, 0);
    assert_ok(dmi_batches_drop(store, 2, "lost", &err), err);
    assert_counts(store, job, 3, 0, 0, 0);
    assert_ok(dmi_batches_drop(store, 1, "lost", &err), err);
    assert_counts(store, job, 0, 0, 0, 3);
    assert_int_equal(dmi_batch_left(store, job, &err), DM_END);
    dmi_store_close(store);
}
