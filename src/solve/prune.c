/* prune.c - vertices that are never better than another one.
 *
 * All by one exchange argument.  Compare a stone on u with a stone on v, all
 * other stones alike, the vertex not chosen being empty, or taken later by
 * either side: if every such completion scores at least as much with u as with
 * v, v need not be tried (docs/ALGORITHMS.md has the cases).  It holds for
 * uniform lengths, unit values, one stone a turn and ties that do not depend on
 * the order of stones; the game's set-up switches it off elsewhere.
 */
#include "solve/prune.h"

static bool is_next_to_both(const dmi_search *s, dm_vertex v)
{
    return s->near[DM_WHITE][v] && s->near[DM_BLACK][v];
}

/* Whether u is free and near enough to v for a stone on v to matter there: a
 * vertex next to both colours is tied for good unless it is taken. */
static bool is_open(const dmi_search *s, dm_vertex u)
{
    return !s->taken[u] && !is_next_to_both(s, u);
}

static bool are_adjacent(const dmi_search *s, dm_vertex u, dm_vertex v)
{
    for (uint32_t arc = s->graph->first[u]; arc < s->graph->first[u + 1]; arc++)
        if (s->graph->target[arc] == v)
            return true;
    return false;
}

/* Whether all free neighbours of v but u are neighbours of u as well. */
static bool covers(const dmi_search *s, dm_vertex u, dm_vertex v)
{
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++) {
        dm_vertex x = s->graph->target[arc];
        if (x != u && !s->taken[x] && !are_adjacent(s, u, x))
            return false;
    }
    return true;
}

/* Whether `side` does at least as well on u, a neighbour of v, as on v. */
static bool is_better(const dmi_search *s, dm_side side, dm_vertex u, dm_vertex v)
{
    dm_side enemy = dm_other(side);
    return !(s->near[enemy][v] && !s->near[enemy][u]) && covers(s, u, v);
}

static int free_neighbours(const dmi_search *s, dm_vertex v)
{
    int degree = (int)(s->graph->first[v + 1] - s->graph->first[v]);
    return degree - s->near[DM_WHITE][v] - s->near[DM_BLACK][v];
}

/* A neighbour that is as good as v and not left out itself, or -1. */
static dm_vertex better_neighbour(const dmi_search *s, dm_side side, dm_vertex v)
{
    if (free_neighbours(s, v) != 1 && !s->in_triangle[v])
        return -1; /* no neighbour can cover the others */
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++) {
        dm_vertex u = s->graph->target[arc];
        if (!s->taken[u] && !s->left_out[u] && is_better(s, side, u, v))
            return u;
    }
    return -1;
}

/* How a vertex without open neighbours stands: a stone there changes nothing
 * else, ever. */
typedef enum standing { NOT_ALONE, ALONE_OWN, ALONE_TIED, ALONE_ENEMY } standing;

static standing standing_of(const dmi_search *s, dm_side side, dm_vertex v)
{
    bool tied = is_next_to_both(s, v);
    if (!tied && free_neighbours(s, v) > 0)
        return NOT_ALONE;
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++) {
        dm_vertex u = s->graph->target[arc];
        if (is_open(s, u))
            return NOT_ALONE;
    }
    return tied                         ? ALONE_TIED
           : s->near[side][v]           ? ALONE_OWN
           : s->near[dm_other(side)][v] ? ALONE_ENEMY
                                        : NOT_ALONE;
}

/* Leaves out what is never better than something else that stays:
 *   - a vertex whose neighbour is as good (see is_better)
 *   - of vertices alone all but one of a kind; one's own beside anything else,
 *     tied ones beside any vertex next to the enemy
 * Each vertex left out points to one that stood at that moment, so something
 * at least as good stays in the end. */
int64_t dmi_prune(dmi_search *s, dm_side side, dm_vertex *vertices, int64_t count)
{
    dm_side enemy = dm_other(side);
    int64_t kept = 0;
    bool threatened = false; /* a vertex next to the enemy stays that is not alone and tied */
    for (int64_t i = 0; i < count; i++) {
        dm_vertex v = vertices[i];
        s->left_out[v] = false;
    }
    dm_vertex seen[4] = {-1, -1, -1, -1};
    for (int64_t i = 0; i < count; i++) {
        dm_vertex v = vertices[i];
        standing alone = standing_of(s, side, v);
        if (alone != NOT_ALONE) {
            s->left_out[v] = seen[alone] >= 0;
            if (seen[alone] < 0)
                seen[alone] = v;
        } else {
            s->left_out[v] = better_neighbour(s, side, v) >= 0;
        }
        threatened = threatened || (!s->left_out[v] && alone != ALONE_TIED && s->near[enemy][v]);
    }
    if (seen[ALONE_TIED] >= 0 && threatened)
        s->left_out[seen[ALONE_TIED]] = true;
    for (int64_t i = 0; i < count; i++)
        if (!s->left_out[vertices[i]])
            vertices[kept++] = vertices[i];
    if (kept > 1 && seen[ALONE_OWN] >= 0) {
        int64_t j = 0;
        for (int64_t i = 0; i < kept; i++)
            if (vertices[i] != seen[ALONE_OWN])
                vertices[j++] = vertices[i];
        kept = j;
    }
    return kept;
}
