/* solver.c - perfect play if the exact solver finishes, otherwise the champion's move.
 *
 * The champion's own time is reserved, but at most a quarter of the whole.
 */
#include "base/base.h"
#include "player/player.h"

#include <math.h>

static const double champion_seconds = 0.1;

static void free_champion(void *cache)
{
    dmi_champion_free(cache);
}

dm_status dmi_choose_solver(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_error *err)
{
    double left = dmi_run_seconds_left(run);
    double seconds = fmin(left, 1e-3 * (double)dmi_player_param(player, "ms"));
    double kept = seconds / 4 < champion_seconds ? seconds / 4 : champion_seconds;
    uint64_t nodes = (uint64_t)dmi_player_param(player, "nodes");
    dmi_budget whole = {seconds - kept, nodes}, rest = {kept, nodes ? nodes / 4 + 1 : 0};
    dmi_champion *champion = player->cache;
    bool found = false;
    dm_status status = dmi_perfect_move(position, whole, run, move, &found, err);
    if (status == DM_OK && !found)
        status = dmi_champion_move(&champion, position, rest, run, move, err);
    player->cache = champion;
    player->free_cache = free_champion;
    if (status == DM_OK && player->values_out)
        status = dmi_perfect_values(position, whole, run, player->values_out, err);
    return status == DM_OK && !found ? dmi_still_running(run, err) : status;
}
