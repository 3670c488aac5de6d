/* slides.h - Sugimoto and Saitoh's recurrence as printed, and the idea that their slides refute,
 * from their words alone.
 *
 * Slow: every set of Black's stones, and every way to settle a tie, is tried by itself. */
#ifndef CHECK_SLIDES_H
#define CHECK_SLIDES_H

#include <stdint.h>

enum { CHECK_SLIDES_MOST = 10 };

/* A tree rooted at vertex 0, in which the parent of v > 0 is below v. */
typedef struct check_slides_tree {
    int n;
    int parent[CHECK_SLIDES_MOST];
    uint32_t white; /* White's stones, as bits */
} check_slides_tree;

/* Black minus White that the printed recurrence claims for `count` stones of Black; ties are
 * nobody's. */
int check_slides_printed(const check_slides_tree *tree, int count);
/* The same of the best of the subtrees added up. */
int check_slides_naive(const check_slides_tree *tree, int count);

#endif
