/* player/champion.h - the champion's choice, for the players that build on it. */
#ifndef DMI_CHAMPION_H
#define DMI_CHAMPION_H

#include "player/player.h"

/* What a move may cost: `nodes` if that is above 0, otherwise `seconds`. */
typedef struct dmi_budget {
    double seconds;
    uint64_t nodes;
} dmi_budget;

/* What the champion keeps of a board; NULL at first. */
typedef struct dmi_champion dmi_champion;
void dmi_champion_free(dmi_champion *champion);

/* Chooses the stones of this turn.  With DM_STOPPED, `move` has the best found so far or is
 * unchanged. */
dm_status dmi_champion_move(dmi_champion **champion, dm_position *position, dmi_budget budget,
                            dm_run *run, dm_vertex *move, dm_error *err);

/* A perfect turn, if the exact solver finds one within the budget; `*found` reports that. */
dm_status dmi_perfect_move(const dm_position *position, dmi_budget budget, dm_run *run,
                           dm_vertex *move, bool *found, dm_error *err);

/* A new run that ends with the budget or with `run`. */
dm_status dmi_budget_run(dmi_budget budget, dm_run *run, dm_run **out, dm_error *err);
/* DM_STOPPED if `run` (may be NULL) has ended. */
dm_status dmi_still_running(dm_run *run, dm_error *err);

#endif
