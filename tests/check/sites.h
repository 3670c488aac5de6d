/* check/sites.h - one more site by its definition: whole levels with it, judged cell by cell.
 *
 * Lengths and the distances of sites from the ends of their edges are whole numbers, so whatever
 * changes along an edge changes at a multiple of 1/2 (docs/ALGORITHMS.md): on a half between two
 * such places every payoff is taken to be linear, which test_sites.c tries at other places inside.
 * Each half is known by two places inside it, and its ends by themselves. */
#ifndef CHECK_SITES_H
#define CHECK_SITES_H

#include "check/cuts.h"

/* Six times the payoffs' 120 for every player: the level with a site of ask->player `way` / 6
 * from the first end of the edge; false where a site lies there already. */
bool check_add(const dm_level *level, const dm_line_ask *ask, int edge, int64_t way, int64_t *out);

void check_best_add(const dm_level *level, const dm_line_ask *ask, check_cut_best *out);

/* Where new sites win: open stretches and single places, edge by edge in order, as they were
 * looked at: halves are not joined, and an end of an edge is a place of every edge there. */
typedef struct check_add_odds {
    int count;
    dm_stretch winning[4096]; /* from == to: a single place */
} check_add_odds;

void check_add_wins(const dm_level *level, const dm_line_ask *ask, check_add_odds *out);

/* How many connected parts they have. */
int check_add_regions(const dm_level *level, const check_add_odds *odds);

#endif
