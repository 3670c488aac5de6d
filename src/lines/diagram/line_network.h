/* line_network.h - a level in whole numbers: edges divided into pieces at their sites.
 *
 * Every length is an even number of units, so that a boundary point halfway between two ends falls
 * on a whole number.  Sites on edges are vertices of the network:
 *
 *      u ------ s ---- v         edge 5 of length 10: pieces (u,s) and (s,v)
 */
#ifndef DMI_LINES_DIAGRAM_LINE_NETWORK_H
#define DMI_LINES_DIAGRAM_LINE_NETWORK_H

#include "base/base.h"
#include "base/heap.h"
#include <assert.h>
#include <demesne/lines.h>

typedef struct dmi_piece {
    int32_t a, b; /* its ends, in the direction of the edge */
    int32_t edge;
    int64_t offset; /* of a from the edge's first end */
    int64_t length;
} dmi_piece;

typedef struct dmi_line_network {
    int32_t n;           /* vertices of the level, then one per site on an edge */
    int32_t piece_count; /* edge by edge, in order along each */
    dmi_piece *piece;
    int64_t unit;       /* units per length 1 */
    int64_t total;      /* of all lengths */
    uint32_t *first;    /* arcs out of v: first[v] .. first[v+1]-1 */
    int32_t *arc_piece; /* the piece of an arc, which leads to its other end */
    int32_t *owner;     /* the player with a site on v, or -1 */
    int32_t *site_at;   /* the vertex of each site */
    dmi_arrays arrays;
} dmi_line_network;

/* The level has passed dm_level_new(). */
dm_status dmi_line_network_init(const dm_level *level, dmi_line_network *out, dm_error *err);
void dmi_line_network_clear(dmi_line_network *net);

static inline int32_t dmi_other_end(const dmi_line_network *net, int32_t piece, int32_t v)
{
    assert(net->piece[piece].a == v || net->piece[piece].b == v);
    return net->piece[piece].a == v ? net->piece[piece].b : net->piece[piece].a;
}

#define DMI_NEVER INT64_MAX

/* When a vertex is reached, by whom, and over which piece. */
typedef struct dmi_reach {
    int64_t when;     /* in units; DMI_NEVER */
    uint64_t players; /* all players that reach it then */
    int32_t above;    /* the piece it was first reached over; -1: a site, or never reached */
} dmi_reach;

/* Takes note that these players reach the vertex; false: others do earlier, or at the same time. */
static inline bool dmi_reach_offer(dmi_reach *there, int64_t when, uint64_t players, int32_t piece)
{
    if (when == there->when)
        there->players |= players;
    if (when >= there->when)
        return false;
    *there = (dmi_reach){when, players, piece};
    return true;
}

/* Goes on from the vertices in the heap.  `cuts` counts the cuts of every piece.  False: no memory.
 */
bool dmi_line_network_spread(const dmi_line_network *net, const uint8_t *cuts, dmi_reach *reach,
                             dmi_heap *heap);
/* Fills `reach`, one entry per vertex.  O(m + n log n). */
dm_status dmi_line_network_reach(const dmi_line_network *net, dmi_reach *reach, dm_error *err);
/* The same without one piece. */
dm_status dmi_line_network_reach_without(const dmi_line_network *net, int32_t missing,
                                         dmi_reach *reach, dm_error *err);

static inline bool dmi_is_tied(uint64_t players)
{
    return (players & (players - 1)) != 0;
}

/* The length of the piece, from its end a on, that belongs to a's players; the rest is b's. */
static inline int64_t dmi_boundary(const dmi_piece *piece, const dmi_reach *reach)
{
    int64_t a = reach[piece->a].when, b = reach[piece->b].when;
    if (a == DMI_NEVER || b == DMI_NEVER)
        return a == DMI_NEVER ? 0 : piece->length;
    assert(b - a <= piece->length && a - b <= piece->length && (b - a + piece->length) % 2 == 0);
    return (b - a + piece->length) / 2;
}

#endif
