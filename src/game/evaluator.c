/* evaluator.c - scores of positions that differ in one stone.
 *
 * A position is two vectors: each side's distance to its nearest stone, all
 * ones if there is none.  One more stone means the minimum with a row of the
 * table; the score compares the vectors.  Every position keeps the vector that
 * it changed, so undo only steps back:
 *
 *     frame 0   frame 1 (W)   frame 2 (B)   frame 3 (W)
 *     white 0   white 1 <--------- 1        white 3
 *     black 0 <-------- 0     black 2 <---------- 2
 *
 * Under the earlier rule a stone enters its side's vector only at vertices where
 * it is strictly nearer than all stones before, so the vectors are never equal
 * and the lesser one is the owner's.  The comparison "ties go to the other side"
 * then gives the scores after one more stone, so all rules use the same loops.
 *
 * Cost: O(n) per stone; 64 bytes of each vector are compared at a time.  The
 * forms are in evaluator_portable.c, _avx2.c and _avx512.c.
 */
#include "game/evaluator.h"
#include "game/evaluator_kernels.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct frame {
    const void *vector[2]; /* by side */
    int64_t score[2];
} frame;

struct dmi_evaluator {
    const dm_distances *table;
    dmi_evaluator_board board;
    dm_tie_rule ties;
    const dmi_kernels *kernels;
    int32_t stones, max_stones;
    frame *frames;   /* max_stones + 1 */
    char *vectors;   /* the two empty ones, then one per stone */
    uint64_t *plane; /* owned; board.plane */
};

bool dmi_simd_available(dmi_simd simd)
{
    switch (simd) {
    case DMI_SIMD_AUTO:
    case DMI_SIMD_PORTABLE:
        return true;
#if defined(__x86_64__)
    case DMI_SIMD_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
    case DMI_SIMD_AVX512:
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("popcnt");
#endif
    default:
        return false;
    }
}

const char *dmi_simd_name(dmi_simd simd)
{
    static const char *const names[] = {"auto", "portable", "avx2", "avx512"};
    return names[simd];
}

static const dmi_kernels *choose_kernels(dmi_simd simd, int width)
{
#if defined(__x86_64__)
    bool is_auto = simd == DMI_SIMD_AUTO;
    if (simd == DMI_SIMD_AVX512 || (is_auto && dmi_simd_available(DMI_SIMD_AVX512)))
        return dmi_kernels_avx512(width);
    if (simd == DMI_SIMD_AVX2 || (is_auto && dmi_simd_available(DMI_SIMD_AVX2)))
        return dmi_kernels_avx2(width);
#else
    (void)simd;
#endif
    return dmi_kernels_portable(width);
}

static dm_status make_planes(dmi_evaluator *evaluator, dm_error *err)
{
    dmi_evaluator_board *board = &evaluator->board;
    if (!board->values)
        return DM_OK;
    /* The number of bits of the largest value. */
    int64_t all = 0;
    for (dm_vertex v = 0; v < board->n; v++)
        all |= board->values[v];
    int planes = 1;
    while (all >> planes)
        planes++;
    dm_vertex per_line = 64 / evaluator->table->width;
    uint64_t *plane = dmi_calloc((size_t)(board->lines * planes), sizeof *plane);
    if (!plane)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < board->n; v++)
        for (int k = 0; k < planes; k++)
            if (board->values[v] >> k & 1)
                plane[v / per_line * planes + k] |= UINT64_C(1) << v % per_line;
    evaluator->plane = plane;
    board->plane = plane;
    board->planes = planes;
    return DM_OK;
}

static dm_status make_stack(dmi_evaluator *evaluator, dm_error *err)
{
    size_t frames = (size_t)evaluator->max_stones + 1;
    size_t row_bytes = (size_t)evaluator->board.lines * 64;
    if (row_bytes && frames + 1 > (size_t)PTRDIFF_MAX / row_bytes)
        return dmi_no_memory(err);
    evaluator->frames = dmi_calloc(frames, sizeof *evaluator->frames);
    evaluator->vectors = dmi_alloc_aligned((frames + 1) * row_bytes);
    if (!evaluator->frames || !evaluator->vectors)
        return dmi_no_memory(err);
    memset(evaluator->vectors, 0xff, 2 * row_bytes);
    evaluator->frames[0].vector[DM_WHITE] = evaluator->vectors;
    evaluator->frames[0].vector[DM_BLACK] = evaluator->vectors + row_bytes;
    return DM_OK;
}

dm_status dmi_evaluator_new(const dm_arena *arena, const dm_distances *table, dm_tie_rule ties,
                            int32_t max_stones, dmi_simd simd, dmi_evaluator **out, dm_error *err)
{
    if (table->n != dm_arena_vertices(arena))
        return dmi_fail(err, DM_BAD_ARGUMENT, "the table is for %d vertices, the board has %d",
                        table->n, dm_arena_vertices(arena));
    if (max_stones < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "a board cannot have %d stones", max_stones);
    if (!dmi_simd_available(simd))
        return dmi_fail(err, DM_UNSUPPORTED, "this machine cannot run the %s form",
                        dmi_simd_name(simd));
    dm_status status = DM_OK;
    dmi_evaluator *evaluator = dmi_calloc(1, sizeof *evaluator);
    if (!evaluator)
        return dmi_no_memory(err);
    evaluator->table = table;
    evaluator->board = (dmi_evaluator_board){.n = table->n,
                                             .lines = table->stride * table->width / 64,
                                             .values = dm_arena_values(arena)};
    evaluator->ties = ties;
    evaluator->kernels = choose_kernels(simd, table->width);
    evaluator->max_stones = max_stones;
    status = make_planes(evaluator, err);
    if (status == DM_OK)
        status = make_stack(evaluator, err);
    if (status == DM_OK)
        *out = evaluator;
    else
        dmi_evaluator_free(evaluator);
    return status;
}

void dmi_evaluator_free(dmi_evaluator *evaluator)
{
    if (!evaluator)
        return;
    free(evaluator->frames);
    free(evaluator->vectors);
    free(evaluator->plane);
    free(evaluator);
}

static dmi_contest contest_for(const dmi_evaluator *evaluator, dm_side side)
{
    const frame *now = &evaluator->frames[evaluator->stones];
    int sign = dm_ties_sign(evaluator->ties);
    dmi_favour favour = dm_ties_go_by_age(evaluator->ties)    ? DMI_FAVOUR_OTHER
                        : sign == 0                           ? DMI_FAVOUR_NONE
                        : sign == (side == DM_WHITE ? 1 : -1) ? DMI_FAVOUR_OWN
                                                              : DMI_FAVOUR_OTHER;
    return (dmi_contest){&evaluator->board, now->vector[side], now->vector[dm_other(side)], favour};
}

void dmi_evaluator_place(dmi_evaluator *evaluator, dm_side side, dm_vertex v)
{
    assert(side == DM_WHITE || side == DM_BLACK);
    assert(v >= 0 && v < evaluator->table->n && evaluator->stones < evaluator->max_stones);
    const dmi_kernels *kernels = evaluator->kernels;
    dmi_contest contest = contest_for(evaluator, side);
    const void *row = dm_distance_row(evaluator->table, v);
    dmi_tally tally = kernels->tally(&contest, row);
    evaluator->stones++;
    frame *next = &evaluator->frames[evaluator->stones];
    size_t vector = (size_t)evaluator->board.lines * 64;
    char *own = evaluator->vectors + ((size_t)evaluator->stones + 1) * vector;
    next->vector[side] = own;
    next->vector[dm_other(side)] = contest.other;
    next->score[side] = tally.own;
    next->score[dm_other(side)] = tally.other;
    if (dm_ties_go_by_age(evaluator->ties))
        kernels->take(&contest, row, own);
    else
        kernels->merge(&contest, row, own);
}

void dmi_evaluator_undo(dmi_evaluator *evaluator)
{
    assert(evaluator->stones > 0);
    evaluator->stones--;
}

void dmi_evaluator_reset(dmi_evaluator *evaluator)
{
    evaluator->stones = 0;
}

int32_t dmi_evaluator_stones(const dmi_evaluator *evaluator)
{
    return evaluator->stones;
}

int64_t dmi_evaluator_score(const dmi_evaluator *evaluator, dm_side side)
{
    assert(side == DM_WHITE || side == DM_BLACK);
    return evaluator->frames[evaluator->stones].score[side];
}

int64_t dmi_evaluator_value(const dmi_evaluator *evaluator)
{
    const frame *now = &evaluator->frames[evaluator->stones];
    return now->score[DM_WHITE] - now->score[DM_BLACK];
}

int64_t dmi_evaluator_try(const dmi_evaluator *evaluator, dm_side side, dm_vertex v)
{
    assert(side == DM_WHITE || side == DM_BLACK);
    assert(v >= 0 && v < evaluator->table->n);
    dmi_contest contest = contest_for(evaluator, side);
    dmi_tally tally = evaluator->kernels->tally(&contest, dm_distance_row(evaluator->table, v));
    return side == DM_WHITE ? tally.own - tally.other : tally.other - tally.own;
}

void dmi_evaluator_try_many(const dmi_evaluator *evaluator, dm_side side, const dm_vertex *vertices,
                            int32_t count, int64_t *values)
{
    assert(side == DM_WHITE || side == DM_BLACK);
    assert(count >= 0);
    dmi_contest contest = contest_for(evaluator, side);
    evaluator->kernels->tally_many(&contest, evaluator->table, vertices, count, values);
    for (int64_t i = 0; side == DM_BLACK && i < count; i++)
        values[i] = -values[i];
}
