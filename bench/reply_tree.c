/* reply_tree.c - the reply on trees: how its cost grows, compared with the recurrence of the
 * slides.
 *
 * Times are processor seconds of one thread, the median of the runs.  The worst case is a broom
 * with White at all ends: every distance along the handle matters, and every twig is worth a stone.
 *
 *     o---o---o-- ... --o---o---W      n - 2t vertices in a row, then t twigs of two
 *                       |\
 *                       o o ...
 *                       W W
 */
#include "bench.h"

#include <stdlib.h>

typedef struct job {
    char what[64];
    dm_arena *arena;
    dm_vertex *white;
    int32_t white_count, count;
} job;

static void job_clear(job *j)
{
    dm_arena_free(j->arena);
    free(j->white);
}

/* A board by name, White's stones by seed; a single stone is on vertex 0. */
static dm_status job_open(const char *spec, int32_t white, int32_t count, job *out, dm_error *err)
{
    job j = {.white_count = white, .count = count};
    dm_stone *stones = NULL;
    snprintf(j.what, sizeof j.what, "%s, White %d, k=%d", spec, white, count);
    dm_status status = dm_arena_open(spec, 1, &j.arena, err);
    if (status == DM_OK)
        status = bench_stones(j.arena, 1, white, &stones, err);
    if (status == DM_OK && !(j.white = malloc((size_t)white * sizeof *j.white)))
        status = answer_fail(err, DM_NO_MEMORY, "no room for %d stones", white);
    for (int32_t i = 0; i < white && j.white && stones; i++)
        j.white[i] = white == 1 ? 0 : stones[i].vertex;
    free(stones);
    if (status == DM_OK)
        *out = j;
    else
        job_clear(&j);
    return status;
}

static dm_status broom_board(dm_vertex n, dm_vertex twigs, dm_arena **out, dm_error *err)
{
    dm_builder *builder = NULL;
    dm_vertex handle = n - 2 * twigs;
    dm_status status = dm_builder_new(n, &builder, err);
    for (dm_vertex v = 1; v < handle && status == DM_OK; v++)
        status = dm_builder_edge(builder, v - 1, v, 1, err);
    for (dm_vertex v = handle; v < n && status == DM_OK; v += 2) {
        status = dm_builder_edge(builder, handle - 1, v, 1, err);
        if (status == DM_OK)
            status = dm_builder_edge(builder, v, v + 1, 1, err);
    }
    if (status == DM_OK)
        return dm_builder_finish(builder, out, err);
    dm_builder_free(builder);
    return status;
}

static dm_status job_broom(dm_vertex n, int32_t twigs, int32_t count, job *out, dm_error *err)
{
    job j = {.white_count = twigs, .count = count};
    snprintf(j.what, sizeof j.what, "broom of %d, %d twigs, k=%d", n, twigs, count);
    if (!(j.white = malloc((size_t)twigs * sizeof *j.white)))
        return answer_fail(err, DM_NO_MEMORY, "no room for %d stones", twigs);
    for (int32_t i = 0; i < twigs; i++)
        j.white[i] = n - 1 - 2 * i;
    dm_status status = broom_board(n, twigs, &j.arena, err);
    if (status == DM_OK)
        *out = j;
    else
        job_clear(&j);
    return status;
}

/* Median processor seconds, and the value. */
static dm_status measure(const bench *b, const job *j, dm_reply_method method, int runs,
                         double *seconds, int64_t *value, dm_error *err)
{
    double times[BENCH_MOST_RUNS];
    dm_reply_request ask = {.white = {.vertex = j->white, .count = j->white_count},
                            .count = j->count,
                            .method = method};
    dm_status status = DM_OK;
    runs = runs < b->runs ? runs : b->runs;
    for (int run = 0; run < runs && status == DM_OK; run++) {
        dm_reply *reply = NULL;
        double start = bench_cpu_seconds();
        status = dm_reply_new(j->arena, &ask, NULL, &reply, err);
        times[run] = bench_cpu_seconds() - start;
        *value = reply ? reply->value.whole : 0;
        dm_reply_free(reply);
    }
    if (status == DM_OK)
        *seconds = bench_median(times, runs);
    return status;
}

/* Beside a peer, if there is one; takes the job. */
static dm_status print_row(bench *b, job *j, dm_reply_method peer, dm_error *err)
{
    double ours = 0, theirs = 0;
    int64_t value = 0, same = 0;
    dm_status status = measure(b, j, DM_REPLY_TREE, BENCH_MOST_RUNS, &ours, &value, err);
    if (status == DM_OK && peer != DM_REPLY_AUTO)
        status = measure(b, j, peer, 1, &theirs, &same, err);
    if (status == DM_OK && peer != DM_REPLY_AUTO && same != value)
        status = answer_fail(err, DM_INTERNAL, "%s: %lld by tree, %lld by %s", j->what,
                             (long long)value, (long long)same, dm_reply_method_name(peer));
    if (status == DM_OK)
        bench_row(b, &(bench_result){.what = j->what,
                                     .unit = "ms",
                                     .ours = 1e3 * ours,
                                     .peer = peer ? dm_reply_method_name(peer) : NULL,
                                     .theirs = 1e3 * theirs});
    job_clear(j);
    return status;
}

static dm_status print_board(bench *b, const char *spec, int32_t white, int32_t count,
                             dm_reply_method peer, dm_error *err)
{
    job j = {.white_count = 0};
    dm_status status = job_open(spec, white, count, &j, err);
    return status == DM_OK ? print_row(b, &j, peer, err) : status;
}

dm_status bench_reply_tree(bench *b, dm_error *err)
{
    static const struct {
        const char *spec;
        int32_t white, count;
        dm_reply_method peer;
    } cases[] = {
        {"path:2000", 1, 100, DM_REPLY_AUTO},
        {"path:2000", 2, 100, DM_REPLY_AUTO},
        {"random-tree:25000", 250, 100, DM_REPLY_AUTO},
        {"random-tree:50000", 500, 100, DM_REPLY_AUTO},
        {"random-tree:100000", 1000, 100, DM_REPLY_AUTO},
        {"random-tree:200000", 2000, 100, DM_REPLY_AUTO},
        {"random-tree:2000", 20, 20, DM_REPLY_EXACT},
        {"path:50", 2, 5, DM_REPLY_SLIDES},
        {"path:100", 2, 5, DM_REPLY_SLIDES},
        {"path:200", 2, 5, DM_REPLY_SLIDES},
        {"caterpillar:20,1", 2, 5, DM_REPLY_SLIDES},
        {"caterpillar:40,1", 2, 5, DM_REPLY_SLIDES},
        {"caterpillar:80,1", 2, 5, DM_REPLY_SLIDES},
        {"caterpillar:10,2", 2, 5, DM_REPLY_SLIDES},
        {"caterpillar:20,2", 2, 5, DM_REPLY_SLIDES},
    };
    dm_status status = DM_OK;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0] && status == DM_OK; i++)
        status = print_board(b, cases[i].spec, cases[i].white, cases[i].count, cases[i].peer, err);
    for (dm_vertex n = 1000; n <= 4000 && status == DM_OK; n *= 2) {
        job j = {.white_count = 0};
        status = job_broom(n, 100, 100, &j, err);
        if (status == DM_OK)
            status = print_row(b, &j, DM_REPLY_AUTO, err);
    }
    return status;
}
