/* dominance.h - the parts of scoring that one-shot calls and surveys share. */
#ifndef DMI_DOMINANCE_H
#define DMI_DOMINANCE_H

#include "graph/shortest_paths.h"
#include <demesne/dominance.h>

/* One question: the caller's stones, checked. */
typedef struct dmi_question {
    const dm_stone *stones;
    int32_t count;
    dm_tie_rule ties;
    int32_t players;
} dmi_question;

/* Checks ranges and counts players; stones on one vertex show up in dmi_answer. */
dm_status dmi_question_init(dm_vertex n, const dm_stone *stones, int32_t count, dm_tie_rule ties,
                            dmi_question *out, dm_error *err);

/* Solves `question` on the graph of `paths`, where vertex v of the board is rank[v]
 * (NULL: v).  `out` has room for n vertices and the question's players; it is
 * unchanged on failure. */
dm_status dmi_answer(const dmi_question *question, dmi_paths *paths, const dm_vertex *rank,
                     const int64_t *values, dm_dominance *out, dm_error *err);

/* An unset answer for dmi_answer, freed by dm_dominance_free; NULL: no memory. */
dm_dominance *dmi_dominance_room(dm_vertex n, int32_t players);

#endif
