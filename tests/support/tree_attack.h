/* support/tree_attack.h - searches the lines of play against a strategy on a complete tree.
 *
 * The strategy is fixed, so its opponent alone makes choices: which sequence of stones hurts most?
 * Positions are kept up to the symmetries of the tree, so few rounds can be searched completely; of
 * many rounds the most promising positions are kept.  If the strategy has several places that are
 * equally good one stone ahead, all of them are followed, so a result does not depend on the order
 * of vertices.
 */
#ifndef TEST_SUPPORT_TREE_ATTACK_H
#define TEST_SUPPORT_TREE_ATTACK_H

#include <demesne/rules.h>

enum { TREE_ATTACK_ROUNDS = 32 };

typedef struct tree_attack {
    int32_t children, height, rounds;
    dm_side defender; /* White plays key-level; Black copies, then plays key-level */
    bool simple;      /* White plays Algorithm 1 instead, any of its choices */
    bool printed;     /* key-level as printed: the lowest place that a step allows */
    bool stubborn;    /* Black copies whatever White does, but for the root */
    int64_t width;    /* positions kept after a round; 0: all */
    uint64_t seed;    /* not 0: the estimate gets some noise */
} tree_attack;

typedef struct tree_attack_result {
    int64_t worst;     /* the defender's score minus the attacker's, the least found */
    int64_t positions; /* with the attacker to move, in all rounds */
    bool complete;     /* every line was followed */
    dm_vertex line[2 * TREE_ATTACK_ROUNDS]; /* the stones of a worst game, in order */
} tree_attack_result;

tree_attack_result run_tree_attack(const tree_attack *attack);

#endif
