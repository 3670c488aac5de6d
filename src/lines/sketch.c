/* sketch.c - networks in the plane for levels made at random.
 *
 * grid     points of a grid, each moved by less than a quarter of its mesh, so that edges
 *          between neighbours cannot cross; a random spanning tree stays, of the other edges half
 * gabriel  random points, joined where no third lies in the closed disc whose diameter they
 *          span (Gabriel and Sokal, A new statistical approach to geographic variation analysis,
 *          1969).  It is part of the Delaunay triangulation, so edges do not cross, and it holds
 * the shortest tree, so it is connected: of a triangle with a right or wider angle that tree never
 * has the longest side. tree     the shortest tree of random points (Prim 1957); of two crossing
 * edges one could be replaced by a shorter one
 *
 * All comparisons are of whole numbers.  Cost: O(n log n), O(n^2 log n) and O(n^2).
 */
#include "lines/sketch.h"

#include "base/base.h"
#include <stdlib.h>

enum { MESH = 12, JITTER = 2 };

static bool add_edge(dmi_plan *plan, int32_t u, int32_t v)
{
    if (!dmi_reserve(&plan->edges, &plan->room, (size_t)plan->edge_count + 1, sizeof *plan->edges))
        return false;
    plan->edges[plan->edge_count][0] = u;
    plan->edges[plan->edge_count++][1] = v;
    return true;
}

static int32_t below(dm_rng *rng, int32_t bound)
{
    return (int32_t)dm_rng_below(rng, (uint64_t)bound);
}

/* The least whole side of a square that holds n cells. */
static int32_t side_of(int32_t n)
{
    int32_t side = 1;
    while ((int64_t)side * side < n)
        side++;
    return side;
}

/* --- Grids ------------------------------------------------------------------------------- */

static bool join_grid(dmi_plan *plan, int32_t side)
{
    bool fits = true;
    for (int32_t v = 0; fits && v < plan->n; v++) {
        if (v % side > 0)
            fits = add_edge(plan, v - 1, v);
        if (fits && v >= side)
            fits = add_edge(plan, v - side, v);
    }
    return fits;
}

static int32_t root_of(int32_t *part, int32_t v)
{
    while (part[v] != v)
        v = part[v] = part[part[v]];
    return v;
}

/* Keeps an edge that joins two parts, and half of the others. */
static bool thin_out(dmi_plan *plan, dm_rng *rng)
{
    int32_t *part = dmi_alloc((size_t)plan->n, sizeof *part), kept = 0;
    for (int32_t v = 0; part && v < plan->n; v++)
        part[v] = v;
    for (int32_t i = plan->edge_count - 1; part && i > 0; i--) { /* in random order */
        int32_t j = below(rng, i + 1);
        for (int k = 0; k < 2; k++) {
            int32_t end = plan->edges[i][k];
            plan->edges[i][k] = plan->edges[j][k];
            plan->edges[j][k] = end;
        }
    }
    for (int32_t i = 0; part && i < plan->edge_count; i++) {
        int32_t u = root_of(part, plan->edges[i][0]), v = root_of(part, plan->edges[i][1]);
        if (u == v && below(rng, 2))
            continue;
        part[u] = v;
        plan->edges[kept][0] = plan->edges[i][0];
        plan->edges[kept++][1] = plan->edges[i][1];
    }
    plan->edge_count = kept;
    free(part);
    return part != NULL;
}

static bool make_grid(dmi_plan *plan, dm_rng *rng)
{
    int32_t side = side_of(plan->n);
    for (int32_t v = 0; v < plan->n; v++) {
        plan->x[v] = MESH * (v % side) + below(rng, 2 * JITTER + 1);
        plan->y[v] = MESH * (v / side) + below(rng, 2 * JITTER + 1);
    }
    return join_grid(plan, side) && thin_out(plan, rng);
}

/* --- Points -------------------------------------------------------------------------------- */

/* Distinct: one in each of n random cells, at its lower left part, so that points also keep away
 * from each other. */
static bool scatter(dmi_plan *plan, dm_rng *rng)
{
    int32_t side = 2 * side_of(plan->n), cells = side * side;
    int32_t *cell = dmi_alloc((size_t)cells, sizeof *cell);
    for (int32_t i = 0; cell && i < cells; i++)
        cell[i] = i;
    for (int32_t v = 0; cell && v < plan->n; v++) {
        int32_t j = v + below(rng, cells - v), chosen = cell[j];
        cell[j] = cell[v];
        plan->x[v] = MESH / 2 * (chosen % side) + below(rng, MESH / 2 - 1);
        plan->y[v] = MESH / 2 * (chosen / side) + below(rng, MESH / 2 - 1);
    }
    free(cell);
    return cell != NULL;
}

/* Whether the angle at r between p and q is a right one or wider. */
static bool is_within_disc(const dmi_plan *plan, int32_t p, int32_t q, int32_t r)
{
    int64_t px = plan->x[p] - plan->x[r], py = plan->y[p] - plan->y[r];
    int64_t qx = plan->x[q] - plan->x[r], qy = plan->y[q] - plan->y[r];
    return px * qx + py * qy <= 0;
}

static bool make_gabriel(dmi_plan *plan, dm_rng *rng)
{
    bool fits = scatter(plan, rng);
    for (int32_t p = 0; fits && p < plan->n; p++)
        for (int32_t q = 0; fits && q < p; q++) {
            int32_t r = 0;
            while (r < plan->n && (r == p || r == q || !is_within_disc(plan, p, q, r)))
                r++;
            if (r == plan->n)
                fits = add_edge(plan, q, p);
        }
    return fits;
}

static int64_t square(const dmi_plan *plan, int32_t p, int32_t q)
{
    int64_t dx = plan->x[p] - plan->x[q], dy = plan->y[p] - plan->y[q];
    return dx * dx + dy * dy;
}

/* The vertex outside the tree that is nearest to it; `nearest` is -1 inside. */
static int32_t next_vertex(const dmi_plan *plan, const int32_t *nearest)
{
    int32_t best = -1;
    for (int32_t v = 0; v < plan->n; v++)
        if (nearest[v] >= 0 &&
            (best < 0 || square(plan, v, nearest[v]) < square(plan, best, nearest[best])))
            best = v;
    return best;
}

static bool make_tree(dmi_plan *plan, dm_rng *rng)
{
    int32_t *nearest = dmi_calloc((size_t)plan->n, sizeof *nearest);
    bool fits = nearest && scatter(plan, rng);
    if (fits)
        nearest[0] = -1;
    for (int32_t i = 1; fits && i < plan->n; i++) {
        int32_t v = next_vertex(plan, nearest);
        fits = add_edge(plan, nearest[v], v);
        nearest[v] = -1;
        for (int32_t w = 0; w < plan->n; w++)
            if (nearest[w] >= 0 && square(plan, w, v) < square(plan, w, nearest[w]))
                nearest[w] = v;
    }
    free(nearest);
    return fits;
}

/* ------------------------------------------------------------------------------------------- */

bool dmi_plan_init(dm_level_kind kind, int32_t n, dm_rng *rng, dmi_plan *out)
{
    static bool (*const make[])(dmi_plan *, dm_rng *) = {make_grid, make_gabriel, make_tree};
    dmi_plan plan = {.n = n};
    plan.x = dmi_alloc((size_t)n, sizeof *plan.x);
    plan.y = dmi_alloc((size_t)n, sizeof *plan.y);
    if (!plan.x || !plan.y || !make[kind](&plan, rng)) {
        dmi_plan_clear(&plan);
        return false;
    }
    *out = plan;
    return true;
}

void dmi_plan_clear(dmi_plan *plan)
{
    free(plan->x);
    free(plan->y);
    free(plan->edges);
    *plan = (dmi_plan){0};
}
