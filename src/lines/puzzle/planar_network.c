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
#include <stdlib.h>

enum { STEP = 12, JITTER = 2 };

static bool add_edge(dmi_planar_network *network, int32_t u, int32_t v)
{
    if (!dmi_reserve(&network->edges, &network->room, (size_t)network->edge_count + 1,
                     sizeof *network->edges))
        return false;
    network->edges[network->edge_count][0] = u;
    network->edges[network->edge_count++][1] = v;
    return true;
}

static int32_t below(dm_rng *rng, int32_t bound)
{
    return (int32_t)dm_rng_below(rng, (uint64_t)bound);
}

/* The least side of a square that holds n cells. */
static int32_t side_of(int32_t n)
{
    int32_t side = 1;
    while ((int64_t)side * side < n)
        side++;
    return side;
}

static bool join_grid(dmi_planar_network *network, int32_t side)
{
    bool fits = true;
    for (int32_t v = 0; fits && v < network->n; v++) {
        if (v % side > 0)
            fits = add_edge(network, v - 1, v);
        if (fits && v >= side)
            fits = add_edge(network, v - side, v);
    }
    return fits;
}

static int32_t root_of(int32_t *part, int32_t v)
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
        int32_t j = below(rng, i + 1);
        for (int k = 0; k < 2; k++) {
            int32_t end = network->edges[i][k];
            network->edges[i][k] = network->edges[j][k];
            network->edges[j][k] = end;
        }
    }
    for (int32_t i = 0; part && i < network->edge_count; i++) {
        int32_t u = root_of(part, network->edges[i][0]), v = root_of(part, network->edges[i][1]);
        if (u == v && below(rng, 2))
            continue;
        part[u] = v;
        network->edges[kept][0] = network->edges[i][0];
        network->edges[kept++][1] = network->edges[i][1];
    }
    network->edge_count = kept;
    free(part);
    return part != NULL;
}

static bool make_grid(dmi_planar_network *network, dm_rng *rng)
{
    int32_t side = side_of(network->n);
    for (int32_t v = 0; v < network->n; v++) {
        network->x[v] = STEP * (v % side) + below(rng, 2 * JITTER + 1);
        network->y[v] = STEP * (v / side) + below(rng, 2 * JITTER + 1);
    }
    return join_grid(network, side) && drop_edges(network, rng);
}

/* One point in each of n random cells, in its lower left part, so that points are distinct and not
 * too near. */
static bool draw_points(dmi_planar_network *network, dm_rng *rng)
{
    int32_t side = 2 * side_of(network->n), cells = side * side;
    int32_t *cell = dmi_alloc((size_t)cells, sizeof *cell);
    for (int32_t i = 0; cell && i < cells; i++)
        cell[i] = i;
    for (int32_t v = 0; cell && v < network->n; v++) {
        int32_t j = v + below(rng, cells - v), chosen = cell[j];
        cell[j] = cell[v];
        network->x[v] = STEP / 2 * (chosen % side) + below(rng, STEP / 2 - 1);
        network->y[v] = STEP / 2 * (chosen / side) + below(rng, STEP / 2 - 1);
    }
    free(cell);
    return cell != NULL;
}

/* Whether the angle at r between p and q is at least a right angle. */
static bool is_within_disc(const dmi_planar_network *network, int32_t p, int32_t q, int32_t r)
{
    int64_t px = network->x[p] - network->x[r], py = network->y[p] - network->y[r];
    int64_t qx = network->x[q] - network->x[r], qy = network->y[q] - network->y[r];
    return px * qx + py * qy <= 0;
}

static bool make_gabriel(dmi_planar_network *network, dm_rng *rng)
{
    bool fits = draw_points(network, rng);
    for (int32_t p = 0; fits && p < network->n; p++)
        for (int32_t q = 0; fits && q < p; q++) {
            int32_t r = 0;
            while (r < network->n && (r == p || r == q || !is_within_disc(network, p, q, r)))
                r++;
            if (r == network->n)
                fits = add_edge(network, q, p);
        }
    return fits;
}

static int64_t square(const dmi_planar_network *network, int32_t p, int32_t q)
{
    int64_t dx = network->x[p] - network->x[q], dy = network->y[p] - network->y[q];
    return dx * dx + dy * dy;
}

/* The vertex outside the tree that is nearest to it; `nearest` is -1 inside the tree. */
static int32_t next_vertex(const dmi_planar_network *network, const int32_t *nearest)
{
    int32_t best = -1;
    for (int32_t v = 0; v < network->n; v++)
        if (nearest[v] >= 0 &&
            (best < 0 || square(network, v, nearest[v]) < square(network, best, nearest[best])))
            best = v;
    return best;
}

static bool make_tree(dmi_planar_network *network, dm_rng *rng)
{
    int32_t *nearest = dmi_calloc((size_t)network->n, sizeof *nearest);
    bool fits = nearest && draw_points(network, rng);
    if (fits)
        nearest[0] = -1;
    for (int32_t i = 1; fits && i < network->n; i++) {
        int32_t v = next_vertex(network, nearest);
        fits = add_edge(network, nearest[v], v);
        nearest[v] = -1;
        for (int32_t w = 0; w < network->n; w++)
            if (nearest[w] >= 0 && square(network, w, v) < square(network, w, nearest[w]))
                nearest[w] = v;
    }
    free(nearest);
    return fits;
}

bool dmi_planar_network_init(dm_level_kind kind, int32_t n, dm_rng *rng, dmi_planar_network *out)
{
    static bool (*const make[])(dmi_planar_network *, dm_rng *) = {make_grid, make_gabriel,
                                                                   make_tree};
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
