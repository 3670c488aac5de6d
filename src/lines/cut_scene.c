/* cut_scene.c - a level made ready for cutting.
 *
 * Where tied length is split, `scale` is the least number that every number of players (who have
 * sites, or are about to) divides, so that shares are whole.  Numbers stay below 2^126: a payoff
 * has at most 61 bits and the scale's 30, and a place where lines meet multiplies it by a slope
 * of 31.
 */
#include "base/base.h"
#include "lines/cut.h"
#include <stdlib.h>

static const int64_t most_scale = INT64_C(1) << 30;

static dm_status find_scale(dmi_cut_scene *scene, dm_error *err)
{
    uint64_t playing = UINT64_C(1) << scene->ask->player;
    int64_t scale = 1;
    for (int32_t v = 0; v < scene->net.n; v++)
        if (scene->net.owner[v] >= 0)
            playing |= UINT64_C(1) << scene->net.owner[v];
    int count = __builtin_popcountll(playing);
    for (int k = 2; scene->ask->ties == DM_LINE_SPLIT && k <= count; k++) {
        scale = scale / (int64_t)dmi_wide_gcd(scale, k) * k;
        if (scale > most_scale)
            return dmi_fail(err, DM_TOO_LARGE,
                            "length can be split among at most 22 players with sites, not %d",
                            count);
    }
    scene->scale = scale;
    return DM_OK;
}

int64_t dmi_cut_share(const dmi_cut_scene *scene, uint64_t players, int32_t player)
{
    int count = __builtin_popcountll(players);
    if (!(players >> player & 1))
        return 0;
    if (count == 1 || scene->ask->ties == DM_LINE_CLOSED)
        return scene->scale;
    if (scene->ask->ties == DM_LINE_SPLIT)
        return scene->scale / count;
    return scene->ask->ties == DM_LINE_OWN && player == scene->ask->player ? scene->scale : 0;
}

dm_status dmi_cut_scene_init(const dm_level *level, const dm_line_ask *ask, dmi_cut_scene *out,
                             dm_error *err)
{
    dmi_cut_scene scene = {.level = level, .ask = ask};
    if (level->edge_count == 0)
        return dmi_fail(err, DM_BAD_INPUT, "the level has no edge to cut");
    dm_status status = dmi_net_init(level, &scene.net, err);
    if (status == DM_OK)
        status = find_scale(&scene, err);
    if (status == DM_OK && !(scene.reach = dmi_alloc((size_t)scene.net.n, sizeof *scene.reach)))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_net_reach(&scene.net, scene.reach, err);
    for (int32_t i = 0; status == DM_OK && i < scene.net.piece_count; i++)
        dmi_cut_give_piece(&scene, i, scene.reach, 1, scene.before);
    if (status == DM_OK)
        *out = scene;
    else
        dmi_cut_scene_clear(&scene);
    return status;
}

void dmi_cut_scene_clear(dmi_cut_scene *scene)
{
    dmi_net_clear(&scene->net);
    free(scene->reach);
    scene->reach = NULL;
}
