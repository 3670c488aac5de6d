/* completion_mean.c - the exact mean over random completions.
 *
 * At a vertex u only the class c of its nearest stones (ranks.h), their owner, and the number of
 * stones in that class matter: everything nearer is free, so the number of nearer free vertices and
 * their classes depend on the board alone.  With M free vertices and m, o stones of the two sides
 * to be placed, K = m + o,
 *
 *     none[s]                       no stone comes to s given vertices     C(M-s,K) / C(M,K)
 *     no_black[a] white_misses[s]   no black stone to a vertices, no stone at all to s <= a of them
 *
 * give the chance of every outcome at u: the first class that is hit decides, and the tie rule
 * decides between the stones in it.  What the classes before c contribute is summed once per level
 * (`base`): levels differ in M, m and o only, so a whole search shares them.
 *
 * A stone on v changes u only if v is nearer than c (`if_nearest`, tabulated) or equally near
 * (`equal`, the same for all such v), so trying v costs one pass over its row.
 *
 * Invariant: state i belongs to level i and holds the stones placed so far.
 */
#include "player/completion_mean.h"

#include "base/base.h"
#include "game/evaluator.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BOTH = 2, NOBODY = 3 }; /* holders besides DM_WHITE and DM_BLACK */

/* The chances after i stones were placed since the start. */
typedef struct level {
    dm_side mover; /* of the stone that leads here; unset in level 0 */
    int32_t free_count, to_come[2];
    double *none;       /* n + 1 */
    double *without[2]; /* no stone of this side comes to a given vertices */
    double *misses[2];  /* given that the other side's do not, no stone of this side comes to s */
    double *base;       /* as ranks->start: the contribution of earlier classes at u */
    double *if_nearest; /* [v][u]: the contribution of u if the mover's stone on v is its nearest */
} level;

typedef struct state {
    uint16_t *near;         /* the class of the nearest stones, or DMI_RANK_NONE */
    uint8_t *holder;        /* of that class */
    uint16_t *stones_there; /* the stones in it */
} state;

typedef struct sum_job sum_job;

struct dmi_completion_mean {
    const dmi_ranks *ranks;
    double (*add_up)(const sum_job *job, const uint16_t *row, const double *if_nearest);
    double *values;
    dm_tie_rule ties;
    int depth, levels; /* levels there is room for, and levels filled */
    int at;            /* stones placed since the start */
    const dm_side *sides;
    level *level; /* depth + 1 */
    state *state;
    double *same, *equal; /* scratch of dmi_completion_mean_try */
    dmi_arrays arrays;
};

/* The same for every vertex that is tried. */
struct sum_job {
    const uint16_t *near;
    const double *same, *equal;
    int64_t stride;
};

/* The mean after a stone with this row of classes.  Eight sums, so that additions need not wait
 * for each other; cells behind the last vertex are equal and add 0. */
static inline __attribute__((always_inline)) double add_up(const sum_job *job, const uint16_t *row,
                                                           const double *if_nearest)
{
    double sum[8] = {0};
    for (int64_t i = 0; i < job->stride; i += 8)
        for (int64_t u = i, k = 0; k < 8; u++, k++) {
            double held = row[u] == job->near[u] ? job->equal[u] : job->same[u];
            sum[k] += row[u] < job->near[u] ? if_nearest[u] : held;
        }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

static double add_up_portable(const sum_job *job, const uint16_t *row, const double *if_nearest)
{
    return add_up(job, row, if_nearest);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static double add_up_avx2(const sum_job *job, const uint16_t *row,
                                                          const double *if_nearest)
{
    return add_up(job, row, if_nearest);
}
#else
#define add_up_avx2 add_up_portable
#endif

/* out[s] = C(total - s, picks) / C(total, picks) for s = 0..n: the chance that `picks`
 * of `total` miss s given ones. */
static void fill_misses(int32_t total, int32_t picks, dm_vertex n, double *out)
{
    out[0] = 1;
    for (int32_t s = 0; s < n; s++)
        out[s + 1] =
            total - s > picks ? out[s] * (double)(total - s - picks) / (double)(total - s) : 0;
    for (int32_t s = 0; picks == 0 && s <= n; s++)
        out[s] = 1;
}

/* The chance that no stone comes to `before` vertices and none of `side` to `within` vertices that
 * include them. */
static double none_of_side(const level *l, dm_side side, int32_t before, int32_t within)
{
    return l->without[side][within] * l->misses[dm_other(side)][before];
}

/* White's chance minus Black's that a class of `size` free vertices decides u, `before` vertices
 * being nearer. */
static double class_share(const dmi_completion_mean *e, const level *l, int32_t before,
                          int32_t size)
{
    if (l->to_come[0] + l->to_come[1] == 0 || l->none[before] <= 0)
        return 0;
    if (dm_ties_go_by_age(e->ties)) {
        /* White's chance minus Black's that the first stone on one of `size` vertices decides u, no
         * stone coming to the `before` nearer ones. */
        int32_t picks = l->to_come[0] + l->to_come[1];
        const dm_side *sides = e->sides + (l - e->level);
        double sum = 0;
        double chance = l->none[before] * size / (l->free_count - before); /* that stone 0 does */
        for (int32_t i = 0; i < picks && chance > 0; i++) {
            sum += sides[i] == DM_WHITE ? chance : -chance;
            chance *= (double)(l->free_count - before - size - i);
            chance /= (double)(l->free_count - before - i - 1);
        }
        return sum;
    }
    double none = l->none[before + size];
    double white = none_of_side(l, DM_BLACK, before, before + size) - none;
    double black = none_of_side(l, DM_WHITE, before, before + size) - none;
    double both = l->none[before] - none - white - black;
    return white - black + dm_ties_sign(e->ties) * both;
}

/* The same for the class that holds u now, which has `size` free vertices. */
static double held_share(const dmi_completion_mean *e, const level *l, int holder, int32_t before,
                         int32_t size)
{
    double none = l->none[before];
    if (holder == BOTH)
        return dm_ties_sign(e->ties) * none;
    dm_side side = (dm_side)holder;
    double share = none;
    bool loses_ties = dm_ties_sign(e->ties) == (side == DM_WHITE ? -1 : 1);
    if (dm_ties_are_nobodys(e->ties))
        share = none_of_side(l, dm_other(side), before, before + size);
    else if (loses_ties)
        share = 2 * none_of_side(l, dm_other(side), before, before + size) - none;
    return side == DM_WHITE ? share : -share;
}

/* The contribution of u to the mean. */
static double share_of(const dmi_completion_mean *e, const level *l, dm_vertex u, uint16_t near,
                       int holder, int32_t stones_there)
{
    const dmi_ranks *ranks = e->ranks;
    if (holder == NOBODY)
        return e->values[u] * l->base[ranks->first[u + 1] - 1];
    uint32_t at = ranks->first[u] + near;
    int32_t before = ranks->start[at];
    int32_t size = ranks->start[at + 1] - before - stones_there;
    return e->values[u] * (l->base[at] + held_share(e, l, holder, before, size));
}

static bool fill_level(const dmi_completion_mean *e, level *l, dm_run *run)
{
    dm_vertex n = e->ranks->n;
    fill_misses(l->free_count, l->to_come[0] + l->to_come[1], n, l->none);
    for (int side = 0; side < 2; side++) {
        fill_misses(l->free_count, l->to_come[side], n, l->without[side]);
        fill_misses(l->free_count - l->to_come[1 - side], l->to_come[side], n, l->misses[side]);
    }
    /* What nearer classes decide. */
    const dmi_ranks *ranks = e->ranks;
    for (dm_vertex u = 0; u < ranks->n; u++) {
        double sum = 0;
        uint32_t last = ranks->first[u + 1] - 1;
        for (uint32_t at = ranks->first[u]; at < last; at++) {
            l->base[at] = sum;
            sum += class_share(e, l, ranks->start[at], ranks->start[at + 1] - ranks->start[at]);
        }
        l->base[last] = sum;
    }
    if (l == e->level)
        return true;
    for (dm_vertex v = 0; v < ranks->n; v++) {
        const uint16_t *row = dmi_ranks_row(ranks, v);
        double *if_nearest = l->if_nearest + v * ranks->stride;
        for (dm_vertex u = 0; u < ranks->n; u++)
            if_nearest[u] =
                row[u] == DMI_RANK_NONE ? 0 : share_of(e, l, u, row[u], (int)l->mover, 1);
        if (!dmi_run_go_on(run, 0))
            return false;
    }
    return true;
}

static void add_stone(const dmi_completion_mean *e, state *s, dm_side side, dm_vertex v)
{
    const uint16_t *row = dmi_ranks_row(e->ranks, v);
    for (dm_vertex u = 0; u < e->ranks->n; u++) {
        if (row[u] == DMI_RANK_NONE || row[u] > s->near[u])
            continue;
        if (row[u] < s->near[u]) {
            s->near[u] = row[u];
            s->holder[u] = (uint8_t)side;
            s->stones_there[u] = 1;
        } else {
            s->stones_there[u]++;
            if (!dm_ties_go_by_age(e->ties) && s->holder[u] != (uint8_t)side)
                s->holder[u] = BOTH;
        }
    }
}

bool dmi_completion_mean_start(dmi_completion_mean *e, const dm_stone *stones, int32_t count,
                               const dm_side *sides, int32_t to_come, dm_run *run)
{
    dm_vertex n = e->ranks->n;
    int32_t left[2] = {0, 0};
    for (int32_t i = 0; i < to_come; i++)
        left[sides[i]]++;
    e->at = 0;
    e->sides = sides;
    e->levels = to_come < e->depth ? to_come : e->depth;
    for (int i = 0; i <= e->levels; i++) {
        level *l = &e->level[i];
        if (i > 0)
            left[l->mover = sides[i - 1]]--;
        l->free_count = n - count - i;
        memcpy(l->to_come, left, sizeof left);
        if (!fill_level(e, l, run))
            return false;
    }
    memset(e->state[0].near, 0xff, (size_t)e->ranks->stride * sizeof *e->state[0].near);
    memset(e->state[0].holder, NOBODY, (size_t)n);
    memset(e->state[0].stones_there, 0, (size_t)n * sizeof *e->state[0].stones_there);
    for (int32_t i = 0; i < count; i++)
        add_stone(e, &e->state[0], (dm_side)stones[i].player, stones[i].vertex);
    return true;
}

void dmi_completion_mean_place(dmi_completion_mean *e, dm_vertex v)
{
    assert(e->at < e->levels && v >= 0 && v < e->ranks->n);
    size_t n = (size_t)e->ranks->n;
    const state *from = &e->state[e->at];
    state *to = &e->state[++e->at];
    memcpy(to->near, from->near, (size_t)e->ranks->stride * sizeof *to->near);
    memcpy(to->holder, from->holder, n * sizeof *to->holder);
    memcpy(to->stones_there, from->stones_there, n * sizeof *to->stones_there);
    add_stone(e, to, e->level[e->at].mover, v);
}

void dmi_completion_mean_undo(dmi_completion_mean *e)
{
    assert(e->at > 0);
    e->at--;
}

double dmi_completion_mean_value(const dmi_completion_mean *e)
{
    const state *s = &e->state[e->at];
    double sum = 0;
    for (dm_vertex u = 0; u < e->ranks->n; u++)
        sum += share_of(e, &e->level[e->at], u, s->near[u], s->holder[u], s->stones_there[u]);
    return sum;
}

/* Whether the stones in the class fill it, so that no other can come to it. */
static bool is_full(const dmi_ranks *ranks, dm_vertex u, uint16_t class, int32_t stones_there)
{
    const int32_t *start = ranks->start + ranks->first[u] + class;
    return start[1] - start[0] == stones_there;
}

void dmi_completion_mean_try(dmi_completion_mean *e, const dm_vertex *vertices, int64_t count,
                             double *means)
{
    assert(e->at < e->levels);
    const level *next = &e->level[e->at + 1];
    sum_job job = {e->state[e->at].near, e->same, e->equal, e->ranks->stride};
    /* The contribution of each vertex after a stone that is farther than its nearest one (or does
     * not reach it), and after one that is equally near. */
    const state *s = &e->state[e->at];
    for (dm_vertex u = 0; u < e->ranks->n; u++) {
        int holder = s->holder[u];
        e->same[u] = share_of(e, next, u, s->near[u], holder, s->stones_there[u]);
        e->equal[u] = e->same[u];
        if (holder == NOBODY || is_full(e->ranks, u, s->near[u], s->stones_there[u]))
            continue;
        if (!dm_ties_go_by_age(e->ties) && holder != (int)next->mover)
            holder = BOTH;
        e->equal[u] = share_of(e, next, u, s->near[u], holder, s->stones_there[u] + 1);
    }
    for (int64_t i = 0; i < count; i++)
        means[i] = e->add_up(&job, dmi_ranks_row(e->ranks, vertices[i]),
                             next->if_nearest + vertices[i] * e->ranks->stride);
}

static bool make_level(dmi_completion_mean *e, int index)
{
    const dmi_ranks *ranks = e->ranks;
    level *l = &e->level[index];
    size_t n = (size_t)ranks->n, stride = (size_t)ranks->stride;
    l->none = dmi_array(&e->arrays, n + 1, sizeof *l->none);
    l->base = dmi_array(&e->arrays, ranks->first[ranks->n], sizeof *l->base);
    l->if_nearest = index ? dmi_array_zeroed(&e->arrays, n * stride, sizeof *l->if_nearest) : NULL;
    for (int side = 0; side < 2; side++) {
        l->without[side] = dmi_array(&e->arrays, n + 1, sizeof *l->none);
        l->misses[side] = dmi_array(&e->arrays, n + 1, sizeof *l->none);
    }
    state *s = &e->state[index];
    s->near = dmi_array(&e->arrays, stride, sizeof *s->near);
    s->holder = dmi_array(&e->arrays, n, sizeof *s->holder);
    s->stones_there = dmi_array(&e->arrays, n, sizeof *s->stones_there);
    return !e->arrays.failed;
}

dm_status dmi_completion_mean_new(const dm_arena *arena, const dmi_ranks *ranks, dm_tie_rule ties,
                                  int depth, dmi_completion_mean **out, dm_error *err)
{
    dmi_completion_mean *e = dmi_calloc(1, sizeof *e);
    if (!e)
        return dmi_no_memory(err);
    bool is_wide = dmi_simd_available(DMI_SIMD_AVX2);
    *e = (dmi_completion_mean){.ranks = ranks,
                               .add_up = is_wide ? add_up_avx2 : add_up_portable,
                               .ties = ties,
                               .depth = depth};
    size_t n = (size_t)e->ranks->n, levels = (size_t)e->depth + 1;
    e->values = dmi_array(&e->arrays, n, sizeof *e->values);
    e->same = dmi_array_zeroed(&e->arrays, (size_t)e->ranks->stride, sizeof *e->same);
    e->equal = dmi_array_zeroed(&e->arrays, (size_t)e->ranks->stride, sizeof *e->equal);
    e->level = dmi_array_zeroed(&e->arrays, levels, sizeof *e->level);
    e->state = dmi_array_zeroed(&e->arrays, levels, sizeof *e->state);
    bool made = !e->arrays.failed;
    for (int i = 0; i <= e->depth && made; i++)
        made = make_level(e, i);
    if (!made) {
        dmi_completion_mean_free(e);
        return dmi_no_memory(err);
    }
    const int64_t *values = dm_arena_values(arena);
    for (dm_vertex u = 0; u < ranks->n; u++)
        e->values[u] = (double)dm_value_of(values, u);
    *out = e;
    return DM_OK;
}

void dmi_completion_mean_free(dmi_completion_mean *e)
{
    if (!e)
        return;
    dmi_arrays_free(&e->arrays);
    free(e);
}
