/* demesne/line_pack.h - how hard a level in several moves is, and packs of levels.
 *
 * A level is graded by a search: how many solutions it has, whether the greedy player (the best
 * move of each turn by itself) finds one, and how many first moves look good although they may not
 * be.
 */
#ifndef DEMESNE_LINE_PACK_H
#define DEMESNE_LINE_PACK_H

#include <demesne/lines_solve.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_level_grade {
    DM_GRADE_EASY = 0,
    DM_GRADE_MEDIUM,
    DM_GRADE_HARD,
    DM_GRADE_FIENDISH
} dm_level_grade;

const char *dm_level_grade_name(dm_level_grade value);
dm_status dm_level_grade_parse(const char *name, dm_level_grade *out, dm_error *err);

/* What the search found; docs/LINES.md says how it gives the grade. */
typedef struct dm_level_rating {
    bool winnable;     /* proven */
    int64_t solutions; /* connected sets of winning moves; -1: not known */
    bool greedy_wins;
    int32_t tempting; /* first moves that raise the margin: cuts of edges at an end, new sites on
                         vertices, removals */
    int32_t points;
    dm_level_grade grade;
} dm_level_rating;

/* Rates the level's budget for its `me`, who must be known.  `plan` receives the best moves with
 * their count of solutions.  DM_UNFINISHED if the run ends first. */
dm_status dm_level_rate(const dm_level *level, dm_run *run, dm_level_rating *out,
                        dm_line_plan **plan, dm_error *err);

typedef struct dm_pack_wish {
    int32_t count;           /* 1 to 1000 */
    dm_level_grade from, to; /* of the first and the last level; grades rise in equal steps */
    uint64_t seed;
    int64_t tries; /* per level; 0: 5000 */
} dm_pack_wish;

typedef struct dm_pack_level {
    dm_level *level; /* its `me` is losing before the first move */
    dm_line_plan *plan;
    dm_level_rating rating;
} dm_pack_level;

typedef struct dm_pack {
    int32_t count;
    dm_pack_level *levels; /* all different, each with a proven solution */
    uint64_t seed;
} dm_pack;

/* Makes random levels with whole lengths.  The same wish gives the same pack.  DM_BAD_ARGUMENT for
 * a bad wish; DM_STOPPED with the levels made before the run ended; DM_UNFINISHED if there are
 * none, or if no level of a grade is found. */
dm_status dm_pack_generate(const dm_pack_wish *wish, dm_run *run, dm_pack **out, dm_error *err);
void dm_pack_free(dm_pack *pack);

#ifdef __cplusplus
}
#endif
#endif
