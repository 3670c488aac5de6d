/* demesne/line_solve.h - levels in several moves, why a move is the best, and where methods as
 * printed fail.
 *
 * Finds the best set of moves that a level's budget allows: so many of each kind, or so many of any
 * kind, made one after the other before the cells grow.
 *
 *     dm_line_move_set_ask ask = {.player = level->me, .objective = DM_LINE_MARGIN};
 *     dm_line_move_set *set = NULL;
 *     dm_line_solve(level, &ask, run, &set, &err);
 *     ... set->moves[0 .. set->move_count - 1], for dm_level_apply_moves() ...
 *     dm_line_move_set_free(set);
 */
#ifndef DEMESNE_LINE_SOLVE_H
#define DEMESNE_LINE_SOLVE_H

#include <demesne/lines.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_line_move_set_ask {
    int32_t player;
    dm_line_objective objective; /* DM_LINE_WIN: any moves that win */
    dm_line_ties ties;           /* for DM_LINE_OWN the owner is `player` */
    const dm_line_quota *quotas; /* exactly these moves; NULL: the level's budget */
    int32_t quota_count;
    bool ordered;         /* with `quotas`: in their order */
    bool count_solutions; /* fill `solutions`; the search then looks at all winning sets */
    double epsilon;       /* as in dm_line_ask */
} dm_line_move_set_ask;

/* A set of moves, and what is known about the best one.  Exact if `error` is 0. */
typedef struct dm_line_move_set {
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
} dm_line_move_set;

/* The best moves of the budget.  DM_STOPPED with the best so far and true bounds; DM_UNFINISHED if
 * there is nothing yet.  DM_BAD_MOVE if no such moves exist (too few sites to remove, nothing to
 * cut, ropes without coordinates).  DM_TOO_LARGE if numbers do not fit. */
dm_status dm_line_solve(const dm_level *level, const dm_line_move_set_ask *ask, dm_run *run,
                        dm_line_move_set **out, dm_error *err);
void dm_line_move_set_free(dm_line_move_set *set);

/* Why a move is the best: its type, the shortest-path tree, and the value along its edge.
 *
 * Types are those of te Kolste's thesis (docs/LINES.md).  The value along an edge is what the same
 * kind of move is worth at each of its places:
 *
 *      value
 *        |      /\
 *        |     /  \____o        parts are linear; between two parts it may jump
 *        |____/
 *        +---------------- place on the edge, 0 to 1
 */

/* How a vertex is reached before the move. */
typedef struct dm_line_tree_step {
    uint64_t players; /* who is first; 0: nobody */
    int32_t edge;     /* the last edge of the shortest path; -1: a site, or never reached */
    int32_t from;     /* the vertex before it; -1: a site on that edge */
    dm_ratio when;    /* the distance from the nearest site */
} dm_line_tree_step;

/* The value is linear from `first` to `last`; a single place has from = to. */
typedef struct dm_line_profile_part {
    dm_ratio from, to; /* places on the edge */
    dm_ratio first, last;
} dm_line_profile_part;

typedef struct dm_line_explanation {
    dm_line_type type;
    const char *reason; /* one sentence */
    int32_t vertex_count;
    dm_line_tree_step *tree; /* by vertex */
    int32_t edge; /* of the profile: the edge of the move; -1: none (removals, ropes, sets) */
    int32_t part_count;
    dm_line_profile_part *profile; /* in order along the edge; the margin, or the payoff if that is
                                 the objective */
} dm_line_explanation;

/* Explains the best move that dm_line_best_move() found for the same level and ask.  DM_TOO_LARGE
 * if a value does not fit 63 bits as a fraction. */
dm_status dm_line_explain(const dm_level *level, const dm_line_ask *ask, const dm_line_best *best,
                          dm_line_explanation **out, dm_error *err);
void dm_line_explanation_free(dm_line_explanation *explanation);

/* A small level on which a method as printed claims another gain than the best cut has.  For two
 * mistakes the claims are not gains: DM_MISTAKE_F_BAR compares the changes F-bar of section 4.4.1,
 * DM_MISTAKE_POINT where a site beyond a cut goes, as a fraction of its edge. */
typedef struct dm_line_counterexample {
    dm_level *level;
    dm_ratio claimed, right;
    dm_line_place place; /* F_BAR: the vertex below the cut; POINT: the cut; else unused */
    int64_t tried;       /* levels */
} dm_line_counterexample;

/* The smallest such tree: with the fewest vertices (at most 6), then the least length in whole
 * edges, then the fewest sites; for DM_MISTAKE_ENDS with three players.  Of the ask only method and
 * mistake matter.  DM_UNFINISHED if there is none, or if the run ends first. */
dm_status dm_line_counterexample_find(const dm_line_ask *ask, dm_run *run,
                                      dm_line_counterexample **out, dm_error *err);
void dm_line_counterexample_free(dm_line_counterexample *found);

#ifdef __cplusplus
}
#endif
#endif
