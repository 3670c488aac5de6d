/* cut_rooted_tree.c - a tree with two players, and what lies beyond each of its arcs.
 *
 * Values of arcs down are summed from the leaves up, those of arcs up from the root down: O(n).
 * Source: te Kolste, Extensions on the Continuous Voronoi game on Graphs, 2016, section 4.
 */
#include "papers/cut/cut_rooted_tree.h"

#include <stdlib.h>

dm_status dmi_cut_require(const dmi_line_position *position, dm_error *err)
{
    for (int32_t v = 0; v < position->net.n; v++)
        if (dmi_is_tied(position->reach[v].players))
            return dmi_fail(err, DM_UNSUPPORTED,
                            "method '%s' is for levels without ties; players tie at vertex %d",
                            dm_line_cut_method_name(position->ask->method), v);
    return DM_OK;
}

static int32_t sites_of_player(const dm_level *level, int32_t player)
{
    int32_t count = 0;
    for (int32_t i = 0; i < level->site_count; i++)
        count += level->sites[i].player == player;
    return count;
}

/* Breadth first from vertex 0; false if that does not reach all vertices or finds a cycle. */
static bool find_order(dmi_cut_rooted_tree *tree)
{
    const dmi_line_network *net = &tree->position->net;
    int32_t met = 1;
    if (net->piece_count != net->n - 1)
        return false;
    for (int32_t v = 0; v < net->n; v++)
        tree->parent[v] = -2;
    tree->order[0] = 0;
    tree->parent[0] = -1;
    for (int32_t i = 0; i < met; i++)
        for (uint32_t arc = net->first[tree->order[i]]; arc < net->first[tree->order[i] + 1];
             arc++) {
            int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, tree->order[i]);
            if (tree->parent[z] != -2)
                continue;
            tree->parent[z] = piece;
            tree->order[met++] = z;
        }
    return met == net->n;
}

dmi_cut_near dmi_cut_nearest(const dmi_cut_rooted_tree *tree, int32_t v, int32_t without)
{
    const dmi_line_network *net = &tree->position->net;
    dmi_cut_near best = {DMI_NEVER, 0};
    if (net->owner[v] >= 0)
        return (dmi_cut_near){0, net->owner[v]};
    for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc];
        if (piece == without)
            continue;
        dmi_cut_near site = tree->near[dmi_cut_arc_over(tree, v, piece)];
        if (site.when == DMI_NEVER)
            continue;
        site.when += net->piece[piece].length;
        if (site.when == best.when)
            best.owner = site.owner == best.owner ? best.owner : -1;
        else if (site.when < best.when)
            best = site;
    }
    return best;
}

int32_t dmi_cut_pass_won(const dmi_cut_rooted_tree *tree, int32_t v, int32_t *piece, int32_t *tied)
{
    const dmi_line_position *position = tree->position;
    while (position->net.owner[v] < 0) {
        int32_t above = position->reach[v].above;
        dmi_cut_near next = dmi_cut_nearest(tree, v, above);
        if (next.owner < 0 && tied)
            *tied = v;
        if (next.when == DMI_NEVER || next.owner != tree->me)
            break;
        *piece = above;
        v = dmi_other_end(&position->net, above, v);
    }
    return v;
}

/* The nearer of two sites; at equal distance nobody's unless both are one player's. */
static dmi_cut_near nearer(dmi_cut_near x, dmi_cut_near y)
{
    if (x.when == y.when && x.when != DMI_NEVER)
        x.owner = x.owner == y.owner ? x.owner : -1;
    return y.when < x.when ? y : x;
}

/* The nearest site beyond the arc from v over the piece, measured from v. */
static dmi_cut_near near_over(const dmi_cut_rooted_tree *tree, int32_t v, int32_t piece)
{
    dmi_cut_near site = tree->near[dmi_cut_arc_over(tree, v, piece)];
    if (site.when != DMI_NEVER)
        site.when += tree->position->net.piece[piece].length;
    return site;
}

/* Fills the arc down to v from those below it. */
static void sum_down(dmi_cut_rooted_tree *tree, int32_t v)
{
    const dmi_line_network *net = &tree->position->net;
    int32_t down = dmi_cut_arc(v, DMI_DOWN);
    tree->near[down] = dmi_cut_nearest(tree, v, tree->parent[v]);
    tree->volume[down] = net->piece[tree->parent[v]].length;
    for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++)
        if (net->arc_piece[arc] != tree->parent[v])
            tree->volume[down] += tree->volume[dmi_cut_arc_over(tree, v, net->arc_piece[arc])];
}

/* Fills the arcs up from v's children: each sees all other arcs out of v, those before it and those
 * after it.  `after` has room for v's arcs and one more. */
static void sum_up(dmi_cut_rooted_tree *tree, int32_t v, dmi_cut_near *after)
{
    const dmi_line_network *net = &tree->position->net;
    uint32_t first = net->first[v], count = net->first[v + 1] - first;
    int64_t volume = 0;
    dmi_cut_near before = {DMI_NEVER, 0};
    after[count] = before;
    for (uint32_t i = count; i-- > 0;) {
        int32_t piece = net->arc_piece[first + i];
        after[i] = nearer(near_over(tree, v, piece), after[i + 1]);
        volume += tree->volume[dmi_cut_arc_over(tree, v, piece)];
    }
    for (uint32_t i = 0; i < count; i++) {
        int32_t piece = net->arc_piece[first + i];
        int32_t down = dmi_cut_arc_over(tree, v, piece);
        dmi_cut_near near = nearer(before, after[i + 1]);
        before = nearer(before, near_over(tree, v, piece));
        if (piece == tree->parent[v])
            continue;
        int32_t up = dmi_cut_arc(dmi_other_end(net, piece, v), DMI_UP);
        tree->near[up] = net->owner[v] >= 0 ? (dmi_cut_near){0, net->owner[v]} : near;
        tree->volume[up] = volume - tree->volume[down] + net->piece[piece].length;
    }
}

dm_status dmi_cut_rooted_tree_init(const dmi_line_position *position, dmi_cut_rooted_tree *out,
                                   dm_error *err)
{
    size_t n = (size_t)position->net.n;
    const char *name = dm_line_cut_method_name(position->ask->method);
    const dm_level *level = position->level;
    if (position->ask->objective == DM_LINE_PAYOFF)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method '%s' counts the margin; objective payoff is for auto, all or "
                        "simple",
                        name);
    if (level->player_count != 2 || sites_of_player(level, 0) == 0 ||
        sites_of_player(level, 1) == 0)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method '%s' is for two players with sites; the level has %d players, the "
                        "first two with %d and %d sites",
                        name, level->player_count, sites_of_player(level, 0),
                        level->player_count > 1 ? sites_of_player(level, 1) : 0);
    dm_status status = dmi_cut_require(position, err);
    if (status != DM_OK)
        return status;
    dmi_cut_rooted_tree tree = {
        .position = position, .me = position->ask->player, .other = 1 - position->ask->player};
    tree.order = dmi_array(&tree.arrays, n, sizeof *tree.order);
    tree.parent = dmi_array(&tree.arrays, n, sizeof *tree.parent);
    tree.near = dmi_array_zeroed(&tree.arrays, 2 * n, sizeof *tree.near);
    tree.volume = dmi_array_zeroed(&tree.arrays, 2 * n, sizeof *tree.volume);
    status = dmi_arrays_check(&tree.arrays, err);
    if (status == DM_OK && !find_order(&tree))
        status = dmi_fail(err, DM_UNSUPPORTED,
                          "method '%s' is for trees; the level, divided at its sites, has %d "
                          "vertices and %d edges, so that it has a cycle or several parts",
                          dm_line_cut_method_name(position->ask->method), position->net.n,
                          position->net.piece_count);
    dmi_cut_near *after = status == DM_OK ? dmi_alloc(n + 1, sizeof *after) : NULL;
    if (status == DM_OK && !after)
        status = dmi_no_memory(err);
    if (status != DM_OK) {
        dmi_cut_rooted_tree_clear(&tree);
        return status;
    }
    for (int32_t i = position->net.n; i-- > 1;) /* from the leaves up */
        sum_down(&tree, tree.order[i]);
    for (int32_t i = 0; i < position->net.n; i++) /* from the root down */
        sum_up(&tree, tree.order[i], after);
    free(after);
    *out = tree;
    return DM_OK;
}

void dmi_cut_rooted_tree_clear(dmi_cut_rooted_tree *tree)
{
    dmi_arrays_free(&tree->arrays);
    *tree = (dmi_cut_rooted_tree){0};
}

void dmi_cut_try_neutral(dmi_cut_search *s, const dmi_cut_rooted_tree *tree, dmi_cut_found *found)
{
    const dmi_line_network *net = &tree->position->net;
    for (int32_t v = 0; v < net->n; v++) {
        int32_t to_sites = net->owner[v] >= 0 ? 2 : 0; /* arcs with a site beyond them */
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++)
            to_sites +=
                tree->near[dmi_cut_arc_over(tree, v, net->arc_piece[arc])].when != DMI_NEVER;
        if (to_sites < 2 || tree->position->reach[v].players != UINT64_C(1) << tree->other)
            continue; /* v is in such a part itself, or the player's */
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t piece = net->arc_piece[arc], over = dmi_cut_arc_over(tree, v, piece);
            if (tree->near[over].when == DMI_NEVER)
                dmi_cut_try(s, found, piece, tree->volume[over]);
        }
    }
}

void dmi_cut_try_boundaries(dmi_cut_search *s, const dmi_cut_rooted_tree *tree,
                            dmi_cut_found *found)
{
    const dmi_reach *reach = tree->position->reach;
    for (int32_t i = 0; i < tree->position->net.piece_count; i++) {
        const dmi_piece *piece = &tree->position->net.piece[i];
        int64_t meet = dmi_boundary(piece, reach);
        if (reach[piece->a].players == reach[piece->b].players)
            continue;
        bool is_ours = reach[piece->a].players == UINT64_C(1) << tree->me;
        dmi_cut_try(s, found, i, 2 * (is_ours ? piece->length - meet : meet));
    }
}

dm_status dmi_cut_confirm(dmi_cut_search *s, const dmi_cut_found *found, dm_error *err)
{
    const dmi_line_position *position = s->position;
    int32_t me = position->ask->player, piece = found->piece;
    dmi_wide promised =
        position->before[me] - position->before[1 - me] + (dmi_wide)found->gain * position->scale;
    dmi_payoff_lines lines;
    dmi_reach *scratch = dmi_alloc((size_t)position->net.n, sizeof *scratch);
    if (!scratch)
        return dmi_no_memory(err);
    if (piece < 0)
        piece = dmi_cut_harmless(position);
    dm_status status = dmi_cut_whole_lines(position, piece, scratch, &lines, err);
    free(scratch);
    int64_t candidates = s->candidates; /* it has been counted, or is none */
    if (status == DM_OK)
        dmi_cut_consider(s, &lines);
    s->candidates = candidates;
    if (status == DM_OK && s->best.margin != promised * s->best.den)
        status = dmi_fail(err, DM_INTERNAL, "method '%s' counts a cut of edge %d wrongly",
                          dm_line_cut_method_name(position->ask->method),
                          position->net.piece[piece].edge);
    return status;
}
