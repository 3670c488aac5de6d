/* dominated_moves.c - vertices that are never better than another one.
 *
 * All follow from one exchange argument.  Compare a stone on u with a stone on
 * v, with the same other stones; the vertex not chosen stays empty, or either
 * side takes it later.  If every such completion scores at least as much with u
 * as with v, v need not be tried (docs/algorithms/solve.md has the cases).  This holds
 * for uniform lengths, unit values, one stone per turn and ties that do not
 * depend on the order of stones; solve_game.c switches it off for other games.
 */
#include "solve/dominated_moves.h"
#include <assert.h>

static bool is_next_to_both(const dmi_search *s, dm_vertex v)
{
    return s->near[DM_WHITE][v] && s->near[DM_BLACK][v];
}

/* Whether u is free and a stone on a neighbour can still change its owner: a vertex next to both
 * colours stays tied unless it is taken. */
static bool is_open(const dmi_search *s, dm_vertex u)
{
    return !s->taken[u] && !is_next_to_both(s, u);
}

/* Rows are sorted, so long ones are searched by bisection. */
static bool are_adjacent(const dmi_search *s, dm_vertex u, dm_vertex v)
{
    uint32_t from = s->graph->first[u], to = s->graph->first[u + 1];
    while (to - from > 8) {
        uint32_t middle = from + (to - from) / 2;
        if (s->graph->target[middle] <= v)
            from = middle;
        else
            to = middle;
    }
    for (; from < to; from++)
        if (s->graph->target[from] == v)
            return true;
    return false;
}

/* Whether all free neighbours of v except u are neighbours of u as well; if `skips_tied`, ignores
 * those next to both colours. */
static bool covers_move(const dmi_search *s, dm_vertex u, dm_vertex v, bool skips_tied)
{
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++) {
        dm_vertex x = s->graph->target[arc];
        if (x != u && !s->taken[x] && !(skips_tied && is_next_to_both(s, x)) &&
            !are_adjacent(s, u, x))
            return false;
    }
    return true;
}

/* Whether `side` does at least as well on u, a neighbour of v, as on v. */
static bool is_better(const dmi_search *s, dm_side side, dm_vertex u, dm_vertex v)
{
    const int32_t *enemies = s->near[dm_other(side)];
    return !(enemies[v] && !enemies[u]) && covers_move(s, u, v, enemies[u]);
}

/* A neighbour that is at least as good as v and not dropped itself, or -1. */
static dm_vertex better_neighbour(const dmi_search *s, dm_side side, dm_vertex v)
{
    int open = 0;
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++)
        open += is_open(s, s->graph->target[arc]);
    if (open > 1 && !s->in_triangle[v])
        return -1; /* no neighbour can cover the others */
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++) {
        dm_vertex u = s->graph->target[arc];
        if (s->stays[u] && is_better(s, side, u, v))
            return u;
    }
    return -1;
}

dmi_isolation dmi_isolation_of(const dmi_search *s, dm_side side, dm_vertex v)
{
    assert(v >= 0);
    assert(side == DM_WHITE || side == DM_BLACK);
    int32_t own = s->near[side][v], enemy = s->near[dm_other(side)][v];
    int32_t degree = (int32_t)(s->graph->first[v + 1] - s->graph->first[v]);
    if ((!own && !enemy) || (!(own && enemy) && degree - own - enemy > 0)) /* a free neighbour */
        return DMI_NOT_ISOLATED;
    for (uint32_t arc = s->graph->first[v]; arc < s->graph->first[v + 1]; arc++)
        if (is_open(s, s->graph->target[arc]))
            return DMI_NOT_ISOLATED;
    return !enemy ? DMI_ISOLATED_OWN : own ? DMI_ISOLATED_TIED : DMI_ISOLATED_ENEMY;
}

/* A vertex is dropped only for one that has not been dropped before, so a vertex at least as good
 * stays in the end. */
int64_t dmi_drop_dominated(dmi_search *s, dm_side side, dm_vertex *vertices, int64_t count)
{
    assert(side == DM_WHITE || side == DM_BLACK);
    assert(count >= 0);
    int64_t kept = 0;
    for (int64_t i = 0; i < count; i++)
        s->stays[vertices[i]] = true;
    for (int64_t i = 0; i < count; i++) {
        dm_vertex v = vertices[i];
        s->stays[v] =
            dmi_isolation_of(s, side, v) != DMI_NOT_ISOLATED || better_neighbour(s, side, v) < 0;
    }
    for (int64_t i = 0; i < count; i++) {
        dm_vertex v = vertices[i];
        if (s->stays[v])
            vertices[kept++] = v;
        s->stays[v] = false;
    }
    return kept;
}

/* Keeps one of each kind; a tied one only if no other candidate is next to the enemy, an own one
 * only if there is no other candidate. */
int64_t dmi_drop_isolated(dmi_candidate_move *candidates, int64_t count)
{
    assert(count >= 0);
    int64_t seen[4] = {0, 0, 0, 0}, kept = 0;
    bool threatened = false;
    for (int64_t i = 0; i < count; i++) {
        seen[candidates[i].isolation]++;
        threatened = threatened ||
                     (candidates[i].isolation != DMI_ISOLATED_TIED && candidates[i].threatened);
    }
    if (count == seen[DMI_NOT_ISOLATED])
        return count;
    bool drop[4] = {false, false, seen[DMI_ISOLATED_TIED] && threatened, false};
    drop[DMI_ISOLATED_OWN] =
        seen[DMI_NOT_ISOLATED] || seen[DMI_ISOLATED_ENEMY] || seen[DMI_ISOLATED_TIED];
    for (int64_t i = 0; i < count; i++) {
        uint8_t isolation = candidates[i].isolation;
        if (!drop[isolation])
            candidates[kept++] = candidates[i];
        drop[isolation] = isolation != DMI_NOT_ISOLATED;
    }
    return kept;
}
