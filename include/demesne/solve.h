/* demesne/solve.h - exact play of the many-round game.
 *
 *     dm_solver *solver = NULL;
 *     dm_solution *solution = NULL;
 *     dm_solver_new(NULL, &solver, &err);
 *     dm_solve(solver, position, NULL, run, &solution, &err);
 *     printf("%lld\n", (long long)solution->lower);       White minus Black
 *     dm_solution_free(solution);
 *     dm_solver_free(solver);
 *
 * Any board, any schedule, any tie rule, from any position.  A value is proven
 * when lower and upper meet; a stopped search gives the bounds it has proven.
 */
#ifndef DEMESNE_SOLVE_H
#define DEMESNE_SOLVE_H

#include <demesne/position.h>
#include <demesne/run.h>
#include <demesne/strategy.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A solver keeps its table from game to game: boards that are trees, and parts
 * of boards that are, share what is known of them.  Threads may solve different
 * games with one solver at a time. */
typedef struct dm_solver dm_solver;

typedef struct dm_solver_settings {
    int64_t memory; /* bytes for the table; 0: 256 MiB */
    bool paranoid;  /* compare whole positions, not keys: slower, without parts and symmetry */
} dm_solver_settings;

/* `settings` NULL: all defaults. */
dm_status dm_solver_new(const dm_solver_settings *settings, dm_solver **out, dm_error *err);
void dm_solver_free(dm_solver *solver);

typedef struct dm_solve_request {
    bool outcome_only; /* settle only who wins: bounds on one side of 0 are enough */
    bool moves;        /* the value of every legal move as well */
    bool no_line;      /* do not look for a line: the value alone is wanted */
    int threads;       /* that search together; 0 and 1: one */
    uint64_t grace; /* nodes that a stopped search may add to tighten its bounds and find a line */
} dm_solve_request;

typedef struct dm_solution {
    bool proven;          /* what was asked is settled */
    int64_t lower, upper; /* on White minus Black under best play */
    int64_t nodes;
    int32_t
        line_count; /* stones of a best line, or a likely one if not proven; 0 if none was found */
    dm_vertex *line;
    int64_t move_count;   /* legal moves with their values, where asked for */
    int32_t move_stones;  /* stones of each move: the turn's */
    dm_vertex *moves;     /* move i is moves[i * move_stones ...], vertices increasing */
    int64_t *move_values; /* White minus Black after it, under best play */
} dm_solution;

/* `request` NULL: the value and a line.  DM_STOPPED: the run ended, `out` holds
 * the bounds so far (and the moves valued so far), with `grace` also a line of likely stones, in
 * whole turns.  Fails with DM_TOO_LARGE where
 * the table of all distances would pass 1 GiB. */
dm_status dm_solve(dm_solver *solver, const dm_position *position, const dm_solve_request *request,
                   dm_run *run, dm_solution **out, dm_error *err);
void dm_solution_free(dm_solution *solution);

/* A strategy of `side` from `start` on that keeps `bound` on White minus Black: at least as
 * White, at most as Black.  DM_BAD_ARGUMENT where there is none; DM_TOO_LARGE, before any
 * work, where dm_strategy_estimate() passes `limit`; DM_UNFINISHED if the run ends first. */
dm_status dm_solve_strategy(dm_solver *solver, const dm_position *start, dm_side side,
                            int64_t bound, int64_t limit, dm_run *run, dm_strategy **out,
                            dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
