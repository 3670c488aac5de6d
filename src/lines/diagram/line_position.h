/* line_position.h - a level before a move: its network, and what everybody owns.
 *
 * Payoffs are whole numbers: units of length times `scale`, which makes equal shares whole.
 */
#ifndef DMI_LINES_DIAGRAM_LINE_POSITION_H
#define DMI_LINES_DIAGRAM_LINE_POSITION_H

#include "lines/diagram/line_network.h"
#include "lines/level/ratio.h"

typedef struct dmi_line_position {
    const dm_level *level;
    const dm_line_ask *ask;
    dmi_line_network net;
    dmi_reach *reach;
    int64_t scale;
    int32_t owner;                        /* who gets ties under DM_LINE_OWN */
    dmi_wide before[DM_MAX_LINE_PLAYERS]; /* payoffs before the move */
} dmi_line_position;

/* DM_BAD_MOVE if the level has no edge. */
dm_status dmi_line_position_init(const dm_level *level, const dm_line_ask *ask,
                                 dmi_line_position *out, dm_error *err);
/* The same; under DM_LINE_OWN ties belong to `owner`, not to the ask's player. */
dm_status dmi_line_position_init_owned(const dm_level *level, const dm_line_ask *ask, int32_t owner,
                                       dmi_line_position *out, dm_error *err);
void dmi_line_position_clear(dmi_line_position *position);

/* The share of `player`, 0..scale, in one unit that these players reach first. */
int64_t dmi_line_position_share(const dmi_line_position *position, uint64_t players,
                                int32_t player);

/* The other player who owns most before the move; -1 if there is no other. */
int32_t dmi_line_position_best_opponent(const dmi_line_position *position);

/* Adds `length` units (subtracts if negative) that these players reach first. */
static inline void dmi_line_position_add_length(const dmi_line_position *position, uint64_t players,
                                                int64_t length, dmi_wide *payoff)
{
    if (players && !(players & (players - 1)))
        payoff[__builtin_ctzll(players)] += (dmi_wide)length * position->scale;
    else
        for (uint64_t rest = players; rest; rest &= rest - 1)
            payoff[__builtin_ctzll(rest)] +=
                (dmi_wide)length *
                dmi_line_position_share(position, players, __builtin_ctzll(rest));
}

/* Adds both parts of a piece, times `sign`. */
static inline void dmi_line_position_add_piece(const dmi_line_position *position, int32_t piece,
                                               const dmi_reach *reach, int sign, dmi_wide *payoff)
{
    const dmi_piece *p = &position->net.piece[piece];
    int64_t meet = dmi_boundary(p, reach);
    assert(meet >= 0 && meet <= p->length);
    dmi_line_position_add_length(position, reach[p->a].players, sign * meet, payoff);
    dmi_line_position_add_length(position, reach[p->b].players, sign * (p->length - meet), payoff);
}

/* The end of a piece that is first reached over it (perhaps over others at the same time), or -1.
 */
static inline int32_t dmi_reached_over(const dmi_line_network *net, const dmi_reach *reach,
                                       int32_t piece)
{
    const dmi_piece *p = &net->piece[piece];
    int64_t a = reach[p->a].when, b = reach[p->b].when;
    if (a == DMI_NEVER || b == DMI_NEVER)
        return -1;
    return a + p->length == b ? p->b : b + p->length == a ? p->a : -1;
}

#endif
