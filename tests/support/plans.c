/* plans.c - see the header. */
#include "support/plans.h"

#include "lines/rope_geometry.h"
#include "support/support.h"
#include <math.h>
#include <string.h>

void plan_start(plan *p, int vertices, int players, const dm_point *points)
{
    start(&p->d, vertices, players);
    p->d.level.points = p->points;
    if (points)
        memcpy(p->points, points, (size_t)vertices * sizeof *points);
}

void plan_join(plan *p, int u, int v)
{
    double length = hypot(p->points[u].x - p->points[v].x, p->points[u].y - p->points[v].y);
    join(&p->d, u, v, 1);
    p->d.edges[p->d.level.edge_count - 1].length = (dm_ratio){llround(length * 1e6), 1000000};
}

dm_level *plan_level(plan *p)
{
    dm_level *level = NULL;
    dm_error err;
    assert_ok(dm_level_new(&p->d.level, &level, &err), err);
    return level;
}

static int below(dm_rng *rng, int bound)
{
    return (int)dm_rng_below(rng, (uint64_t)bound);
}

static void draw_points(dm_rng *rng, int vertices, bool grid, plan *p)
{
    for (int v = 0; v < vertices; v++) {
        bool taken = true;
        while (taken) {
            p->points[v] = grid ? (dm_point){4 * below(rng, 3), 4 * below(rng, 3)}
                                : (dm_point){below(rng, 13), below(rng, 13)};
            taken = false;
            for (int u = 0; u < v; u++)
                taken =
                    taken || (p->points[u].x == p->points[v].x && p->points[u].y == p->points[v].y);
        }
    }
}

/* No edge but at its ends meets another, and no parallel ones. */
static bool is_clear(const plan *p, int u, int v)
{
    double along, at;
    for (int e = 0; e < p->d.level.edge_count; e++) {
        int a = p->d.edges[e].u, b = p->d.edges[e].v;
        if (dmi_rope_meet(p->points[u], p->points[v], p->points[a], p->points[b], &along, &at) !=
                DMI_ROPE_APART ||
            dmi_rope_meet(p->points[a], p->points[b], p->points[u], p->points[v], &along, &at) !=
                DMI_ROPE_APART)
            return false;
    }
    return true;
}

static void draw_edges(dm_rng *rng, int vertices, int features, plan *p)
{
    for (int v = 1; v < vertices; v++)
        if ((features & PLAN_TREE) || below(rng, 8) > 0) {
            int u = below(rng, v);
            if (!(features & PLAN_PLANAR) || is_clear(p, u, v))
                plan_join(p, u, v);
        }
    for (int extra = features & PLAN_TREE ? 0 : 1 + below(rng, 3); extra-- > 0;) {
        int u = below(rng, vertices), v = below(rng, vertices);
        if (u != v && (!(features & PLAN_PLANAR) || is_clear(p, u, v)))
            plan_join(p, u, v);
    }
    if (p->d.level.edge_count == 0)
        plan_join(p, 0, 1);
    for (int e = 0; (features & PLAN_LENGTHS) && e < p->d.level.edge_count; e++)
        if (below(rng, 2))
            p->d.edges[e].length = (dm_ratio){1 + below(rng, 20), 1};
}

static bool is_taken(const plan *p, const dm_place *place)
{
    for (int i = 0; i < p->d.level.site_count; i++) {
        const dm_place *other = &p->d.sites[i].place;
        if (place->vertex >= 0 ? other->vertex == place->vertex
                               : other->vertex < 0 && other->edge == place->edge &&
                                     other->at.num * place->at.den == place->at.num * other->at.den)
            return true;
    }
    return false;
}

static void draw_site(dm_rng *rng, int player, plan *p)
{
    dm_place place;
    do {
        place = (dm_place){below(rng, p->d.level.vertex_count), -1, {0, 1}};
        if (p->d.level.edge_count > 0 && below(rng, 4) == 0)
            place = (dm_place){-1, below(rng, p->d.level.edge_count), {1 + below(rng, 7), 8}};
    } while (is_taken(p, &place));
    if (place.vertex >= 0)
        settle(&p->d, player, place.vertex);
    else
        settle_on(&p->d, player, place.edge, place.at.num, place.at.den);
}

dm_level *random_plan(dm_rng *rng, int vertices, int players, int features, plan *p)
{
    plan_start(p, vertices, players, NULL);
    draw_points(rng, vertices, features & PLAN_GRID, p);
    draw_edges(rng, vertices, features, p);
    for (int player = 0; player < players; player++)
        draw_site(rng, player, p);
    for (int more = below(rng, 3); more-- > 0 && p->d.level.site_count < vertices;)
        draw_site(rng, below(rng, players), p);
    return plan_level(p);
}
