/* demesne/results.h - the tournaments that a database holds, read without playing.
 *
 *     dm_results_open("contest.db", &results, &err);
 *     dm_results_events(results, tell_event, user, &err);
 *     dm_results_pairings(results, event, tell_pairing, user, &err);
 *     dm_results_games(results, pairing, 0, 100, tell_game, user, &err);
 *     dm_results_close(results);
 *
 * What was played is there whole: a sequential pairing's games after its verdict too, which do not
 * count.  Threads may share one; games that another process adds are seen by the next call.
 */
#ifndef DEMESNE_RESULTS_H
#define DEMESNE_RESULTS_H

#include <demesne/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_results dm_results;

/* The file stays as it is.  DM_BAD_INPUT where there is none, or it is no database of ours. */
dm_status dm_results_open(const char *path, dm_results **out, dm_error *err);
void dm_results_close(dm_results *results);

/* What decides the games of a tournament but its players. */
typedef struct dm_event {
    int64_t id;
    const char *settings; /* all of it, as text */
    const char *arena;    /* how the boards were named; "" where that was not kept */
    bool random;          /* a family whose every board has a seed of its own */
    uint64_t seed;
    int32_t rounds, per_turn;
    dm_tie_rule ties;
    int64_t pairings, games; /* there are; 0 where one event was asked for */
} dm_event;

/* A pairing with its results so far.  Where a sequential run has ended it, games count up to that
 * verdict: those with numbers below `games`. */
typedef struct dm_event_pairing {
    int64_t id;
    const char *first, *second; /* players, as they were named */
    int64_t games, first_wins, second_wins, ties;
    int64_t played;    /* games in all */
    dm_outcome better; /* the verdict; DM_TIE: there is none */
} dm_event_pairing;

typedef struct dm_event_game {
    int64_t number;            /* within the pairing, from 0; the first-named has White if even */
    const char *white, *black; /* players */
    uint64_t board_seed;       /* of a random family */
    dm_outcome outcome;
    int64_t value;     /* White minus Black of the stones that lay at the end */
    int32_t faults[2]; /* by side */
    double seconds[2]; /* by side */
    const char *moves; /* "12 3,4 - 7": a word a turn, "-" a lost one */
} dm_event_game;

/* What each is given is borrowed until it ends; its failure ends the reading. */
typedef dm_status dm_event_fn(void *user, const dm_event *event, dm_error *err);
typedef dm_status dm_event_pairing_fn(void *user, const dm_event_pairing *pairing, dm_error *err);
typedef dm_status dm_event_game_fn(void *user, const dm_event_game *game, dm_error *err);

dm_status dm_results_events(dm_results *results, dm_event_fn *each, void *user, dm_error *err);
/* The event with that number, or of that pairing; DM_END where there is none. */
dm_status dm_results_event(dm_results *results, int64_t event, dm_event_fn *each, void *user,
                           dm_error *err);
dm_status dm_results_event_of(dm_results *results, int64_t pairing, dm_event_fn *each, void *user,
                              dm_error *err);
/* In the order in which they were added. */
dm_status dm_results_pairings(dm_results *results, int64_t event, dm_event_pairing_fn *each,
                              void *user, dm_error *err);
/* Up to `count` games of a pairing, in order, from number `first` on; DM_END where there is no such
 * pairing. */
dm_status dm_results_games(dm_results *results, int64_t pairing, int64_t first, int64_t count,
                           dm_event_game_fn *each, void *user, dm_error *err);

/* The board of a game as JSON (docs/FORMATS.md), freed with dm_free(), where the event's name does
 * not say it: boards of files, and boards with values of their own.  NULL where the name
 * does (of a random family with the game's board_seed), or a version before this one kept no
 * boards.  DM_END as above. */
dm_status dm_results_board(dm_results *results, int64_t pairing, int64_t number, char **out,
                           dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
