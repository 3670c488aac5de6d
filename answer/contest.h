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

#endif
