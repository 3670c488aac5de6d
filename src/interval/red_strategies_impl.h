/* red_strategies_impl.h - Red's strategies: mirror, keypoint, line, random.  Each chooses one stone
 * and sees all stones on the board.
 *
 * Source: a seminar text after Ahn, Cheng, Cheong, Golin and van Oostrum, "Competitive facility
 * location: the Voronoi game" (2004); docs/INTERVAL.md describes the strategies.
 */
#ifndef DMI_INTERVAL_RED_STRATEGIES_IMPL_H
#define DMI_INTERVAL_RED_STRATEGIES_IMPL_H

#include "interval/places_impl.h"

static inline bool is_last_stone(const board *b)
{
    return b->placed[DM_RED] == b->n - 1;
}

/* Whether the best gain of one stone makes Red win. */
static inline bool can_win(const board *b)
{
    int i = richest_gap(b, DM_RED);
    if (i == NONE)
        return false;
    num lead, gain;
    num_init(lead);
    num_init(gain);
    gain_of(b, gap_at(b, i), DM_RED, gain);
    margin(b, lead);
    num_add(lead, lead, gain);
    bool wins = num_sign(lead) > 0;
    num_clear(lead);
    num_clear(gain);
    return wins;
}

/* The sign of Red's margin after a stone at x. */
static inline int margin_sign_after(board *b, const num x)
{
    num lead;
    num_init(lead);
    board_place(b, x);
    margin(b, lead);
    board_undo(b);
    int sign = num_sign(lead);
    num_clear(lead);
    return sign;
}

/* The best place if it wins for Red, as near to a blue stone as the win needs. */
static inline found winning_place(board *b, num out)
{
    if (!can_win(b))
        return NOT_THERE;
    for (int bits = USUAL_BITS;; bits *= 2) {
        if (!best_place(b, DM_RED, bits, out))
            return FAILED;
        if (margin_sign_after(b, out) > 0)
            return FOUND;
    }
}

/* If the strategy has no place of its own, Red takes the best one. */
static inline bool or_best(board *b, found own, num out)
{
    if (own == NOT_THERE && is_last_stone(b))
        own = winning_place(b, out);
    return own == FOUND || (own == NOT_THERE && best_place(b, DM_RED, USUAL_BITS, out));
}

enum { PICK_FIRST, PICK_LAST, PICK_RANDOM };

/* A free and legal key point. */
static inline found take_key(board *b, int64_t pick, dm_rng *rng, num out)
{
    int chosen = NONE, open = 0;
    for (int i = 0; i < b->n && !(chosen >= 0 && pick == PICK_FIRST); i++) {
        if (!is_open(b, b->key[i]))
            continue;
        open++;
        if (pick != PICK_RANDOM || dm_rng_below(rng, (uint64_t)open) == 0)
            chosen = i;
    }
    if (chosen == NONE)
        return NOT_THERE;
    num_set(out, b->key[chosen]);
    return FOUND;
}

/* Makes a red interval longer than the only blue one. */
static inline found beat_blue_interval(board *b, int blue, num out)
{
    int mixed = mixed_key_interval(b);
    return mixed == NONE ? NOT_THERE : longer_red_interval(b, mixed, blue, out);
}

static inline bool choose_keypoint(board *b, dm_interval_player *p, num out)
{
    found result = take_key(b, p->pick, &p->rng, out);
    if (result == NOT_THERE) {
        int longest = longest_inner(b, DM_BLUE);
        bool only = is_last_stone(b) && interval_count(b, DM_BLUE) == 1;
        result = only ? beat_blue_interval(b, longest, out) : break_gap(b, longest, out);
    }
    return or_best(b, result, out);
}

/* The first stone takes an end key point, the left one if it is free. */
static inline found take_end(board *b, const dm_interval_player *p, num out)
{
    if (b->placed[DM_RED] > 0)
        return NOT_THERE;
    int wishes[2] = {0, b->n - 1};
    if (p->first == 1) /* an ablation */
        wishes[0] = wishes[1] = b->n / 2;
    for (int i = 0; i < 2; i++)
        if (is_open(b, b->key[wishes[i]])) {
            num_set(out, b->key[wishes[i]]);
            return FOUND;
        }
    return NOT_THERE;
}

/* Lemma 19: the border interval is blue and ends at a key point, say at the left.  The stone goes
 * left of that, half-way between the lengths of both border segments:
 *
 *     0 |---- R --- B u0 ...... B -------| 1
 *       < (d+l)/2 >             <   d    >        l = u0 = 1/2n
 */
static inline found beside_end(board *b, num out)
{
    int left = b->order[0], right = b->order[b->count - 1];
    bool at_left = num_compare(b->at[left], b->key[0]) == 0;
    if (!at_left && num_compare(b->at[right], b->key[b->n - 1]) != 0)
        return NOT_THERE;
    num_sub(out, b->unit, b->at[right]);
    num_add(out, out, b->at[left]);
    if (!halve(b, out))
        return FAILED;
    if (!at_left)
        num_sub(out, b->unit, out);
    return is_open(b, out) ? FOUND : NOT_THERE;
}

/* Steps 3 to 5, after all key points are taken. */
static inline found answer_intervals(board *b, const dm_interval_player *p, num out)
{
    int inner = longest_inner(b, DM_BLUE);
    bool border = border_owner(b) == DM_BLUE;
    int count = inner_intervals(b, DM_BLUE) + border;
    if (border && p->border == 1) /* an ablation */
        return break_gap(b, 0, out);
    if (inner != NONE && !(is_last_stone(b) && count == 1))
        return break_gap(b, inner, out);
    if (inner == NONE && !border)
        return NOT_THERE;
    found result = NOT_THERE;
    if (inner == NONE && p->variant == 1)
        result = beside_end(b, out);
    return result == NOT_THERE ? beat_blue_interval(b, inner == NONE ? BORDER : inner, out)
                               : result;
}

static inline bool choose_line(board *b, dm_interval_player *p, num out)
{
    found result = take_end(b, p, out);
    if (result == NOT_THERE)
        result = take_key(b, p->pick, &p->rng, out);
    if (result == NOT_THERE)
        result = answer_intervals(b, p, out);
    return or_best(b, result, out);
}

static inline void opposite(const board *b, const num x, num out)
{
    num_halve(out, b->unit);
    num_add(out, out, x);
    wrap(b, out);
}

/* The gap that begins at a stone. */
static inline int gap_after(const board *b, int stone)
{
    int i = 0;
    while (b->order[i] != stone)
        i++;
    return i;
}

static inline int gap_before(const board *b, int stone)
{
    int i = gap_after(b, stone);
    return i > 0 ? i - 1 : b->count - 1;
}

/* Blue's last stone is between two blue ones: break the longer side. */
static inline found mirror_in_blue(board *b, int before, int after, num out)
{
    num left, right;
    num_init(left);
    num_init(right);
    interval_length(b, before, left);
    interval_length(b, after, right);
    int longer = num_compare(left, right) >= 0 ? before : after;
    num_clear(left);
    num_clear(right);
    return break_gap(b, longer, out);
}

/* It is between b' and r': in the opposite interval, from r'' (opposite b') to b'' (opposite r'),
 * Red makes a longer interval than Blue has made here. */
static inline found mirror_in_mixed(board *b, int before, int after, num out)
{
    gap left = gap_at(b, before), right = gap_at(b, after);
    bool blue_left = b->who[left.left] == DM_BLUE;
    opposite(b, b->at[blue_left ? left.left : right.right], out);
    int end = stone_at(b, out);
    if (end == NO_STONE || b->who[end] != DM_RED)
        return NOT_THERE;
    int mixed = blue_left ? gap_after(b, end) : gap_before(b, end);
    if (gap_owner(b, gap_at(b, mixed)) != NOBODY)
        return NOT_THERE;
    return longer_red_interval(b, mixed, blue_left ? before : after, out);
}

static inline found mirror_last(board *b, int last, num out)
{
    int before = gap_before(b, last), after = gap_after(b, last);
    int left = gap_owner(b, gap_at(b, before)), right = gap_owner(b, gap_at(b, after));
    if (left == DM_BLUE && right == DM_BLUE)
        return mirror_in_blue(b, before, after, out);
    if (left == DM_BLUE || right == DM_BLUE)
        return mirror_in_mixed(b, before, after, out);
    return NOT_THERE; /* it breaks a red interval: answer opposite */
}

/* Blue's stone number `index`, from 0. */
static inline int blue_stone(const board *b, int index)
{
    int stone = 0;
    while (b->who[stone] != DM_BLUE || index-- > 0)
        stone++;
    return stone;
}

static inline bool choose_mirror(board *b, dm_interval_player *p, num out)
{
    int model = blue_stone(b, b->placed[DM_RED]);
    found result = NOT_THERE;
    if (is_last_stone(b))
        result = p->last == 1 ? winning_place(b, out) : mirror_last(b, model, out);
    if (result == NOT_THERE) {
        opposite(b, b->at[model], out);
        result = is_open(b, out) ? FOUND : NOT_THERE;
    }
    return or_best(b, result, out);
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

static inline bool choose_random_red(board *b, dm_interval_player *p, num out)
{
    return random_place(b, (int)p->bits, &p->rng, out);
}

#endif
