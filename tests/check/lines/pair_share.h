/* check/pair_share.h - the share of winning pairs of cuts or new sites, by its definition.
 *
 * Lengths, and the distances of sites from the ends of their edges, are whole numbers.  Payoffs are
 * linear in both places t and s between the lines where 2t, 2s, t + s or t - s is whole: these are
 * triangles, half of a square of side 1/2. */
#ifndef CHECK_LINES_PAIR_SHARE_H
#define CHECK_LINES_PAIR_SHARE_H

#include <demesne/lines.h>

/* Of two independent places, uniform by length.  `ask->op` is DM_LINE_ADD or DM_LINE_CUT; two or
 * more players. */
double check_pair_share(const dm_level *level, const dm_line_ask *ask);
/* Of all sets of two sites to remove. */
double check_removed_share(const dm_level *level, const dm_line_ask *ask);

#endif
