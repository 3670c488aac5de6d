/* choice.c - customers who divide.  By logit: the best 2 to 10 of 59 sites for 82341 customers, and
 * the best opening of 2 and 3 sites among 100 if the rival answers with as many.  By Huff: how far
 * replies on roads are from a proof after a minute.
 *
 * Customers lie around 20 centres in a square of 10 x 10, sites and 4 rivals anywhere.  The size is
 * that of the set called NYC in the literature on maximum capture, which was not found.
 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CUSTOMERS = 82341, CANDIDATES = 59, RIVALS = 4, CENTRES = 20, SEEDS = 3, MOST_SITES = 10 };
static const double usual_limit = 60;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Normally distributed, of variance 1. */
static double normal(dm_rng *rng)
{
    double radius = sqrt(-2 * log(1 - dm_rng_unit(rng)));
    return radius * cos(6.283185307179586 * dm_rng_unit(rng));
}

static dm_status read_points(const char *text, size_t size, dm_arena **out, dm_error *err)
{
    dm_reader *reader = NULL;
    dm_status status = dm_reader_open_memory("points", text, size, "points", &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, out, err);
    dm_reader_free(reader);
    return status;
}

/* Customers, then candidates and rivals, which are worth 0. */
static dm_status make_city(uint64_t seed, dm_arena **out, dm_error *err)
{
    double centre[CENTRES][2];
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    dm_rng rng;
    if (!to)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_rng_init(&rng, seed);
    for (int i = 0; i < CENTRES; i++)
        for (int k = 0; k < 2; k++)
            centre[i][k] = 10 * dm_rng_unit(&rng);
    fputs("x,y,value\n", to);
    for (int i = 0; i < CUSTOMERS; i++) {
        const double *c = centre[dm_rng_below(&rng, CENTRES)];
        double x = c[0] + 0.5 * normal(&rng), y = c[1] + 0.5 * normal(&rng);
        fprintf(to, "%.6f,%.6f,1\n", x, y);
    }
    for (int i = 0; i < CANDIDATES + RIVALS; i++) {
        double x = 10 * dm_rng_unit(&rng), y = 10 * dm_rng_unit(&rng);
        fprintf(to, "%.6f,%.6f,0\n", x, y);
    }
    fclose(to);
    dm_status status = read_points(text, size, out, err);
    free(text);
    return status;
}

/* The times of one beta: every seed and number of sites. */
static dm_status measure_beta(bench *b, double beta, dm_arena *const *city, dm_error *err)
{
    dm_vertex sites[CANDIDATES], rivals[RIVALS];
    double seconds[SEEDS * MOST_SITES], begun;
    int count = 0, proven = 0;
    char what[80];
    for (int i = 0; i < CANDIDATES; i++)
        sites[i] = CUSTOMERS + i;
    for (int i = 0; i < RIVALS; i++)
        rivals[i] = CUSTOMERS + CANDIDATES + i;
    for (int seed = 0; seed < SEEDS; seed++)
        for (int k = 2; k <= MOST_SITES; k++) {
            const dm_reply_request ask = {
                .terms = {.rule = DM_LOGIT,
                          .beta = beta,
                          .objective = DM_MAXIMIZE_SHARE,
                          .candidates = {.vertex = sites, .count = CANDIDATES}},
                .white = {.vertex = rivals, .count = RIVALS},
                .count = k,
                .threads = b->threads};
            dm_reply *reply = NULL;
            begun = now();
            dm_status status = dm_reply_new(city[seed], &ask, NULL, &reply, err);
            if (status != DM_OK)
                return status;
            seconds[count++] = now() - begun;
            proven += reply->proven;
            dm_reply_free(reply);
        }
    double median = bench_median(seconds, count);
    snprintf(what, sizeof what, "beta %g, 2 to %d sites: median, %d of %d proven", beta, MOST_SITES,
             proven, count);
    bench_row(b, &(bench_result){.what = what, .unit = "s", .ours = median});
    snprintf(what, sizeof what, "beta %g: the longest", beta);
    bench_row(b, &(bench_result){.what = what, .unit = "s", .ours = seconds[count - 1]});
    return DM_OK;
}

/* 100 points with demand, each a candidate of both sides. */
static dm_status make_town(uint64_t seed, dm_arena **out, dm_error *err)
{
    char text[4000] = "x,y,value\n";
    size_t used = strlen(text);
    dm_rng rng;
    dm_rng_init(&rng, seed);
    for (int i = 0; i < 100; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%d,%d,%d\n",
                                 (int)dm_rng_below(&rng, 100), (int)dm_rng_below(&rng, 100),
                                 1 + (int)dm_rng_below(&rng, 99));
    return read_points(text, used, out, err);
}

static dm_status measure_leads(bench *b, dm_error *err)
{
    dm_arena *town = NULL;
    dm_status status = make_town(b->seed, &town, err);
    for (int p = 2; status == DM_OK && p <= 3; p++) {
        const dm_lead_request ask = {
            .terms = {.rule = DM_LOGIT, .beta = 0.1, .objective = DM_MAXIMIZE_SHARE},
            .count = p,
            .reply = p,
            .threads = b->threads};
        dm_lead *lead = NULL;
        char what[80];
        double begun = now();
        status = dm_lead_new(town, &ask, NULL, &lead, err);
        if (status != DM_OK)
            break;
        snprintf(what, sizeof what, "lead, 100 x 100, %d sites each, %lld answers%s", p,
                 (long long)lead->replies, lead->proven ? "" : ", not proven");
        bench_row(b, &(bench_result){.what = what, .unit = "s", .ours = now() - begun});
        dm_lead_free(lead);
    }
    dm_arena_free(town);
    return status;
}

/* Distinct vertices drawn at random. */
static void draw_vertices(dm_rng *rng, dm_vertex n, int32_t count, dm_vertex *out)
{
    for (int32_t i = 0; i < count; i++) {
        bool is_new = false;
        while (!is_new) {
            out[i] = (dm_vertex)dm_rng_below(rng, (uint64_t)n);
            is_new = true;
            for (int32_t k = 0; k < i; k++)
                is_new = is_new && out[k] != out[i];
        }
    }
}

/* The gap of a reply to 5 rivals under Huff when the time is over, as a part of its value: 5 rivals
 * and `candidates` are drawn, or all vertices are candidates. */
static dm_status measure_gap(bench *b, const char *board, int32_t candidates, int32_t count,
                             uint64_t seed, dm_error *err)
{
    dm_vertex drawn[5 + CANDIDATES];
    dm_arena *arena = NULL;
    dm_run *run = NULL;
    dm_reply *reply = NULL;
    dm_rng rng;
    char what[80];
    dm_status status = dm_generate(board, b->seed, &arena, err);
    if (status == DM_OK)
        status = dm_run_new(&run, err);
    if (status == DM_OK) {
        dm_rng_init(&rng, seed);
        draw_vertices(&rng, dm_arena_vertices(arena), 5 + candidates, drawn);
        const dm_reply_request ask = {
            .terms = {.rule = DM_HUFF,
                      .beta = 2,
                      .floor = 1,
                      .candidates = {.vertex = candidates ? drawn + 5 : NULL, .count = candidates}},
            .white = {.vertex = drawn, .count = 5},
            .count = count,
            .threads = b->threads};
        dm_run_set_deadline(run, b->time >= 0 ? b->time : usual_limit);
        double begun = now();
        status = dm_reply_new(arena, &ask, run, &reply, err);
        double seconds = now() - begun;
        if (status == DM_STOPPED)
            status = DM_OK;
        if (status == DM_OK) {
            double value = reply->reached.real, gap = reply->upper.real - value;
            snprintf(what, sizeof what, "huff, %s, seed %d, %d sites: gap after %.0f s", board,
                     (int)seed, count, seconds);
            bench_row(b, &(bench_result){.what = what, .unit = "%", .ours = 100 * gap / value});
        }
    }
    dm_reply_free(reply);
    dm_run_free(run);
    dm_arena_free(arena);
    return status;
}

dm_status bench_choice(bench *b, dm_error *err)
{
    static const double betas[] = {0.1, 0.5, 1, 2};
    dm_arena *city[SEEDS] = {NULL, NULL, NULL};
    dm_status status = DM_OK;
    bench_print(b, "%d customers, %d candidates, %d rivals, logit, seeds 1 to %d", CUSTOMERS,
                CANDIDATES, RIVALS, SEEDS);
    for (int i = 0; i < SEEDS && status == DM_OK; i++)
        status = make_city((uint64_t)i + 1, &city[i], err);
    for (size_t i = 0; i < sizeof betas / sizeof *betas && status == DM_OK; i++)
        status = measure_beta(b, betas[i], city, err);
    for (int i = 0; i < SEEDS; i++)
        dm_arena_free(city[i]);
    if (status == DM_OK)
        status = measure_leads(b, err);
    for (uint64_t seed = 1; status == DM_OK && seed <= SEEDS; seed++)
        status = measure_gap(b, "road:80000", CANDIDATES, 8, seed, err);
    return status == DM_OK ? measure_gap(b, "road:1000", 0, 10, 1, err) : status;
}
