/* tournament_adaptive.c - the meetings of a step of an adaptive tournament.
 *
 * Ratings r have a covariance C (rating.c).  g games of i and j give the information c = g p (1-p)
 * about r_i - r_j, where p is the chance that i wins.  If v is the variance of r_i - r_j, it falls
 * by c v^2 / (1 + c v).  The pair is chosen where this fall, times the chance that the order of the
 * two is wrong, is largest.  C is changed as if it had played (Sherman and Morrison), and the next
 * pair is chosen: half as many as there are players.
 *
 * If the tournament has a goal, that is only the opening.  Then every pair that the goal still
 * lacks meets.
 */
#include "base/base.h"
#include "contest/tournament/rating_fit.h"
#include "contest/tournament/tournament.h"
#include <math.h>
#include <stdlib.h>

typedef struct design {
    const dmi_tournament_player *player; /* those who are disqualified do not meet anyone */
    dmi_rating_fit fit;
    double *change; /* C (e_i - e_j) */
    int32_t count;
    double games;
} design;

static double design_covariance(const design *d, int32_t i, int32_t j)
{
    return d->fit.covariance[(size_t)i * (size_t)d->count + (size_t)j];
}

static double design_variance(const design *d, int32_t i, int32_t j)
{
    return design_covariance(d, i, i) + design_covariance(d, j, j) - 2 * design_covariance(d, i, j);
}

static double design_information(const design *d, int32_t i, int32_t j)
{
    double p = 1 / (1 + exp(d->fit.rating[j] - d->fit.rating[i]));
    return d->games * p * (1 - p);
}

/* The first pair whose meeting tells most; a gain must be larger by more than rounding. */
static dm_pairing best_pair(const design *d)
{
    dm_pairing best = {0, 1};
    double most = 0;
    for (int32_t i = 0; i < d->count; i++)
        for (int32_t j = i + 1; j < d->count; j++) {
            if (d->player[i].is_out || d->player[j].is_out)
                continue;
            double v = design_variance(d, i, j), c = design_information(d, i, j);
            double gain = (erfc(fabs(d->fit.rating[i] - d->fit.rating[j]) /
                                sqrt(2 * design_variance(d, i, j))) /
                           2) *
                          c * v * v / (1 + c * v);
            if (gain > most * (1 + 1e-9)) {
                most = gain;
                best = (dm_pairing){i, j};
            }
        }
    return best;
}

/* As if the pair had met. */
static void design_shrink(design *d, dm_pairing pair)
{
    double c = design_information(d, pair.first, pair.second),
           v = design_variance(d, pair.first, pair.second);
    double share = c / (1 + c * v);
    for (int32_t i = 0; i < d->count; i++)
        d->change[i] = design_covariance(d, i, pair.first) - design_covariance(d, i, pair.second);
    for (int32_t i = 0; i < d->count; i++)
        for (int32_t j = 0; j < d->count; j++)
            d->fit.covariance[(size_t)i * (size_t)d->count + (size_t)j] -=
                share * d->change[i] * d->change[j];
}

/* Whether there are games left for another meeting. */
static bool has_room(const dm_tournament *t)
{
    return t->max_games - t->planned >= t->games;
}

/* A pair that is chosen twice meets once. */
static dm_status add_pair(dm_tournament *t, dm_pairing pair, dm_error *err)
{
    for (size_t i = 0; i < t->step.count; i++) {
        const dm_pairing *old = &t->pairing[t->step.pairing[i]].players;
        if (old->first == pair.first && old->second == pair.second)
            return DM_OK;
    }
    return dmi_step_add(t, pair.first, pair.second, err);
}

static dm_status most_informative(dm_tournament *t, dm_error *err)
{
    size_t n = (size_t)t->player_count;
    dm_encounter *encounters = NULL;
    dmi_arrays arrays = {0};
    design d = {.player = t->player, .count = t->player_count, .games = (double)t->games};
    d.fit.rating = dmi_array(&arrays, n, sizeof *d.fit.rating);
    d.fit.covariance = dmi_array(&arrays, n * n, sizeof *d.fit.covariance);
    d.change = dmi_array(&arrays, n, sizeof *d.change);
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    status = dmi_tournament_encounters(t, &encounters, err);
    if (status == DM_OK)
        status = dmi_ratings_fit(encounters, t->pairing_count, d.count, &d.fit, err);
    for (int32_t i = 0; i < (d.count + 1) / 2 && has_room(t) && status == DM_OK; i++) {
        dm_pairing pair = best_pair(&d);
        status = add_pair(t, pair, err);
        design_shrink(&d, pair);
    }
    free(encounters);
    dmi_arrays_free(&arrays);
    return status;
}

/* The step after which a goal decides who meets: everyone has then played a few games. */
static int64_t opening_meetings(const dm_tournament *t)
{
    int64_t steps = 2;
    while ((1 << steps) < t->player_count)
        steps++;
    return steps;
}

dm_status dmi_adaptive_step(dm_tournament *t, dm_error *err)
{
    int32_t count = 0;
    if (t->until == DM_GOAL_NONE || t->step.number <= opening_meetings(t))
        return most_informative(t, err);
    dm_pairing *pair = dmi_alloc((size_t)t->player_count, sizeof *pair);
    dm_status status = pair ? dmi_goal_lacks(t, pair, &count, err) : dmi_no_memory(err);
    for (int32_t i = 0; i < count && has_room(t) && status == DM_OK; i++)
        status = dmi_step_add(t, pair[i].first, pair[i].second, err);
    free(pair);
    return status;
}
