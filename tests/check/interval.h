/* check/interval.h - the games on a circle and a segment by their definitions, with GMP's
 * fractions: every point belongs to the nearest stone. */
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

/* The stones of a game. */
void check_interval_init(check_interval *c, const dm_interval *game);
void check_interval_clear(check_interval *c);

/* The distance of a and b. */
void check_interval_distance(const check_interval *c, const mpq_t a, const mpq_t b, mpq_t out);
/* The length of all points nearest to `colour`: the pieces between all stones and all middles of
 * two stones, each evaluated at its own middle. */
void check_interval_land(const check_interval *c, dm_colour colour, mpq_t out);

/* The number of one-coloured intervals, including the border interval of a segment; their lengths
 * go to `lengths` (initialised, room for CHECK_STONES), which may be NULL. */
int check_interval_intervals(const check_interval *c, dm_colour colour, mpq_t *lengths);
/* Whether all, or any, of them are key intervals: 1/n long with key points as ends. */
bool check_interval_all_keys(const check_interval *c, dm_colour colour, int n);
bool check_interval_any_key(const check_interval *c, dm_colour colour, int n);
/* The number of two-coloured key intervals. */
int check_interval_mixed_keys(const check_interval *c, int n);

#endif
