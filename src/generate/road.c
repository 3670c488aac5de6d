/* road.c - streets: a jittered grid without a quarter of its edges.
 *
 * N crossings are on a grid of ceil(sqrt(N)) columns (the last row may be
 * short), 1000 apart and moved by up to 300 in each direction.  The grid's edges
 * are taken in random order; of those that close a cycle with the ones kept so
 * far the first quarter (of all edges, rounded down) is removed, so the board
 * stays connected.  A length is the Euclidean distance rounded up.  Vertices are
 * numbered at random, as in many road files.
 *
 * A crossing has all that an edge needs in 16 bytes, because with 10^7 vertices
 * memory access takes most of the time.  O(n alpha(n)).
 */
#include "generate/board_maker.h"

#include "generate/whole_point.h"
#include <stdlib.h>

enum { GAP = 1000, JITTER = 300 };

typedef struct crossing {
    dmi_whole_point at;
    dm_vertex vertex; /* its number on the board */
    uint32_t parent;  /* union-find over the edges kept */
} crossing;

typedef struct streets {
    int64_t n, columns, rows;
    crossing *crossings; /* row by row */
    uint32_t *edges;     /* 2 i: from i to the right, 2 i + 1: from i down */
    int64_t edge_count;
} streets;

/* Path halving; no ranks are needed because the edges are in random order. */
static uint32_t find_root(crossing *c, uint32_t i)
{
    while (c[i].parent != i) {
        c[i].parent = c[c[i].parent].parent;
        i = c[i].parent;
    }
    return i;
}

static void keep_edges(dmi_board_maker *s, streets *t)
{
    crossing *c = t->crossings;
    int64_t to_remove = t->edge_count / 4;
    for (int64_t e = 0; e < t->edge_count; e++) {
        uint32_t i = t->edges[e] / 2;
        uint32_t j = t->edges[e] % 2 ? i + (uint32_t)t->columns : i + 1;
        uint32_t a = find_root(c, i), b = find_root(c, j);
        if (a == b && to_remove > 0) {
            to_remove--;
            continue;
        }
        c[a].parent = b;
        uint64_t squared = dmi_whole_point_squared(c[i].at, c[j].at), root = dmi_root(squared);
        dmi_board_maker_edge(s, c[i].vertex, c[j].vertex,
                             (int64_t)(root * root < squared ? root + 1 : root)); /* rounded up */
    }
}

void dmi_make_road(dmi_board_maker *s)
{
    uint64_t n = s->number[0];
    if (!dmi_board_maker_open(s, n, n / 2 * 3))
        return;
    streets t = {.n = (int64_t)n, .columns = (int64_t)dmi_root(n - 1) + 1};
    t.rows = (t.n + t.columns - 1) / t.columns;
    t.crossings = dmi_alloc(n, sizeof *t.crossings);
    t.edges = dmi_alloc(2 * n, sizeof *t.edges);
    if (t.crossings && t.edges) {
        /* Crossings near the points of a grid. */
        for (int64_t i = 0; i < t.n; i++) {
            int64_t x = i % t.columns * GAP, y = (t.rows - 1 - i / t.columns) * GAP;
            crossing *c = &t.crossings[i];
            c->at.x = (int32_t)(x + (int64_t)dm_rng_below(&s->rng, 2 * JITTER + 1) - JITTER);
            c->at.y = (int32_t)(y + (int64_t)dm_rng_below(&s->rng, 2 * JITTER + 1) - JITTER);
            c->vertex = (dm_vertex)i;
            c->parent = (uint32_t)i;
        }
        /* A random permutation, built from the left: i is swapped with some j <= i. */
        for (int64_t i = 0; i < t.n; i++) {
            int64_t j = (int64_t)dm_rng_below(&s->rng, (uint64_t)i + 1);
            t.crossings[i].vertex = t.crossings[j].vertex;
            t.crossings[j].vertex = (dm_vertex)i;
        }
        for (int64_t i = 0; i < t.n; i++) {
            const crossing *c = &t.crossings[i];
            dmi_board_maker_place(s, c->vertex, c->at.x, c->at.y);
        }
        /* An edge is twice its first crossing, plus 1 if it goes down. */
        int64_t count = 0;
        for (int64_t i = 0; i < t.n; i++) {
            if (i + 1 < t.n && (i + 1) % t.columns)
                t.edges[count++] = (uint32_t)(2 * i);
            if (i + t.columns < t.n)
                t.edges[count++] = (uint32_t)(2 * i + 1);
        }
        t.edge_count = count;
        for (int64_t i = t.edge_count - 1; i > 0; i--) {
            int64_t j = (int64_t)dm_rng_below(&s->rng, (uint64_t)i + 1);
            uint32_t moved = t.edges[i];
            t.edges[i] = t.edges[j];
            t.edges[j] = moved;
        }
        keep_edges(s, &t);
    } else {
        dmi_board_maker_no_memory(s);
    }
    free(t.crossings);
    free(t.edges);
}
