/* attack_plain.c - attacks with 64-bit numbers: the unit is as fine as 2^60 units allow, and a
 * game that needs a finer one is left to attack_exact.c. */
#include "interval/num_plain.h"

#include "interval/board.h"

#include "interval/moves.h"

#include "interval/red.h"

#include "interval/blue.h"

#include "interval/candidates.h"
#include "interval/table.h"

#include <stdio.h>

static char *place_text(const num place, const num unit)
{
    enum { ROOM = 48 };
    char *text = dmi_alloc(ROOM, 1);
    if (text)
        snprintf(text, ROOM, "%lld/%lld", (long long)place[0], (long long)unit[0]);
    return text;
}

#include "interval/search.h"

enum { FEWEST_FOR_TABLE = 4, MOST_TABLE_BITS = 20 };

/* Whether Red's answer depends on the position alone. */
static bool is_steady(const dm_interval_player *red)
{
    enum { PICK_OF_KEYPOINT = 0 };
    switch (red->type) {
    case DMI_PLAYS_RED_mirror: /* it looks at the order of Blue's stones */
    case DMI_PLAYS_RED_random_red:
        return false;
    case DMI_PLAYS_RED_line:
        return red->param[LINE_PICK] != PICK_RANDOM;
    default:
        return red->param[PICK_OF_KEYPOINT] != PICK_RANDOM;
    }
}

static dm_status open_plain(const dmi_attack *attack, dm_run *run, dmi_searcher **out,
                            dm_error *err)
{
    int64_t unit, apart;
    if (!dmi_interval_small_unit(attack->start, &unit, &apart))
        return dmi_fail(err, DM_TOO_LARGE, "the places need more than 64 bits");
    dmi_searcher *s = searcher_new(attack, run);
    if (!s)
        return dmi_no_memory(err);
    s->board.unit[0] = unit;
    s->board.apart[0] = apart;
    s->board.closed = apart > 0 && !attack->rules->strict;
    lay_keys(&s->board);
    if (attack->settings.samples == 0 && attack->rules->stones >= FEWEST_FOR_TABLE &&
        is_steady(&attack->red)) {
        int bits = 6 + 3 * attack->rules->stones;
        bits = bits < MOST_TABLE_BITS ? bits : MOST_TABLE_BITS;
        s->table.slots = dmi_calloc_huge(sizeof(known) << bits); /* it works without */
        s->table.mask = (UINT64_C(1) << bits) - 1;
    }
    *out = s;
    return DM_OK;
}

const dmi_searcher_kind dmi_plain_searcher = {open_plain, searcher_close, search_item, worst_game};
