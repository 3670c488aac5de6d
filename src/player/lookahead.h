/* player/lookahead.h - alpha-beta over single stones, with any scorer.
 *
 *     dmi_lookahead look = {.scorer = ..., .run = run, .width = 8};
 *     dmi_lookahead_init(&look, position, depth)
 *     move[0] = dmi_lookahead_stone(&look, 0);
 *     dmi_lookahead_clear(&look);
 */
#ifndef DMI_LOOKAHEAD_H
#define DMI_LOOKAHEAD_H

#include "base/base.h"
#include "player/player.h"

/* Scores positions after one more stone; values are White's minus Black's, in any unit, and above
 * INT64_MIN / 2. */
typedef struct dmi_lookahead_scorer {
    void *self;
    void (*score)(void *self, dm_side side, const dm_vertex *vertices, int64_t count,
                  int64_t *values);
    void (*place)(void *self, dm_side side, dm_vertex v);
    void (*undo)(void *self);
} dmi_lookahead_scorer;

typedef struct dmi_lookahead_candidate dmi_lookahead_candidate;

/* The caller sets the first six. */
typedef struct dmi_lookahead {
    dmi_lookahead_scorer scorer;
    dm_run *run;
    int64_t width;              /* candidates tried at each step; 0: all */
    const double *distance_sum; /* among equals the least is first; NULL: the lowest number */
    double *values_out;         /* NULL, or receives the values for the turn's first stone */
    double unit;                /* the scorer's value of 1 */
    int depth;
    dm_vertex n;
    bool *taken;
    dm_side *sides; /* of the remaining stones */
    int32_t side_count;
    int32_t root;                        /* the stone that is searched for */
    dmi_lookahead_candidate *candidates; /* n for each depth */
    dm_vertex *vertices;                 /* scratch: n */
    int64_t *values;                     /* scratch: n */
    bool stopped;
    dmi_arrays arrays;
} dmi_lookahead;

/* False without memory; then clear it, too. */
bool dmi_lookahead_init(dmi_lookahead *look, const dm_position *position, int depth);
void dmi_lookahead_clear(dmi_lookahead *look);

/* The best vertex for stone `done` of the turn; the scorer has placed those before.  Marks it as
 * taken.  If the run ends, `stopped` is set and the result is the best of what was finished. */
dm_vertex dmi_lookahead_stone(dmi_lookahead *look, int32_t done);

#endif
