/* tournament_step.c - which games come next.
 *
 * A tournament is a sequence of steps: a whole round robin, or one board of it if a goal may end it
 * early, a round of a swiss tournament, a step of an adaptive one.  Step s has boards of its own,
 * the same for all its pairings: `games` / 2 boards after those of step s - 1.  Which pairings it
 * has follows from the games of the steps before it.  So the steps are the same on every machine
 * and after every kill, as far as the games are; and since no game on a board was seen before the
 * pairings for it were chosen, the choice does not favour anyone.
 */
#include "base/base.h"

#include "contest/tournament/tournament.h"
#include <assert.h>
#include <demesne/rng.h>
#include <stdlib.h>

/* The pairings of a round of a swiss tournament.
 *
 * Players are ranked by their points, then by the points of those they met (Buchholz), then in an
 * order drawn from the seed.  From the top, each meets the next one it has not met yet; where that
 * leaves someone without an opponent, the search goes back and takes the one after.  Only if no
 * pairing of all is found players meet again.  With an odd number, the lowest of those who sat out
 * least often sits out: its points are those of a meeting won, but no game is counted.
 *
 * All points are whole numbers, so the pairings are the same on every machine.
 */
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

/* Where the pairing of two players is noted; the one that the plan names first is the first. */
static int32_t *find_pairing(const dm_tournament *t, int32_t one, int32_t other)
{
    int32_t first = one < other ? one : other, second = one < other ? other : one;
    return &t->pairing_of[(size_t)first * (size_t)t->player_count + (size_t)second];
}

/* Whether two players met, and in how many rounds or steps. */
static int64_t meetings_of(const dm_tournament *t, int32_t one, int32_t other)
{
    int32_t index = *find_pairing(t, one, other);
    return index ? (int64_t)t->pairing[index - 1].board_count / (t->games / 2) : 0;
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
            meetings_of(s->t, s->place[top].player, s->place[i].player) > s->most_meetings)
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

/* The meetings of the next round, or step. */
static dm_status swiss_round(dm_tournament *t, dm_error *err)
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

const char *dm_pairing_system_name(dm_pairing_system system)
{
    static const char *const name[] = {"round-robin", "swiss", "adaptive"};
    return (size_t)system < sizeof name / sizeof *name ? name[system] : NULL;
}

dm_status dmi_pairing_plan(dmi_tournament_pairing *pairing, int64_t first_board, int64_t count,
                           dm_error *err)
{
    assert(count >= 0);
    if (!dmi_reserve(&pairing->boards, &pairing->board_room, pairing->board_count + (size_t)count,
                     sizeof *pairing->boards))
        return dmi_no_memory(err);
    for (int64_t b = 0; b < count; b++)
        pairing->boards[pairing->board_count++] = (dmi_board_results){.board = first_board + b};
    return DM_OK;
}

static dm_status add_pairing(dm_tournament *t, dm_pairing players, dm_error *err)
{
    if (!dmi_reserve(&t->pairing, &t->pairing_room, (size_t)t->pairing_count + 1,
                     sizeof *t->pairing))
        return dmi_no_memory(err);
    dmi_tournament_pairing *pairing = &t->pairing[t->pairing_count++];
    *pairing = (dmi_tournament_pairing){.players = players};
    dm_evidence_init(&pairing->evidence, t->error);
    return DM_OK;
}

static dm_status put_in_step(dm_tournament *t, int32_t pairing, dm_error *err)
{
    dmi_tournament_step *step = &t->step;
    if (!dmi_reserve(&step->pairing, &step->room, step->count + 1, sizeof *step->pairing))
        return dmi_no_memory(err);
    step->pairing[step->count++] = pairing;
    t->planned += 2 * step->board_count;
    return dmi_pairing_plan(&t->pairing[pairing], step->first_board, step->board_count, err);
}

dm_status dmi_step_add(dm_tournament *t, int32_t one, int32_t other, dm_error *err)
{
    int32_t *index = find_pairing(t, one, other);
    dm_pairing players = {one < other ? one : other, one < other ? other : one};
    dm_status status = *index ? DM_OK : add_pairing(t, players, err);
    if (status != DM_OK)
        return status;
    if (!*index)
        *index = t->pairing_count;
    return put_in_step(t, *index - 1, err);
}

static int64_t usual_rounds(int32_t players)
{
    int64_t rounds = 2;
    while ((1 << (rounds - 2)) < players)
        rounds++;
    return rounds;
}

dm_status dmi_system_init(dm_tournament *t, const dm_tournament_plan *plan, dm_error *err)
{
    size_t n = (size_t)plan->player_count;
    int64_t pairs = plan->pairings ? plan->pairing_count : (int64_t)(n * (n - 1) / 2);
    double confidence = plan->confidence > 0 ? plan->confidence : 0.95;
    t->system = plan->system;
    t->until = plan->until;
    t->error = t->is_sequential ? DM_SEQUENTIAL_ERROR : (1 - confidence) / (double)pairs;
    if (t->system == DM_ROUND_ROBIN) {
        dm_status status = DM_OK;
        for (int32_t i = 0; plan->pairings && i < plan->pairing_count && status == DM_OK; i++)
            status = add_pairing(t, plan->pairings[i], err);
        for (int32_t i = 0; !plan->pairings && i < plan->player_count; i++)
            for (int32_t j = i + 1; j < plan->player_count && status == DM_OK; j++)
                status = add_pairing(t, (dm_pairing){i, j}, err);
        return status;
    }
    t->swiss_rounds = plan->swiss_rounds ? plan->swiss_rounds : usual_rounds(plan->player_count);
    t->max_games = plan->max_games ? plan->max_games : 100 * pairs;
    t->byes = dmi_calloc(n, sizeof *t->byes);
    t->pairing_of = dmi_calloc(n * n, sizeof *t->pairing_of);
    return t->byes && t->pairing_of ? DM_OK : dmi_no_memory(err);
}

static bool step_has_work(const dm_tournament *t)
{
    const dmi_tournament_step *step = &t->step;
    for (size_t i = 0; i < step->count; i++)
        for (int64_t b = 0; b < step->board_count; b++)
            if (dmi_pairing_has_work(&t->pairing[step->pairing[i]], step->first_board + b))
                return true;
    return false;
}

/* Every pairing, on all boards or, if a goal may end the tournament, on the next one. */
static dm_status round_robin_step(dm_tournament *t, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = 0; i < t->pairing_count && status == DM_OK; i++)
        status = put_in_step(t, i, err);
    return status;
}

/* Whether the plan allows another step. */
static bool is_played_out(const dm_tournament *t)
{
    const dmi_tournament_step *step = &t->step;
    if (t->system == DM_SWISS)
        return step->number >= t->swiss_rounds;
    if (t->system == DM_ADAPTIVE)
        return t->max_games - t->planned < t->games;
    return 2 * (step->first_board + step->board_count) >= t->games;
}

dm_status dmi_tournament_advance(dm_tournament *t, dm_error *err)
{
    dm_status status = DM_OK;
    while (status == DM_OK && !t->is_over && !step_has_work(t)) {
        if (t->until != DM_GOAL_NONE && t->step.number > 0)
            status = dmi_goal_examine(t, err);
        t->is_over = t->is_known || is_played_out(t);
        if (status == DM_OK && !t->is_over) {
            /* The next step: its pairings, their boards, and what is known of them. */
            dmi_tournament_step *step = &t->step;
            bool by_board = t->system == DM_ROUND_ROBIN && t->until != DM_GOAL_NONE;
            step->first_board += step->board_count;
            step->board_count = by_board ? 1 : t->games / 2;
            step->count = 0;
            step->number++;
            status = t->system == DM_SWISS      ? swiss_round(t, err)
                     : t->system == DM_ADAPTIVE ? dmi_adaptive_step(t, err)
                                                : round_robin_step(t, err);
        }
        if (status == DM_OK && !t->is_over)
            status = dmi_step_load(t, err);
    }
    return status;
}
