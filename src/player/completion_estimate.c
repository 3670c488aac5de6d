/* completion_estimate.c - the value of a position under likely completions, in 16-bit shares.
 *
 * Vertex v gets a white stone with chance a(v) and a black one with chance b(v), independently of
 * the other vertices; a sums to the white stones still to be placed, b to the black ones.  At a
 * vertex u only the class of its nearest stones and their owner matter, since everything nearer is
 * free: the first class that is hit decides, and if none is, the holder keeps u.  So each level
 * (number of stones still to be placed) has one share for each (u, class, holder), tabulated in
 * units of 2^-scale.  A slot is the index of a share; a position is a slot for each u.
 *
 * The chances are proportional to exp(gain / temperature), where gain is what a stone of that side
 * on v gains if all free vertices are equally likely.
 *
 * Invariant: state i belongs to level i and holds the stones placed so far.
 * Cost: O(n^2) per level when first needed, O(n) 16-bit steps per stone tried.
 */
#include "player/completion_estimate.h"

#include "base/base.h"
#include "game/evaluator.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most_bytes = 128 << 20 }; /* for all levels together */
enum { BOTH = 2, HOLDER = 3 };   /* a slot is 4 * (place in ranks->start) + holder */
enum { COLUMNS = 32 };           /* filled together: a line of the cache */

static const double most_likely = 0.9; /* the most that a chance may be */
static const double temperature = 0.7; /* in units of the best gain minus the mean gain */

typedef struct level {
    int32_t to_come[2];
    dm_side mover; /* of the stone that leads here; unset in level 0 */
    bool is_ready;
    int16_t *shares;     /* by slot */
    int16_t *if_nearest; /* [v][u]: the share of u if the mover's stone on v is its nearest */
} level;

typedef struct state {
    uint16_t *near; /* the class of the nearest stones, or DMI_RANK_NONE */
    uint32_t *slot;
} state;

typedef struct sum_job {
    const uint16_t *near;
    const int16_t *same, *equal; /* shares if the new stone is farther, or equally near */
    int64_t stride;
} sum_job;

/* The chances that no stone of either side, or of one, comes to a class of `size` vertices. */
typedef struct odds {
    double none, no_white, no_black;
    int32_t size;
} odds;

struct dmi_completion_estimate {
    const dmi_ranks *ranks;
    dm_tie_rule ties;
    bool has_ties; /* ties occur and change the holder */
    int scale;
    double *scaled;    /* the value that each column stands for, times 2^scale */
    double *likely[2]; /* chance of each vertex for one stone of a side */
    double *gain[2];   /* scratch: n each */
    odds *single;      /* scratch: of each vertex, in the level that is filled */
    int32_t (*add_up)(const sum_job *job, const uint16_t *row, const int16_t *if_nearest);
    int reach, at; /* levels in use, stones placed */
    level level[DMI_ESTIMATE_DEPTH + 1];
    state state[DMI_ESTIMATE_DEPTH + 1];
    int16_t *same, *equal; /* scratch */
    int32_t *tried;        /* scratch: n */
    dm_vertex *vertices;   /* scratch: n */
    dmi_arrays arrays;
};

static inline __attribute__((always_inline)) int32_t
add_up(const sum_job *job, const uint16_t *restrict row, const int16_t *restrict if_nearest)
{
    const uint16_t *restrict near = job->near;
    const int16_t *restrict same = job->same, *restrict equal = job->equal;
    int32_t sum = 0;
    for (int64_t u = 0; u < job->stride; u++) {
        int16_t held = row[u] == near[u] ? equal[u] : same[u];
        sum += row[u] < near[u] ? if_nearest[u] : held;
    }
    return sum;
}

static int32_t add_up_portable(const sum_job *job, const uint16_t *row, const int16_t *if_nearest)
{
    return add_up(job, row, if_nearest);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static int32_t add_up_avx2(const sum_job *job, const uint16_t *row,
                                                           const int16_t *if_nearest)
{
    return add_up(job, row, if_nearest);
}
__attribute__((target("avx512bw"))) static int32_t
add_up_avx512(const sum_job *job, const uint16_t *row, const int16_t *if_nearest)
{
    return add_up(job, row, if_nearest);
}
#else
#define add_up_avx2   add_up_portable
#define add_up_avx512 add_up_portable
#endif

void dmi_completion_estimate_chances(const dmi_completion_estimate *e, dm_vertex v,
                                     const int32_t left[2], double chances[2])
{
    double white = left[DM_WHITE] * e->likely[DM_WHITE][v];
    double black = left[DM_BLACK] * e->likely[DM_BLACK][v];
    double excess = (white + black) / most_likely;
    chances[DM_WHITE] = excess > 1 ? white / excess : white;
    chances[DM_BLACK] = excess > 1 ? black / excess : black;
}

/* The share of u that its holder keeps if no nearer class is hit: other vertices of the class may
 * tie. */
static double keeps(dm_tie_rule ties, const odds *c, dm_side side)
{
    if (c->size == 1)
        return 1;
    double missed = side == DM_WHITE ? c->no_black : c->no_white;
    double tied = (1 - missed) * (c->size - 1) / c->size;
    if (dm_ties_are_nobodys(ties))
        return 1 - tied;
    if (dm_ties_sign(ties) == (side == DM_WHITE ? -1 : 1))
        return 1 - 2 * tied;
    return 1;
}

/* False if the run ended first. */
static bool fill_shares(const dmi_completion_estimate *e, level *l, dm_run *run)
{
    /* Fills single[] for a level. */
    for (dm_vertex v = 0; v < e->ranks->n; v++) {
        double chance[2];
        dmi_completion_estimate_chances(e, v, l->to_come, chance);
        e->single[v] = (odds){1 - chance[DM_WHITE] - chance[DM_BLACK], 1 - chance[DM_WHITE],
                              1 - chance[DM_BLACK], 1};
    }
    for (dm_vertex u = 0; u < e->ranks->columns; u++) {
        const dmi_ranks *ranks = e->ranks;
        const uint16_t *order = ranks->order + (size_t)u * (size_t)ranks->n;
        uint32_t last = ranks->first[u + 1] - 1;
        double sum = 0, clear = 1, scaled = e->scaled[u];
        double shared = dm_ties_sign(e->ties);
        for (uint32_t at = ranks->first[u]; at < last; at++) {
            int32_t before = ranks->start[at];
            const uint16_t *vertices = order + before;
            int32_t size = ranks->start[at + 1] - before;
            odds c = {1, 1, 1, size};
            for (int32_t i = 0; i < size; i++) {
                const odds *one = &e->single[vertices[i]];
                c.no_white *= one->no_white;
                c.no_black *= one->no_black;
                c.none *= one->none;
            }
            int16_t *share = l->shares + 4 * (size_t)at;
            share[DM_WHITE] = (int16_t)lrint(scaled * (sum + clear * keeps(e->ties, &c, DM_WHITE)));
            share[DM_BLACK] = (int16_t)lrint(scaled * (sum - clear * keeps(e->ties, &c, DM_BLACK)));
            share[BOTH] = (int16_t)lrint(scaled * (sum + clear * shared));
            /* White's chance minus Black's that this class decides, if no nearer one does. */
            dm_tie_rule ties = e->ties;
            double white = 1 - c.no_white, black = 1 - c.no_black;
            double only_white = c.no_black - c.none, only_black = c.no_white - c.none;
            double both = 1 - c.none - only_white - only_black;
            double tied = 0;
            if (dm_ties_go_by_age(ties))
                tied = white + black > 0 ? (white - black) / (white + black) : 0;
            else
                tied = dm_ties_sign(ties);
            sum += clear * (only_white - only_black + tied * both);
            clear *= c.none;
        }
        for (int holder = 0; holder <= HOLDER; holder++)
            l->shares[4 * (size_t)last + (size_t)holder] = (int16_t)lrint(scaled * sum);
        if (!dmi_run_go_on(run, 0))
            return false;
    }
    return true;
}

/* From the shares; all that depends on the mover.  A few columns at a time, so that their shares
 * stay in the cache. */
static void fill_if_nearest(const dmi_completion_estimate *e, level *l)
{
    const dmi_ranks *ranks = e->ranks;
    for (dm_vertex block = 0; block < ranks->columns; block += COLUMNS) {
        dm_vertex end = block + COLUMNS < ranks->columns ? block + COLUMNS : ranks->columns;
        for (dm_vertex v = 0; v < ranks->n; v++) {
            const uint16_t *row = dmi_ranks_row(ranks, v);
            int16_t *if_nearest = l->if_nearest + v * ranks->stride;
            for (dm_vertex u = block; u < end; u++)
                if_nearest[u] = row[u] == DMI_RANK_NONE
                                    ? 0
                                    : l->shares[4 * (size_t)(ranks->first[u] + row[u]) + l->mover];
        }
    }
}

static void add_stone(const dmi_completion_estimate *e, state *s, dm_side side, dm_vertex v)
{
    const uint16_t *row = dmi_ranks_row(e->ranks, v);
    if (e->has_ties) {
        /* Adds it at the vertices where it ties with the nearest stones. */
        for (dm_vertex u = 0; u < e->ranks->columns; u++)
            if (row[u] == s->near[u] && row[u] != DMI_RANK_NONE &&
                (s->slot[u] & HOLDER) != (uint32_t)side)
                s->slot[u] = (s->slot[u] & ~(uint32_t)HOLDER) | BOTH;
    }
    /* Adds a stone of `side` at the vertices that it is nearest to. */
    const uint32_t *first = e->ranks->first;
    for (dm_vertex u = 0; u < e->ranks->columns; u++) {
        bool nearer = row[u] < s->near[u];
        s->slot[u] = nearer ? 4 * (first[u] + row[u]) + (uint32_t)side : s->slot[u];
        s->near[u] = nearer ? row[u] : s->near[u];
    }
}

void dmi_completion_estimate_place(dmi_completion_estimate *e, dm_vertex v)
{
    assert(e->at < e->reach && v >= 0 && v < e->ranks->n);
    const state *from = &e->state[e->at];
    state *to = &e->state[++e->at];
    memcpy(to->near, from->near, (size_t)e->ranks->stride * sizeof *to->near);
    memcpy(to->slot, from->slot, (size_t)e->ranks->columns * sizeof *to->slot);
    add_stone(e, to, e->level[e->at].mover, v);
}

void dmi_completion_estimate_undo(dmi_completion_estimate *e)
{
    assert(e->at > 0);
    e->at--;
}

void dmi_completion_estimate_try(dmi_completion_estimate *e, const dm_vertex *vertices,
                                 int64_t count, int32_t *values)
{
    assert(e->at < e->reach);
    int index = e->at + 1;
    level *next = &e->level[index];
    if (!next->is_ready) {
        fill_shares(e, next, NULL);
        fill_if_nearest(e, next);
        next->is_ready = true;
    }
    const state *s = &e->state[e->at];
    for (dm_vertex u = 0; u < e->ranks->columns; u++)
        e->same[u] = next->shares[s->slot[u]];
    for (dm_vertex u = 0; e->has_ties && u < e->ranks->columns; u++) {
        bool joins = s->near[u] != DMI_RANK_NONE && (s->slot[u] & HOLDER) != next->mover;
        e->equal[u] = joins ? next->shares[(s->slot[u] & ~(uint32_t)HOLDER) | BOTH] : e->same[u];
    }
    sum_job job = {s->near, e->same, e->has_ties ? e->equal : e->same, e->ranks->stride};
    for (int64_t i = 0; i < count; i++)
        values[i] = e->add_up(&job, dmi_ranks_row(e->ranks, vertices[i]),
                              next->if_nearest + vertices[i] * e->ranks->stride);
}

static bool make_level(dmi_completion_estimate *e, int index)
{
    size_t n = (size_t)e->ranks->n, stride = (size_t)e->ranks->stride;
    size_t columns = (size_t)e->ranks->columns;
    level *l = &e->level[index];
    state *s = &e->state[index];
    if (!l->shares && index > 0)
        l->shares = dmi_array(&e->arrays, 4 * (size_t)e->ranks->first[columns], sizeof *l->shares);
    if (!l->if_nearest && index > 0)
        l->if_nearest = dmi_array_zeroed(&e->arrays, n * stride, sizeof *l->if_nearest);
    if (!s->near)
        s->near = dmi_array(&e->arrays, stride, sizeof *s->near);
    if (!s->slot)
        s->slot = dmi_array(&e->arrays, columns, sizeof *s->slot);
    return ((l->shares && l->if_nearest) || index == 0) && s->near && s->slot;
}

static void set_levels(dmi_completion_estimate *e, const dm_side *sides, int32_t to_come)
{
    int32_t left[2] = {0, 0};
    for (int32_t i = 0; i < to_come; i++)
        left[sides[i]]++;
    for (int i = 0; i <= e->reach; i++) {
        level *l = &e->level[i];
        if (i > 0)
            left[l->mover = sides[i - 1]]--;
        memcpy(l->to_come, left, sizeof left);
        l->is_ready = false;
    }
}

/* Fills gain[side] with the chances of `side`, from what its stone gains at once; level 1 has its
 * shares. */
static void fill_preferences(dmi_completion_estimate *e, dm_side side, dm_vertex count)
{
    e->level[1].mover = side;
    fill_if_nearest(e, &e->level[1]);
    e->level[1].is_ready = true;
    dmi_completion_estimate_try(e, e->vertices, count, e->tried);
    double *gain = e->gain[side], mean = 0, best = -INFINITY, sum = 0;
    for (dm_vertex i = 0; i < count; i++) {
        gain[i] = side == DM_WHITE ? e->tried[i] : -e->tried[i];
        mean += gain[i] / count;
        best = gain[i] > best ? gain[i] : best;
    }
    double unit = temperature * (best - mean);
    for (dm_vertex i = 0; i < count; i++) {
        gain[i] = unit > 0 ? exp((gain[i] - best) / unit) : 1;
        sum += gain[i];
    }
    for (dm_vertex i = 0; i < count; i++)
        gain[i] /= sum;
}

static void write_likely(dmi_completion_estimate *e, dm_side side, dm_vertex count,
                         const double *chances)
{
    for (dm_vertex i = 0; i < count; i++)
        e->likely[side][e->vertices[i]] = chances ? chances[i] : 1.0 / count;
}

/* Fills likely[] for both sides; false if the run ended first. */
static bool find_preferences(dmi_completion_estimate *e, dm_vertex count, dm_run *run)
{
    write_likely(e, DM_WHITE, count, NULL);
    write_likely(e, DM_BLACK, count, NULL);
    if (!fill_shares(e, &e->level[1], run))
        return false;
    fill_preferences(e, DM_WHITE, count);
    fill_preferences(e, DM_BLACK, count);
    write_likely(e, DM_WHITE, count, e->gain[DM_WHITE]);
    write_likely(e, DM_BLACK, count, e->gain[DM_BLACK]);
    return true;
}

dm_status dmi_completion_estimate_start(dmi_completion_estimate *e, const dm_stone *stones,
                                        int32_t count, const dm_side *sides, int32_t to_come,
                                        dm_run *run, dm_error *err)
{
    e->at = 0;
    int most = dmi_completion_estimate_reach(e);
    e->reach = to_come < most ? to_come : most;
    for (int i = 0; i <= e->reach; i++)
        if (!make_level(e, i))
            return dmi_no_memory(err);
    state *s = &e->state[0];
    memset(s->near, 0xff, (size_t)e->ranks->stride * sizeof *s->near);
    for (dm_vertex u = 0; u < e->ranks->columns; u++)
        s->slot[u] = 4 * (e->ranks->first[u + 1] - 1);
    for (int32_t i = 0; i < count; i++)
        add_stone(e, s, (dm_side)stones[i].player, stones[i].vertex);
    set_levels(e, sides, to_come);
    dm_vertex n = e->ranks->n, found = 0;
    for (dm_vertex v = 0; v < n; v++)
        e->likely[0][v] = e->likely[1][v] = 0;
    for (int32_t i = 0; i < count; i++)
        e->likely[0][stones[i].vertex] = 1;
    for (dm_vertex v = 0; v < n; v++)
        if (e->likely[0][v] <= 0)
            e->vertices[found++] = v;
    for (int32_t i = 0; i < count; i++)
        e->likely[0][stones[i].vertex] = 0;
    dm_vertex free_count = found;
    if (e->reach > 0 && !find_preferences(e, free_count, run))
        return dmi_stopped(run, err);
    set_levels(e, sides, to_come);
    return DM_OK;
}

int dmi_completion_estimate_scale(const dmi_completion_estimate *e)
{
    return e->scale;
}

bool dmi_completion_estimate_has_ties(const dmi_completion_estimate *e)
{
    return e->ranks->has_ties;
}

int dmi_completion_estimate_reach(const dmi_completion_estimate *e)
{
    const dmi_ranks *ranks = e->ranks;
    size_t cells = (size_t)ranks->n * (size_t)ranks->stride;
    size_t bytes = (cells + 4 * (size_t)ranks->first[ranks->columns]) * sizeof(int16_t);
    size_t most = most_bytes / bytes;
    return most < 1 ? 1 : most > DMI_ESTIMATE_DEPTH ? DMI_ESTIMATE_DEPTH : (int)most;
}

dm_status dmi_completion_estimate_new(const dm_arena *arena, const dmi_ranks *ranks,
                                      dm_tie_rule ties, dmi_completion_estimate **out,
                                      dm_error *err)
{
    dmi_completion_estimate *e = dmi_calloc(1, sizeof *e);
    if (!e)
        return dmi_no_memory(err);
    e->ranks = ranks;
    e->ties = ties;
    e->has_ties = !dm_ties_go_by_age(ties) && ranks->has_ties;
    e->add_up = dmi_simd_available(DMI_SIMD_AVX512) ? add_up_avx512
                : dmi_simd_available(DMI_SIMD_AVX2) ? add_up_avx2
                                                    : add_up_portable;
    size_t n = (size_t)e->ranks->n, stride = (size_t)e->ranks->stride;
    e->scaled = dmi_array_zeroed(&e->arrays, (size_t)e->ranks->columns, sizeof *e->scaled);
    e->likely[0] = dmi_array(&e->arrays, n, sizeof *e->likely[0]);
    e->likely[1] = dmi_array(&e->arrays, n, sizeof *e->likely[1]);
    e->gain[0] = dmi_array(&e->arrays, n, sizeof *e->gain[0]);
    e->gain[1] = dmi_array(&e->arrays, n, sizeof *e->gain[1]);
    e->single = dmi_array(&e->arrays, n, sizeof *e->single);
    e->same = dmi_array_zeroed(&e->arrays, stride, sizeof *e->same);
    e->equal = dmi_array_zeroed(&e->arrays, stride, sizeof *e->equal);
    e->tried = dmi_array(&e->arrays, n, sizeof *e->tried);
    e->vertices = dmi_array(&e->arrays, n, sizeof *e->vertices);
    if (e->arrays.failed) {
        dmi_completion_estimate_free(e);
        return dmi_no_memory(err);
    }
    /* A column stands for the vertices that are nearest to it. */
    double most = 1;
    dmi_ranks_add_values(e->ranks, e->ranks->column_of, dm_arena_values(arena), e->scaled);
    for (dm_vertex u = 0; u < e->ranks->columns; u++)
        most = e->scaled[u] > most ? e->scaled[u] : most;
    e->scale = (int)floor(log2(INT16_MAX / most));
    for (dm_vertex u = 0; u < e->ranks->columns; u++)
        e->scaled[u] = ldexp(e->scaled[u], e->scale);
    *out = e;
    return DM_OK;
}

void dmi_completion_estimate_free(dmi_completion_estimate *e)
{
    if (!e)
        return;
    dmi_arrays_free(&e->arrays);
    free(e);
}
