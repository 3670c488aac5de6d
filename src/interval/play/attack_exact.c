/* attack_exact.c - attacks with numbers of any size, by GMP, for games that need more than 64 bits.
 * The unit may change from game to game, so there is no table of positions. */
#include "interval/interval_game.h"
#include "interval/play/attack_search_impl.h"

static dm_status open_exact(const dmi_interval_attack *attack, dm_run *run,
                            dmi_interval_searcher **out, dm_error *err)
{
    dmi_interval_searcher *s = searcher_new(attack, run);
    if (!s)
        return dmi_no_memory(err);
    num_set(s->board.unit, attack->start->board.unit);
    num_set(s->board.min_distance, attack->start->board.min_distance);
    s->board.closed = attack->start->board.closed;
    lay_keys(&s->board);
    *out = s;
    return DM_OK;
}

const dmi_interval_searcher_kind dmi_searcher_exact = {open_exact, searcher_close, search_item,
                                                       worst_game};
