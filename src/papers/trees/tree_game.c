/* tree_game.c - a game on a complete tree, prepared for the tree strategies.
 *
 * The tree is recognised once per board, O(n); the holders are read from the position at every
 * move, O(n).
 */
#include "papers/trees/tree_game.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

static void free_game(void *cache)
{
    dmi_tree_game *game = cache;
    dm_complete_tree_clear(&game->tree);
    free(game->holder);
    free(game->moves);
    free(game);
}

static bool is_one_stone_per_turn(const dm_rules *rules)
{
    return rules->rounds > 0 && rules->per_turn == 1;
}

static dm_status fill_game(dmi_tree_game *game, const dm_position *position, dm_error *err)
{
    dm_status status = dm_complete_tree_init(dm_position_arena(position), &game->tree, err);
    if (status != DM_OK)
        return status;
    const dm_complete_tree *tree = &game->tree;
    status = dm_tree_theory_init(tree->children, tree->height, dm_position_rules(position)->rounds,
                                 &game->theory, err);
    if (status != DM_OK)
        return status;
    game->holder = dmi_alloc((size_t)tree->n, sizeof *game->holder);
    game->moves = dmi_alloc((size_t)tree->n, sizeof *game->moves);
    return game->holder && game->moves ? DM_OK : dmi_no_memory(err);
}

static dm_status make_game(dm_player *player, const dm_position *position, dm_error *err)
{
    const char *name = player->type->info.name;
    if (!is_one_stone_per_turn(dm_position_rules(position)))
        return dmi_fail(err, DM_UNSUPPORTED, "player '%s' plays rounds of one stone per turn",
                        name);
    dmi_tree_game *game = dmi_calloc(1, sizeof *game);
    if (!game)
        return dmi_no_memory(err);
    dm_error why = {0};
    dm_status status = fill_game(game, position, &why);
    if (status != DM_OK) {
        free_game(game);
        return dmi_fail(err, status, "player '%s': %s", name, why.message);
    }
    player->cache = game;
    player->free_cache = free_game;
    return DM_OK;
}

static void read_stones(dmi_tree_game *game, const dm_position *position)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    memset(game->holder, DMI_FREE, (size_t)game->tree.n);
    for (int32_t i = 0; i < count; i++)
        game->holder[game->tree.place[stones[i].vertex]] = (signed char)stones[i].player;
}

dm_status dmi_tree_game_of(dm_player *player, const dm_position *position, dmi_tree_game **out,
                           dm_error *err)
{
    dm_status status = player->cache ? DM_OK : make_game(player, position, err);
    if (status != DM_OK)
        return status;
    dmi_tree_game *game = player->cache;
    read_stones(game, position);
    *out = game;
    return DM_OK;
}

dm_status dmi_fits_tree(dm_player *player, dm_position *position, dm_run *run, dm_error *err)
{
    (void)run;
    dmi_tree_game *game;
    return dmi_tree_game_of(player, position, &game, err);
}
