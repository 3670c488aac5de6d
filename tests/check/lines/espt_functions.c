/* espt_functions.c - the functions of te Kolste's thesis: the own length on a level made for one x.
 */
#include "check/lines/espt.h"
#include "check/lines/espt_split.h"
#include "check/lines/lines.h"

#include <stdlib.h>

/* The piece between two vertices on an edge. */
static int piece_between(const check_split *s, int from, int to, int edge)
{
    for (int p = 0; p < s->m; p++)
        if (s->edge[p] == edge &&
            ((s->a[p] == from && s->b[p] == to) || (s->b[p] == from && s->a[p] == to)))
            return p;
    abort();
}

/* The pieces beyond the piece out of v. */
static void mark_beyond(const check_split *s, int v, int piece, bool *is_in)
{
    int w = check_split_other_end(s, piece, v);
    is_in[piece] = true;
    for (int p = 0; p < s->m; p++)
        if (!is_in[p] && (s->a[p] == w || s->b[p] == w))
            mark_beyond(s, w, p, is_in);
}

int64_t check_function(const dm_level *level, int from, int to, int edge, int player, int me,
                       int64_t twice_x)
{
    static check_split s;
    bool is_in[2 * CHECK_MOST] = {false};
    dm_line_edge edges[2 * CHECK_MOST];
    dm_line_site sites[CHECK_MOST];
    dm_level made = *level;
    check_lines *owned = malloc(sizeof *owned);
    check_split_init(level, me, &s);
    mark_beyond(&s, from, piece_between(&s, from, to, edge), is_in);
    made.edges = edges;
    made.sites = sites;
    made.edge_count = made.site_count = 0;
    made.vertex_count = s.n + 1;
    for (int p = 0; p < s.m; p++)
        if (is_in[p])
            edges[made.edge_count++] =
                (dm_line_edge){s.a[p], s.b[p], {2 * (int64_t)s.length[p], 1}};
    int entry = twice_x > 0 ? s.n : from;
    if (twice_x > 0)
        edges[made.edge_count++] = (dm_line_edge){s.n, from, {twice_x, 1}};
    sites[made.site_count++] = (dm_line_site){player, {entry, -1, {0, 1}}};
    for (int v = 0; v < s.n; v++) {
        bool touched = false;
        for (int p = 0; p < s.m; p++)
            touched |= is_in[p] && (s.a[p] == v || s.b[p] == v);
        if (touched && v != from && s.owner[v] >= 0)
            sites[made.site_count++] = (dm_line_site){s.owner[v], {v, -1, {0, 1}}};
    }
    check_lines_own(&made, owned);
    int64_t value = owned->tied ? -1 : owned->alone[me] - (player == me ? 2 * twice_x : 0);
    free(owned);
    return value;
}

int64_t check_function_end(const dm_level *level, int from, int to, int edge)
{
    static check_split s;
    bool is_in[2 * CHECK_MOST] = {false};
    int best = CHECK_FAR;
    check_split_init(level, 0, &s);
    mark_beyond(&s, from, piece_between(&s, from, to, edge), is_in);
    for (int t = 0; t < s.n; t++)
        for (int p = 0; p < s.m; p++)
            if (s.owner[t] >= 0 && t != from && is_in[p] && (s.a[p] == t || s.b[p] == t) &&
                s.d[from][t] < best)
                best = s.d[from][t];
    return best < CHECK_FAR ? best : -1;
}
