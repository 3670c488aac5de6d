/* player/deepen.h - deeper and deeper search for one stone, by the outlook (outlook.h).
 *
 *     dmi_deepen_init(&search, outlook, position, err);
 *     dmi_deepen_stone(&search, run, stones, count, &v, err);    for each stone of the turn
 *     dmi_deepen_clear(&search);
 */
#ifndef DMI_DEEPEN_H
#define DMI_DEEPEN_H

#include "player/outlook.h"
#include "player/player.h"

/* One candidate at one step. */
typedef struct dmi_prospect {
    dm_vertex vertex;
    int64_t gain; /* value after the stone, from the mover's side */
} dmi_prospect;

typedef struct dmi_known dmi_known; /* an entry of the table of positions */

/* What stones gain at a level over what the outlook expects of them. */
typedef struct dmi_swing {
    int64_t now; /* the mean of the searches before this one */
    int64_t sum, count;
} dmi_swing;

typedef struct dmi_deepen {
    dmi_outlook *outlook;
    dm_evaluator *evaluator;
    dm_run *run;
    dm_vertex n;
    dm_side *sides; /* of the stones to come after the start of the turn */
    int32_t side_count;
    int32_t root, reach;    /* the stone searched for; how many the outlook follows from it */
    int exact_shift, shift; /* from scores and from outlooks to values */
    bool *taken;
    bool is_ordered; /* the order of stones matters */
    uint64_t *marks; /* [v][side]: keys of stones */
    uint64_t key;
    dmi_known *known;
    dmi_prospect *prospects; /* n a level */
    dm_vertex *vertices;
    int32_t *tried;
    int64_t *scores;
    int32_t *charge; /* what the i-th candidate costs, in sixteenths of a stone */
    dmi_swing *swing;
    dm_vertex choice;
    bool stopped, cut; /* the run ended; something was left out */
} dmi_deepen;

/* `outlook` is borrowed, and so is the position's evaluator, which is left as it
 * was found. */
dm_status dmi_deepen_init(dmi_deepen *deepen, dmi_outlook *outlook, dm_position *position,
                          dm_error *err);
void dmi_deepen_clear(dmi_deepen *deepen);

/* The best vertex found for the next stone before the run ends, which is then placed.
 * `stones` are all that lie, those placed by earlier calls among them. */
dm_status dmi_deepen_stone(dmi_deepen *deepen, dm_run *run, const dm_stone *stones, int32_t count,
                           dm_vertex *out, dm_error *err);

#endif
