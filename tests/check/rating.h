/* check/rating.h - ratings from the definition: the likelihood itself, climbed by trying. */
#ifndef CHECK_RATING_H
#define CHECK_RATING_H

#include <demesne/rating.h>

/* The logarithm of the likelihood of what happened with these points (400 are ten to one), the
 * imaginary player's half games included. */
double check_likelihood(const dm_encounter *encounters, int count, int players,
                        const double *points);
/* The points of greatest likelihood, less their mean, and half the width of the 95 % interval of
 * each, from second differences of the likelihood. */
void check_ratings(const dm_encounter *encounters, int count, int players, double *points,
                   double *half);

#endif
