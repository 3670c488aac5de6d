/* moves.h - places that strategies are made of, for one kind of numbers: the middle of a gap, the
 * place that gains most, a red interval longer than another.
 *
 * All give false where the numbers cannot grow so far (board.h), and the place they give is legal.
 */

/* What a strategy did. */
typedef enum found {
    FAILED,
    /* the numbers are too coarse and cannot grow */ NOT_THERE,
    FOUND
} found;

enum { USUAL_BITS = 20 }; /* how near Red comes where nearer were better */

/* The middle of the legal part of a gap that has one. */
static inline bool middle_of(board *b, gap g, num out)
{
    gap_room(b, g, out);
    if (!halve(b, out))
        return false;
    if (g.left != NO_STONE) {
        num_add(out, out, b->apart);
        num_add(out, out, b->at[g.left]);
    }
    wrap(b, out);
    return true;
}

/* As near as may be to the stone at one end of a gap: exactly at the minimum distance where that
 * is legal, else 2^-bits further, or half the room where that is less. */
static inline bool lean(board *b, gap g, bool to_right, int bits, num out)
{
    num room;
    num_init(room);
    num_zero(out);
    bool fine = b->closed || sharpen(b, bits);
    if (fine && !b->closed) {
        num_shrink(out, b->unit, bits);
        gap_room(b, g, room);
        num_sub(room, room, out);
        if (num_compare(room, out) < 0) { /* out is more than half of the room */
            num_add(out, out, room);
            fine = halve(b, out);
        }
    }
    num_clear(room);
    num_add(out, out, b->apart);
    if (to_right)
        num_sub(out, b->at[g.right], out);
    else
        num_add(out, b->at[g.left], out);
    wrap(b, out);
    return fine;
}

/* What a stone of `side` can gain in a gap, or comes as near to as one likes: all of an opponent's
 * interval, an interval of its own up to the opponent's stone, or both in a border segment. */
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
        num_sub(out, out, b->apart);
}

/* A gain that is reached, not only approached. */
static inline bool is_attained(const board *b, gap g, int side)
{
    int whose = gap_owner(b, g);
    return b->closed || whose == side || (whose != NOBODY && !at_border(g));
}

/* The gap with the most to gain, of equal ones one where that is reached; NONE without room. */
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

/* The legal place that gains most at once.  There is one. */
static inline bool best_place(board *b, int side, int bits, num out)
{
    if (b->count == 0) { /* 0 of a circle, the middle of a segment */
        num_zero(out);
        if (!b->circle)
            num_halve(out, b->unit);
        return true;
    }
    gap g = gap_at(b, richest_gap(b, side));
    int whose = gap_owner(b, g);
    if (whose == side || (whose != NOBODY && !at_border(g)))
        return middle_of(b, g, out);
    return lean(b, g, owner(b, g.right) == 1 - side, bits, out);
}

/* --- Red's intervals ----------------------------------------------------------------------- */

static inline bool is_key(const board *b, const num x)
{
    for (int i = 0; i < b->n; i++)
        if (num_compare(b->key[i], x) == 0)
            return true;
    return false;
}

/* Whether interval i has two colours and no other end or inner stone than two key points that are
 * neighbours. */
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

/* The length that a stone in the two-coloured interval `mixed` makes: half-way between
 * `beyond` (in the board's units) and all of it.  Where that is too near to the blue end, the
 * longest that is legal; where only shorter ones are legal, half-way to that bound, if this is
 * beyond `beyond` still.  In out; it is measured from the red end. */
static inline found grown_length(board *b, int mixed, int beyond, num out)
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
    num_sub(longest, longest, b->apart);
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

/* The place of `length` from the red end of interval `mixed`, in length itself.  In the border
 * interval what the red border segment has already is not to be placed. */
static inline void grown_place(const board *b, int mixed, num length)
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
    } else if (red_left) { /* the last stone is Red's: the rest counts from 0 on */
        num_add(length, length, b->at[last]);
        num_sub(length, length, b->unit);
    } else {
        num_sub(length, b->at[first], length);
        num_add(length, length, b->unit);
    }
}

/* A red interval longer than interval `beyond`, out of the two-coloured interval `mixed`. */
static inline found grow(board *b, int mixed, int beyond, num out)
{
    found result = grown_length(b, mixed, beyond, out);
    if (result != FOUND)
        return result;
    grown_place(b, mixed, out);
    return is_open(b, out) ? FOUND : NOT_THERE;
}

/* Breaks gap i in its middle, if that is legal: where the middle is not, nothing in it is. */
static inline found break_gap(board *b, int i, num out)
{
    if (i == NONE || !has_room(b, gap_at(b, i)))
        return NOT_THERE;
    return middle_of(b, gap_at(b, i), out) ? FOUND : FAILED;
}
