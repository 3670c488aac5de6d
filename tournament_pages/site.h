/* site.h - the results of a tournament as a folder of static pages.
 *
 *     index.html       standings, crosstable
 *     p3.html          one player: record, opponents, faults, worst moves
 *     game.html#4-17   game 17 of pairing 4, to be stepped through
 *     data/g4.js       the games of pairing 4
 *     data/b0.js       the first boards
 *     site.js, .css    the same for all tournaments
 *
 * Everything comes from the database.  The pages work without a server: data are classic scripts,
 * and nothing is loaded from elsewhere.  Names and messages of programs are only ever text.
 */
#ifndef SITE_H
#define SITE_H

#include "answer/fail.h"
#include "answer/report.h"

/* Won, tied and lost games. */
typedef struct {
    int64_t won, tied, lost;
} site_record;

/* A turn that a player lost.  Texts are freed with free(). */
typedef struct {
    int32_t pairing;
    int64_t number;
    int32_t turn; /* from 0 */
    char *kind, *detail, *error_output;
} site_fault;

/* A move that gave points away. */
typedef struct {
    int32_t pairing;
    int64_t number;
    int32_t turn;
    dm_vertex played, best; /* the first stones of the turn; played -1: it was lost */
    int32_t stones;         /* of the turn */
    int64_t loss;
    bool decided; /* the game would not have been lost, or would have been won */
} site_blunder;

/* A game of a player, for reviews. */
typedef struct {
    int32_t pairing;
    int64_t number;
    int64_t margin; /* by which it was lost; negative if it was won */
} site_candidate;

enum {
    SITE_FAULTS = 50,
    SITE_BLUNDERS = 10,
    SITE_DRAWN = 5000 /* vertices of a board that is drawn */
};

typedef struct {
    char *key, *name, *version, *command;
    dm_rating rating;
    int32_t place;         /* from 1 */
    site_record record[2]; /* by side */
    double seconds[2];     /* of all games: of the clock, of the processor */
    int64_t faults, faulty_games;
    site_fault *fault; /* at most SITE_FAULTS */
    size_t fault_count;
    site_candidate *candidate; /* the games that count */
    size_t candidate_count;
    site_blunder blunder[SITE_BLUNDERS]; /* the worst first */
    int32_t blunder_count;
    int64_t games_reviewed, turns_reviewed, turns_skipped;
} site_player;

typedef struct {
    int64_t id;
    int32_t first, second; /* players */
    int64_t games, first_wins, second_wins, ties;
    int64_t played;
    int64_t limit; /* games with lower numbers count */
    dm_outcome better;
} site_pairing;

typedef struct {
    dm_arena *arena; /* NULL: none */
    int64_t number;
} site_board;

enum { SITE_BOARDS = 256 }; /* kept at a time */

typedef struct {
    const char *folder, *title;
    dm_results *results;
    dm_run *run;
    double review_seconds; /* per player; 0: no reviews */
    int64_t event;
    char *arena;
    bool is_random;
    int64_t boards; /* that are used in turn; 0: a new one each time */
    uint64_t seed;
    dm_rules rules;
    site_player *player;
    int32_t player_count;
    int32_t *order; /* players, best first */
    site_pairing *pairing;
    int32_t pairing_count;
    int64_t games;                 /* stored */
    int64_t last_board;            /* that a game was played on */
    site_board board[SITE_BOARDS]; /* by number, modulo */
} site;

/* Writes the pages of an event (0: the last one) of the database `db` into `folder`, which is made
 * if it is not there.  `review_seconds` per player go into the search for its worst moves.
 * DM_STOPPED: the run ended; the pages lack some of these. */
dm_status site_write(const char *db, int64_t event, const char *folder, const char *title,
                     double review_seconds, dm_run *run, dm_error *err);

/* Opens folder/name, "p3.html" of "p%d.html" and 3; NULL and DM_IO if it cannot be written. */
dm_status site_open(const site *s, FILE **out, dm_error *err, const char *name, ...)
    __attribute__((format(printf, 4, 5)));
/* DM_IO if something was not written. */
dm_status site_close(FILE *file, dm_error *err);

/* The number of a game's board. */
int64_t site_board_number(const site *s, int64_t game);
/* The board of a game, borrowed until another one is asked for; NULL if an older version did not
 * store it. */
dm_status site_board_of(site *s, const site_pairing *pairing, int64_t number, const dm_arena **out,
                        dm_error *err);
/* A game from its stored moves; freed by the caller. */
dm_status site_replay(const site *s, const dm_arena *arena, const char *moves, dm_position **out,
                      dm_error *err);

/* Writes the games and boards as data, and counts the records of the players. */
dm_status site_write_games(site *s, dm_error *err);
dm_status site_write_boards(site *s, dm_error *err);
/* Finds the worst moves of every player. */
dm_status site_review(site *s, dm_error *err);
dm_status site_write_index(const site *s, dm_error *err);
dm_status site_write_player(const site *s, int32_t player, dm_error *err);

/* What the pages share. */
void site_head(FILE *page, const char *title, bool is_index);
void site_foot(FILE *page);
int64_t site_games_of(const site_player *player);
double site_rate_of(const site_player *player); /* points per game */
/* The pairing of two players, or NULL. */
const site_pairing *site_find_pairing(const site *s, int32_t one, int32_t other);
/* The first player's rate, seen from `player`. */
double site_rate_against(const site_pairing *pairing, int32_t player);

#endif
