/* strategy_impl.h - what the strategies of the text share: key points, and the last stone's win.
 *
 * Source of all strategies in this folder: a seminar text after Ahn, Cheng, Cheong, Golin and van
 * Oostrum, "Competitive facility location: the Voronoi game" (2004); docs/INTERVAL.md describes
 * them.  Each chooses one stone and sees all stones on the board.
 */
#ifndef DMI_PAPERS_INTERVAL_STRATEGY_IMPL_H
#define DMI_PAPERS_INTERVAL_STRATEGY_IMPL_H

#include "papers/interval/notes_impl.h"

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
static inline bool or_best(board *b, dm_interval_player *p, found own, num out)
{
    if (own == NOT_THERE)
        dmi_trace_step(p->trace, "best place",
                       "No step has a legal place; the legal place that gains most is taken.");
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

/* Takes key points while there are any, then the place that gains most. */
static inline bool grab_or_greedy(board *b, int bits, num out)
{
    found result = NOT_THERE;
    if (b->count > 0 || !b->circle)
        result = take_key(b, PICK_FIRST, NULL, out);
    return result == FOUND || best_place(b, b->side, bits, out);
}

#endif
