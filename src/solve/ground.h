/* ground.h - what the search knows of a board apart from any game on it. */
#ifndef DMI_GROUND_H
#define DMI_GROUND_H

#include "solve/keys.h"

/* The board's symmetries, and the keys of positions with all they have learnt of its parts.
 * That takes a while, so a solver keeps it for the next game on the same board. */
typedef struct dmi_ground {
    dmi_group group;
    dmi_keys *keys;
    unsigned on;      /* DMI_SOLVE_... in use when the keys learnt */
    dm_tie_rule ties; /* and the rule that gains were counted by */
} dmi_ground;

/* `arena` and `table` are to outlive plain keys; `stones` is the most that will lie. */
dm_status dmi_ground_new(const dm_arena *arena, const dm_distances *table, unsigned on,
                         dm_tie_rule ties, int32_t stones, dmi_ground **out, dm_error *err);
void dmi_ground_free(dmi_ground *ground);
/* Whether it serves another game as well as a new one would, any number of stones in it. */
bool dmi_ground_fits(const dmi_ground *ground, const dm_arena *arena, unsigned on,
                     dm_tie_rule ties);

#endif
