/* demesne/tournament.h - many games between players, counted and kept.
 *
 *     const char *players[] = {"greedy", "minimax:depth=1", "random"};
 *     dm_tournament_plan plan = {.arena = "colby:100", .seed = 1, .rounds = 10, .per_turn = 1,
 *                                .players = players, .player_count = 3, .games = 1000};
 *     dm_tournament_open("contest.db", &plan, &tournament, &err);
 *     dm_tournament_run(tournament, 4, run, &err);
 *     ... dm_tournament_score(tournament, i) ...
 *     dm_tournament_close(tournament);
 *
 * Every pairing plays `games` games, two a board with the contestants swapped: game i is on board
 * i/2, and the first-named player has White where i is even.  Board b of a family is generated with
 * dm_tournament_board_seed(seed, b); a file gives its boards in turn.  All pairings play the same
 * boards, and every game has its own random numbers, from the seed, the board and the contestant
 * alone: a game of untimed players comes out the same in any order, on any machine.
 *
 * A game is in the database as soon as it ends.  A run that is killed at any moment loses the
 * games in work and nothing else; the next one with the same plan goes on.  A database holds
 * any number of tournaments.  Games belong to their event, which is all that decides them but the
 * players: the boards, the seed, the rules, the clock.  So more games, another player
 * or other threads go on with what is there, and another event starts beside it.
 */
#ifndef DEMESNE_TOURNAMENT_H
#define DEMESNE_TOURNAMENT_H

#include <demesne/contest.h>
#include <demesne/rating.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Two players by their places in the plan's list. */
typedef struct dm_pairing {
    int32_t first, second;
} dm_pairing;

/* All pointers are borrowed while the tournament is opened, and no longer. */
typedef struct dm_tournament_plan {
    const char *arena;  /* an ARENA (source.h) */
    const char *values; /* a file of vertex values for every board, or NULL */
    uint64_t seed;
    int32_t rounds, per_turn;
    dm_tie_rule ties;
    dm_match_settings match;
    const char *const *players; /* specs, as dm_contestant_new() takes them */
    int32_t player_count;       /* 2..DM_MOST_RATED */
    const dm_pairing *pairings; /* NULL: everyone meets everyone */
    int32_t pairing_count;
    int64_t games;   /* a pairing; even */
    bool sequential; /* a pairing ends once one player is proven better */
} dm_tournament_plan;

/* The error level of a sequential pairing: how often, at most, it names a player who is not
 * better. */
#define DM_SEQUENTIAL_ERROR 0.05

typedef struct dm_tournament dm_tournament;

/* Opens the database and reads what was played; `path` NULL: it is kept in memory alone.
 * DM_BAD_ARGUMENT where the plan makes no sense (an odd number of games, an unknown player, one
 * named twice, a pairing of a player with himself or named twice, more stones than
 * vertices); DM_BAD_INPUT where a board cannot be read, or the file is no database of ours (it
 * stays as it is). */
dm_status dm_tournament_open(const char *path, const dm_tournament_plan *plan, dm_tournament **out,
                             dm_error *err);
void dm_tournament_close(dm_tournament *tournament);

/* Plays what is missing, in `threads` threads (0: 1).  DM_STOPPED: the run ended; what was
 * finished is kept.  DM_UNSUPPORTED where a player cannot play a board. */
dm_status dm_tournament_run(dm_tournament *tournament, int threads, dm_run *run, dm_error *err);

/* The seed of board b, a whole number below 2^53. */
uint64_t dm_tournament_board_seed(uint64_t seed, int64_t b);
/* The first board; borrowed. */
const dm_arena *dm_tournament_first_board(const dm_tournament *tournament);
/* Whether boards come again: there players without random numbers repeat their games. */
bool dm_tournament_is_repetitive(const dm_tournament *tournament);

/* What a pairing has played so far.  Arrays are by player of the pairing: 0 first, 1 second. */
typedef struct dm_pairing_score {
    dm_pairing pairing;
    int64_t games;            /* counted: after a verdict no more are */
    int64_t wins[2], ties;    /* in all */
    int64_t white_wins[2];    /* of those in which the player had White */
    int64_t white_ties[2];    /* by who had White */
    int64_t white_games[2];   /* the same */
    int64_t faults[2];        /* turns or games lost by a fault */
    double seconds[2];        /* thought in all */
    double slowest[2];        /* the longest turn */
    dm_outcome verdict;       /* of a sequential pairing: who is better; DM_TIE: not decided */
    int64_t games_played_now; /* by this tournament object, the uncounted included */
} dm_pairing_score;

int32_t dm_tournament_pairing_count(const dm_tournament *tournament);
/* 0 <= index < dm_tournament_pairing_count(). */
dm_pairing_score dm_tournament_score(const dm_tournament *tournament, int32_t index);
int32_t dm_tournament_player_count(const dm_tournament *tournament);
const char *dm_tournament_player(const dm_tournament *tournament, int32_t index); /* its spec */
/* dm_ratings() of all that was counted; `out` has room for every player. */
dm_status dm_tournament_ratings(const dm_tournament *tournament, dm_rating *out, dm_error *err);

typedef struct dm_tournament_game {
    int32_t pairing;
    int64_t number;      /* within the pairing, from 0 */
    int32_t player[2];   /* by side */
    uint64_t board_seed; /* of a family */
    dm_outcome outcome;
    int64_t value;     /* White minus Black of the stones that lay at the end */
    int32_t faults[2]; /* by side */
    double seconds[2]; /* by side */
    const char *moves; /* "12 3,4 - 7": a word a turn, "-" a lost one */
} dm_tournament_game;

typedef dm_status dm_tournament_game_fn(void *user, const dm_tournament_game *game, dm_error *err);
/* Calls `each` for the counted games of a pairing, in order; what it is given is borrowed until it
 * ends, and its failure ends the reading. */
dm_status dm_tournament_each_game(dm_tournament *tournament, int32_t pairing,
                                  dm_tournament_game_fn *each, void *user, dm_error *err);
/* Writes game `number` of a pairing as a record (record.h).  DM_BAD_ARGUMENT where there is no
 * such game yet. */
dm_status dm_tournament_write_record(dm_tournament *tournament, int32_t pairing, int64_t number,
                                     const char *path, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
