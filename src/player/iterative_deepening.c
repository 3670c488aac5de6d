/* iterative_deepening.c - iterated alpha-beta over single stones, scored by the estimate.
 *
 * Depth is a budget in sixteenths of a stone.  Candidates are sorted by their immediate value, and
 * the i-th costs 16 + 12 log2(i+1): good ones are followed deep, the others come in as the budget
 * grows from search to search.  One that turns out better than expected is searched again without
 * the surcharge.  Windows are null except for the first candidate; a table of positions gives the
 * order of the last search.
 *
 * Lines end at different depths, and whoever placed the last stone looks too good: half of what the
 * next stone usually gains there (measured by the searches before) is given to the next mover.
 *
 * The last stone of the game is scored exactly, by the evaluator.  A search that left nothing out
 * is exact, and the last one.
 *
 * Cost: one node tries all free vertices, O(n^2) 16-bit steps.
 */
#include "player/iterative_deepening.h"
#include "game/evaluator.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STONE = 16,     /* units of depth */
    SURCHARGE = 12, /* for each doubling of a candidate's place */
    STEP = 8,       /* added from search to search */
    ENTRIES = 1 << 14,
};

static const int64_t lowest = INT64_MIN / 2;

typedef enum entry_bound { NOTHING = 0, LOWER, UPPER, EXACT } entry_bound;

struct dmi_deepening_entry {
    uint64_t key;
    int64_t value;
    int32_t depth;
    dm_vertex best;
    entry_bound bound;
    bool cut; /* the value is not exact */
};

static int64_t search_value(dmi_deepening *d, int32_t level, int32_t depth, int64_t here,
                            int64_t alpha, int64_t beta);

static int64_t list_candidates(dmi_deepening *d, int32_t level, dmi_deepening_candidate *list)
{
    int64_t count = 0;
    bool is_white = d->sides[level] == DM_WHITE;
    for (dm_vertex v = 0; v < d->n; v++)
        if (!d->taken[v])
            d->vertices[count++] = v;
    if (level + 1 == d->side_count) {
        dmi_evaluator_try_many(d->evaluator, d->sides[level], d->vertices, (int32_t)count,
                               d->scores);
        for (int64_t i = 0; i < count; i++) {
            int64_t score = d->scores[i] * (INT64_C(1) << d->exact_shift);
            list[i] = (dmi_deepening_candidate){d->vertices[i], is_white ? score : -score};
        }
    } else {
        dmi_completion_estimate_try(d->estimate, d->vertices, count, d->tried);
        for (int64_t i = 0; i < count; i++) {
            int64_t value = (int64_t)d->tried[i] * (INT64_C(1) << d->shift);
            list[i] = (dmi_deepening_candidate){d->vertices[i], is_white ? value : -value};
        }
    }
    return count;
}

/* Moves the best of list[i..] to place i; `first`, if present, counts as the best. */
static void bring_best_to(dmi_deepening_candidate *list, int64_t i, int64_t count, dm_vertex first)
{
    int64_t best = i;
    for (int64_t k = i; k < count; k++) {
        if (list[k].vertex == first) {
            best = k;
            break;
        }
        if (list[k].gain > list[best].gain ||
            (list[k].gain == list[best].gain && list[k].vertex < list[best].vertex))
            best = k;
    }
    dmi_deepening_candidate kept = list[i];
    list[i] = list[best];
    list[best] = kept;
}

/* What a stone contributes to the key of a position. */
static uint64_t mark_of(const dmi_deepening *d, int32_t level, dm_vertex v)
{
    uint64_t mark = d->marks[2 * v + (dm_vertex)d->sides[level]];
    return d->is_ordered ? mark * (2 * (uint64_t)level + 1) : mark;
}

/* The value of the position after the mover's stone, from the mover's side. */
static int64_t search_after(dmi_deepening *d, int32_t level, int32_t depth, int64_t gain,
                            int64_t alpha, int64_t beta)
{
    if (d->sides[level + 1] == d->sides[level])
        return search_value(d, level + 1, depth, gain, alpha, beta);
    return -search_value(d, level + 1, depth, -gain, -beta, -alpha);
}

static bool is_followed(const dmi_deepening *d, int32_t level, int32_t depth)
{
    return depth >= 0 && level + 1 < d->side_count && level + 1 - d->root < d->reach;
}

/* The value of the i-th candidate. */
static int64_t search_candidate(dmi_deepening *d, int32_t level, int32_t depth, int64_t i,
                                const dmi_deepening_candidate *chosen, int64_t alpha, int64_t beta)
{
    int32_t reduced = depth - d->charge[i], whole = depth - STONE;
    dm_vertex v = chosen->vertex;
    assert(!d->taken[v]);
    dmi_completion_estimate_place(d->estimate, v);
    dmi_evaluator_place(d->evaluator, d->sides[level], v);
    d->taken[v] = true;
    d->key ^= mark_of(d, level, v);
    int64_t value;
    if (i == 0) {
        value = search_after(d, level, whole, chosen->gain, alpha, beta);
    } else {
        value = search_after(d, level, reduced, chosen->gain, alpha, alpha + 1);
        if (value > alpha && reduced < whole && !d->stopped)
            value = search_after(d, level, whole, chosen->gain, alpha, alpha + 1);
        if (value > alpha && value < beta && !d->stopped)
            value = search_after(d, level, whole, chosen->gain, alpha, beta);
    }
    d->key ^= mark_of(d, level, v);
    d->taken[v] = false;
    dmi_evaluator_undo(d->evaluator);
    dmi_completion_estimate_undo(d->estimate);
    return value;
}

static bool entry_settles(dmi_deepening *d, int32_t depth, int64_t alpha, int64_t beta,
                          const dmi_deepening_entry *known, int64_t *value)
{
    if (known->key != d->key || known->bound == NOTHING || (known->depth < depth && known->cut))
        return false;
    *value = known->value;
    bool settles = known->bound == EXACT || (known->bound == LOWER && known->value >= beta) ||
                   (known->bound == UPPER && known->value <= alpha);
    if (settles && known->cut)
        d->cut = true;
    return settles;
}

/* Searches the candidates; returns the best value and its vertex in `*chosen`. */
static int64_t best_of_candidates(dmi_deepening *d, int32_t level, int32_t depth, int64_t here,
                                  int64_t alpha, int64_t beta, dm_vertex *chosen)
{
    dmi_deepening_candidate *list = d->candidates + (int64_t)(level - d->root) * d->n;
    int64_t count = list_candidates(d, level, list), best = lowest;
    dm_vertex first = is_followed(d, level, depth - STONE) ? *chosen : -1;
    assert(count > 0 && alpha < beta);
    for (int64_t i = 0; i < count && best < beta && !d->stopped; i++) {
        bring_best_to(list, i, count, i == 0 ? first : -1);
        if (i == 0 && first < 0 && level > d->root) {
            d->next_gain[level - d->root].sum += list[0].gain - here;
            d->next_gain[level - d->root].count++;
        }
        bool deeper = is_followed(d, level, depth - d->charge[i]);
        int64_t value = list[i].gain; /* exact after the last stone */
        if (deeper) {
            value = search_candidate(d, level, depth, i, &list[i], alpha, beta);
        } else if (level + 1 < d->side_count) { /* half of what the next stone usually gains */
            int64_t half = d->next_gain[level + 1 - d->root].now / 2;
            value += d->sides[level + 1] == d->sides[level] ? half : -half;
            d->cut = true;
        }
        if (value > best && !d->stopped) {
            best = value;
            *chosen = list[i].vertex;
            if (level == d->root)
                d->choice = list[i].vertex;
        }
        alpha = best > alpha ? best : alpha;
        if (!deeper) /* the others are worth less and would end here too */
            break;
    }
    return best;
}

/* The best value for the side that places stone `level`; `here` is its estimate before the stone.
 */
static int64_t search_value(dmi_deepening *d, int32_t level, int32_t depth, int64_t here,
                            int64_t alpha, int64_t beta)
{
    d->stopped = d->stopped || !dmi_run_report(d->run, 1, "searching", 0, 0, NULL);
    dmi_deepening_entry *known = &d->entries[d->key % ENTRIES];
    int64_t value = 0;
    if (d->stopped || (level > d->root && entry_settles(d, depth, alpha, beta, known, &value)))
        return value;
    bool was_cut = d->cut;
    dm_vertex chosen = known->key == d->key && known->bound != NOTHING ? known->best : -1;
    if (level == d->root)
        chosen = d->choice;
    d->cut = false;
    value = best_of_candidates(d, level, depth, here, alpha, beta, &chosen);
    if (!d->stopped)
        *known = (dmi_deepening_entry){.key = d->key,
                                       .value = value,
                                       .depth = depth,
                                       .best = chosen,
                                       .bound = value >= beta    ? LOWER
                                                : value <= alpha ? UPPER
                                                                 : EXACT,
                                       .cut = d->cut};
    d->cut = d->cut || was_cut;
    return value;
}

dm_status dmi_deepening_stone(dmi_deepening *d, dm_run *run, const dm_stone *stones, int32_t count,
                              dm_vertex *out, dm_error *err)
{
    dm_status status = dmi_completion_estimate_start(d->estimate, stones, count, d->sides + d->root,
                                                     d->side_count - d->root, run, err);
    if (status != DM_OK)
        return status;
    d->run = run;
    /* Searches until the run ends or nothing is left out. */
    int32_t left = d->side_count - d->root, most = left * d->charge[d->n - 1];
    memset(d->next_gain, 0, (size_t)(d->reach + 1) * sizeof *d->next_gain);
    memset(d->entries, 0, ENTRIES * sizeof *d->entries);
    d->choice = -1;
    d->stopped = false;
    d->cut = true;
    for (int32_t depth = STONE; d->cut && !d->stopped && depth < most + STEP; depth += STEP) {
        d->cut = false;
        search_value(d, d->root, depth, 0, lowest, -lowest);
        for (int32_t i = 1; i <= d->reach; i++) { /* a level not seen yet copies the one before */
            dmi_next_gain *gain = &d->next_gain[i];
            gain->now = gain->count ? gain->sum / gain->count : d->next_gain[i - 1].now;
        }
    }
    if (d->choice < 0) { /* stopped before the first node was done: by the estimate alone */
        bring_best_to(d->candidates, 0, list_candidates(d, d->root, d->candidates), -1);
        d->choice = d->candidates[0].vertex;
    }
    *out = d->choice;
    d->taken[d->choice] = true;
    dmi_evaluator_place(d->evaluator, d->sides[d->root], d->choice);
    d->root++;
    return DM_OK;
}

dm_status dmi_deepening_estimates(dmi_deepening *d, dm_run *run, const dm_stone *stones,
                                  int32_t count, double *values, dm_error *err)
{
    dm_status status = dmi_completion_estimate_start(d->estimate, stones, count, d->sides + d->root,
                                                     d->side_count - d->root, run, err);
    if (status != DM_OK)
        return status;
    int64_t listed = list_candidates(d, d->root, d->candidates);
    for (int64_t i = 0; i < listed; i++) {
        double lead = ldexp((double)d->candidates[i].gain, -d->exact_shift);
        values[d->candidates[i].vertex] = d->sides[d->root] == DM_WHITE ? lead : -lead;
    }
    return DM_OK;
}

dm_status dmi_deepening_init(dmi_deepening *d, dmi_completion_estimate *estimate,
                             dm_position *position, dm_error *err)
{
    int scale = dmi_completion_estimate_scale(estimate);
    *d = (dmi_deepening){.estimate = estimate,
                         .evaluator = dmi_position_evaluator(position),
                         .n = dm_arena_vertices(dm_position_arena(position)),
                         .exact_shift = scale > 0 ? scale : 0,
                         .shift = scale < 0 ? -scale : 0,
                         .is_ordered = dm_ties_go_by_age(dm_position_rules(position)->ties) &&
                                       dmi_completion_estimate_has_ties(estimate),
                         .reach = dmi_completion_estimate_reach(estimate)};
    size_t n = (size_t)d->n, levels = (size_t)d->reach + 1;
    d->sides = dmi_sides_to_come(position, &d->side_count);
    d->taken = dmi_array(&d->arrays, n, sizeof *d->taken);
    d->marks = dmi_array(&d->arrays, 2 * n, sizeof *d->marks);
    d->entries = dmi_array(&d->arrays, ENTRIES, sizeof *d->entries);
    d->candidates = dmi_array(&d->arrays, n * levels, sizeof *d->candidates);
    d->vertices = dmi_array(&d->arrays, n, sizeof *d->vertices);
    d->tried = dmi_array(&d->arrays, n, sizeof *d->tried);
    d->scores = dmi_array(&d->arrays, n, sizeof *d->scores);
    d->charge = dmi_array(&d->arrays, n, sizeof *d->charge);
    d->next_gain = dmi_array(&d->arrays, levels, sizeof *d->next_gain);
    if (!d->sides || d->arrays.failed) {
        dmi_deepening_clear(d);
        return dmi_no_memory(err);
    }
    for (dm_vertex v = 0; v < d->n; v++) {
        d->taken[v] = !dm_position_is_free(position, v);
        d->charge[v] = (int32_t)lrint(STONE + SURCHARGE * log2((double)v + 1));
    }
    for (dm_vertex i = 0; i < 2 * d->n; i++)
        d->marks[i] = dm_rng_derive(0, (uint64_t)i);
    return DM_OK;
}

void dmi_deepening_clear(dmi_deepening *d)
{
    for (; d->root > 0; d->root--) /* takes back the stones of the turn */
        dmi_evaluator_undo(d->evaluator);
    free(d->sides);
    dmi_arrays_free(&d->arrays);
    *d = (dmi_deepening){0};
}
