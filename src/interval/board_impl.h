/* board_impl.h - stones on a circle or a segment, for either kind of numbers (number.h).
 *
 * Places are whole numbers of units; the arena has `unit` of them.  If a place falls between two
 * units, everything is scaled up (refine).  Functions that may have to scale return false if the
 * numbers cannot grow so far; the board is then unchanged.
 *
 *     circle:   gap i runs from the i-th stone to the next one, the last gap through 0
 *     segment:  gap 0 |---s0-- gap 1 --s1-- gap 2 --s2---| gap 3          an end is stone -1
 *
 * Stones are numbered in the order placed; `order` lists them by place.  Placing one costs O(n).
 */
#ifndef DMI_INTERVAL_BOARD_IMPL_H
#define DMI_INTERVAL_BOARD_IMPL_H

#include "base/base.h"
#include "interval/interval.h"
#include "interval/number.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1, NO_STONE = -1 };

typedef struct board {
    bool circle, batch, all_first;
    bool closed; /* stones may be exactly min_distance apart */
    int n;
    num unit;         /* the length of the arena, a multiple of 2n */
    num min_distance; /* 0: none */
    num *key;         /* the n key points; on a circle valid after the first stone */
    num *at;          /* places, in the order placed */
    int *who, *turn_of, *order;
    int count, placed[2];
    int side, in_turn, turn; /* who moves, stones placed in this turn, the turn's number */
    num *pool;               /* further numbers that are scaled with the board */
    size_t pool_size;
} board;

static inline void clear_all(num *numbers, size_t count)
{
    for (size_t i = 0; numbers && i < count; i++)
        num_clear(numbers[i]);
    free(numbers);
}

static inline num *new_numbers(size_t count)
{
    num *numbers = dmi_alloc(count, sizeof *numbers);
    for (size_t i = 0; numbers && i < count; i++)
        num_init(numbers[i]);
    return numbers;
}

static inline void board_clear(board *b)
{
    clear_all(b->key, (size_t)b->n);
    clear_all(b->at, 2 * (size_t)b->n);
    clear_all(b->pool, b->pool_size);
    free(b->who);
    num_clear(b->unit);
    num_clear(b->min_distance);
}

/* Key points from 0 on. */
static inline void lay_keys(board *b)
{
    num step;
    num_init(step);
    num_part(step, b->unit, 2 * (uint32_t)b->n);
    for (int i = 0; i < b->n; i++)
        num_times(b->key[i], step, 2 * (uint32_t)i + !b->circle);
    num_clear(step);
}

/* Everything but unit and min_distance, which are still 0. */
static inline bool board_init(board *b, const dmi_interval_form *form)
{
    size_t stones = 2 * (size_t)form->n;
    *b = (board){.circle = form->arena == DM_CIRCLE,
                 .batch = form->batch || form->all_first,
                 .all_first = form->all_first,
                 .n = form->n};
    num_init(b->unit);
    num_init(b->min_distance);
    b->key = new_numbers((size_t)form->n);
    b->at = new_numbers(stones);
    b->who = dmi_alloc(3 * stones, sizeof *b->who);
    if (!b->key || !b->at || !b->who) {
        board_clear(b);
        return false;
    }
    b->turn_of = b->who + stones;
    b->order = b->turn_of + stones;
    return true;
}

/* Divides every unit into `by` units. */
static inline bool refine_by(board *b, const num by)
{
    if (!num_scale(b->unit, by))
        return false;
    num_scale(b->min_distance, by);
    for (int i = 0; i < b->n; i++)
        num_scale(b->key[i], by);
    for (int i = 0; i < b->count; i++)
        num_scale(b->at[i], by);
    for (size_t i = 0; i < b->pool_size; i++)
        num_scale(b->pool[i], by);
    return true;
}

/* Divides every unit into by * 2^bits units. */
static inline bool refine(board *b, uint32_t by, int bits)
{
    num factor;
    num_init(factor);
    bool fits = num_power(factor, by, bits) && refine_by(b, factor);
    num_clear(factor);
    return fits;
}

/* Halves x; if x is odd, halves the unit instead. */
static inline bool halve(board *b, num x)
{
    if (num_is_odd(x))
        return refine(b, 1, 1);
    num_halve(x, x);
    return true;
}

/* Makes 2^-bits a whole number of units, by refining if necessary. */
static inline bool refine_to_bits(board *b, int bits)
{
    int twos = num_twos(b->unit);
    return twos >= bits || refine(b, 1, bits - twos);
}

typedef struct gap {
    int left, right; /* stones, or NO_STONE at an end of the segment */
} gap;

static inline int gap_count(const board *b)
{
    return b->count == 0 ? 0 : b->circle ? b->count : b->count + 1;
}

static inline gap gap_at(const board *b, int i)
{
    assert(i >= 0 && i < gap_count(b));
    if (b->circle)
        return (gap){b->order[i], b->order[i + 1 < b->count ? i + 1 : 0]};
    return (gap){i > 0 ? b->order[i - 1] : NO_STONE, i < b->count ? b->order[i] : NO_STONE};
}

static inline bool at_border(gap g)
{
    return g.left == NO_STONE || g.right == NO_STONE;
}

static inline int owner(const board *b, int stone)
{
    return stone == NO_STONE ? NOBODY : b->who[stone];
}

static inline void gap_length(const board *b, gap g, num out)
{
    if (g.right == NO_STONE)
        num_set(out, b->unit);
    else
        num_set(out, b->at[g.right]);
    if (g.left != NO_STONE)
        num_sub(out, out, b->at[g.left]);
    if (b->circle && num_sign(out) <= 0)
        num_add(out, out, b->unit);
}

/* The player who owns both ends of a gap (the one stone of a border segment), or NOBODY. */
static inline int gap_owner(const board *b, gap g)
{
    int left = owner(b, g.left), right = owner(b, g.right);
    if (at_border(g))
        return left == NOBODY ? right : left;
    return left == right ? left : NOBODY;
}

/* Brings x back into the circle. */
static inline void wrap(const board *b, num x)
{
    if (!b->circle)
        return;
    if (num_compare(x, b->unit) >= 0)
        num_sub(x, x, b->unit);
    else if (num_sign(x) < 0)
        num_add(x, x, b->unit);
}

/* Intervals are gaps, and the border interval of a segment. */
enum { BORDER = -1, NONE = -2 };

static inline int border_owner(const board *b)
{
    if (b->circle || b->count == 0)
        return NOBODY;
    int left = b->who[b->order[0]], right = b->who[b->order[b->count - 1]];
    return left == right ? left : NOBODY;
}

static inline void interval_length(const board *b, int i, num out)
{
    if (i != BORDER) {
        gap_length(b, gap_at(b, i), out);
        return;
    }
    num_sub(out, b->unit, b->at[b->order[b->count - 1]]);
    num_add(out, out, b->at[b->order[0]]);
}

/* The number of gaps between two stones of `side`. */
static inline int inner_intervals(const board *b, int side)
{
    int found = 0;
    for (int i = 0; i < gap_count(b); i++) {
        gap g = gap_at(b, i);
        found += !at_border(g) && gap_owner(b, g) == side;
    }
    return found;
}

static inline int interval_count(const board *b, int side)
{
    return inner_intervals(b, side) + (border_owner(b) == side);
}

/* The longest gap between two stones of `side`, the first of equal ones; or NONE. */
static inline int longest_inner(const board *b, int side)
{
    int best = NONE;
    num length, longest;
    num_init(length);
    num_init(longest);
    for (int i = 0; i < gap_count(b); i++) {
        gap g = gap_at(b, i);
        if (at_border(g) || gap_owner(b, g) != side)
            continue;
        gap_length(b, g, length);
        if (best == NONE || num_compare(length, longest) > 0) {
            best = i;
            num_set(longest, length);
        }
    }
    num_clear(length);
    num_clear(longest);
    return best;
}

/* The number of stones before x. */
static inline int stones_before(const board *b, const num x)
{
    int low = 0, high = b->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (num_compare(b->at[b->order[middle]], x) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static inline int stone_at(const board *b, const num x)
{
    int i = stones_before(b, x);
    return i < b->count && num_compare(b->at[b->order[i]], x) == 0 ? b->order[i] : NO_STONE;
}

/* Whether two stones may be that far apart; `closed` implies a minimum distance. */
static inline bool is_enough(const board *b, const num distance)
{
    int order = num_compare(distance, b->min_distance);
    return order > 0 || (order == 0 && b->closed);
}

/* Whether `to` may be that far after `from`. */
static inline bool is_far(const board *b, const num from, const num to)
{
    num distance;
    num_init(distance);
    num_sub(distance, to, from);
    if (num_sign(distance) < 0 && b->circle)
        num_add(distance, distance, b->unit);
    bool enough = is_enough(b, distance);
    num_clear(distance);
    return enough;
}

/* Only the two neighbours can be too near. */
static inline bool is_legal(const board *b, const num x)
{
    int i = stones_before(b, x);
    if (b->count == 0)
        return true;
    if (i < b->count || b->circle) {
        const int right = b->order[i < b->count ? i : 0];
        if (num_compare(b->at[right], x) == 0 || !is_far(b, x, b->at[right]))
            return false;
    }
    if (i > 0 || b->circle)
        return is_far(b, b->at[b->order[i > 0 ? i - 1 : b->count - 1]], x);
    return true;
}

/* Whether a stone may be placed at x, which may be outside the arena. */
static inline bool is_open(const board *b, const num x)
{
    return num_sign(x) >= 0 && num_compare(x, b->unit) <= 0 && is_legal(b, x);
}

/* The length of the legal part of a gap; negative, or 0 and not closed: there is none. */
static inline void gap_room(const board *b, gap g, num out)
{
    gap_length(b, g, out);
    num_sub(out, out, b->min_distance);
    if (!at_border(g))
        num_sub(out, out, b->min_distance);
}

static inline bool has_room(const board *b, gap g)
{
    num room;
    num_init(room);
    gap_room(b, g, room);
    int sign = num_sign(room);
    num_clear(room);
    return sign > 0 || (sign == 0 && b->closed);
}

static inline bool any_legal(const board *b)
{
    if (b->count == 0 || num_sign(b->min_distance) == 0)
        return true;
    for (int i = 0; i < gap_count(b); i++)
        if (has_room(b, gap_at(b, i)))
            return true;
    return false;
}

static inline bool board_is_over(const board *b)
{
    return b->count == 2 * b->n || !any_legal(b);
}

/* The most stones of the current turn, including those already placed. */
static inline int turn_most(const board *b)
{
    if (!b->batch)
        return 1;
    if (b->side == DM_RED)
        return b->placed[DM_BLUE] - b->placed[DM_RED] + b->in_turn;
    if (b->all_first)
        return b->n;
    return b->turn == 0 ? b->n - 1 : b->n - b->placed[DM_BLUE] + b->in_turn;
}

static inline int turn_least(const board *b)
{
    bool rest = b->batch && b->side == DM_RED && b->placed[DM_BLUE] == b->n;
    return rest || b->all_first ? turn_most(b) : 1;
}

/* `x` is legal and not one of the board's own numbers. */
static inline void board_place(board *b, const num x)
{
    int i = stones_before(b, x), stone = b->count;
    assert(stone < 2 * b->n && b->placed[b->side] < b->n);
    assert(num_sign(x) >= 0 && num_compare(x, b->unit) <= 0 && stone_at(b, x) == NO_STONE);
    memmove(b->order + i + 1, b->order + i, (size_t)(b->count - i) * sizeof *b->order);
    b->order[i] = stone;
    num_set(b->at[stone], x);
    b->who[stone] = b->side;
    b->turn_of[stone] = b->turn;
    b->placed[b->side]++;
    b->in_turn++;
    if (b->count++ == 0 && b->circle) {
        lay_keys(b);
        for (int k = 0; k < b->n; k++) {
            num_add(b->key[k], b->key[k], x);
            wrap(b, b->key[k]);
        }
    }
}

static inline void end_turn(board *b)
{
    b->side = 1 - b->side;
    b->in_turn = 0;
    b->turn++;
}

/* Takes back the last stone and returns to its turn. */
static inline void board_undo(board *b)
{
    assert(b->count > 0);
    int stone = --b->count, i = 0;
    while (b->order[i] != stone)
        i++;
    memmove(b->order + i, b->order + i + 1, (size_t)(b->count - i) * sizeof *b->order);
    b->side = b->who[stone];
    b->turn = b->turn_of[stone];
    assert(b->placed[b->side] > 0);
    b->placed[b->side]--;
    b->in_turn = 0;
    for (int s = stone - 1; s >= 0 && b->turn_of[s] == b->turn; s--)
        b->in_turn++;
}

/* Red's length minus Blue's: a gap counts for the owner of both ends, a border segment for the
 * owner of its stone; two-coloured gaps are shared equally. */
static inline void margin(const board *b, num out)
{
    num length;
    num_init(length);
    num_zero(out);
    for (int i = 0; i < gap_count(b); i++) {
        gap g = gap_at(b, i);
        int whose = gap_owner(b, g);
        if (whose == NOBODY)
            continue;
        gap_length(b, g, length);
        if (whose == DM_RED)
            num_add(out, out, length);
        else
            num_sub(out, out, length);
    }
    num_clear(length);
}

#endif
