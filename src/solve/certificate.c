/* certificate.c - writes a strategy that proves a bound, position by position.
 *
 * Walks through the game as the verifier does (src/verify), but searches for the answers: at the
 * prover's turns null windows find stones that keep the bound, with one table for all of them; at
 * the other side's turns every choice is tried.  Positions with the same stones (under `earlier`,
 * in the same order) share an entry.
 */
#include <demesne/solve.h>

#include "base/base.h"
#include "base/sort.h"
#include "solve/solve_game.h"
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    dmi_search *s;
    dm_strategy *strategy;
    dm_side side;
    int64_t keep;      /* the bound as the prover sees it: at least this */
    int32_t start;     /* stones before the strategy begins */
    int32_t last_turn; /* the prover's last turn */
    dm_vertex *key;    /* scratch: n */
    int64_t *slots;    /* a hash table: entry + 1, or 0 */
    size_t slot_count; /* a power of two */
    dm_error *err;
} writer;

/* The slot of the position, or the empty one where it belongs. */
static size_t find_slot(const writer *w, int32_t turn, const dm_vertex *key, int64_t count)
{
    const dm_strategy *strategy = w->strategy;
    uint64_t hash = dmi_mix((uint64_t)turn);
    for (int64_t i = 0; i < count; i++)
        hash = dmi_mix(hash + (uint64_t)key[i]);
    size_t at = (size_t)hash & (w->slot_count - 1);
    for (; w->slots[at]; at = (at + 1) & (w->slot_count - 1)) {
        int64_t entry = w->slots[at] - 1;
        const dm_vertex *other = strategy->vertices + strategy->first[entry];
        if (strategy->turns[entry] == turn && memcmp(other, key, (size_t)count * sizeof *key) == 0)
            break;
    }
    return at;
}

static dm_status grow_slots(writer *w)
{
    if ((size_t)w->strategy->count * 2 < w->slot_count)
        return DM_OK;
    size_t count = w->slot_count ? w->slot_count * 2 : 1024;
    int64_t *slots = dmi_calloc(count, sizeof *slots);
    if (!slots)
        return dmi_no_memory(w->err);
    free(w->slots);
    w->slots = slots;
    w->slot_count = count;
    for (int64_t i = 0; i < w->strategy->count; i++) {
        int32_t turn = w->strategy->turns[i];
        const dm_vertex *key = w->strategy->vertices + w->strategy->first[i];
        int64_t length = w->strategy->first[i + 1] - w->strategy->first[i];
        slots[find_slot(w, turn, key, length - w->s->rules.turns[turn].stones)] = i + 1;
    }
    return DM_OK;
}

static dm_status cover_replies(writer *w, int32_t turn);

static dm_status cannot_keep(const writer *w)
{
    if (w->s->stopped)
        return dmi_stopped(w->s->run, w->err);
    return dmi_fail(w->err, DM_BAD_ARGUMENT, "%s cannot keep %s %lld", dm_side_name(w->side),
                    w->side == DM_WHITE ? "at least" : "at most", (long long)w->strategy->bound);
}

static dm_status write_answer(writer *w, int32_t turn)
{
    int32_t stones = w->s->rules.turns[turn].stones;
    dm_status status = grow_slots(w);
    if (status != DM_OK)
        return status;
    /* Writes the key of the present position, in the form that dm_strategy demands; returns its
     * length.
     */
    const dmi_search *s = w->s;
    int32_t length = 0;
    for (int side = DM_WHITE; side <= DM_BLACK; side++) {
        int32_t begin = length;
        for (int32_t i = w->start; i < s->stones; i++)
            if ((int)s->side[i] == side)
                w->key[length++] = s->placed[i];
        if (!dm_ties_go_by_age(s->rules.ties))
            dmi_sort_int32(w->key + begin, length - begin);
    }
    size_t slot = find_slot(w, turn, w->key, length);
    if (w->slots[slot])
        return DM_OK;
    for (int32_t i = 0; i < stones; i++)
        if (!dmi_place_best(w->s, w->keep)) {
            for (; i > 0; i--)
                dmi_search_undo(w->s);
            return cannot_keep(w);
        }
    for (int32_t i = 0; i < stones; i++)
        w->key[length + i] = w->s->placed[w->s->stones - stones + i];
    status = dm_strategy_add(w->strategy, turn, w->key, length + stones, w->err);
    if (status == DM_OK) {
        w->slots[slot] = w->strategy->count;
        status = cover_replies(w, turn + 1);
    }
    for (int32_t i = 0; i < stones; i++)
        dmi_search_undo(w->s);
    return status;
}

/* Tries every choice of the `left` stones that the other side's turn still places, from `from` on.
 */
static dm_status write_branch(writer *w, int32_t turn, int32_t left, dm_vertex from)
{
    if (left == 0)
        return cover_replies(w, turn + 1);
    dm_status status = DM_OK;
    for (dm_vertex v = from; v < w->s->n && status == DM_OK; v++) {
        if (w->s->taken[v])
            continue;
        dmi_search_place(w->s, v);
        status = write_branch(w, turn, left - 1, v + 1);
        dmi_search_undo(w->s);
    }
    return status;
}

static dm_status cover_replies(writer *w, int32_t turn)
{
    if (turn > w->last_turn)
        return DM_OK;
    const dm_turn *now = &w->s->rules.turns[turn];
    return now->side == w->side ? write_answer(w, turn) : write_branch(w, turn, now->stones, 0);
}

/* Whether the bound holds at the start, also if the prover has no stone left to place. */
static bool bound_holds(writer *w)
{
    dmi_search *s = w->s;
    if (s->stones == s->total) {
        int64_t now = s->value[s->stones];
        return (w->side == DM_WHITE ? now : -now) >= w->keep;
    }
    return s->side[s->stones] == w->side ? dmi_search_value(s, w->keep) >= w->keep
                                         : -dmi_search_value(s, 1 - w->keep) >= w->keep;
}

dm_status dm_solve_strategy(dm_solver *solver, const dm_position *start, dm_side side,
                            int64_t bound, int64_t limit, dm_run *run, dm_strategy **out,
                            dm_error *err)
{
    double estimate = dm_strategy_estimate(start, side);
    if (estimate > (double)limit)
        return dmi_fail(err, DM_TOO_LARGE,
                        "%s's strategy may need %.3g positions, the limit is %lld",
                        dm_side_name(side), estimate, (long long)limit);
    dmi_solve_game game = {0};
    writer w = {.s = &game.search, .side = side, .err = err};
    w.keep = side == DM_WHITE ? bound : -bound;
    dm_position_stones(start, &w.start);
    /* The last turn of the side. */
    const dm_rules *rules = dm_position_rules(start);
    int32_t last = -1;
    for (int32_t turn = 0; turn < rules->turn_count; turn++)
        if (rules->turns[turn].side == side)
            last = turn;
    w.last_turn = last;
    dm_status status = dm_strategy_new(side, bound, &w.strategy, err);
    if (status == DM_OK)
        status = dmi_solve_game_init(&game, start, dmi_solver_table(solver), 0, run, err);
    if (status == DM_OK) {
        w.key = dmi_alloc((size_t)game.search.n, sizeof *w.key);
        bool holds = w.key && bound_holds(&w) && !w.s->stopped;
        status = !w.key  ? dmi_no_memory(err)
                 : holds ? cover_replies(&w, dm_position_turns_made(start))
                         : cannot_keep(&w);
    }
    if (status == DM_OK)
        *out = w.strategy;
    else
        dm_strategy_free(w.strategy);
    dmi_solve_game_clear(&game);
    free(w.slots);
    free(w.key);
    return dmi_as_unfinished(status, err);
}
