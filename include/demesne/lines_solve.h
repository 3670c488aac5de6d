/* demesne/lines_solve.h - levels in several moves.
 *
 * Finds the best set of moves that a level's budget allows: so many of each kind, or so many of any
 * kind, made one after the other before the cells grow.
 *
 *     dm_line_plan_ask ask = {.player = level->me, .objective = DM_LINE_MARGIN};
 *     dm_line_plan *plan = NULL;
 *     dm_line_solve(level, &ask, run, &plan, &err);
 *     ... plan->moves[0 .. plan->move_count - 1], for dm_level_apply_moves() ...
 *     dm_line_plan_free(plan);
 */
#ifndef DEMESNE_LINES_SOLVE_H
#define DEMESNE_LINES_SOLVE_H

#include <demesne/lines.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_line_plan_ask {
    int32_t player;
    dm_line_objective objective; /* DM_LINE_WIN: any moves that win */
    dm_line_ties ties;           /* for DM_LINE_OWN the owner is `player` */
    const dm_line_quota *quotas; /* exactly these moves; NULL: the level's budget */
    int32_t quota_count;
    bool ordered;         /* with `quotas`: in their order */
    bool count_solutions; /* fill `solutions`; the search then looks at all winning sets */
    double epsilon;       /* as in dm_line_ask */
} dm_line_plan_ask;

/* A set of moves, and what is known about the best one.  Exact if `error` is 0. */
typedef struct dm_line_plan {
    int32_t move_count;
    dm_line_move *moves; /* each names places of the level after the moves before it */
    dm_line_standing before;
    dm_line_standing after;   /* the best value; if not attained, a supremum */
    dm_line_standing reached; /* after `moves` */
    bool attained;            /* false: no moves reach `after`; `moves` come near */
    int32_t winner;           /* after `moves`, or -1 if nobody has most */
    bool proven;              /* no moves are better by more than `error` */
    double error;             /* 0: exact; with ropes the values are decimals within this */
    dm_ratio lower, upper;    /* of the best payoff, for other objectives of the best margin */
    int32_t best_rank;        /* no moves give a better rank */
    int64_t solutions;        /* connected sets of winning moves; -1: not counted, or with ropes */
    int64_t solutions_found;  /* at least so many, if the count was stopped */
    int unique;               /* 1: one solution; 0: none or several; -1: not known */
    int32_t key;              /* the move without which the others are worth least; -1: none */
    int64_t candidates;       /* combinations of edges and sites that were tried */
    const char *note;         /* what was proven, if not everything; or NULL */
} dm_line_plan;

/* The best moves of the budget.  DM_STOPPED with the best so far and true bounds; DM_UNFINISHED if
 * there is nothing yet.  DM_BAD_MOVE if no such moves exist (too few sites to remove, nothing to
 * cut, ropes without coordinates).  DM_TOO_LARGE if numbers do not fit. */
dm_status dm_line_solve(const dm_level *level, const dm_line_plan_ask *ask, dm_run *run,
                        dm_line_plan **out, dm_error *err);
void dm_line_plan_free(dm_line_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
