/* lead.c - the best opening: branch and cut, compared with enumeration; how long proofs take.
 *
 * Boards are euclid:n with unit values and ties to White, as many stones for both.  Times are wall
 * clock times with two threads; beside enumeration, which has one thread, we use one too.
 */
#include "bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

enum { SEEDS = 5, THREADS = 2 };

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct job {
    const char *spec;
    uint64_t seed;
    int32_t count;
    dm_lead_method method;
    int threads;
    double limit; /* in seconds; 0: none */
} job;

typedef struct outcome {
    int64_t value, gap;
    uint64_t nodes;
    double seconds;
} outcome;

/* Stopping at the limit is an outcome, not a failure. */
static dm_status measure(const job *j, outcome *out, dm_error *err)
{
    dm_arena *arena = NULL;
    dm_run *run = NULL;
    dm_lead *lead = NULL;
    dm_lead_request request = {.terms.ties = DM_TIES_WHITE,
                               .count = j->count,
                               .reply = j->count,
                               .method = j->method,
                               .threads = j->threads,
                               .seed = 1};
    dm_status status = dm_arena_open(j->spec, j->seed, &arena, err);
    if (status == DM_OK)
        status = dm_run_new(&run, err);
    if (status == DM_OK && j->limit > 0)
        dm_run_set_deadline(run, j->limit);
    double start = clock_seconds();
    if (status == DM_OK)
        status = dm_lead_new(arena, &request, run, &lead, err);
    if (lead) {
        *out = (outcome){lead->value, lead->upper - lead->lower, (uint64_t)lead->nodes,
                         clock_seconds() - start};
        status = DM_OK;
    }
    dm_lead_free(lead);
    dm_run_free(run);
    dm_arena_free(arena);
    return status;
}

static dm_status compare(bench *b, int32_t count, dm_error *err)
{
    job ours = {"euclid:100", 1, count, DM_LEAD_EXACT, 1, 0}, theirs = ours;
    outcome cut = {0}, all = {0};
    char what[96];
    theirs.method = DM_LEAD_ENUMERATE;
    dm_status status = measure(&ours, &cut, err);
    if (status == DM_OK)
        status = measure(&theirs, &all, err);
    if (status != DM_OK)
        return status;
    if (cut.value != all.value)
        return answer_fail(err, DM_INTERNAL, "euclid:100, %d stones: %" PRId64 " and %" PRId64,
                           count, cut.value, all.value);
    snprintf(what, sizeof what, "euclid:100, %d stones, value %" PRId64, count, cut.value);
    bench_row(b, &(bench_result){.what = what,
                                 .unit = "s",
                                 .ours = cut.seconds,
                                 .peer = "enumerate",
                                 .theirs = all.seconds});
    return DM_OK;
}

static int by_seconds(const void *a, const void *b)
{
    const outcome *p = a, *q = b;
    return (p->seconds > q->seconds) - (p->seconds < q->seconds);
}

/* Median and worst over the seeds. */
static dm_status seeds(bench *b, const char *spec, int32_t count, double limit, dm_error *err)
{
    outcome list[SEEDS] = {0};
    int proven = 0;
    char what[96];
    for (int i = 0; i < SEEDS; i++) {
        job j = {spec, (uint64_t)i + 1, count, DM_LEAD_EXACT, THREADS, limit};
        dm_status status = measure(&j, &list[i], err);
        if (status != DM_OK)
            return status;
        proven += list[i].gap == 0;
    }
    qsort(list, SEEDS, sizeof *list, by_seconds);
    snprintf(what, sizeof what, "%s, %d stones, %d of %d proven, worst %.1f s", spec, count, proven,
             SEEDS, list[SEEDS - 1].seconds);
    bench_row(b,
              &(bench_result){.what = what, .unit = "s (median)", .ours = list[SEEDS / 2].seconds});
    return DM_OK;
}

static dm_status one(bench *b, const char *spec, int32_t count, double limit, dm_error *err)
{
    job j = {spec, 1, count, DM_LEAD_EXACT, THREADS, limit};
    outcome o = {0};
    char what[96];
    dm_status status = measure(&j, &o, err);
    if (status != DM_OK)
        return status;
    snprintf(what, sizeof what,
             "%s, %d stones, value %" PRId64 ", gap %" PRId64 ", %" PRIu64 " nodes", spec, count,
             o.value, o.gap, o.nodes);
    bench_row(b, &(bench_result){.what = what, .unit = "s", .ours = o.seconds});
    return DM_OK;
}

dm_status bench_lead(bench *b, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t count = 3; status == DM_OK && count <= 5; count++)
        status = compare(b, count, err);
    for (int32_t count = 2; status == DM_OK && count <= 20; count++)
        status = seeds(b, "euclid:100", count, 60, err);
    if (status == DM_OK)
        status = one(b, "euclid:150", 10, 120, err);
    if (status == DM_OK)
        status = one(b, "euclid:150", 15, 240, err);
    if (status == DM_OK)
        status = one(b, "euclid:200", 5, 120, err);
    if (status == DM_OK)
        status = one(b, "euclid:200", 10, 300, err);
    return status;
}
