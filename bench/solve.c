/* solve.c - the exact solver, compared with a textbook search; whole tables of games.
 *
 * Nodes are visited positions with a stone still to place, counted alike on both sides.  Both must
 * find the same value.
 */
#include "bench.h"
#include "textbook.h"

#include <inttypes.h>

/* One game by our solver. */
static dm_status solve_game(dm_solver *solver, const dm_arena *arena, int32_t rounds, int threads,
                            int64_t *value, uint64_t *nodes, dm_error *err)
{
    dm_rules rules;
    dm_position *position = NULL;
    dm_solution *solution = NULL;
    dm_solve_request request = {.threads = threads, .no_line = true};
    dm_status status = dm_rules_init(rounds, 1, DM_TIES_NEUTRAL, &rules, err);
    if (status != DM_OK)
        return status;
    status = dm_position_new(arena, &rules, &position, err);
    if (status == DM_OK)
        status = dm_solve(solver, position, &request, NULL, &solution, err);
    if (status == DM_OK) {
        *value = solution->lower;
        *nodes += (uint64_t)solution->nodes;
    }
    dm_solution_free(solution);
    dm_position_free(position);
    dm_rules_clear(&rules);
    return status;
}

/* Time and nodes of one game, by a new solver. */
typedef struct outcome {
    int64_t value;
    uint64_t nodes;
    double seconds;
} outcome;

static dm_status time_game(const dm_arena *arena, int32_t rounds, outcome *out, dm_error *err)
{
    dm_solver *solver = NULL;
    dm_status status = dm_solver_new(NULL, &solver, err);
    if (status != DM_OK)
        return status;
    double start = bench_cpu_seconds();
    *out = (outcome){0, 0, 0};
    status = solve_game(solver, arena, rounds, 1, &out->value, &out->nodes, err);
    out->seconds = bench_cpu_seconds() - start;
    dm_solver_free(solver);
    return status;
}

static void print_comparison(bench *b, const char *spec, int32_t rounds, const outcome *ours,
                             const textbook_answer *plain, double theirs)
{
    char what[64];
    snprintf(what, sizeof what, "%s n=%d, value %" PRId64, spec, rounds, ours->value);
    bench_row(b, &(bench_result){.what = what,
                                 .unit = "nodes",
                                 .ours = (double)ours->nodes,
                                 .peer = "textbook",
                                 .theirs = (double)plain->nodes});
    bench_row(b, &(bench_result){.what = "  the same in time",
                                 .unit = "ms",
                                 .ours = 1e3 * ours->seconds,
                                 .peer = "textbook",
                                 .theirs = 1e3 * theirs});
}

static dm_status compare_with_textbook(bench *b, const char *spec, int32_t rounds, dm_error *err)
{
    dm_arena *arena = NULL;
    outcome ours = {0, 0, 0};
    textbook_answer plain = {0, 0};
    dm_status status = dm_arena_open(spec, 1, &arena, err);
    if (status == DM_OK)
        status = time_game(arena, rounds, &ours, err);
    double start = bench_cpu_seconds();
    if (status == DM_OK)
        status = textbook_solve(arena, rounds, DM_TIES_NEUTRAL, UINT64_C(3000000000), &plain, err);
    double theirs = bench_cpu_seconds() - start;
    if (status == DM_OK && plain.value != ours.value)
        status =
            answer_fail(err, DM_INTERNAL, "%s n=%d: %" PRId64 " by us, %" PRId64 " by the textbook",
                        spec, rounds, ours.value, plain.value);
    if (status == DM_OK)
        print_comparison(b, spec, rounds, &ours, &plain, theirs);
    dm_arena_free(arena);
    return status;
}

/* All n on one board. */
static dm_status solve_board(dm_solver *solver, const char *spec, uint64_t *nodes, dm_error *err)
{
    dm_arena *arena = NULL;
    int64_t value;
    dm_status status = dm_arena_open(spec, 1, &arena, err);
    for (int32_t n = 1; status == DM_OK && 2 * n <= dm_arena_vertices(arena); n++)
        status = solve_game(solver, arena, n, 1, &value, nodes, err);
    dm_arena_free(arena);
    return status;
}

/* All n on boards of a family by one new solver; the processor time. */
static dm_status solve_table(const char *family, int from, int to, double *seconds, uint64_t *nodes,
                             dm_error *err)
{
    dm_solver *solver = NULL;
    dm_status status = dm_solver_new(NULL, &solver, err);
    double start = bench_cpu_seconds();
    *nodes = 0;
    for (int size = from; status == DM_OK && size <= to; size++) {
        char spec[64];
        snprintf(spec, sizeof spec, from < to ? "%s:%d" : "%s", family, size);
        status = solve_board(solver, spec, nodes, err);
    }
    *seconds = bench_cpu_seconds() - start;
    dm_solver_free(solver);
    return status;
}

static dm_status all_games(bench *b, const char *what, const char *family, int from, int to,
                           int runs, dm_error *err)
{
    double seconds[BENCH_MOST_RUNS];
    uint64_t nodes = 0;
    dm_status status = DM_OK;
    for (int run = 0; status == DM_OK && run < runs; run++)
        status = solve_table(family, from, to, &seconds[run], &nodes, err);
    if (status == DM_OK) {
        char line[96];
        snprintf(line, sizeof line, "%s, %" PRIu64 " nodes", what, nodes);
        bench_row(b,
                  &(bench_result){.what = line, .unit = "s", .ours = bench_median(seconds, runs)});
    }
    return status;
}

static dm_status one_game(bench *b, const char *spec, int32_t rounds, dm_error *err)
{
    dm_arena *arena = NULL;
    outcome ours = {0, 0, 0};
    dm_status status = dm_arena_open(spec, 1, &arena, err);
    if (status == DM_OK)
        status = time_game(arena, rounds, &ours, err);
    if (status == DM_OK) {
        char line[96];
        snprintf(line, sizeof line, "%s n=%d, value %" PRId64 ", %" PRIu64 " nodes", spec, rounds,
                 ours.value, ours.nodes);
        bench_row(b, &(bench_result){.what = line, .unit = "s", .ours = ours.seconds});
    }
    dm_arena_free(arena);
    return status;
}

dm_status bench_solve(bench *b, dm_error *err)
{
    const struct {
        const char *spec;
        int32_t rounds;
    } races[] = {{"path:18", 6}, {"grid:4x4", 5}, {"tree:2,3", 5}, {"random-tree:20", 6}},
      games[] = {{"grid:4x8", 5}, {"grid:7x7", 3}, {"grid:8x8", 3}};
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < sizeof races / sizeof *races; i++)
        status = compare_with_textbook(b, races[i].spec, races[i].rounds, err);
    if (status == DM_OK)
        status = all_games(b, "tree:3,3, all n", "tree:3,3", 1, 1, b->runs, err);
    if (status == DM_OK)
        status = all_games(b, "paths to 30, all n", "path", 2, 30, b->runs, err);
    if (status == DM_OK)
        status = all_games(b, "grid:4x6, all n", "grid:4x6", 1, 1, 1, err);
    if (status == DM_OK)
        status = all_games(b, "grid:5x5, all n", "grid:5x5", 1, 1, 1, err);
    for (size_t i = 0; status == DM_OK && i < sizeof games / sizeof *games; i++)
        status = one_game(b, games[i].spec, games[i].rounds, err);
    return status;
}
