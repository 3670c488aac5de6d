/* cut_below.c - the net without one piece, reaching again only what hung on it.
 *
 * Where v is reached over the piece alone, everything that hangs below v is reached later, and
 * nothing else.  Those vertices start anew from their neighbours outside and are settled by
 * Dijkstra's search among themselves.  A vertex outside keeps its time, but where it is tied it
 * may lose players who came through the subtree; only then can its followers change, too.  So
 * tied vertices are looked at again in the order of time, as far as something changes.
 *
 *      u --x-- v -- . --+-- z      the subtree below v starts from z
 *               \-- . --/
 *
 * Invariant: between calls `now` equals the scene's reach, and nothing is marked.
 * Cost: O(k log k) for the k arcs at the subtree and at tied vertices that change.
 */
#include "base/base.h"
#include "base/heap.h"
#include "lines/cut.h"
#include <stdlib.h>
#include <string.h>

struct dmi_cut_below {
    const dmi_cut_scene *scene;
    const dmi_cut_tree *tree;
    dmi_reach *now;
    uint8_t *mark;    /* what is under way with a vertex */
    int32_t *changed; /* the subtree first, then tied vertices */
    int32_t changed_count;
    int32_t cut; /* the piece */
    dmi_heap heap;
    int64_t work;
};

enum {
    FRESH = 0,
    IN_SUBTREE, /* to be reached again */
    SETTLED,    /* in the subtree, reached again */
    LOOKED_AT,  /* tied, in the heap or found unchanged */
    FEWER       /* tied, has lost players */
};

dm_status dmi_cut_below_new(const dmi_cut_scene *scene, const dmi_cut_tree *tree,
                            dmi_cut_below **out, dm_error *err)
{
    size_t n = (size_t)scene->net.n;
    dmi_cut_below *below = dmi_calloc(1, sizeof *below);
    if (!below)
        return dmi_no_memory(err);
    below->scene = scene;
    below->tree = tree;
    below->now = dmi_alloc(n, sizeof *below->now);
    below->mark = dmi_calloc(n, sizeof *below->mark);
    below->changed = dmi_alloc(n, sizeof *below->changed);
    if (!below->now || !below->mark || !below->changed) {
        dmi_cut_below_free(below);
        return dmi_no_memory(err);
    }
    memcpy(below->now, scene->reach, n * sizeof *below->now);
    *out = below;
    return DM_OK;
}

void dmi_cut_below_free(dmi_cut_below *below)
{
    if (!below)
        return;
    free(below->now);
    free(below->mark);
    free(below->changed);
    dmi_heap_clear(&below->heap);
    free(below);
}

int64_t dmi_cut_below_work(const dmi_cut_below *below)
{
    return below->work;
}

static bool is_tied(uint64_t players)
{
    return (players & (players - 1)) != 0;
}

/* A tied vertex that was reached through one that has changed is looked at again. */
static bool look_again(dmi_cut_below *b, int32_t v)
{
    if (b->mark[v] != FRESH)
        return true;
    b->mark[v] = LOOKED_AT;
    b->changed[b->changed_count++] = v;
    return dmi_heap_push(&b->heap, (uint64_t)b->scene->reach[v].when, (uint32_t)v);
}

/* The tied vertices outside that were reached through v. */
static bool follow(dmi_cut_below *b, int32_t v)
{
    const dmi_net *net = &b->scene->net;
    const dmi_reach *reach = b->scene->reach;
    bool fits = true;
    for (uint32_t arc = net->first[v]; fits && arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, v);
        if (is_tied(reach[z].players) && piece != b->cut &&
            reach[v].when + net->piece[piece].length == reach[z].when)
            fits = look_again(b, z);
    }
    return fits;
}

/* The subtree below v forgets when it was reached. */
static void forget(dmi_cut_below *b, int32_t v)
{
    const dmi_cut_tree *tree = b->tree;
    b->changed_count = tree->size[v];
    memcpy(b->changed, tree->at + tree->pos[v], (size_t)tree->size[v] * sizeof *b->changed);
    for (int32_t i = 0; i < b->changed_count; i++) {
        b->now[b->changed[i]] = (dmi_reach){DMI_NEVER, 0, -1};
        b->mark[b->changed[i]] = IN_SUBTREE;
    }
}

/* When w, in the subtree, is reached from outside at first. */
static bool start_from_outside(dmi_cut_below *b, int32_t w)
{
    const dmi_net *net = &b->scene->net;
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

/* All that reach v at its time; whatever comes before v in time is settled. */
static uint64_t players_at(const dmi_cut_below *b, int32_t v)
{
    const dmi_net *net = &b->scene->net;
    uint64_t players = 0;
    for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, v);
        if (b->now[z].when == b->now[v].when - net->piece[piece].length && piece != b->cut)
            players |= b->now[z].players;
    }
    return players;
}

static bool pass_on(dmi_cut_below *b, int32_t v)
{
    const dmi_net *net = &b->scene->net;
    bool fits = true;
    for (uint32_t arc = net->first[v]; fits && arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, v);
        int64_t when = b->now[v].when + net->piece[piece].length;
        if (b->mark[z] != IN_SUBTREE || when >= b->now[z].when || piece == b->cut)
            continue;
        b->now[z].when = when;
        fits = dmi_heap_push(&b->heap, (uint64_t)when, (uint32_t)z);
    }
    return fits;
}

static bool settle(dmi_cut_below *b, int32_t v)
{
    uint64_t players = players_at(b, v);
    if (b->mark[v] == IN_SUBTREE) {
        b->now[v].players = players;
        b->mark[v] = SETTLED;
        return pass_on(b, v);
    }
    if (b->mark[v] != LOOKED_AT || players == b->now[v].players)
        return true;
    b->now[v].players = players;
    b->mark[v] = FEWER;
    return follow(b, v);
}

/* What the changed vertices' pieces bring now more than before; each piece once. */
static void count_changes(const dmi_cut_below *b, dmi_wide *payoff)
{
    const dmi_net *net = &b->scene->net;
    for (int32_t i = 0; i < b->changed_count; i++) {
        int32_t v = b->changed[i];
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t piece = net->arc_piece[arc];
            bool twice = b->mark[dmi_other_end(net, piece, v)] != FRESH;
            if (piece == b->cut || (twice && net->piece[piece].a != v))
                continue;
            dmi_cut_give_piece(b->scene, piece, b->scene->reach, -1, payoff);
            dmi_cut_give_piece(b->scene, piece, b->now, 1, payoff);
        }
    }
}

static void restore(dmi_cut_below *b)
{
    for (int32_t i = 0; i < b->changed_count; i++) {
        b->now[b->changed[i]] = b->scene->reach[b->changed[i]];
        b->mark[b->changed[i]] = FRESH;
    }
    b->work += b->changed_count;
    b->changed_count = 0;
    b->heap.count = 0;
}

/* Reaches again what the cut changes. */
static bool reach_again(dmi_cut_below *b, int32_t end)
{
    bool fits = true;
    if (b->tree->tight[end] == 1)
        forget(b, end);
    else if (is_tied(b->scene->reach[end].players))
        fits = look_again(b, end);
    int32_t below = b->tree->tight[end] == 1 ? b->changed_count : 0;
    for (int32_t i = 0; fits && i < below; i++)
        fits = start_from_outside(b, b->changed[i]) && follow(b, b->changed[i]);
    while (fits && b->heap.count > 0) {
        dmi_heap_entry next = dmi_heap_pop(&b->heap);
        if ((int64_t)next.key == b->now[next.item].when)
            fits = settle(b, (int32_t)next.item);
    }
    return fits;
}

bool dmi_cut_below_lines(dmi_cut_below *below, int32_t piece, dmi_cut_lines *out)
{
    const dmi_cut_scene *scene = below->scene;
    dmi_wide rest[DM_MAX_LINE_PLAYERS];
    int32_t end = dmi_cut_reached_over(scene, piece);
    memcpy(rest, scene->before, sizeof rest);
    dmi_cut_give_piece(scene, piece, scene->reach, -1, rest);
    below->cut = piece;
    bool fits = end < 0 || reach_again(below, end);
    if (fits)
        count_changes(below, rest);
    if (fits)
        dmi_cut_lines_init(scene, piece, rest, below->now, out);
    restore(below);
    return fits;
}
