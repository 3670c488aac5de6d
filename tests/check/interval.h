/* check/interval.h - the games on a circle and a segment by their definitions, with GMP's
 * fractions: every point judged by its distances to all stones. */
#ifndef CHECK_INTERVAL_H
#define CHECK_INTERVAL_H

#include <demesne/interval.h>
#include <gmp.h>

enum { CHECK_STONES = 64 };

typedef struct check_interval {
    bool circle;
    int count;
    mpq_t at[CHECK_STONES];
    dm_colour who[CHECK_STONES];
} check_interval;

/* The stones of a game as it lies. */
void check_interval_init(check_interval *c, const dm_interval *game);
void check_interval_clear(check_interval *c);

/* The shorter way from a to b. */
void check_interval_distance(const check_interval *c, const mpq_t a, const mpq_t b, mpq_t out);
/* The length of all points nearer to `colour`'s stones: the pieces between all stones and all
 * middles of two stones, each judged at its own middle. */
void check_interval_land(const check_interval *c, dm_colour colour, mpq_t out);

/* How many one-coloured intervals there are, the border interval of a segment being one; their
 * lengths go to `lengths` (initialised, room for CHECK_STONES), which may be NULL. */
int check_interval_intervals(const check_interval *c, dm_colour colour, mpq_t *lengths);
/* Whether all of them, or any, are key intervals: 1/n long with key points as ends. */
bool check_interval_all_keys(const check_interval *c, dm_colour colour, int n);
bool check_interval_any_key(const check_interval *c, dm_colour colour, int n);
/* How many two-coloured key intervals there are. */
int check_interval_mixed_keys(const check_interval *c, int n);

#endif
