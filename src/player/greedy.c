/* greedy.c - the vertex of highest value. */
#include "player/player.h"

dm_status dmi_choose_greedy(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_error *err)
{
    (void)player, (void)run, (void)err;
    const dm_arena *arena = dm_position_arena(position);
    const int64_t *values = dm_arena_values(arena);
    int32_t stones = dm_position_stones_to_place(position);
    for (int32_t i = 0; i < stones; i++) {
        dm_vertex best = -1;
        for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
            bool is_free = dm_position_is_free(position, v);
            for (int32_t k = 0; is_free && k < i; k++) /* or chosen earlier in this turn */
                is_free = move[k] != v;
            if (is_free && (best < 0 || dm_value_of(values, v) > dm_value_of(values, best)))
                best = v;
        }
        move[i] = best;
    }
    return DM_OK;
}
