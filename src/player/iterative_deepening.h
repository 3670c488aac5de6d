/* player/iterative_deepening.h - deeper and deeper search for one stone, by the estimate
 * (estimate.h).
 *
 *     dmi_deepening_init(&search, estimate, position, err);
 *     dmi_deepening_stone(&search, run, stones, count, &v, err);    for each stone of the turn
 *     dmi_deepening_clear(&search);
 */
#ifndef DMI_ITERATIVE_DEEPENING_H
#define DMI_ITERATIVE_DEEPENING_H

#include "player/completion_estimate.h"
#include "player/player.h"

/* One candidate at one step. */
typedef struct dmi_deepening_candidate {
    dm_vertex vertex;
    int64_t gain; /* value after the stone, from the mover's side */
} dmi_deepening_candidate;

typedef struct dmi_deepening_entry dmi_deepening_entry; /* an entry of the table of positions */

/* What stones gain at a level over what the estimate expects of them. */
typedef struct dmi_next_gain {
    int64_t now; /* the mean of the searches before this one */
    int64_t sum, count;
} dmi_next_gain;

typedef struct dmi_deepening {
    dmi_completion_estimate *estimate;
    dm_evaluator *evaluator;
    dm_run *run;
    dm_vertex n;
    dm_side *sides; /* of the stones to come after the start of the turn */
    int32_t side_count;
    int32_t root, reach;    /* the stone searched for; how many the estimate follows from it */
    int exact_shift, shift; /* from scores and from outlooks to values */
    bool *taken;
    bool is_ordered; /* the order of stones matters */
    uint64_t *marks; /* [v][side]: keys of stones */
    uint64_t key;
    dmi_deepening_entry *entries;
    dmi_deepening_candidate *candidates; /* n a level */
    dm_vertex *vertices;
    int32_t *tried;
    int64_t *scores;
    int32_t *charge; /* what the i-th candidate costs, in sixteenths of a stone */
    dmi_next_gain *next_gain;
    dm_vertex choice;
    bool stopped, cut; /* the run ended; something was left out */
} dmi_deepening;

/* `estimate` is borrowed, and so is the position's evaluator, which is left as it
 * was found. */
dm_status dmi_deepening_init(dmi_deepening *deepen, dmi_completion_estimate *estimate,
                             dm_position *position, dm_error *err);
void dmi_deepening_clear(dmi_deepening *deepen);

/* The best vertex found for the next stone before the run ends, which is then placed.
 * `stones` are all that lie, those placed by earlier calls among them. */
dm_status dmi_deepening_stone(dmi_deepening *deepen, dm_run *run, const dm_stone *stones,
                              int32_t count, dm_vertex *out, dm_error *err);

#endif
