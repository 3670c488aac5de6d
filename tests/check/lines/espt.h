/* check/lines/espt.h - the extended shortest-path tree, the candidate cuts and the functions of te
 * Kolste's thesis, from their definitions.  Lengths and the distances of sites from the ends of
 * their edges are whole numbers. */
#ifndef CHECK_LINES_ESPT_H
#define CHECK_LINES_ESPT_H

#include <demesne/line_espt.h>

/* What is wrong with the result; NULL: nothing.  `has_types`: whether types I and II are defined.
 */
const char *check_espt(const dm_level *level, const dm_line_espt *x, bool *has_types);

/* Twice the gain that Algorithms 1 to 4 claim if only this mistake (or all) is kept, on a tree with
 * one own site, that of player 0; at least 0. */
int64_t check_types_claim(const dm_level *level, dm_line_mistake mistake);

/* Four times f_(v,e,P)(x) by its definition, `twice_x` being 2x: P is a site at distance x beyond
 * v. `from` and `to` are the ends of the piece, as numbered by dm_line_espt.  -1: at this x two
 * players come to a vertex at once. */
int64_t check_function(const dm_level *level, int from, int to, int edge, int player, int me,
                       int64_t twice_x);
/* The distance from `from` to the nearest site beyond the piece; -1: there is none. */
int64_t check_function_end(const dm_level *level, int from, int to, int edge);

#endif
