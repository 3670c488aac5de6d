/* lemma3_impl.h - Blue's tie against mirror: equal intervals, then Red's first one is broken (Lemma
 * 3). */
#ifndef DMI_PAPERS_INTERVAL_LEMMA3_IMPL_H
#define DMI_PAPERS_INTERVAL_LEMMA3_IMPL_H

#include "papers/interval/notes_impl.h"

/* Makes 1/k of the arena a whole number of units. */
static inline bool divide_by(board *b, uint32_t k)
{
    uint32_t a = k, rest = num_rest(b->unit, k);
    while (rest) { /* Euclid's algorithm */
        uint32_t next = a % rest;
        a = rest;
        rest = next;
    }
    return a == k || refine(b, k / a, 0);
}

/* i/(2n-2) for i = 0 to n-2, then 1/2 + 1/(4n-4). */
static inline bool choose_lemma3(board *b, dm_interval_player *p, num out)
{
    int laid = b->placed[DM_BLUE];
    uint32_t parts = 4 * (uint32_t)(b->n > 1 ? b->n - 1 : 1);
    if (laid < b->n - 1)
        dmi_trace_step(p->trace, "1 <= k < n", "Stone %d of %d: u_%d = %d/%d.", laid + 1, b->n,
                       laid, laid, 2 * b->n - 2);
    else
        dmi_trace_step(p->trace, "k = n",
                       "The last stone breaks the first red interval: at 1/2 + "
                       "1/%d.",
                       4 * b->n - 4);
    if (b->count == 0)
        return best_place(b, DM_BLUE, USUAL_BITS, out);
    if (!divide_by(b, parts))
        return false;
    num_part(out, b->unit, parts);
    num_times(out, out, laid < b->n - 1 ? 2 * (uint32_t)laid : parts / 2 + 1);
    num_add(out, out, b->at[0]);
    wrap(b, out);
    if (is_open(b, out))
        return true;
    dmi_trace_step(p->trace, NULL, "That place is not legal; the place that gains most is taken.");
    return best_place(b, DM_BLUE, USUAL_BITS, out);
}

#endif
