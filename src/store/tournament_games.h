/* tournament_games.h - tournaments in the database: events, pairings and games. */
#ifndef DMI_TOURNAMENT_GAMES_H
#define DMI_TOURNAMENT_GAMES_H

#include "store/store.h"
#include <demesne/results.h>
#include <demesne/rules.h>

/* One game.  Arrays are by side. */
typedef struct dmi_played_game {
    int64_t number; /* within its pairing, from 0 */
    dm_outcome outcome;
    int64_t value; /* White minus Black of the final stones */
    int64_t faults[2];
    double seconds[2], slowest[2];
    double processor[2];         /* seconds of the processor; 0: not measured */
    const char *moves;           /* "12 3,4 - 7": one word per turn, "-" for a lost one */
    const dm_event_fault *fault; /* written, not read back; see dmi_faults_each() */
    int32_t fault_count;
} dmi_played_game;

/* The id of the event with these settings, or of these players' pairing in it; added if it is new.
 */
dm_status dmi_event_id(dmi_store *store, const char *settings, int64_t *id, dm_error *err);
dm_status dmi_pairing_id(dmi_store *store, int64_t event, const char *first, const char *second,
                         int64_t *id, dm_error *err);

/* Stores the name of an event's boards, unless it has one. */
dm_status dmi_event_name(dmi_store *store, int64_t event, const char *arena, dm_error *err);

/* Stores a board of an event as JSON, unless it is there; counts the stored ones. */
dm_status dmi_arena_put(dmi_store *store, int64_t event, int64_t number, const char *board,
                        dm_error *err);
dm_status dmi_arena_count(dmi_store *store, int64_t event, int64_t *out, dm_error *err);

/* Stores after how many games a sequential run ended a pairing, and who is better: 1 the first
 * player, -1 the second; 0 removes the verdict. */
dm_status dmi_verdict_put(dmi_store *store, int64_t pairing, int64_t games, dm_outcome better,
                          dm_error *err);

/* Stores a game with its faults, unless it is there; a game with faults needs a transaction. */
dm_status dmi_played_game_put(dmi_store *store, int64_t pairing, const dmi_played_game *game,
                              dm_error *err);

/* `game` and its moves are borrowed until the callback ends. */
typedef dm_status dmi_played_game_fn(void *user, const dmi_played_game *game, dm_error *err);
/* Calls `each` for the games with numbers below `end`, in order; stops if it fails.  The callback
 * may read single games. */
dm_status dmi_played_game_each(dmi_store *store, int64_t pairing, int64_t end,
                               dmi_played_game_fn *each, void *user, dm_error *err);
/* The same for one game; DM_END if there is none. */
dm_status dmi_played_game_one(dmi_store *store, int64_t pairing, int64_t number,
                              dmi_played_game_fn *each, void *user, dm_error *err);
/* The same for at most `count` games with numbers from `first` on. */
dm_status dmi_played_game_page(dmi_store *store, int64_t pairing, int64_t first, int64_t count,
                               dmi_played_game_fn *each, void *user, dm_error *err);

/* The faults in the games from `first` to `last`; none in tables of version 5. */
dm_status dmi_faults_each(dmi_store *store, int64_t pairing, int64_t first, int64_t last,
                          dm_event_fault_fn *each, void *user, dm_error *err);

/* Up to `count` faults of a player of an event, after the first `skip`; the same. */
dm_status dmi_faults_of(dmi_store *store, int64_t event, const char *key, int64_t skip,
                        int64_t count, dm_event_fault_fn *each, void *user, dm_error *err);

typedef struct dmi_event {
    int64_t id;
    const char *settings;
    int64_t pairings, games;
} dmi_event;

typedef dm_status dmi_event_fn(void *user, const dmi_event *event, dm_error *err);
dm_status dmi_events_each(dmi_store *store, dmi_event_fn *each, void *user, dm_error *err);
/* One event, with counts 0; DM_END if there is none. */
dm_status dmi_events_one(dmi_store *store, int64_t id, dmi_event_fn *each, void *user,
                         dm_error *err);
/* The name of dmi_event_name(), freed with free(); NULL if there is none. */
dm_status dmi_event_source(dmi_store *store, int64_t event, char **out, dm_error *err);
/* The board of dmi_arena_put(), freed with free(); NULL if there is none. */
dm_status dmi_arena_one(dmi_store *store, int64_t event, int64_t number, char **out, dm_error *err);
dm_status dmi_pairings_each(dmi_store *store, int64_t event, dm_event_pairing_fn *each, void *user,
                            dm_error *err);
/* DM_END if there is none; the players' names are freed with free(). */
dm_status dmi_pairing_one(dmi_store *store, int64_t id, int64_t *event, char *player[2],
                          dm_error *err);

/* The players of tournaments in the database: programs with names, and the
 * players that an event knows. */

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
/* Where a program without a name is, for workers: the folder from which its relative paths count
 * ("": it has none), and a hash of the files that it names ("": none). */
dm_status dmi_entrant_place(dmi_store *store, int64_t event, const char *key, const char *folder,
                            const char *version, dm_error *err);
/* Both "" if there is no place.  The callback's texts are borrowed until it ends. */
typedef dm_status dmi_entrant_place_fn(void *user, const char *folder, const char *version,
                                       dm_error *err);
dm_status dmi_entrant_find(dmi_store *store, int64_t event, const char *key,
                           dmi_entrant_place_fn *each, void *user, dm_error *err);
dm_status dmi_entrant_is_complete(dmi_store *store, int64_t event, const char *key, bool *out,
                                  dm_error *err);

/* In how many games of an event the player lost turns, and how many turns. */
dm_status dmi_faulty_games(dmi_store *store, int64_t event, const char *key, int64_t *games,
                           int64_t *faults, dm_error *err);

#endif
