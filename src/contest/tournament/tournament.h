/* tournament.h - a tournament's pairings and their games. */
#ifndef DMI_CONTEST_TOURNAMENT_TOURNAMENT_H
#define DMI_CONTEST_TOURNAMENT_TOURNAMENT_H

#include "store/queue/queue.h"
#include "store/store.h"
#include "store/tournament_games.h"
#include <assert.h>
#include <demesne/contest.h>
#include <demesne/places.h>
#include <demesne/plane_game.h>
#include <demesne/rating.h>
#include <demesne/results.h>
#include <demesne/rules.h>
#include <demesne/tournament.h>

/* The boards of a tournament, by number. */

/* All boards, or the first of a random family. */
typedef struct dmi_tournament_boards {
    char *arena; /* as the plan names it */
    uint64_t seed;
    bool is_random;   /* from a random family: board b is generated when needed */
    bool is_named;    /* the name and the seed define the boards */
    dm_arena **board; /* only the first if they are random */
    int64_t count;
    dm_places *values;     /* of every board of a random family, or NULL */
    bool has_first_values; /* every board of a random family has the values of the first */
    uint64_t fingerprint;
    dm_plane_board *plane;           /* in place of all these; NULL: a tournament on boards */
    dm_plane_game_rules plane_rules; /* without rounds and ties */
    char *plane_distance;            /* their text */
} dmi_tournament_boards;

/* DM_BAD_INPUT if a board or the values cannot be read. */
dm_status dmi_tournament_boards_init(const dm_tournament_plan *plan, dmi_tournament_boards *out,
                                     dm_error *err);
void dmi_tournament_boards_clear(dmi_tournament_boards *boards);

/* Board b, until it is given back.  Safe from many threads. */
dm_status dmi_tournament_boards_take(const dmi_tournament_boards *boards, int64_t b, dm_arena **out,
                                     dm_error *err);
void dmi_tournament_boards_give_back(const dmi_tournament_boards *boards, dm_arena *arena);

/* A board as JSON (docs/FORMATS.md), freed with free(). */
dm_status dmi_board_text(const dm_arena *arena, char **out, dm_error *err);
/* The board of such a text. */
dm_status dmi_board_of_text(const char *text, dm_arena **out, dm_error *err);

/* What decides a tournament's games besides its players, as text. */
typedef struct dmi_event_settings {
    char *family; /* a random family; NULL: the boards are given */
    int64_t boards;
    uint64_t fingerprint; /* of the boards */
    uint64_t seed;
    int32_t rounds, per_turn;
    dm_tie_rule ties;
    dm_match_settings match;
} dmi_event_settings;

enum { DMI_EVENT_SIZE = 700, DMI_MOST_ARENA_NAME = 300 };

/* "arena A, boards N F, seed S, rounds R, per turn K, ties T, ..". */
void dmi_event_settings_write(const dmi_event_settings *settings, char out[DMI_EVENT_SIZE]);
/* DM_BAD_INPUT if the text is not of this form. */
dm_status dmi_event_settings_read(const char *text, dmi_event_settings *out, dm_error *err);
void dmi_event_settings_clear(dmi_event_settings *settings);

/* The result of a game.  Arrays are by side. */
typedef struct dmi_result {
    bool is_known;
    int8_t outcome; /* a dm_outcome, in a byte */
    int64_t faults[2];
    double seconds[2], slowest[2], processor[2];
} dmi_result;

/* The two games of a pairing on a board. */
typedef struct dmi_board_results {
    int64_t board;
    dmi_result game[2]; /* by colour: game 2 * board + i */
} dmi_board_results;

/* Two players and their games. */
typedef struct dmi_tournament_pairing {
    dm_pairing players;
    int64_t id;                /* in the database; 0: not there yet */
    dmi_board_results *boards; /* to be played, in ascending order */
    size_t board_count, board_room;
    int64_t played; /* by this tournament object */
    /* The first `examined` boards are in the evidence. */
    dm_evidence evidence;
    int64_t examined;
    dm_outcome verdict; /* of a sequential pairing, which then ends */
    dm_outcome proven;  /* who is better, for the goal of the tournament */
    bool is_closed;     /* has no more games: a player is disqualified, or neither is new */
} dmi_tournament_pairing;

/* A player of a tournament.  Texts are owned. */
typedef struct dmi_tournament_player {
    char *key;                    /* its text in the database: a spec, or the key of a program */
    dm_guest guest;               /* all NULL: it is none */
    dm_program program;           /* all NULL: it has no name of its own */
    int64_t faults, faulty_games; /* in the games of this plan */
    int64_t faulty_elsewhere;     /* other games of the event with faults; of a round robin only */
    bool is_out;                  /* disqualified */
    bool is_new;                  /* no run with it has ended in this event */
} dmi_tournament_player;

/* The pairings that play now, each on the same boards. */
typedef struct dmi_tournament_step {
    int64_t number; /* from 1; 0: none has begun */
    int64_t first_board, board_count;
    int32_t *pairing;
    size_t count, room;
} dmi_tournament_step;

struct dm_tournament {
    dmi_store *store;
    dmi_tournament_boards boards;
    dm_rules rules;
    dm_match_settings match;
    dmi_tournament_player *player;
    int32_t player_count;
    bool has_guests;
    int64_t disqualify; /* after so many games with faults; 0: never */
    bool only_new;
    dmi_tournament_pairing *pairing;
    int32_t pairing_count;
    size_t pairing_room;
    int32_t *pairing_of; /* by first * player_count + second: 1 + its pairing; NULL: round robin */
    int64_t event;       /* in the database */
    int64_t games;       /* per pairing, or per meeting */
    bool is_sequential, pins_threads, first_white;
    dm_pairing_system system;
    int64_t swiss_rounds, max_games;
    dm_tournament_goal until;
    double error;  /* of a pairing's evidence */
    int64_t *byes; /* by player, of a swiss tournament */
    dmi_tournament_step step;
    int64_t planned; /* games of all steps so far */
    bool is_over, is_known;
};

/* Games with lower numbers count: up to the verdict, or all. */
static inline int64_t dmi_pairing_limit(const dmi_tournament_pairing *pairing)
{
    return pairing->verdict != 0 ? 2 * pairing->examined : INT64_MAX;
}

/* Which player of the pairing has `side` in game `number`: 0 the first, 1 the second. */
static inline int dmi_player_on(int64_t number, dm_side side)
{
    assert(number >= 0);
    return (int)(number & 1) ^ (int)side;
}

/* Adds boards to those that a pairing plays. */
dm_status dmi_pairing_plan(dmi_tournament_pairing *pairing, int64_t first_board, int64_t count,
                           dm_error *err);
/* The games on a board; NULL if the pairing does not play it. */
dmi_board_results *dmi_pairing_board(const dmi_tournament_pairing *pairing, int64_t b);

/* Adds a game to the results, if the pairing plays it.  Sequential pairings examine their boards in
 * order, so that threads and kills do not change where they end. */
void dmi_pairing_note(const dm_tournament *t, dmi_tournament_pairing *pairing,
                      const dmi_played_game *game, bool was_there);

/* Stores the pairing's verdict, or that it has none. */
dm_status dmi_pairing_settle(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                             dm_error *err);

/* Who plays the missing games of a board, and what becomes of them. */
typedef struct dmi_board_player {
    /* Whether a game is still to be played; `count` games of the board were played before it, and
     * are not kept yet. */
    bool (*is_wanted)(void *user, int64_t number, const dmi_played_game *played, int count);
    /* Takes the games: one that does not depend on others as soon as it is played; those of a
     * program, which may know in the second what it saw in the first, all together. */
    dm_status (*keep)(void *user, dmi_played_game *played, int count, dm_error *err);
    void *user;
    bool *is_unfit; /* set if a program cannot start here any more; NULL: not asked */
} dmi_board_player;

/* Plays the missing games on board `b`.  Of games that belong together all are kept, or none. */
dm_status dmi_board_play(const dm_tournament *t, const dmi_tournament_pairing *pairing, int64_t b,
                         const dmi_board_player *player, dm_run *run, dm_error *err);

void dmi_played_game_clear(dmi_played_game *game);

/* Whether a game on board b is still to be played. */
static inline bool dmi_pairing_has_work(const dmi_tournament_pairing *pairing, int64_t b)
{
    bool is_open = pairing->verdict == 0 && !pairing->is_closed;
    const dmi_board_results *games = is_open ? dmi_pairing_board(pairing, b) : NULL;
    return games && !(games->game[0].is_known && games->game[1].is_known);
}

/* Copies a program; what was copied is freed with the player. */
dm_status dmi_program_copy(const dm_program *from, dm_program *to, dm_error *err);
void dmi_player_clear(dmi_tournament_player *player);

/* Checks the players of a plan, copies them, and frees them. */
dm_status dmi_players_check(const dm_tournament_plan *plan, dm_error *err);
dm_status dmi_players_init(dm_tournament *t, const dm_tournament_plan *plan, dm_error *err);
void dmi_players_clear(dm_tournament *t);
/* Enters the players in the event, and reads who is new. */
dm_status dmi_players_enter(dm_tournament *t, dm_error *err);
/* A run has ended: its players are not new any more, unless they are disqualified. */
dm_status dmi_players_settle(dm_tournament *t, dm_error *err);
/* Counts the faults of a game, and disqualifies.  `was_there`: before the tournament was opened. */
void dmi_players_note(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                      const dmi_played_game *game, bool was_there);
/* Whether two players do not meet: one is disqualified, or only new ones play and none is new. */
bool dmi_players_are_closed(const dm_tournament *t, dm_pairing players);
/* Whether the faults of a game that is not counted yet disqualify one of its players. */
bool dmi_players_would_be_out(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                              const dmi_played_game *game);
bool dmi_player_is_program(const dmi_tournament_player *player);
/* Whether a program plays in the pairing.  Then the games on a board belong together: what a
 * program does in the second may depend on the first. */
bool dmi_pairing_has_program(const dm_tournament *t, const dmi_tournament_pairing *pairing);
/* For people. */
const char *dmi_player_name(const dm_tournament *t, int32_t player);
/* Stores where programs without names are, as workers run them from the database. */
dm_status dmi_players_place(const dm_tournament *t, dm_error *err);
/* Fails with DM_BAD_INPUT if a program cannot start. */
dm_status dmi_player_check_start(const dmi_tournament_player *player,
                                 const dm_match_settings *match, dm_error *err);
/* The same for all that will play. */
dm_status dmi_players_check_start(const dm_tournament *t, dm_run *run, dm_error *err);

/* The first player's score on a board that was played: 0 to 2 by halves. */
double dmi_board_score(const dmi_board_results *games);

/* Reads the games of the current step that others have stored since it began. */
dm_status dmi_tournament_reload(dm_tournament *t, dm_error *err);

/* Once the games of the current step are all there: begins the next ones, and reads their games,
 * until one has games to play or the tournament is over. */
dm_status dmi_tournament_advance(dm_tournament *t, dm_error *err);
/* Finds the pairings of the current step in the database, and reads their games of it. */
dm_status dmi_step_load(dm_tournament *t, dm_error *err);

/* Everything that depends on the plan's system.  Nothing is to be played yet. */
dm_status dmi_system_init(dm_tournament *t, const dm_tournament_plan *plan, dm_error *err);

/* Adds a meeting of two players to the current step. */
dm_status dmi_step_add(dm_tournament *t, int32_t one, int32_t other, dm_error *err);

/* The meetings of the next round, or step. */
dm_status dmi_adaptive_step(dm_tournament *t, dm_error *err);

/* Adds the boards of the current step to the evidence, and decides whether the goal is reached. */
dm_status dmi_goal_examine(dm_tournament *t, dm_error *err);

/* One encounter per pairing, freed with free(). */
dm_status dmi_tournament_encounters(const dm_tournament *t, dm_encounter **out, dm_error *err);

/* Plays the games of the current step with other workers. */
dm_status dmi_step_run_queued(dm_tournament *t, int threads, dm_run *run, dm_error *err);

/* The boards of an event, from the database alone. */

/* Makes the boards again from their name and seed, or reads those that are stored.  `*stored`:
 * boards 0 .. *stored - 1 are there; all, unless the tournament did not need them.  DM_BAD_INPUT if
 * they are not the event's. */
dm_status dmi_event_boards(dmi_store *store, int64_t event, const dmi_event_settings *settings,
                           dmi_tournament_boards *out, int64_t *stored, dm_error *err);

/* The database that results are read from. */
struct dm_results {
    dmi_store *store;
};

/* Ratings with their covariance, on the model's own scale. */

/* i beats j with probability 1/(1 + e^(r_j - r_i)).  The caller's arrays. */
typedef struct dmi_rating_fit {
    double *rating;     /* by player */
    double *covariance; /* row by row */
} dmi_rating_fit;

/* As dm_ratings(). */
dm_status dmi_ratings_fit(const dm_encounter *encounters, int64_t encounter_count, int32_t count,
                          dmi_rating_fit *out, dm_error *err);

/* Batches of a tournament: some games of a pairing. */

/* What a batch is, as its text in the database says. */
typedef struct dmi_tournament_batch {
    int64_t pairing;
    int64_t first, last;  /* numbers of games; both games of every board */
    bool is_sequential;   /* nothing is to be played if the games before decide the pairing */
    int64_t disqualify;   /* nor if a player has so many games with faults in the event; 0: never */
    int64_t out_after[2]; /* a player is out after so many games with faults in this batch; 0:
                             never. For systems where not all games of the event count */
} dmi_tournament_batch;

enum { DMI_TOURNAMENT_WHAT = 120 };
void dmi_tournament_batch_write(const dmi_tournament_batch *batch, char out[DMI_TOURNAMENT_WHAT]);
/* DM_BAD_INPUT if the text is not of this form. */
dm_status dmi_tournament_batch_read(const char *text, dmi_tournament_batch *out, dm_error *err);

extern const dmi_batch_kind dmi_tournament_batches;

#endif
