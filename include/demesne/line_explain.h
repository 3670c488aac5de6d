/* demesne/line_explain.h - why a move is the best: its type, the shortest-path tree, and the value
 * along its edge.
 *
 * Types are those of te Kolste's thesis (docs/LINES.md).  The value along an edge is what the same
 * kind of move is worth at each of its places:
 *
 *      value
 *        |      /\
 *        |     /  \____o        parts are linear; between two parts it may jump
 *        |____/
 *        +---------------- place on the edge, 0 to 1
 */
#ifndef DEMESNE_LINE_EXPLAIN_H
#define DEMESNE_LINE_EXPLAIN_H

#include <demesne/lines.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_line_type {
    DM_LINE_TYPE_NONE = 0, /* none of the three, or the thesis has no types for such a move */
    DM_LINE_TYPE_I,
    DM_LINE_TYPE_II,
    DM_LINE_TYPE_III
} dm_line_type;

const char *dm_line_type_name(dm_line_type value); /* "none", "I", "II", "III" */
dm_status dm_line_type_parse(const char *name, dm_line_type *out, dm_error *err);

/* How a vertex is reached before the move. */
typedef struct dm_tree_step {
    uint64_t players; /* who is first; 0: nobody */
    int32_t edge;     /* the last edge of the shortest path; -1: a site, or never reached */
    int32_t from;     /* the vertex before it; -1: a site on that edge */
    dm_ratio when;    /* the distance from the nearest site */
} dm_tree_step;

/* The value is linear from `first` to `last`; a single place has from = to. */
typedef struct dm_profile_part {
    dm_ratio from, to; /* places on the edge */
    dm_ratio first, last;
} dm_profile_part;

typedef struct dm_line_explanation {
    dm_line_type type;
    const char *reason; /* one sentence */
    int32_t vertex_count;
    dm_tree_step *tree; /* by vertex */
    int32_t edge;       /* of the profile: the edge of the move; -1: none (removals, ropes, sets) */
    int32_t part_count;
    dm_profile_part *profile; /* in order along the edge; the margin, or the payoff if that is the
                                 objective */
} dm_line_explanation;

/* Explains the best move that dm_line_best_move() found for the same level and ask.  DM_TOO_LARGE
 * if a value does not fit 63 bits as a fraction. */
dm_status dm_line_explain(const dm_level *level, const dm_line_ask *ask, const dm_line_best *best,
                          dm_line_explanation **out, dm_error *err);
void dm_line_explanation_free(dm_line_explanation *explanation);

#ifdef __cplusplus
}
#endif
#endif
