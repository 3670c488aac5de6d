/* check/steps_tree.h - Algorithms 1 and 2 and the symmetric strategy of Teramoto, Demaine and
 * Uehara, transcribed from the paper alone, on complete trees numbered breadth-first. */
#ifndef CHECK_STEPS_TREE_H
#define CHECK_STEPS_TREE_H

#include <demesne/position.h>

typedef struct check_tree {
    int k, height, rounds;
    dm_vertex n;
    signed char *holder; /* -1: free, otherwise a side; owned */
} check_tree;

void check_tree_init(check_tree *t, const dm_position *position, int k, int height);
void check_tree_clear(check_tree *t);

/* The step of Algorithm 1, and whether it allows `move`. */
const char *check_algorithm_1(const check_tree *t, dm_vertex move, bool *allows);
/* The same of Algorithm 2 for `side`.  skips_full: step (A)-1 does not consider full sets. */
const char *check_algorithm_2(const check_tree *t, dm_side side, bool skips_full, dm_vertex move,
                              bool *allows);
/* Whether Black, to move after these stones, still copies White: the symmetric vertex of White's
 * last stone is free then, and goes to *copy. */
bool check_symmetric(const dm_position *position, int k, int height, dm_vertex *copy);

/* |V_W| - |V_B| by the sums that Lemma 2 gives for the case ("(A)-(a)", ..), from the counts of
 * White and Black in the key level, or for (B) in the one above. */
int64_t check_lemma_2(const check_tree *t, const char *name, int64_t x, int64_t y);

#endif
