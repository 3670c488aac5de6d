/* champion.c - how many stones the champion tries per second, and the time of a move.
 *
 * On colby:100, ten stones each of which three are placed, champion:nodes=N tries all free vertices
 * N times; the peer, expectation:depth=2, tries them once, and again after each.  To try a stone is
 * to value the position after it.  The times include the preparation of a move.
 */
#include "bench.h"

#include <stdlib.h>

enum { VERTICES = 100, ROUNDS = 10, LYING = 6, NODES = 4000, MOVES = 20 };

typedef struct asked {
    dm_position *position;
    dm_player *player;
    int moves;
} asked;

static dm_status ask(void *user, dm_error *err)
{
    asked *job = user;
    dm_vertex move[1];
    dm_status status = DM_OK;
    for (int i = 0; i < job->moves && status == DM_OK; i++)
        status = dm_player_choose(job->player, job->position, NULL, move, err);
    return status;
}

/* Processor time of one move, in milliseconds. */
static dm_status cost_of(dm_position *position, const char *spec, double *out, dm_error *err)
{
    asked job = {position, NULL, MOVES};
    dm_status status = dm_player_new(spec, 1, &job.player, err);
    double begun = bench_cpu_seconds();
    if (status == DM_OK)
        status = ask(&job, err);
    *out = (bench_cpu_seconds() - begun) * 1e3 / MOVES;
    dm_player_free(job.player);
    return status;
}

static dm_status measure_moves(bench *b, dm_position *position, dm_error *err)
{
    double ours, theirs;
    dm_status status = cost_of(position, "champion", &ours, err);
    if (status == DM_OK)
        status = cost_of(position, "expectation:depth=4:width=8", &theirs, err);
    if (status == DM_OK)
        bench_row(b, &(bench_result){.what = "processor time per move",
                                     .unit = "ms",
                                     .ours = ours,
                                     .peer = "expectation:depth=4:width=8",
                                     .theirs = theirs});
    return status;
}

static dm_status measure_tries(bench *b, dm_position *position, dm_error *err)
{
    const double open = VERTICES - LYING;
    asked ours = {position, NULL, 1}, theirs = {position, NULL, 1};
    const bench_step steps[] = {{ask, &ours}, {ask, &theirs}};
    char spec[40];
    double seconds[2] = {0};
    snprintf(spec, sizeof spec, "champion:nodes=%d", NODES);
    dm_status status = dm_player_new(spec, 1, &ours.player, err);
    if (status == DM_OK)
        status = dm_player_new("expectation:depth=2", 1, &theirs.player, err);
    if (status == DM_OK)
        status = bench_time(b, steps, 2, seconds, err);
    if (status == DM_OK)
        bench_row(b, &(bench_result){.what = "stones tried, about",
                                     .unit = "million/s",
                                     .ours = NODES * open / seconds[0] * 1e-6,
                                     .peer = "expectation:depth=2",
                                     .theirs = (open + open * (open - 1)) / seconds[1] * 1e-6,
                                     .more_is_better = true});
    dm_player_free(ours.player);
    dm_player_free(theirs.player);
    return status;
}

static dm_status lay_stones(const bench *b, dm_position *position, dm_error *err)
{
    dm_stone *stones = NULL;
    dm_status status = bench_stones(dm_position_arena(position), b->seed, LYING, &stones, err);
    for (int i = 0; i < LYING && status == DM_OK; i++)
        status = dm_position_make(position, &stones[i].vertex, 1, err);
    free(stones);
    return status;
}

dm_status bench_champion(bench *b, dm_error *err)
{
    dm_arena *arena = NULL;
    dm_rules rules = {0};
    dm_position *position = NULL;
    bench_print(b, "colby:%d, %d stones each, %d lie; ties to the earlier", VERTICES, ROUNDS,
                LYING);
    dm_status status = dm_generate("colby:100", b->seed, &arena, err);
    if (status == DM_OK)
        status = dm_rules_init(ROUNDS, 1, DM_TIES_EARLIER, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(arena, &rules, &position, err);
    if (status == DM_OK)
        status = lay_stones(b, position, err);
    if (status == DM_OK)
        status = measure_tries(b, position, err);
    if (status == DM_OK)
        status = measure_moves(b, position, err);
    dm_position_free(position);
    dm_rules_clear(&rules);
    dm_arena_free(arena);
    return status;
}
