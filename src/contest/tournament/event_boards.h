/* event_boards.h - the boards of an event, from the database alone. */
#ifndef DMI_CONTEST_TOURNAMENT_EVENT_BOARDS_H
#define DMI_CONTEST_TOURNAMENT_EVENT_BOARDS_H

#include "contest/tournament/event_settings.h"
#include "contest/tournament/tournament_boards.h"
#include "store/tournament_games.h"

/* Makes the boards again from their name and seed, or reads those that are stored.  `*stored`:
 * boards 0 .. *stored - 1 are there; all, unless the tournament did not need them.  DM_BAD_INPUT if
 * they are not the event's. */
dm_status dmi_event_boards(dmi_store *store, int64_t event, const dmi_event_settings *settings,
                           dmi_tournament_boards *out, int64_t *stored, dm_error *err);

#endif
