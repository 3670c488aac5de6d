/* check/thesis.h - te Kolste's Algorithm 5 (2016, section 4.4) as printed, and with each of its
 * corrections.  Trees, two players (0 is the own one), sites on vertices, no ties. */
#ifndef CHECK_LINES_THESIS_H
#define CHECK_LINES_THESIS_H

#include <demesne/lines.h>

enum {
    THESIS_SITE = 1,        /* (1): corrects the swapped cases of f for P2 */
    THESIS_BEHIND = 2,      /* (1): what P1 owns behind a site counts */
    THESIS_LATE = 4,        /* (3): x counts from when w changes hands, up to the edge's length */
    THESIS_SUM = 8,         /* (3): the edge towards w's new owner is in the sum */
    THESIS_NEUTRAL = 16,    /* Type III: the topmost vertex, and its edge counts */
    THESIS_BOUNDARIES = 32, /* edges with boundary points are candidates */
    THESIS_ALL = 63
};

/* Twice the gain in margin that the algorithm reports for its best cut, at least 0. */
int64_t check_thesis_gain(const dm_level *level, int repairs);

#endif
