/* cut_update.c - payoffs without one piece, recomputing only the subtree below it.
 *
 * If v is reached over the piece only, exactly the vertices of v's subtree in the dominator tree
 * are reached later.  They restart from their neighbours outside, and Dijkstra's search settles
 * them.  A vertex outside keeps its time, but if it is tied it may lose players who came through
 * the subtree; only then can vertices after it change, too.  So tied vertices are checked again in
 * order of time, as long as something changes.
 *
 *      u --x-- v -- . --+-- z      the subtree below v restarts from z
 *               \-- . --/
 *
 * Invariant: between calls `now` equals the position's reach, and nothing is marked.
 * Cost: O(k log k) for the k arcs at the subtree and at tied vertices that change.
 */
#include "base/base.h"
#include "lines/cut/cut_search.h"
#include "lines/diagram/line_network_search.h"
#include <stdlib.h>
#include <string.h>

struct dmi_cut_update {
    const dmi_line_position *position;
    const dmi_dominator_tree *tree;
    dmi_reach *now;
    uint8_t *mark;    /* the state of a vertex */
    int32_t *changed; /* the subtree first, then tied vertices */
    int32_t changed_count;
    int32_t cut; /* the piece */
    dmi_heap heap;
    bool failed; /* no memory */
    int64_t work;
    dmi_arrays arrays;
};

enum {
    FRESH = 0,
    IN_SUBTREE,  /* not settled yet */
    SETTLED,     /* in the subtree, settled */
    CHECKED,     /* tied, in the heap or unchanged */
    LOST_PLAYERS /* tied, has lost players */
};

dm_status dmi_cut_update_new(const dmi_line_position *position, const dmi_dominator_tree *tree,
                             dmi_cut_update **out, dm_error *err)
{
    size_t n = (size_t)position->net.n;
    dmi_cut_update *update = dmi_calloc(1, sizeof *update);
    if (!update)
        return dmi_no_memory(err);
    update->position = position;
    update->tree = tree;
    update->now = dmi_array(&update->arrays, n, sizeof *update->now);
    update->mark = dmi_array_zeroed(&update->arrays, n, sizeof *update->mark);
    update->changed = dmi_array(&update->arrays, n, sizeof *update->changed);
    if (update->arrays.failed) {
        dmi_cut_update_free(update);
        return dmi_no_memory(err);
    }
    memcpy(update->now, position->reach, n * sizeof *update->now);
    *out = update;
    return DM_OK;
}

void dmi_cut_update_free(dmi_cut_update *update)
{
    if (!update)
        return;
    dmi_arrays_free(&update->arrays);
    dmi_heap_clear(&update->heap);
    free(update);
}

int64_t dmi_cut_update_work(const dmi_cut_update *update)
{
    return update->work;
}

/* Checks a tied vertex again that was reached through a changed one. */
static bool check_tied(dmi_cut_update *b, int32_t v)
{
    if (b->mark[v] != FRESH)
        return true;
    b->mark[v] = CHECKED;
    b->changed[b->changed_count++] = v;
    return dmi_heap_push(&b->heap, (uint64_t)b->position->reach[v].when, (uint32_t)v);
}

/* Checks the tied vertices outside that were reached through v. */
static bool check_tied_behind(dmi_cut_update *b, int32_t v)
{
    const dmi_line_network *net = &b->position->net;
    const dmi_reach *reach = b->position->reach;
    bool fits = true;
    for (uint32_t arc = net->first[v]; fits && arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, v);
        if (dmi_is_tied(reach[z].players) && piece != b->cut &&
            reach[v].when + net->piece[piece].length == reach[z].when)
            fits = check_tied(b, z);
    }
    return fits;
}

/* The first time at which w, in the subtree, is reached from outside. */
static bool start_from_outside(dmi_cut_update *b, int32_t w)
{
    const dmi_line_network *net = &b->position->net;
    int64_t first = DMI_NEVER;
    for (uint32_t arc = net->first[w]; arc < net->first[w + 1]; arc++) {
        int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, w);
        if (b->mark[z] == IN_SUBTREE || piece == b->cut)
            continue;
        int64_t when = b->now[z].when + net->piece[piece].length;
        first = when < first ? when : first;
    }
    b->now[w].when = first;
    return first == DMI_NEVER || dmi_heap_push(&b->heap, (uint64_t)first, (uint32_t)w);
}

static bool update_settle(void *user, int32_t v, int64_t when)
{
    dmi_cut_update *b = user;
    if (when != b->now[v].when)
        return false;
    /* All players that reach v at its time; everything earlier is settled. */
    const dmi_line_network *net = &b->position->net;
    uint64_t players = 0;
    for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, v);
        if (b->now[z].when == b->now[v].when - net->piece[piece].length && piece != b->cut)
            players |= b->now[z].players;
    }
    if (b->mark[v] == IN_SUBTREE) {
        b->now[v].players = players;
        b->mark[v] = SETTLED;
        return true;
    }
    if (b->mark[v] == CHECKED && players != b->now[v].players) {
        b->now[v].players = players;
        b->mark[v] = LOST_PLAYERS;
        b->failed = b->failed || !check_tied_behind(b, v);
    }
    return false;
}

static bool update_offer(void *user, int32_t piece, int32_t u, int32_t v, int64_t when)
{
    dmi_cut_update *b = user;
    (void)u;
    if (b->mark[v] != IN_SUBTREE || when >= b->now[v].when || piece == b->cut)
        return false;
    b->now[v].when = when;
    return true;
}

/* Adds the change of payoffs on the pieces at changed vertices; each piece once. */
static void count_changes(const dmi_cut_update *b, dmi_wide *payoff)
{
    const dmi_line_network *net = &b->position->net;
    for (int32_t i = 0; i < b->changed_count; i++) {
        int32_t v = b->changed[i];
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t piece = net->arc_piece[arc];
            bool twice = b->mark[dmi_other_end(net, piece, v)] != FRESH;
            if (piece == b->cut || (twice && net->piece[piece].a != v))
                continue;
            dmi_line_position_add_piece(b->position, piece, b->position->reach, -1, payoff);
            dmi_line_position_add_piece(b->position, piece, b->now, 1, payoff);
        }
    }
}

/* Computes again what changes if the piece is cut over which `end` was reached. */
static bool recompute(dmi_cut_update *b, int32_t end)
{
    static const dmi_line_network_visitor visitor = {update_settle, update_offer};
    const dmi_dominator_tree *tree = b->tree;
    bool fits = true;
    assert(b->heap.count == 0 && b->changed_count == 0);
    if (tree->tight[end] == 1) {
        b->changed_count = tree->size[end];
        memcpy(b->changed, tree->at + tree->pos[end], (size_t)tree->size[end] * sizeof *b->changed);
        for (int32_t i = 0; i < b->changed_count; i++) {
            b->now[b->changed[i]] = (dmi_reach){DMI_NEVER, 0, -1};
            b->mark[b->changed[i]] = IN_SUBTREE;
        }
    } else if (dmi_is_tied(b->position->reach[end].players)) {
        fits = check_tied(b, end);
    }
    int32_t in_subtree = tree->tight[end] == 1 ? b->changed_count : 0;
    for (int32_t i = 0; fits && i < in_subtree; i++)
        fits = start_from_outside(b, b->changed[i]) && check_tied_behind(b, b->changed[i]);
    b->failed = false;
    return fits && dmi_line_network_search(&b->position->net, &b->heap, &visitor, b) && !b->failed;
}

bool dmi_cut_update_lines(dmi_cut_update *update, int32_t piece, dmi_payoff_lines *out)
{
    const dmi_line_position *position = update->position;
    dmi_wide rest[DM_MAX_LINE_PLAYERS];
    int32_t end = dmi_reached_over(&position->net, position->reach, piece);
    assert(piece >= 0 && piece < position->net.piece_count);
    memcpy(rest, position->before, sizeof rest);
    dmi_line_position_add_piece(position, piece, position->reach, -1, rest);
    update->cut = piece;
    bool fits = end < 0 || recompute(update, end);
    if (fits) {
        count_changes(update, rest);
        dmi_payoff_lines_of_cut(position, piece, rest, update->now, out);
    }
    for (int32_t i = 0; i < update->changed_count; i++) { /* as before the cut */
        update->now[update->changed[i]] = position->reach[update->changed[i]];
        update->mark[update->changed[i]] = FRESH;
    }
    update->work += update->changed_count;
    update->changed_count = 0;
    update->heap.count = 0;
    return fits;
}
