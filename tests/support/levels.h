/* levels.h - small levels for the tests of the continuous game. */
#ifndef TEST_LEVELS_H
#define TEST_LEVELS_H

#include <demesne/lines.h>
#include <demesne/rng.h>

/* A caller's draft with room; lengths are whole. */
typedef struct draft {
    dm_level level;
    dm_line_edge edges[256];
    dm_site sites[16];
} draft;

/* No edges, no sites; players 0, 1, ... have names, player 0 is to move. */
void start(draft *d, int vertices, int players);
void join(draft *d, int u, int v, int64_t length);
void settle(draft *d, int player, int vertex);
void settle_on(draft *d, int player, int edge, int64_t num, int64_t den);

/* Trees, cycles, parallel edges, several parts, sites on edges; two sites may fall together. */
void draw_level(dm_rng *rng, draft *d);
/* The same until it is a level. */
dm_level *random_level(dm_rng *rng, draft *d);

#endif
