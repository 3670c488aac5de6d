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

#include "contest/tournament/tournament.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* When a tournament has found what it was asked for.
 *
 * In a tournament with a goal every two players have a sequential test of their own games
 * (dm_evidence) with error (1 - confidence) / pairs.  So with probability `confidence` no test ever
 * names the wrong one, however the pairings are chosen and whenever the tournament ends.  The
 * players are taken in the order of their ratings.
 *
 *     order    every player is proven better than the next
 *     winner   the first is proven better than all others; if a is better than b and b than c, then
 *              a is better than c
 *
 * A player who is disqualified counts as worse than all others.
 */
typedef struct ranked {
    int32_t player;
    double points;
} ranked;

static int compare_points(const void *a, const void *b)
{
    const ranked *one = a, *other = b;
    if (one->points > other->points || one->points < other->points)
        return one->points > other->points ? -1 : 1;
    return one->player - other->player;
}

/* A proof, from the better player to the other. */
static bool read_proof(const dmi_tournament_pairing *pairing, int32_t *better, int32_t *other)
{
    *better = pairing->proven > 0 ? pairing->players.first : pairing->players.second;
    *other = pairing->proven > 0 ? pairing->players.second : pairing->players.first;
    return pairing->proven != 0;
}

/* Marks everyone who is proven worse than `best`, and `best` itself. */
static void mark_worse(const dm_tournament *t, int32_t best, bool *is_worse)
{
    memset(is_worse, 0, (size_t)t->player_count * sizeof *is_worse);
    is_worse[best] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < t->pairing_count; i++) {
            int32_t better, other;
            if (read_proof(&t->pairing[i], &better, &other) && is_worse[better] && !is_worse[other])
                is_worse[other] = changed = true;
        }
    }
}

/* The pairs of players that the goal lacks: `out` has room for player_count - 1. */
static dm_status goal_lacks(const dm_tournament *t, dm_pairing *out, int32_t *count, dm_error *err)
{
    size_t n = (size_t)t->player_count;
    dmi_arrays arrays = {0};
    ranked *best = dmi_array(&arrays, n, sizeof *best);
    bool *is_worse = dmi_array(&arrays, n, sizeof *is_worse);
    int32_t *place = dmi_array(&arrays, n, sizeof *place);
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    /* The players, best first. */
    dm_rating *rating = dmi_alloc((size_t)t->player_count, sizeof *rating);
    status = rating ? dm_tournament_ratings(t, rating, err) : dmi_no_memory(err);
    for (int32_t i = 0; i < t->player_count && status == DM_OK; i++)
        best[i] = (ranked){i, t->player[i].is_out ? -INFINITY : rating[i].points};
    if (status == DM_OK)
        qsort(best, (size_t)t->player_count, sizeof *best, compare_points);
    free(rating);
    if (status == DM_OK && t->until == DM_GOAL_ORDER) {
        /* Marks those who are proven worse than the one before them. */
        for (int32_t i = 0; i < t->player_count; i++) {
            place[best[i].player] = i;
            is_worse[i] = i == best[0].player;
        }
        for (int32_t i = 0; i < t->pairing_count; i++) {
            int32_t better, other;
            if (read_proof(&t->pairing[i], &better, &other) && place[other] == place[better] + 1)
                is_worse[other] = true;
        }
    } else if (status == DM_OK)
        mark_worse(t, best[0].player, is_worse);
    for (int32_t i = 0; i < t->player_count && status == DM_OK; i++)
        is_worse[i] |= t->player[i].is_out;
    int32_t found = 0;
    for (int32_t i = 1; i < t->player_count && status == DM_OK; i++)
        if (!is_worse[best[i].player]) {
            int32_t over = t->until == DM_GOAL_ORDER ? best[i - 1].player : best[0].player;
            out[found++] = (dm_pairing){over, best[i].player};
        }
    *count = found;
    dmi_arrays_free(&arrays);
    return status;
}

dm_status dmi_goal_examine(dm_tournament *t, dm_error *err)
{
    for (size_t i = 0; i < t->step.count; i++) {
        dmi_tournament_pairing *pairing = &t->pairing[t->step.pairing[i]];
        for (; (size_t)pairing->examined < pairing->board_count; pairing->examined++) {
            const dmi_board_results *games = &pairing->boards[pairing->examined];
            if (!games->game[0].is_known || !games->game[1].is_known)
                break; /* a player is disqualified */
            dm_evidence_add(&pairing->evidence, dmi_board_score(games));
            if (pairing->proven == DM_TIE)
                pairing->proven = dm_evidence_verdict(&pairing->evidence);
        }
    }
    int32_t lacking = 0;
    dm_pairing *pair = dmi_alloc((size_t)t->player_count, sizeof *pair);
    dm_status status = pair ? goal_lacks(t, pair, &lacking, err) : dmi_no_memory(err);
    t->is_known = status == DM_OK && lacking == 0;
    free(pair);
    return status;
}

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
    if (t->until == DM_GOAL_NONE || t->step.number <= opening_meetings(t)) {
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
            /* As if the pair had met. */
            double c = design_information(&d, pair.first, pair.second),
                   v = design_variance(&d, pair.first, pair.second);
            double share = c / (1 + c * v);
            for (int32_t k = 0; k < d.count; k++)
                d.change[k] =
                    design_covariance(&d, k, pair.first) - design_covariance(&d, k, pair.second);
            for (int32_t k = 0; k < d.count; k++)
                for (int32_t j = 0; j < d.count; j++)
                    d.fit.covariance[(size_t)k * (size_t)d.count + (size_t)j] -=
                        share * d.change[k] * d.change[j];
        }
        free(encounters);
        dmi_arrays_free(&arrays);
        return status;
    }
    dm_pairing *pair = dmi_alloc((size_t)t->player_count, sizeof *pair);
    dm_status status = pair ? goal_lacks(t, pair, &count, err) : dmi_no_memory(err);
    for (int32_t i = 0; i < count && has_room(t) && status == DM_OK; i++)
        status = dmi_step_add(t, pair[i].first, pair[i].second, err);
    free(pair);
    return status;
}
