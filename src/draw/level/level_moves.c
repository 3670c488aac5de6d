/* level_moves.c - a level, and what it is after each move of a picture.
 *
 * A cut divides an edge and a removal renumbers the sites, so the second move cannot be drawn on
 * the first level.  The levels between are made here; all keep the places of the first.
 */
#include "draw/level/level_moves.h"

#include "base/base.h"
#include <stdlib.h>

/* The level after move i of the picture; it does not matter who makes it. */
static dm_status next_level(dmi_level_stage *from, const dm_level_picture *picture, int32_t i,
                            const dm_level **out, dm_error *err)
{
    if (picture->after && i + 1 >= picture->move_count) {
        *out = picture->after;
        return DM_OK;
    }
    dm_line_move move = picture->moves[i];
    dm_status status = dm_level_apply(from[0].view.level, &move, 0, &from[1].own, err);
    *out = from[1].own;
    return status;
}

/* The stage after `from`, by move i. */
static dm_status go_on(dmi_level_stage *from, const dm_level_picture *picture, int32_t i,
                       dm_error *err)
{
    dm_level_picture one = {.ties = picture->ties, .seed = picture->seed};
    const dm_level *next = NULL;
    if (picture->move_count > 0) {
        one.moves = &picture->moves[i];
        one.move_count = 1;
    }
    dm_status status = next_level(from, picture, i, &next, err);
    return status == DM_OK ? dmi_level_view_init(next, &one, &from[0].view, &from[1].view, err)
                           : status;
}

dm_status dmi_level_moves_init(const dm_level *level, const dm_level_picture *picture,
                               dmi_level_moves *out, dm_error *err)
{
    int32_t most = picture->move_count > 0 ? picture->move_count + 1 : 2;
    dmi_level_moves moves = {.count = picture->after ? most : most - 1};
    moves.stage = dmi_calloc((size_t)most, sizeof *moves.stage);
    if (!moves.stage)
        return dmi_no_memory(err);
    dm_status status = dmi_level_view_init(level, picture, NULL, &moves.stage[0].view, err);
    for (int32_t i = 0; i + 1 < moves.count && status == DM_OK; i++)
        status = go_on(&moves.stage[i], picture, i, err);
    if (status == DM_OK)
        *out = moves;
    else
        dmi_level_moves_clear(&moves);
    return status;
}

void dmi_level_moves_clear(dmi_level_moves *moves)
{
    for (int32_t i = 0; i < moves->count; i++) {
        dmi_level_view_clear(&moves->stage[i].view);
        dm_level_free(moves->stage[i].own);
    }
    free(moves->stage);
    *moves = (dmi_level_moves){0};
}
