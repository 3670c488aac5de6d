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

/* A solver keeps its table from game to game, so that later games on similar boards are faster.
 * Several threads may solve different games with one solver at the same time. */
typedef struct dm_solver dm_solver;

typedef struct dm_solver_settings {
    int64_t memory;         /* bytes for the table; 0: 256 MiB */
    bool compare_positions; /* compare whole positions instead of hash keys; slower */
    int64_t reserved[4];    /* 0; later versions may use them */
} dm_solver_settings;

/* `settings` NULL: all defaults. */
dm_status dm_solver_new(const dm_solver_settings *settings, dm_solver **out, dm_error *err);
void dm_solver_free(dm_solver *solver);

typedef struct dm_solve_request {
    bool outcome_only; /* find only who wins: bounds on one side of 0 are enough */
    bool moves;        /* also find the value of every legal move */
    int32_t part;      /* only the moves of this part, from 0 on; equal ones are in one part */
    int32_t parts;     /* 0 and 1: all moves are one part */
    bool no_line;      /* find the value without a line of best moves */
    bool repeatable;   /* the line depends on the game alone, not on those solved before; slower */
    int threads;       /* 0 and 1: one */
    double grace; /* seconds that a stopped search may add to tighten its bounds and find a line */
    int64_t reserved[4]; /* 0; later versions may use them */
} dm_solve_request;

typedef struct dm_solution {
    bool proven;          /* the value, or with outcome_only the winner, is certain */
    int64_t lower, upper; /* bounds on White minus Black under best play */
    int64_t nodes;
    int32_t line_count; /* stones of a best line, a likely one if not proven; 0: none found */
    dm_vertex *line;
    int64_t move_count;   /* legal moves with their values, if requested */
    int32_t move_stones;  /* stones per move */
    dm_vertex *moves;     /* move i is moves[i * move_stones ...], vertices increasing */
    int64_t *move_values; /* White minus Black after each move, under best play */
} dm_solution;

/* `request` NULL: the value and a line.  DM_STOPPED: the run ended; `out` has
 * the bounds and the moves valued so far, and with `grace` a line of likely stones, in whole
 * turns.  DM_TOO_LARGE if the table of all distances would exceed 1 GiB. */
dm_status dm_solve(dm_solver *solver, const dm_position *position, const dm_solve_request *request,
                   dm_run *run, dm_solution **out, dm_error *err);
void dm_solution_free(dm_solution *solution);

/* A strategy of `side` from `start` on that keeps `bound` on White minus Black: at least as
 * White, at most as Black.  DM_BAD_ARGUMENT if there is none; DM_TOO_LARGE, before any
 * work, if dm_strategy_estimate() exceeds `limit`; DM_UNFINISHED if the run ends first. */
dm_status dm_solve_strategy(dm_solver *solver, const dm_position *start, dm_side side,
                            int64_t bound, int64_t limit, dm_run *run, dm_strategy **out,
                            dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
