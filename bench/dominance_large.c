/* dominance_large.c - scoring a board of ten million vertices: time and memory.
 *
 * The peak counts everything that the process holds while it scores: board, survey and answer.  The
 * memory for generating the board has its own row.  Lengths are those of straight lines.
 */
#include "bench.h"

#include <stdlib.h>

static const char board_spec[] = "geometric:10000000,6";

typedef struct trial {
    dm_survey *survey;
    dm_stone *stones;
    int32_t count;
} trial;

static dm_status score(void *user, dm_error *err)
{
    trial *job = user;
    const dm_dominance *answer;
    return dm_survey_dominance(job->survey, job->stones, job->count, DM_TIES_NEUTRAL, &answer, err);
}

static void show_memory(bench *b, const char *what)
{
    bench_row(b, &(bench_result){
                     .what = what, .unit = "GiB", .ours = (double)bench_peak_bytes() / (1 << 30)});
}

static dm_status measure(bench *b, const dm_arena *arena, const char *lengths, dm_error *err)
{
    char what[64];
    trial job = {.count = 100};
    double seconds = 0, begun = report_clock();
    bench_reset_peak();
    dm_status status = bench_stones(arena, b->seed, job.count, &job.stones, err);
    if (status == DM_OK)
        status = dm_survey_new(arena, DM_RELABEL_AUTO, &job.survey, err);
    snprintf(what, sizeof what, "%s, renumbering, once per board", lengths);
    if (status == DM_OK) {
        bench_row(b, &(bench_result){.what = what, .unit = "s", .ours = report_clock() - begun});
        status = bench_time(b, &(bench_step){score, &job}, 1, &seconds, err);
    }
    if (status == DM_OK) {
        snprintf(what, sizeof what, "%s, 100 sources", lengths);
        bench_row(b, &(bench_result){.what = what, .unit = "s", .ours = seconds});
        snprintf(what, sizeof what, "%s, peak memory", lengths);
        show_memory(b, what);
    }
    dm_survey_free(job.survey);
    free(job.stones);
    return status;
}

dm_status bench_dominance_large(bench *b, dm_error *err)
{
    dm_arena *unit = NULL, *arena = NULL;
    bench_reset_peak();
    dm_status status = dm_generate(board_spec, b->seed, &unit, err);
    if (status == DM_OK) {
        bench_print(b, "%s: %d vertices, %lld edges, one thread", board_spec,
                    dm_arena_vertices(unit), (long long)dm_arena_edges(unit));
        show_memory(b, "unit lengths, peak memory while generating");
        status = measure(b, unit, "unit lengths", err);
    }
    if (status == DM_OK)
        status = bench_copy_board(unit, NULL, BENCH_STRAIGHT, &arena, err);
    dm_arena_free(unit);
    if (status == DM_OK)
        status = measure(b, arena, "integer lengths", err);
    dm_arena_free(arena);
    return status;
}
