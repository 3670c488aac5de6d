/* level_moves.h - a level, and what it is after each move of a picture. */
#ifndef DMI_DRAW_LEVEL_LEVEL_MOVES_H
#define DMI_DRAW_LEVEL_LEVEL_MOVES_H

#include "draw/level/level_view.h"

/* A move names places of the level after the moves before it, so it is drawn on the view of that
 * level. */
typedef struct dmi_level_stage {
    dmi_level_view view;
    dm_level *own; /* the view's level if it was made here, to be freed; or NULL */
} dmi_level_stage;

typedef struct dmi_level_moves {
    int32_t count;          /* stages; stage 0 is the level itself */
    dmi_level_stage *stage; /* stage i, for the move i; the last may be the picture's `after` */
} dmi_level_moves;

dm_status dmi_level_moves_init(const dm_level *level, const dm_level_picture *picture,
                               dmi_level_moves *out, dm_error *err);
void dmi_level_moves_clear(dmi_level_moves *moves);

#endif
