/* puzzle.h - levels as puzzles: how they look to a greedy player, ratings, random networks, and
 * moves at places that a person can read.
 */
#ifndef DMI_LINES_PUZZLE_PUZZLE_H
#define DMI_LINES_PUZZLE_PUZZLE_H

#include <demesne/line_puzzle.h>
#include <demesne/rng.h>
#include <stddef.h>

/* The moves that are left of a budget. */
typedef struct dmi_moves_left {
    int32_t any; /* of any kind but ropes */
    int32_t quota_count;
    dm_line_quota quotas[DM_MAX_LINE_QUOTAS];
    bool ordered;
} dmi_moves_left;

/* The odds of one move and their rating.  The share of ropes is found with less and less error
 * until the grade is clear, or the error is that of the ask. */
dm_status dmi_rate_odds(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                        dm_line_odds **odds, dm_level_rating *rating, dm_error *err);

/* Rates a level that is to have the grade (DM_GRADE_UNKNOWN: any) and to need all of its moves.
 * Where it is soon clear that it does not, `*set` stays NULL, and the grade is not known. */
dm_status dmi_rate_for(const dm_level *level, dm_line_ties ties, dm_level_grade grade, dm_run *run,
                       dm_level_rating *out, dm_line_move_set **set, dm_error *err);

/* Replaces the place of each new site and cut by the simplest fraction between it and the end of
 * its winning interval, so that the moves still win; `reached` is then what the new moves reach.
 * Moves that do not win stay as they are. */
dm_status dmi_simplify_solution(const dm_level *level, dm_line_move_set *set, dm_error *err);

/* An empty pack with room for so many levels. */
dm_status dmi_level_pack_new(int32_t room, const char *title, dm_level_pack **out, dm_error *err);

/* Vertices with whole coordinates below 2^20, and edges. */
typedef struct dmi_planar_network {
    int32_t n;
    int32_t *x, *y;
    int32_t edge_count;
    size_t room;
    int32_t (*edges)[2];
} dmi_planar_network;

#endif
