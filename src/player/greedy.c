/* greedy.c - the vertex of highest value. */
#include "player/player.h"

/* Whether v was chosen earlier in this turn. */
static bool is_chosen(const dm_vertex *move, int32_t count, dm_vertex v)
{
    for (int32_t i = 0; i < count; i++)
        if (move[i] == v)
            return true;
    return false;
}

dm_status dmi_choose_greedy(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_error *err)
{
    (void)player;
    (void)run;
    (void)err;
    const dm_arena *arena = dm_position_arena(position);
    const int64_t *values = dm_arena_values(arena);
    int32_t stones = dm_position_stones_to_place(position);
    for (int32_t i = 0; i < stones; i++) {
        dm_vertex best = -1;
        for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
            if (dm_position_is_free(position, v) && !is_chosen(move, i, v) &&
                (best < 0 || dm_value_of(values, v) > dm_value_of(values, best)))
                best = v;
        move[i] = best;
    }
    return DM_OK;
}
