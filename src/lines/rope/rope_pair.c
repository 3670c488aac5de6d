/* rope_pair.c - the best rope together with a cut or a new site, by branch and bound.
 *
 * The other move's place is a third variable of the boxes (rope_tables.h).  It lies on a piece of
 * the level, in any order of the two moves; or, if the rope comes first, on the rope itself.  One
 * piece after the other is searched: for a cut, the distances are those without its piece.  What
 * the pieces before gave is the score to beat.
 */
#include "lines/rope/rope_branch_and_bound.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const int64_t first_evaluations = 10000; /* of each part */
static const int64_t most_evaluations = 1000000;

typedef struct pair_roots {
    dmi_rope_box *box;
    size_t count, capacity;
} pair_roots;

/* Adds the box once for every order of its variables that share a piece. */
static bool add_orders(pair_roots *r, dmi_rope_box box, bool both_ways)
{
    const bool on_piece = box.with == DMI_ROPE_WITH_SITE || box.with == DMI_ROPE_WITH_CUT;
    const bool xt = on_piece && box.px == box.pt, yt = on_piece && box.py == box.pt;
    for (int i = 0; i < 8; i++) {
        if ((i & 1 && !(box.px == box.py && both_ways)) || (i & 2 && !xt) || (i & 4 && !yt))
            continue;
        box.xy = (int8_t)(box.px != box.py ? 0 : i & 1 ? 1 : -1);
        box.xt = (int8_t)(!xt ? 0 : i & 2 ? 1 : -1);
        box.yt = (int8_t)(!yt ? 0 : i & 4 ? 1 : -1);
        if (box.xy < 0 && box.xt > 0 && box.yt < 0)
            continue; /* y <= t <= x <= y: only points */
        if (!dmi_reserve(&r->box, &r->capacity, r->count + 1, sizeof *r->box))
            return false;
        r->box[r->count++] = box;
    }
    return true;
}

/* All ropes; with the other move on piece pt, if there is one. */
static bool add_with_piece(const dmi_rope_tables *tables, dmi_rope_with with, int32_t pt,
                           pair_roots *r)
{
    const dmi_piece *piece = tables->net.piece;
    bool fits = true;
    for (int32_t i = 0; fits && i < tables->net.piece_count; i++)
        for (int32_t j = i; fits && j < tables->net.piece_count; j++)
            fits = add_orders(
                r,
                (dmi_rope_box){.px = i,
                               .py = j,
                               .x1 = (double)piece[i].length,
                               .y1 = (double)piece[j].length,
                               .with = with,
                               .pt = pt,
                               .t1 = with == DMI_ROPE_ALONE ? 0 : (double)piece[pt].length},
                false);
    return fits;
}

/* All ropes in both directions, with the other move on the half of the rope at x. */
static bool add_on_rope(const dmi_rope_tables *tables, dmi_rope_with with, pair_roots *r)
{
    const dmi_piece *piece = tables->net.piece;
    bool fits = true;
    for (int32_t i = 0; fits && i < tables->net.piece_count; i++)
        for (int32_t j = 0; fits && j < tables->net.piece_count; j++) {
            dmi_rope_box box = {.px = i,
                                .py = j,
                                .x1 = (double)piece[i].length,
                                .y1 = (double)piece[j].length,
                                .with = with};
            dmi_rope_lengths lengths;
            dmi_rope_lengths_of(tables, &box, &lengths);
            box.t1 = 0.5 * dmi_rope_formula_high(&lengths, (dmi_rope_formula){.r = 1});
            fits = add_orders(r, box, true);
        }
    return fits;
}

/* All sets with the other move at one kind of place. */
typedef struct pair_part {
    int32_t piece; /* -1: on the rope, or there is no other move */
    double bound;
} pair_part;

static bool add_roots(const dmi_rope_pair *pair, int32_t piece, pair_roots *r)
{
    const dmi_rope_tables *tables = pair->found.tables;
    const bool is_cut = pair->other == DM_LINE_CUT;
    r->count = 0;
    if (pair->other == DM_LINE_ROPE)
        return add_with_piece(tables, DMI_ROPE_ALONE, 0, r);
    if (piece < 0)
        return add_on_rope(tables, is_cut ? DMI_ROPE_CUT_ON_ROPE : DMI_ROPE_SITE_ON_ROPE, r);
    return add_with_piece(tables, is_cut ? DMI_ROPE_WITH_CUT : DMI_ROPE_WITH_SITE, piece, r);
}

dm_status dmi_rope_pair_search(dmi_rope_pair *pair, dm_run *run, dm_error *err)
{
    assert(pair->other != DM_LINE_REMOVE && pair->slack >= 0);
    dmi_rope_search *s = &pair->found;
    const dmi_line_network *net = &s->tables->net;
    pair_part *parts = dmi_alloc((size_t)net->piece_count + 1, sizeof *parts);
    int32_t count = 0;
    if (!parts)
        return dmi_no_memory(err);
    if (pair->rope_first)
        parts[count++] = (pair_part){-1, INFINITY};
    for (int32_t i = 0; pair->other != DM_LINE_ROPE && i < net->piece_count; i++)
        if (pair->other == DM_LINE_ADD || net->piece[i].edge >= 0)
            parts[count++] = (pair_part){i, INFINITY};
    /* First a little of every part, so that the score to beat is high; then what is left. */
    dm_status status = DM_OK;
    pair_roots r = {0};
    for (int round = 0; round < 2; round++)
        for (int32_t i = 0; status == DM_OK && i < count; i++) {
            double best = fmax(s->floor, s->count > 0 ? s->candidate[0].score : -INFINITY);
            if (parts[i].bound > best + pair->slack * s->tables->unit &&
                s->evaluations < most_evaluations) {
                pair_part *p = &parts[i];
                int64_t most = round == 0 ? first_evaluations : most_evaluations - s->evaluations;
                if (pair->other == DM_LINE_CUT)
                    status = dmi_rope_tables_cut(s->tables, p->piece, run, err);
                if (status == DM_OK && !add_roots(pair, p->piece, &r))
                    status = dmi_no_memory(err);
                s->bound = -INFINITY;
                if (status == DM_OK)
                    status = dmi_rope_search_boxes(s, r.box, r.count, pair->slack * s->tables->unit,
                                                   most, run, err);
                p->bound = status == DM_OK ? s->bound : INFINITY;
            }
        }
    free(r.box);
    s->bound = -INFINITY;
    for (int32_t i = 0; i < count; i++)
        s->bound = fmax(s->bound, parts[i].bound);
    free(parts);
    return status;
}
