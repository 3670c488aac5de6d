/* lead_local.h - good openings by swapping stones, against exact answers. */
#ifndef DMI_LEAD_LOCAL_H
#define DMI_LEAD_LOCAL_H

#include "oneround/lead_game.h"

/* An opening, an answer to it, and what White keeps against the best one at least. */
typedef struct dmi_opening {
    int32_t *white, *black; /* sites */
    int64_t won;            /* -1: none yet */
} dmi_opening;

dm_status dmi_opening_init(dmi_opening *opening, const dmi_lead_game *game, dm_error *err);
void dmi_opening_clear(dmi_opening *opening);
void dmi_opening_copy(dmi_opening *to, const dmi_opening *from, const dmi_lead_game *game);

/* Answers met before, the one that refuted last in front. */
typedef struct dmi_killers {
    int32_t count;
    int32_t *order;
    int32_t *black; /* `reply` sites each */
    uint16_t *key;  /* black keys, one an item, each */
} dmi_killers;

dm_status dmi_killers_init(dmi_killers *killers, const dmi_lead_game *game, dm_error *err);
void dmi_killers_clear(dmi_killers *killers);

/* Repeats the search from shaken openings `rounds` times.  DM_STOPPED: `best` is still some
 * opening and its `won` a true lower bound. */
dm_status dmi_lead_improve(dmi_rival *rival, dmi_killers *killers, int rounds, uint64_t seed,
                           dm_run *run, dmi_opening *best, dm_error *err);

#endif
