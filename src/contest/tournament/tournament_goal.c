/* tournament_goal.c - when a tournament has found what it was asked for.
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
#include "base/base.h"
#include "contest/tournament/tournament.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

dm_status dmi_goal_lacks(const dm_tournament *t, dm_pairing *out, int32_t *count, dm_error *err)
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
            const dmi_board_games *games = &pairing->boards[pairing->examined];
            if (!games->game[0].is_known || !games->game[1].is_known)
                break; /* a player is disqualified */
            dm_evidence_add(&pairing->evidence, dmi_board_score(games));
            if (pairing->proven == DM_TIE)
                pairing->proven = dm_evidence_verdict(&pairing->evidence);
        }
    }
    int32_t lacking = 0;
    dm_pairing *pair = dmi_alloc((size_t)t->player_count, sizeof *pair);
    dm_status status = pair ? dmi_goal_lacks(t, pair, &lacking, err) : dmi_no_memory(err);
    t->is_known = status == DM_OK && lacking == 0;
    free(pair);
    return status;
}
