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
#include "solve/count.h"
#include "solve/options.h"
#include <stdlib.h>
#include <string.h>

enum { CHILD_KEYS_FROM = 5, SMALL_PART = 24, REPORT_EVERY = 4096 };

void dmi_search_follow(dmi_search *s)
{
    for (; s->followed < s->stones; s->followed++)
        dm_evaluator_place(s->evaluator, s->side[s->followed], s->placed[s->followed]);
}

/* Places a stone after which White has `value` more than Black. */
static void place(dmi_search *s, dm_vertex v, int64_t value)
{
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
    dmi_search_follow(s);
    place(s, v, dm_evaluator_try(s->evaluator, s->side[s->stones], v));
}

void dmi_search_undo(dmi_search *s)
{
    dm_vertex v = s->placed[--s->stones];
    dm_side side = s->side[s->stones];
    if (s->followed > s->stones) {
        dm_evaluator_undo(s->evaluator);
        s->followed--;
    }
    if (s->keys)
        s->keys->undo(s->keys);
    s->taken[v] = false;
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++)
        s->near[side][s->graph->target[arc]]--;
}

/* The best value of the last stone. */
static int64_t last_stone(dmi_search *s)
{
    dmi_option *options = s->options + (int64_t)s->stones * s->n;
    int64_t count = dmi_options_list(s, options, DMI_OWN), best = INT64_MIN + 1;
    for (int64_t i = 0; i < count; i++)
        best = options[i].own > best ? options[i].own : best;
    return best;
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
        int64_t value = dmi_signed_for(side, dm_evaluator_try(s->evaluator, enemy, replies[i]));
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
    int64_t count = dmi_options_list(s, options, DMI_OWN), replies = 0;
    int64_t best = INT64_MIN + 1;
    for (dm_vertex v = 0; v < s->n; v++)
        if (!s->taken[v])
            s->vertices[replies++] = v;
    dmi_search_follow(s);
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
    return dmi_signed_for(s->side[stones], s->stone_value[stones]);
}

/* What the table is to check beside the key; v -1: this position, else with a stone on v. */
static const uint64_t *witness_of(const dmi_search *s, dm_vertex v)
{
    return s->witnessed ? s->keys->witness(s->keys, s->side[s->stones], v) : NULL;
}

/* Within a turn the choice is bound by vertex numbers, which keys do not know. */
static bool is_tabled(const dmi_search *s, int32_t stones)
{
    return s->keys && s->total - stones > 1 && !s->same_turn[stones];
}

static int64_t search(dmi_search *s, int64_t beta);

static int64_t child_value(dmi_search *s, const dmi_option *option, int64_t beta)
{
    dm_side side = s->side[s->stones];
    place(s, option->v, dmi_signed_for(side, option->own));
    int64_t value;
    if (s->stones == s->total)
        value = option->own;
    else if (s->side[s->stones] == side)
        value = search(s, beta);
    else
        value = -search(s, 1 - beta);
    dmi_search_undo(s);
    return value;
}

/* What the table knows of the position after an option, for the side that chooses it. */
static dmi_bounds known_after(dmi_search *s, const dmi_option *option)
{
    dm_side side = s->side[s->stones];
    dmi_bounds known = DMI_BOUNDS_NONE;
    if (!dmi_table_get(s->table, option->after.key, witness_of(s, option->v), &known))
        return known;
    int64_t own = dmi_signed_for(side, dm_value_of(dm_arena_values(s->arena), option->v));
    int64_t stones = dmi_signed_for(side, s->stone_value[s->stones] + own);
    bool turns = s->side[s->stones + 1] != side;
    return turns ? (dmi_bounds){stones - known.upper, stones - known.lower}
                 : (dmi_bounds){stones + known.lower, stones + known.upper};
}

/* What counting tells of it. */
static dmi_bounds counted_after(dmi_search *s, const dmi_option *option)
{
    return dmi_count(s, s->side[s->stones], s->stones + 1, &option->after.open);
}

/* Leaves out options that are known to fail; *best becomes at least a bound on them.  True where
 * this settles the node: one is known to reach beta, or none is left. */
static bool sift(dmi_search *s, dmi_option *options, int64_t *count, int64_t beta, int64_t *best,
                 dmi_bounds (*known_of)(dmi_search *, const dmi_option *))
{
    int64_t kept = 0;
    for (int64_t i = 0; i < *count; i++) {
        dmi_bounds known = known_of(s, &options[i]);
        if (known.lower >= beta) {
            *best = known.lower;
            return true;
        }
        if (known.upper < beta)
            *best = known.upper > *best ? known.upper : *best;
        else
            options[kept++] = options[i];
    }
    *count = kept;
    return kept == 0;
}

/* Brings the likeliest option to the front; the others keep their order. */
static void lift_likeliest(dmi_option *options, int64_t count)
{
    int64_t likeliest = 0;
    for (int64_t i = 1; i < count; i++)
        if (options[i].order > options[likeliest].order)
            likeliest = i;
    dmi_option first = options[likeliest];
    memmove(options + 1, options, (size_t)likeliest * sizeof *options);
    options[0] = first;
}

static void reward(dmi_search *s, dm_side side, dm_vertex v)
{
    uint32_t depth = (uint32_t)(s->total - s->stones);
    s->history[side][v] += depth * depth;
    if (s->history[side][v] > 1u << 14)
        for (dm_vertex u = 0; u < s->n; u++)
            s->history[side][u] /= 2;
}

/* The window's answer by trying the options, the likeliest first: few are tried, so they are not
 * sorted. */
static int64_t try_options(dmi_search *s, dmi_option *options, int64_t count, int64_t beta,
                           int64_t best)
{
    for (; count > 0 && best < beta && !s->stopped; options++, count--) {
        if (s->on & DMI_SOLVE_ORDER)
            lift_likeliest(options, count);
        int64_t value = child_value(s, options, beta);
        best = value > best ? value : best;
        if (value >= beta)
            reward(s, s->side[s->stones], options->v);
    }
    return best;
}

static void remember(dmi_search *s, dmi_key key, dmi_bounds known, int64_t beta, int64_t best,
                     uint64_t nodes_before)
{
    int64_t own = lying(s, s->stones);
    if (best >= beta)
        known.lower = best - own > known.lower ? best - own : known.lower;
    else
        known.upper = best - own < known.upper ? best - own : known.upper;
    uint64_t effort = s->nodes - nodes_before;
    dmi_table_put(s->table, key, witness_of(s, -1), &known,
                  effort < UINT32_MAX ? (uint32_t)effort : UINT32_MAX);
}

/* With few stones left the keys of positions in large parts cost more than they save. */
static bool keys_pay(const dmi_search *s)
{
    return s->total - s->stones >= CHILD_KEYS_FROM ||
           (s->keys->largest &&
            (s->n - s->stones <= SMALL_PART || s->keys->largest(s->keys) <= SMALL_PART));
}

/* The window's answer from the options of this node.  Their keys are of use where
 * the table knows positions after them. */
static int64_t search_node(dmi_search *s, int64_t beta)
{
    dmi_option *options = s->options + (int64_t)s->stones * s->n;
    bool keyed = is_tabled(s, s->stones + 1) && keys_pay(s);
    int64_t best = INT64_MIN + 1;
    int64_t count = dmi_options_list(s, options, keyed ? DMI_KEYED : DMI_WEIGHED);
    if ((s->on & DMI_SOLVE_BOUND) && !s->same_turn[s->stones]) /* else not all stones are seen */
        count = dmi_options_within_reach(s, options, count, beta, &best);
    if (keyed && (s->on & DMI_SOLVE_COUNT) && sift(s, options, &count, beta, &best, counted_after))
        return best;
    if (keyed && (s->on & DMI_SOLVE_LOOKAHEAD) &&
        sift(s, options, &count, beta, &best, known_after))
        return best;
    if (s->on & DMI_SOLVE_ORDER)
        dmi_options_weigh(s, options, count);
    return try_options(s, options, count, beta, best);
}

/* Tells of progress now and then; of a team its captain does.  Whether to go on. */
static bool go_on(dmi_search *s)
{
    if (s->nodes % REPORT_EVERY || s->noise)
        return dmi_run_go_on(s->run, 1);
    return dmi_run_report(s->run, 1, s->is_valued ? "moves" : "value", s->nodes, 0, s->note);
}

/* Counts the position; notices that the search is to stop. */
static void enter(dmi_search *s)
{
    s->nodes++;
    if (s->noise)
        s->noise += UINT64_C(0x9e3779b97f4a7c15);
    if (!go_on(s) || (s->halt && atomic_load_explicit(s->halt, memory_order_relaxed)))
        s->stopped = true;
}

dmi_bounds dmi_search_counted(const dmi_search *s)
{
    if (!(s->on & DMI_SOLVE_COUNT) || s->same_turn[s->stones])
        return DMI_BOUNDS_NONE;
    dmi_total now = s->keys->now(s->keys);
    return dmi_count(s, s->side[s->stones], s->stones, &now.open);
}

static int64_t search(dmi_search *s, int64_t beta)
{
    int32_t left = s->total - s->stones;
    dmi_key key = {0, 0};
    dmi_bounds known = DMI_BOUNDS_NONE;
    uint64_t nodes_before = s->nodes;
    int64_t best;
    enter(s);
    if (left == 1)
        return last_stone(s);
    dmi_bounds counted = dmi_search_counted(s);
    if (counted.lower >= beta || counted.upper < beta)
        return counted.lower >= beta ? counted.lower : counted.upper;
    bool tabled = is_tabled(s, s->stones);
    if (tabled) {
        key = dmi_key_add(s->keys->now(s->keys).key, s->rest[s->stones]);
        if (dmi_table_get(s->table, key, witness_of(s, -1), &known)) {
            int64_t own = lying(s, s->stones);
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
    if (tabled && !s->stopped)
        remember(s, key, known, beta, best, nodes_before);
    return best;
}

/* Lists the options of this node, those that seem good first, at most `sorted` of them; before them
 * one that is known to reach `value`. */
static int64_t list_likely(dmi_search *s, int64_t value, int64_t sorted, dmi_option *options)
{
    bool keyed = is_tabled(s, s->stones + 1);
    int64_t count = dmi_options_list(s, options, keyed ? DMI_KEYED : DMI_WEIGHED);
    dmi_options_weigh(s, options, count);
    for (int64_t i = 0; i < count && i < sorted; i++)
        lift_likeliest(options + i, count - i);
    for (int64_t i = 1; keyed && i < count; i++)
        if (known_after(s, &options[i]).lower >= value) {
            dmi_option first = options[i];
            options[i] = options[0];
            options[0] = first;
            break;
        }
    return count;
}

int64_t dmi_search_candidates(dmi_search *s, int64_t value, const dmi_option **out)
{
    dmi_option *options = s->options + (int64_t)s->stones * s->n;
    *out = options;
    return list_likely(s, value, s->n, options);
}

dm_vertex dmi_search_likeliest(dmi_search *s, int64_t value)
{
    dmi_option *options = s->options + (int64_t)s->stones * s->n;
    list_likely(s, value, 1, options);
    return options[0].v;
}

int64_t dmi_search_value(dmi_search *s, int64_t beta)
{
    return search(s, beta);
}
