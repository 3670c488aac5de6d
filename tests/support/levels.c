/* levels.c - small levels for the tests of the continuous game. */
#include "support/levels.h"

#include <string.h>

static char *names[] = {"red", "blue", "green", "violet", "ochre", "grey"};

void start(draft *d, int vertices, int players)
{
    memset(d, 0, sizeof *d);
    d->level = (dm_level){.vertex_count = vertices,
                          .player_count = players,
                          .players = names,
                          .me = 0,
                          .edges = d->edges,
                          .sites = d->sites};
}

void join(draft *d, int u, int v, int64_t length)
{
    d->edges[d->level.edge_count++] = (dm_line_edge){u, v, {length, 1}};
}

void settle(draft *d, int player, int vertex)
{
    d->sites[d->level.site_count++] = (dm_line_site){player, {vertex, -1, {0, 1}}};
}

void settle_on(draft *d, int player, int edge, int64_t num, int64_t den)
{
    d->sites[d->level.site_count++] = (dm_line_site){player, {-1, edge, {num, den}}};
}

void draw_level(dm_rng *rng, draft *d)
{
    int n = 2 + (int)dm_rng_below(rng, 9), players = 1 + (int)dm_rng_below(rng, 6);
    start(d, n, players);
    for (int v = 1; v < n; v++)
        if (dm_rng_below(rng, 8) > 0)
            join(d, (int)dm_rng_below(rng, (uint64_t)v), v, 1 + (int64_t)dm_rng_below(rng, 6));
    for (int extra = (int)dm_rng_below(rng, 6); extra-- > 0;) {
        int u = (int)dm_rng_below(rng, (uint64_t)n), v = (int)dm_rng_below(rng, (uint64_t)n);
        if (u != v)
            join(d, u, v, 1 + (int64_t)dm_rng_below(rng, 6));
    }
    for (int sites = 1 + (int)dm_rng_below(rng, 6); sites-- > 0;) {
        int player = (int)dm_rng_below(rng, (uint64_t)players);
        if (d->level.edge_count == 0 || dm_rng_below(rng, 2)) {
            settle(d, player, (int)dm_rng_below(rng, (uint64_t)n));
        } else {
            int edge = (int)dm_rng_below(rng, (uint64_t)d->level.edge_count);
            int64_t length = d->edges[edge].length.num;
            settle_on(d, player, edge, (int64_t)dm_rng_below(rng, (uint64_t)length + 1), length);
        }
    }
}

dm_level *random_level(dm_rng *rng, draft *d)
{
    dm_level *level = NULL;
    do
        draw_level(rng, d);
    while (dm_level_new(&d->level, &level, NULL) != DM_OK);
    return level;
}
