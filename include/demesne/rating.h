/* demesne/rating.h - what results say about strength: rates, ratings, and when to stop.
 *
 * A tie counts as half a win and half a loss throughout.
 *
 *     rate       the share of games won, with Wilson's interval
 *     ratings    one number a player, such that differences give the odds (Bradley and Terry):
 *                400 points are ten to one
 *     evidence   a test that may be looked at after every board, and still errs at most as
 *                often as it says
 */
#ifndef DEMESNE_RATING_H
#define DEMESNE_RATING_H

#include <demesne/outcome.h>
#include <demesne/status.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Rates --------------------------------------------------------------- */

typedef struct dm_rate {
    double rate, low, high;
} dm_rate;

/* The rate (wins + ties/2)/games with Wilson's interval at 95 %; without games 0.5 in 0..1. */
dm_rate dm_win_rate(int64_t wins, int64_t ties, int64_t games);

/* --- Ratings --------------------------------------------------------------- */

/* What two players did against each other; players count from 0. */
typedef struct dm_encounter {
    int32_t first, second;
    int64_t first_wins, second_wins, ties;
} dm_encounter;

typedef struct dm_rating {
    double points;    /* the mean over all players is 0 */
    double low, high; /* 95 % */
} dm_rating;

enum { DM_MOST_RATED = 1000 };

/* Rates `count` players (1..DM_MOST_RATED) by Bradley and Terry's model: i beats j with
 * probability 1/(1 + 10^((r_j - r_i)/400)).  The ratings are those of greatest posterior
 * likelihood where every player has also won half and lost half a game against an imaginary one
 * of rating 0: so one who won everything gets a finite rating, and players who never met, even
 * through others, can stand in one list.  With many games that half game is of no weight.
 * Intervals are +-1.96 standard errors, by the curvature at the maximum.
 *
 * DM_BAD_ARGUMENT for a player out of range, one who meets himself, or a negative count.
 * O(count^3) a step, some ten steps. */
dm_status dm_ratings(const dm_encounter *encounters, int64_t encounter_count, int32_t count,
                     dm_rating *out, dm_error *err);

/* --- Evidence ---------------------------------------------------------------- */

/* Bets against "the first player is no better" and against "the second is no better": a caller's
 * struct, started by dm_evidence_init().  Under either claim the wealth of the bets
 * against it grows on no average, so it ever reaches 2/error with probability at most
 * error/2 (Ville's inequality): stopping once it does is wrong at most `error` of the time,
 * however often one looks. */
enum { DM_EVIDENCE_BETS = 6 };

typedef struct dm_evidence {
    double error;
    double wealth[2][DM_EVIDENCE_BETS]; /* logarithms, by the player who is bet on */
} dm_evidence;

void dm_evidence_init(dm_evidence *evidence, double error);
/* One board, both seatings: the first player's score, 0 to 2 by halves.  Boards are to be
 * independent of each other; the two games on one need not be. */
void dm_evidence_add(dm_evidence *evidence, double score);
/* Who is better; DM_TIE: not proven. */
dm_outcome dm_evidence_verdict(const dm_evidence *evidence);

#ifdef __cplusplus
}
#endif
#endif
