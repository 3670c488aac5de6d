/* player/immediate_gain.h - the stones with the largest immediate gain, for boards of any size. */
#ifndef DMI_IMMEDIATE_GAIN_H
#define DMI_IMMEDIATE_GAIN_H

#include "player/player.h"

enum { DMI_GAIN_SAMPLE = 64 };

/* Chooses the stones of this turn one after the other: of the vertices tried, the one after which
 * the mover leads most.  All free vertices are tried if the position has its evaluator ready,
 * otherwise at most `most`, the same ones for the same position.  Returns DM_OK with the best so
 * far if the run ends; a few vertices are tried even if it has ended before.
 * The first stone of a game, which leads equally everywhere, goes to a median. */
dm_status dmi_immediate_gain_move(dm_position *position, dm_vertex most, dm_run *run,
                                  dm_vertex *move, dm_error *err);

/* The same, but only `most` random vertices are tried for each stone, also for the first of a game.
 */
dm_status dmi_glance_move(dm_position *position, dm_vertex most, dm_rng *rng, dm_run *run,
                          dm_vertex *move, dm_error *err);

/* Of `count` > 0 free vertices, the one after which the side to move leads most; the first of
 * equals.  For turns of one stone.  DM_STOPPED leaves `*best` unchanged. */
dm_status dmi_best_stone(dm_position *position, const dm_vertex *vertices, dm_vertex count,
                         dm_run *run, dm_vertex *best, dm_error *err);

#endif
