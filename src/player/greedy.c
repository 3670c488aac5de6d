/* greedy.c - the vertex of highest value. */
#include "base/base.h"
#include "player/player.h"

#include <math.h>
#include <stdlib.h>

dm_status dmi_choose_greedy(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_error *err)
{
    (void)run;
    const dm_arena *arena = dm_position_arena(position);
    const int64_t *values = dm_arena_values(arena);
    dm_vertex n = dm_arena_vertices(arena);
    int32_t stones = dm_position_stones_to_place(position);
    double *scores = dmi_wants_scores(player) ? dmi_alloc((size_t)n, sizeof *scores) : NULL;
    if (dmi_wants_scores(player) && !scores)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < stones; i++) {
        dm_vertex best = -1;
        for (dm_vertex v = 0; v < n; v++) {
            bool is_free = dm_position_is_free(position, v);
            for (int32_t k = 0; is_free && k < i; k++) /* or chosen earlier in this turn */
                is_free = move[k] != v;
            if (scores)
                scores[v] = is_free ? (double)dm_value_of(values, v) : NAN;
            if (is_free && (best < 0 || dm_value_of(values, v) > dm_value_of(values, best)))
                best = v;
        }
        move[i] = best;
        dmi_note_scores(player, scores, n, best, i == 0);
    }
    free(scores);
    return DM_OK;
}
