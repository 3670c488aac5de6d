/* check/rating.h - ratings from the definition: the likelihood, maximised by trial steps. */
#ifndef CHECK_RATING_H
#define CHECK_RATING_H

#include <demesne/rating.h>

/* The log likelihood of the results with these points (400 are ten to one), including the imaginary
 * player's half games. */
double check_likelihood(const dm_encounter *encounters, int count, int players,
                        const double *points);
/* The points of maximum likelihood minus their mean, and half the width of each 95 % interval, from
 * second differences of the likelihood. */
void check_ratings(const dm_encounter *encounters, int count, int players, double *points,
                   double *half);

#endif
