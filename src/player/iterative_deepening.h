/* player/iterative_deepening.h - iterative deepening for one stone, on completion_estimate.h.
 *
 *     dmi_deepening_init(&search, estimate, position, err);
 *     dmi_deepening_stone(&search, own_run, stones, count, &v, err);    for each stone of the turn
 *     dmi_deepening_clear(&search);
 */
#ifndef DMI_ITERATIVE_DEEPENING_H
#define DMI_ITERATIVE_DEEPENING_H

#include "base/base.h"
#include "game/evaluator.h"
#include "player/completion_estimate.h"
#include "player/player.h"

typedef struct dmi_deepening_candidate {
    dm_vertex vertex;
    int64_t gain; /* value after the stone, from the mover's side */
} dmi_deepening_candidate;

typedef struct dmi_deepening_entry dmi_deepening_entry; /* an entry of the table of positions */

/* What the best stone of a level gains over the estimate before it. */
typedef struct dmi_next_gain {
    int64_t now; /* mean over the searches before this one */
    int64_t sum, count;
} dmi_next_gain;

typedef struct dmi_deepening {
    dmi_completion_estimate *estimate;
    dmi_evaluator *evaluator;
    dm_run *run; /* ends the search */
    dm_vertex n;
    dm_side *sides; /* of the remaining stones, from the start of the turn */
    int32_t side_count;
    int32_t root,
        reach; /* index of the stone searched for; stones that the estimate follows from it */
    int exact_shift, shift; /* from scores and from estimates to values */
    bool *taken;
    bool is_ordered; /* the order of stones matters */
    uint64_t *marks; /* [v][side]: keys of stones */
    uint64_t key;
    dmi_deepening_entry *entries;
    dmi_deepening_candidate *candidates; /* n per level */
    dm_vertex *vertices;
    int32_t *tried;
    int64_t *scores;
    int32_t *charge; /* cost of the i-th candidate, in sixteenths of a stone */
    dmi_next_gain *next_gain;
    dm_vertex choice;
    bool stopped, cut; /* the run ended; something was left out */
    dmi_arrays arrays;
} dmi_deepening;

/* `estimate` is borrowed, and so is the position's evaluator, which comes back unchanged. */
dm_status dmi_deepening_init(dmi_deepening *deepen, dmi_completion_estimate *estimate,
                             dm_position *position, dm_error *err);
void dmi_deepening_clear(dmi_deepening *deepen);

/* Finds the best vertex for the next stone until the run ends, and places it.  `stones` are all on
 * the board, including those placed by earlier calls.  DM_STOPPED if the run ended before anything
 * could be compared: nothing is placed then. */
dm_status dmi_deepening_stone(dmi_deepening *deepen, dm_run *run, const dm_stone *stones,
                              int32_t count, dm_vertex *out, dm_error *err);

/* White's likely lead after a stone on each free vertex, by the estimate from which the search
 * starts; the others stay as they are.  Fails as dmi_deepening_stone() does; nothing is placed. */
dm_status dmi_deepening_estimates(dmi_deepening *deepen, dm_run *run, const dm_stone *stones,
                                  int32_t count, double *values, dm_error *err);

#endif
