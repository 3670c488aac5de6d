/* board_cache.h - data of a board that do not depend on the game played on it. */
#ifndef DMI_BOARD_CACHE_H
#define DMI_BOARD_CACHE_H

#include "solve/keys.h"

/* The board's symmetries, and the keys of positions with the parts and choices found so far.
 * They are slow to make, so a solver keeps them for the next game on the same board. */
typedef struct dmi_board_cache {
    dmi_group group;
    dmi_keys *keys;
    unsigned on;      /* the DMI_SOLVE_... that the choices were found with */
    dm_tie_rule ties; /* the rule that gains were computed with */
} dmi_board_cache;

/* `arena` and `table` must outlive plain keys; `stones` is the greatest number placed at once. */
dm_status dmi_board_cache_new(const dm_arena *arena, const dm_distances *table, unsigned on,
                              dm_tie_rule ties, int32_t stones, dmi_board_cache **out,
                              dm_error *err);
void dmi_board_cache_free(dmi_board_cache *cache);
/* Whether it can be used for another game, with any number of stones. */
bool dmi_board_cache_fits(const dmi_board_cache *cache, const dm_arena *arena, unsigned on,
                          dm_tie_rule ties);

#endif
