/* levels.h - small levels for the tests of the continuous game. */
#ifndef TEST_LEVELS_H
#define TEST_LEVELS_H

#include <demesne/lines.h>
#include <demesne/rng.h>

/* A draft with room for additions; lengths are whole. */
typedef struct draft {
    dm_level level;
    dm_line_edge edges[256];
    dm_line_site sites[16];
} draft;

/* Starts without edges and sites; players 0, 1, ... have names, player 0 moves. */
void start(draft *d, int vertices, int players);
void join(draft *d, int u, int v, int64_t length);
void settle(draft *d, int player, int vertex);
void settle_on(draft *d, int player, int edge, int64_t num, int64_t den);

/* Trees, cycles, parallel edges, several components, sites on edges; two sites may be at one point.
 */
void draw_level(dm_rng *rng, draft *d);
/* The same, repeated until it is valid. */
dm_level *random_level(dm_rng *rng, draft *d);

#endif
