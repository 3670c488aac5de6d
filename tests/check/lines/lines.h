/* check/lines.h - the continuous game by its definition: for every small cell of every edge, the
 * distances to all sites. */
#ifndef CHECK_LINES_LINES_H
#define CHECK_LINES_LINES_H

#include <demesne/lines.h>

/* Twice the length that exactly the players of a set reach first.  Lengths and the distances of
 * sites from the ends of their edges must be whole, so that a cell of length 1/2 has one owner. */
typedef struct check_lines {
    int64_t alone[DM_MAX_LINE_PLAYERS];
    int64_t shared[DM_MAX_LINE_PLAYERS]
                  [DM_MAX_LINE_PLAYERS + 1]; /* by the number of players that share it */
    int64_t tied, unreached;
} check_lines;

void check_lines_own(const dm_level *level, check_lines *out);

#endif
