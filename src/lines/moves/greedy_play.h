/* greedy_play.h - what a level in several moves looks like to a player who looks one move ahead. */
#ifndef DMI_LINES_MOVES_GREEDY_PLAY_H
#define DMI_LINES_MOVES_GREEDY_PLAY_H

#include <demesne/lines_solve.h>

/* The moves that are left of a budget. */
typedef struct dmi_moves_left {
    int32_t any; /* of any kind but ropes */
    int32_t quota_count;
    dm_line_quota quotas[DM_MAX_LINE_QUOTAS];
    bool ordered;
} dmi_moves_left;

/* The budget of the ask; without quotas the level's. */
dmi_moves_left dmi_moves_left_of(const dm_level *level, const dm_line_plan_ask *ask);
int32_t dmi_count_left(const dmi_moves_left *left);

/* Whether the best move of each turn, judged by itself, wins; and how many first moves are
 * tempting (dm_level_rating).  DM_UNFINISHED if the run ends first. */
dm_status dmi_greedy_play(const dm_level *level, const dm_line_plan_ask *ask, dm_run *run,
                          bool *wins, int32_t *tempting, dm_error *err);

#endif
