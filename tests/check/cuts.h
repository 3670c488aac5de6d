/* check/cuts.h - cuts by their definition: whole levels after a cut, judged cell by cell.
 *
 * On a stretch of an edge between two sites (or ends) every payoff is taken to be linear in the
 * place of the cut; test_cuts.c tries that at places inside.  Everything else follows from the
 * two levels at the ends of the stretch, which are limits where a site lies there.
 * Lengths and the distances of sites from the ends of their edges are whole numbers, and at most
 * six players play. */
#ifndef CHECK_CUTS_H
#define CHECK_CUTS_H

#include <demesne/lines.h>

/* Room for a level after a cut; it is never passed to dm_level_new(). */
typedef struct check_cut_room {
    dm_level level;
    dm_line_edge edges[80];
    dm_site sites[32];
} check_cut_room;

/* `edge` cut at `at` (0..1).  A site at that very place goes with the first part where `side` is
 * below 0, otherwise with the second. */
void check_cut(const dm_level *level, int edge, dm_ratio at, int side, check_cut_room *out);

/* 120 times what every player gets, lengths whole. */
void check_payoffs(const dm_level *level, dm_line_ties ties, int64_t *out);

/* The supremum over all cuts, by the ask's player, objective and ties. */
typedef struct check_cut_best {
    dm_line_standing best;
    bool attained;
} check_cut_best;

void check_best_cut(const dm_level *level, const dm_line_ask *ask, check_cut_best *out);

enum { CHECK_PLAYERS = 6 };

/* A part of an edge along which every payoff is a line. */
typedef struct check_stretch {
    int edge, players, me;
    dm_ratio from, to;       /* places on the edge */
    bool open_from, open_to; /* no move is made there, but as near as one likes */
    int64_t first[CHECK_PLAYERS], last[CHECK_PLAYERS]; /* 120 times the payoffs at both ends */
} check_stretch;

/* Makes *best the supremum of itself (all zero: nothing yet) and of the stretch's places. */
void check_search_stretch(const check_stretch *s, dm_line_objective objective,
                          check_cut_best *best);
/* The open part of the stretch where the player wins; false: none. */
bool check_win_stretch(const check_stretch *s, dm_stretch *out);

/* Where cuts win: open stretches of edges, and their share of the whole length. */
typedef struct check_cut_odds {
    dm_ratio fraction;
    int count;
    dm_stretch winning[128];
} check_cut_odds;

void check_cut_wins(const dm_level *level, const dm_line_ask *ask, check_cut_odds *out);

#endif
