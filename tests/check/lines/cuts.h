/* check/cuts.h - cuts by their definition: whole levels after a cut, evaluated cell by cell.
 *
 * On a stretch of an edge between two sites (or ends) every payoff is assumed to be linear in the
 * place of the cut; test_cuts.c checks that at places inside.  Everything else follows from the two
 * levels at the ends of the stretch, which are limits if a site is there.  Lengths and the
 * distances of sites from the ends of their edges are whole numbers, and there are at most six
 * players. */
#ifndef CHECK_LINES_CUTS_H
#define CHECK_LINES_CUTS_H

#include <demesne/lines.h>

/* Storage for a level after a cut; it is never passed to dm_level_new(). */
typedef struct check_cut_room {
    dm_level level;
    dm_line_edge edges[80];
    dm_line_site sites[32];
} check_cut_room;

/* Cuts `edge` at `at` (0..1).  A site exactly there goes to the first part if `side` is negative,
 * otherwise to the second. */
void check_cut(const dm_level *level, int edge, dm_ratio at, int side, check_cut_room *out);

/* 120 times every player's payoff; lengths must be whole. */
void check_payoffs(const dm_level *level, dm_line_ties ties, int64_t *out);

/* The supremum over all cuts, for the ask's player, objective and ties. */
typedef struct check_cut_best {
    dm_line_standing best;
    bool attained;
} check_cut_best;

void check_best_cut(const dm_level *level, const dm_line_ask *ask, check_cut_best *out);

enum { CHECK_PLAYERS = 6 };

/* A part of an edge along which every payoff is linear. */
typedef struct check_stretch {
    int edge, players, me;
    dm_ratio from, to;       /* places on the edge */
    bool open_from, open_to; /* no move can be made exactly there, only near it */
    int64_t first[CHECK_PLAYERS], last[CHECK_PLAYERS]; /* 120 times the payoffs at both ends */
} check_stretch;

/* Sets *best to the larger of itself (all zero: nothing yet) and the supremum over the stretch. */
void check_search_stretch(const check_stretch *s, dm_line_objective objective,
                          check_cut_best *best);
/* The open part of the stretch on which the player wins; false: none. */
bool check_win_stretch(const check_stretch *s, dm_line_stretch *out);

/* All winning cuts: open stretches of edges, and their share of the total length. */
typedef struct check_cut_odds {
    dm_ratio fraction;
    int count;
    dm_line_stretch winning[128];
} check_cut_odds;

void check_cut_wins(const dm_level *level, const dm_line_ask *ask, check_cut_odds *out);

#endif
