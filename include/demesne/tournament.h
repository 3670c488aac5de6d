/* demesne/tournament.h - many games between players, counted and stored.
 *
 *     const char *players[] = {"greedy", "minimax:depth=1", "random"};
 *     dm_tournament_plan plan = {.arena = "colby:100", .seed = 1, .rounds = 10, .per_turn = 1,
 *                                .players = players, .player_count = 3, .games = 1000};
 *     dm_tournament_open("contest.db", &plan, &tournament, &err);
 *     dm_tournament_run(tournament, 4, run, &err);
 *     ... dm_tournament_score(tournament, i) ...
 *     dm_tournament_close(tournament);
 *
 * Every pairing plays `games` games, two per board with colours swapped: game i is on board i/2,
 * and the first player of the pairing has White if i is even.  Board b of a family is generated
 * with dm_tournament_board_seed(seed, b); the boards of a file are used in turn.  All pairings play
 * the same boards, and the random numbers of a game depend on the seed, the board and the colour
 * only: a game of players without time limits is the same in any order, on any machine.
 *
 * A program is started once per board and plays both games on it.  So these two games are stored
 * together, after the second; all other games are stored as soon as they end.  A run that is killed
 * loses only what was not stored; the next one with the same plan continues it.  A database holds
 * any number of tournaments.  Games belong to their event, which is everything that decides them
 * besides the players: boards, seed, rules, clock.  So more games, other players or other threads
 * continue what is there; another event starts beside it.
 */
#ifndef DEMESNE_TOURNAMENT_H
#define DEMESNE_TOURNAMENT_H

#include <demesne/contest.h>
#include <demesne/rating.h>
#include <demesne/results.h>
#include <demesne/source.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Two players by their places in the plan's list. */
typedef struct dm_pairing {
    int32_t first, second;
} dm_pairing;

/* Who meets whom.
 *
 *     round robin   everyone meets everyone, or the pairings of the plan
 *     swiss         rounds, in which players with about the same points meet
 *     adaptive      steps of a few meetings, chosen where the ratings are least sure
 *
 * A meeting has `games` games.  The meetings of a round or step depend on the results of those
 * before it only: a run that was killed goes on to the same end. */
typedef enum dm_pairing_system { DM_ROUND_ROBIN = 0, DM_SWISS, DM_ADAPTIVE } dm_pairing_system;

const char *dm_pairing_system_name(dm_pairing_system system); /* "round-robin", .. */

/* What ends a tournament early.  A player is known to be better than another once the bets on it in
 * their own games (dm_evidence) have multiplied; with probability `confidence` no such finding of
 * the tournament is wrong, whenever it is read. */
typedef enum dm_tournament_goal {
    DM_GOAL_NONE = 0, /* all games are played */
    DM_GOAL_WINNER,   /* one is better than all others, directly or over players between */
    DM_GOAL_ORDER     /* everyone is better than the next in the order of the ratings */
} dm_tournament_goal;

/* All pointers are borrowed while the tournament is opened. */
typedef struct dm_tournament_plan {
    const char *arena;             /* an ARENA (source.h) */
    const dm_arena *const *boards; /* instead of those of `arena`, which names them; NULL: none */
    int64_t board_count;
    const char *values; /* a file of vertex values for every board, or NULL */
    dm_read_options read;
    uint64_t seed;
    dm_match_settings match;
    const char *const *players; /* specs, as dm_contestant_new() takes them */
    const dm_guest *guests;     /* by player: one that has functions plays itself, and its spec is
                                   only a name; NULL: there are none */
    const dm_program *programs; /* by player: one that has a command is that program, and its spec
                                   is its key; NULL: there are none */
    const dm_pairing *pairings; /* NULL: every two players */
    int64_t games;              /* per pairing, or per meeting; even */
    int64_t swiss_rounds;       /* 0: two more than the logarithm of the players to base 2 */
    int64_t max_games;          /* of an adaptive tournament; 0: 100 for every two players */
    int64_t disqualify;         /* a player is out after so many games with faults; 0: never */
    double confidence;          /* of `until`; 0: 0.95 */
    int32_t rounds, per_turn;
    dm_tie_rule ties;
    int32_t player_count; /* 2..DM_MOST_RATED */
    int32_t pairing_count;
    dm_pairing_system system;
    dm_tournament_goal until; /* looked at after every board of a round robin, round or step */
    bool undirected;          /* dm_arena_undirected() of every board */
    bool pin;        /* every thread has a core of its own, with the programs that play in it */
    bool sequential; /* a pairing of a round robin ends when one player is proven better */
    bool only_new; /* play only pairings with a player for whom no run has ended yet in this event;
                      a new version of a program is another player */
    bool first_white; /* the first player of a pairing has White in every game: of every board only
                         that game is played and counted, games / 2 in all; a round robin without a
                         goal, not on PostgreSQL */
    int64_t reserved[4]; /* 0; later versions may use them */
} dm_tournament_plan;

/* The largest probability that a sequential pairing names a player who is not better. */
#define DM_SEQUENTIAL_ERROR 0.05

typedef struct dm_tournament dm_tournament;

/* Opens the database and reads the games; `path` NULL: in memory only.
 * DM_BAD_ARGUMENT for a bad plan (an odd number of games, an unknown player, one named twice, a
 * guest or a program with the name of a player, a pairing of a player with itself or named twice,
 * more stones than vertices, a field of another system); DM_BAD_INPUT if a board cannot be read, or
 * if the file is not a database of ours (it is not changed). */
dm_status dm_tournament_open(const char *path, const dm_tournament_plan *plan, dm_tournament **out,
                             dm_error *err);
void dm_tournament_close(dm_tournament *tournament);

/* Plays the missing games in `threads` threads (0: 1); on PostgreSQL together with the workers of
 * work.h.  DM_STOPPED: the run ended; finished games are stored.  DM_UNSUPPORTED if a player cannot
 * play a board; DM_BAD_INPUT before the first game if a program cannot start
 * (dm_contestant_check_start()). */
dm_status dm_tournament_run(dm_tournament *tournament, int threads, dm_run *run, dm_error *err);

/* Whether programs with clocks would play in more threads than there are cores, and so wait for
 * each other. */
bool dm_tournament_is_crowded(const dm_tournament *tournament, int threads);

/* Only puts the missing games, or those of the next round or step, into the database, in `*batches`
 * batches, for the workers of work.h. */
dm_status dm_tournament_queue(dm_tournament *tournament, int64_t *batches, dm_error *err);

/* How far a tournament is. */
typedef struct dm_tournament_state {
    int64_t steps; /* rounds or steps whose games are all there */
    bool is_over;  /* nothing is left to play */
    bool is_known; /* what the plan's `until` asks for */
} dm_tournament_state;

dm_tournament_state dm_tournament_where(const dm_tournament *tournament);

/* The seed of board b, a whole number below 2^53. */
uint64_t dm_tournament_board_seed(uint64_t seed, int64_t b);
/* The number of its event in the database (results.h). */
int64_t dm_tournament_event(const dm_tournament *tournament);
/* The first board; borrowed. */
const dm_arena *dm_tournament_first_board(const dm_tournament *tournament);
/* Whether boards are used again, so that players without random numbers repeat their games. */
bool dm_tournament_is_repetitive(const dm_tournament *tournament);

/* The results of a pairing so far.  Arrays are by player of the pairing: 0 first, 1 second. */
typedef struct dm_pairing_score {
    dm_pairing pairing;
    int64_t games;          /* that count: up to the verdict */
    int64_t wins[2], ties;  /* in all */
    int64_t white_wins[2];  /* games won with White */
    int64_t white_ties[2];  /* by the player who had White */
    int64_t white_games[2]; /* the same */
    int64_t faults[2];      /* turns or games lost by faults */
    double seconds[2];      /* in total */
    double slowest[2];      /* the longest turn */
    double processor_seconds[2];
    dm_outcome verdict;       /* of a sequential pairing: who is better; DM_TIE: not decided */
    int64_t games_played_now; /* by this tournament object, including games that do not count */
} dm_pairing_score;

int32_t dm_tournament_pairing_count(const dm_tournament *tournament);
/* 0 <= index < dm_tournament_pairing_count(). */
dm_pairing_score dm_tournament_score(const dm_tournament *tournament, int32_t index);
int32_t dm_tournament_player_count(const dm_tournament *tournament);
const char *dm_tournament_player(const dm_tournament *tournament, int32_t index); /* its spec */

/* A player so far; texts are borrowed. */
typedef struct dm_tournament_player_info {
    const char *name;     /* of a program with a name, or else the spec */
    const char *version;  /* of a program with a name, or else "" */
    int64_t faults;       /* in the games that are known */
    int64_t faulty_games; /* with at least one */
    bool is_disqualified;
} dm_tournament_player_info;
dm_tournament_player_info dm_tournament_player_about(const dm_tournament *tournament,
                                                     int32_t index);
/* dm_ratings() of the games that count; `out` has room for every player. */
dm_status dm_tournament_ratings(const dm_tournament *tournament, dm_rating *out, dm_error *err);

typedef struct dm_tournament_game {
    int32_t pairing;
    int64_t number;      /* within the pairing, from 0 */
    int32_t player[2];   /* by side */
    uint64_t board_seed; /* of a family */
    dm_outcome outcome;
    int64_t value;     /* White minus Black of the final stones */
    int64_t faults[2]; /* by side */
    double seconds[2]; /* by side */
    double processor_seconds[2];
    const char *moves; /* "12 3,4 - 7": one word per turn, "-" for a lost one */
} dm_tournament_game;

typedef dm_status dm_tournament_game_fn(void *user, const dm_tournament_game *game, dm_error *err);
/* Calls `each` for the games of a pairing that count, in order; its argument is borrowed until it
 * returns, and its failure ends the reading. */
dm_status dm_tournament_each_game(dm_tournament *tournament, int32_t pairing,
                                  dm_tournament_game_fn *each, void *user, dm_error *err);
/* Calls `each` for the faults in those games, in order. */
dm_status dm_tournament_each_fault(dm_tournament *tournament, int32_t pairing,
                                   dm_event_fault_fn *each, void *user, dm_error *err);
/* Writes game `number` of a pairing as a record (record.h).  DM_BAD_ARGUMENT if there is no such
 * game yet. */
dm_status dm_tournament_write_record(dm_tournament *tournament, int32_t pairing, int64_t number,
                                     const char *path, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
