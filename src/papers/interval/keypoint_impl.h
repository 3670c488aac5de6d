/* keypoint_impl.h - Red on the circle takes key points, then breaks blue intervals (Algorithm 2.1).
 */
#ifndef DMI_PAPERS_INTERVAL_KEYPOINT_IMPL_H
#define DMI_PAPERS_INTERVAL_KEYPOINT_IMPL_H

#include "papers/interval/strategy_impl.h"

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

#endif
