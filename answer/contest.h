/* contest.h - reports of tournaments, for the command line and the server. */
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

/* A row of `ratings`; `wins` and `ties` over all games of the player.  NULL without memory. */
json_t *answer_rating(const char *player, const dm_rating *rating, int64_t wins, int64_t ties,
                      int64_t games);

/* The results of a tournament, read once. */
typedef struct answer_tournament {
    dm_tournament *tournament;
    const dm_tournament_plan *plan;
    int32_t player_count, pairing_count;
    dm_pairing_score *scores; /* by pairing */
    dm_rating *ratings;       /* by player */
    int32_t *order;           /* players, best first */
} answer_tournament;

dm_status answer_tournament_read(dm_tournament *tournament, const dm_tournament_plan *plan,
                                 answer_tournament *out, dm_error *err);
void answer_tournament_clear(answer_tournament *results);

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

/* All fields of a pairing. */
void answer_add_score(report *r, const answer_tournament *results, int32_t pairing);
/* system, steps, and with a goal until and known. */
void answer_add_state(report *r, const answer_tournament *results);
/* The list `ratings`, best first; NULL without memory. */
json_t *answer_ratings(const answer_tournament *results);

#endif
