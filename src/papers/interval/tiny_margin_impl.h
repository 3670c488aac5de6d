/* tiny_margin_impl.h - Blue loses by as little as wished: key points, then almost all of every
 * interval (section 4).
 */
#ifndef DMI_PAPERS_INTERVAL_TINY_MARGIN_IMPL_H
#define DMI_PAPERS_INTERVAL_TINY_MARGIN_IMPL_H

#include "papers/interval/strategy_impl.h"

/* After the key points each blue stone gains at least 1/n - e and each red one at most 1/n, and
 * Blue has at most n stones left: e = 2^-bits / n is small enough. */
static inline bool choose_tiny(board *b, dm_interval_player *p, num out)
{
    int bits = (int)p->bits;
    for (int n = 1; n < b->n; n *= 2)
        bits++;
    dmi_trace_step(p->trace, NULL,
                   "Key points while there are any, then all but 1/%d 2^-%lld of an "
                   "interval.",
                   b->n, (long long)p->bits);
    return grab_or_greedy(b, bits, out);
}

#endif
