/* demesne/complete_tree.h - complete k-ary trees, and what is proven about games on them.
 *
 * Teramoto, Demaine and Uehara (The Voronoi game on graphs and its complexity, 2011, section 3)
 * play on a tree whose inner vertices all have k > 1 children and whose leaves all lie in level H.
 * Their numbers follow from k, H and the number n of rounds of one stone per turn;
 * docs/algorithms/solve.md maps their letters.
 *
 *                 0                level 0: the root
 *            /    |    \
 *          1      2      3         level 1: key level of n = 2 and n = 3 for k = 3
 *         /|\    /|\    /|\
 *        4 5 6  7 8 9 10 11 12     level 2 = H: T_2 = 1, T_1 = 4, T_0 = 13
 */
#ifndef DEMESNE_COMPLETE_TREE_H
#define DEMESNE_COMPLETE_TREE_H

#include <demesne/arena.h>
#include <demesne/position.h>
#include <demesne/rules.h>
#include <demesne/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DM_TREE_LEVELS = 32 }; /* more than a tree of DM_MAX_VERTICES has if k > 1 */

/* A board as a complete tree.  Places count breadth-first from the root, so the children of place p
 * are k p + 1 .. k p + k, whatever the numbering of the board. */
typedef struct dm_complete_tree {
    int32_t children;  /* k */
    int32_t height;    /* H, at least 1 */
    dm_vertex n;       /* 1 + k + .. + k^H */
    dm_vertex *vertex; /* by place; owned */
    dm_vertex *place;  /* by vertex; owned */
} dm_complete_tree;

/* Edges must have equal lengths and vertices equal values.  DM_UNSUPPORTED on every other board,
 * with a message that tells what is missing.  O(n). */
dm_status dm_complete_tree_init(const dm_arena *arena, dm_complete_tree *out, dm_error *err);
void dm_complete_tree_clear(dm_complete_tree *tree);

typedef struct dm_tree_theory {
    int32_t children, height, rounds; /* k, H, n */
    int64_t subtree[DM_TREE_LEVELS];  /* T_i: the size of a subtree rooted in level i <= H */
    bool is_large;                    /* N >= (k^3 n^2 - 1)/(k - 1), that is k^(H-2) >= n^2 */
    int64_t size_bound;               /* the least such N; INT64_MAX if it is larger */
    int32_t least_height;             /* the least height of such a tree */
    int32_t key_level;                /* h: k^(h-1) < n <= k^h; 0 for n = 1 */
    int64_t key_vertices;             /* k^h; alpha is 2n / k^h */
    char key_case;      /* 'A': alpha > (k^2-2)/(k(k-1)), 'B': not; '1': n = 1, Algorithm 1 */
    bool is_settled;    /* whether the paper says who wins n rounds of neutral ties: if 2n <= k
                           (Proposition 1) or is_large (Lemma 2 for odd k, Theorem 2) */
    dm_outcome outcome; /* if so: White wins, or it is a tie */
} dm_tree_theory;

/* DM_BAD_ARGUMENT unless k >= 2, H >= 1 and n >= 1; DM_TOO_LARGE if the tree has more than
 * DM_MAX_VERTICES vertices or fewer than 2n. */
dm_status dm_tree_theory_init(int32_t children, int32_t height, int32_t rounds, dm_tree_theory *out,
                              dm_error *err);
/* The first place of a level; n for every level below the last. */
dm_vertex dm_tree_level_begin(const dm_tree_theory *theory, int32_t level);

/* Adds the quantities of section 3 at this position to the last stone of `trace`: key_level, alpha,
 * case, T, held, x_h, y_h, x_h-1, y_h-1, and the case of Lemma 2 with its formula.  DM_UNSUPPORTED
 * unless the board is a complete tree and the game has rounds of one stone per turn. */
dm_status dm_complete_tree_explain(const dm_position *position, dm_trace *trace, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
