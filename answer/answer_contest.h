/* answer_contest.h - reports of tournaments, for the command line and the server. */
#ifndef ANSWER_CONTEST_H
#define ANSWER_CONTEST_H

#include "answer/report.h"

/* Two players and their games. */
typedef struct answer_pairing {
    const char *first, *second;
    int64_t games, first_wins, second_wins, ties;
} answer_pairing;

/* first, second, games .. high. */
void answer_add_pairing(report *r, const answer_pairing *p);

/* Who a row of `ratings` is about. */
typedef struct answer_player {
    const char *player;  /* for people */
    const char *version; /* of a program with a name; or "" */
    int64_t faults, faulty_games;
    int64_t wins, ties, games; /* in all games that count */
} answer_player;

/* A row of `ratings`.  NULL without memory. */
json_t *answer_rating(const answer_player *player, const dm_rating *rating);

/* A fault: turn (from 1), side, kind, detail, stderr.  NULL without memory. */
json_t *answer_fault(const dm_event_fault *fault);

/* The results of a tournament, read once. */
typedef struct answer_tournament {
    dm_tournament *tournament;
    const dm_tournament_plan *plan;
    int32_t player_count, pairing_count;
    dm_pairing_score *scores;         /* by pairing */
    dm_rating *ratings;               /* by player */
    int32_t *order;                   /* players, best first */
    int64_t (*kinds)[DM_FAULT_KINDS]; /* faults by player and kind */
    json_t **faults;                  /* the first ones, by pairing */
} answer_tournament;

dm_status answer_tournament_read(dm_tournament *tournament, const dm_tournament_plan *plan,
                                 answer_tournament *out, dm_error *err);
void answer_tournament_clear(answer_tournament *results);

const char *answer_player_name(const answer_tournament *results, int32_t player);

/* "winner" or "order"; NULL: the plan has no goal. */
const char *answer_goal_name(const dm_tournament_plan *plan);

/* The rate of the player named first, in all games and in those with this side. */
dm_rate answer_pairing_rate(const dm_pairing_score *score);
double answer_side_rate(const dm_pairing_score *score, dm_side side);

typedef struct answer_tally {
    int64_t wins, ties, games;
} answer_tally;

/* The games of a player: all, or with `other` >= 0 those against that player. */
answer_tally answer_player_tally(const answer_tournament *results, int32_t player, int32_t other);

/* All fields of a pairing.  Of its faults the first hundred are listed. */
void answer_add_score(report *r, const answer_tournament *results, int32_t pairing);
/* system, steps, and with a goal until and known. */
void answer_add_state(report *r, const answer_tournament *results);
/* The list `ratings`, best first; NULL without memory. */
json_t *answer_ratings(const answer_tournament *results);

#endif
