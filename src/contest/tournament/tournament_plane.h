/* tournament_plane.h - tournaments in the plane. */
#ifndef DMI_CONTEST_TOURNAMENT_TOURNAMENT_PLANE_H
#define DMI_CONTEST_TOURNAMENT_TOURNAMENT_PLANE_H

#include "contest/tournament/tournament.h"
#include <demesne/plane_match.h>

/* Whether an arena's name is that of a game in the plane. */
bool dmi_tournament_is_plane(const char *arena);
/* Fills the plane's members of `boards`, also on failure. */
dm_status dmi_tournament_plane_open(const char *arena, dmi_tournament_boards *boards,
                                    dm_error *err);
/* A game of the tournament, without moves. */
dm_status dmi_tournament_plane_game(const dm_tournament *t, dm_plane_game **out, dm_error *err);
/* The turns made as a text, freed with free(); and back. */
dm_status dmi_tournament_plane_moves(const dm_plane_game *game, char **out, dm_error *err);
dm_status dmi_tournament_plane_replay(dm_plane_game *game, const char *moves, dm_error *err);
/* Plays a game; `*moves` is freed with free(). */
dm_status dmi_tournament_plane_play(const dm_tournament *t, dm_contestant *const contestants[2],
                                    const dm_match_settings *settings, dm_run *run,
                                    dm_match_result *out, char **moves, dm_error *err);

#endif
