/* check/lines.h - the continuous game by its definition: every small cell of every edge asks
 * every site how far it is. */
#ifndef CHECK_LINES_H
#define CHECK_LINES_H

#include <demesne/lines.h>

/* Twice the length, in units of 1, that exactly the players of a set reach first.  Lengths and
 * the distances of sites from the ends of their edges must be whole numbers, so that whoever owns
 * a cell of length 1/2 owns all of it. */
typedef struct check_lines {
    int64_t alone[DM_MAX_LINE_PLAYERS];
    int64_t shared[DM_MAX_LINE_PLAYERS][DM_MAX_LINE_PLAYERS + 1]; /* by how many share it */
    int64_t tied, unreached;
} check_lines;

void check_lines_own(const dm_level *level, check_lines *out);

#endif
