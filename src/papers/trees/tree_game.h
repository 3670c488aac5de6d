/* tree_game.h - a game on a complete tree, as the strategies of Teramoto et al. see it.
 *
 * Places count breadth-first from the root (complete_tree.h).  The lists that the functions fill
 * have room for all places; they are in increasing order.
 */
#ifndef DMI_PAPERS_TREES_TREE_GAME_H
#define DMI_PAPERS_TREES_TREE_GAME_H

#include "player/player.h"
#include <demesne/complete_tree.h>

enum { DMI_FREE = -1 }; /* not held; otherwise a dm_side */

typedef struct dmi_tree_game {
    dm_complete_tree tree;
    dm_tree_theory theory;
    signed char *holder; /* by place */
    dm_vertex *moves;    /* scratch: n */
    const char *step;    /* which step the last dmi_.._moves() was, by the paper's name */
} dmi_tree_game;

/* The game with its present stones, kept as the player's cache.  DM_UNSUPPORTED, naming the player,
 * unless the board is a complete tree and the game has rounds of one stone per turn. */
dm_status dmi_tree_game_of(dm_player *player, const dm_position *position, dmi_tree_game **out,
                           dm_error *err);
static inline dm_vertex dmi_tree_parent(const dmi_tree_game *game, dm_vertex place)
{
    return (place - 1) / game->tree.children;
}

/* How many children of `place`, which has some, the side holds. */
int32_t dmi_tree_children_of(const dmi_tree_game *game, dm_vertex place, dm_side side);

/* Algorithm 1: the root, or the children of the root whose subtrees are free of stones.  Returns
 * how many. */
dm_vertex dmi_simple_moves(dmi_tree_game *game, dm_vertex *out);
/* Algorithm 2 for `side`: every place that its step allows; none if the step has no free place.
 * Algorithm 1 if the root is the key level.
 *   skips_full   step (A)-1 ignores sets without a free vertex */
dm_vertex dmi_key_moves(dmi_tree_game *game, dm_side side, bool skips_full, dm_vertex *out);
/* The same with the repairs: never none, but places beside a stone, or else any free ones. */
dm_vertex dmi_key_candidates(dmi_tree_game *game, dm_side side, dm_vertex *out);
/* Plays the best of the candidates, one stone ahead. */
dm_status dmi_play_key_level(dm_player *player, dmi_tree_game *game, dm_position *position,
                             dm_run *run, dm_vertex *move, dm_error *err);

/* If the player is to explain itself: the step, why `move` (a vertex) was taken of the `allowed`
 * places of that step (0: it had none), and the quantities of section 3. */
void dmi_tree_note(const dm_player *player, const dmi_tree_game *game, dm_side side, dm_vertex move,
                   dm_vertex allowed);

#endif
