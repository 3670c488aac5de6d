/* lines.c - the continuous game by its definition.  Distances by Floyd and Warshall. */
#include "check/lines/lines.h"

#include <stdlib.h>
#include <string.h>

#define FAR (INT64_C(1) << 40)

static int64_t *all_distances(const dm_level *level)
{
    int n = level->vertex_count;
    int64_t *d = malloc((size_t)n * (size_t)n * sizeof *d);
    for (int i = 0; i < n * n; i++)
        d[i] = i % (n + 1) == 0 ? 0 : FAR;
    for (int e = 0; e < level->edge_count; e++) {
        int u = level->edges[e].u, v = level->edges[e].v;
        if (level->edges[e].length.num < d[u * n + v])
            d[u * n + v] = d[v * n + u] = level->edges[e].length.num;
    }
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * n + k] + d[k * n + j] < d[i * n + j])
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
    return d;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Four times the distance from a site to the point 4t = `at` of edge e. */
static int64_t distance(const dm_level *level, const int64_t *d, const dm_line_place *site, int e,
                        int64_t at)
{
    int n = level->vertex_count;
    const dm_line_edge *edge = &level->edges[e];
    int64_t length = 4 * edge->length.num;
    if (site->vertex >= 0) {
        const int64_t *row = d + site->vertex * n;
        return least(4 * row[edge->u] + at, 4 * row[edge->v] + length - at);
    }
    const dm_line_edge *own = &level->edges[site->edge];
    int64_t from_u = 4 * own->length.num * site->at.num / site->at.den;
    int64_t from_v = 4 * own->length.num - from_u;
    int64_t to_u =
        least(from_u + 4 * d[own->u * n + edge->u], from_v + 4 * d[own->v * n + edge->u]);
    int64_t to_v =
        least(from_u + 4 * d[own->u * n + edge->v], from_v + 4 * d[own->v * n + edge->v]);
    int64_t around = least(to_u + at, to_v + length - at);
    return site->edge == e ? least(around, llabs(from_u - at)) : around;
}

static uint64_t nearest_players(const dm_level *level, const int64_t *d, int e, int64_t at)
{
    int64_t best = 4 * FAR;
    uint64_t players = 0;
    for (int i = 0; i < level->site_count; i++) {
        int64_t far = distance(level, d, &level->sites[i].place, e, at);
        if (far >= 4 * FAR || far > best)
            continue;
        players = far < best ? 0 : players;
        players |= UINT64_C(1) << level->sites[i].player;
        best = far;
    }
    return players;
}

void check_lines_own(const dm_level *level, check_lines *out)
{
    int64_t *d = all_distances(level);
    memset(out, 0, sizeof *out);
    for (int e = 0; e < level->edge_count; e++)
        for (int64_t cell = 0; cell < 2 * level->edges[e].length.num; cell++) {
            uint64_t players = nearest_players(level, d, e, 2 * cell + 1);
            int count = 0;
            for (int p = 0; p < DM_MAX_LINE_PLAYERS; p++)
                count += (int)(players >> p & 1);
            out->unreached += count == 0;
            out->tied += count > 1;
            for (int p = 0; p < DM_MAX_LINE_PLAYERS; p++) {
                out->alone[p] += count == 1 && (players >> p & 1);
                out->shared[p][count] += count > 1 && (players >> p & 1);
            }
        }
    free(d);
}
