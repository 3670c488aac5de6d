/* tournament_swiss.c - the pairings of a round of a swiss tournament.
 *
 * Players are ranked by their points, then by the points of those they met (Buchholz), then in an
 * order drawn from the seed.  From the top, each meets the next one it has not met yet; where that
 * leaves someone without an opponent, the search goes back and takes the one after.  Only if no
 * pairing of all is found players meet again.  With an odd number, the lowest of those who sat out
 * least often sits out: its points are those of a meeting won, but no game is counted.
 *
 * All points are whole numbers, so the pairings are the same on every machine.
 */
#include "base/base.h"
#include "contest/tournament/tournament.h"
#include <demesne/rng.h>
#include <stdlib.h>

enum { MOST_TRIES = 20000 };

typedef struct place {
    int32_t player;
    int64_t points, opponents; /* in halves */
    int32_t lot;
    bool is_out; /* disqualified */
} place;

typedef struct swiss {
    const dm_tournament *t;
    place *place;      /* best first */
    int32_t *opponent; /* by place; -1: none yet */
    int32_t count;
    int64_t most_meetings; /* that two may have had before */
    int tries;
} swiss;

static int compare_standing(const void *a, const void *b)
{
    const place *one = a, *other = b;
    if (one->is_out != other->is_out)
        return one->is_out ? 1 : -1;
    if (one->points != other->points)
        return one->points > other->points ? -1 : 1;
    if (one->opponents != other->opponents)
        return one->opponents > other->opponents ? -1 : 1;
    return one->lot < other->lot ? -1 : one->lot > other->lot;
}

/* Ranks the players, without those who are disqualified; `place` is by player until the end. */
static void rank_standing(swiss *s)
{
    const dm_tournament *t = s->t;
    for (int32_t i = 0; i < s->count; i++)
        s->place[i] = (place){
            .player = i, .points = 2 * t->byes[i] * t->games, .is_out = t->player[i].is_out};
    /* Gives every player a lot. */
    dm_rng rng;
    dm_rng_init(&rng, dm_rng_derive(s->t->boards.seed, UINT64_MAX));
    for (int32_t i = 0; i < s->count; i++) {
        int32_t j = (int32_t)dm_rng_below(&rng, (uint64_t)i + 1);
        s->place[i].lot = s->place[j].lot;
        s->place[j].lot = i;
    }
    for (int32_t i = 0; i < t->pairing_count; i++) {
        dm_pairing_score score = dm_tournament_score(t, i);
        s->place[score.pairing.first].points += 2 * score.wins[0] + score.ties;
        s->place[score.pairing.second].points += 2 * score.wins[1] + score.ties;
    }
    for (int32_t i = 0; i < t->pairing_count; i++) {
        place *first = &s->place[t->pairing[i].players.first],
              *second = &s->place[t->pairing[i].players.second];
        int64_t times = (int64_t)t->pairing[i].board_count / (t->games / 2);
        first->opponents += times * second->points;
        second->opponents += times * first->points;
    }
    qsort(s->place, (size_t)s->count, sizeof *s->place, compare_standing);
    while (s->count > 0 && s->place[s->count - 1].is_out)
        s->count--;
}

/* Who sits out: the lowest of those who did least often. */
static int32_t sit_out(const swiss *s)
{
    int32_t chosen = s->count - 1;
    for (int32_t i = s->count - 1; i >= 0; i--)
        if (s->t->byes[s->place[i].player] < s->t->byes[s->place[chosen].player])
            chosen = i;
    return chosen;
}

/* Finds opponents for everyone from place `top` on; false if it gave up. */
static bool find_opponents(swiss *s, int32_t top)
{
    while (top < s->count && s->opponent[top] >= 0)
        top++;
    if (top == s->count)
        return true;
    for (int32_t i = top + 1; i < s->count; i++) {
        if (s->opponent[i] >= 0 ||
            dmi_meetings(s->t, s->place[top].player, s->place[i].player) > s->most_meetings)
            continue;
        if (--s->tries < 0)
            return false;
        s->opponent[top] = i;
        s->opponent[i] = top;
        if (find_opponents(s, top + 1))
            return true;
        s->opponent[top] = s->opponent[i] = -1;
    }
    return false;
}

/* Tries again with one more earlier meeting until everyone has an opponent. */
static void pair_up(swiss *s, int32_t without)
{
    for (;; s->most_meetings++) {
        s->tries = MOST_TRIES;
        for (int32_t i = 0; i < s->count; i++)
            s->opponent[i] = i == without ? i : -1;
        if (find_opponents(s, 0))
            return;
    }
}

dm_status dmi_swiss_round(dm_tournament *t, dm_error *err)
{
    size_t n = (size_t)t->player_count;
    swiss s = {.t = t, .count = t->player_count};
    dmi_arrays arrays = {0};
    s.place = dmi_array(&arrays, n, sizeof *s.place);
    s.opponent = dmi_array(&arrays, n, sizeof *s.opponent);
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    rank_standing(&s);
    int32_t without = s.count % 2 ? sit_out(&s) : -1;
    pair_up(&s, without);
    for (int32_t i = 0; i < s.count && status == DM_OK; i++)
        if (s.opponent[i] > i)
            status = dmi_step_add(t, s.place[i].player, s.place[s.opponent[i]].player, err);
    if (status == DM_OK && without >= 0)
        t->byes[s.place[without].player]++;
    dmi_arrays_free(&arrays);
    return status;
}
