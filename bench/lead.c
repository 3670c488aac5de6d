/* lead.c - the best opening: branch and cut, compared with enumeration; how long proofs take.
 *
 * Boards are euclid:n with unit values and ties to White, as many stones for both, and road:n with
 * neutral ties, with all sites or with some candidates of each side and rivals that stand.  Times
 * are wall clock times with two threads; where the methods are compared, with one.  Rows also name
 * the processor time of all threads, which other load changes little.
 */
#include "bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

enum { SEEDS = 5, THREADS = 2 };

static double clock_seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Sites chosen at random: Black's that stand, then candidates of White's and of Black's. */
typedef struct places {
    int32_t rivals, candidates;
} places;

typedef struct job {
    const char *spec;
    uint64_t seed;
    int32_t count;
    dm_lead_method method;
    int threads;
    dm_tie_rule ties;
    double limit;  /* in seconds; 0: none */
    places places; /* none: all sites, nothing stands */
} job;

typedef struct outcome {
    int64_t value, gap;
    uint64_t nodes;
    double seconds, busy; /* busy: of all threads */
} outcome;

static dm_status choose_places(const dm_arena *arena, const places *p, dm_lead_request *request,
                               dm_vertex **out, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    dm_vertex *list = malloc((size_t)n * sizeof *list);
    dm_rng rng;
    if (!list)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_rng_init(&rng, 5);
    for (dm_vertex v = 0; v < n; v++)
        list[v] = v;
    for (dm_vertex i = n - 1; i > 0; i--) {
        dm_vertex k = (dm_vertex)dm_rng_below(&rng, (uint64_t)i + 1), kept = list[i];
        list[i] = list[k];
        list[k] = kept;
    }
    request->black = (dm_sites){.vertex = list, .count = p->rivals};
    request->terms.candidates = (dm_sites){.vertex = list + p->rivals, .count = p->candidates};
    request->rival_candidates =
        (dm_sites){.vertex = list + p->rivals + p->candidates, .count = p->candidates};
    *out = list;
    return DM_OK;
}

/* Stopping at the limit is an outcome, not a failure. */
static dm_status measure(const job *j, outcome *out, dm_error *err)
{
    dm_arena *arena = NULL;
    dm_run *run = NULL;
    dm_lead *lead = NULL;
    dm_vertex *vertex = NULL;
    dm_lead_request request = {.terms.ties = j->ties,
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
    if (status == DM_OK && j->places.candidates)
        status = choose_places(arena, &j->places, &request, &vertex, err);
    double start = clock_seconds(CLOCK_MONOTONIC);
    double busy = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (status == DM_OK)
        status = dm_lead_new(arena, &request, run, &lead, err);
    if (lead) {
        *out = (outcome){lead->value.whole, lead->upper.whole - lead->lower.whole,
                         (uint64_t)lead->nodes, clock_seconds(CLOCK_MONOTONIC) - start,
                         clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - busy};
        status = DM_OK;
    }
    free(vertex);
    dm_lead_free(lead);
    dm_run_free(run);
    dm_arena_free(arena);
    return status;
}

static dm_status compare(bench *b, int32_t count, dm_error *err)
{
    job ours = {.spec = "euclid:100",
                .seed = 1,
                .count = count,
                .method = DM_LEAD_EXACT,
                .threads = 1,
                .ties = DM_TIES_WHITE},
        theirs = ours;
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
                                 .unit = "s of processor",
                                 .ours = cut.busy,
                                 .peer = "enumerate",
                                 .theirs = all.busy});
    return DM_OK;
}

static int by_busy(const void *a, const void *b)
{
    const outcome *p = a, *q = b;
    return (p->busy > q->busy) - (p->busy < q->busy);
}

/* Median and worst over the seeds. */
static dm_status seeds(bench *b, const char *spec, int32_t count, double limit, dm_error *err)
{
    outcome list[SEEDS] = {0};
    int proven = 0;
    char what[96];
    for (int i = 0; i < SEEDS; i++) {
        job j = {.spec = spec,
                 .seed = (uint64_t)i + 1,
                 .count = count,
                 .threads = THREADS,
                 .limit = limit,
                 .ties = DM_TIES_WHITE};
        dm_status status = measure(&j, &list[i], err);
        if (status != DM_OK)
            return status;
        proven += list[i].gap == 0;
    }
    qsort(list, SEEDS, sizeof *list, by_busy);
    snprintf(what, sizeof what, "%s, %d stones, %d of %d proven, %.2f s of processor (worst %.2f)",
             spec, count, proven, SEEDS, list[SEEDS / 2].busy, list[SEEDS - 1].busy);
    bench_row(b,
              &(bench_result){.what = what, .unit = "s (median)", .ours = list[SEEDS / 2].seconds});
    return DM_OK;
}

static dm_status show(bench *b, const job *j, dm_error *err)
{
    outcome o = {0};
    char what[128], some[64] = "";
    dm_status status = measure(j, &o, err);
    if (status != DM_OK)
        return status;
    if (j->places.candidates)
        snprintf(some, sizeof some, ", %d rivals, %d candidates each", j->places.rivals,
                 j->places.candidates);
    snprintf(what, sizeof what,
             "%s%s, %d stones, value %" PRId64 ", gap %" PRId64 ", %.1f s of processor", j->spec,
             some, j->count, o.value, o.gap, o.busy);
    bench_row(b, &(bench_result){.what = what, .unit = "s", .ours = o.seconds});
    return DM_OK;
}

static dm_status one(bench *b, const char *spec, int32_t count, double limit, dm_error *err)
{
    job j = {.spec = spec,
             .seed = 1,
             .count = count,
             .threads = THREADS,
             .limit = limit,
             .ties = DM_TIES_WHITE};
    return show(b, &j, err);
}

static dm_status roads(bench *b, dm_error *err)
{
    static const job list[] = {
        {.spec = "road:1700", .count = 2, .threads = 1},
        {.spec = "road:10000", .count = 2, .threads = THREADS},
        {.spec = "road:500", .count = 3, .threads = 1},
        {.spec = "road:1700", .count = 3, .threads = THREADS},
        {.spec = "road:50000", .count = 3, .threads = 1, .places = {20, 100}},
        {.spec = "road:100000", .count = 3, .threads = 1, .places = {0, 200}},
    };
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < sizeof list / sizeof *list; i++) {
        job j = list[i];
        j.seed = 1;
        j.limit = 300;
        status = show(b, &j, err);
    }
    return status;
}

dm_status bench_lead(bench *b, dm_error *err)
{
    dm_status status = roads(b, err);
    for (int32_t count = 3; status == DM_OK && count <= 5; count++)
        status = compare(b, count, err);
    for (int32_t count = 2; status == DM_OK && count <= 20; count++)
        status = seeds(b, "euclid:100", count, 60, err);
    if (status == DM_OK)
        status = one(b, "euclid:150", 10, 120, err);
    if (status == DM_OK)
        status = one(b, "euclid:150", 15, 600, err);
    if (status == DM_OK)
        status = one(b, "euclid:200", 5, 120, err);
    if (status == DM_OK)
        status = one(b, "euclid:200", 10, 600, err);
    return status;
}
