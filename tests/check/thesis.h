/* check/thesis.h - te Kolste's Algorithm 5 (2016, section 4.4) as it is printed, and with its
 * repairs one by one.  Trees, two players (0 is the own one), sites on vertices, no ties. */
#ifndef CHECK_THESIS_H
#define CHECK_THESIS_H

#include <demesne/lines.h>

enum {
    THESIS_SITE = 1,        /* (1): f for P2 has its cases the right way round */
    THESIS_BEHIND = 2,      /* (1): what P1 has behind a site counts, as it does before the cut */
    THESIS_LATE = 4,        /* (3): x is counted from where w changes hands, and edges end */
    THESIS_SUM = 8,         /* (3): the edge towards w's new owner is in the sum, too */
    THESIS_NEUTRAL = 16,    /* Type III: the topmost vertex, and its edge counts */
    THESIS_BOUNDARIES = 32, /* edges with boundary points are candidates */
    THESIS_ALL = 63
};

/* Twice the gain of margin that the algorithm gives for its best cut, at least 0. */
int64_t check_thesis_gain(const dm_level *level, int repairs);

#endif
