/* blocker_impl.h - Blue keeps Red away from key points, where stones have a minimum distance
 * (section 2.3).
 */
#ifndef DMI_PAPERS_INTERVAL_BLOCKER_IMPL_H
#define DMI_PAPERS_INTERVAL_BLOCKER_IMPL_H

#include "papers/interval/notes_impl.h"

/* The place j/8 of the minimum distance after or before x; false if it is not legal. */
static inline bool near_key(const board *b, const num x, int j, bool after, num out)
{
    num_part(out, b->min_distance, 8);
    num_times(out, out, (uint32_t)j);
    if (after)
        num_add(out, x, out);
    else
        num_sub(out, x, out);
    wrap(b, out);
    return is_open(b, out);
}

/* A place so near to a free key point that no stone can take it. */
static inline found block_key(board *b, num out)
{
    if (b->count == 0 || num_sign(b->min_distance) == 0)
        return NOT_THERE;
    if (num_rest(b->min_distance, 8) && !refine(b, 8, 0))
        return FAILED;
    int far = b->closed ? 7 : 8; /* at 8/8 the key point would stay legal */
    for (int i = 0; i < b->n; i++)
        for (int j = 2 * far + 1; j > 1 && is_open(b, b->key[i]); j--)
            if (near_key(b, b->key[i], j / 2, !(j % 2), out))
                return FOUND;
    return NOT_THERE;
}

/* Red's margin after a blue stone at x, plus the most that one red stone can gain. */
static inline void red_best_after(board *b, const num x, num out)
{
    num gain;
    num_init(gain);
    board_place(b, x);
    margin(b, out);
    int richest = richest_gap(b, DM_RED);
    if (richest != NONE) {
        gain_of(b, gap_at(b, richest), DM_RED, gain);
        num_add(out, out, gain);
    }
    board_undo(b);
    num_clear(gain);
}

/* The end of the widest interval from `stone` that no stone fits into; epsilon shortens one that
 * would leave exactly one legal place. */
static inline bool unbreakable_place(const board *b, int stone, bool after, const num epsilon,
                                     num out)
{
    num_add(out, b->min_distance, b->min_distance);
    if (b->closed)
        num_sub(out, out, epsilon);
    if (after)
        num_add(out, b->at[stone], out);
    else
        num_sub(out, b->at[stone], out);
    wrap(b, out);
    return is_open(b, out);
}

/* For the last stone: replaces the place in `out` by one that makes an interval Red cannot break,
 * if that leaves Red with less. */
static inline void or_unbreakable(board *b, const num epsilon, num out)
{
    num place, least, left;
    num_init(place);
    num_init(least);
    num_init(left);
    red_best_after(b, out, least);
    for (int i = 0; i < 2 * b->count; i++) {
        if (b->who[i / 2] != DM_BLUE || !unbreakable_place(b, i / 2, i % 2, epsilon, place))
            continue;
        red_best_after(b, place, left);
        if (num_compare(left, least) < 0) {
            num_set(least, left);
            num_set(out, place);
        }
    }
    num_clear(place);
    num_clear(least);
    num_clear(left);
}

static inline bool choose_blocker(board *b, dm_interval_player *p, num out)
{
    int bits = (int)p->bits;
    bool last = b->placed[DM_BLUE] == b->n - 1;
    found result = last ? NOT_THERE : block_key(b, out);
    dmi_trace_step(p->trace, NULL,
                   result == FOUND ? "A free key point is blocked: it is nearer than the minimum "
                                     "distance."
                   : last          ? "The last stone: the place that leaves Red least."
                                   : "No key point is left to block; the place that gains most.");
    if (result != NOT_THERE)
        return result == FOUND;
    if (!refine_to_bits(b, bits) || !best_place(b, b->side, bits, out))
        return false;
    if (last && b->count > 0 && num_sign(b->min_distance) > 0) {
        num epsilon;
        num_init(epsilon);
        num_shrink(epsilon, b->unit, bits);
        or_unbreakable(b, epsilon, out);
        num_clear(epsilon);
    }
    return true;
}

#endif
