/* tournament.h - a tournament's pairings and their games. */
#ifndef DMI_TOURNAMENT_H
#define DMI_TOURNAMENT_H

#include "contest/tournament_boards.h"
#include "store/tournament_games.h"

/* The result of a game.  Arrays are by side. */
typedef struct dmi_result {
    bool is_known;
    int8_t outcome; /* a dm_outcome, in a byte */
    int64_t faults[2];
    double seconds[2], slowest[2];
} dmi_result;

/* Two players and their games. */
typedef struct dmi_tournament_pairing {
    dm_pairing players;
    int64_t id;         /* in the database */
    dmi_result *result; /* `games` of them, by number */
    int64_t played;     /* by this tournament object */
    /* For a sequential pairing: boards 0 .. examined-1 are in the evidence. */
    dm_evidence evidence;
    int64_t examined;
    dm_outcome verdict;
} dmi_tournament_pairing;

struct dm_tournament {
    dmi_store *store;
    dmi_tournament_boards boards;
    dm_rules rules;
    dm_match_settings match;
    char **player;   /* specs */
    dm_guest *guest; /* by player, all NULL where there is none; NULL: no player is one */
    int32_t player_count;
    dmi_tournament_pairing *pairing;
    int32_t pairing_count;
    int64_t event; /* in the database */
    int64_t games; /* per pairing */
    bool is_sequential;
};

/* How many games count: up to the verdict, or all. */
static inline int64_t dmi_pairing_limit(const dm_tournament *t,
                                        const dmi_tournament_pairing *pairing)
{
    return pairing->verdict != 0 ? 2 * pairing->examined : t->games;
}

/* Which player of the pairing has `side` in game `number`: 0 the first, 1 the second. */
static inline int dmi_player_on(int64_t number, dm_side side)
{
    return (int)(number & 1) ^ (int)side;
}

/* Adds a game to the results.  Sequential pairings examine their boards in order, so that threads
 * and kills do not change where they end. */
void dmi_pairing_note(const dm_tournament *t, dmi_tournament_pairing *pairing,
                      const dmi_played_game *game);

/* Stores the pairing's verdict, or that it has none. */
dm_status dmi_pairing_settle(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                             dm_error *err);

/* Plays game `number` on `arena`; `*game` is cleared with dmi_played_game_clear(). */
dm_status dmi_tournament_play(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                              int64_t number, const dm_arena *arena, dm_run *run,
                              dmi_played_game *game, dm_error *err);
void dmi_played_game_clear(dmi_played_game *game);

/* Whether a game on board b is still to be played. */
static inline bool dmi_pairing_has_work(const dm_tournament *t,
                                        const dmi_tournament_pairing *pairing, int64_t b)
{
    return pairing->verdict == 0 && 2 * b < t->games &&
           !(pairing->result[2 * b].is_known && pairing->result[2 * b + 1].is_known);
}

/* Reads the games that others have stored since the tournament was opened. */
dm_status dmi_tournament_reload(dm_tournament *t, dm_error *err);

/* dm_tournament_run() with other workers. */
dm_status dmi_tournament_run_queued(dm_tournament *t, int threads, dm_run *run, dm_error *err);

#endif
