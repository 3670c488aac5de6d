/* rollout.c - tries stones by playing the game on to its end, each stone by immediate gain.
 *
 * A stone of a rollout goes to the best vertex of a net over the board, of those that gain most
 * before the rollout, or next to a stone: the best one is nearly always there.  Scores are those
 * of the columns of the ranks.
 *
 * Tried are the hint, the neighbours of all stones and the net, then, as long as it helps, the
 * neighbours of the best vertex so far, and with what is left of the budget all others.
 *
 * Cost: a rollout of s stones tries s (NET + 2 GAINS + d) vertices, d the neighbours of stones,
 * O(columns) 16-bit steps each.
 */
#include "player/rollout.h"

#include <demesne/evaluator.h>
#include <stdlib.h>
#include <string.h>

enum {
    NET = 384,  /* vertices over the whole board */
    ROOTS = 64, /* the first of them, which are tried themselves */
    GAINS = 64  /* vertices with the largest immediate gain, of each side */
};

/* The lead of `side` after one more stone with this row of classes. */
static inline __attribute__((always_inline)) int32_t lead(const dmi_rollout *r, dm_side side,
                                                          const uint16_t *restrict row)
{
    const uint16_t *restrict own = r->near[side], *restrict other = r->near[dm_other(side)];
    const int16_t *restrict weight = r->weight;
    int16_t tie = (int16_t)(side == DM_WHITE ? r->tie : -r->tie);
    int32_t sum = 0;
    for (int64_t u = 0; u < r->ranks->stride; u++) {
        uint16_t near = row[u] < own[u] ? row[u] : own[u];
        int16_t sign = (int16_t)((near < other[u]) - (near > other[u]));
        sum += weight[u] * (near == other[u] ? tie : sign);
    }
    return sum;
}

static int32_t lead_portable(const dmi_rollout *r, dm_side side, const uint16_t *row)
{
    return lead(r, side, row);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static int32_t lead_avx2(const dmi_rollout *r, dm_side side,
                                                         const uint16_t *row)
{
    return lead(r, side, row);
}
__attribute__((target("avx512bw"))) static int32_t lead_avx512(const dmi_rollout *r, dm_side side,
                                                               const uint16_t *row)
{
    return lead(r, side, row);
}
#else
#define lead_avx2   lead_portable
#define lead_avx512 lead_portable
#endif

static void place(dmi_rollout *r, dm_side side, dm_vertex v)
{
    const uint16_t *row = dmi_ranks_row(r->ranks, v);
    uint16_t *own = r->near[side];
    for (int64_t u = 0; u < r->ranks->stride; u++)
        own[u] = row[u] < own[u] ? row[u] : own[u];
    r->taken[v] = true;
    r->placed[r->placed_count++] = v;
}

typedef struct best_stone {
    dm_vertex vertex; /* -1: none */
    int32_t lead;
} best_stone;

static void look_at(const dmi_rollout *r, dm_side side, dm_vertex v, best_stone *best)
{
    if (r->taken[v])
        return;
    int32_t found = r->lead(r, side, dmi_ranks_row(r->ranks, v));
    if (best->vertex < 0 || found > best->lead)
        *best = (best_stone){v, found};
}

/* The best of the likely vertices and of the neighbours of stones, by immediate gain. */
static best_stone best_at_once(const dmi_rollout *r, dm_side side)
{
    best_stone best = {-1, 0};
    for (int32_t i = 0; i < r->likely_count; i++)
        look_at(r, side, r->likely[i], &best);
    for (int32_t i = 0; i < r->placed_count; i++) {
        dm_vertex v = r->placed[i];
        for (uint32_t arc = r->graph->first[v]; arc < r->graph->first[v + 1]; arc++)
            look_at(r, side, r->graph->target[arc], &best);
    }
    return best;
}

/* White's lead at the end if both sides go on by immediate gain. */
static int64_t play_on(dmi_rollout *r, const dm_side *sides, int32_t to_come)
{
    int64_t value = 0;
    for (int32_t i = 0; i < to_come; i++) {
        best_stone best = best_at_once(r, sides[i]);
        if (best.vertex < 0)
            break;
        place(r, sides[i], best.vertex);
        value = sides[i] == DM_WHITE ? best.lead : -best.lead;
    }
    return value;
}

/* Fills value[v] if it has none yet; false once the run has ended. */
static bool try_stone(dmi_rollout *r, const dm_side *sides, int32_t to_come, dm_vertex v,
                      dm_vertex *best, dm_run *run)
{
    if (r->taken[v] || r->value[v] != INT64_MIN)
        return true;
    size_t bytes = (size_t)r->ranks->stride * sizeof *r->near[0];
    int32_t count = r->placed_count;
    for (int side = 0; side < 2; side++)
        memcpy(r->kept_near[side], r->near[side], bytes);
    place(r, sides[0], v);
    int64_t value = play_on(r, sides + 1, to_come - 1);
    r->value[v] = sides[0] == DM_WHITE ? value : -value;
    if (*best < 0 || r->value[v] > r->value[*best])
        *best = v;
    while (r->placed_count > count)
        r->taken[r->placed[--r->placed_count]] = false;
    for (int side = 0; side < 2; side++)
        memcpy(r->near[side], r->kept_near[side], bytes);
    return dmi_run_report(run, 1, "searching", 0, 0, NULL);
}

/* Tries the neighbours of v. */
static bool try_around(dmi_rollout *r, const dm_side *sides, int32_t to_come, dm_vertex v,
                       dm_vertex *best, dm_run *run)
{
    bool goes_on = true;
    for (uint32_t arc = r->graph->first[v]; arc < r->graph->first[v + 1] && goes_on; arc++)
        goes_on = try_stone(r, sides, to_come, r->graph->target[arc], best, run);
    return goes_on;
}

static int compare_leads(const void *a, const void *b)
{
    const dmi_keyed *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key ? -1 : 1) : x->item < y->item ? -1 : 1;
}

/* Adds the free vertices that `side` gains most with. */
static void add_gains(dmi_rollout *r, dm_side side, bool *is_likely)
{
    int32_t count = 0;
    for (dm_vertex v = 0; v < r->ranks->n; v++)
        if (!r->taken[v])
            r->order[count++] = (dmi_keyed){r->lead(r, side, dmi_ranks_row(r->ranks, v)), v};
    qsort(r->order, (size_t)count, sizeof *r->order, compare_leads);
    for (int32_t i = 0; i < count && i < GAINS; i++)
        is_likely[r->order[i].item] = true;
}

/* The net, and what gains most. */
static void list_likely(dmi_rollout *r)
{
    bool *is_likely = r->is_likely;
    memset(is_likely, 0, (size_t)r->ranks->n * sizeof *is_likely);
    for (dm_vertex i = 0; i < NET && i < r->ranks->columns; i++)
        is_likely[r->ranks->vertex[i]] = true;
    add_gains(r, DM_WHITE, is_likely);
    add_gains(r, DM_BLACK, is_likely);
    r->likely_count = 0;
    for (dm_vertex v = 0; v < r->ranks->n; v++)
        if (is_likely[v])
            r->likely[r->likely_count++] = v;
}

static void start(dmi_rollout *r, const dm_stone *stones, int32_t count)
{
    size_t bytes = (size_t)r->ranks->stride * sizeof *r->near[0];
    memset(r->near[0], 0xff, bytes);
    memset(r->near[1], 0xff, bytes);
    memset(r->taken, 0, (size_t)r->ranks->n * sizeof *r->taken);
    r->placed_count = 0;
    for (int32_t i = 0; i < count; i++)
        place(r, (dm_side)stones[i].player, stones[i].vertex);
    for (dm_vertex v = 0; v < r->ranks->n; v++)
        r->value[v] = INT64_MIN;
    list_likely(r);
}

dm_vertex dmi_rollout_stone(dmi_rollout *r, const dm_stone *stones, int32_t count,
                            const dm_side *sides, int32_t to_come, dm_vertex hint, dm_run *run)
{
    dm_vertex best = -1, around = -1;
    start(r, stones, count);
    bool goes_on = try_stone(r, sides, to_come, hint, &best, run);
    for (int32_t i = 0; i < count && goes_on; i++)
        goes_on = try_around(r, sides, to_come, stones[i].vertex, &best, run);
    for (dm_vertex i = 0; i < ROOTS && i < r->ranks->columns && goes_on; i++)
        goes_on = try_stone(r, sides, to_come, r->ranks->vertex[i], &best, run);
    for (dm_vertex next = 0; goes_on && next < r->ranks->n;) {
        if (around != best)
            goes_on = try_around(r, sides, to_come, around = best, &best, run);
        else
            goes_on = try_stone(r, sides, to_come, next++, &best, run);
    }
    return best;
}

static void fill_weights(dmi_rollout *r, const dm_arena *arena, double *sums)
{
    const int64_t *values = dm_arena_values(arena);
    double most = 1;
    for (dm_vertex v = 0; v < r->ranks->n; v++) {
        uint16_t u = r->ranks->column_of[v];
        if (u == DMI_RANK_NONE)
            continue;
        sums[u] += (double)dm_value_of(values, v);
        most = sums[u] > most ? sums[u] : most;
    }
    double scale = most > INT16_MAX ? INT16_MAX / most : 1;
    for (dm_vertex u = 0; u < r->ranks->columns; u++)
        r->weight[u] = (int16_t)(sums[u] * scale);
}

dm_status dmi_rollout_init(dmi_rollout *r, const dm_arena *arena, const dmi_ranks *ranks,
                           dm_tie_rule ties, dm_error *err)
{
    size_t n = (size_t)ranks->n, stride = (size_t)ranks->stride;
    *r = (dmi_rollout){.graph = dm_arena_reverse(arena),
                       .ranks = ranks,
                       .tie = ties == DM_TIES_WHITE   ? 1
                              : ties == DM_TIES_BLACK ? -1
                                                      : 0,
                       .lead = dm_simd_available(DM_SIMD_AVX512) ? lead_avx512
                               : dm_simd_available(DM_SIMD_AVX2) ? lead_avx2
                                                                 : lead_portable};
    double *sums = dmi_array_zeroed(&r->arrays, stride, sizeof *sums);
    r->weight = dmi_array_zeroed(&r->arrays, stride, sizeof *r->weight);
    for (int side = 0; side < 2; side++) {
        r->near[side] = dmi_array(&r->arrays, stride, sizeof *r->near[side]);
        r->kept_near[side] = dmi_array(&r->arrays, stride, sizeof *r->kept_near[side]);
    }
    r->taken = dmi_array(&r->arrays, n, sizeof *r->taken);
    r->placed = dmi_array(&r->arrays, n, sizeof *r->placed);
    r->likely = dmi_array(&r->arrays, n, sizeof *r->likely);
    r->is_likely = dmi_array(&r->arrays, n, sizeof *r->is_likely);
    r->order = dmi_array(&r->arrays, n, sizeof *r->order);
    r->value = dmi_array(&r->arrays, n, sizeof *r->value);
    dm_status status = dmi_arrays_check(&r->arrays, err);
    if (status == DM_OK)
        fill_weights(r, arena, sums);
    return status;
}

void dmi_rollout_clear(dmi_rollout *r)
{
    dmi_arrays_free(&r->arrays);
    *r = (dmi_rollout){0};
}
