/* espt.c - the extended shortest-path tree of a level (te Kolste, section 3.5).
 *
 * The tree is that of Dijkstra's search from all sites; every other piece is reached from both
 * ends, and its fronts meet at a boundary point or, if both are one player's, at an inner boundary
 * point.  Cost: O(m + n log n).
 */
#include "papers/cut/espt.h"

#include "base/sort.h"
#include <stdlib.h>

bool dmi_espt_place(const dmi_line_position *position, int32_t piece, int64_t way,
                    dm_line_place *out)
{
    const dmi_piece *p = &position->net.piece[piece];
    dm_ratio length = position->level->edges[p->edge].length;
    dmi_wide units = (dmi_wide)length.num * (position->net.unit / length.den);
    *out = (dm_line_place){-1, p->edge, {0, 1}};
    return p->offset + way == 0 || dmi_ratio_make((dmi_wide)p->offset + way, units, &out->at);
}

static dm_status fill_vertices(dmi_espt_work *w, dm_error *err)
{
    const dmi_line_position *position = w->position;
    const dmi_line_network *net = &position->net;
    dm_line_espt *out = w->out;
    out->vertices = dmi_calloc((size_t)net->n, sizeof *out->vertices);
    if (!out->vertices)
        return dmi_no_memory(err);
    out->vertex_count = net->n;
    for (int32_t v = 0; v < net->n; v++) {
        const dmi_reach *reach = &position->reach[v];
        dm_espt_vertex own = {.place = {v, -1, {0, 1}}, .site = -1, .parent = -1, .edge = -1};
        own.dist = (dm_ratio){0, 1};
        if (reach->above >= 0) {
            own.parent = dmi_other_end(net, reach->above, v);
            own.edge = net->piece[reach->above].edge;
        }
        if (reach->when != DMI_NEVER) {
            own.players = reach->players;
            own.is_end = reach->above >= 0 && net->first[v + 1] - net->first[v] == 1;
            if (!dmi_espt_length(position, reach->when, &own.dist))
                return dmi_ratio_too_large(err);
        }
        out->vertices[v] = own;
    }
    for (int32_t i = 0; i < position->level->site_count; i++) {
        out->vertices[net->site_at[i]].site = i;
        out->vertices[net->site_at[i]].place = position->level->sites[i].place;
    }
    return DM_OK;
}

/* In the tree of the parents, one step at a time; -1: v0. */
static int32_t common_ancestor(const dm_espt_vertex *tree, const int32_t *depth, int32_t u,
                               int32_t v)
{
    while (u != v) {
        int32_t *lower = depth[u] >= depth[v] ? &u : &v;
        if (tree[*lower].parent < 0)
            return -1;
        *lower = tree[*lower].parent;
    }
    return u;
}

static void fill_common(const dmi_espt_work *w, int32_t *depth)
{
    dm_line_espt *out = w->out;
    for (int32_t i = 0; i < w->paths.count; i++) { /* parents come first */
        int32_t v = w->paths.order[i], parent = out->vertices[v].parent;
        depth[v] = parent < 0 ? 0 : depth[parent] + 1;
    }
    for (int32_t i = 0; i < out->meeting_count; i++) {
        dm_espt_meeting *one = &out->meetings[i];
        if (one->is_inner)
            one->common = common_ancestor(out->vertices, depth, one->end[0], one->end[1]);
    }
}

static dm_status fill_meetings(dmi_espt_work *w, dm_error *err)
{
    const dmi_line_position *position = w->position;
    const dmi_line_network *net = &position->net;
    dm_line_espt *out = w->out;
    out->meetings = dmi_calloc((size_t)net->piece_count, sizeof *out->meetings);
    if (!out->meetings)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < net->piece_count; i++) {
        const dmi_piece *p = &net->piece[i];
        const dmi_reach *a = &position->reach[p->a], *b = &position->reach[p->b];
        if (dmi_espt_child(position, i) >= 0 || a->when == DMI_NEVER)
            continue;
        int64_t meet = dmi_boundary(p, position->reach);
        dm_espt_meeting one = {
            .end = {p->a, p->b}, .is_inner = a->players == b->players, .common = -1};
        if (!dmi_espt_place(position, i, meet, &one.place) ||
            !dmi_espt_length(position, a->when + meet, &one.dist))
            return dmi_ratio_too_large(err);
        out->meetings[out->meeting_count++] = one;
    }
    int32_t *depth = dmi_alloc((size_t)net->n, sizeof *depth);
    if (!depth)
        return dmi_no_memory(err);
    fill_common(w, depth);
    free(depth);
    return DM_OK;
}

/* The set B of section 6.1: lowest common ancestors of the ends of cross edges, except v0. */
static dm_status fill_ancestors(dm_line_espt *out, dm_error *err)
{
    out->ancestors = dmi_alloc((size_t)out->meeting_count + 1, sizeof *out->ancestors);
    if (!out->ancestors)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < out->meeting_count; i++)
        if (out->meetings[i].is_inner && out->meetings[i].common >= 0)
            out->ancestors[out->ancestor_count++] = out->meetings[i].common;
    dmi_sort_int32(out->ancestors, out->ancestor_count);
    int32_t kept = 0;
    for (int32_t i = 0; i < out->ancestor_count; i++)
        if (kept == 0 || out->ancestors[kept - 1] != out->ancestors[i])
            out->ancestors[kept++] = out->ancestors[i];
    out->ancestor_count = kept;
    return DM_OK;
}

/* Types I and II are defined on some trees only. */
static dm_status look_for_tree(dmi_espt_work *w, dm_error *err)
{
    dm_error why = {0};
    dm_status status = dmi_cut_rooted_tree_init(w->position, &w->tree, &why);
    w->has_tree = status == DM_OK;
    if (status == DM_UNSUPPORTED)
        w->out->note = "types I and II are defined on trees with two players, both with sites, and "
                       "without ties";
    else if (status != DM_OK)
        return dmi_fail(err, status, "%s", why.message);
    return DM_OK;
}

static dm_status fill_espt(dmi_espt_work *w, dm_error *err)
{
    dm_status status = dmi_dominator_tree_init(w->position, &w->paths, err);
    if (status == DM_OK)
        status = dmi_cut_update_new(w->position, &w->paths, &w->update, err);
    if (status == DM_OK)
        status = look_for_tree(w, err);
    if (status == DM_OK)
        status = fill_vertices(w, err);
    if (status == DM_OK)
        status = fill_meetings(w, err);
    if (status == DM_OK)
        status = fill_ancestors(w->out, err);
    if (status == DM_OK)
        status = dmi_espt_changes(w, err);
    if (status == DM_OK)
        status = dmi_espt_cuts(w, err);
    if (status == DM_OK)
        status = dmi_espt_ropes(w, err);
    return status;
}

dm_status dm_line_espt_new(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                           dm_line_espt **out, dm_error *err)
{
    if (ask->player < 0 || ask->player >= level->player_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no player %d; players are 0..%d",
                        ask->player, level->player_count - 1);
    dm_level own = *level;
    own.me = ask->player;
    const dm_line_ask margin = {
        .op = DM_LINE_CUT, .player = ask->player, .objective = DM_LINE_MARGIN, .ties = ask->ties};
    dmi_line_position position = {0};
    dmi_espt_work w = {.position = &position, .run = run};
    w.out = dmi_calloc(1, sizeof *w.out);
    if (!w.out)
        return dmi_no_memory(err);
    w.out->player = ask->player;
    dm_status status = dmi_line_position_init(&own, &margin, &position, err);
    if (status == DM_OK)
        status = fill_espt(&w, err);
    dmi_cut_rooted_tree_clear(&w.tree);
    dmi_cut_update_free(w.update);
    dmi_dominator_tree_clear(&w.paths);
    dmi_line_position_clear(&position);
    if (status == DM_OK)
        *out = w.out;
    else
        dm_line_espt_free(w.out);
    return dmi_as_unfinished(status, err);
}

void dm_line_espt_free(dm_line_espt *espt)
{
    if (!espt)
        return;
    free(espt->vertices);
    free(espt->meetings);
    free(espt->ancestors);
    free(espt->candidates);
    free(espt->places);
    free(espt->ropes);
    free(espt->changes);
    free(espt->removed);
    free(espt);
}
