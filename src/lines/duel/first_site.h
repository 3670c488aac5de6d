/* first_site.h - the leader's problem on edges: the parts that first_site.c puts together.
 *
 * Places of the first site are distances t from the end a of a piece.  In units of the network all
 * lengths are even, and everything changes at whole t.  Values are the first player's payoff minus
 * the second's, times `scale`.
 */
#ifndef DMI_LINES_DUEL_FIRST_SITE_H
#define DMI_LINES_DUEL_FIRST_SITE_H

#include "lines/site/site_sweep.h"
#include <demesne/line_duel.h>

typedef struct dmi_first_site {
    const dm_level *level;
    const dm_line_first_site_ask *ask;
    dm_line_ask add; /* a site of the second player */
    dm_run *run;     /* may be NULL */
    dmi_line_position position;
    int64_t **way;    /* from each vertex to all others; NULL: not computed yet */
    dmi_reach *now;   /* scratch: the vertices with both sites */
    int64_t steepest; /* no value, and no difference of two, has a larger slope */
} dmi_first_site;

dm_status dmi_first_site_too_large(dm_error *err);
/* Computes the distances from the ends of a piece, if they are not known.  False: no memory. */
bool dmi_first_site_know(dmi_first_site *lead, int32_t piece);

/* The distance of a vertex that cannot be reached. */
static const int64_t dmi_first_site_far = INT64_C(1) << 56;

/* A number num/den, den > 0. */
typedef struct dmi_first_site_number {
    dmi_wide num, den;
} dmi_first_site_number;

static inline int dmi_first_site_compare(dmi_first_site_number a, dmi_first_site_number b)
{
    dmi_wide left = a.num * b.den, right = b.num * a.den;
    return (left > right) - (left < right);
}

/* A place of the first site: at t, or (side -1, 1) the limit at t from that side. */
typedef struct dmi_first_site_place {
    int32_t piece;
    int32_t side; /* 0 if t is not whole */
    dmi_first_site_number t;
} dmi_first_site_place;

/* An answer that depends on t: s = at + turn * t from the end a of its piece; side -1, 1: just
 * before or after that place. */
typedef struct dmi_first_site_track {
    int32_t piece;
    int32_t turn; /* -1, 0, 1 */
    int32_t side;
    int64_t at;
} dmi_first_site_track;

/* The value if the first site is at t (whole) or infinitesimally to one side, and the second
 * follows the track; false if a place is taken or beyond the piece.  Needs the distances from the
 * ends of both pieces. */
bool dmi_first_site_value(dmi_first_site *lead, int32_t piece, int64_t t, int32_t side,
                          const dmi_first_site_track *track, dmi_wide *out);
/* Where that value stops being linear in t: whole numbers from 0 to the piece's length, sorted,
 * among them both ends.  Makes *breaks longer if needed.  False: no memory. */
bool dmi_first_site_breaks(dmi_first_site *lead, int32_t piece, const dmi_first_site_track *track,
                           int64_t **breaks, size_t *capacity, size_t *count);

/* The best answer to a first site. */
typedef struct dmi_first_site_answer {
    int32_t edge;
    int32_t side;         /* -1, 1: the limit from that side */
    bool is_flat;         /* every place up to the next change is as good */
    int64_t offset, room; /* from the edge's first end, and to the next change on that side */
    int64_t unit, scale;  /* units per length 1; shares per unit */
    dmi_wide value;       /* times scale and unit */
} dmi_first_site_answer;

/* `level` has the first site already. */
dm_status dmi_first_site_best_answer(const dmi_first_site *lead, const dm_level *level, dm_run *run,
                                     dmi_first_site_answer *out, dm_error *err);

/* A part of a piece on which the first player gets at most base + slope * t. */
typedef struct dmi_first_site_part {
    dmi_first_site_number from, to;
    bool open_from, open_to;
    dmi_wide base, slope;
} dmi_first_site_part;

/* Upper bounds along a piece, in order; parts that cannot hold the best site are left out. */
typedef struct dmi_first_site_bound {
    int32_t piece;
    dmi_first_site_part *part;
    size_t count, capacity;
} dmi_first_site_bound;

/* What is known to be possible: a value, and whether a site attains it. */
typedef struct dmi_first_site_best {
    dmi_first_site_number value;
    bool attained, found;
    dmi_first_site_place place;
} dmi_first_site_best;

/* Starts with everything possible. */
bool dmi_first_site_bound_init(const dmi_first_site *lead, int32_t piece,
                               dmi_first_site_bound *out);
/* Lowers the bound to the value against this answer, and leaves out parts no better than `best`.
 * DM_STOPPED leaves the bound as it is. */
dm_status dmi_first_site_bound_lower(dmi_first_site *lead, dmi_first_site_bound *bound,
                                     const dmi_first_site_track *track,
                                     const dmi_first_site_best *best, dm_error *err);
/* The greatest value of the bound, and where; false if no part is better than `best`. */
bool dmi_first_site_bound_top(const dmi_first_site_bound *bound, const dmi_first_site_best *best,
                              dmi_first_site_best *top);

#endif
