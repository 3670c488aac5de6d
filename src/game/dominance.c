/* dominance.c - who owns which vertex, for any number of players and tie rules.
 *
 * Labels spread from the stones (graph/shortest_paths.h), against the direction of the arcs.  The
 * numbering of the labels and the floor of their join express the tie rule, so no inner loop tests
 * it:
 *
 *                 floor       labels
 *     earlier     infinity    the stone's index: the earliest wins
 *     neutral     TIED        player + 2, all above TIED
 *     white       TIED        the same, but White is FAVOURED, below TIED
 *     black       TIED        the same with Black
 *
 * Cost: that of the search, and O(n) to write the result.
 */
#include "game/dominance.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FAVOURED = 0, TIED = 1, FIRST_PLAYER = 2, PLAYER_LIMIT = 65535 };

dm_status dmi_stone_set_init(dm_vertex n, const dm_stone *stones, int32_t count, dm_tie_rule ties,
                             dmi_stone_set *out, dm_error *err)
{
    assert(n >= 0);
    assert(count >= 0);
    int32_t players = 2;
    for (int64_t i = 0; i < count; i++) {
        dm_stone stone = stones[i];
        if (stone.vertex < 0 || stone.vertex >= n)
            return dmi_fail(err, DM_BAD_VERTEX,
                            "stone %lld lies on vertex %d; the board has vertices 0..%d",
                            (long long)i + 1, stone.vertex, n - 1);
        if (stone.player < 0 || stone.player > PLAYER_LIMIT)
            return dmi_fail(err, DM_BAD_ARGUMENT,
                            "the stone on vertex %d belongs to player %d; players are 0..%d",
                            stone.vertex, stone.player, PLAYER_LIMIT);
        players = stone.player >= players ? stone.player + 1 : players;
    }
    *out = (dmi_stone_set){stones, count, ties, players};
    return DM_OK;
}

/* The player who wins every tie, or -1. */
static int32_t favoured_player(dm_tie_rule ties)
{
    return dm_ties_sign(ties) > 0 ? DM_WHITE : dm_ties_sign(ties) < 0 ? DM_BLACK : -1;
}

static uint32_t label_of(const dmi_stone_set *set, int64_t i)
{
    assert(i >= 0 && i < set->count);
    if (dm_ties_go_by_age(set->ties))
        return (uint32_t)i;
    int32_t player = set->stones[i].player;
    return player == favoured_player(set->ties) ? FAVOURED : (uint32_t)player + FIRST_PLAYER;
}

static int32_t owner_of(const dmi_stone_set *set, dmi_cell cell)
{
    if (cell.distance == DMI_UNREACHED)
        return DM_UNREACHED;
    if (dm_ties_go_by_age(set->ties))
        return set->stones[cell.label].player;
    return cell.label >= FIRST_PLAYER ? (int32_t)(cell.label - FIRST_PLAYER)
           : cell.label == TIED       ? DM_TIED
                                      : favoured_player(set->ties);
}

static dm_status search_from_stones(const dmi_stone_set *set, dmi_paths *paths,
                                    const dm_vertex *rank, dm_error *err)
{
    dmi_paths_start(paths);
    for (int64_t i = 0; i < set->count; i++) {
        dm_vertex v = set->stones[i].vertex;
        dm_status status = dmi_paths_origin(paths, rank ? rank[v] : v, label_of(set, i), err);
        if (status == DM_BAD_VERTEX)
            return dmi_fail(err, DM_BAD_VERTEX, "vertex %d is taken twice", v);
        if (status != DM_OK)
            return status;
    }
    return dmi_paths_run(paths, dm_ties_go_by_age(set->ties) ? UINT32_MAX : TIED, err);
}

dm_status dmi_dominance_compute(const dmi_stone_set *set, dmi_paths *paths, const dm_vertex *rank,
                                const int64_t *values, dm_dominance *out, dm_error *err)
{
    dm_status status = search_from_stones(set, paths, rank, err);
    if (status != DM_OK)
        return status;
    assert(out->n == paths->graph->n && set->players >= 2);
    out->players = set->players;
    memset(out->score, 0, (size_t)out->players * sizeof *out->score);
    out->tied = out->unreached = 0;
    for (dm_vertex v = 0; v < out->n; v++) {
        dmi_cell cell = dmi_paths_at(paths, rank ? rank[v] : v);
        out->owner[v] = owner_of(set, cell);
        assert(out->owner[v] < out->players);
        out->distance[v] = (int64_t)cell.distance; /* all ones is -1 */
        int64_t value = dm_value_of(values, v);
        if (out->owner[v] >= 0)
            out->score[out->owner[v]] += value;
        else if (out->owner[v] == DM_TIED)
            out->tied += value;
        else
            out->unreached += value;
    }
    return DM_OK;
}

dm_dominance *dmi_dominance_alloc(dm_vertex n, int32_t players)
{
    assert(n >= 0);
    dm_dominance *out = dmi_calloc(1, sizeof *out);
    if (!out)
        return NULL;
    out->n = n;
    out->owner = dmi_alloc((size_t)n, sizeof *out->owner);
    out->distance = dmi_alloc((size_t)n, sizeof *out->distance);
    out->score = dmi_alloc((size_t)players, sizeof *out->score);
    if (out->owner && out->distance && out->score)
        return out;
    dm_dominance_free(out);
    return NULL;
}

void dm_dominance_free(dm_dominance *dominance)
{
    if (!dominance)
        return;
    free(dominance->owner);
    free(dominance->distance);
    free(dominance->site);
    free(dominance->score);
    free(dominance);
}

dm_status dm_dominance_new(const dm_arena *arena, const dm_stone *stones, int32_t count,
                           dm_tie_rule ties, dm_dominance **out, dm_error *err)
{
    const dm_graph *graph = dm_arena_reverse(arena);
    dmi_stone_set set = {0};
    dmi_paths paths = {0};
    dm_dominance *answer = NULL;
    dm_status status = dmi_stone_set_init(graph->n, stones, count, ties, &set, err);
    if (status == DM_OK)
        status = dmi_paths_init(&paths, graph, err);
    if (status == DM_OK && !(answer = dmi_dominance_alloc(graph->n, set.players)))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_dominance_compute(&set, &paths, NULL, dm_arena_values(arena), answer, err);
    dmi_paths_clear(&paths);
    if (status == DM_OK)
        *out = answer;
    else
        dm_dominance_free(answer);
    return status;
}

char dm_owner_letter(int32_t owner)
{
    if (owner < 0)
        return owner == DM_TIED ? '.' : '-';
    if (owner < 2)
        return owner == DM_WHITE ? 'W' : 'B';
    return owner < 26 ? (char)('A' + owner) : '*';
}
