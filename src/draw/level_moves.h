/* level_moves.h - a level, and what it is after each move of a picture. */
#ifndef DMI_LEVEL_MOVES_H
#define DMI_LEVEL_MOVES_H

#include "draw/level_view.h"

/* A move names places of the level after the moves before it, so it is drawn on the view of that
 * level. */
typedef struct dmi_level_moves {
    int32_t count;        /* views; view 0 is the level itself */
    dmi_level_view *view; /* view i, for the move i; the last one may be the picture's `after` */
    dm_level **own;       /* the levels of the views between, to be freed */
} dmi_level_moves;

dm_status dmi_level_moves_init(const dm_level *level, const dm_level_picture *picture,
                               dmi_level_moves *out, dm_error *err);
void dmi_level_moves_clear(dmi_level_moves *moves);

#endif
