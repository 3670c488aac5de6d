/* player/immediate_gain.h - one stone ahead by territory, for boards of any size. */
#ifndef DMI_IMMEDIATE_GAIN_H
#define DMI_IMMEDIATE_GAIN_H

#include "player/player.h"

/* The stones of this turn, one after the other: of the vertices looked at the one after
 * which the mover leads most.  All free vertices are looked at where the board has an
 * evaluator, otherwise a sample, the same for the same position: first the vertex of highest
 * value, of those the one with most neighbours.  The first stone of a game, which leads by as much
 * wherever it lies, goes to the middle where the board has an evaluator.  Ends early with the run,
 * with DM_OK. */
dm_status dmi_immediate_gain_move(dm_position *position, dm_run *run, dm_vertex *move,
                                  dm_error *err);

#endif
