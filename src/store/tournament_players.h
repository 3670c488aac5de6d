/* tournament_players.h - the players of tournaments in the database: programs with names, and the
 * players that an event knows. */
#ifndef DMI_TOURNAMENT_PLAYERS_H
#define DMI_TOURNAMENT_PLAYERS_H

#include "store/store.h"
#include <demesne/results.h>

/* Stores a program with a name.  If the key is there, its command and folder are changed. */
dm_status dmi_player_put(dmi_store *store, const dm_event_player *player, dm_error *err);
/* The player with this key, or one whose name is the key; only the fields up to `folder` are set.
 */
dm_status dmi_player_one(dmi_store *store, const char *key, dm_event_player_fn *each, void *user,
                         dm_error *err);

/* Calls `each` for the keys of the two players of every pairing of an event. */
typedef dm_status dmi_pairing_players_fn(void *user, const char *first, const char *second,
                                         dm_error *err);
dm_status dmi_pairing_players_each(dmi_store *store, int64_t event, dmi_pairing_players_fn *each,
                                   void *user, dm_error *err);

/* Notes that a player takes part in an event; `complete`: that a run has played all games that it
 * planned for it, which stays noted. */
dm_status dmi_entrant_put(dmi_store *store, int64_t event, const char *key, bool complete,
                          dm_error *err);
dm_status dmi_entrant_is_complete(dmi_store *store, int64_t event, const char *key, bool *out,
                                  dm_error *err);

/* In how many games of an event the player lost turns, and how many turns. */
dm_status dmi_faulty_games(dmi_store *store, int64_t event, const char *key, int64_t *games,
                           int64_t *faults, dm_error *err);

#endif
