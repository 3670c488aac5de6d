/* played.h - games of tournaments on disk: events, their pairings, the games of a pairing. */
#ifndef DMI_PLAYED_H
#define DMI_PLAYED_H

#include "store/store.h"
#include <demesne/rules.h>

/* One game.  Arrays are by side. */
typedef struct dmi_played {
    int64_t number; /* within its pairing, from 0 */
    int outcome;    /* 1: White won, 0: a tie, -1: Black won */
    int64_t value;  /* White minus Black of the stones that lie at the end */
    int32_t faults[2];
    double seconds[2], slowest[2];
    const char *moves; /* "12 3,4 - 7": a word a turn, "-" a lost one */
} dmi_played;

/* The number of the event with these settings, or of these players' pairing in it; each is
 * added where it is new. */
dm_status dmi_event_id(dmi_store *store, const char *settings, int64_t *id, dm_error *err);
dm_status dmi_pairing_id(dmi_store *store, int64_t event, const char *first, const char *second,
                         int64_t *id, dm_error *err);

/* Adds a game, in a transaction of its own unless one is open; one that is there already stays. */
dm_status dmi_played_put(dmi_store *store, int64_t pairing, const dmi_played *game, dm_error *err);

/* `game` and its moves are borrowed until the callback ends. */
typedef dm_status dmi_played_fn(void *user, const dmi_played *game, dm_error *err);
/* Calls `each` for the games with numbers below `end`, in order; its failure ends it.  It may ask
 * for single games meanwhile. */
dm_status dmi_played_each(dmi_store *store, int64_t pairing, int64_t end, dmi_played_fn *each,
                          void *user, dm_error *err);
/* The same for one game; DM_END where there is none. */
dm_status dmi_played_one(dmi_store *store, int64_t pairing, int64_t number, dmi_played_fn *each,
                         void *user, dm_error *err);

#endif
