/* glance.c - looks at a few random free vertices and takes the one that leads most at once.
 *
 * The fewer it looks at, the weaker it is: an opponent for people who learn the game.
 */
#include "game/position.h"
#include "player/player.h"

dm_status dmi_choose_glance(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_error *err)
{
    dm_vertex looks = (dm_vertex)dmi_player_param(player, "looks");
    return dmi_glance_move(position, looks, &player->rng, run, player->values_out, move, err);
}
