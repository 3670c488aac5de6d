/* search.c - alpha-beta search with null windows.
 *
 * A step is a stone, not a turn: with several stones per turn the next step
 * belongs to the same side and must take a higher vertex than the last, so each
 * set of stones is searched once.
 *
 * Values are final scores, for the side that places the next stone.  A window
 * [beta-1, beta] asks one question: is the value at least beta?
 */
#include "solve/search.h"
#include "game/evaluator.h"

#include "base/base.h"
#include "solve/candidate_moves.h"
#include "solve/counting_bounds.h"
#include <assert.h>
#include <string.h>

enum { CHILD_KEYS_FROM = 5, SMALL_PART = 24, REPORT_EVERY = 4096 };

void dmi_search_sync(dmi_search *s)
{
    for (; s->synced < s->stones; s->synced++)
        dmi_evaluator_place(s->evaluator, s->side[s->synced], s->placed[s->synced]);
}

/* Places a stone after which White has `value` more than Black. */
static void place_stone(dmi_search *s, dm_vertex v, int64_t value)
{
    assert(s->stones < s->total && v >= 0 && v < s->n && !s->taken[v]);
    dm_side side = s->side[s->stones];
    if (s->keys)
        s->keys->place(s->keys, side, v);
    s->taken[v] = true;
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++)
        s->near[side][s->graph->target[arc]]++;
    int64_t own = dmi_signed_for(side, dm_value_of(dm_arena_values(s->arena), v));
    s->stone_value[s->stones + 1] = s->stone_value[s->stones] + own;
    s->value[s->stones + 1] = value;
    s->placed[s->stones++] = v;
}

void dmi_search_place(dmi_search *s, dm_vertex v)
{
    assert(v >= 0);
    dmi_search_sync(s);
    place_stone(s, v, dmi_evaluator_try(s->evaluator, s->side[s->stones], v));
}

void dmi_search_undo(dmi_search *s)
{
    assert(s->stones > 0 && s->synced <= s->stones);
    dm_vertex v = s->placed[--s->stones];
    dm_side side = s->side[s->stones];
    if (s->synced > s->stones) {
        dmi_evaluator_undo(s->evaluator);
        s->synced--;
    }
    if (s->keys)
        s->keys->undo(s->keys);
    s->taken[v] = false;
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++)
        s->near[side][s->graph->target[arc]]--;
}

/* The least value for the mover over the replies, or the first one below beta;
 * that reply moves to the front, because it may refute the next stone too. */
static int64_t try_refutation(dmi_search *s, dm_vertex v, dm_vertex *replies, int64_t count,
                              int64_t beta)
{
    assert(count >= 0 && !s->taken[v]);
    dm_side side = s->side[s->stones], enemy = s->side[s->stones + 1];
    int64_t least = INT64_MAX;
    s->nodes++;
    dmi_evaluator_place(s->evaluator, side, v);
    for (int64_t i = 0; i < count && least >= beta; i++) {
        if (replies[i] == v)
            continue;
        int64_t value = dmi_signed_for(side, dmi_evaluator_try(s->evaluator, enemy, replies[i]));
        least = value < least ? value : least;
        if (value < beta) {
            dm_vertex killer = replies[i];
            memmove(replies + 1, replies, (size_t)i * sizeof *replies);
            replies[0] = killer;
        }
    }
    dmi_evaluator_undo(s->evaluator);
    return least;
}

/* Two stones left, one per side: the reply can only lower the value after the first, so
 * candidates are tried in decreasing order up to the first below beta. */
static int64_t last_two(dmi_search *s, int64_t beta)
{
    assert(s->total - s->stones == 2);
    dmi_candidate_move *candidates = s->candidates + (int64_t)s->stones * s->n;
    int64_t count = dmi_candidates_list(s, candidates, DMI_OWN_GAIN), replies = 0;
    int64_t best = INT64_MIN + 1;
    for (dm_vertex v = 0; v < s->n; v++)
        if (!s->taken[v])
            s->vertices[replies++] = v;
    dmi_search_sync(s);
    for (; count > 0 && best < beta; candidates++, count--) {
        int64_t greatest = 0;
        for (int64_t i = 1; i < count; i++)
            greatest = candidates[i].own > candidates[greatest].own ? i : greatest;
        dmi_candidate_move first = candidates[greatest];
        candidates[greatest] = candidates[0];
        candidates[0] = first;
        if (candidates[0].own < beta) /* and so are all others */
            return candidates[0].own > best ? candidates[0].own : best;
        int64_t value = try_refutation(s, candidates[0].v, s->vertices, replies, beta);
        best = value > best ? value : best;
    }
    return best;
}

/* The value of the vertices under stones.  The table stores values without it, because positions
 * with different stones may have equal keys. */
static int64_t value_under_stones(const dmi_search *s, int32_t stones)
{
    return dmi_signed_for(s->side[stones], s->stone_value[stones]);
}

/* What the table must check beside the key; if v is -1 for this position, else after a stone on v.
 */
static const uint64_t *witness_of(const dmi_search *s, dm_vertex v)
{
    return s->witnessed ? s->keys->witness(s->keys, s->side[s->stones], v) : NULL;
}

/* Within a turn vertex numbers must increase, which keys do not express. */
static bool is_tabled(const dmi_search *s, int32_t stones)
{
    return s->keys && s->total - stones > 1 && !s->same_turn[stones];
}

static int64_t search(dmi_search *s, int64_t beta);

/* What the table knows about the position after a candidate, for the side that chooses it. */
static dmi_solve_bounds known_after(dmi_search *s, const dmi_candidate_move *candidate)
{
    assert(s->table && is_tabled(s, s->stones + 1));
    dm_side side = s->side[s->stones];
    dmi_solve_bounds known = DMI_SOLVE_BOUNDS_NONE;
    if (!dmi_transpositions_get(s->table, candidate->after.key, witness_of(s, candidate->v),
                                &known))
        return known;
    int64_t own = dmi_signed_for(side, dm_value_of(dm_arena_values(s->arena), candidate->v));
    int64_t stones = dmi_signed_for(side, s->stone_value[s->stones] + own);
    bool turns = s->side[s->stones + 1] != side;
    return turns ? (dmi_solve_bounds){stones - known.upper, stones - known.lower}
                 : (dmi_solve_bounds){stones + known.lower, stones + known.upper};
}

static dmi_solve_bounds counted_after(dmi_search *s, const dmi_candidate_move *candidate)
{
    return dmi_counting_bounds(s, s->side[s->stones], s->stones + 1, &candidate->after.open);
}

/* Drops candidates that are known to fail; raises *best to a bound on them.  True if this answers
 * the question: one is known to reach beta, or none is left. */
static bool drop_failing(dmi_search *s, dmi_candidate_move *candidates, int64_t *count,
                         int64_t beta, int64_t *best,
                         dmi_solve_bounds (*known_of)(dmi_search *, const dmi_candidate_move *))
{
    int64_t kept = 0;
    for (int64_t i = 0; i < *count; i++) {
        dmi_solve_bounds known = known_of(s, &candidates[i]);
        if (known.lower >= beta) {
            *best = known.lower;
            return true;
        }
        if (known.upper < beta)
            *best = known.upper > *best ? known.upper : *best;
        else
            candidates[kept++] = candidates[i];
    }
    *count = kept;
    return kept == 0;
}

/* Brings the likeliest candidate to the front; the others keep their order. */
static void move_likeliest_first(dmi_candidate_move *candidates, int64_t count)
{
    int64_t likeliest = 0;
    for (int64_t i = 1; i < count; i++)
        if (candidates[i].order > candidates[likeliest].order)
            likeliest = i;
    dmi_candidate_move first = candidates[likeliest];
    memmove(candidates + 1, candidates, (size_t)likeliest * sizeof *candidates);
    candidates[0] = first;
}

/* Answers the question from the candidates of this node.  Their keys help if the table knows
 * the positions after them. */
static int64_t search_node(dmi_search *s, int64_t beta)
{
    dmi_candidate_move *candidates = s->candidates + (int64_t)s->stones * s->n;
    /* With few stones left the keys of positions in large parts cost more than they save. */
    bool keyed = is_tabled(s, s->stones + 1) &&
                 (s->total - s->stones >= CHILD_KEYS_FROM ||
                  (s->keys->largest &&
                   (s->n - s->stones <= SMALL_PART || s->keys->largest(s->keys) <= SMALL_PART)));
    int64_t best = INT64_MIN + 1;
    int64_t count = dmi_candidates_list(s, candidates, keyed ? DMI_CHANGE : DMI_ENEMY_GAIN);
    bool lists_all = !s->same_turn[s->stones] && !s->same_turn[s->stones + 1];
    if ((s->on & DMI_SOLVE_BOUND) && lists_all) /* of a turn's stones only some vertices are */
        count = dmi_candidates_within_reach(s, candidates, count, beta, &best);
    if (keyed && (s->on & DMI_SOLVE_COUNT) &&
        drop_failing(s, candidates, &count, beta, &best, counted_after))
        return best;
    if (keyed && (s->on & DMI_SOLVE_LOOKAHEAD) &&
        drop_failing(s, candidates, &count, beta, &best, known_after))
        return best;
    if (s->on & DMI_SOLVE_ORDER)
        dmi_candidates_rank(s, candidates, count);
    /* Tries the candidates, the likeliest first.  They are not sorted, since few are tried. */
    for (; count > 0 && best < beta && !s->stopped; candidates++, count--) {
        if (s->on & DMI_SOLVE_ORDER)
            move_likeliest_first(candidates, count);
        dm_side side = s->side[s->stones];
        place_stone(s, candidates->v, dmi_signed_for(side, candidates->own));
        int64_t value;
        if (s->stones == s->total)
            value = candidates->own;
        else if (s->side[s->stones] == side)
            value = search(s, beta);
        else
            value = -search(s, 1 - beta);
        dmi_search_undo(s);
        best = value > best ? value : best;
        if (value >= beta) {
            uint32_t depth = (uint32_t)(s->total - s->stones), *history = s->history[side];
            history[candidates->v] += depth * depth;
            if (history[candidates->v] > 1u << 14)
                for (dm_vertex u = 0; u < s->n; u++)
                    history[u] /= 2;
        }
    }
    return best;
}

/* Whether to go on.  The first thread of a team also reports progress now and then. */
static bool go_on(dmi_search *s)
{
    if (s->nodes % REPORT_EVERY || s->noise)
        return dmi_run_go_on(s->run, 1);
    return dmi_run_report(s->run, 1, s->is_valued ? "moves" : "value", s->nodes, 0, s->note);
}

dmi_solve_bounds dmi_search_counted(const dmi_search *s)
{
    if (!(s->on & DMI_SOLVE_COUNT) || s->same_turn[s->stones])
        return DMI_SOLVE_BOUNDS_NONE;
    dmi_total now = s->keys->now(s->keys);
    return dmi_counting_bounds(s, s->side[s->stones], s->stones, &now.open);
}

static int64_t search(dmi_search *s, int64_t beta)
{
    int32_t left = s->total - s->stones;
    assert(left >= 1);
    dmi_key key = {0, 0};
    dmi_solve_bounds known = DMI_SOLVE_BOUNDS_NONE;
    uint64_t nodes_before = s->nodes;
    int64_t best = INT64_MIN + 1;
    s->nodes++;
    if (s->noise)
        s->noise += UINT64_C(0x9e3779b97f4a7c15);
    if (!go_on(s) || (s->halt && atomic_load_explicit(s->halt, memory_order_relaxed)))
        s->stopped = true;
    if (left == 1) {
        dmi_candidate_move *candidates = s->candidates + (int64_t)s->stones * s->n;
        int64_t count = dmi_candidates_list(s, candidates, DMI_OWN_GAIN);
        for (int64_t i = 0; i < count; i++)
            best = candidates[i].own > best ? candidates[i].own : best;
        return best;
    }
    dmi_solve_bounds counted = dmi_search_counted(s);
    if (counted.lower >= beta || counted.upper < beta)
        return counted.lower >= beta ? counted.lower : counted.upper;
    bool tabled = is_tabled(s, s->stones);
    if (tabled) {
        key = dmi_key_add(s->keys->now(s->keys).key, s->rest[s->stones]);
        if (dmi_transpositions_get(s->table, key, witness_of(s, -1), &known)) {
            int64_t own = value_under_stones(s, s->stones);
            if (known.lower + own >= beta)
                return known.lower + own;
            if (known.upper + own < beta)
                return known.upper + own;
        }
    }
    if (left == 2 && (s->on & DMI_SOLVE_LAST) && s->side[s->stones] != s->side[s->stones + 1])
        best = last_two(s, beta);
    else
        best = search_node(s, beta);
    if (tabled && !s->stopped) {
        int64_t table_value = best - value_under_stones(s, s->stones);
        if (best >= beta)
            known.lower = table_value > known.lower ? table_value : known.lower;
        else
            known.upper = table_value < known.upper ? table_value : known.upper;
        assert(known.lower <= known.upper);
        uint64_t effort = s->nodes - nodes_before;
        dmi_transpositions_put(s->table, key, witness_of(s, -1), &known,
                               effort < UINT32_MAX ? (uint32_t)effort : UINT32_MAX);
    }
    return best;
}

/* Lists the candidates of this node and sorts the likeliest `sorted` of them to the front; before
 * them comes one that is known to reach `value`, unless the order must be repeatable. */
static int64_t list_likely(dmi_search *s, int64_t value, int64_t sorted, bool keyed,
                           dmi_candidate_move *candidates)
{
    int64_t count = dmi_candidates_list(s, candidates, keyed ? DMI_CHANGE : DMI_ENEMY_GAIN);
    dmi_candidates_rank(s, candidates, count);
    for (int64_t i = 0; i < count && i < sorted; i++)
        move_likeliest_first(candidates + i, count - i);
    for (int64_t i = 1; keyed && !s->is_repeatable && i < count; i++)
        if (known_after(s, &candidates[i]).lower >= value) {
            dmi_candidate_move first = candidates[i];
            candidates[i] = candidates[0];
            candidates[0] = first;
            break;
        }
    return count;
}

int64_t dmi_search_candidates(dmi_search *s, int64_t value, const dmi_candidate_move **out)
{
    dmi_candidate_move *candidates = s->candidates + (int64_t)s->stones * s->n;
    *out = candidates;
    return list_likely(s, value, s->n, is_tabled(s, s->stones + 1), candidates);
}

dm_vertex dmi_search_likeliest(dmi_search *s, int64_t value, bool looks_up)
{
    dmi_candidate_move *candidates = s->candidates + (int64_t)s->stones * s->n;
    list_likely(s, value, 1, looks_up && is_tabled(s, s->stones + 1), candidates);
    return candidates[0].v;
}

int64_t dmi_search_value(dmi_search *s, int64_t beta)
{
    return search(s, beta);
}
