/* attack_exact.c - attacks with numbers of any size, by GMP: for games that attack_plain.c cannot
 * count out.  The unit may change from game to game, so no position is remembered. */
#include "interval/game.h"

#include "interval/moves.h"

#include "interval/red.h"

#include "interval/blue.h"

#include "interval/candidates.h"
#include "interval/table.h"

static char *place_text(const num place, const num unit)
{
    return dmi_fraction_text(place, unit);
}

#include "interval/search.h"

static dm_status open_exact(const dmi_attack *attack, dm_run *run, dmi_searcher **out,
                            dm_error *err)
{
    dmi_searcher *s = searcher_new(attack, run);
    if (!s)
        return dmi_no_memory(err);
    num_set(s->board.unit, attack->start->board.unit);
    num_set(s->board.apart, attack->start->board.apart);
    s->board.closed = attack->start->board.closed;
    lay_keys(&s->board);
    *out = s;
    return DM_OK;
}

const dmi_searcher_kind dmi_exact_searcher = {open_exact, searcher_close, search_item, worst_game};
