/* random.c - a free vertex at random. */
#include "base/base.h"
#include "player/player.h"

#include <stdlib.h>

dm_status dmi_choose_random(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_error *err)
{
    (void)run;
    dm_vertex free_count;
    dm_vertex *vertices = dmi_free_vertices(position, &free_count);
    if (!vertices)
        return dmi_no_memory(err);
    int32_t stones = dm_position_stones_to_place(position);
    for (int32_t i = 0; i < stones; i++) {
        uint64_t left = (uint64_t)(free_count - i);
        dm_vertex at = i + (dm_vertex)dm_rng_below(&player->rng, left);
        move[i] = vertices[at];
        vertices[at] = vertices[i];
    }
    free(vertices);
    return DM_OK;
}
