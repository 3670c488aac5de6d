/* evaluator.c - single-stone evaluations per second on 100 vertices.
 *
 * Four stones are placed; every other vertex is tried for White and Black in turn.  The peer is the
 * same algorithm in plain C over 64-bit distances.  The sums of all values must agree, so the
 * compiler cannot drop any of the work.
 */
#include "game/evaluator.h"
#include "bench.h"

#include <stdlib.h>

enum { VERTICES = 100, STONES = 4, ROUNDS = 2000 };
static const int64_t far = INT64_MAX;

typedef struct trial {
    const dm_arena *arena;
    dm_distances *table;
    dmi_evaluator *evaluator;
    dm_vertex candidates[VERTICES];
    int32_t count;
    int64_t distance[VERTICES][VERTICES]; /* the peer's table and vectors */
    int64_t nearest[2][VERTICES];
    int64_t sum; /* of the values found in the last run */
} trial;

static dm_status try_each(void *user, dm_error *err)
{
    trial *job = user;
    (void)err;
    job->sum = 0;
    for (int round = 0; round < ROUNDS; round++)
        for (int64_t i = 0; i < job->count; i++)
            job->sum += dmi_evaluator_try(job->evaluator, (dm_side)(round % 2), job->candidates[i]);
    return DM_OK;
}

static dm_status try_many(void *user, dm_error *err)
{
    trial *job = user;
    int64_t values[VERTICES];
    (void)err;
    job->sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        dmi_evaluator_try_many(job->evaluator, (dm_side)(round % 2), job->candidates, job->count,
                               values);
        for (int64_t i = 0; i < job->count; i++)
            job->sum += values[i];
    }
    return DM_OK;
}

static dm_status place_and_undo(void *user, dm_error *err)
{
    trial *job = user;
    (void)err;
    job->sum = 0;
    for (int round = 0; round < ROUNDS; round++)
        for (int64_t i = 0; i < job->count; i++) {
            dmi_evaluator_place(job->evaluator, (dm_side)(round % 2), job->candidates[i]);
            job->sum += dmi_evaluator_value(job->evaluator);
            dmi_evaluator_undo(job->evaluator);
        }
    return DM_OK;
}

static int64_t plain_try(const trial *job, dm_side side, dm_vertex stone)
{
    const int64_t *values = dm_arena_values(job->arena);
    int64_t score[2] = {0, 0};
    for (dm_vertex v = 0; v < VERTICES; v++) {
        int64_t own = job->nearest[side][v], other = job->nearest[dm_other(side)][v];
        if (job->distance[stone][v] < own)
            own = job->distance[stone][v];
        if (own < other)
            score[side] += dm_value_of(values, v);
        else if (other < own)
            score[dm_other(side)] += dm_value_of(values, v);
    }
    return score[DM_WHITE] - score[DM_BLACK];
}

static dm_status try_plain(void *user, dm_error *err)
{
    trial *job = user;
    (void)err;
    job->sum = 0;
    for (int round = 0; round < ROUNDS; round++)
        for (int64_t i = 0; i < job->count; i++)
            job->sum += plain_try(job, (dm_side)(round % 2), job->candidates[i]);
    return DM_OK;
}

/* The first stones are placed, White's and Black's in turn; the rest are candidates. */
static void lay_stones(trial *job, const dm_stone *stones)
{
    for (dm_vertex u = 0; u < VERTICES; u++) {
        job->nearest[0][u] = job->nearest[1][u] = far;
        for (dm_vertex v = 0; v < VERTICES; v++) {
            int64_t d = dm_distance(job->table, u, v);
            job->distance[u][v] = d < 0 ? far : d;
        }
    }
    for (int i = 0; i < STONES; i++) {
        int64_t *nearest = job->nearest[i % 2];
        dmi_evaluator_place(job->evaluator, (dm_side)(i % 2), stones[i].vertex);
        for (dm_vertex v = 0; v < VERTICES; v++)
            if (job->distance[stones[i].vertex][v] < nearest[v])
                nearest[v] = job->distance[stones[i].vertex][v];
    }
    for (int i = STONES; i < VERTICES; i++)
        job->candidates[job->count++] = stones[i].vertex;
}

static dm_status compare(bench *b, trial *job, const char *board, const char *form, dm_error *err)
{
    const bench_step steps[] = {
        {try_each, job}, {try_many, job}, {place_and_undo, job}, {try_plain, job}};
    const char *const names[] = {"try", "try many", "place/undo"};
    double seconds[4] = {0}, evaluations = (double)(ROUNDS * job->count);
    int64_t expected = 0;
    dm_status status = try_plain(job, err);
    expected = job->sum;
    for (int i = 0; i < 3 && status == DM_OK; i++) {
        status = steps[i].run(job, err);
        if (status == DM_OK && job->sum != expected)
            status =
                answer_fail(err, DM_INTERNAL, "%s: %s disagrees with plain C", board, names[i]);
    }
    if (status == DM_OK)
        status = bench_time(b, steps, 4, seconds, err);
    for (int i = 0; i < 3 && status == DM_OK; i++) {
        char what[80];
        snprintf(what, sizeof what, "%s, %d-byte, %s, %s", board, job->table->width, form,
                 names[i]);
        bench_row(b, &(bench_result){.what = what,
                                     .unit = "million/s",
                                     .ours = evaluations / seconds[i] * 1e-6,
                                     .peer = "plain C",
                                     .theirs = evaluations / seconds[3] * 1e-6,
                                     .more_is_better = true});
    }
    return status;
}

static dm_status measure_form(bench *b, const dm_arena *arena, const char *board, dmi_simd simd,
                              dm_error *err)
{
    dm_stone *stones = NULL;
    trial *job = calloc(1, sizeof *job);
    if (!job)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    job->arena = arena;
    dm_status status = bench_stones(arena, b->seed, VERTICES, &stones, err);
    if (status == DM_OK)
        status = dm_distances_new(arena, 0, NULL, &job->table, err);
    if (status == DM_OK)
        status = dmi_evaluator_new(arena, job->table, DM_TIES_NEUTRAL, VERTICES, simd,
                                   &job->evaluator, err);
    if (status == DM_OK) {
        lay_stones(job, stones);
        status = compare(b, job, board, dmi_simd_name(simd), err);
    }
    dmi_evaluator_free(job->evaluator);
    dm_distances_free(job->table);
    free(stones);
    free(job);
    return status;
}

/* The board again with values 0..9. */
static dm_status with_values(const bench *b, const dm_arena *arena, dm_arena **out, dm_error *err)
{
    int64_t values[VERTICES];
    dm_rng rng;
    dm_rng_init(&rng, b->seed);
    for (int v = 0; v < VERTICES; v++)
        values[v] = (int64_t)dm_rng_below(&rng, 10);
    return dm_arena_with_values(arena, values, out, err);
}

static dm_status measure_board(bench *b, const char *spec, bool valued, dm_error *err)
{
    static const dmi_simd forms[] = {DMI_SIMD_PORTABLE, DMI_SIMD_AVX2, DMI_SIMD_AVX512};
    char board[48];
    dm_arena *arena = NULL, *richer = NULL;
    snprintf(board, sizeof board, "%s%s", spec, valued ? " valued" : "");
    dm_status status = dm_generate(spec, b->seed, &arena, err);
    if (status == DM_OK && valued)
        status = with_values(b, arena, &richer, err);
    for (int i = 0; i < 3 && status == DM_OK; i++)
        if (dmi_simd_available(forms[i]))
            status = measure_form(b, valued ? richer : arena, board, forms[i], err);
    dm_arena_free(richer);
    dm_arena_free(arena);
    return status;
}

dm_status bench_evaluator(bench *b, dm_error *err)
{
    bench_print(b, "%d vertices, %d stones lie, one thread; neutral ties", VERTICES, STONES);
    dm_status status = measure_board(b, "grid:10x10", false, err);
    if (status == DM_OK)
        status = measure_board(b, "grid:10x10", true, err);
    if (status == DM_OK)
        status = measure_board(b, "gnp:100,0.1", false, err);
    if (status == DM_OK)
        status = measure_board(b, "road:100", false, err);
    return status == DM_OK ? measure_board(b, "euclid:100", false, err) : status;
}
