/* tree_simple.c - few rounds on a complete tree: the root, then fresh subtrees.
 *
 * Algorithm 1 of Teramoto, Demaine and Uehara (2011).  If 2n <= k, each stone finds a child of the
 * root whose subtree is free of stones, so White holds the root and n - 1 whole subtrees, and every
 * subtree that nobody enters belongs to the root.  Black gets at most n subtrees: White leads by at
 * least 1 + (k - 2n) T_1.
 */
#include "base/base.h"
#include "papers/trees/tree_game.h"

static bool is_unoccupied(const dmi_tree_game *game, dm_vertex place)
{
    int64_t k = game->tree.children, first = place, count = 1;
    for (; first < game->tree.n; first = k * first + 1, count *= k)
        for (int64_t p = first; p < first + count; p++)
            if (game->holder[p] != DMI_FREE)
                return false;
    return true;
}

dm_vertex dmi_simple_moves(dmi_tree_game *game, dm_vertex *out)
{
    dm_vertex count = 0;
    game->step = game->holder[0] == DMI_FREE ? "1 root" : "1 child";
    if (game->holder[0] == DMI_FREE)
        out[count++] = 0;
    for (dm_vertex p = 1; game->holder[0] != DMI_FREE && p <= game->tree.children; p++)
        if (is_unoccupied(game, p))
            out[count++] = p;
    return count;
}

dm_status dmi_fits_few_rounds(dm_player *player, dm_position *position, dm_run *run, dm_error *err)
{
    (void)run;
    dmi_tree_game *game;
    dm_status status = dmi_tree_game_of(player, position, &game, err);
    if (status != DM_OK)
        return status;
    if (2 * (int64_t)game->theory.rounds > game->tree.children)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "player '%s' plays at most k/2 rounds on a k-ary tree, not %d on this "
                        "%d-ary one; player 'key-level' plays more",
                        player->type->info.name, game->theory.rounds, game->tree.children);
    return DM_OK;
}

dm_status dmi_choose_tree_simple(dm_player *player, dm_position *position, dm_run *run,
                                 dm_vertex *move, dm_error *err)
{
    (void)run;
    dmi_tree_game *game;
    dm_status status = dmi_tree_game_of(player, position, &game, err);
    if (status != DM_OK)
        return status;
    dm_vertex count = dmi_simple_moves(game, game->moves);
    if (count == 0) /* at most 2n - 2 < k subtrees are occupied */
        return dmi_fail(err, DM_INTERNAL, "no subtree is left of %d", game->tree.children);
    move[0] = game->tree.vertex[game->moves[0]];
    dmi_tree_note(player, game, dm_position_to_move(position), move[0], count);
    return DM_OK;
}
