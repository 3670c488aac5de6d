/* evaluator_impl.h - the evaluator's loops for one width and one instruction set.
 *
 * The including file defines
 *     FORM(name)   the name of this form
 *     CELL         the unsigned type of a distance
 *     TARGET       an attribute that chooses the instruction set, or nothing
 *     HAS_LINES    if there is a function FORM(line) that compares one line; without it the
 *                  comparison is a plain loop over the vertices
 * and FORM and CELL are undefined again at the end.  It is included once per form, so without
 * the usual guard.
 */
#include "game/evaluator_kernels.h"

#if !defined FORM || !defined CELL
#error "define FORM and CELL first"
#endif

#ifdef HAS_LINES

/* Values are stored in bit planes, so that a masked sum is a few popcounts. */
TARGET static inline int64_t FORM(sum_values)(const uint64_t *plane, int planes, uint64_t mask)
{
    int64_t sum = 0;
    for (int k = 0; k < planes; k++)
        sum += (int64_t)__builtin_popcountll(mask & plane[k]) << k;
    return sum;
}

TARGET static inline dmi_tally FORM(tally_inline)(const dmi_contest *contest, const void *row)
{
    const dmi_evaluator_board *board = contest->board;
    uint64_t own_ties = contest->favour == DMI_FAVOUR_OWN ? UINT64_MAX : 0;
    uint64_t other_ties = contest->favour == DMI_FAVOUR_OTHER ? UINT64_MAX : 0;
    dmi_tally tally = {0, 0};
    for (int64_t i = 0; i < board->lines; i++) {
        dmi_line line = FORM(line)((const char *)row + 64 * i, (const char *)contest->own + 64 * i,
                                   (const char *)contest->other + 64 * i);
        line.own |= line.tied & own_ties;
        line.other |= line.tied & other_ties;
        if (board->planes == 0) {
            tally.own += __builtin_popcountll(line.own);
            tally.other += __builtin_popcountll(line.other);
        } else {
            const uint64_t *plane = board->plane + i * board->planes;
            tally.own += FORM(sum_values)(plane, board->planes, line.own);
            tally.other += FORM(sum_values)(plane, board->planes, line.other);
        }
    }
    return tally;
}

#else

static inline dmi_tally FORM(tally_inline)(const dmi_contest *contest, const void *row)
{
    const CELL *stone = row, *own = contest->own, *other = contest->other;
    const int64_t *values = contest->board->values;
    int own_ties = contest->favour == DMI_FAVOUR_OWN;
    int other_ties = contest->favour == DMI_FAVOUR_OTHER;
    dm_vertex n = contest->board->n;
    dmi_tally tally = {0, 0};
    int32_t own_count = 0, other_count = 0;
    for (dm_vertex v = 0; v < n; v++) {
        CELL nearest = stone[v] < own[v] ? stone[v] : own[v];
        int tied = (nearest == other[v]) & (nearest != (CELL)-1);
        int mine = (nearest < other[v]) | (tied & own_ties);
        int theirs = (nearest > other[v]) | (tied & other_ties);
        if (values) {
            tally.own += values[v] & -(int64_t)mine;
            tally.other += values[v] & -(int64_t)theirs;
        } else {
            own_count += mine;
            other_count += theirs;
        }
    }
    tally.own += own_count;
    tally.other += other_count;
    return tally;
}

#endif

TARGET static dmi_tally FORM(tally)(const dmi_contest *contest, const void *row)
{
    return FORM(tally_inline)(contest, row);
}

TARGET static void FORM(tally_many)(const dmi_contest *contest, const dm_distances *table,
                                    const dm_vertex *vertices, int32_t count, int64_t *values)
{
    for (int64_t i = 0; i < count; i++) {
        dmi_tally tally = FORM(tally_inline)(contest, dm_distance_row(table, vertices[i]));
        values[i] = tally.own - tally.other;
    }
}

TARGET static void FORM(merge)(const dmi_contest *contest, const void *row, void *out)
{
    const CELL *stone = row, *own = contest->own;
    CELL *merged = out;
    int64_t cells = contest->board->lines * 64 / (int64_t)sizeof(CELL);
    for (int64_t i = 0; i < cells; i++)
        merged[i] = stone[i] < own[i] ? stone[i] : own[i];
}

TARGET static void FORM(take)(const dmi_contest *contest, const void *row, void *out)
{
    const CELL *stone = row, *own = contest->own, *other = contest->other;
    CELL *kept = out;
    int64_t cells = contest->board->lines * 64 / (int64_t)sizeof(CELL);
    for (int64_t i = 0; i < cells; i++) {
        CELL nearest = own[i] < other[i] ? own[i] : other[i];
        kept[i] = stone[i] < nearest ? stone[i] : own[i];
    }
}

static const dmi_kernels FORM(kernels) = {FORM(tally), FORM(tally_many), FORM(merge), FORM(take)};

#undef FORM
#undef CELL
