/* check/sites.h - a new site by its definition: whole levels with it, evaluated cell by cell.
 *
 * Lengths and the distances of sites from the ends of their edges are whole numbers, so everything
 * that changes along an edge changes at a multiple of 1/2 (docs/algorithms/lines.md).  On a half
 * between two such places every payoff is assumed to be linear, which test_sites.c checks at other
 * places inside. Each half is known from two places inside it, and its ends by themselves. */
#ifndef CHECK_LINES_SITES_H
#define CHECK_LINES_SITES_H

#include "check/lines/cuts.h"

/* Six times the payoffs' 120: the level with a site of ask->player at `way` / 6 from the first end
 * of the edge; false if a site is there already. */
bool check_add(const dm_level *level, const dm_line_ask *ask, int edge, int64_t way, int64_t *out);

void check_best_add(const dm_level *level, const dm_line_ask *ask, check_cut_best *out);

/* All winning places: open stretches and single places, edge by edge in order.  Halves are not
 * joined, and an end of an edge is a place of every edge there. */
typedef struct check_add_odds {
    int count;
    dm_line_stretch winning[4096]; /* from == to: a single place */
} check_add_odds;

void check_add_wins(const dm_level *level, const dm_line_ask *ask, check_add_odds *out);

/* The number of their connected components. */
int check_add_regions(const dm_level *level, const check_add_odds *odds);

#endif
