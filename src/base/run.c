/* run.c - run control: when to stop and when to report.
 *
 * All counters are relaxed atomics, so threads of one call may share a run and
 * a signal handler may call dm_run_cancel().  The clock is read in one of
 * CLOCK_EVERY calls, and whenever a call reports.
 */
#include "base/base.h"

#include "base/threads.h"
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { CLOCK_EVERY = 4 }; /* on large boards a call takes milliseconds */

struct dm_run {
    double start;
    double deadline; /* on the monotonic clock; negative: none */
    uint64_t work_limit;
    dm_progress_fn *report;
    void *user;
    double interval;
    _Atomic double last_report;
    dmi_run_watch_fn *is_cancelled; /* NULL: nobody is asked */
    void *watch_user;
    double watch_interval;
    _Atomic double last_watch;
    atomic_uint_fast64_t work;
    atomic_uint_fast64_t calls;
    atomic_int stop;
    const dm_run *leader; /* NULL, or a run that this one follows: it stops when the leader does */
};

double dmi_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

dm_status dm_run_new(dm_run **out, dm_error *err)
{
    dm_run *run = dmi_calloc(1, sizeof *run);
    if (!run)
        return dmi_no_memory(err);
    run->start = dmi_seconds();
    run->deadline = -1;
    *out = run;
    return DM_OK;
}

void dm_run_free(dm_run *run)
{
    free(run);
}

void dm_run_set_deadline(dm_run *run, double seconds)
{
    run->deadline = seconds < 0 ? -1 : dmi_seconds() + seconds;
}

void dm_run_set_work_limit(dm_run *run, int64_t units)
{
    run->work_limit = units > 0 ? (uint64_t)units : 0;
}

void dm_run_set_progress(dm_run *run, dm_progress_fn *report, void *user, double interval)
{
    run->report = report;
    run->user = user;
    run->interval = interval;
}

void dmi_run_set_watch(dm_run *run, dmi_run_watch_fn *is_cancelled, void *user, double interval)
{
    run->is_cancelled = is_cancelled;
    run->watch_user = user;
    run->watch_interval = interval;
}

void dm_run_cancel(dm_run *run)
{
    atomic_store_explicit(&run->stop, DM_STOP_CANCEL, memory_order_relaxed);
}

dm_stop dm_run_stopped(const dm_run *run)
{
    return (dm_stop)atomic_load_explicit(&run->stop, memory_order_relaxed);
}

/* Keeps the first reason to stop. */
static void stop_for(dm_run *run, dm_stop why)
{
    int none = DM_STOP_NONE;
    atomic_compare_exchange_strong(&run->stop, &none, (int)why);
}

void dmi_run_follow(dm_run *run, const dm_run *leader)
{
    run->leader = leader;
    if (!leader)
        return;
    dm_run_set_progress(run, leader->report, leader->user, leader->interval);
    dmi_run_set_watch(run, leader->is_cancelled, leader->watch_user, leader->watch_interval);
}

dm_status dmi_run_part(const dm_run *leader, double seconds, dm_run **out, dm_error *err)
{
    dm_status status = dm_run_new(out, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(*out, leader);
    dm_run_set_progress(*out, NULL, NULL, 0);
    dm_run_set_deadline(*out, seconds);
    return DM_OK;
}

/* Whether `interval` seconds passed since *last; if so, they are counted from now on. */
static bool is_time(const dm_run *run, _Atomic double *last, double interval, double now)
{
    double before = atomic_load_explicit(last, memory_order_relaxed);
    return now - (before > run->start ? before : run->start) >= interval &&
           atomic_compare_exchange_strong(last, &before, now);
}

/* Stops `run` if it or any run that it follows is past its deadline or has been stopped.
 * If `now` is -1, deadlines are ignored. */
static void stop_if_due(dm_run *run, double now)
{
    if (run->is_cancelled && now >= 0 && is_time(run, &run->last_watch, run->watch_interval, now) &&
        run->is_cancelled(run->watch_user))
        stop_for(run, DM_STOP_CANCEL);
    for (const dm_run *r = run; r; r = r->leader) {
        dm_stop why = dm_run_stopped(r);
        if (why == DM_STOP_NONE && r->deadline >= 0 && now >= r->deadline)
            why = DM_STOP_DEADLINE;
        if (why != DM_STOP_NONE)
            stop_for(run, why);
    }
}

int dmi_run_go_on(dm_run *run, uint64_t work)
{
    if (!run)
        return 1;
    uint64_t done = atomic_fetch_add_explicit(&run->work, work, memory_order_relaxed) + work;
    if (run->work_limit && done > run->work_limit)
        stop_for(run, DM_STOP_WORK);
    uint64_t calls = atomic_fetch_add_explicit(&run->calls, 1, memory_order_relaxed);
    stop_if_due(run, calls % CLOCK_EVERY == 0 ? dmi_seconds() : -1);
    return dm_run_stopped(run) == DM_STOP_NONE;
}

int dmi_run_report(dm_run *run, uint64_t work, const char *phase, uint64_t done, uint64_t total,
                   const char *note)
{
    if (!run)
        return 1;
    double now = dmi_seconds();
    if (run->report && is_time(run, &run->last_report, run->interval, now)) {
        dm_progress progress = {phase, note ? note : "", (int64_t)done, (int64_t)total,
                                now - run->start};
        run->report(run->user, &progress);
    }
    stop_if_due(run, now);
    return dmi_run_go_on(run, work);
}

double dmi_run_seconds_left(const dm_run *run)
{
    double least = INFINITY;
    for (; run; run = run->leader)
        if (run->deadline >= 0 && run->deadline - dmi_seconds() < least)
            least = run->deadline - dmi_seconds();
    return least;
}

dm_status dmi_stopped(dm_run *run, dm_error *err)
{
    static const char *const why[] = {"stopped", "stopped at the time limit",
                                      "stopped at the work limit", "cancelled"};
    return dmi_fail(err, DM_STOPPED, "%s", why[run ? dm_run_stopped(run) : DM_STOP_NONE]);
}

static dm_status replace_status(dm_status status, dm_status old, dm_status now, dm_error *err)
{
    if (status != old)
        return status;
    if (err)
        err->status = now;
    return now;
}

dm_status dmi_as_unfinished(dm_status status, dm_error *err)
{
    return replace_status(status, DM_STOPPED, DM_UNFINISHED, err);
}

dm_status dmi_as_stopped(dm_status status, dm_error *err)
{
    return replace_status(status, DM_UNFINISHED, DM_STOPPED, err);
}
