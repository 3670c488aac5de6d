/* tournament.h - a tournament, inside the room: its pairings and the games they have. */
#ifndef DMI_TOURNAMENT_H
#define DMI_TOURNAMENT_H

#include "contest/tournament_boards.h"
#include "store/tournament_games.h"

/* What is remembered of a game.  Arrays are by side. */
typedef struct dmi_result {
    bool is_known;
    int8_t outcome; /* a dm_outcome, in a byte */
    int32_t faults[2];
    double seconds[2], slowest[2];
} dmi_result;

/* Two players and their games, all of them in the store. */
typedef struct dmi_tournament_pairing {
    dm_pairing players;
    int64_t id;         /* in the store */
    dmi_result *result; /* by number, `games` of them */
    int64_t played;     /* by this tournament object */
    /* Of a sequential pairing: the boards from 0 on that the evidence has taken in. */
    dm_evidence evidence;
    int64_t examined;
    dm_outcome verdict;
} dmi_tournament_pairing;

struct dm_tournament {
    dmi_store *store;
    dmi_tournament_boards field;
    dm_rules rules;
    dm_match_settings match;
    char **player; /* specs */
    int32_t player_count;
    dmi_tournament_pairing *pairing;
    int32_t pairing_count;
    int64_t games; /* a pairing */
    bool is_sequential;
};

/* The games that count: up to the verdict, or all. */
static inline int64_t dmi_pairing_limit(const dm_tournament *t,
                                        const dmi_tournament_pairing *pairing)
{
    return pairing->verdict != 0 ? 2 * pairing->examined : t->games;
}

/* Who of the pairing has `side` in game `number`: 0 the first-named, 1 the second. */
static inline int dmi_player_on(int64_t number, dm_side side)
{
    return (int)(number & 1) ^ (int)side;
}

/* Takes a game into the tallies; sequential pairings look at their boards in order, so that
 * threads and kills change nothing about where they end. */
void dmi_pairing_note(const dm_tournament *t, dmi_tournament_pairing *pairing,
                      const dmi_played_game *game);

/* Keeps the meeting's verdict, or that it has none. */
dm_status dmi_pairing_settle(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                             dm_error *err);

/* Plays game `number` on `arena` and writes it into the store. `*note` is what was written, less
 * its moves. */
dm_status dmi_tournament_play(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                              int64_t number, const dm_arena *arena, dm_run *run,
                              dmi_played_game *note, dm_error *err);

#endif
