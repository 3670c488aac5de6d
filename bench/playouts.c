/* playouts.c - random games per second on colby:100, ten stones each.
 *
 * The peer is the report's Monte Carlo player as it is written, in C: the free vertices are copied
 * and shuffled, then for every vertex the distances to all stones of both players are scanned for
 * the least ones.  All games begin with one stone of each side on the board.
 *
 * Crossed games depend on each other; the spread of the mean of 90 of them shows how much they tell
 * compared with independent ones.
 */
#include "game/playouts.h"
#include "bench.h"
#include "game/evaluator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES = 100, STONES = 20, LYING = 2, OPEN = VERTICES - LYING };
enum { OURS = 2000000, THEIRS = 10000, SAMPLE = 90, SAMPLES = 2000 };

static const dm_stone lying[LYING] = {{0, DM_WHITE}, {1, DM_BLACK}};

typedef void run_fn(dmi_playouts *playouts, dm_rng *rng, int64_t count, double score[2]);

typedef struct trial {
    const dm_arena *arena;
    dmi_playouts *playouts;
    dm_rng rng;
    double distance[VERTICES][VERTICES];
} trial;

static dm_status play_independent(void *user, dm_error *err)
{
    trial *job = user;
    double score[2];
    (void)err;
    dmi_playouts_run(job->playouts, &job->rng, OURS, score);
    return DM_OK;
}

static dm_status play_crossed(void *user, dm_error *err)
{
    trial *job = user;
    double score[2];
    (void)err;
    dmi_playouts_cross(job->playouts, &job->rng, OURS, score);
    return DM_OK;
}

static double scan(const trial *job, dm_vertex u, const dm_vertex *stones, int count)
{
    double least = 1e300;
    for (int i = 0; i < count; i++)
        if (job->distance[u][stones[i]] < least)
            least = job->distance[u][stones[i]];
    return least;
}

static int64_t play_plainly(trial *job, const dm_vertex *open)
{
    dm_vertex pool[OPEN], mine[STONES], other[STONES];
    memcpy(pool, open, sizeof pool);
    for (int i = OPEN - 1; i > 0; i--) {
        int k = (int)dm_rng_below(&job->rng, (uint64_t)i + 1);
        dm_vertex swapped = pool[i];
        pool[i] = pool[k];
        pool[k] = swapped;
    }
    mine[0] = lying[0].vertex;
    other[0] = lying[1].vertex;
    for (int i = LYING; i < STONES; i++)
        *(i % 2 ? &other[i / 2] : &mine[i / 2]) = pool[i - LYING];
    int64_t score = 0;
    for (dm_vertex u = 0; u < VERTICES; u++)
        if (scan(job, u, mine, STONES / 2) < scan(job, u, other, STONES / 2))
            score += dm_value_of(dm_arena_values(job->arena), u);
    return score;
}

static dm_status play_theirs(void *user, dm_error *err)
{
    trial *job = user;
    dm_vertex open[OPEN];
    int64_t sum = 0;
    for (dm_vertex v = 0; v < OPEN; v++)
        open[v] = v + LYING;
    for (int i = 0; i < THEIRS; i++)
        sum += play_plainly(job, open);
    return sum > 0 ? DM_OK : answer_fail(err, DM_INTERNAL, "White never owns anything");
}

static dm_status prepare(trial *job, dmi_simd simd, uint64_t seed, dm_error *err)
{
    dm_distances *table = NULL;
    dm_side sides[STONES];
    for (int i = 0; i < STONES; i++)
        sides[i] = (dm_side)(i % 2);
    dm_status status = dm_distances_new(job->arena, 0, NULL, &table, err);
    if (status == DM_OK)
        status = dmi_playouts_new(job->arena, table, simd, NULL, &job->playouts, err);
    if (status == DM_OK) {
        dm_rng_init(&job->rng, seed);
        dmi_playouts_start(job->playouts, DM_TIES_EARLIER, lying, LYING, sides, STONES - LYING);
        for (dm_vertex u = 0; u < VERTICES; u++)
            for (dm_vertex v = 0; v < VERTICES; v++)
                job->distance[u][v] = (double)dm_distance(table, u, v) * 1e-9;
    }
    dm_distances_free(table);
    return status;
}

/* The standard deviation of the mean difference over SAMPLE games. */
static double spread(trial *job, run_fn *run)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < SAMPLES; i++) {
        double score[2];
        run(job->playouts, &job->rng, SAMPLE, score);
        double mean = (score[DM_WHITE] - score[DM_BLACK]) / SAMPLE;
        sum += mean;
        squares += mean * mean;
    }
    return sqrt(squares / SAMPLES - sum / SAMPLES * (sum / SAMPLES));
}

static void show(bench *b, const char *kind, dmi_simd simd, double ours, double theirs)
{
    char what[64];
    snprintf(what, sizeof what, "colby:100, %s, %s", kind, dmi_simd_name(simd));
    bench_row(b, &(bench_result){.what = what,
                                 .unit = "million/s",
                                 .ours = OURS / ours * 1e-6,
                                 .peer = "report's way",
                                 .theirs = THEIRS / theirs * 1e-6,
                                 .more_is_better = true});
}

static dm_status compare(bench *b, const dm_arena *arena, dmi_simd simd, dm_error *err)
{
    trial *job = calloc(1, sizeof *job);
    if (!job)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    job->arena = arena;
    const bench_step steps[] = {{play_independent, job}, {play_crossed, job}, {play_theirs, job}};
    double seconds[3];
    dm_status status = prepare(job, simd, b->seed, err);
    if (status == DM_OK)
        status = bench_time(b, steps, 3, seconds, err);
    if (status == DM_OK) {
        show(b, "independent", simd, seconds[0], seconds[2]);
        show(b, "crossed", simd, seconds[1], seconds[2]);
        bench_print(b, "the mean of %d games strays by %.1f independent, %.1f crossed", SAMPLE,
                    spread(job, dmi_playouts_run), spread(job, dmi_playouts_cross));
    }
    dmi_playouts_free(job->playouts);
    free(job);
    return status;
}

dm_status bench_playouts(bench *b, dm_error *err)
{
    static const dmi_simd forms[] = {DMI_SIMD_PORTABLE, DMI_SIMD_AVX2, DMI_SIMD_AVX512};
    dm_arena *arena = NULL;
    dm_status status = dm_generate("colby:100", b->seed, &arena, err);
    for (int i = 0; i < 3 && status == DM_OK; i++)
        if (dmi_simd_available(forms[i]))
            status = compare(b, arena, forms[i], err);
    dm_arena_free(arena);
    return status;
}
