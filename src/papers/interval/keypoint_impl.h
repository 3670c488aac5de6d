/* keypoint_impl.h - Red on the circle takes key points, then breaks blue intervals (Algorithm 2.1).
 */
#ifndef DMI_PAPERS_INTERVAL_KEYPOINT_IMPL_H
#define DMI_PAPERS_INTERVAL_KEYPOINT_IMPL_H

#include "papers/interval/strategy_impl.h"

static inline bool choose_keypoint(board *b, dm_interval_player *p, num out)
{
    found result = take_key(b, p->pick, &p->rng, out);
    if (result == FOUND)
        note_key(p, b, "2.1 free key point", out);
    if (result == NOT_THERE) {
        int longest = longest_inner(b, DM_BLUE), count = interval_count(b, DM_BLUE);
        bool only = is_last_stone(b) && count == 1;
        ratio_words length = note_interval(p, b, "largest_blue", longest);
        if (only)
            dmi_trace_step(p->trace, "2.1 make interval",
                           "It is the last stone, and the only blue interval is %s long: Red makes "
                           "one of half of 1/%d + %s in a two-coloured key interval%s.",
                           length.text, b->n, length.text, how_long(b));
        else
            dmi_trace_step(p->trace, "2.1 interval center",
                           "No key point is free; the largest blue interval (of %d), %s long, is "
                           "halved.",
                           count, length.text);
        result = only ? beat_blue_interval(b, longest, out) : break_gap(b, longest, out);
    }
    return or_best(b, p, result, out);
}

#endif
