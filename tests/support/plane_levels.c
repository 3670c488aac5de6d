/* plane_levels.c - levels with coordinates, for ropes. */
#include "support/plane_levels.h"

#include "lines/level/rope_geometry.h"
#include "support/support.h"
#include <math.h>
#include <string.h>

void plane_start(plane_draft *p, int vertices, int players, const dm_point *points)
{
    start(&p->d, vertices, players);
    p->d.level.points = p->points;
    if (points)
        memcpy(p->points, points, (size_t)vertices * sizeof *points);
}

void plane_join(plane_draft *p, int u, int v)
{
    double length = hypot(p->points[u].x - p->points[v].x, p->points[u].y - p->points[v].y);
    join(&p->d, u, v, 1);
    p->d.edges[p->d.level.edge_count - 1].length = (dm_ratio){llround(length * 1e6), 1000000};
}

dm_level *plane_level(plane_draft *p)
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

static void draw_points(dm_rng *rng, int vertices, bool grid, plane_draft *p)
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

/* Whether edges meet only at their ends, and none are parallel. */
static bool is_clear(const plane_draft *p, int u, int v)
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

static bool is_taken(const plane_draft *p, const dm_line_place *place)
{
    for (int i = 0; i < p->d.level.site_count; i++) {
        const dm_line_place *other = &p->d.sites[i].place;
        if (place->vertex >= 0 ? other->vertex == place->vertex
                               : other->vertex < 0 && other->edge == place->edge &&
                                     other->at.num * place->at.den == place->at.num * other->at.den)
            return true;
    }
    return false;
}

static void draw_site(dm_rng *rng, int player, plane_draft *p)
{
    dm_line_place place;
    do {
        place = (dm_line_place){below(rng, p->d.level.vertex_count), -1, {0, 1}};
        if (p->d.level.edge_count > 0 && below(rng, 4) == 0)
            place = (dm_line_place){-1, below(rng, p->d.level.edge_count), {1 + below(rng, 7), 8}};
    } while (is_taken(p, &place));
    if (place.vertex >= 0)
        settle(&p->d, player, place.vertex);
    else
        settle_on(&p->d, player, place.edge, place.at.num, place.at.den);
}

dm_level *random_plane_level(dm_rng *rng, int vertices, int players, int features, plane_draft *p)
{
    plane_start(p, vertices, players, NULL);
    draw_points(rng, vertices, features & PLANE_GRID, p);
    for (int v = 1; v < vertices; v++)
        if ((features & PLANE_TREE) || below(rng, 8) > 0) {
            int u = below(rng, v);
            if (!(features & PLANE_PLANAR) || is_clear(p, u, v))
                plane_join(p, u, v);
        }
    for (int extra = features & PLANE_TREE ? 0 : 1 + below(rng, 3); extra-- > 0;) {
        int u = below(rng, vertices), v = below(rng, vertices);
        if (u != v && (!(features & PLANE_PLANAR) || is_clear(p, u, v)))
            plane_join(p, u, v);
    }
    if (p->d.level.edge_count == 0)
        plane_join(p, 0, 1);
    for (int e = 0; (features & PLANE_LENGTHS) && e < p->d.level.edge_count; e++)
        if (below(rng, 2))
            p->d.edges[e].length = (dm_ratio){1 + below(rng, 20), 1};
    for (int player = 0; player < players; player++)
        draw_site(rng, player, p);
    for (int more = below(rng, 3); more-- > 0 && p->d.level.site_count < vertices;)
        draw_site(rng, below(rng, players), p);
    return plane_level(p);
}
