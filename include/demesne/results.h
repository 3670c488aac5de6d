/* demesne/results.h - reads the tournaments in a database without playing.
 *
 *     dm_results_open("contest.db", &results, &err);
 *     dm_results_events(results, print_event, user, &err);
 *     dm_results_pairings(results, event, print_pairing, user, &err);
 *     dm_results_games(results, pairing, 0, 100, print_game, user, &err);
 *     dm_results_close(results);
 *
 * All stored games are there, also those of a sequential pairing after its verdict, which do not
 * count. Threads may share one; games that another process adds are seen by the next call.
 */
#ifndef DEMESNE_RESULTS_H
#define DEMESNE_RESULTS_H

#include <demesne/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_results dm_results;

/* The file is not changed.  DM_BAD_INPUT if there is none, or if it is not a database of ours. */
dm_status dm_results_open(const char *path, dm_results **out, dm_error *err);
void dm_results_close(dm_results *results);

/* Everything that decides the games of a tournament besides its players. */
typedef struct dm_event {
    int64_t id;
    const char *settings; /* everything, as text */
    const char *arena;    /* the name of the boards; "" if it is unknown */
    bool random;          /* a family in which every board has its own seed */
    int64_t boards;       /* that are used in turn; 0: such a family */
    uint64_t seed;
    int32_t rounds, per_turn;
    dm_tie_rule ties;
    int64_t pairings, games; /* in the database; 0 if one event was asked for */
} dm_event;

/* A pairing with its results so far.  If a sequential run has ended it, the games with numbers
 * below `games` count. */
typedef struct dm_event_pairing {
    int64_t id;
    const char *first, *second; /* players, as named in the plan */
    int64_t games, first_wins, second_wins, ties;
    int64_t played;    /* all games */
    dm_outcome better; /* the verdict; DM_TIE: there is none */
} dm_event_pairing;

typedef struct dm_event_game {
    int64_t number;            /* within the pairing, from 0; the first player has White if even */
    const char *white, *black; /* players */
    uint64_t board_seed;       /* of a random family */
    dm_outcome outcome;
    int64_t value;               /* White minus Black of the final stones */
    int64_t faults[2];           /* by side */
    double seconds[2];           /* by side */
    double processor_seconds[2]; /* the same of the processor; 0: not measured */
    const char *moves;           /* "12 3,4 - 7": one word per turn, "-" for a lost one */
} dm_event_game;

/* A turn that a player lost. */
typedef struct dm_event_fault {
    int64_t pairing;
    int64_t number; /* of the game */
    int32_t turn;   /* of the game, from 0 */
    dm_side side;
    const char *kind;         /* dm_fault_name() */
    const char *detail;       /* what happened */
    const char *error_output; /* the last lines that a program wrote to its standard error, with
                                 control characters written as \x1b; "": none */
} dm_event_fault;

/* A player of an event. */
typedef struct dm_event_player {
    const char *key;     /* its text in a pairing */
    const char *name;    /* for people; the key if there is no other */
    const char *version; /* of a program with a name: a hash of its command and files; "": none */
    const char *command, *folder; /* of such a program */
    const char *label;            /* the name, with the version if the event has several of it */
    bool is_newest;               /* no other version of it entered the event later */
    int64_t faults;               /* turns that it lost, in all stored games */
    int64_t faulty_games;
} dm_event_player;

/* The argument is borrowed until the callback returns; its failure ends the reading. */
typedef dm_status dm_event_fn(void *user, const dm_event *event, dm_error *err);
typedef dm_status dm_event_pairing_fn(void *user, const dm_event_pairing *pairing, dm_error *err);
typedef dm_status dm_event_game_fn(void *user, const dm_event_game *game, dm_error *err);
typedef dm_status dm_event_fault_fn(void *user, const dm_event_fault *fault, dm_error *err);
typedef dm_status dm_event_player_fn(void *user, const dm_event_player *player, dm_error *err);

dm_status dm_results_events(dm_results *results, dm_event_fn *each, void *user, dm_error *err);
/* The event with that id, or of that pairing; DM_END if there is none. */
dm_status dm_results_event(dm_results *results, int64_t event, dm_event_fn *each, void *user,
                           dm_error *err);
dm_status dm_results_event_of(dm_results *results, int64_t pairing, dm_event_fn *each, void *user,
                              dm_error *err);
/* In the order in which they were added. */
dm_status dm_results_pairings(dm_results *results, int64_t event, dm_event_pairing_fn *each,
                              void *user, dm_error *err);
/* Up to `count` games of a pairing, in order, from number `first` on; DM_END if there is no such
 * pairing. */
dm_status dm_results_games(dm_results *results, int64_t pairing, int64_t first, int64_t count,
                           dm_event_game_fn *each, void *user, dm_error *err);

/* The faults in the games from `first` to `last` of a pairing, in order; none for games that an
 * older version played. */
dm_status dm_results_faults(dm_results *results, int64_t pairing, int64_t first, int64_t last,
                            dm_event_fault_fn *each, void *user, dm_error *err);
/* Up to `count` faults of a player of an event, after the first `skip`. */
dm_status dm_results_faults_of(dm_results *results, int64_t event, const char *key, int64_t skip,
                               int64_t count, dm_event_fault_fn *each, void *user, dm_error *err);
/* The players of an event, in the order in which they entered it. */
dm_status dm_results_players(dm_results *results, int64_t event, dm_event_player_fn *each,
                             void *user, dm_error *err);
/* The same without counting faults, which takes longer the more games there are. */
dm_status dm_results_names(dm_results *results, int64_t event, dm_event_player_fn *each, void *user,
                           dm_error *err);

/* The board of a game as JSON (docs/FORMATS.md), freed with dm_free(), if the event's name does not
 * define it: boards of files, and boards with their own values.  NULL if the name does (with the
 * game's board_seed for a random family), or if an older version stored no boards.  DM_END as
 * above. */
dm_status dm_results_board(dm_results *results, int64_t pairing, int64_t number, char **out,
                           dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
