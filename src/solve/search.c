/* search.c - who reaches what, one null window at a time.
 *
 * The unit is a stone, not a turn: with several stones a turn the next step
 * belongs to the same side and takes a higher number than the last, so each
 * set of stones is met once.
 *
 * Values are seen from the side that places the next stone, as final scores.
 * A window [beta-1, beta] asks one question: is the value at least beta?
 */
#include "solve/search.h"

#include "base/base.h"
#include "solve/prune.h"
#include <stdlib.h>
#include <string.h>

/* With fewer stones left the keys of children cost more than they save. */
enum { CHILD_KEYS_FROM = 5 };
/* How much a thread's own taste may change the order, in 64ths of a vertex. */
enum { NOISE = 255 };

static int64_t signed_for(dm_side side, int64_t white_minus_black)
{
    return side == DM_WHITE ? white_minus_black : -white_minus_black;
}

void dmi_search_place(dmi_search *s, dm_vertex v)
{
    dm_side side = s->side[s->stones];
    dm_evaluator_place(s->evaluator, side, v);
    if (s->keys)
        s->keys->place(s->keys, side, v);
    s->taken[v] = true;
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++)
        s->near[side][s->graph->target[arc]]++;
    int64_t own = signed_for(side, dm_value_of(dm_arena_values(s->arena), v));
    s->stone_value[s->stones + 1] = s->stone_value[s->stones] + own;
    s->placed[s->stones++] = v;
}

void dmi_search_undo(dmi_search *s)
{
    dm_vertex v = s->placed[--s->stones];
    dm_side side = s->side[s->stones];
    dm_evaluator_undo(s->evaluator);
    if (s->keys)
        s->keys->undo(s->keys);
    s->taken[v] = false;
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++)
        s->near[side][s->graph->target[arc]]--;
}

/* The least vertex that may be chosen: stones of one turn come in order. */
static dm_vertex least_choice(const dmi_search *s)
{
    return s->stones > 0 && s->same_turn[s->stones] ? s->placed[s->stones - 1] + 1 : 0;
}

static int64_t list_vertices(dmi_search *s, dm_side side)
{
    int64_t count = 0;
    for (dm_vertex v = least_choice(s); v < s->n; v++)
        if (!s->taken[v])
            s->vertices[count++] = v;
    return s->on & DM_SOLVE_DOMINATION ? dmi_prune(s, side, s->vertices, count) : count;
}

/* The best value of the last stone. */
static int64_t last_stone(dmi_search *s)
{
    dm_side side = s->side[s->stones];
    int64_t best = INT64_MIN, count = 0;
    s->nodes++;
    for (dm_vertex v = least_choice(s); v < s->n; v++)
        if (!s->taken[v])
            s->vertices[count++] = v;
    dm_evaluator_try_many(s->evaluator, side, s->vertices, count, s->replies);
    for (int64_t i = 0; i < count; i++) {
        int64_t value = signed_for(side, s->replies[i]);
        best = value > best ? value : best;
    }
    return best;
}

/* Few options, mostly in order already: insertion beats a general sort. */
static void sort_options(dmi_option *options, int64_t count)
{
    for (int64_t i = 1; i < count; i++) {
        dmi_option moving = options[i];
        int64_t at = i;
        for (; at > 0 && options[at - 1].order < moving.order; at--)
            options[at] = options[at - 1];
        options[at] = moving;
    }
}

/* The options of the side to place, with their immediate values. */
static int64_t list_options(dmi_search *s, dmi_option *options)
{
    dm_side side = s->side[s->stones];
    int64_t count = list_vertices(s, side);
    dm_evaluator_try_many(s->evaluator, side, s->vertices, count, s->values);
    for (int64_t i = 0; i < count; i++)
        options[i] = (dmi_option){s->vertices[i], signed_for(side, s->values[i]), 0, {0, 0}};
    return count;
}

/* Brings the option with the greatest immediate value to the front. */
static void lift_best(dmi_option *options, int64_t count)
{
    int64_t best = 0;
    for (int64_t i = 1; i < count; i++)
        if (options[i].own > options[best].own)
            best = i;
    dmi_option first = options[best];
    options[best] = options[0];
    options[0] = first;
}

/* The least value for the mover over the replies, or one below beta as soon as
 * there is one; that reply moves to the front, for it may refute the next too. */
static int64_t refute(dmi_search *s, dm_vertex v, dm_vertex *replies, int64_t count, int64_t beta)
{
    dm_side side = s->side[s->stones], enemy = s->side[s->stones + 1];
    int64_t least = INT64_MAX;
    s->nodes++;
    dm_evaluator_place(s->evaluator, side, v);
    for (int64_t i = 0; i < count && least >= beta; i++) {
        if (replies[i] == v)
            continue;
        int64_t value = signed_for(side, dm_evaluator_try(s->evaluator, enemy, replies[i]));
        least = value < least ? value : least;
        if (value < beta) {
            dm_vertex killer = replies[i];
            memmove(replies + 1, replies, (size_t)i * sizeof *replies);
            replies[0] = killer;
        }
    }
    dm_evaluator_undo(s->evaluator);
    return least;
}

/* Two stones left, one a side: the reply can only lower what the first stone
 * has, so options are tried from the highest and the first too low ends it. */
static int64_t last_two(dmi_search *s, int64_t beta)
{
    dmi_option *options = s->options + (int64_t)s->stones * s->n;
    int64_t count = list_options(s, options), replies = 0;
    int64_t best = INT64_MIN + 1;
    s->nodes++;
    for (dm_vertex v = 0; v < s->n; v++)
        if (!s->taken[v])
            s->vertices[replies++] = v;
    for (; count > 0 && best < beta; options++, count--) {
        lift_best(options, count);
        if (options[0].own < beta) /* and so are all others */
            return options[0].own > best ? options[0].own : best;
        int64_t value = refute(s, options[0].v, s->vertices, replies, beta);
        best = value > best ? value : best;
    }
    return best;
}

/* What is stored is the value less that of the stones lying: equal keys may
 * have come from different stones. */
static int64_t lying(const dmi_search *s, int32_t stones)
{
    return signed_for(s->side[stones], s->stone_value[stones]);
}

/* What the table is to check beside the key; v -1: this position, else with a stone on v. */
static const uint64_t *witness_of(const dmi_search *s, dm_vertex v)
{
    return s->witnessed ? s->keys->witness(s->keys, s->side[s->stones], v) : NULL;
}

/* Within a turn the choice is bound by vertex numbers, which keys do not know. */
static bool is_tabled(const dmi_search *s, int32_t stones)
{
    return s->keys && s->total - stones > 2 && !s->same_turn[stones];
}

static int64_t search(dmi_search *s, int64_t beta);

static int64_t child_value(dmi_search *s, dm_vertex v, int64_t beta)
{
    dm_side side = s->side[s->stones];
    dmi_search_place(s, v);
    int64_t value;
    if (s->stones == s->total)
        value = signed_for(side, dm_evaluator_value(s->evaluator));
    else if (s->side[s->stones] == side)
        value = search(s, beta);
    else
        value = -search(s, 1 - beta);
    dmi_search_undo(s);
    return value;
}

/* Keys of all children; of those with one key the first stays. */
static int64_t drop_twins(dmi_option *options, int64_t count)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < count; i++) {
        bool is_twin = false;
        for (int64_t j = 0; j < kept && !is_twin; j++)
            is_twin = dmi_key_equal(options[j].key, options[i].key);
        if (!is_twin)
            options[kept++] = options[i];
    }
    return kept;
}

static void key_options(dmi_search *s, dmi_option *options, int64_t count)
{
    dm_side side = s->side[s->stones];
    for (int64_t i = 0; i < count; i++) {
        dmi_key key = s->keys->after(s->keys, side, options[i].v);
        options[i].key = dmi_key_add(key, s->rest[s->stones + 1]);
        dmi_table_prefetch(s->table, options[i].key);
    }
}

/* What the table knows of the children: true where one of them settles this
 * node, or all of them do. */
static bool look_ahead(dmi_search *s, dmi_option *options, int64_t *count, int64_t beta,
                       int64_t *best, dm_vertex *chosen)
{
    dm_side side = s->side[s->stones];
    int32_t next = s->stones + 1;
    bool turns = s->side[next] != side;
    int64_t kept = 0;
    for (int64_t i = 0; i < *count; i++) {
        dmi_bounds known;
        int64_t lower = INT64_MIN + 1, upper = INT64_MAX;
        if (dmi_table_get(s->table, options[i].key, witness_of(s, options[i].v), &known)) {
            int64_t own = signed_for(side, dm_value_of(dm_arena_values(s->arena), options[i].v));
            int64_t stones = s->stone_value[s->stones] + own;
            int64_t from_side = signed_for(side, stones);
            lower = (turns ? -known.upper : known.lower) + from_side;
            upper = (turns ? -known.lower : known.upper) + from_side;
        }
        if (lower >= beta) {
            *best = lower;
            *chosen = options[i].v;
            return true;
        }
        if (upper < beta) { /* known to fail: no need to search it */
            *best = upper > *best ? upper : *best;
            continue;
        }
        options[kept++] = options[i];
    }
    *count = kept;
    return kept == 0;
}

static void order_options(dmi_search *s, dmi_option *options, int64_t count, int32_t best_known)
{
    dm_side side = s->side[s->stones], enemy = dm_other(side);
    for (int64_t i = 0; i < count; i++)
        s->vertices[i] = options[i].v;
    dm_evaluator_try_many(s->evaluator, enemy, s->vertices, count, s->values);
    for (int64_t i = 0; i < count; i++) {
        dmi_option *o = &options[i];
        o->order = (4 * o->own + signed_for(enemy, s->values[i])) * 64 + s->history[side][o->v] / 4;
        if (s->noise)
            o->order += (int64_t)(dmi_mix(s->noise + (uint64_t)o->v) & NOISE);
        if (o->v == best_known)
            o->order = INT64_MAX;
    }
    sort_options(options, count);
}

static void reward(dmi_search *s, dm_side side, dm_vertex v)
{
    uint32_t depth = (uint32_t)(s->total - s->stones);
    s->history[side][v] += depth * depth;
    if (s->history[side][v] > 1u << 14)
        for (dm_vertex u = 0; u < s->n; u++)
            s->history[side][u] /= 2;
}

/* The window's answer by trying the options in order. */
static int64_t try_options(dmi_search *s, const dmi_option *options, int64_t count, int64_t beta,
                           int64_t best, dm_vertex *chosen)
{
    for (int64_t i = 0; i < count && best < beta && !s->stopped; i++) {
        int64_t value = child_value(s, options[i].v, beta);
        if (value > best) {
            best = value;
            *chosen = options[i].v;
        }
    }
    if (best >= beta && *chosen >= 0)
        reward(s, s->side[s->stones], *chosen);
    return best;
}

static void remember(dmi_search *s, dmi_key key, dmi_bounds known, int64_t beta, int64_t best,
                     dm_vertex chosen, uint64_t nodes_before)
{
    int64_t own = lying(s, s->stones);
    if (best >= beta)
        known.lower = best - own > known.lower ? best - own : known.lower;
    else
        known.upper = best - own < known.upper ? best - own : known.upper;
    if (chosen >= 0 && best >= beta)
        known.best = chosen;
    uint64_t effort = s->nodes - nodes_before;
    dmi_table_put(s->table, key, witness_of(s, -1), &known,
                  effort < UINT32_MAX ? (uint32_t)effort : UINT32_MAX);
}

/* Leaves out options that cannot reach beta even if the enemy passed from now
 * on: a stone never gains more than the best one would gain at once, for gains
 * only shrink as one's own stones are added.  *best becomes a bound on them. */
static int64_t drop_hopeless(const dmi_search *s, dmi_option *options, int64_t count, int64_t beta,
                             int64_t *best)
{
    dm_side side = s->side[s->stones];
    int64_t now = signed_for(side, dm_evaluator_value(s->evaluator)), most = 0, kept = 0;
    for (int64_t i = 0; i < count; i++)
        most = options[i].own - now > most ? options[i].own - now : most;
    int64_t reach = most * s->own_left[s->stones];
    for (int64_t i = 0; i < count; i++) {
        if (options[i].own + reach >= beta)
            options[kept++] = options[i];
        else
            *best = options[i].own + reach > *best ? options[i].own + reach : *best;
    }
    return kept;
}

/* `tabled`: keys and the table are in use at this node. */
static int64_t search_node(dmi_search *s, int64_t beta, dmi_key key, dmi_bounds known, bool tabled)
{
    dmi_option *options = s->options + (int64_t)s->stones * s->n;
    uint64_t nodes_before = s->nodes++;
    if (s->noise)
        s->noise += UINT64_C(0x9e3779b97f4a7c15);
    if (!dmi_run_go_on(s->run, 1) ||
        (s->halt && atomic_load_explicit(s->halt, memory_order_relaxed)))
        s->stopped = true;
    int64_t best = INT64_MIN + 1;
    dm_vertex chosen = -1;
    int64_t count = list_options(s, options);
    bool settled = false;
    if ((s->on & DM_SOLVE_BOUND) && !s->same_turn[s->stones]) /* else not all stones are seen */
        count = drop_hopeless(s, options, count, beta, &best);
    if (tabled && !s->same_turn[s->stones + 1] && s->total - s->stones >= CHILD_KEYS_FROM) {
        key_options(s, options, count);
        if (s->on & DM_SOLVE_TWINS)
            count = drop_twins(options, count);
        if (s->on & DM_SOLVE_LOOKAHEAD)
            settled = look_ahead(s, options, &count, beta, &best, &chosen);
    }
    if (!settled) {
        if (s->on & DM_SOLVE_ORDER)
            order_options(s, options, count, known.best);
        best = try_options(s, options, count, beta, best, &chosen);
    }
    if (tabled && !s->stopped)
        remember(s, key, known, beta, best, chosen, nodes_before);
    return best;
}

static int64_t search(dmi_search *s, int64_t beta)
{
    int32_t left = s->total - s->stones;
    if (left == 1)
        return last_stone(s);
    if (left == 2 && (s->on & DM_SOLVE_LAST) && s->side[s->stones] != s->side[s->stones + 1])
        return last_two(s, beta);
    dmi_key key = {0, 0};
    dmi_bounds known = {INT32_MIN, INT32_MAX, -1};
    bool tabled = is_tabled(s, s->stones);
    if (tabled) {
        key = dmi_key_add(s->keys->now(s->keys), s->rest[s->stones]);
        if (dmi_table_get(s->table, key, witness_of(s, -1), &known)) {
            int64_t own = lying(s, s->stones);
            if (known.lower + own >= beta)
                return known.lower + own;
            if (known.upper + own < beta)
                return known.upper + own;
        }
    }
    return search_node(s, beta, key, known, tabled);
}

int64_t dmi_search_candidates(dmi_search *s, const dmi_option **out)
{
    dmi_option *options = s->options + (int64_t)s->stones * s->n;
    dmi_bounds known = {INT32_MIN, INT32_MAX, -1};
    if (is_tabled(s, s->stones))
        dmi_table_get(s->table, dmi_key_add(s->keys->now(s->keys), s->rest[s->stones]),
                      witness_of(s, -1), &known);
    int64_t count = list_options(s, options);
    order_options(s, options, count, known.best);
    *out = options;
    return count;
}

int64_t dmi_search_value(dmi_search *s, int64_t beta)
{
    return search(s, beta);
}
