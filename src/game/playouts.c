/* playouts.c - games finished at random, many at a time.
 *
 * Only the order of distances counts, so distances become classes (graph/ranks.h): bytes if
 * no vertex has more than 254 of them.  A completion shuffles the list of free vertices and
 * gives the first ones to White's and Black's stones; each stone is one elementwise minimum.
 * Byte counters per vertex count how often a side is at least as near; once in 255
 * completions they are multiplied by the values.  The list is never restored, because any
 * order is a good start for the next shuffle.
 *
 * Crossed completions cut more of the list into blocks and let every block, as White's
 * stones, meet every other one as Black's: any two blocks are a random completion, because
 * they are disjoint and random.  Each block plays both colours equally often, so its own
 * strength cancels out of the difference of scores.
 *
 *     shuffled:   0 0 0 | 1 1 1 | 2 2 2 | ...      0 against 1, 0 - 2, 1 - 0, 1 - 2, 2 - 0, 2 - 1
 *
 * Several draws come from one random word (Brackett-Rozinsky and Lemire 2024): multiplying
 * the word by the first bound leaves the draw in the high half and a new word for the next
 * bound in the low half.  The word is rejected if the last low half is below 2^64 mod the
 * product of the bounds, which leaves no bias.
 *
 * If the board has no ties all tie rules agree.  So the rule that needs the order of stones
 * (earlier) takes the slower way only on boards with ties.
 *
 * Cost: O(n) bytes per stone, or per block of stones.
 */
#include "game/evaluator.h"
#include "game/playout_forms.h"

#include "arena/tables.h"
#include "base/base.h"
#include "game/playouts.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum {
    BATCH_MOST = 8,
    BLOCKS_MOST = 16, /* their ordered pairs fit byte counters */
    COUNT_MOST = 255
};

/* Draws that share one random word. */
typedef struct batch {
    int32_t from, count;
    uint64_t product; /* of their bounds */
    uint64_t reject_below;
} batch;

struct dmi_playouts {
    dm_vertex n;
    bool has_ties;
    bool is_wide; /* two-byte cells */
    dmi_simd simd;
    dmi_rows rows;
    dmi_counts counts;
    int64_t cells; /* per row */
    double *worth;
    char *row_cells;      /* owned: n rows */
    char *base;           /* owned: one row per side, for the stones on the board */
    char *blocks;         /* owned: BLOCKS_MOST rows per side */
    uint8_t *count_cells; /* owned: three rows of bytes */
    uint16_t *pool;       /* free vertices; the first are the completion's */
    dm_side *sides;
    batch *batches;
    dm_stone *last;
    /* set by dmi_playouts_start */
    const dmi_playout_form *form;
    dm_tie_rule ties;
    bool keeps_order; /* ties go to the earlier stone and the board has ties */
    int32_t pool_count, to_come, side_count[2];
    int32_t block_count, spacing; /* of blocks in the pool */
    int32_t per_shuffle;          /* completions: 1, or all ordered pairs of blocks */
    int32_t batch_count;
    int32_t last_block[2]; /* of the last completion */
    dmi_arrays arrays;
};

static dm_status fill_free(dmi_playouts *p, const dm_arena *arena, const dmi_ranks *ranks,
                           dm_error *err)
{
    p->n = ranks->n;
    p->has_ties = ranks->has_ties;
    p->is_wide = ranks->classes > 254;
    p->cells = ranks->stride;
    p->rows.bytes = p->cells * (p->is_wide ? 2 : 1);
    size_t n = (size_t)p->n, bytes = (size_t)p->rows.bytes;
    p->row_cells = dmi_alloc_aligned(n * bytes);
    p->base = dmi_alloc_aligned(2 * bytes);
    p->blocks = dmi_alloc_aligned((size_t)2 * BLOCKS_MOST * bytes);
    p->count_cells = dmi_alloc_aligned(3 * (size_t)p->cells);
    p->worth = dmi_array(&p->arrays, n, sizeof *p->worth);
    p->pool = dmi_array(&p->arrays, n, sizeof *p->pool);
    p->sides = dmi_array(&p->arrays, n, sizeof *p->sides);
    p->batches = dmi_array(&p->arrays, n, sizeof *p->batches);
    p->last = dmi_array(&p->arrays, n, sizeof *p->last);
    if (!(p->row_cells && p->base && p->blocks && p->count_cells && !p->arrays.failed))
        return dmi_no_memory(err);
    p->rows.cells = p->row_cells;
    p->counts =
        (dmi_counts){{p->count_cells, p->count_cells + p->cells}, p->count_cells + 2 * p->cells};
    for (dm_vertex v = 0; v < p->n; v++) {
        const uint16_t *from = dmi_ranks_row(ranks, v);
        char *row = p->row_cells + v * p->rows.bytes;
        if (p->is_wide)
            memcpy(row, from, (size_t)p->rows.bytes);
        for (int64_t u = 0; !p->is_wide && u < p->cells; u++)
            ((uint8_t *)row)[u] = (uint8_t)from[u]; /* DMI_RANK_NONE becomes 255 */
    }
    const int64_t *values = dm_arena_values(arena);
    for (dm_vertex v = 0; v < p->n; v++)
        p->worth[v] = (double)dm_value_of(values, v);
    return DM_OK;
}

dm_status dmi_playouts_new(const dm_arena *arena, const dm_distances *table, dmi_simd simd,
                           dm_run *run, dmi_playouts **out, dm_error *err)
{
    if (!dmi_simd_available(simd))
        return dmi_fail(err, DM_UNSUPPORTED, "this machine cannot run the %s form",
                        dmi_simd_name(simd));
    const dmi_ranks *ranks = NULL;
    dmi_playouts *p = NULL;
    dmi_tables *tables = dmi_tables_hold(arena);
    dm_status status = dmi_tables_ranks(tables, table, DMI_RANKS_ALL, run, &ranks, err);
    if (status == DM_OK) {
        p = dmi_calloc(1, sizeof *p);
        status = p ? fill_free(p, arena, ranks, err) : dmi_no_memory(err);
    }
    dmi_tables_release(tables);
    if (status != DM_OK) {
        dmi_playouts_free(p);
        return dmi_as_unfinished(status, err);
    }
    p->simd = simd;
    *out = p;
    return DM_OK;
}

void dmi_playouts_free(dmi_playouts *p)
{
    if (!p)
        return;
    free(p->row_cells);
    free(p->base);
    free(p->blocks);
    free(p->count_cells);
    dmi_arrays_free(&p->arrays);
    free(p);
}

static const dmi_playout_form *choose_form(const dmi_playouts *p)
{
#if defined(__x86_64__)
    bool is_auto = p->simd == DMI_SIMD_AUTO;
    if (!p->is_wide &&
        (p->simd == DMI_SIMD_AVX512 || (is_auto && dmi_simd_available(DMI_SIMD_AVX512))))
        return dmi_playout_avx512();
    if (!p->is_wide && (p->simd == DMI_SIMD_AVX2 || (is_auto && dmi_simd_available(DMI_SIMD_AVX2))))
        return dmi_playout_avx2();
#endif
    return dmi_playout_portable(p->is_wide);
}

/* Adds a stone to one of two adjacent vectors. */
static void add_stone(const dmi_playouts *p, char *vectors, dm_side side, dm_vertex v)
{
    int64_t bytes = p->rows.bytes;
    char *own = vectors + (int)side * bytes;
    const uint16_t vertex = (uint16_t)v;
    if (p->keeps_order)
        p->form->take(p->rows.cells + v * bytes, own, vectors + (int)dm_other(side) * bytes, bytes);
    else
        p->form->merge(&p->rows, &vertex, 1, own, own);
}

void dmi_playouts_start(dmi_playouts *p, dm_tie_rule ties, const dm_stone *stones, int32_t count,
                        const dm_side *sides, int32_t to_come)
{
    assert(count >= 0);
    p->form = choose_form(p);
    p->ties = ties;
    p->keeps_order = dm_ties_go_by_age(ties) && p->has_ties;
    memset(p->base, 0xff, 2 * (size_t)p->rows.bytes);
    for (int32_t i = 0; i < count; i++)
        add_stone(p, p->base, (dm_side)stones[i].player, stones[i].vertex);
    /* The free vertices, in any order. */
    uint8_t *taken = p->count_cells; /* used as scratch between counts */
    memset(taken, 0, (size_t)p->n);
    for (int32_t i = 0; i < count; i++)
        taken[stones[i].vertex] = 1;
    p->pool_count = 0;
    for (dm_vertex v = 0; v < p->n; v++)
        if (!taken[v])
            p->pool[p->pool_count++] = (uint16_t)v;
    p->to_come = to_come;
    p->side_count[DM_WHITE] = p->side_count[DM_BLACK] = 0;
    for (int32_t i = 0; i < to_come; i++)
        p->side_count[p->sides[i] = sides[i]]++;
}

/* Cuts the draws into batches whose bounds have a product of at most 2^56, so that all but
 * one in 2^8 words are accepted at once. */
static void plan_draws(dmi_playouts *p, int32_t draws)
{
    p->batch_count = 0;
    for (int32_t i = 0; i < draws;) {
        batch b = {.from = i, .product = 1};
        while (i < draws && b.count < BATCH_MOST &&
               b.product <= (UINT64_C(1) << 56) / (uint64_t)(p->pool_count - i)) {
            b.product *= (uint64_t)(p->pool_count - i++);
            b.count++;
        }
        b.reject_below = -b.product % b.product;
        p->batches[p->batch_count++] = b;
    }
}

/* Swaps each place of the batch with a random one from it to the end. */
static void draw_batch(dmi_playouts *p, const batch *b, dm_rng *rng)
{
    uint16_t at[BATCH_MOST];
    uint64_t word;
    do {
        word = dm_rng_next(rng);
        for (int32_t k = 0; k < b->count; k++) {
            wide product = (wide)word * (wide)(uint64_t)(p->pool_count - b->from - k);
            at[k] = (uint16_t)(product >> 64);
            word = (uint64_t)product;
        }
    } while (word < b->reject_below);
    for (int32_t k = 0; k < b->count; k++) {
        uint16_t *here = p->pool + b->from + k, *there = here + at[k];
        uint16_t chosen = *there;
        *there = *here;
        *here = chosen;
    }
}

/* The vector of the stones on the board and one block as one side's stones. */
static void merge_block(dmi_playouts *p, dm_side side, int32_t block)
{
    int64_t bytes = p->rows.bytes;
    p->form->merge(&p->rows, p->pool + (int64_t)block * p->spacing, p->side_count[side],
                   p->base + (int)side * bytes,
                   p->blocks + ((int)side * BLOCKS_MOST + block) * bytes);
}

/* Adds the counts of `count` completions to the score and clears them. */
static void add_counts(dmi_playouts *p, int32_t count, double score[2])
{
    const dmi_counts *c = &p->counts;
    for (dm_vertex u = 0; u < p->n; u++) {
        int32_t reached = count - c->unreached[u];
        int32_t white = c->reach[DM_WHITE][u] - c->unreached[u]; /* at least as near */
        int32_t black = c->reach[DM_BLACK][u] - c->unreached[u];
        int32_t tied = white + black - reached;
        score[DM_WHITE] += p->worth[u] * (white - (dm_ties_sign(p->ties) > 0 ? 0 : tied));
        score[DM_BLACK] += p->worth[u] * (black - (dm_ties_sign(p->ties) < 0 ? 0 : tied));
    }
    memset(p->count_cells, 0, 3 * (size_t)p->cells);
}

static void play_one(dmi_playouts *p, dm_rng *rng, int64_t count, double score[2])
{
    int32_t counted = 0;
    score[DM_WHITE] = score[DM_BLACK] = 0;
    memset(p->count_cells, 0, 3 * (size_t)p->cells);
    while (count > 0) {
        int32_t now = count < p->per_shuffle ? (int32_t)count : p->per_shuffle;
        if (counted + now > COUNT_MOST) {
            add_counts(p, counted, score);
            counted = 0;
        }
        /* Shuffles once and counts `count` completions, at most per_shuffle. */
        int64_t bytes = p->rows.bytes;
        for (int32_t k = 0; k < p->batch_count; k++)
            draw_batch(p, &p->batches[k], rng);
        if (p->keeps_order) { /* the two vectors of a single completion, stone by stone */
            const uint16_t *next[2] = {p->pool, p->pool + p->spacing};
            memcpy(p->blocks, p->base, 2 * (size_t)bytes);
            for (int32_t i = 0; i < p->to_come; i++)
                add_stone(p, p->blocks, p->sides[i], *next[p->sides[i]]++);
        } else {
            int32_t whites = p->per_shuffle == 1 ? 1 : p->block_count;
            for (int32_t block = 0; block < whites; block++)
                merge_block(p, DM_WHITE, block);
            for (int32_t block = p->per_shuffle == 1; block < p->block_count; block++)
                merge_block(p, DM_BLACK, block);
        }
        const char *black = p->blocks + (p->keeps_order ? 0 : BLOCKS_MOST * bytes);
        p->form->count(p->blocks, black, bytes, p->block_count, now, &p->counts);
        int32_t white_block = (now - 1) / (p->block_count - 1);
        int32_t black_block = (now - 1) % (p->block_count - 1);
        assert(white_block < p->block_count && now >= 1);
        p->last_block[DM_WHITE] = white_block;
        p->last_block[DM_BLACK] = black_block + (black_block >= white_block);
        counted += now;
        count -= now;
    }
    add_counts(p, counted, score);
}

void dmi_playouts_run(dmi_playouts *p, dm_rng *rng, int64_t count, double score[2])
{
    assert(count >= 0);
    p->per_shuffle = 1;
    p->block_count = 2;
    p->spacing = p->side_count[DM_WHITE];
    plan_draws(p, p->to_come);
    play_one(p, rng, count, score);
}

void dmi_playouts_cross(dmi_playouts *p, dm_rng *rng, int64_t count, double score[2])
{
    assert(count >= 0);
    int32_t white = p->side_count[DM_WHITE], black = p->side_count[DM_BLACK];
    int32_t larger = white > black ? white : black;
    int32_t blocks = larger ? p->pool_count / larger : 0;
    if (p->keeps_order || blocks < 2) {
        dmi_playouts_run(p, rng, count, score);
        return;
    }
    blocks = blocks < BLOCKS_MOST ? blocks : BLOCKS_MOST;
    while (blocks > 2 && (int64_t)(blocks - 1) * (blocks - 2) >= count)
        blocks--;
    assert(blocks >= 2 && blocks <= BLOCKS_MOST);
    p->per_shuffle = blocks * (blocks - 1);
    p->block_count = blocks;
    p->spacing = larger;
    plan_draws(p, blocks * larger);
    play_one(p, rng, count, score);
}

const dm_stone *dmi_playouts_last(dmi_playouts *p)
{
    const uint16_t *next[2];
    for (int side = 0; side < 2; side++)
        next[side] = p->pool + (int64_t)p->last_block[side] * p->spacing;
    for (int32_t i = 0; i < p->to_come; i++)
        p->last[i] = (dm_stone){*next[p->sides[i]]++, (int32_t)p->sides[i]};
    return p->last;
}
