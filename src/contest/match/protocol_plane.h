/* protocol_plane.h - a player of this library that answers the protocol in the plane. */
#ifndef DMI_CONTEST_MATCH_PROTOCOL_PLANE_H
#define DMI_CONTEST_MATCH_PROTOCOL_PLANE_H

#include "format/output.h"
#include <demesne/plane_game.h>
#include <demesne/rules.h>

typedef struct dmi_protocol_plane dmi_protocol_plane;

/* `corners` lines follow.  DM_BAD_ARGUMENT: no player of the plane has this spec. */
dm_status dmi_protocol_plane_new(const char *spec, uint64_t seed, int64_t corners,
                                 dmi_protocol_plane **out, dm_error *err);
void dmi_protocol_plane_free(dmi_protocol_plane *plane);
/* Takes the next line "x y"; `*done` after the last one, with the failure of the board, if any.
 * After a bad line the rest is still taken. */
dm_status dmi_protocol_plane_take(dmi_protocol_plane *plane, const char *line, bool *done,
                                  dm_error *err);
/* "ROUNDS PER_TURN TIES [METRIC [MIN_DISTANCE [nearest|gravity [LATTICE]]]]": a new game. */
dm_status dmi_protocol_plane_rules(dmi_protocol_plane *plane, const char *words, dm_error *err);
/* NULL: none yet. */
dm_plane_game *dmi_protocol_plane_game(const dmi_protocol_plane *plane);
/* Without words the turn is lost; repeating what genmove chose changes nothing. */
dm_status dmi_protocol_plane_play(dmi_protocol_plane *plane, dm_side side, const char *words,
                                  dm_error *err);
/* Writes " x,y .." to `answer`. */
dm_status dmi_protocol_plane_genmove(dmi_protocol_plane *plane, dm_side side, dm_run *run,
                                     dmi_output *answer, dm_error *err);
dm_status dmi_protocol_plane_undo(dmi_protocol_plane *plane, dm_error *err);

#endif
