/* cut_printed.c - te Kolste's simple method and Algorithms 1 to 4, as printed.
 *
 * Each returns the cut with the greatest gain by the thesis' own formulas, and that gain.  Only the
 * mistakes that the ask names are kept (docs/ERRATA.md):
 *
 *   ends           Lemma 4.1: cuts at the ends of edges only, also with three players
 *   sigma          Algorithm 2: volumes of S(p), what the own site owns beyond p: nothing
 *   behind         the definition of sigma*(p): what lies behind the cut site counts as won
 *   side-branches  Algorithm 3: the length from the boundary point to the cut, without branches
 *   lowest         Algorithm 4: the last vertex without boundary points below, so a leaf
 *
 * Cost: for `behind` a walk through the whole tree per vertex beyond a boundary point.
 */
#include "papers/cut/cut_printed.h"

#include <stdlib.h>

/* The lines of a piece as they are at one of its ends. */
static dm_status lines_at_end(const dmi_cut_search *s, int32_t piece, int32_t end,
                              dmi_payoff_lines *out, dm_error *err)
{
    const dmi_line_position *position = s->position;
    const dmi_piece *p = &position->net.piece[piece];
    dmi_reach *scratch = dmi_alloc((size_t)position->net.n, sizeof *scratch);
    if (!scratch)
        return dmi_no_memory(err);
    dm_status status = dmi_cut_whole_lines(position, piece, scratch, out, err);
    free(scratch);
    if (status != DM_OK)
        return status;
    out->open_a = out->open_b = end == p->a ? out->open_a : out->open_b;
    out->from = end == p->a ? 0 : p->length;
    for (int32_t q = 0; q < position->level->player_count; q++)
        out->at_a[q] += out->slope[q] * out->from;
    out->length = 0;
    return DM_OK;
}

/* The gain of the cut in margin, in units times scale. */
static dm_status true_gain(const dmi_cut_search *s, int32_t piece, int32_t end, int64_t *out,
                           dm_error *err)
{
    const dmi_line_position *position = s->position;
    int32_t me = position->ask->player;
    dmi_payoff_lines lines;
    dmi_wide rival = 0, before = 0;
    dm_status status = lines_at_end(s, piece, end, &lines, err);
    for (int32_t q = 0; status == DM_OK && q < position->level->player_count; q++) {
        if (q == me)
            continue;
        rival = lines.at_a[q] > rival ? lines.at_a[q] : rival;
        before = position->before[q] > before ? position->before[q] : before;
    }
    if (status == DM_OK)
        *out =
            (int64_t)((lines.at_a[me] - position->before[me] - rival + before) / position->scale);
    return status;
}

dm_status dmi_cut_printed_tree(const dmi_cut_search *s, dmi_cut_rooted_tree *out, dm_error *err)
{
    if (s->position->net.n > DMI_PRINTED_VERTICES)
        return dmi_fail(err, DM_TOO_LARGE, "method '%s' is for levels of at most %d vertices",
                        dm_line_cut_method_name(s->position->ask->method), DMI_PRINTED_VERTICES);
    return dmi_cut_rooted_tree_init(s->position, out, err);
}

dm_status dmi_cut_claim_settle(dmi_cut_search *s, const dmi_cut_claim *claim, dm_error *err)
{
    dmi_payoff_lines lines;
    int64_t candidates = s->candidates;
    int32_t piece = claim->piece >= 0 ? claim->piece : dmi_cut_harmless(s->position);
    int32_t end = claim->piece >= 0 ? claim->end : s->position->net.piece[piece].a;
    dm_status status = lines_at_end(s, piece, end, &lines, err);
    if (status != DM_OK)
        return status;
    dmi_cut_consider(s, &lines);
    s->candidates = candidates;
    s->claims = true;
    s->claimed = claim->piece >= 0 ? claim->gain : 0;
    return DM_OK;
}

dm_status dmi_cut_search_simple_printed(dmi_cut_search *s, dm_error *err)
{
    const dmi_line_position *position = s->position;
    const dmi_line_network *net = &position->net;
    const uint64_t us = UINT64_C(1) << position->ask->player;
    dmi_cut_claim best = {.piece = -1};
    dm_status status = dmi_cut_require(position, err);
    for (int32_t i = 0; status == DM_OK && i < net->piece_count; i++) {
        uint64_t a = position->reach[net->piece[i].a].players;
        uint64_t b = position->reach[net->piece[i].b].players;
        int32_t far = dmi_reached_over(net, position->reach, i);
        int64_t gain;
        /* At the end nearer to v0; between two players at the opponent's. */
        int32_t end = far >= 0  ? dmi_other_end(net, i, far)
                      : a & ~us ? net->piece[i].a
                                : net->piece[i].b;
        if (far < 0 ? a == b : ((a | b) & ~us) == 0)
            continue;
        status = true_gain(s, i, end, &gain, err);
        if (status == DM_OK)
            dmi_cut_claim_try(s, &best, i, end, gain);
        if (status == DM_OK && !dmi_run_go_on(s->run, (uint64_t)net->n))
            status = dmi_stopped(s->run, err);
    }
    return status == DM_OK ? dmi_cut_claim_settle(s, &best, err) : status;
}

void dmi_cut_claim_neutral(dmi_cut_search *s, const dmi_cut_rooted_tree *tree, dmi_cut_claim *best)
{
    const dmi_line_network *net = &tree->position->net;
    bool lowest = dmi_cut_keeps(s, DM_MISTAKE_LOWEST);
    for (int32_t v = 0; v < net->n; v++) {
        int32_t to_sites = net->owner[v] >= 0 ? 2 : 0;
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++)
            to_sites +=
                tree->near[dmi_cut_arc_over(tree, v, net->arc_piece[arc])].when != DMI_NEVER;
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t piece = net->arc_piece[arc], over = dmi_cut_arc_over(tree, v, piece);
            int32_t far = dmi_other_end(net, piece, v);
            bool is_leaf = net->first[far + 1] - net->first[far] == 1;
            if (tree->near[over].when != DMI_NEVER ||
                tree->position->reach[far].players != UINT64_C(1) << tree->other)
                continue;
            if (lowest && is_leaf) /* nothing is in its subtree */
                dmi_cut_claim_try(s, best, piece, v, 0);
            else if (!lowest && to_sites >= 2)
                dmi_cut_claim_try(s, best, piece, v, tree->volume[over]);
        }
    }
}

/* Algorithm 2. */
typedef struct printed_types {
    dmi_cut_search *s;
    dmi_cut_rooted_tree tree;
    int32_t cut_off; /* the site whose edge is cut */
} printed_types;

/* The distance from v to the nearest site beyond the piece, the one cut off not counted. */
static int64_t nearest_other(const printed_types *t, int32_t v, int32_t piece)
{
    const dmi_line_network *net = &t->tree.position->net;
    int32_t z = dmi_other_end(net, piece, v);
    int64_t best = net->owner[z] >= 0 && z != t->cut_off ? 0 : DMI_NEVER;
    for (uint32_t arc = net->first[z]; best != 0 && arc < net->first[z + 1]; arc++) {
        int64_t next =
            net->arc_piece[arc] == piece ? DMI_NEVER : nearest_other(t, z, net->arc_piece[arc]);
        best = next < best ? next : best;
    }
    return best == DMI_NEVER ? DMI_NEVER : best + net->piece[piece].length;
}

/* The length beyond the piece up to the first halfway points, entered from v at that time. */
static int64_t reached_beyond(const printed_types *t, int32_t v, int32_t piece, int64_t when)
{
    const dmi_line_network *net = &t->tree.position->net;
    int64_t length = net->piece[piece].length, site = nearest_other(t, v, piece);
    int32_t z = dmi_other_end(net, piece, v);
    if (site != DMI_NEVER && site - when <= 2 * length) /* the halfway point is on this piece */
        return site > when ? (site - when) / 2 : 0;
    for (uint32_t arc = net->first[z]; arc < net->first[z + 1]; arc++)
        if (net->arc_piece[arc] != piece)
            length += reached_beyond(t, z, net->arc_piece[arc], when + net->piece[piece].length);
    return length;
}

/* Algorithm 2 and its definition for the boundary point on `piece`. */
static dm_status claim_type_1(printed_types *t, int32_t piece, int32_t theirs, dmi_cut_claim *best,
                              dm_error *err)
{
    const dmi_line_position *position = t->tree.position;
    const dmi_piece *p = &position->net.piece[piece];
    int32_t own_end = dmi_other_end(&position->net, piece, theirs), first = piece, site = theirs;
    int64_t gain = 0;
    while (position->net.owner[site] < 0) {
        first = position->reach[site].above;
        site = dmi_other_end(&position->net, first, site);
    }
    t->cut_off = site;
    if (dmi_cut_keeps(t->s, DM_MISTAKE_SIGMA)) {
        gain = 0;
    } else if (dmi_cut_keeps(t->s, DM_MISTAKE_BEHIND)) {
        int64_t meet = dmi_boundary(p, position->reach);
        gain = 2 * (reached_beyond(t, own_end, piece, position->reach[own_end].when) -
                    (own_end == p->a ? meet : p->length - meet));
    } else {
        dm_status status = true_gain(t->s, first, site, &gain, err);
        if (status != DM_OK)
            return status;
    }
    dmi_cut_claim_try(t->s, best, first, site, gain);
    return DM_OK;
}

/* Algorithm 3: the length on the way from the boundary point to the cut. */
static dm_status claim_type_2(printed_types *t, int32_t piece, int32_t theirs, dmi_cut_claim *best,
                              dm_error *err)
{
    const dmi_line_position *position = t->tree.position;
    const dmi_piece *p = &position->net.piece[piece];
    int64_t meet = dmi_boundary(p, position->reach), gain;
    int64_t way = theirs == p->a ? meet : p->length - meet;
    int32_t second = piece, v = dmi_cut_pass_won(&t->tree, theirs, &second, NULL);
    dm_status status = DM_OK;
    gain = 2 * (way + position->reach[theirs].when - position->reach[v].when);
    if (!dmi_cut_keeps(t->s, DM_MISTAKE_SIDE_BRANCHES))
        status = true_gain(t->s, second, v, &gain, err);
    if (status == DM_OK)
        dmi_cut_claim_try(t->s, best, second, v, gain);
    return status;
}

/* All boundary points, first for Algorithm 2, then for 3. */
static dm_status claim_boundaries(printed_types *t, dmi_cut_claim *best, dm_error *err)
{
    const dmi_line_position *position = t->tree.position;
    const dmi_line_network *net = &position->net;
    dm_status status = DM_OK;
    for (int type = 1; type <= 2; type++)
        for (int32_t i = 0; status == DM_OK && i < net->piece_count; i++) {
            const dmi_piece *p = &net->piece[i];
            if (position->reach[p->a].players == position->reach[p->b].players)
                continue;
            int32_t theirs = position->reach[p->a].players >> t->tree.other & 1 ? p->a : p->b;
            status = type == 1 ? claim_type_1(t, i, theirs, best, err)
                               : claim_type_2(t, i, theirs, best, err);
            if (status == DM_OK && !dmi_run_go_on(t->s->run, (uint64_t)net->n))
                status = dmi_stopped(t->s->run, err);
        }
    return status;
}

dm_status dmi_cut_search_types_printed(dmi_cut_search *s, dm_error *err)
{
    const dmi_line_position *position = s->position;
    printed_types t = {.s = s};
    dmi_cut_claim best = {.piece = -1};
    int32_t own_sites = 0;
    dm_status status = dmi_cut_printed_tree(s, &t.tree, err);
    for (int32_t v = 0; status == DM_OK && v < position->net.n; v++)
        own_sites += position->net.owner[v] == t.tree.me;
    if (status == DM_OK && own_sites != 1)
        status = dmi_fail(err, DM_UNSUPPORTED, "method '%s' is for one own site; %.60s has %d",
                          dm_line_cut_method_name(position->ask->method),
                          position->level->players[t.tree.me], own_sites);
    if (status == DM_OK)
        status = claim_boundaries(&t, &best, err);
    if (status == DM_OK) {
        dmi_cut_claim_neutral(s, &t.tree, &best);
        status = dmi_cut_claim_settle(s, &best, err);
    }
    dmi_cut_rooted_tree_clear(&t.tree);
    return status;
}
