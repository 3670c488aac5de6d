/* player.c - takes the vertex that wins the most at once; begin your own player here.
 *
 *     cc -O2 -o player player.c protocol.c
 *     demesne play grid:7x7 --rounds 4 --white cmd:./player --black greedy
 */
#include "protocol.h"
#include <stdlib.h>

static long long *near[2]; /* by side and vertex: how near that side is */
static int *first;         /* by vertex: the side that was nearest first */

static void place(const game *g, int side, int v)
{
    const long long *row = distances(v);
    for (int u = 0; u < g->vertices; u++) {
        if (row[u] < near[WHITE][u] && row[u] < near[BLACK][u])
            first[u] = side;
        near[side][u] = row[u] < near[side][u] ? row[u] : near[side][u];
    }
}

/* 1 if `side` owns u at these distances, -1 if the other does, 0 if nobody does. */
static int owner(const game *g, int side, int u, long long mine, long long other)
{
    if (mine != other)
        return mine < other ? 1 : -1;
    if (mine == FAR || g->ties == TIES_NEUTRAL)
        return 0;
    return (g->ties == TIES_EARLIER ? first[u] : g->ties) == side ? 1 : -1;
}

/* What a stone on v wins; `far` sums up how far away that is. */
static long long worth(const game *g, int v, double *far)
{
    const long long *row = distances(v), *mine = near[g->side], *other = near[1 - g->side];
    long long gain = 0;
    *far = 0;
    for (int u = 0; u < g->vertices; u++)
        if (row[u] < mine[u] && row[u] <= other[u]) {
            int after = owner(g, g->side, u, row[u], other[u]);
            gain += (after - owner(g, g->side, u, mine[u], other[u])) * g->values[u];
            *far += (double)g->values[u] * (double)row[u];
        }
    return gain;
}

/* The free vertex that wins the most; of equal ones, the one nearer to what it wins. */
static int best_vertex(const game *g, double end)
{
    int best = -1;
    long long gain, best_gain = 0;
    double far, best_far = 0;
    for (int v = 0; v < g->vertices && (best < 0 || now() < end); v++)
        if (near[WHITE][v] > 0 && near[BLACK][v] > 0 &&
            ((gain = worth(g, v, &far)) > best_gain || best < 0 ||
             (gain == best_gain && far < best_far)))
            best = v, best_gain = gain, best_far = far;
    return best;
}

static void choose(const game *g, int *move)
{
    double end = now() + (g->seconds > 0 ? g->seconds : 5) / 2;
    first = realloc(first, (size_t)g->vertices * sizeof *first);
    for (int side = WHITE; side <= BLACK; side++) {
        near[side] = realloc(near[side], (size_t)g->vertices * sizeof *near[side]);
        for (int v = 0; v < g->vertices; v++)
            near[side][v] = FAR;
    }
    for (int i = 0; i < g->stone_count; i++)
        place(g, g->owner[g->stones[i]], g->stones[i]);
    for (int i = 0; i < g->per_turn; i++)
        place(g, g->side, move[i] = best_vertex(g, end));
}

int main(void)
{
    return run("c kit", choose, NULL);
}
