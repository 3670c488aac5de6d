/* board_cache.h - what the search knows of a board apart from any game on it. */
#ifndef DMI_BOARD_CACHE_H
#define DMI_BOARD_CACHE_H

#include "solve/keys.h"

/* The board's symmetries, and the keys of positions with all they have learnt of its parts.
 * That takes a while, so a solver keeps it for the next game on the same board. */
typedef struct dmi_board_cache {
    dmi_group group;
    dmi_keys *keys;
    unsigned on;      /* DMI_SOLVE_... in use when the keys learnt */
    dm_tie_rule ties; /* and the rule that gains were counted by */
} dmi_board_cache;

/* `arena` and `table` are to outlive plain keys; `stones` is the most that will lie. */
dm_status dmi_board_cache_new(const dm_arena *arena, const dm_distances *table, unsigned on,
                              dm_tie_rule ties, int32_t stones, dmi_board_cache **out,
                              dm_error *err);
void dmi_board_cache_free(dmi_board_cache *cache);
/* Whether it serves another game as well as a new one would, any number of stones in it. */
bool dmi_board_cache_fits(const dmi_board_cache *cache, const dm_arena *arena, unsigned on,
                          dm_tie_rule ties);

#endif
