/* player/lookahead.h - alpha-beta over single stones, whatever scores them.
 *
 *     dmi_lookahead look = {.judge = ..., .run = run, .width = 8};
 *     dmi_lookahead_init(&look, position, depth)
 *     move[0] = dmi_lookahead_stone(&look, 0);
 *     dmi_lookahead_clear(&look);
 */
#ifndef DMI_LOOKAHEAD_H
#define DMI_LOOKAHEAD_H

#include "player/player.h"

/* Scores stones one further than those placed; values are White's minus Black's, in
 * any unit, and above INT64_MIN / 2. */
typedef struct dmi_judge {
    void *self;
    void (*weigh)(void *self, dm_side side, const dm_vertex *vertices, int64_t count,
                  int64_t *values);
    void (*place)(void *self, dm_side side, dm_vertex v);
    void (*undo)(void *self);
} dmi_judge;

typedef struct dmi_lookahead_candidate dmi_lookahead_candidate;

/* The first six are the caller's. */
typedef struct dmi_lookahead {
    dmi_judge judge;
    dm_run *run;
    int64_t width;        /* candidates tried at each step; 0: all */
    const double *remote; /* among equals the least comes first; NULL: the lowest number does */
    double *values_out; /* NULL, or the values of the turn's first stone, White's minus Black's, */
    double unit;        /* of which the judge counts so many to 1 */
    int depth;
    dm_vertex n;
    bool *taken;
    dm_side *sides; /* of the stones to come */
    int32_t side_count;
    int32_t root;                        /* which of them the search is about */
    dmi_lookahead_candidate *candidates; /* n for each depth */
    dm_vertex *vertices;                 /* scratch: n */
    int64_t *values;                     /* scratch: n */
    bool stopped;
} dmi_lookahead;

/* False without memory; clear it all the same. */
bool dmi_lookahead_init(dmi_lookahead *look, const dm_position *position, int depth);
void dmi_lookahead_clear(dmi_lookahead *look);

/* The best vertex for the stone after `done` more than lie on the board, which the judge
 * has placed; it is then marked as taken.  Once the run ends, `stopped` is set and the
 * answer is the best of what was finished, or else the first in order. */
dm_vertex dmi_lookahead_stone(dmi_lookahead *look, int32_t done);

#endif
