/* candidate_moves.c - the stones worth trying at a node.
 *
 * The immediate effect of a stone - the gain of either side, the change of the
 * key - depends only on the part of the board that it is placed in.  With keys
 * by parts, the choices of a part are found once and stored with it; a node
 * only concatenates them.  Otherwise the choices are found anew at each node.
 *
 * Order: four times the own gain plus the enemy's, plus the history of stones
 * that ended a window before (Schaeffer 1989) and a bonus for central vertices.
 */
#include "solve/candidate_moves.h"
#include "game/evaluator.h"

#include "base/base.h"
#include "solve/dominated_moves.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Threads of one game search in different orders: all but one divide the history and add noise,
 * in 64ths of a vertex. */
enum { HISTORY_DIVISOR = 4, NOISE = 127 };

/* Computes the gain of a stone of `side` on each of s->vertices, into s->values. */
static void gains_of(dmi_search *s, dm_side side, int64_t count)
{
    int64_t now = s->value[s->stones];
    dmi_search_sync(s);
    dmi_evaluator_try_many(s->evaluator, side, s->vertices, (int32_t)count, s->values);
    for (int64_t i = 0; i < count; i++)
        s->values[i] = dmi_signed_for(side, s->values[i] - now);
}

/* Finds the choices among `count` of s->vertices, into s->found. */
static void find_choices(dmi_search *s, dm_side side, int64_t count)
{
    bool prunes = s->on & DMI_SOLVE_DOMINATION;
    if (prunes)
        count = dmi_drop_dominated(s, side, s->vertices, count);
    gains_of(s, side, count);
    for (int64_t i = 0; i < count; i++) {
        dm_vertex v = s->vertices[i];
        s->found->at[i] = (dmi_choice){.v = v,
                                       .isolation = prunes ? (uint8_t)dmi_isolation_of(s, side, v)
                                                           : DMI_NOT_ISOLATED,
                                       .threatened = s->near[dm_other(side)][v] > 0,
                                       .own = s->values[i]};
    }
    assert(count >= 0 && count <= s->n);
    s->found->count = (int32_t)count;
    s->found->detail = DMI_OWN_GAIN;
}

/* Adds what `detail` asks for and s->found lacks. */
static void complete_choices(dmi_search *s, dm_side side, dmi_detail detail)
{
    if (s->found->detail < DMI_ENEMY_GAIN && detail >= DMI_ENEMY_GAIN) {
        dmi_choices *found = s->found;
        for (int32_t i = 0; i < found->count; i++)
            s->vertices[i] = found->at[i].v;
        gains_of(s, dm_other(side), found->count);
        for (int32_t i = 0; i < found->count; i++)
            found->at[i].enemy = s->values[i];
    }
    if (s->found->detail < DMI_CHANGE && detail >= DMI_CHANGE) {
        for (int32_t i = 0; i < s->found->count; i++) {
            dmi_choice *c = &s->found->at[i];
            c->change =
                dmi_total_subtract(s->keys->after(s->keys, side, c->v), s->keys->now(s->keys));
        }
        if (s->on & DMI_SOLVE_TWINS) {
            /* Of choices that lead to the same key, keeps the first. */
            dmi_choices *choices = s->found;
            int32_t kept = 0;
            for (int32_t i = 0; i < choices->count; i++) {
                bool is_twin = false;
                for (int32_t j = 0; j < kept && !is_twin; j++)
                    is_twin = dmi_key_equal(choices->at[j].change.key, choices->at[i].change.key);
                if (!is_twin)
                    choices->at[kept++] = choices->at[i];
            }
            choices->count = kept;
        }
    }
    s->found->detail = detail > s->found->detail ? detail : s->found->detail;
}

static size_t size_of(const dmi_choices *choices)
{
    return sizeof *choices + (size_t)choices->count * sizeof *choices->at;
}

/* The choices of a part: those stored with it, or else found and stored.  Keys of children may
 * replace the part's entry meanwhile, so it is looked up again.  If memory runs out nothing is
 * stored. */
static const dmi_choices *choices_of(dmi_search *s, dm_side side, int32_t part, dmi_detail detail)
{
    assert(part >= 0 && part < s->keys->part_count(s->keys));
    dmi_choices *known = *s->keys->choices(s->keys, part, side);
    if (known && known->detail >= detail)
        return known;
    if (known)
        memcpy(s->found, known, size_of(known));
    else
        find_choices(s, side, s->keys->members(s->keys, part, s->vertices));
    complete_choices(s, side, detail);
    dmi_choices **place = s->keys->choices(s->keys, part, side);
    dmi_choices *kept = dmi_alloc(size_of(s->found), 1);
    free(*place);
    *place = kept;
    return kept ? memcpy(kept, s->found, size_of(s->found)) : s->found;
}

/* The vertices that leave enough for the rest of the turn, whose numbers increase. */
static const dmi_choices *choices_anywhere(dmi_search *s, dm_side side, dmi_detail detail)
{
    int64_t count = 0;
    for (dm_vertex v =
             (s->stones > 0 && s->same_turn[s->stones] ? s->placed[s->stones - 1] + 1 : 0);
         v < s->n; v++)
        if (!s->taken[v])
            s->vertices[count++] = v;
    for (int32_t next = s->stones + 1; s->same_turn[next]; next++)
        count--;
    assert(count > 0);
    find_choices(s, side, count);
    complete_choices(s, side, detail);
    return s->found;
}

/* Turns the choices into candidates; prefetches their entries in `table` unless it is NULL. */
static int64_t add_candidates(const dmi_choices *choices, int64_t now, dmi_total base,
                              const dmi_transpositions *table, dmi_candidate_move *out)
{
    for (int32_t i = 0; i < choices->count; i++) {
        const dmi_choice *c = &choices->at[i];
        dmi_total after = dmi_total_add(base, c->change);
        if (table)
            dmi_transpositions_prefetch(table, after.key);
        out[i] = (dmi_candidate_move){.v = c->v,
                                      .isolation = c->isolation,
                                      .threatened = c->threatened,
                                      .own = now + c->own,
                                      .enemy = c->enemy,
                                      .after = after};
    }
    return choices->count;
}

int64_t dmi_candidates_list(dmi_search *s, dmi_candidate_move *candidates, dmi_detail detail)
{
    dm_side side = s->side[s->stones];
    int64_t now = dmi_signed_for(side, s->value[s->stones]), count = 0;
    const dmi_transpositions *table = detail == DMI_CHANGE ? s->table : NULL;
    dmi_total base = {{0, 0}, {{0, 0}, {0, 0}}};
    if (detail == DMI_CHANGE) {
        base = s->keys->now(s->keys);
        base.key = dmi_key_add(base.key, s->rest[s->stones + 1]);
    }
    /* Within a turn of several stones vertex numbers must increase, so choices depend on more. */
    bool goes_by_parts =
        s->keys && s->keys->choices && !s->same_turn[s->stones] && !s->same_turn[s->stones + 1];
    /* A part that equals an earlier one is skipped: its stones lead to the same positions. */
    for (int32_t part = goes_by_parts ? s->keys->part_count(s->keys) : 0; part-- > 0;)
        if (!(s->on & DMI_SOLVE_TWINS) || !s->keys->is_repeated(s->keys, part))
            count += add_candidates(choices_of(s, side, part, detail), now, base, table,
                                    candidates + count);
    if (!goes_by_parts)
        count = add_candidates(choices_anywhere(s, side, detail), now, base, table, candidates);
    return s->on & DMI_SOLVE_DOMINATION ? dmi_drop_isolated(candidates, count) : count;
}

void dmi_candidates_rank(const dmi_search *s, dmi_candidate_move *candidates, int64_t count)
{
    assert(count >= 0);
    const uint32_t *history = s->history[s->side[s->stones]];
    uint32_t divisor = s->noise ? HISTORY_DIVISOR : 1;
    for (int64_t i = 0; i < count; i++) {
        dmi_candidate_move *o = &candidates[i];
        o->order = (4 * o->own + o->enemy) * 64 + s->centrality[o->v];
        if (!s->is_repeatable)
            o->order += history[o->v] / divisor;
        if (s->noise)
            o->order += (int64_t)(dmi_mix(s->noise + (uint64_t)o->v) & NOISE);
    }
}

/* No later stone gains more than the best one gains now, because gains only
 * shrink as own stones are added. */
int64_t dmi_candidates_within_reach(const dmi_search *s, dmi_candidate_move *candidates,
                                    int64_t count, int64_t beta, int64_t *best)
{
    assert(count >= 0);
    dm_side side = s->side[s->stones];
    int64_t now = dmi_signed_for(side, s->value[s->stones]), most = 0, kept = 0;
    for (int64_t i = 0; i < count; i++)
        most = candidates[i].own - now > most ? candidates[i].own - now : most;
    int64_t reach = most * (s->left[side][s->stones] - 1);
    for (int64_t i = 0; i < count; i++) {
        if (candidates[i].own + reach >= beta)
            candidates[kept++] = candidates[i];
        else
            *best = candidates[i].own + reach > *best ? candidates[i].own + reach : *best;
    }
    return kept;
}
