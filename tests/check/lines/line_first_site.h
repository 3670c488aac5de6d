/* line_first_site.h - the leader's problem on edges, on a fine grid of first sites.
 *
 * Lengths and the distances of sites from the ends of their edges are whole numbers.  First sites
 * are at multiples of 1/8.  Answers to them change only at multiples of 1/8; between two such
 * places payoffs are linear, so two places inside give the limits at both ends. */
#ifndef CHECK_LINES_LINE_FIRST_SITE_H
#define CHECK_LINES_LINE_FIRST_SITE_H

#include <demesne/line_duel.h>

enum { CHECK_LEAD_FINE = 8 };

typedef struct check_line_lead {
    double low;  /* the best value of the grid, up to limits of answers exact */
    double high; /* no first site between grid places has more: between two multiples of 1/2 the
                    value is concave, and three places inside bound it */
} check_line_lead;

void check_lead(const dm_level *level, const dm_line_first_site_ask *ask, check_line_lead *out);
/* The least value over all answers (limits too) to a first site at a multiple of 1/8 of the length
 * from the first end of an edge; false if a site is there. */
bool check_lead_at(const dm_level *level, const dm_line_first_site_ask *ask, int32_t edge,
                   int64_t way, double *out);

#endif
