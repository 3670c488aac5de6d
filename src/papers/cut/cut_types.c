/* cut_types.c - te Kolste's section 4.3: trees on which the player has one site.
 *
 * s is the own site, t an opponent's, b the boundary point between them.  From b towards t come
 * first the vertices that the player would get if t were gone, then others.
 *
 *      s ======= b ---- . ---- v -x-- . ---- t        I:  cut x at t
 *                       |             |               II: cut x behind the last such vertex v
 *
 * Type I detaches the edge of t from t.  Type II detaches the edge behind v, towards t, from its
 * far end, or the edge of b if there is no such vertex.  Type III removes a part without sites.
 * Types II and III suffice (docs/algorithms/lines.md).  cut_update.c evaluates each candidate; the
 * subtrees of one type are disjoint.
 *
 * Corrected: type II detaches its edge from the far end and counts side branches, type III cuts at
 * the topmost vertex and counts its edge.
 * Cost: O(n log n).  Source: te Kolste, 2016, section 4.3 and Algorithms 1 to 4.
 */
#include "base/base.h"
#include "papers/cut/cut_rooted_tree.h"
#include <stdlib.h>

typedef struct type_search {
    dmi_cut_search *s;
    dmi_cut_rooted_tree tree;
    dmi_dominator_tree paths;
    dmi_cut_update *update;
    int32_t *top; /* the piece at its site over which v is reached; -1: v is a site */
} type_search;

static dm_status evaluate_cut(type_search *t, int32_t piece, dm_error *err)
{
    dmi_payoff_lines lines;
    if (!dmi_cut_update_lines(t->update, piece, &lines))
        return dmi_no_memory(err);
    dmi_cut_consider(t->s, &lines);
    return DM_OK;
}

static dm_status evaluate_boundary(type_search *t, int32_t piece, dm_error *err)
{
    const dmi_line_position *position = t->tree.position;
    const dmi_piece *p = &position->net.piece[piece];
    if (position->reach[p->a].players == position->reach[p->b].players)
        return DM_OK;
    int32_t theirs = position->reach[p->a].players >> t->tree.other & 1 ? p->a : p->b;
    int32_t first = t->top[theirs] >= 0 ? t->top[theirs] : piece, second = piece;
    int32_t tied = -1;
    dmi_cut_pass_won(&t->tree, theirs, &second, &tied);
    if (tied >= 0)
        return dmi_fail(
            err, DM_UNSUPPORTED,
            "method 'types' is for levels without ties; a cut above vertex %d makes one", tied);
    dm_status status = evaluate_cut(t, first, err);
    return status == DM_OK ? evaluate_cut(t, second, err) : status;
}

dm_status dmi_cut_search_types(dmi_cut_search *s, dm_error *err)
{
    const dmi_line_position *position = s->position;
    const dm_level *level = position->level;
    type_search t = {.s = s};
    dmi_cut_found found = {-1, 0};
    int32_t own = 0;
    dm_status status = dmi_cut_rooted_tree_init(position, &t.tree, err);
    for (int32_t i = 0; status == DM_OK && i < level->site_count; i++)
        own += level->sites[i].player == t.tree.me;
    if (status == DM_OK && own != 1)
        status = dmi_fail(err, DM_UNSUPPORTED, "method 'types' is for one own site; %.60s has %d",
                          level->players[t.tree.me], own);
    if (status == DM_OK)
        status = dmi_dominator_tree_init(position, &t.paths, err);
    if (status == DM_OK)
        status = dmi_cut_update_new(position, &t.paths, &t.update, err);
    if (status == DM_OK && !(t.top = dmi_alloc((size_t)position->net.n, sizeof *t.top)))
        status = dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < t.paths.count; i++) {
        int32_t v = t.paths.order[i], above = position->reach[v].above;
        int32_t from = above < 0 ? -1 : t.top[dmi_other_end(&position->net, above, v)];
        t.top[v] = from >= 0 ? from : above;
    }
    if (status == DM_OK)
        status = evaluate_cut(&t, dmi_cut_harmless(position), err);
    s->candidates = 0; /* that was none */
    for (int32_t i = 0; status == DM_OK && i < position->net.piece_count; i++) {
        status = evaluate_boundary(&t, i, err); /* types I and II */
        if (status == DM_OK && !dmi_run_go_on(s->run, 1))
            status = dmi_stopped(s->run, err);
    }
    if (status == DM_OK) { /* type III */
        dmi_cut_try_neutral(s, &t.tree, &found);
        int64_t candidates = s->candidates;
        if (found.piece >= 0)
            status = evaluate_cut(&t, found.piece, err);
        s->candidates = candidates;
    }
    free(t.top);
    dmi_cut_update_free(t.update);
    dmi_dominator_tree_clear(&t.paths);
    dmi_cut_rooted_tree_clear(&t.tree);
    return status;
}
