/* player/rollout.h - a turn on large boards: both sides go on by immediate gain, who leads?
 *
 *     dmi_rollout_init(&rollout, arena, ranks, ties, err);
 *     dmi_rollout_turn(&rollout, position, sides, to_come, run, move);
 *     dmi_rollout_clear(&rollout);
 */
#ifndef DMI_ROLLOUT_H
#define DMI_ROLLOUT_H

#include "base/base.h"
#include "base/sort.h"
#include "graph/ranks.h"
#include <demesne/position.h>
#include <demesne/rng.h>

/* The stones as some columns see them. */
typedef struct dmi_rollout_part {
    int64_t columns;
    int tie;           /* White's share of a vertex that both reach: 1, 0 or -1 */
    int16_t *weight;   /* of each column */
    uint16_t *near[2]; /* by side: the class of the nearest stone at each column */
    uint16_t *kept[2]; /* before the stone that is tried */
} dmi_rollout_part;

typedef struct dmi_rollout {
    const dm_graph *graph;
    const dmi_ranks *ranks;
    dmi_rollout_part whole, coarse;
    bool *taken;
    dm_vertex *placed; /* all stones, those of the rollout last */
    int32_t placed_count;
    dm_vertex *likely; /* where stones of rollouts may go, besides the neighbours of stones */
    int32_t likely_count;
    bool *is_likely;  /* scratch: n */
    dmi_keyed *order; /* scratch: n */
    int64_t *value;   /* of each vertex tried, from the mover's side; INT64_MIN: not tried */
    dm_vertex *tried; /* those with a value */
    int32_t tried_count;
    bool *is_centre;      /* its neighbours were tried */
    const dm_side *sides; /* of the stones to come; borrowed */
    int32_t to_come, own; /* all, and those of the mover */
    dm_vertex *plan;      /* the mover's stones in the best line so far */
    int64_t plan_value;
    dm_vertex *draft; /* those of the line that is tried; -1: by immediate gain */
    dm_rng rng;       /* the same for the same number of stones */
    dm_run *run;
    int32_t (*lead)(const dmi_rollout_part *part, dm_side side, const uint16_t *row);
    dmi_arrays arrays;
} dmi_rollout;

dm_status dmi_rollout_init(dmi_rollout *r, const dm_arena *arena, const dmi_ranks *ranks,
                           dm_tie_rule ties, dm_error *err);
void dmi_rollout_clear(dmi_rollout *r);

/* Replaces `move`, a turn that is tried first, by the best one found until the run ends.  `sides`
 * are those of the stones to come. */
void dmi_rollout_turn(dmi_rollout *r, const dm_position *position, const dm_side *sides,
                      int32_t to_come, dm_run *run, dm_vertex *move);

#endif
