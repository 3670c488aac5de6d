/* espt_split.c - a level with its sites on vertices.  Distances by Floyd and Warshall. */
#include "check/lines/espt_split.h"

#include <string.h>

static int offset_of(const dm_level *level, int site)
{
    const dm_line_place *place = &level->sites[site].place;
    return (int)(level->edges[place->edge].length.num * place->at.num / place->at.den);
}

static void divide_edges(check_split *s)
{
    const dm_level *level = s->level;
    for (int v = 0; v < CHECK_MOST; v++)
        s->owner[v] = -1;
    for (int i = 0; i < level->site_count; i++)
        if (level->sites[i].place.vertex >= 0)
            s->owner[level->sites[i].place.vertex] = level->sites[i].player;
    for (int e = 0; e < level->edge_count; e++) {
        int at = 0, v = level->edges[e].u, whole = (int)level->edges[e].length.num;
        while (at < whole) { /* the next site along the edge, or its end */
            int next = whole, end = level->edges[e].v, inside = level->vertex_count;
            for (int i = 0; i < level->site_count; i++) {
                if (level->sites[i].place.vertex >= 0)
                    continue;
                if (level->sites[i].place.edge == e && offset_of(level, i) > at &&
                    offset_of(level, i) < next) {
                    next = offset_of(level, i);
                    end = inside;
                    s->owner[inside] = level->sites[i].player;
                }
                inside++;
            }
            s->a[s->m] = v;
            s->b[s->m] = end;
            s->edge[s->m] = e;
            s->offset[s->m] = at;
            s->length[s->m++] = next - at;
            at = next;
            v = end;
        }
    }
}

void check_split_init(const dm_level *level, int me, check_split *s)
{
    memset(s, 0, sizeof *s);
    s->level = level;
    s->me = me;
    s->n = level->vertex_count;
    for (int i = 0; i < level->site_count; i++)
        s->n += level->sites[i].place.vertex < 0;
    divide_edges(s);
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++)
            s->d[i][j] = i == j ? 0 : CHECK_FAR;
    for (int p = 0; p < s->m; p++)
        if (s->length[p] < s->d[s->a[p]][s->b[p]])
            s->d[s->a[p]][s->b[p]] = s->d[s->b[p]][s->a[p]] = s->length[p];
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < s->n; i++)
            for (int j = 0; j < s->n; j++)
                if (s->d[i][k] + s->d[k][j] < s->d[i][j])
                    s->d[i][j] = s->d[i][k] + s->d[k][j];
    s->is_tree = s->m == s->n - 1;
    for (int v = 0; v < s->n; v++)
        s->is_tree = s->is_tree && s->d[0][v] < CHECK_FAR;
}

int check_split_dist(const check_split *s, int v)
{
    int best = CHECK_FAR;
    for (int t = 0; t < s->n; t++)
        if (s->owner[t] >= 0 && s->d[t][v] < best)
            best = s->d[t][v];
    return best;
}

uint64_t check_split_players(const check_split *s, int v)
{
    uint64_t all = 0;
    int best = check_split_dist(s, v);
    for (int t = 0; t < s->n && best < CHECK_FAR; t++)
        if (s->owner[t] >= 0 && s->d[t][v] == best)
            all |= UINT64_C(1) << s->owner[t];
    return all;
}
