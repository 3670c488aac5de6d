/* tree.h - what is known of a number of rounds on a complete k-ary tree. */
#ifndef ANSWER_TREE_H
#define ANSWER_TREE_H

#include "answer/report.h"

/* Adds what is known of `rounds` rounds of one stone per turn.  DM_UNSUPPORTED if the board is
 * no complete k-ary tree, DM_TOO_LARGE if the stones do not fit. */
dm_status answer_tree(report *r, const dm_arena *arena, int32_t rounds, dm_error *err);

/* One line for a picture: "k = 3, H = 4, n = 2: key level h = 1, case A, ..." */
void answer_tree_caption(const dm_tree_theory *plan, char *text, size_t size);

#endif
