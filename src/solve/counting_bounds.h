/* counting_bounds.h - bounds from the vertices that stay free.
 *
 * Every stone owns its vertex, so the stones' part of the final score is known
 * from the start; the rest comes from vertices that stay free.  A free vertex
 * next to a stone of mine is at best a tie for you; one next to none is open to
 * you.  Each stone of mine can close one open vertex; on a pair of open
 * neighbours it closes both, and if you place a stone on the pair, you close one
 * of them yourself (docs/algorithms/solve.md has the proof).
 */
#ifndef DMI_COUNTING_BOUNDS_H
#define DMI_COUNTING_BOUNDS_H

#include "solve/search.h"

/* An upper bound on the free vertices that `side` leaves open at the end of the game. */
static inline int64_t dmi_open_in_the_end(const dmi_search *s, dm_side side, int32_t stones,
                                          const dmi_open *open)
{
    int64_t own = s->left[side][stones], pairs = open->pairs[side], free = s->n - s->total;
    int64_t most = open->vertices[side] - own - (own < pairs ? own : pairs);
    return most < 0 ? 0 : most < free ? most : free;
}

/* Bounds on the value for `side` of a position with `stones` stones, at the start of a turn, that
 * leave `open` open.  Valid only if DMI_SOLVE_COUNT is on. */
static inline dmi_solve_bounds dmi_counting_bounds(const dmi_search *s, dm_side side,
                                                   int32_t stones, const dmi_open *open)
{
    dm_side enemy = dm_other(side);
    int64_t surplus = s->left[side][0] - s->left[enemy][0];
    return (dmi_solve_bounds){surplus - dmi_open_in_the_end(s, side, stones, open),
                              surplus + dmi_open_in_the_end(s, enemy, stones, open)};
}

#endif
