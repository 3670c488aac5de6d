/* places_impl.h - the places that strategies choose from: the middle of a gap, the place that
 * gains most, a place that makes a longer red interval.
 *
 * The place is legal.  The functions fail if the numbers cannot grow so far (board_impl.h).
 */
#ifndef DMI_INTERVAL_PLACES_IMPL_H
#define DMI_INTERVAL_PLACES_IMPL_H

#include "interval/board_impl.h"

typedef enum found {
    FAILED,    /* the numbers are too coarse and cannot grow */
    NOT_THERE, /* there is no such place */
    FOUND
} found;

enum { USUAL_BITS = 20 }; /* if nearer is always better, Red goes 2^-20 near */

/* The middle of the legal part of a gap, which must have one. */
static inline bool middle_of(board *b, gap g, num out)
{
    assert(has_room(b, g));
    gap_room(b, g, out);
    if (!halve(b, out))
        return false;
    if (g.left != NO_STONE) {
        num_add(out, out, b->min_distance);
        num_add(out, out, b->at[g.left]);
    }
    wrap(b, out);
    return true;
}

/* Near the stone at one end of a gap: at the minimum distance if that is legal, else 2^-bits
 * further, or half the legal part if that is less. */
static inline bool place_near_stone(board *b, gap g, bool to_right, int bits, num out)
{
    num room;
    num_init(room);
    num_zero(out);
    bool fine = b->closed || refine_to_bits(b, bits);
    if (fine && !b->closed) {
        num_shrink(out, b->unit, bits);
        gap_room(b, g, room);
        num_sub(room, room, out);
        if (num_compare(room, out) < 0) { /* out is more than half of the legal part */
            num_add(out, out, room);
            fine = halve(b, out);
        }
    }
    num_clear(room);
    num_add(out, out, b->min_distance);
    if (to_right)
        num_sub(out, b->at[g.right], out);
    else
        num_add(out, b->at[g.left], out);
    wrap(b, out);
    return fine;
}

/* The supremum of what a stone of `side` can gain in a gap: an opponent's whole interval, an
 * interval of its own up to the opponent's stone, or both in a border segment. */
static inline void gain_of(const board *b, gap g, int side, num out)
{
    int whose = gap_owner(b, g);
    if (whose == side) {
        num_zero(out);
        return;
    }
    gap_length(b, g, out);
    if (at_border(g))
        num_add(out, out, out);
    if (whose == NOBODY || at_border(g))
        num_sub(out, out, b->min_distance);
}

/* Whether some place attains gain_of(). */
static inline bool is_attained(const board *b, gap g, int side)
{
    int whose = gap_owner(b, g);
    return b->closed || whose == side || (whose != NOBODY && !at_border(g));
}

/* The gap with the largest gain, of equal ones one that attains it; NONE if no gap has a legal
 * place. */
static inline int richest_gap(const board *b, int side)
{
    int best = NONE;
    bool best_attained = false;
    num gain, most;
    num_init(gain);
    num_init(most);
    for (int i = 0; i < gap_count(b); i++) {
        gap g = gap_at(b, i);
        if (!has_room(b, g))
            continue;
        gain_of(b, g, side, gain);
        int order = best == NONE ? 1 : num_compare(gain, most);
        bool attained = is_attained(b, g, side);
        if (order > 0 || (order == 0 && attained && !best_attained)) {
            best = i;
            best_attained = attained;
            num_set(most, gain);
        }
    }
    num_clear(gain);
    num_clear(most);
    return best;
}

/* The legal place that gains most at once; there must be one. */
static inline bool best_place(board *b, int side, int bits, num out)
{
    if (b->count == 0) { /* 0 on a circle, the middle of a segment */
        num_zero(out);
        if (!b->circle)
            num_halve(out, b->unit);
        return true;
    }
    gap g = gap_at(b, richest_gap(b, side));
    int whose = gap_owner(b, g);
    if (whose == side || (whose != NOBODY && !at_border(g)))
        return middle_of(b, g, out);
    return place_near_stone(b, g, owner(b, g.right) == 1 - side, bits, out);
}

static inline bool is_key(const board *b, const num x)
{
    for (int i = 0; i < b->n; i++)
        if (num_compare(b->key[i], x) == 0)
            return true;
    return false;
}

/* Whether the ends of interval i have two colours and are two neighbouring key points. */
static inline bool is_mixed_key_interval(const board *b, int i)
{
    gap g = i == BORDER ? (gap){b->order[b->count - 1], b->order[0]} : gap_at(b, i);
    if (at_border(g) || b->who[g.left] == b->who[g.right])
        return false;
    num length, step;
    num_init(length);
    num_init(step);
    num_part(step, b->unit, (uint32_t)b->n);
    interval_length(b, i, length);
    bool fits =
        num_compare(length, step) == 0 && is_key(b, b->at[g.left]) && is_key(b, b->at[g.right]);
    num_clear(length);
    num_clear(step);
    return fits;
}

/* The first such interval, the border interval last; or NONE. */
static inline int mixed_key_interval(const board *b)
{
    for (int i = 0; i < gap_count(b); i++)
        if (is_mixed_key_interval(b, i))
            return i;
    return !b->circle && b->count > 1 && is_mixed_key_interval(b, BORDER) ? BORDER : NONE;
}

/* The length of a new red interval inside the two-coloured interval `mixed`, longer than interval
 * `beyond`, measured from the red end: half-way between the lengths of both.  If that is too near
 * to the blue end, the longest legal length; if that bound itself is not legal, half-way to it, if
 * this is still longer than `beyond`. */
static inline found longer_length(board *b, int mixed, int beyond, num out)
{
    num longest;
    num_init(longest);
    found result = FOUND;
    interval_length(b, mixed, out);
    interval_length(b, beyond, longest);
    num_add(out, out, longest);
    if (!halve(b, out))
        result = FAILED;
    interval_length(b, mixed, longest);
    num_sub(longest, longest, b->min_distance);
    int order = num_compare(out, longest);
    if (result == FOUND && (order > 0 || (order == 0 && !b->closed))) {
        interval_length(b, beyond, out);
        if (b->closed)
            num_set(out, longest);
        else if (num_compare(out, longest) >= 0)
            result = NOT_THERE;
        else {
            num_add(out, out, longest);
            result = halve(b, out) ? FOUND : FAILED;
        }
    }
    num_clear(longest);
    return result;
}

/* Turns a length from the red end of interval `mixed` into a place.  In the border interval the
 * part that the red border segment covers already is left out. */
static inline void longer_place(const board *b, int mixed, num length)
{
    const int first = b->circle ? 0 : b->order[0], last = b->circle ? 0 : b->order[b->count - 1];
    gap g = mixed == BORDER ? (gap){last, first} : gap_at(b, mixed);
    bool red_left = b->who[g.left] == DM_RED;
    if (mixed != BORDER) {
        if (red_left)
            num_add(length, b->at[g.left], length);
        else
            num_sub(length, b->at[g.right], length);
        wrap(b, length);
    } else if (red_left) { /* the last stone is Red's: the place is near 0 */
        num_add(length, length, b->at[last]);
        num_sub(length, length, b->unit);
    } else {
        num_sub(length, b->at[first], length);
        num_add(length, length, b->unit);
    }
}

/* A stone in the two-coloured interval `mixed` that makes a red interval longer than `beyond`. */
static inline found longer_red_interval(board *b, int mixed, int beyond, num out)
{
    found result = longer_length(b, mixed, beyond, out);
    if (result != FOUND)
        return result;
    longer_place(b, mixed, out);
    return is_open(b, out) ? FOUND : NOT_THERE;
}

/* The middle of gap i; if that is not legal, nothing in the gap is. */
static inline found break_gap(board *b, int i, num out)
{
    if (i == NONE || !has_room(b, gap_at(b, i)))
        return NOT_THERE;
    return middle_of(b, gap_at(b, i), out) ? FOUND : FAILED;
}

/* A random legal multiple of 2^-bits; the best place if many tries find none. */
static inline bool random_place(board *b, int bits, dm_rng *rng, num out)
{
    enum { TRIES = 50 };
    if (!refine_to_bits(b, bits))
        return false;
    for (int i = 0; i < TRIES; i++) {
        uint64_t places = (UINT64_C(1) << bits) + !b->circle;
        num_shrink(out, b->unit, bits);
        num_times(out, out, (uint32_t)dm_rng_below(rng, places));
        if (is_open(b, out))
            return true;
    }
    return best_place(b, b->side, USUAL_BITS, out);
}

#endif
