/* move_sets.h - sets of moves by their definition: every set on a grid that divides all places
 * into simplices in which payoffs are linear.
 *
 * Lengths are whole, and so are the distances of sites from the ends of their edges.  Vertices
 * change hands and payoffs change slope only where t = c, 2 t = c, t + s = c or t - s = c for
 * places t and s and whole numbers c.  Between multiples of 1/2 these planes order the places'
 * parts of their halves, counted from whole numbers; each order is an open simplex. */
#ifndef CHECK_LINES_MOVE_SETS_H
#define CHECK_LINES_MOVE_SETS_H

#include <demesne/lines.h>

enum { CHECK_SET_MOVES = 3, CHECK_SET_PLAYERS = 3 };

typedef struct check_set_ask {
    int player;
    dm_line_objective objective;
    dm_line_ties ties;
    int count;                         /* of the moves */
    dm_line_op order[CHECK_SET_MOVES]; /* no ropes */
    bool ordered;
} check_set_ask;

typedef struct check_set_best {
    bool exists;
    dm_line_standing best; /* only what the objective compares */
    bool attained;
    bool wins;     /* some set wins */
    int solutions; /* connected sets of winning moves; if it was asked for */
} check_set_best;

/* At most three players. */
void check_move_sets(const dm_level *level, const check_set_ask *ask, bool count_solutions,
                     check_set_best *out);

#endif
