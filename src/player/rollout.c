/* rollout.c - tries stones by playing the game on to its end, each stone by immediate gain.
 *
 * The mover's stones of a rollout go to the best vertex of a net over the board, of those that gain
 * most before the rollout, or next to a stone: the best one is nearly always there.  The rival's go
 * to the best of all vertices: the search prefers lines in which the rival misses something, so
 * the rival must miss nothing.  The classes at the start of the net alone find a few good vertices,
 * all columns of the ranks find the best of these, and it moves on to better neighbours.
 *
 * Tried are the hint, the neighbours of all stones and the first of the net.  Then the neighbours
 * of the best vertex whose neighbours are untried take turns with the rest of the net and with
 * changes of the plan: the best line of own stones so far, of which one goes elsewhere.
 *
 * Cost: O(n) vertices per stone of a rollout, DMI_RANKS_COARSE 16-bit steps each.
 */
#include "player/rollout.h"

#include "game/evaluator.h"
#include <stdlib.h>
#include <string.h>

enum {
    NET = 384,  /* vertices over the whole board */
    ROOTS = 24, /* the first of them, which are tried themselves */
    GAINS = 64, /* vertices with the largest immediate gain, of each side */
    FINE = 12,  /* vertices that are compared by all columns */
    CHANGES = 8 /* of the plan, for each further centre */
};

/* The lead of `side` after one more stone with this row of classes. */
static inline __attribute__((always_inline)) int32_t add_up_lead(const dmi_rollout_part *part,
                                                                 int64_t columns, dm_side side,
                                                                 const uint16_t *restrict row)
{
    const uint16_t *restrict own = part->near[side], *restrict other = part->near[dm_other(side)];
    const int16_t *restrict weight = part->weight;
    int16_t tie = (int16_t)(side == DM_WHITE ? part->tie : -part->tie);
    int32_t sum = 0;
    for (int64_t u = 0; u < columns; u++) {
        uint16_t near = row[u] < own[u] ? row[u] : own[u];
        int16_t sign = (int16_t)((near < other[u]) - (near > other[u]));
        sum += weight[u] * (near == other[u] ? tie : sign);
    }
    return sum;
}

/* With a constant number of columns the compiler unrolls the loop. */
static inline __attribute__((always_inline)) int32_t
lead_with_row(const dmi_rollout_part *part, dm_side side, const uint16_t *row)
{
    return part->columns == DMI_RANKS_COARSE ? add_up_lead(part, DMI_RANKS_COARSE, side, row)
                                             : add_up_lead(part, part->columns, side, row);
}

static int32_t lead_portable(const dmi_rollout_part *part, dm_side side, const uint16_t *row)
{
    return lead_with_row(part, side, row);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static int32_t lead_avx2(const dmi_rollout_part *part, dm_side side,
                                                         const uint16_t *row)
{
    return lead_with_row(part, side, row);
}
__attribute__((target("avx512bw"))) static int32_t lead_avx512(const dmi_rollout_part *part,
                                                               dm_side side, const uint16_t *row)
{
    return lead_with_row(part, side, row);
}
#else
#define lead_avx2   lead_portable
#define lead_avx512 lead_portable
#endif

static int32_t whole_lead(const dmi_rollout *r, dm_side side, dm_vertex v)
{
    return r->lead(&r->whole, side, dmi_ranks_row(r->ranks, v));
}

static void add_row(dmi_rollout_part *part, dm_side side, const uint16_t *restrict row)
{
    uint16_t *restrict own = part->near[side];
    for (int64_t u = 0; u < part->columns; u++)
        own[u] = row[u] < own[u] ? row[u] : own[u];
}

static void rollout_place(dmi_rollout *r, dm_side side, dm_vertex v)
{
    add_row(&r->whole, side, dmi_ranks_row(r->ranks, v));
    add_row(&r->coarse, side, dmi_ranks_coarse_row(r->ranks, v));
    r->taken[v] = true;
    r->placed[r->placed_count++] = v;
}

static void part_keep(dmi_rollout_part *part)
{
    for (int side = 0; side < 2; side++)
        memcpy(part->kept[side], part->near[side], (size_t)part->columns * sizeof *part->near[0]);
}

static void part_restore(dmi_rollout_part *part)
{
    for (int side = 0; side < 2; side++)
        memcpy(part->near[side], part->kept[side], (size_t)part->columns * sizeof *part->near[0]);
}

typedef struct best_stone {
    dm_vertex vertex; /* -1: none */
    int32_t lead;
} best_stone;

/* The best vertices by the coarse columns, best first. */
typedef struct shortlist {
    best_stone best[FINE];
    int32_t count;
} shortlist;

static void look_at_coarsely(const dmi_rollout *r, dm_side side, dm_vertex v, shortlist *list)
{
    if (r->taken[v])
        return;
    int32_t found = r->lead(&r->coarse, side, dmi_ranks_coarse_row(r->ranks, v));
    if (list->count == FINE && found <= list->best[FINE - 1].lead)
        return;
    int32_t at = list->count < FINE ? list->count++ : FINE - 1;
    for (; at > 0 && list->best[at - 1].lead < found; at--)
        list->best[at] = list->best[at - 1];
    list->best[at] = (best_stone){v, found};
}

/* Among equals the vertex nearer to all others is better, as for most players. */
static bool look_closely(const dmi_rollout *r, dm_side side, dm_vertex v, best_stone *best)
{
    int32_t found = whole_lead(r, side, v);
    const double *sum = r->ranks->distance_sum;
    if (best->vertex >= 0 &&
        (found < best->lead || (found == best->lead && sum[v] >= sum[best->vertex])))
        return false;
    *best = (best_stone){v, found};
    return true;
}

/* The best vertex by immediate gain. */
static best_stone best_at_once(const dmi_rollout *r, dm_side side)
{
    shortlist list = {.count = 0};
    best_stone best = {-1, 0};
    if (side == r->sides[0]) {
        /* The likely vertices and the neighbours of stones. */
        for (int32_t i = 0; i < r->likely_count; i++)
            look_at_coarsely(r, side, r->likely[i], &list);
        for (int32_t i = 0; i < r->placed_count; i++) {
            dm_vertex v = r->placed[i];
            for (uint32_t arc = r->graph->first[v]; arc < r->graph->first[v + 1]; arc++)
                look_at_coarsely(r, side, r->graph->target[arc], &list);
        }
    } else
        for (dm_vertex v = 0; v < r->ranks->n; v++)
            look_at_coarsely(r, side, v, &list);
    for (int32_t i = 0; i < list.count; i++)
        look_closely(r, side, list.best[i].vertex, &best);
    if (best.vertex >= 0) {
        /* Goes on to a better neighbour as long as there is one. */
        bool moved = true;
        while (moved) {
            dm_vertex v = best.vertex;
            moved = false;
            for (uint32_t arc = r->graph->first[v]; arc < r->graph->first[v + 1]; arc++)
                if (!r->taken[r->graph->target[arc]])
                    moved |= look_closely(r, side, r->graph->target[arc], &best);
        }
    }
    return best;
}

/* The mover's lead at the end if it follows the draft and the other side goes by immediate gain.
 * The draft becomes what was played. */
static int64_t play_draft(dmi_rollout *r)
{
    int64_t value = 0;
    int32_t own = 0, count = r->placed_count;
    part_keep(&r->whole);
    part_keep(&r->coarse);
    for (int32_t i = 0; i < r->to_come; i++) {
        bool is_own = r->sides[i] == r->sides[0];
        dm_vertex used;
        /* Puts the next stone of the game on the planned vertex, or, if that is -1 or taken, where
         * it gains most. */
        dm_side side = r->sides[i];
        dm_vertex planned = is_own ? r->draft[own] : -1;
        best_stone stone = {planned, 0};
        if (planned >= 0 && !r->taken[planned])
            stone.lead = whole_lead(r, side, planned);
        else
            stone = best_at_once(r, side);
        used = stone.vertex;
        if (stone.vertex >= 0)
            rollout_place(r, side, stone.vertex);
        int32_t lead = stone.lead;
        if (used < 0)
            break;
        value = is_own ? lead : -lead;
        if (is_own)
            r->draft[own++] = used;
    }
    while (r->placed_count > count)
        r->taken[r->placed[--r->placed_count]] = false;
    part_restore(&r->whole);
    part_restore(&r->coarse);
    return value;
}

/* Plays the draft and keeps it if it is better than the plan; false once the run has ended. */
static bool try_draft(dmi_rollout *r, int64_t *value)
{
    *value = play_draft(r);
    if (*value > r->plan_value) {
        r->plan_value = *value;
        memcpy(r->plan, r->draft, (size_t)r->own * sizeof *r->plan);
    }
    return dmi_run_report(r->run, 1, "searching", 0, 0, NULL);
}

/* Fills value[v] if it has none yet; false once the run has ended. */
static bool try_stone(dmi_rollout *r, dm_vertex v)
{
    if (r->taken[v] || r->value[v] != INT64_MIN)
        return true;
    for (int32_t i = 0; i < r->own; i++)
        r->draft[i] = i ? -1 : v;
    r->tried[r->tried_count++] = v;
    return try_draft(r, &r->value[v]);
}

/* Tries the neighbours of v. */
static bool try_around(dmi_rollout *r, dm_vertex v)
{
    bool goes_on = true;
    for (uint32_t arc = r->graph->first[v]; arc < r->graph->first[v + 1] && goes_on; arc++)
        goes_on = try_stone(r, r->graph->target[arc]);
    return goes_on;
}

static dm_vertex any_neighbour(dmi_rollout *r, dm_vertex v)
{
    uint32_t first = r->graph->first[v], count = r->graph->first[v + 1] - first;
    return count ? r->graph->target[first + dm_rng_below(&r->rng, count)] : v;
}

/* A vertex that may be better than v: some steps away from it, beside a stone, or anywhere likely.
 */
static dm_vertex another_vertex(dmi_rollout *r, dm_vertex v)
{
    uint64_t draw = dm_rng_below(&r->rng, 8);
    if (draw == 0 && r->placed_count > 0)
        return any_neighbour(r, r->placed[dm_rng_below(&r->rng, (uint64_t)r->placed_count)]);
    if (draw == 1 && r->likely_count > 0)
        return r->likely[dm_rng_below(&r->rng, (uint64_t)r->likely_count)];
    for (uint64_t steps = 1 + draw % 3; steps-- > 0;)
        v = any_neighbour(r, v);
    return v;
}

/* Changes one stone of the plan, and sometimes leaves the later ones to immediate gain. */
static bool try_change(dmi_rollout *r)
{
    int64_t value;
    int32_t at = (int32_t)dm_rng_below(&r->rng, (uint64_t)r->own);
    bool forgets = dm_rng_below(&r->rng, 2) == 0;
    memcpy(r->draft, r->plan, (size_t)r->own * sizeof *r->draft);
    r->draft[at] = another_vertex(r, r->plan[at]);
    for (int32_t i = at + 1; forgets && i < r->own; i++)
        r->draft[i] = -1;
    if (r->taken[r->draft[0]])
        return dmi_run_go_on(r->run, 0);
    return try_draft(r, &value);
}

/* Adds the free vertices that `side` gains most with. */
static void add_gains(dmi_rollout *r, dm_side side, bool *is_likely)
{
    int32_t count = 0;
    for (dm_vertex v = 0; v < r->ranks->n; v++)
        if (!r->taken[v])
            r->order[count++] = (dmi_keyed){-whole_lead(r, side, v), v};
    dmi_sort_keyed(r->order, count);
    for (int32_t i = 0; i < count && i < GAINS; i++)
        is_likely[r->order[i].item] = true;
}

static void rollout_start(dmi_rollout *r, const dm_stone *stones, int32_t count)
{
    for (int side = 0; side < 2; side++) {
        memset(r->whole.near[side], 0xff, (size_t)r->whole.columns * sizeof *r->whole.near[0]);
        memset(r->coarse.near[side], 0xff, (size_t)r->coarse.columns * sizeof *r->coarse.near[0]);
    }
    memset(r->taken, 0, (size_t)r->ranks->n * sizeof *r->taken);
    memset(r->is_centre, 0, (size_t)r->ranks->n * sizeof *r->is_centre);
    r->placed_count = r->tried_count = 0;
    r->plan_value = INT64_MIN;
    for (int32_t i = 0; i < count; i++)
        rollout_place(r, (dm_side)stones[i].player, stones[i].vertex);
    for (dm_vertex v = 0; v < r->ranks->n; v++)
        r->value[v] = INT64_MIN;
    r->own = 0;
    for (int32_t i = 0; i < r->to_come; i++)
        r->own += r->sides[i] == r->sides[0];
    dm_rng_init(&r->rng, (uint64_t)count);
    /* The net, and what gains most. */
    bool *is_likely = r->is_likely;
    memset(is_likely, 0, (size_t)r->ranks->n * sizeof *is_likely);
    for (dm_vertex i = 0; i < NET && i < r->ranks->net_count; i++)
        is_likely[r->ranks->net[i]] = true;
    add_gains(r, DM_WHITE, is_likely);
    add_gains(r, DM_BLACK, is_likely);
    r->likely_count = 0;
    for (dm_vertex v = 0; v < r->ranks->n; v++)
        if (is_likely[v])
            r->likely[r->likely_count++] = v;
}

/* Vertices in the order in which they are tried: the net, then the others. */
static dm_vertex vertex_at(const dmi_rollout *r, dm_vertex rollout_place)
{
    dm_vertex net = r->ranks->net_count;
    return rollout_place < net ? r->ranks->net[rollout_place] : rollout_place - net;
}

/* Tries more first stones, and changes of the plan if more than one stone of it is to come. */
static bool go_on_trying(dmi_rollout *r, dm_vertex *next, dm_vertex last)
{
    bool goes_on = true;
    /* The best vertex whose neighbours were not tried; -1: none.  Marks it. */
    dm_vertex centre = -1;
    for (int32_t i = 0; i < r->tried_count; i++) {
        dm_vertex v = r->tried[i];
        if (!r->is_centre[v] && (centre < 0 || r->value[v] > r->value[centre]))
            centre = v;
    }
    if (centre >= 0)
        r->is_centre[centre] = true;
    if (centre >= 0)
        goes_on = try_around(r, centre);
    for (int i = 0; i < CHANGES && goes_on && r->own > 1; i++)
        goes_on = try_change(r);
    if (centre < 0 && *next == last)
        return goes_on && r->own > 1;
    if (goes_on && *next < last)
        goes_on = try_stone(r, vertex_at(r, (*next)++));
    return goes_on;
}

void dmi_rollout_turn(dmi_rollout *r, const dm_position *position, const dm_side *sides,
                      int32_t to_come, dm_run *run, dm_vertex *move)
{
    int32_t count, now = dm_position_stones_to_place(position);
    const dm_stone *stones = dm_position_stones(position, &count);
    dm_vertex next = 0, last = r->ranks->net_count + r->ranks->n;
    r->sides = sides;
    r->to_come = to_come;
    r->run = run;
    rollout_start(r, stones, count);
    /* The stones of `move`, then by immediate gain. */
    int64_t value;
    for (int32_t i = 0; i < r->own; i++)
        r->draft[i] = i < now ? move[i] : -1;
    bool goes_on = try_draft(r, &value);
    for (int32_t i = 0; i < count && goes_on; i++)
        goes_on = try_around(r, stones[i].vertex);
    for (; next < ROOTS && next < last && goes_on; next++)
        goes_on = try_stone(r, vertex_at(r, next));
    while (goes_on)
        goes_on = go_on_trying(r, &next, last);
    memcpy(move, r->plan, (size_t)now * sizeof *move);
}

static void scale_weights(const double *sums, int32_t count, int16_t *weight)
{
    double most = 1;
    for (int32_t u = 0; u < count; u++)
        most = sums[u] > most ? sums[u] : most;
    double scale = most > INT16_MAX ? INT16_MAX / most : 1;
    for (int32_t u = 0; u < count; u++)
        weight[u] = (int16_t)(sums[u] * scale);
}

static void init_part(dmi_rollout *r, dmi_rollout_part *part, int64_t columns, dm_tie_rule ties)
{
    size_t count = (size_t)columns;
    part->columns = columns;
    part->tie = dm_ties_sign(ties);
    part->weight = dmi_array_zeroed(&r->arrays, count, sizeof *part->weight);
    for (int side = 0; side < 2; side++) {
        part->near[side] = dmi_array(&r->arrays, count, sizeof *part->near[side]);
        part->kept[side] = dmi_array(&r->arrays, count, sizeof *part->kept[side]);
    }
}

dm_status dmi_rollout_init(dmi_rollout *r, const dm_arena *arena, const dmi_ranks *ranks,
                           dm_tie_rule ties, dm_error *err)
{
    size_t n = (size_t)ranks->n, stride = (size_t)ranks->stride;
    *r = (dmi_rollout){.graph = dm_arena_reverse(arena),
                       .ranks = ranks,
                       .lead = dmi_simd_available(DMI_SIMD_AVX512) ? lead_avx512
                               : dmi_simd_available(DMI_SIMD_AVX2) ? lead_avx2
                                                                   : lead_portable};
    double *sums = dmi_array_zeroed(&r->arrays, stride + DMI_RANKS_COARSE, sizeof *sums);
    init_part(r, &r->whole, ranks->stride, ties);
    init_part(r, &r->coarse, DMI_RANKS_COARSE, ties);
    r->taken = dmi_array(&r->arrays, n, sizeof *r->taken);
    r->placed = dmi_array(&r->arrays, n, sizeof *r->placed);
    r->likely = dmi_array(&r->arrays, n, sizeof *r->likely);
    r->is_likely = dmi_array(&r->arrays, n, sizeof *r->is_likely);
    r->order = dmi_array(&r->arrays, n, sizeof *r->order);
    r->value = dmi_array(&r->arrays, n, sizeof *r->value);
    r->tried = dmi_array(&r->arrays, n, sizeof *r->tried);
    r->plan = dmi_array(&r->arrays, n, sizeof *r->plan);
    r->draft = dmi_array(&r->arrays, n, sizeof *r->draft);
    r->is_centre = dmi_array(&r->arrays, n, sizeof *r->is_centre);
    dm_status status = dmi_arrays_check(&r->arrays, err);
    if (status == DM_OK) {
        const int64_t *values = dm_arena_values(arena);
        double *coarse = sums + stride;
        dmi_ranks_add_values(r->ranks, r->ranks->column_of, values, sums);
        dmi_ranks_add_values(r->ranks, r->ranks->coarse_of, values, coarse);
        scale_weights(sums, r->ranks->columns, r->whole.weight);
        scale_weights(coarse, DMI_RANKS_COARSE, r->coarse.weight);
    }
    return status;
}

void dmi_rollout_clear(dmi_rollout *r)
{
    dmi_arrays_free(&r->arrays);
    *r = (dmi_rollout){0};
}
