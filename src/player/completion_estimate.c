/* estimate.c - the worth of a position under likely completions, in 16-bit shares.
 *
 * Vertex v gets a white stone with chance a(v) and a black one with chance b(v), each v by
 * itself: a sums to the white stones to come, b to the black ones.  At a vertex u all that
 * matters is the class of its nearest stones and who holds it, since everything nearer is
 * free: the classes before it are hit or not, the first that is hit decides, and if none is
 * the holder keeps u.  So a level (how many stones are still to come) has one number for
 * each (u, class, holder), tabulated in units of 2^-scale.  A slot is the index of such a
 * number, and a position is a slot for each u.
 *
 * The chances are proportional to exp(gain / heat), gain being what a stone of that side on v
 * gains if all free vertices are as likely.
 *
 * Invariant: state i belongs to level i, and holds what the stones placed so far left.
 * Cost: O(n^2) a level when first needed, O(n) a stone tried, in lanes of 16 bits.
 */
#include "player/completion_estimate.h"

#include "base/base.h"
#include <demesne/evaluator.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most_bytes = 128 << 20 }; /* of all levels together */
enum { BOTH = 2, HOLDER = 3 };   /* a slot is 4 * (place in ranks->start) + holder */

static const double most_likely = 0.9; /* no vertex is sure to be hit */
static const double heat = 0.7;        /* of what the best stone gains over the mean one */

typedef struct level {
    int32_t to_come[2];
    dm_side mover;   /* who places the stone that leads here; not for level 0 */
    bool is_ready;   /* the tables are filled */
    int16_t *shares; /* by slot */
    int16_t *fresh;  /* [v][u]: the share of u with the mover's stone on v nearest */
} level;

typedef struct state {
    uint16_t *near; /* the class of the nearest stones, DMI_RANK_NONE without */
    uint32_t *slot;
} state;

typedef struct sum_job {
    const uint16_t *near;
    const int16_t *same, *equal; /* the shares of those that a stone leaves, or ties */
    int64_t stride;
} sum_job;

struct dmi_completion_estimate {
    const dmi_ranks *ranks;
    dm_tie_rule ties;
    bool has_ties; /* that change a holder */
    int scale;
    double *worth;     /* values times 2^scale */
    uint16_t *order;   /* [u][i]: the vertices that u reaches, nearest first */
    double *likely[2]; /* where a stone of each side goes */
    double *gain;
    int32_t (*add_up)(const sum_job *job, const uint16_t *row, const int16_t *fresh);
    int reach, at; /* levels in use, stones placed */
    level level[DMI_ESTIMATE_DEPTH + 1];
    state state[DMI_ESTIMATE_DEPTH + 1];
    int16_t *same, *equal; /* scratch */
    int32_t *tried;        /* scratch: n */
    dm_vertex *vertices;   /* scratch: n */
};

static inline __attribute__((always_inline)) int32_t
add_up(const sum_job *job, const uint16_t *restrict row, const int16_t *restrict fresh)
{
    const uint16_t *restrict near = job->near;
    const int16_t *restrict same = job->same, *restrict equal = job->equal;
    int32_t sum = 0;
    for (int64_t u = 0; u < job->stride; u++) {
        int16_t held = row[u] == near[u] ? equal[u] : same[u];
        sum += row[u] < near[u] ? fresh[u] : held;
    }
    return sum;
}

static int32_t add_up_portable(const sum_job *job, const uint16_t *row, const int16_t *fresh)
{
    return add_up(job, row, fresh);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static int32_t add_up_avx2(const sum_job *job, const uint16_t *row,
                                                           const int16_t *fresh)
{
    return add_up(job, row, fresh);
}
__attribute__((target("avx512bw"))) static int32_t
add_up_avx512(const sum_job *job, const uint16_t *row, const int16_t *fresh)
{
    return add_up(job, row, fresh);
}
#else
#define add_up_avx2   add_up_portable
#define add_up_avx512 add_up_portable
#endif

/* The chances of one class, before it the running ones. */
typedef struct odds {
    double none, no_white, no_black; /* of its vertices is hit, or by that side */
    int32_t size;
} odds;

void dmi_completion_estimate_chances(const dmi_completion_estimate *o, dm_vertex v,
                                     const int32_t left[2], double chances[2])
{
    double white = left[DM_WHITE] * o->likely[DM_WHITE][v];
    double black = left[DM_BLACK] * o->likely[DM_BLACK][v];
    double excess = (white + black) / most_likely;
    chances[DM_WHITE] = excess > 1 ? white / excess : white;
    chances[DM_BLACK] = excess > 1 ? black / excess : black;
}

static odds class_odds(const dmi_completion_estimate *o, const level *l, const uint16_t *vertices,
                       int32_t size)
{
    odds c = {1, 1, 1, size};
    for (int32_t i = 0; i < size; i++) {
        double chance[2];
        dmi_completion_estimate_chances(o, vertices[i], l->to_come, chance);
        c.no_white *= 1 - chance[DM_WHITE];
        c.no_black *= 1 - chance[DM_BLACK];
        c.none *= 1 - chance[DM_WHITE] - chance[DM_BLACK];
    }
    return c;
}

/* White's chance minus Black's that this class decides, if no nearer one does. */
static double decides(dm_tie_rule ties, const odds *c)
{
    double white = 1 - c->no_white, black = 1 - c->no_black;
    double only_white = c->no_black - c->none, only_black = c->no_white - c->none;
    double both = 1 - c->none - only_white - only_black;
    double tied = 0;
    if (ties == DM_TIES_EARLIER)
        tied = white + black > 0 ? (white - black) / (white + black) : 0;
    else if (ties != DM_TIES_NEUTRAL)
        tied = ties == DM_TIES_WHITE ? 1 : -1;
    return only_white - only_black + tied * both;
}

/* How much of u its one holder keeps, if no nearer class is hit: the others of the class
 * may tie. */
static double keeps(dm_tie_rule ties, const odds *c, dm_side side)
{
    double missed = side == DM_WHITE ? c->no_black : c->no_white;
    double tied = (1 - missed) * (c->size - 1) / c->size;
    if (ties == DM_TIES_NEUTRAL)
        return 1 - tied;
    if (ties == (side == DM_WHITE ? DM_TIES_BLACK : DM_TIES_WHITE))
        return 1 - 2 * tied;
    return 1;
}

static void fill_shares_at(const dmi_completion_estimate *o, level *l, dm_vertex u)
{
    const dmi_ranks *ranks = o->ranks;
    const uint16_t *order = o->order + (size_t)u * (size_t)ranks->n;
    uint32_t last = ranks->first[u + 1] - 1;
    double sum = 0, clear = 1, worth = o->worth[u];
    double shared = o->ties == DM_TIES_WHITE ? 1 : o->ties == DM_TIES_BLACK ? -1 : 0;
    for (uint32_t at = ranks->first[u]; at < last; at++) {
        int32_t before = ranks->start[at];
        odds c = class_odds(o, l, order + before, ranks->start[at + 1] - before);
        int16_t *share = l->shares + 4 * (size_t)at;
        share[DM_WHITE] = (int16_t)lrint(worth * (sum + clear * keeps(o->ties, &c, DM_WHITE)));
        share[DM_BLACK] = (int16_t)lrint(worth * (sum - clear * keeps(o->ties, &c, DM_BLACK)));
        share[BOTH] = (int16_t)lrint(worth * (sum + clear * shared));
        sum += clear * decides(o->ties, &c);
        clear *= c.none;
    }
    for (int holder = 0; holder <= HOLDER; holder++)
        l->shares[4 * (size_t)last + (size_t)holder] = (int16_t)lrint(worth * sum);
}

static void fill_level(const dmi_completion_estimate *o, level *l)
{
    const dmi_ranks *ranks = o->ranks;
    for (dm_vertex u = 0; u < ranks->n; u++)
        fill_shares_at(o, l, u);
    for (dm_vertex v = 0; v < ranks->n; v++) {
        const uint16_t *row = dmi_ranks_row(ranks, v);
        int16_t *fresh = l->fresh + v * ranks->stride;
        for (dm_vertex u = 0; u < ranks->n; u++)
            fresh[u] = row[u] == DMI_RANK_NONE
                           ? 0
                           : l->shares[4 * (size_t)(ranks->first[u] + row[u]) + l->mover];
    }
    l->is_ready = true;
}

static level *level_at(dmi_completion_estimate *o, int index)
{
    level *l = &o->level[index];
    if (!l->is_ready)
        fill_level(o, l);
    return l;
}

/* Lets a stone of `side` with this row join. */
static void join(const dmi_completion_estimate *o, state *s, dm_side side, const uint16_t *row)
{
    const uint32_t *first = o->ranks->first;
    for (dm_vertex u = 0; u < o->ranks->n; u++) {
        bool nearer = row[u] < s->near[u];
        s->slot[u] = nearer ? 4 * (first[u] + row[u]) + (uint32_t)side : s->slot[u];
        s->near[u] = nearer ? row[u] : s->near[u];
    }
}

/* ... and those that it ties with. */
static void join_ties(const dmi_completion_estimate *o, state *s, dm_side side, const uint16_t *row)
{
    for (dm_vertex u = 0; u < o->ranks->n; u++)
        if (row[u] == s->near[u] && row[u] != DMI_RANK_NONE &&
            (s->slot[u] & HOLDER) != (uint32_t)side)
            s->slot[u] = (s->slot[u] & ~(uint32_t)HOLDER) | BOTH;
}

static void add_stone(const dmi_completion_estimate *o, state *s, dm_side side, dm_vertex v)
{
    const uint16_t *row = dmi_ranks_row(o->ranks, v);
    if (o->has_ties)
        join_ties(o, s, side, row);
    join(o, s, side, row);
}

void dmi_completion_estimate_place(dmi_completion_estimate *o, dm_vertex v)
{
    const state *from = &o->state[o->at];
    state *to = &o->state[++o->at];
    memcpy(to->near, from->near, (size_t)o->ranks->stride * sizeof *to->near);
    memcpy(to->slot, from->slot, (size_t)o->ranks->n * sizeof *to->slot);
    add_stone(o, to, o->level[o->at].mover, v);
}

void dmi_completion_estimate_undo(dmi_completion_estimate *o)
{
    o->at--;
}

void dmi_completion_estimate_try(dmi_completion_estimate *o, const dm_vertex *vertices,
                                 int64_t count, int32_t *values)
{
    const level *next = level_at(o, o->at + 1);
    const state *s = &o->state[o->at];
    for (dm_vertex u = 0; u < o->ranks->n; u++)
        o->same[u] = next->shares[s->slot[u]];
    for (dm_vertex u = 0; o->has_ties && u < o->ranks->n; u++) {
        bool joins = s->near[u] != DMI_RANK_NONE && (s->slot[u] & HOLDER) != next->mover;
        o->equal[u] = joins ? next->shares[(s->slot[u] & ~(uint32_t)HOLDER) | BOTH] : o->same[u];
    }
    sum_job job = {s->near, o->same, o->has_ties ? o->equal : o->same, o->ranks->stride};
    for (int64_t i = 0; i < count; i++)
        values[i] = o->add_up(&job, dmi_ranks_row(o->ranks, vertices[i]),
                              next->fresh + vertices[i] * o->ranks->stride);
}

static bool make_level(dmi_completion_estimate *o, int index)
{
    size_t n = (size_t)o->ranks->n, stride = (size_t)o->ranks->stride;
    level *l = &o->level[index];
    state *s = &o->state[index];
    if (!l->shares && index > 0)
        l->shares = dmi_alloc(4 * (size_t)o->ranks->first[n], sizeof *l->shares);
    if (!l->fresh && index > 0)
        l->fresh = dmi_calloc(n * stride, sizeof *l->fresh);
    if (!s->near)
        s->near = dmi_alloc(stride, sizeof *s->near);
    if (!s->slot)
        s->slot = dmi_alloc(n, sizeof *s->slot);
    return ((l->shares && l->fresh) || index == 0) && s->near && s->slot;
}

static void set_levels(dmi_completion_estimate *o, const dm_side *sides, int32_t to_come)
{
    int32_t left[2] = {0, 0};
    for (int32_t i = 0; i < to_come; i++)
        left[sides[i]]++;
    for (int i = 0; i <= o->reach; i++) {
        level *l = &o->level[i];
        if (i > 0)
            left[l->mover = sides[i - 1]]--;
        memcpy(l->to_come, left, sizeof left);
        l->is_ready = false;
    }
}

/* The chances of `side` from what a stone of it gains at once. */
static void prefer(dmi_completion_estimate *o, dm_side side, dm_vertex count)
{
    o->level[1].mover = side;
    o->level[1].is_ready = false;
    dmi_completion_estimate_try(o, o->vertices, count, o->tried);
    double mean = 0, best = -INFINITY, sum = 0;
    for (dm_vertex i = 0; i < count; i++) {
        o->gain[i] = side == DM_WHITE ? o->tried[i] : -o->tried[i];
        mean += o->gain[i] / count;
        best = o->gain[i] > best ? o->gain[i] : best;
    }
    double unit = heat * (best - mean);
    for (dm_vertex i = 0; i < count; i++) {
        o->gain[i] = unit > 0 ? exp((o->gain[i] - best) / unit) : 1;
        sum += o->gain[i];
    }
    for (dm_vertex i = 0; i < count; i++)
        o->gain[i] /= sum;
}

static void write_likely(dmi_completion_estimate *o, dm_side side, dm_vertex count,
                         const double *chances)
{
    for (dm_vertex i = 0; i < count; i++)
        o->likely[side][o->vertices[i]] = chances ? chances[i] : 1.0 / count;
}

/* Where stones are likely to go. */
static void look_around(dmi_completion_estimate *o, dm_vertex count, double *chances)
{
    write_likely(o, DM_WHITE, count, NULL);
    write_likely(o, DM_BLACK, count, NULL);
    prefer(o, DM_WHITE, count);
    memcpy(chances, o->gain, (size_t)count * sizeof *chances);
    prefer(o, DM_BLACK, count);
    write_likely(o, DM_BLACK, count, o->gain);
    write_likely(o, DM_WHITE, count, chances);
}

static dm_vertex find_free(dmi_completion_estimate *o, const dm_stone *stones, int32_t count)
{
    dm_vertex n = o->ranks->n, found = 0;
    for (dm_vertex v = 0; v < n; v++)
        o->likely[0][v] = o->likely[1][v] = 0;
    for (int32_t i = 0; i < count; i++)
        o->likely[0][stones[i].vertex] = 1;
    for (dm_vertex v = 0; v < n; v++)
        if (o->likely[0][v] <= 0)
            o->vertices[found++] = v;
        else
            o->likely[0][v] = 0;
    return found;
}

dm_status dmi_completion_estimate_start(dmi_completion_estimate *o, const dm_stone *stones,
                                        int32_t count, const dm_side *sides, int32_t to_come,
                                        dm_error *err)
{
    o->at = 0;
    int most = dmi_completion_estimate_reach(o);
    o->reach = to_come < most ? to_come : most;
    for (int i = 0; i <= o->reach; i++)
        if (!make_level(o, i))
            return dmi_no_memory(err);
    state *s = &o->state[0];
    memset(s->near, 0xff, (size_t)o->ranks->stride * sizeof *s->near);
    for (dm_vertex u = 0; u < o->ranks->n; u++)
        s->slot[u] = 4 * (o->ranks->first[u + 1] - 1);
    for (int32_t i = 0; i < count; i++)
        add_stone(o, s, (dm_side)stones[i].player, stones[i].vertex);
    set_levels(o, sides, to_come);
    dm_vertex free_count = find_free(o, stones, count);
    if (o->reach > 0) {
        double *chances = dmi_alloc((size_t)free_count, sizeof *chances);
        if (!chances)
            return dmi_no_memory(err);
        look_around(o, free_count, chances);
        free(chances);
        set_levels(o, sides, to_come);
    }
    return DM_OK;
}

int dmi_completion_estimate_scale(const dmi_completion_estimate *o)
{
    return o->scale;
}

bool dmi_completion_estimate_has_ties(const dmi_completion_estimate *o)
{
    return o->ranks->has_ties;
}

int dmi_completion_estimate_reach(const dmi_completion_estimate *o)
{
    size_t n = (size_t)o->ranks->n, stride = (size_t)o->ranks->stride;
    size_t bytes = (n * stride + 4 * (size_t)o->ranks->first[n]) * sizeof(int16_t);
    size_t most = most_bytes / bytes;
    return most < 1 ? 1 : most > DMI_ESTIMATE_DEPTH ? DMI_ESTIMATE_DEPTH : (int)most;
}

static bool make_room(dmi_completion_estimate *o)
{
    size_t n = (size_t)o->ranks->n, stride = (size_t)o->ranks->stride;
    o->worth = dmi_alloc(n, sizeof *o->worth);
    o->order = dmi_alloc(n * n, sizeof *o->order);
    o->likely[0] = dmi_alloc(n, sizeof *o->likely[0]);
    o->likely[1] = dmi_alloc(n, sizeof *o->likely[1]);
    o->gain = dmi_alloc(n, sizeof *o->gain);
    o->same = dmi_calloc(stride, sizeof *o->same);
    o->equal = dmi_calloc(stride, sizeof *o->equal);
    o->tried = dmi_alloc(n, sizeof *o->tried);
    o->vertices = dmi_alloc(n, sizeof *o->vertices);
    return o->worth && o->order && o->likely[0] && o->likely[1] && o->gain && o->same && o->equal &&
           o->tried && o->vertices;
}

/* The order of vertices at each u, from the classes: a counting sort. */
static void fill_order(dmi_completion_estimate *o, dm_vertex *used)
{
    const dmi_ranks *ranks = o->ranks;
    for (dm_vertex u = 0; u < ranks->n; u++) {
        uint16_t *order = o->order + (size_t)u * (size_t)ranks->n;
        const int32_t *start = ranks->start + ranks->first[u];
        memset(used, 0, (size_t)ranks->n * sizeof *used);
        for (dm_vertex v = 0; v < ranks->n; v++) {
            uint16_t class = dmi_ranks_row(ranks, v)[u];
            if (class != DMI_RANK_NONE)
                order[start[class] + used[class]++] = (uint16_t)v;
        }
    }
}

static void fill_worth(dmi_completion_estimate *o, const dm_arena *arena)
{
    const int64_t *values = dm_arena_values(arena);
    int64_t most = 1;
    for (dm_vertex u = 0; u < o->ranks->n; u++)
        most = dm_value_of(values, u) > most ? dm_value_of(values, u) : most;
    o->scale = (int)floor(log2(INT16_MAX / (double)most));
    for (dm_vertex u = 0; u < o->ranks->n; u++)
        o->worth[u] = ldexp((double)dm_value_of(values, u), o->scale);
}

dm_status dmi_completion_estimate_new(const dm_arena *arena, const dmi_ranks *ranks,
                                      dm_tie_rule ties, dmi_completion_estimate **out,
                                      dm_error *err)
{
    dmi_completion_estimate *o = dmi_calloc(1, sizeof *o);
    if (!o)
        return dmi_no_memory(err);
    o->ranks = ranks;
    o->ties = ties;
    o->has_ties = ties != DM_TIES_EARLIER && ranks->has_ties;
    o->add_up = dm_simd_available(DM_SIMD_AVX512) ? add_up_avx512
                : dm_simd_available(DM_SIMD_AVX2) ? add_up_avx2
                                                  : add_up_portable;
    if (!make_room(o)) {
        dmi_completion_estimate_free(o);
        return dmi_no_memory(err);
    }
    fill_order(o, o->vertices);
    fill_worth(o, arena);
    *out = o;
    return DM_OK;
}

void dmi_completion_estimate_free(dmi_completion_estimate *o)
{
    if (!o)
        return;
    for (int i = 0; i <= DMI_ESTIMATE_DEPTH; i++) {
        free(o->level[i].shares);
        free(o->level[i].fresh);
        free(o->state[i].near);
        free(o->state[i].slot);
    }
    free(o->worth);
    free(o->order);
    free(o->likely[0]);
    free(o->likely[1]);
    free(o->gain);
    free(o->same);
    free(o->equal);
    free(o->tried);
    free(o->vertices);
    free(o);
}
