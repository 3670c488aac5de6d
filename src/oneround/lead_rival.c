/* lead_rival.c - Black's exact answer to one opening, as a problem of maximum coverage.
 *
 * An item that White holds for the moment is covered by every free site whose rank is below
 * White's key.  The problem is written straight from the ranks, in O(sites x items): openings
 * are asked about by the thousand, and searching the board for each would cost more than solving.
 */
#include "base/base.h"
#include "oneround/cover.h"
#include "oneround/lead_game.h"
#include <stdlib.h>
#include <string.h>

dm_status dmi_rival_init(dmi_rival *rival, const dmi_lead_game *game, dm_error *err)
{
    size_t sites = (size_t)game->sites, items = (size_t)game->items;
    *rival = (dmi_rival){.game = game};
    rival->key = dmi_alloc(items, sizeof *rival->key);
    rival->taken = dmi_alloc(sites, 1);
    rival->weight = dmi_alloc(items, sizeof *rival->weight);
    rival->first = dmi_alloc(sites + 1, sizeof *rival->first);
    rival->number = dmi_alloc(items, sizeof *rival->number);
    rival->item = dmi_alloc(sites * items, sizeof *rival->item);
    rival->site = dmi_alloc(sites, sizeof *rival->site);
    rival->chosen = dmi_alloc((size_t)game->reply, sizeof *rival->chosen);
    if (rival->key && rival->taken && rival->weight && rival->first && rival->number &&
        rival->item && rival->site && rival->chosen)
        return DM_OK;
    dmi_rival_clear(rival);
    return dmi_no_memory(err);
}

void dmi_rival_clear(dmi_rival *rival)
{
    free(rival->key);
    free(rival->taken);
    free(rival->weight);
    free(rival->first);
    free(rival->number);
    free(rival->item);
    free(rival->site);
    free(rival->chosen);
    *rival = (dmi_rival){0};
}

/* Numbers the items that White holds without an answer; gives their weight. */
static int64_t number_items(dmi_rival *rival, int32_t *items)
{
    const dmi_lead_game *game = rival->game;
    int64_t held = 0;
    *items = 0;
    for (int32_t j = 0; j < game->items; j++) {
        rival->number[j] = -1;
        if (rival->key[j] > DMI_FAR)
            continue;
        held += game->item[j].weight;
        if (rival->key[j] == 0) /* nobody is nearer: not an item of the problem */
            continue;
        rival->weight[*items] = game->item[j].weight;
        rival->number[j] = (*items)++;
    }
    return held;
}

static int32_t list_sets(dmi_rival *rival)
{
    const dmi_lead_game *game = rival->game;
    int32_t sets = 0;
    int64_t at = 0;
    for (int32_t s = 0; s < game->sites; s++) {
        if (rival->taken[s])
            continue;
        const uint16_t *rank = dmi_ranks(game, s);
        rival->site[sets] = s;
        rival->first[sets++] = at;
        for (int32_t j = 0; j < game->items; j++)
            if (rank[j] < rival->key[j] && rival->number[j] >= 0)
                rival->item[at++] = rival->number[j];
    }
    rival->first[sets] = at;
    return sets;
}

dm_status dmi_rival_answer(dmi_rival *rival, const int32_t *white, dm_run *run, int32_t *black,
                           int64_t *won, dm_error *err)
{
    const dmi_lead_game *game = rival->game;
    dmi_cover cover = {
        .weight = rival->weight, .first = rival->first, .item = rival->item, .count = game->reply};
    dmi_cover_request request = {.floor = -1, .enough = INT64_MAX};
    dmi_cover_answer answer = {.chosen = rival->chosen};
    dmi_white_keys(game, white, game->count, rival->key);
    memset(rival->taken, 0, (size_t)game->sites);
    for (int32_t i = 0; i < game->count; i++)
        rival->taken[white[i]] = 1;
    int64_t held = number_items(rival, &cover.items);
    cover.sets = list_sets(rival);
    dm_status status = dmi_cover_solve(&cover, &request, run, &answer, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    rival->replies++;
    for (int32_t i = 0; i < game->reply; i++)
        black[i] = rival->site[answer.chosen[i]];
    *won = held - answer.upper;
    return status;
}
