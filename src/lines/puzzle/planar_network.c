/* planar_network.c - random planar networks for levels.
 *
 * grid     points of a grid, each moved by less than a quarter of the grid's step, so that edges
 *          between neighbours cannot cross; keeps a random spanning tree and half of the other
 * edges gabriel  random points, joined if no third lies in the closed disc whose diameter they span
 *          (Gabriel and Sokal, A new statistical approach to geographic variation analysis, 1969);
 *          it is part of the Delaunay triangulation, so edges do not cross, and contains the
 *          shortest spanning tree, so it is connected
 * tree     the shortest spanning tree of random points (Prim 1957); of two crossing edges one could
 *          be replaced by a shorter one
 *
 * All comparisons use whole numbers.  Cost: O(n log n), O(n^2 log n) and O(n^2).
 */
#include "lines/puzzle/puzzle.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>

enum { STEP = 12, JITTER = 2 };

static bool network_add_edge(dmi_planar_network *network, int32_t u, int32_t v)
{
    if (!dmi_reserve(&network->edges, &network->room, (size_t)network->edge_count + 1,
                     sizeof *network->edges))
        return false;
    network->edges[network->edge_count][0] = u;
    network->edges[network->edge_count++][1] = v;
    return true;
}

static int32_t random_below(dm_rng *rng, int32_t bound)
{
    return (int32_t)dm_rng_below(rng, (uint64_t)bound);
}

/* The least side of a square that holds n cells. */
static int32_t side_of_square(int32_t n)
{
    int32_t side = 1;
    while ((int64_t)side * side < n)
        side++;
    return side;
}

static int32_t root_of_part(int32_t *part, int32_t v)
{
    while (part[v] != v)
        v = part[v] = part[part[v]];
    return v;
}

/* Keeps every edge that joins two components, and half of the others. */
static bool drop_edges(dmi_planar_network *network, dm_rng *rng)
{
    int32_t *part = dmi_alloc((size_t)network->n, sizeof *part), kept = 0;
    for (int32_t v = 0; part && v < network->n; v++)
        part[v] = v;
    for (int32_t i = network->edge_count - 1; part && i > 0; i--) { /* in random order */
        int32_t j = random_below(rng, i + 1);
        for (int k = 0; k < 2; k++) {
            int32_t end = network->edges[i][k];
            network->edges[i][k] = network->edges[j][k];
            network->edges[j][k] = end;
        }
    }
    for (int32_t i = 0; part && i < network->edge_count; i++) {
        int32_t u = root_of_part(part, network->edges[i][0]),
                v = root_of_part(part, network->edges[i][1]);
        if (u == v && random_below(rng, 2))
            continue;
        part[u] = v;
        network->edges[kept][0] = network->edges[i][0];
        network->edges[kept++][1] = network->edges[i][1];
    }
    network->edge_count = kept;
    free(part);
    return part != NULL;
}

static bool network_make_grid(dmi_planar_network *network, dm_rng *rng)
{
    int32_t side = side_of_square(network->n);
    bool fits = true;
    for (int32_t v = 0; v < network->n; v++) {
        network->x[v] = STEP * (v % side) + random_below(rng, 2 * JITTER + 1);
        network->y[v] = STEP * (v / side) + random_below(rng, 2 * JITTER + 1);
    }
    for (int32_t v = 0; fits && v < network->n; v++) {
        if (v % side > 0)
            fits = network_add_edge(network, v - 1, v);
        if (fits && v >= side)
            fits = network_add_edge(network, v - side, v);
    }
    return fits && drop_edges(network, rng);
}

/* One point in each of n random cells, in its lower left part, so that points are distinct and not
 * too near. */
static bool draw_points(dmi_planar_network *network, dm_rng *rng)
{
    int32_t side = 2 * side_of_square(network->n), cells = side * side;
    int32_t *cell = dmi_alloc((size_t)cells, sizeof *cell);
    for (int32_t i = 0; cell && i < cells; i++)
        cell[i] = i;
    for (int32_t v = 0; cell && v < network->n; v++) {
        int32_t j = v + random_below(rng, cells - v), chosen = cell[j];
        cell[j] = cell[v];
        network->x[v] = STEP / 2 * (chosen % side) + random_below(rng, STEP / 2 - 1);
        network->y[v] = STEP / 2 * (chosen / side) + random_below(rng, STEP / 2 - 1);
    }
    free(cell);
    return cell != NULL;
}

static bool network_make_gabriel(dmi_planar_network *network, dm_rng *rng)
{
    const int32_t *x = network->x, *y = network->y;
    bool fits = draw_points(network, rng);
    for (int32_t p = 0; fits && p < network->n; p++)
        for (int32_t q = 0; fits && q < p; q++) {
            int32_t r = 0;
            for (; r < network->n; r++) { /* the angle at r is a right angle or more: in the disc */
                int64_t px = x[p] - x[r], py = y[p] - y[r], qx = x[q] - x[r], qy = y[q] - y[r];
                if (r != p && r != q && px * qx + py * qy <= 0)
                    break;
            }
            if (r == network->n)
                fits = network_add_edge(network, q, p);
        }
    return fits;
}

static int64_t squared_distance(const dmi_planar_network *network, int32_t p, int32_t q)
{
    int64_t dx = network->x[p] - network->x[q], dy = network->y[p] - network->y[q];
    return dx * dx + dy * dy;
}

static bool network_make_tree(dmi_planar_network *network, dm_rng *rng)
{
    int32_t *nearest = dmi_calloc((size_t)network->n, sizeof *nearest); /* -1: in the tree */
    bool fits = nearest && draw_points(network, rng);
    if (fits)
        nearest[0] = -1;
    for (int32_t i = 1; fits && i < network->n; i++) {
        int32_t best = -1; /* the vertex nearest to the tree */
        for (int32_t v = 0; v < network->n; v++)
            if (nearest[v] >= 0 && (best < 0 || squared_distance(network, v, nearest[v]) <
                                                    squared_distance(network, best, nearest[best])))
                best = v;
        assert(best >= 0);
        fits = network_add_edge(network, nearest[best], best);
        nearest[best] = -1;
        for (int32_t w = 0; w < network->n; w++)
            if (nearest[w] >= 0 &&
                squared_distance(network, w, best) < squared_distance(network, w, nearest[w]))
                nearest[w] = best;
    }
    free(nearest);
    return fits;
}

bool dmi_planar_network_init(dm_level_kind kind, int32_t n, dm_rng *rng, dmi_planar_network *out)
{
    static bool (*const make[])(dmi_planar_network *, dm_rng *) = {
        network_make_grid, network_make_gabriel, network_make_tree};
    dmi_planar_network network = {.n = n};
    network.x = dmi_alloc((size_t)n, sizeof *network.x);
    network.y = dmi_alloc((size_t)n, sizeof *network.y);
    if (!network.x || !network.y || !make[kind](&network, rng)) {
        dmi_planar_network_clear(&network);
        return false;
    }
    *out = network;
    return true;
}

void dmi_planar_network_clear(dmi_planar_network *network)
{
    free(network->x);
    free(network->y);
    free(network->edges);
    *network = (dmi_planar_network){0};
}
