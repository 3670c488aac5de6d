/* line_impl.h - Red on the segment takes an end key point, then plays like keypoint (section 3). */
#ifndef DMI_PAPERS_INTERVAL_LINE_IMPL_H
#define DMI_PAPERS_INTERVAL_LINE_IMPL_H

#include "papers/interval/strategy_impl.h"

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

#endif
