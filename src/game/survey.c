/* survey.c - dominance for many sets of stones on one board.
 *
 * Keeps the graph, renumbered for locality if that helps, and all scratch, so
 * that a call allocates memory only if there are more players than before.
 * Results are in the board's own numbering.
 */
#include "base/base.h"
#include "game/dominance.h"
#include "graph/csr.h"
#include "graph/renumber.h"
#include <assert.h>
#include <stdlib.h>

struct dm_survey {
    const dm_arena *arena;
    dm_vertex *rank; /* NULL: not renumbered */
    dm_graph graph;  /* the renumbered copy */
    dmi_paths paths;
    dm_dominance *answer;
    int32_t score_capacity;
};

static bool wants_relabelling(const dm_arena *arena, dm_relabel relabel)
{
    if (relabel == DM_RELABEL_AUTO)
        return dmi_order_is_poor(dm_arena_reverse(arena));
    return relabel == DM_RELABEL_ALWAYS;
}

dm_status dm_survey_new(const dm_arena *arena, dm_relabel relabel, dm_survey **out, dm_error *err)
{
    dm_survey *survey = dmi_calloc(1, sizeof *survey);
    if (!survey)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    survey->arena = arena;
    survey->score_capacity = 2;
    if (wants_relabelling(arena, relabel))
        status = dmi_graph_renumber(dm_arena_reverse(arena), dm_arena_places(arena), NULL,
                                    &survey->rank, &survey->graph, err);
    if (status == DM_OK)
        status = dmi_paths_init(&survey->paths,
                                survey->rank ? &survey->graph : dm_arena_reverse(arena), err);
    if (status == DM_OK &&
        !(survey->answer = dmi_dominance_alloc(dm_arena_vertices(arena), survey->score_capacity)))
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

static dm_status reserve_scores(dm_survey *survey, int32_t players, dm_error *err)
{
    if (players <= survey->score_capacity)
        return DM_OK;
    int64_t *grown = dmi_realloc(survey->answer->score, (size_t)players, sizeof *grown);
    if (!grown)
        return dmi_no_memory(err);
    assert(players > survey->score_capacity);
    survey->answer->score = grown;
    survey->score_capacity = players;
    return DM_OK;
}

dm_status dm_survey_dominance(dm_survey *survey, const dm_stone *stones, int32_t count,
                              dm_tie_rule ties, const dm_dominance **out, dm_error *err)
{
    dmi_stone_set set;
    dm_status status =
        dmi_stone_set_init(dm_arena_vertices(survey->arena), stones, count, ties, &set, err);
    if (status == DM_OK)
        status = reserve_scores(survey, set.players, err);
    if (status == DM_OK)
        status = dmi_dominance_compute(&set, &survey->paths, survey->rank,
                                       dm_arena_values(survey->arena), survey->answer, err);
    if (status == DM_OK)
        *out = survey->answer;
    return status;
}
