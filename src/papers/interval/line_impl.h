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

#define NUMBERED " (numbered by the lemmas: Figure 9 is lost)"

/* After all key points are taken: the questions 4 and 2 of Figure 9 and its actions
 * (docs/INTERVAL.md tells how the lemmas number them). */
static inline found answer_intervals(board *b, dm_interval_player *p, num out)
{
    int inner = longest_inner(b, DM_BLUE);
    bool border = border_owner(b) == DM_BLUE;
    int count = inner_intervals(b, DM_BLUE) + border;
    int only = inner == NONE ? BORDER : inner;
    bool last = is_last_stone(b) && count == 1;
    if (border && p->border == 1) { /* an ablation */
        dmi_trace_step(p->trace, NULL, "border=break: the border interval is blue; it is broken.");
        return break_gap(b, 0, out);
    }
    if (count == 0)
        return NOT_THERE;
    ratio_words length = note_interval(p, b, "largest_blue", only);
    if (inner != NONE && !last) {
        dmi_trace_step(p->trace, "action 5",
                       "No key point is free; the largest blue interval (of %d) besides the border "
                       "interval, %s long, is halved" NUMBERED ".",
                       count, length.text);
        return break_gap(b, inner, out);
    }
    found result = NOT_THERE;
    if (inner == NONE && p->variant == 1) {
        dmi_trace_step(p->trace, "action 6",
                       "Only the border interval is blue, %s long, and it ends at a key point: the "
                       "stone beyond that makes the longer border segment" NUMBERED ".",
                       length.text);
        result = beside_end(b, out);
    }
    if (result != NOT_THERE)
        return result;
    dmi_trace_step(p->trace, last ? "action 1" : "action 3",
                   "%s, %s long: Red makes one of half of 1/%d + %s in a two-coloured key "
                   "interval%s" NUMBERED ".",
                   last ? "It is the last stone and there is one blue interval"
                        : "Only the border interval is blue",
                   length.text, b->n, length.text, how_long(b));
    return beat_blue_interval(b, only, out);
}

#undef NUMBERED

static inline bool choose_line(board *b, dm_interval_player *p, num out)
{
    found result = take_end(b, p, out);
    if (result == FOUND)
        note_key(p, b, "end key point", out);
    if (result == NOT_THERE) {
        result = take_key(b, p->pick, &p->rng, out);
        if (result == FOUND)
            note_key(p, b, "free key point", out);
    }
    if (result == NOT_THERE)
        result = answer_intervals(b, p, out);
    return or_best(b, p, result, out);
}

#endif
