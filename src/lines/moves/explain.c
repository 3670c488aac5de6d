/* explain.c - why a move is the best: the shortest-path tree of the level before it, the type of
 * the move (explain_type.c) and the value along its edge (explain_profile.c). */
#include "lines/moves/explain.h"

#include "base/base.h"
#include "base/names.h"
#include <assert.h>
#include <stdlib.h>

DMI_ENUM_NAMES(dm_line_type, "type", "none", "I", "II", "III")

int32_t dmi_piece_at(const dmi_line_network *net, const dm_level *level, int32_t edge, dm_ratio at)
{
    dm_ratio length = level->edges[edge].length;
    double units = (double)net->unit * (double)length.num / (double)length.den;
    double place = units * (double)at.num / (double)at.den;
    int32_t found = -1;
    for (int32_t i = 0; i < net->piece_count; i++)
        if (net->piece[i].edge == edge && (found < 0 || (double)net->piece[i].offset < place))
            found = i;
    assert(found >= 0);
    return found;
}

static dm_status fill_tree(const dmi_line_position *position, dm_line_explanation *out,
                           dm_error *err)
{
    const dmi_line_network *net = &position->net;
    int32_t n = position->level->vertex_count;
    out->tree = dmi_calloc((size_t)n, sizeof *out->tree);
    if (!out->tree)
        return dmi_no_memory(err);
    out->vertex_count = n;
    for (int32_t v = 0; v < n; v++) {
        const dmi_reach *reach = &position->reach[v];
        int32_t from = reach->above < 0 ? -1 : dmi_other_end(net, reach->above, v);
        dm_line_tree_step step = {.edge = -1, .from = from < n ? from : -1, .when = {0, 1}};
        if (reach->when != DMI_NEVER)
            step.players = reach->players;
        if (reach->above >= 0)
            step.edge = net->piece[reach->above].edge;
        if (reach->when != DMI_NEVER && reach->when > 0 &&
            !dmi_ratio_make(reach->when, net->unit, &step.when))
            return dmi_fail(err, DM_TOO_LARGE, "a distance does not fit 63 bits as a fraction");
        out->tree[v] = step;
    }
    return DM_OK;
}

/* The edge of a move that has one: a new site on a vertex takes the first of its edges. */
static int32_t edge_of_move(const dm_level *level, const dm_line_best *best)
{
    const dm_line_move *move = best->moves;
    if (best->move_count != 1 || (move->op != DM_LINE_ADD && move->op != DM_LINE_CUT))
        return -1;
    for (int32_t e = 0; e < level->edge_count && move->place.vertex >= 0; e++)
        if (level->edges[e].u == move->place.vertex || level->edges[e].v == move->place.vertex)
            return e;
    return move->place.vertex >= 0 ? -1 : move->place.edge;
}

dm_status dm_line_explain(const dm_level *level, const dm_line_ask *ask, const dm_line_best *best,
                          dm_line_explanation **out, dm_error *err)
{
    dmi_line_position position = {0};
    dm_line_explanation *explanation = dmi_calloc(1, sizeof *explanation);
    if (!explanation)
        return dmi_no_memory(err);
    assert(best->move_count >= 1);
    dm_status status = dmi_line_position_init(level, ask, &position, err);
    if (status == DM_OK)
        status = fill_tree(&position, explanation, err);
    explanation->reason = "the thesis has types for cuts and ropes only";
    if (status == DM_OK && best->move_count == 1)
        status = dmi_explain_type(&position, best->moves, explanation, err);
    dmi_line_position_clear(&position);
    explanation->edge = edge_of_move(level, best);
    if (status == DM_OK && explanation->edge >= 0)
        status = dmi_explain_profile(level, ask, explanation, err);
    if (status == DM_OK)
        *out = explanation;
    else
        dm_line_explanation_free(explanation);
    return status;
}

void dm_line_explanation_free(dm_line_explanation *explanation)
{
    if (!explanation)
        return;
    free(explanation->tree);
    free(explanation->profile);
    free(explanation);
}
