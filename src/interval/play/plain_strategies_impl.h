/* plain_strategies_impl.h - strategies without a source: random places, the greedy one, and key
 * points first.  turn_size() reads the number of stones per turn.
 */
#ifndef DMI_INTERVAL_PLAY_PLAIN_STRATEGIES_IMPL_H
#define DMI_INTERVAL_PLAY_PLAIN_STRATEGIES_IMPL_H

#include "papers/interval/strategy_impl.h"

static inline bool choose_random_red(board *b, dm_interval_player *p, num out)
{
    dmi_trace_step(p->trace, NULL, "A random legal place.");
    return random_place(b, (int)p->bits, &p->rng, out);
}

static inline bool choose_random_blue(board *b, dm_interval_player *p, num out)
{
    dmi_trace_step(p->trace, NULL, "A random legal place.");
    return random_place(b, (int)p->bits, &p->rng, out);
}

static inline bool choose_greedy(board *b, dm_interval_player *p, num out)
{
    dmi_trace_step(p->trace, NULL, "The place that gains most at once.");
    return best_place(b, b->side, (int)p->bits, out);
}

static inline bool choose_grab(board *b, dm_interval_player *p, num out)
{
    dmi_trace_step(p->trace, NULL, "Key points while there are any, then the best place at once.");
    return grab_or_greedy(b, (int)p->bits, out);
}

#endif
