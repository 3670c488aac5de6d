/* level_moves.c - a level, and what it is after each move of a picture.
 *
 * A cut divides an edge and a removal renumbers the sites, so the second move cannot be drawn on
 * the first level.  The levels between are made here; all keep the places of the first.
 */
#include "draw/level_moves.h"

#include "base/base.h"
#include <stdlib.h>

/* The level after move i of the picture; it does not matter who makes it. */
static dm_status next_level(dmi_level_moves *moves, const dm_level_picture *picture, int32_t i,
                            const dm_level **out, dm_error *err)
{
    if (picture->after && (i + 1 >= picture->move_count)) {
        *out = picture->after;
        return DM_OK;
    }
    dm_line_move move = picture->moves[i];
    dm_status status = dm_level_apply(moves->view[i].level, &move, 0, &moves->own[i], err);
    *out = moves->own[i];
    return status;
}

dm_status dmi_level_moves_init(const dm_level *level, const dm_level_picture *picture,
                               dmi_level_moves *out, dm_error *err)
{
    int32_t most = picture->move_count > 0 ? picture->move_count + 1 : 2;
    int32_t count = picture->after ? most : most - 1;
    dmi_level_moves moves = {.view = dmi_calloc((size_t)most, sizeof *moves.view),
                             .own = dmi_calloc((size_t)most, sizeof *moves.own)};
    dm_status status = moves.view && moves.own
                           ? dmi_level_view_init(level, picture, NULL, &moves.view[0], err)
                           : dmi_no_memory(err);
    moves.count = status == DM_OK;
    while (status == DM_OK && moves.count < count) {
        int32_t i = moves.count - 1;
        dm_level_picture one = {.ties = picture->ties, .seed = picture->seed};
        const dm_level *next = NULL;
        if (picture->move_count > 0) {
            one.moves = &picture->moves[i];
            one.move_count = 1;
        }
        status = next_level(&moves, picture, i, &next, err);
        if (status == DM_OK)
            status = dmi_level_view_init(next, &one, &moves.view[i], &moves.view[i + 1], err);
        moves.count += status == DM_OK;
    }
    if (status == DM_OK)
        *out = moves;
    else
        dmi_level_moves_clear(&moves);
    return status;
}

void dmi_level_moves_clear(dmi_level_moves *moves)
{
    for (int32_t i = 0; i < moves->count; i++) {
        dmi_level_view_clear(&moves->view[i]);
        dm_level_free(moves->own[i]);
    }
    free(moves->view);
    free(moves->own);
    *moves = (dmi_level_moves){0};
}
