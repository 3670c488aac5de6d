/* demesne/level_grade.h - how hard a level is.
 *
 * One rule for every level.  If one move is to be made, the share of winning moves gives the points
 * of the level.  If there are several, a search does: how many solutions there are, whether the
 * greedy player (the best move of each turn by itself) finds one, and how many first moves look
 * good.  docs/LINES.md has the table.
 */
#ifndef DEMESNE_LEVEL_GRADE_H
#define DEMESNE_LEVEL_GRADE_H

#include <demesne/lines_solve.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_level_grade {
    DM_GRADE_UNKNOWN = 0,
    DM_GRADE_TRIVIAL,
    DM_GRADE_EASY,
    DM_GRADE_MEDIUM,
    DM_GRADE_HARD,
    DM_GRADE_FIENDISH,
    DM_GRADE_UNWINNABLE
} dm_level_grade;

const char *dm_level_grade_name(dm_level_grade value);
dm_status dm_level_grade_parse(const char *name, dm_level_grade *out, dm_error *err);

typedef struct dm_level_rating {
    int winnable;      /* 1 yes, 0 no, -1 not known */
    int32_t moves;     /* how many are to be made */
    double low, high;  /* one move: the share of winning moves is between them */
    int64_t solutions; /* several: connected sets of winning moves; -1: not known */
    bool greedy_wins;  /* several */
    bool all_needed;   /* several: one move less does not win */
    int32_t tempting;  /* several: first moves that gain at least half of what the best one gains,
                          of sites on vertices, removals, cuts at ends, ropes between vertices */
    int32_t points;    /* -1: not winnable, or not known */
    dm_level_grade grade;
} dm_level_rating;

/* For one move.  `best` may be NULL. */
dm_level_rating dm_odds_rating(const dm_line_odds *odds, const dm_line_best *best);

/* For any budget: `plan` answers `ask`, whose objective is margin or win, with solutions counted.
 * One move of any kind is as hard as its easiest kind.  DM_UNFINISHED if the run ends first. */
dm_status dm_plan_rating(const dm_level *level, const dm_line_plan_ask *ask,
                         const dm_line_plan *plan, dm_run *run, dm_level_rating *out,
                         dm_error *err);

/* Solves and rates the level's budget for its `me`, who must be known.  `plan` receives the best
 * moves.  DM_UNFINISHED if the run ends first. */
dm_status dm_level_rate(const dm_level *level, dm_line_ties ties, dm_run *run, dm_level_rating *out,
                        dm_line_plan **plan, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
