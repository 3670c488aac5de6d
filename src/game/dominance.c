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
#include "graph/csr.h"
#include "graph/renumber.h"
#include "graph/shortest_paths.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FAVOURED = 0, TIED = 1, FIRST_PLAYER = 2, PLAYER_LIMIT = 65535 };

/* The caller's stones, checked. */
typedef struct stone_set {
    const dm_stone *stones;
    int32_t count;
    dm_tie_rule ties;
    int32_t players;
} stone_set;

/* Checks ranges and counts players; find_dominance() refuses two stones on one vertex. */
static dm_status stone_set_init(dm_vertex n, const dm_stone *stones, int32_t count,
                                dm_tie_rule ties, stone_set *out, dm_error *err)
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
    *out = (stone_set){stones, count, ties, players};
    return DM_OK;
}

/* The player who wins every tie, or -1. */
static int32_t favoured_player(dm_tie_rule ties)
{
    return dm_ties_sign(ties) > 0 ? DM_WHITE : dm_ties_sign(ties) < 0 ? DM_BLACK : -1;
}

static int32_t owner_of(const stone_set *set, dmi_cell cell)
{
    if (cell.distance == DMI_UNREACHED)
        return DM_UNREACHED;
    if (dm_ties_go_by_age(set->ties))
        return set->stones[cell.label].player;
    return cell.label >= FIRST_PLAYER ? (int32_t)(cell.label - FIRST_PLAYER)
           : cell.label == TIED       ? DM_TIED
                                      : favoured_player(set->ties);
}

/* Computes the dominance on the graph of `paths`, in which vertex v of the board is rank[v] (NULL:
 * v).  `out` has room for n vertices and all players; it is unchanged on failure. */
static dm_status find_dominance(const stone_set *set, dmi_paths *paths, const dm_vertex *rank,
                                const int64_t *values, dm_dominance *out, dm_error *err)
{
    bool by_age = dm_ties_go_by_age(set->ties);
    int32_t favoured = favoured_player(set->ties);
    dmi_paths_start(paths);
    for (int32_t i = 0; i < set->count; i++) {
        dm_vertex v = set->stones[i].vertex;
        int32_t player = set->stones[i].player;
        uint32_t label = by_age               ? (uint32_t)i
                         : player == favoured ? FAVOURED
                                              : (uint32_t)player + FIRST_PLAYER;
        dm_status status = dmi_paths_origin(paths, rank ? rank[v] : v, label, err);
        if (status == DM_BAD_VERTEX)
            return dmi_fail(err, DM_BAD_VERTEX, "vertex %d is taken twice", v);
        if (status != DM_OK)
            return status;
    }
    dm_status status = dmi_paths_run(paths, by_age ? UINT32_MAX : TIED, err);
    if (status != DM_OK)
        return status;
    assert(out->n == paths->graph->n && set->players >= 2);
    out->players = set->players;
    memset(out->score, 0, (size_t)out->players * sizeof *out->score);
    out->tied = out->unreached = 0;
    for (dm_vertex v = 0; v < out->n; v++) {
        dmi_cell cell = dmi_paths_at(paths, rank ? rank[v] : v);
        out->distance[v] = (int64_t)cell.distance; /* all ones is -1 */
        dmi_dominance_give(out, v, owner_of(set, cell), dm_value_of(values, v));
    }
    return DM_OK;
}

dm_dominance *dmi_dominance_alloc(dm_vertex n, int32_t players, bool has_sites)
{
    assert(n >= 0);
    dm_dominance *out = dmi_calloc(1, sizeof *out);
    if (!out)
        return NULL;
    out->n = n;
    out->players = players;
    out->owner = dmi_alloc((size_t)n, sizeof *out->owner);
    out->distance = dmi_alloc((size_t)n, sizeof *out->distance);
    out->site = has_sites ? dmi_alloc((size_t)n, sizeof *out->site) : NULL;
    out->score = dmi_calloc((size_t)players, sizeof *out->score);
    if (out->owner && out->distance && out->score && (out->site || !has_sites))
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
    stone_set set = {0};
    dmi_paths paths = {0};
    dm_dominance *answer = NULL;
    dm_status status = stone_set_init(graph->n, stones, count, ties, &set, err);
    if (status == DM_OK)
        status = dmi_paths_init(&paths, graph, err);
    if (status == DM_OK && !(answer = dmi_dominance_alloc(graph->n, set.players, false)))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = find_dominance(&set, &paths, NULL, dm_arena_values(arena), answer, err);
    dmi_paths_clear(&paths);
    if (status == DM_OK)
        *out = answer;
    else
        dm_dominance_free(answer);
    return status;
}

/* A survey keeps the graph, renumbered for locality if that helps, and all scratch, so that a call
 * allocates memory only if there are more players than before.  Results are in the board's own
 * numbering. */
struct dm_survey {
    const dm_arena *arena;
    dm_vertex *rank; /* NULL: not renumbered */
    dm_graph graph;  /* the renumbered copy */
    dmi_paths paths;
    dm_dominance *answer;
    int32_t score_capacity;
};

dm_status dm_survey_new(const dm_arena *arena, dm_relabel relabel, dm_survey **out, dm_error *err)
{
    dm_survey *survey = dmi_calloc(1, sizeof *survey);
    if (!survey)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    survey->arena = arena;
    survey->score_capacity = 2;
    bool relabels = relabel == DM_RELABEL_AUTO ? dmi_order_is_poor(dm_arena_reverse(arena))
                                               : relabel == DM_RELABEL_ALWAYS;
    if (relabels)
        status = dmi_graph_renumber(dm_arena_reverse(arena), dm_arena_places(arena), NULL,
                                    &survey->rank, &survey->graph, err);
    if (status == DM_OK)
        status = dmi_paths_init(&survey->paths,
                                survey->rank ? &survey->graph : dm_arena_reverse(arena), err);
    if (status == DM_OK && !(survey->answer = dmi_dominance_alloc(dm_arena_vertices(arena),
                                                                  survey->score_capacity, false)))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        *out = survey;
    else
        dm_survey_free(survey);
    return status;
}

void dm_survey_free(dm_survey *survey)
{
    if (!survey)
        return;
    free(survey->rank);
    dmi_graph_clear(&survey->graph);
    dmi_paths_clear(&survey->paths);
    dm_dominance_free(survey->answer);
    free(survey);
}

bool dm_survey_relabelled(const dm_survey *survey)
{
    return survey->rank != NULL;
}

const dm_vertex *dm_survey_ranks(const dm_survey *survey)
{
    return survey->rank;
}

dm_status dm_survey_dominance(dm_survey *survey, const dm_stone *stones, int32_t count,
                              dm_tie_rule ties, const dm_dominance **out, dm_error *err)
{
    stone_set set = {0};
    dm_status status =
        stone_set_init(dm_arena_vertices(survey->arena), stones, count, ties, &set, err);
    if (status == DM_OK && set.players > survey->score_capacity) {
        int64_t *grown = dmi_realloc(survey->answer->score, (size_t)set.players, sizeof *grown);
        if (!grown)
            return dmi_no_memory(err);
        survey->answer->score = grown;
        survey->score_capacity = set.players;
    }
    if (status == DM_OK)
        status = find_dominance(&set, &survey->paths, survey->rank, dm_arena_values(survey->arena),
                                survey->answer, err);
    if (status == DM_OK)
        *out = survey->answer;
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
