/* rating.c - win rates with intervals, ratings by maximum likelihood, a sequential test.
 *
 * Ratings.  With ratings r and s(x) = 1/(1 + e^-x), i beats j with probability s(r_i - r_j).  The
 * log likelihood, a tie counting as half a win each, is a sum of concave terms w log s(r_i - r_j);
 * half a game won and half a game lost against an imaginary player of rating 0 make it strictly
 * concave with a maximum.  Newton's method, with steps halved until the sum grows, finds it.  Minus
 * the matrix of second derivatives there is the inverse of the covariance; the rating shown is r_i
 * minus the mean of all, with the variance of that difference.
 *
 * Sequential test.  A board gives x = score/2 - 1/2 in -1/2..1/2.  Betting the share L (0 < L < 2)
 * of a wealth on the first player multiplies it by 1 + L x > 0, which does not grow on average if
 * the first player is not better.  The mean over several L is such a wealth, too, and needs no
 * guess of how much better the player is.
 *
 * Sources: Wilson, "Probable inference, the law of succession, and statistical inference", 1927;
 * Bradley and Terry, "Rank analysis of incomplete block designs", 1952; Ville, "Étude critique de
 * la notion de collectif", 1939; Waudby-Smith and Ramdas, "Estimating means of bounded random
 * variables by betting", 2024.
 */
#include <assert.h>
#include <demesne/rating.h>

#include "base/base.h"
#include "base/wilson.h"
#include "contest/tournament/tournament.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double NORMAL_95 = 1.959963984540054; /* two-sided */

dm_rate dm_win_rate(int64_t wins, int64_t ties, int64_t games)
{
    if (games <= 0)
        return (dm_rate){0.5, 0, 1};
    double rate = ((double)wins + (double)ties / 2) / (double)games, low, high;
    dmi_wilson_95(rate, (double)games, &low, &high);
    return (dm_rate){rate, low, high};
}

static const double POINTS = 173.71779276130073; /* 400 / ln 10 */
static const double HALF_GAME = 0.5;             /* won and lost against the imaginary player */

enum { MOST_STEPS = 200 };

typedef struct fit {
    const dm_encounter *encounters;
    int64_t encounter_count;
    int32_t count;
    double *rating, *trial, *gradient;
    double *matrix;  /* minus the second derivatives, then its Cholesky factor; lower triangle */
    double *inverse; /* the covariance */
} fit;

static double winning_chance(double difference)
{
    return 1 / (1 + exp(-difference));
}

static double log_chance(double difference)
{
    return difference > 0 ? -log1p(exp(-difference)) : difference - log1p(exp(difference));
}

static double first_points(const dm_encounter *e)
{
    return (double)e->first_wins + (double)e->ties / 2;
}

static double second_points(const dm_encounter *e)
{
    return (double)e->second_wins + (double)e->ties / 2;
}

static double log_likelihood(const fit *f, const double *rating)
{
    double sum = 0;
    for (int64_t i = 0; i < f->encounter_count; i++) {
        const dm_encounter *e = &f->encounters[i];
        double difference = rating[e->first] - rating[e->second];
        sum +=
            first_points(e) * log_chance(difference) + second_points(e) * log_chance(-difference);
    }
    for (int32_t i = 0; i < f->count; i++)
        sum += HALF_GAME * (log_chance(rating[i]) + log_chance(-rating[i]));
    return sum;
}

static double *matrix_at(const fit *f, double *matrix, int32_t row, int32_t column)
{
    return &matrix[(size_t)row * (size_t)f->count + (size_t)column];
}

/* The first derivatives and minus the second ones at `rating`; lower triangle. */
static void fit_derivatives(fit *f)
{
    memset(f->matrix, 0, (size_t)f->count * (size_t)f->count * sizeof *f->matrix);
    for (int32_t i = 0; i < f->count; i++) {
        double p = winning_chance(f->rating[i]);
        f->gradient[i] = HALF_GAME * (1 - 2 * p);
        *matrix_at(f, f->matrix, i, i) = 2 * HALF_GAME * p * (1 - p);
    }
    for (int64_t k = 0; k < f->encounter_count; k++) {
        const dm_encounter *e = &f->encounters[k];
        int32_t low = e->first < e->second ? e->first : e->second,
                high = e->first ^ e->second ^ low;
        double p = winning_chance(f->rating[e->first] - f->rating[e->second]);
        double games = first_points(e) + second_points(e), curve = games * p * (1 - p);
        f->gradient[e->first] += first_points(e) - games * p;
        f->gradient[e->second] -= first_points(e) - games * p;
        *matrix_at(f, f->matrix, low, low) += curve;
        *matrix_at(f, f->matrix, high, high) += curve;
        *matrix_at(f, f->matrix, high, low) -= curve;
    }
}

/* Cholesky, in place; false if the matrix is not positive definite in floating point. */
static bool fit_factorise(const fit *f)
{
    for (int32_t i = 0; i < f->count; i++)
        for (int32_t j = 0; j <= i; j++) {
            double sum = *matrix_at(f, f->matrix, i, j);
            for (int32_t k = 0; k < j; k++)
                sum -= *matrix_at(f, f->matrix, i, k) * *matrix_at(f, f->matrix, j, k);
            if (i == j && !(sum > 0))
                return false;
            *matrix_at(f, f->matrix, i, j) =
                i == j ? sqrt(sum) : sum / *matrix_at(f, f->matrix, j, j);
        }
    return true;
}

/* Replaces `vector` by the solution of matrix * x = vector. */
static void fit_solve(const fit *f, double *vector)
{
    for (int32_t i = 0; i < f->count; i++) {
        for (int32_t k = 0; k < i; k++)
            vector[i] -= *matrix_at(f, f->matrix, i, k) * vector[k];
        vector[i] /= *matrix_at(f, f->matrix, i, i);
    }
    for (int32_t i = f->count - 1; i >= 0; i--) {
        for (int32_t k = i + 1; k < f->count; k++)
            vector[i] -= *matrix_at(f, f->matrix, k, i) * vector[k];
        vector[i] /= *matrix_at(f, f->matrix, i, i);
    }
}

/* Goes along `step`, halved until the likelihood grows; false if it does not. */
static bool fit_step(fit *f, const double *step)
{
    double now = log_likelihood(f, f->rating);
    for (double share = 1; share > 1e-12; share /= 2) {
        for (int32_t i = 0; i < f->count; i++)
            f->trial[i] = f->rating[i] + share * step[i];
        if (log_likelihood(f, f->trial) > now) {
            memcpy(f->rating, f->trial, (size_t)f->count * sizeof *f->rating);
            return true;
        }
    }
    return false;
}

static dm_status fit_climb(fit *f, dm_error *err)
{
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        fit_derivatives(f);
        if (!fit_factorise(f))
            return dmi_fail(err, DM_TOO_LARGE, "the results are too uneven for ratings");
        fit_solve(f, f->gradient);
        if (!fit_step(f, f->gradient))
            break;
    }
    fit_derivatives(f);
    if (!fit_factorise(f))
        return dmi_fail(err, DM_TOO_LARGE, "the results are too uneven for ratings");
    return DM_OK;
}

/* Writes ratings and variances of r_i minus the mean. */
static void give_out(fit *f, void *to)
{
    dm_rating *out = to;
    double n = f->count, mean = 0, all = 0;
    for (int32_t i = 0; i < f->count; i++) {
        mean += f->rating[i] / n;
        f->trial[i] = 0; /* the sum of row i */
        for (int32_t j = 0; j < f->count; j++)
            f->trial[i] += *matrix_at(f, f->inverse, i, j);
        all += f->trial[i];
    }
    for (int32_t i = 0; i < f->count; i++) {
        double variance = *matrix_at(f, f->inverse, i, i) - 2 * f->trial[i] / n + all / (n * n);
        double half = NORMAL_95 * sqrt(fmax(0, variance)) * POINTS;
        double points = (f->rating[i] - mean) * POINTS;
        out[i] = (dm_rating){points, points - half, points + half};
    }
}

/* Fits, and calls `take` if that is possible. */
static dm_status fit_ratings(const dm_encounter *encounters, int64_t encounter_count, int32_t count,
                             void (*take)(fit *f, void *out), void *out, dm_error *err)
{
    if (count < 1 || count > DM_MOST_RATED)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d players to rate; expected 1 to %d", count,
                        DM_MOST_RATED);
    for (int64_t i = 0; i < encounter_count; i++) {
        const dm_encounter *e = &encounters[i];
        if (e->first < 0 || e->first >= count || e->second < 0 || e->second >= count)
            return dmi_fail(err, DM_BAD_ARGUMENT, "encounter %lld names players %d and %d of %d",
                            (long long)i, e->first, e->second, count);
        if (e->first == e->second || e->first_wins < 0 || e->second_wins < 0 || e->ties < 0)
            return dmi_fail(
                err, DM_BAD_ARGUMENT,
                "encounter %lld: expected two different players and counts of at least 0",
                (long long)i);
    }
    dm_status status = DM_OK;
    size_t n = (size_t)count;
    double *room = dmi_calloc(2 * n * n + 3 * n, sizeof *room);
    if (!room)
        return dmi_no_memory(err);
    fit f = {.encounters = encounters,
             .encounter_count = encounter_count,
             .count = count,
             .rating = room,
             .trial = room + n,
             .gradient = room + 2 * n,
             .matrix = room + 3 * n,
             .inverse = room + 3 * n + n * n};
    status = fit_climb(&f, err);
    if (status == DM_OK) {
        /* The inverse, column by column. */
        for (int32_t i = 0; i < f.count; i++) {
            double *row = matrix_at(&f, f.inverse, i, 0);
            memset(row, 0, (size_t)f.count * sizeof *row);
            row[i] = 1;
            fit_solve(&f, row);
        }
        take(&f, out);
    }
    free(room);
    return status;
}

dm_status dm_ratings(const dm_encounter *encounters, int64_t encounter_count, int32_t count,
                     dm_rating *out, dm_error *err)
{
    return fit_ratings(encounters, encounter_count, count, give_out, out, err);
}

static void give_fit(fit *f, void *out)
{
    const dmi_rating_fit *to = out;
    size_t n = (size_t)f->count;
    memcpy(to->rating, f->rating, n * sizeof *f->rating);
    memcpy(to->covariance, f->inverse, n * n * sizeof *f->inverse);
}

dm_status dmi_ratings_fit(const dm_encounter *encounters, int64_t encounter_count, int32_t count,
                          dmi_rating_fit *out, dm_error *err)
{
    assert(encounter_count >= 0);
    assert(count >= 0);
    return fit_ratings(encounters, encounter_count, count, give_fit, out, err);
}

static const double share_bet[DM_EVIDENCE_BETS] = {0.1, 0.25, 0.5, 1, 1.5, 1.9};

void dm_evidence_init(dm_evidence *evidence, double error)
{
    *evidence = (dm_evidence){.error = error};
}

void dm_evidence_add(dm_evidence *evidence, double score)
{
    double gain = score / 2 - 0.5;
    for (int bet = 0; bet < DM_EVIDENCE_BETS; bet++) {
        evidence->wealth[0][bet] += log1p(share_bet[bet] * gain);
        evidence->wealth[1][bet] += log1p(-share_bet[bet] * gain);
    }
}

/* The logarithm of the mean wealth. */
static double mean_wealth(const double wealth[DM_EVIDENCE_BETS])
{
    double most = wealth[0], sum = 0;
    for (int bet = 1; bet < DM_EVIDENCE_BETS; bet++)
        most = fmax(most, wealth[bet]);
    for (int bet = 0; bet < DM_EVIDENCE_BETS; bet++)
        sum += exp(wealth[bet] - most);
    return most + log(sum / DM_EVIDENCE_BETS);
}

dm_outcome dm_evidence_verdict(const dm_evidence *evidence)
{
    double enough = log(2 / evidence->error);
    if (mean_wealth(evidence->wealth[0]) >= enough)
        return DM_FIRST_WINS;
    return mean_wealth(evidence->wealth[1]) >= enough ? DM_SECOND_WINS : DM_TIE;
}
