/* played.h - games of tournaments on disk: events, their pairings, the games of a pairing. */
#ifndef DMI_TOURNAMENT_GAMES_H
#define DMI_TOURNAMENT_GAMES_H

#include "store/store.h"
#include <demesne/results.h>
#include <demesne/rules.h>

/* One game.  Arrays are by side. */
typedef struct dmi_played_game {
    int64_t number; /* within its pairing, from 0 */
    dm_outcome outcome;
    int64_t value; /* White minus Black of the stones that lie at the end */
    int32_t faults[2];
    double seconds[2], slowest[2];
    const char *moves; /* "12 3,4 - 7": a word a turn, "-" a lost one */
} dmi_played_game;

/* The number of the event with these settings, or of these players' pairing in it; each is
 * added where it is new. */
dm_status dmi_event_id(dmi_store *store, const char *settings, int64_t *id, dm_error *err);
dm_status dmi_pairing_id(dmi_store *store, int64_t event, const char *first, const char *second,
                         int64_t *id, dm_error *err);

/* Keeps how an event's boards were named; the first name stays. */
dm_status dmi_event_name(dmi_store *store, int64_t event, const char *arena, dm_error *err);

/* Keeps a board of an event, as JSON; one that is there already stays.  How many there are. */
dm_status dmi_arena_put(dmi_store *store, int64_t event, int64_t number, const char *board,
                        dm_error *err);
dm_status dmi_arena_count(dmi_store *store, int64_t event, int64_t *out, dm_error *err);

/* Keeps after how many games a sequential run ended a pairing, and who is better: 1 the first, -1
 * the second; 0: it did not, or no longer. */
dm_status dmi_verdict_put(dmi_store *store, int64_t pairing, int64_t games, dm_outcome better,
                          dm_error *err);

/* Adds a game, in a transaction of its own unless one is open; one that is there already stays. */
dm_status dmi_played_game_put(dmi_store *store, int64_t pairing, const dmi_played_game *game,
                              dm_error *err);

/* `game` and its moves are borrowed until the callback ends. */
typedef dm_status dmi_played_game_fn(void *user, const dmi_played_game *game, dm_error *err);
/* Calls `each` for the games with numbers below `end`, in order; its failure ends it.  It may ask
 * for single games meanwhile. */
dm_status dmi_played_game_each(dmi_store *store, int64_t pairing, int64_t end,
                               dmi_played_game_fn *each, void *user, dm_error *err);
/* The same for one game; DM_END where there is none. */
dm_status dmi_played_game_one(dmi_store *store, int64_t pairing, int64_t number,
                              dmi_played_game_fn *each, void *user, dm_error *err);
/* The same for at most `count` games with numbers from `first` on. */
dm_status dmi_played_game_page(dmi_store *store, int64_t pairing, int64_t first, int64_t count,
                               dmi_played_game_fn *each, void *user, dm_error *err);

typedef struct dmi_event {
    int64_t id;
    const char *settings;
    int64_t pairings, games;
} dmi_event;

typedef dm_status dmi_event_fn(void *user, const dmi_event *event, dm_error *err);
dm_status dmi_events_each(dmi_store *store, dmi_event_fn *each, void *user, dm_error *err);
/* One event, its counts 0; DM_END where there is none. */
dm_status dmi_events_one(dmi_store *store, int64_t id, dmi_event_fn *each, void *user,
                         dm_error *err);
/* The name of dmi_event_name(), freed with free(); NULL where none was kept. */
dm_status dmi_event_source(dmi_store *store, int64_t event, char **out, dm_error *err);
/* The board of dmi_arena_put(), freed with free(); NULL where none was kept. */
dm_status dmi_arena_one(dmi_store *store, int64_t event, int64_t number, char **out, dm_error *err);
dm_status dmi_pairings_each(dmi_store *store, int64_t event, dm_event_pairing_fn *each, void *user,
                            dm_error *err);
/* DM_END where there is none; the players' names are freed with free(). */
dm_status dmi_pairing_one(dmi_store *store, int64_t id, int64_t *event, char *player[2],
                          dm_error *err);

#endif
