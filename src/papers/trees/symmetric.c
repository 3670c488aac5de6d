/* symmetric.c - Black's part on complete trees with an even number of children.
 *
 * Section 3.2 of Teramoto, Demaine and Uehara (2011).  Mirroring the tree left to right fixes only
 * the root if k is even.  While White follows the key-level strategy (any choice it allows), Black
 * takes the mirror image of White's stone, which makes a tie; once White has left it, Black plays
 * the key-level strategy too.  Copying for ever would lose: White may take the root in between (k =
 * 4, H = 4, n = 3).  White's part is the key-level strategy.
 *
 * The game is followed from its first stone: O(rounds N) per move for N vertices.
 */
#include "base/base.h"
#include "papers/trees/tree_game.h"

#include <assert.h>
#include <string.h>

/* The mirror image: the same level counted from the right. */
static dm_vertex mirror_of(const dmi_tree_game *game, dm_vertex place)
{
    int32_t level = 0;
    while (dm_tree_level_begin(&game->theory, level + 1) <= place)
        level++;
    return dm_tree_level_begin(&game->theory, level) +
           dm_tree_level_begin(&game->theory, level + 1) - 1 - place;
}

/* Whether every stone so far, replayed on the empty tree, was a key-level move of White's or the
 * mirror image of the stone before it. */
static bool is_copied_game(dmi_tree_game *game, const dm_stone *stones, int32_t count)
{
    memset(game->holder, DMI_FREE, (size_t)game->tree.n);
    for (int32_t i = 0; i < count; i++) {
        dm_vertex place = game->tree.place[stones[i].vertex];
        bool is_kept = false;
        if (i % 2 == 0) {
            dm_vertex allowed = dmi_key_moves(game, DM_WHITE, true, game->moves);
            for (dm_vertex k = 0; k < allowed; k++)
                is_kept = is_kept || game->moves[k] == place;
        } else {
            is_kept = place == mirror_of(game, game->tree.place[stones[i - 1].vertex]);
        }
        if (!is_kept || stones[i].player != (i % 2 ? DM_BLACK : DM_WHITE))
            return false;
        game->holder[place] = (signed char)stones[i].player;
    }
    return true;
}

dm_status dmi_fits_even_tree(dm_player *player, dm_position *position, dm_run *run, dm_error *err)
{
    (void)run;
    dmi_tree_game *game;
    dm_status status = dmi_tree_game_of(player, position, &game, err);
    if (status == DM_OK && game->tree.children % 2)
        status = dmi_fail(err, DM_UNSUPPORTED,
                          "player '%s' needs an even number of children, and this tree has %d; "
                          "player 'key-level' plays on it",
                          player->type->info.name, game->tree.children);
    return status;
}

dm_status dmi_choose_symmetric(dm_player *player, dm_position *position, dm_run *run,
                               dm_vertex *move, dm_error *err)
{
    dmi_tree_game *game;
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    dm_status status = dmi_tree_game_of(player, position, &game, err);
    if (status != DM_OK)
        return status;
    assert(game->tree.children % 2 == 0);
    if (dm_position_to_move(position) == DM_BLACK && is_copied_game(game, stones, count)) {
        dm_vertex copy = mirror_of(game, game->tree.place[stones[count - 1].vertex]);
        if (game->holder[copy] == DMI_FREE) {
            move[0] = game->tree.vertex[copy];
            game->step = "symmetric";
            dmi_tree_note(player, game, DM_BLACK, move[0], 1);
            return DM_OK;
        }
    }
    status = dmi_tree_game_of(player, position, &game, err); /* reads the stones again */
    return status == DM_OK ? dmi_play_key_level(player, game, position, run, move, err) : status;
}
