/* attack_64.c - attacks with 64-bit numbers.  The unit is as fine as 2^60 units allow;
 * attack_exact.c repeats games that need a finer one. */
#define DMI_INTERVAL_64_BITS
#include "interval/play/attack_search_impl.h"

enum { FEWEST_FOR_TABLE = 4, MOST_TABLE_BITS = 20 };

/* Whether Red's answer depends only on the position. */
static bool is_steady(const dm_interval_player *red)
{
    return red->type != DMI_PLAYS_RED_mirror && /* depends on the order of Blue's stones */
           red->type != DMI_PLAYS_RED_random_red && red->pick != PICK_RANDOM;
}

static dm_status open_64(const dmi_interval_attack *attack, dm_run *run,
                         dmi_interval_searcher **out, dm_error *err)
{
    int64_t unit, min_distance;
    if (!dmi_interval_small_unit(attack->start, &unit, &min_distance))
        return dmi_fail(err, DM_TOO_LARGE, "the places need more than 64 bits");
    dmi_interval_searcher *s = searcher_new(attack, run);
    if (!s)
        return dmi_no_memory(err);
    s->board.unit[0] = unit;
    s->board.min_distance[0] = min_distance;
    s->board.closed = min_distance > 0 && !attack->rules->strict;
    lay_keys(&s->board);
    if (attack->settings.samples == 0 && attack->rules->stones >= FEWEST_FOR_TABLE &&
        is_steady(&attack->red)) {
        int bits = 6 + 3 * attack->rules->stones;
        bits = bits < MOST_TABLE_BITS ? bits : MOST_TABLE_BITS;
        s->table.slots = dmi_calloc_huge(sizeof(known) << bits); /* optional: NULL is fine */
        s->table.mask = (UINT64_C(1) << bits) - 1;
    }
    *out = s;
    return DM_OK;
}

const dmi_interval_searcher_kind dmi_searcher_64 = {open_64, searcher_close, search_item,
                                                    worst_game};
