/* circle_mirror_impl.h - Red on the circle answers every stone on the opposite side, and chooses
 * the last stone by three cases (section 2.1).
 */
#ifndef DMI_PAPERS_INTERVAL_CIRCLE_MIRROR_IMPL_H
#define DMI_PAPERS_INTERVAL_CIRCLE_MIRROR_IMPL_H

#include "papers/interval/strategy_impl.h"

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

static inline found mirror_last(board *b, dm_interval_player *p, int last, num out)
{
    int before = gap_before(b, last), after = gap_after(b, last);
    int left = gap_owner(b, gap_at(b, before)), right = gap_owner(b, gap_at(b, after));
    found result = NOT_THERE;
    if (left == DM_BLUE && right == DM_BLUE) {
        result = mirror_in_blue(b, before, after, out);
        if (result == FOUND)
            dmi_trace_step(p->trace, "case 1",
                           "Blue's last stone is in a blue interval: its longer part is broken, so "
                           "that Blue has less than before.");
    } else if (left == DM_BLUE || right == DM_BLUE) {
        ratio_words gained = note_interval(p, b, "d", left == DM_BLUE ? before : after);
        result = mirror_in_mixed(b, before, after, out);
        if (result == FOUND)
            dmi_trace_step(p->trace, "case 2",
                           "Blue's last stone is in a two-coloured interval and gains d = %s: Red "
                           "gains more in the opposite one.",
                           gained.text);
    } else {
        dmi_trace_step(p->trace, "case 3",
                       "Blue's last stone breaks a red interval: the opposite place is left, and a "
                       "tie.");
    }
    return result;
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
    if (p->trace)
        dmi_trace_step(p->trace, "mirror", "The place opposite Blue's stone at %s.",
                       words_of(p, b, b->at[model]).text);
    if (is_last_stone(b) && p->last == 1) {
        result = winning_place(b, out);
        if (result == FOUND)
            dmi_trace_step(p->trace, NULL, "last=best: the place that gains most wins.");
    } else if (is_last_stone(b)) {
        result = mirror_last(b, p, model, out);
    }
    if (result == NOT_THERE) {
        opposite(b, b->at[model], out);
        result = is_open(b, out) ? FOUND : NOT_THERE;
    }
    return or_best(b, p, result, out);
}

#endif
