/* play_turn_impl.h - a whole turn of any strategy of interval_players.def. */
#ifndef DMI_INTERVAL_PLAY_PLAY_TURN_IMPL_H
#define DMI_INTERVAL_PLAY_PLAY_TURN_IMPL_H

#include "interval/play/best_answer_impl.h"
#include "interval/play/plain_strategies_impl.h"
#include "papers/interval/blocker_impl.h"
#include "papers/interval/circle_mirror_impl.h"
#include "papers/interval/keypoint_impl.h"
#include "papers/interval/lemma3_impl.h"
#include "papers/interval/line_impl.h"
#include "papers/interval/tiny_margin_impl.h"

typedef bool choose_fn(board *b, dm_interval_player *p, num out);

static choose_fn *const choose_by_type[] = {
#define X(name, colour, arenas, choose, help, source, ...) choose_##choose,
#include "interval/interval_players.def"
#undef X
};

/* The number of stones of this turn, including those already placed; Red catches up with Blue. */
static inline int turn_size(const board *b, dm_interval_player *p)
{
    int most = turn_most(b);
    if (b->side == DM_RED || turn_least(b) == most)
        return most;
    int64_t wish = p->turn ? p->turn : 1 + (int64_t)dm_rng_below(&p->rng, (uint64_t)most);
    return wish < most ? (int)wish : most;
}

/* Plays the turn, or the rest of it, as long as there are legal places.  False if the numbers
 * cannot grow so far; some stones may have been placed by then. */
static inline bool play_turn(board *b, dm_interval_player *p, num scratch)
{
    int stones = turn_size(b, p);
    while (b->in_turn < stones && any_legal(b)) {
        dmi_trace_stone(p->trace);
        if (!choose_by_type[p->type](b, p, scratch))
            return false;
        board_place(b, scratch);
    }
    end_turn(b);
    return true;
}

#endif
