/* answer_tree.h - the theory of a number of rounds on a complete k-ary tree. */
#ifndef ANSWER_TREE_H
#define ANSWER_TREE_H

#include "answer/report.h"

/* For one stone per turn. */
void answer_tree(report *r, const dm_tree_theory *theory);

/* One line for a picture: "k = 3, H = 4, n = 2: key level h = 1, case A, ..." */
void answer_tree_caption(const dm_tree_theory *theory, char *text, size_t size);

#endif
