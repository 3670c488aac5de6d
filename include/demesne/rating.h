/* demesne/rating.h - win rates, ratings, and a test that tells when to stop.
 *
 * A tie counts as half a win and half a loss.
 *
 *     rate       the share of games won, with Wilson's interval
 *     ratings    one number per player; differences give the odds (Bradley and Terry):
 *                400 points are ten to one
 *     evidence   a test that may be read after every board and still errs at most as often as
 * stated
 */
#ifndef DEMESNE_RATING_H
#define DEMESNE_RATING_H

#include <demesne/rules.h>
#include <demesne/status.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_rate {
    double rate, low, high;
} dm_rate;

/* The rate (wins + ties/2)/games with Wilson's interval at 95 %; without games 0.5 in 0..1. */
dm_rate dm_win_rate(int64_t wins, int64_t ties, int64_t games);

/* The games of two players against each other; players count from 0. */
typedef struct dm_encounter {
    int32_t first, second;
    int64_t first_wins, second_wins, ties;
} dm_encounter;

typedef struct dm_rating {
    double points;    /* the mean over all players is 0 */
    double low, high; /* 95 % */
} dm_rating;

enum { DM_MOST_RATED = 1000 };

/* Rates `count` players (1..DM_MOST_RATED) by Bradley and Terry's model: i beats j with probability
 * 1/(1 + 10^((r_j - r_i)/400)).  Every player also has half a game won and half a game lost against
 * an imaginary player of rating 0, so that one who won everything gets a finite rating, and players
 * who never met can be in one list.  With many games this has no weight.  Intervals are +-1.96
 * standard errors, by the curvature at the maximum.
 *
 * DM_BAD_ARGUMENT for a player out of range, one paired with itself, or a negative count.
 * O(count^3) per step, some ten steps. */
dm_status dm_ratings(const dm_encounter *encounters, int64_t encounter_count, int32_t count,
                     dm_rating *out, dm_error *err);

/* Bets against "the first player is not better" and against "the second is not better".  If a claim
 * is true, the wealth of the bets against it does not grow on average, so it ever reaches 2/error
 * with probability at most error/2 (Ville's inequality): stopping then is wrong with probability at
 * most `error`, however often the test is read. */
enum { DM_EVIDENCE_BETS = 6 };

typedef struct dm_evidence {
    double error;
    double wealth[2][DM_EVIDENCE_BETS]; /* logarithms, by the player who is bet on */
} dm_evidence;

void dm_evidence_init(dm_evidence *evidence, double error);
/* Adds one board with both colours: the first player's score, 0 to 2 by halves.  Boards must be
 * independent of each other; the two games on one need not be. */
void dm_evidence_add(dm_evidence *evidence, double score);
/* Who is better; DM_TIE: not proven. */
dm_outcome dm_evidence_verdict(const dm_evidence *evidence);

#ifdef __cplusplus
}
#endif
#endif
