/* tree_game.c - a game on a complete tree, prepared for the tree strategies.
 *
 * The tree is recognised once per board, O(n); the holders are read from the position at every
 * move, O(n).
 */
#include "papers/trees/tree_game.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void tree_game_free(void *cache)
{
    dmi_tree_game *game = cache;
    dm_complete_tree_clear(&game->tree);
    free(game->holder);
    free(game->moves);
    free(game);
}

/* Makes the game the player's cache. */
static dm_status tree_game_new(dm_player *player, const dm_position *position, dm_error *err)
{
    const char *name = player->type->info.name;
    const dm_rules *rules = dm_position_rules(position);
    if (rules->rounds == 0 || rules->per_turn != 1)
        return dmi_fail(err, DM_UNSUPPORTED, "player '%s' plays rounds of one stone per turn",
                        name);
    dmi_tree_game *game = dmi_calloc(1, sizeof *game);
    if (!game)
        return dmi_no_memory(err);
    const dm_complete_tree *tree = &game->tree;
    dm_error why = {0};
    dm_status status = dm_complete_tree_init(dm_position_arena(position), &game->tree, &why);
    if (status == DM_OK)
        status =
            dm_tree_theory_init(tree->children, tree->height, rules->rounds, &game->theory, &why);
    if (status == DM_OK) {
        game->holder = dmi_alloc((size_t)tree->n, sizeof *game->holder);
        game->moves = dmi_alloc((size_t)tree->n, sizeof *game->moves);
        if (!game->holder || !game->moves)
            status = dmi_no_memory(&why);
    }
    if (status != DM_OK) {
        tree_game_free(game);
        return dmi_fail(err, status, "player '%s': %s", name, why.message);
    }
    player->cache = game;
    player->free_cache = tree_game_free;
    return DM_OK;
}

dm_status dmi_tree_game_of(dm_player *player, const dm_position *position, dmi_tree_game **out,
                           dm_error *err)
{
    dm_status status = player->cache ? DM_OK : tree_game_new(player, position, err);
    if (status != DM_OK)
        return status;
    dmi_tree_game *game = player->cache;
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    memset(game->holder, DMI_FREE, (size_t)game->tree.n);
    for (int32_t i = 0; i < count; i++) {
        dm_vertex place = game->tree.place[stones[i].vertex];
        assert(game->holder[place] == DMI_FREE);
        game->holder[place] = (signed char)stones[i].player;
    }
    *out = game;
    return DM_OK;
}

dm_status dmi_fits_tree(dm_player *player, dm_position *position, dm_run *run, dm_error *err)
{
    (void)run;
    dmi_tree_game *game;
    return dmi_tree_game_of(player, position, &game, err);
}
