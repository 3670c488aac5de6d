/* best_answer_impl.h - Red's best stones once Blue has placed all, without a minimum distance.
 *
 * What the stones in a gap gain does not depend on other gaps.  Between two blue stones, L apart,
 * the first stone gains L, wherever it lies; a second one L more, nearly: they lie near both ends.
 * More gain nothing.  Between blue and red, one stone gains nearly the whole length; beside a blue
 * border segment, nearly twice its length.  Gains of a gap do not grow, so the r largest of all
 * gaps are the most that r stones can gain, and the second stone of a gap never comes without the
 * first.
 */
#ifndef DMI_INTERVAL_PLAY_BEST_ANSWER_IMPL_H
#define DMI_INTERVAL_PLAY_BEST_ANSWER_IMPL_H

#include "papers/interval/strategy_impl.h"

typedef struct best_gain {
    num value;
    bool attained;
} best_gain;

/* The largest first, of equal ones those that are attained. */
static inline int compare_gains(const void *left, const void *right)
{
    const best_gain *a = left, *b = right;
    int order = num_compare(b->value, a->value);
    return order ? order : (int)b->attained - (int)a->attained;
}

/* Red's margin with the best of its stones left, as a supremum; false without memory. */
static inline bool best_margin(const board *b, num out, bool *attained)
{
    int count = 0, left = b->n - b->placed[DM_RED];
    best_gain *gains = dmi_alloc(2 * (size_t)gap_count(b), sizeof *gains);
    for (int i = 0; gains && i < gap_count(b); i++) {
        gap g = gap_at(b, i);
        bool twice = !at_border(g) && gap_owner(b, g) == DM_BLUE;
        for (int k = 0; k <= twice; k++, count++) {
            num_init(gains[count].value);
            gain_of(b, g, DM_RED, gains[count].value);
            gains[count].attained = k == 0 && is_attained(b, g, DM_RED);
        }
    }
    if (!gains)
        return false;
    qsort(gains, (size_t)count, sizeof *gains, compare_gains);
    margin(b, out);
    *attained = true;
    for (int i = 0; i < left && i < count; i++) {
        num_add(out, out, gains[i].value);
        *attained = *attained && gains[i].attained;
    }
    for (int i = 0; i < count; i++)
        num_clear(gains[i].value);
    free(gains);
    return true;
}

/* So many bits, at least `bits`, that all stones together lose less than the margin, if that is
 * above 0: 16 n 2^-bits is below half of the margin, of which a unit may be rounded away. */
static inline int bits_for(const board *b, const num margin, int bits)
{
    int near = 0, stones = 0;
    num part;
    num_init(part);
    while (num_sign(margin) > 0) {
        num_shrink(part, b->unit, near);
        if (num_compare(part, margin) < 0)
            break;
        near++;
    }
    num_clear(part);
    while (16 * b->n >> stones)
        stones++;
    return near + stones > bits ? near + stones : bits;
}

/* Whether a second stone will follow in a longest blue gap: more stones are left than there are
 * such gaps. */
static inline bool second_follows(const board *b, int longest)
{
    int same = 0;
    num length, other;
    num_init(length);
    num_init(other);
    gap_length(b, gap_at(b, longest), length);
    for (int i = 0; i < gap_count(b); i++) {
        gap g = gap_at(b, i);
        if (at_border(g) || gap_owner(b, g) != DM_BLUE)
            continue;
        gap_length(b, g, other);
        same += num_compare(other, length) == 0;
    }
    num_clear(length);
    num_clear(other);
    return b->n - b->placed[DM_RED] > same;
}

static inline bool choose_best_answer(board *b, dm_interval_player *p, num out)
{
    int bits = (int)p->bits;
    bool attained = false;
    if (b->placed[DM_BLUE] < b->n || num_sign(b->min_distance) > 0) {
        dmi_trace_step(p->trace, NULL, "The place that gains most at once.");
        return best_place(b, DM_RED, bits, out);
    }
    if (!best_margin(b, out, &attained)) {
        p->lacks_memory = true;
        return false;
    }
    bits = bits_for(b, out, bits);
    if (p->trace) {
        note_ratio(p, b, "best_margin", out);
        dmi_trace_step(p->trace, NULL, "The largest gain; all stones left reach a margin of %s%s.",
                       words_of(p, b, out).text, attained ? "" : ", nearly");
    }
    int richest = richest_gap(b, DM_RED);
    gap g = gap_at(b, richest);
    if (at_border(g) || gap_owner(b, g) != DM_BLUE || !second_follows(b, richest))
        return best_place(b, DM_RED, bits, out);
    return place_near_stone(b, g, false, bits, out);
}

#endif
