/* blue_strategies_impl.h - Blue's strategies, from random to tiny-margin.  Each chooses one
 * stone; turn_size() reads the number of stones per turn.
 */
#ifndef DMI_INTERVAL_BLUE_STRATEGIES_IMPL_H
#define DMI_INTERVAL_BLUE_STRATEGIES_IMPL_H

#include "interval/red_strategies_impl.h"

static inline bool choose_random_blue(board *b, dm_interval_player *p, num out)
{
    return random_place(b, (int)p->bits, &p->rng, out);
}

static inline bool choose_greedy(board *b, dm_interval_player *p, num out)
{
    return best_place(b, b->side, (int)p->bits, out);
}

static inline bool grab_or_greedy(board *b, int bits, num out)
{
    found result = NOT_THERE;
    if (b->count > 0 || !b->circle)
        result = take_key(b, PICK_FIRST, NULL, out);
    return result == FOUND || best_place(b, b->side, bits, out);
}

static inline bool choose_grab(board *b, dm_interval_player *p, num out)
{
    return grab_or_greedy(b, (int)p->bits, out);
}

/* After the key points each blue stone gains at least 1/n - e and each red one at most 1/n, and
 * Blue has at most n stones left: e = 2^-bits / n is small enough. */
static inline bool choose_tiny(board *b, dm_interval_player *p, num out)
{
    int bits = (int)p->bits;
    for (int n = 1; n < b->n; n *= 2)
        bits++;
    return grab_or_greedy(b, bits, out);
}

/* Makes 1/k of the arena a whole number of units. */
static inline bool divide_by(board *b, uint32_t k)
{
    uint32_t a = k, rest = num_rest(b->unit, k);
    while (rest) { /* Euclid's algorithm */
        uint32_t next = a % rest;
        a = rest;
        rest = next;
    }
    return a == k || refine(b, k / a, 0);
}

/* i/(2n-2) for i = 0 to n-2, then 1/2 + 1/(4n-4). */
static inline bool choose_lemma3(board *b, dm_interval_player *p, num out)
{
    (void)p;
    int laid = b->placed[DM_BLUE];
    uint32_t parts = 4 * (uint32_t)(b->n > 1 ? b->n - 1 : 1);
    if (b->count == 0)
        return best_place(b, DM_BLUE, USUAL_BITS, out);
    if (!divide_by(b, parts))
        return false;
    num_part(out, b->unit, parts);
    num_times(out, out, laid < b->n - 1 ? 2 * (uint32_t)laid : parts / 2 + 1);
    num_add(out, out, b->at[0]);
    wrap(b, out);
    return is_open(b, out) || best_place(b, DM_BLUE, USUAL_BITS, out);
}

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
